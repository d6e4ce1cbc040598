"""Compares the verdicts of this crate with those of python-chess on mutated FENs.

    cargo build --release -p fenlens-fen --example codes
    python crates/fen/scripts/oracle.py --count 200000 target/release/examples/codes

Needs `pip install chess` (GPL; used here as a yardstick only, never shipped). Prints the number of FENs for each verdict,
every kind of difference that is known and accepted with its reason, and every difference that is not. The exit status is 1
if there is one of the latter.
"""

import argparse
import collections
import random
import re
import subprocess

import chess

SEEDS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "rnbqkbnr/ppp2ppp/4p3/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39",
    "8/8/8/1k1pP3/1P6/1K6/8/8 w - d6 0 1",
    "3k4/2P5/8/8/8/8/8/3RK3 b - - 0 1",
    "4k3/8/3N4/8/8/8/8/K3R3 b - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
]

# What python-chess can say, and the codes that say the same.
SAME = {
    chess.STATUS_EMPTY: {"board-empty"},
    chess.STATUS_NO_WHITE_KING: {"king-missing"},
    chess.STATUS_NO_BLACK_KING: {"king-missing"},
    chess.STATUS_TOO_MANY_KINGS: {"king-surplus"},
    chess.STATUS_TOO_MANY_WHITE_PAWNS: {"pawns-surplus"},
    chess.STATUS_TOO_MANY_BLACK_PAWNS: {"pawns-surplus"},
    chess.STATUS_PAWNS_ON_BACKRANK: {"pawn-on-last-rank"},
    chess.STATUS_TOO_MANY_WHITE_PIECES: {"men-surplus"},
    chess.STATUS_TOO_MANY_BLACK_PIECES: {"men-surplus"},
    chess.STATUS_BAD_CASTLING_RIGHTS: {"castling-no-king", "castling-no-rook", "castling-surplus"},
    chess.STATUS_INVALID_EP_SQUARE: {"ep-rank", "ep-occupied", "ep-no-pawn", "ep-origin"},
    chess.STATUS_OPPOSITE_CHECK: {"opposite-check", "kings-touching"},
    chess.STATUS_TOO_MANY_CHECKERS: {"checkers-surplus"},
    chess.STATUS_IMPOSSIBLE_CHECK: {
        "checkers-surplus",
        "checkers-aligned",
        "checkers-stepping",
        "check-before-ep",
    },
}

SYNTAX = {
    "empty-input", "rank-count", "rank-length", "digit-invalid", "piece-letter", "promoted-mark-stray",
    "foreign-letters", "side-missing", "side-invalid", "castling-invalid", "ep-invalid",
    "halfmove-invalid", "fullmove-invalid", "field-surplus",
}  # fmt: skip


def mutate(rng, text):
    """One to three random changes of the text: mostly of the men, else of a field or of any byte."""
    for _ in range(rng.randint(1, 3)):
        kind = rng.random()
        fields = text.split(" ")
        if kind < 0.55 and fields[0].count("/") == 7:
            rows = [list(expand(row)) for row in fields[0].split("/")]
            if all(len(row) == 8 for row in rows):
                r, f = rng.randrange(8), rng.randrange(8)
                if rng.random() < 0.4:
                    r2, f2 = rng.randrange(8), rng.randrange(8)
                    rows[r][f], rows[r2][f2] = rows[r2][f2], rows[r][f]
                else:
                    rows[r][f] = rng.choice("........PNBRQKpnbrqk")
                fields[0] = "/".join(contract("".join(row)) for row in rows)
        elif kind < 0.75 and len(fields) > 1:
            i = rng.randrange(1, len(fields))
            fields[i] = rng.choice(
                {
                    1: ["w", "b"],
                    2: ["-", "K", "Q", "kq", "KQkq", "Kq", "Qk", "HAha", "A", "h", "qK", "KK"],
                    3: ["-"] + [f + r for f in "abcdefgh" for r in "36"] + ["e4", "a1", "h8"],
                    4: ["0", "1", "50", "99", "100", "160"],
                    5: ["0", "1", "2", "40", "200"],
                }.get(i, ["0"])
            )
        elif kind < 0.8:
            fields = fields[: rng.randint(1, 6)]
        elif kind < 0.85:
            fields.insert(rng.randint(0, len(fields)), rng.choice(["-", "0", "w", "KQ", "x"]))
        text = " ".join(fields)
        if kind >= 0.85 and text:
            i = rng.randrange(len(text))
            char = rng.choice("PNBRQKpnbrqk12345678/ wb-09~xeh36")
            text = rng.choice([text[:i] + text[i + 1 :], text[:i] + char + text[i:], text[:i] + char + text[i + 1 :]])
    return text


def expand(row):
    return re.sub(r"\d", lambda m: "." * int(m[0]), row)


def contract(row):
    return re.sub(r"\.+", lambda m: str(len(m[0])), row)


def oracle(text):
    """None if python-chess cannot read the text, else its board."""
    try:
        board = chess.Board(text)
    except ValueError:
        return None
    # File letters are judged as Chess960, as this crate does.
    castling = (text.split() + ["", "", ""])[2]
    if re.search("[A-Ha-h]", castling):
        board.chess960 = True
    return board


def reason(text, board, codes, missing, surplus):
    """Why a difference is accepted, or None; "same" when there is none."""
    fields = text.split()
    if board is None:
        return unread_reason(fields, codes)
    if codes & SYNTAX:
        if any(re.search("[+_-]", field) for field in fields[4:6]):
            return "python's int() takes signs and underscores in counters"
        return None
    kings = [len(board.pieces(chess.KING, color)) for color in chess.COLORS]
    reasons = set()
    for verdict in missing | surplus:
        if verdict == "king-missing" and "board-empty" in codes:
            why = "an empty board is not also told to lack kings"
        elif verdict == "king-surplus" and sorted(kings) == [0, 2]:
            why = "two kings of one colour and none of the other are one too many here, not there"
        elif verdict in ("opposite", "impossible", "castling") and kings != [1, 1]:
            why = "with kings missing or too many python-chess looks at the last one only, or at none"
        elif verdict == "impossible" and verdict in surplus and "checkers-stepping" in codes:
            why = "two checking knights or pawns are impossible; this version of python-chess does not say so"
        elif verdict == "impossible" and verdict in surplus and "check-before-ep" in codes:
            why = "a check that stood before the double step is impossible also when the pawn shuts it off or checks now"
        elif verdict == "impossible" and verdict in missing and "kings-touching" in codes:
            why = "a touching king is told as such here; python-chess also counts it among the checkers"
        elif verdict == "castling":
            why = castling_reason(board, fields, verdict in surplus)
        elif verdict == "ep" and board.ep_square == chess.A1:
            why = "python-chess takes a1 for no en passant square, by its index 0"
        else:
            return None
        if why is None:
            return None
        reasons.add(why)
    return "; and ".join(sorted(reasons)) or "same"


def unread_reason(fields, codes):
    """Why this crate reads what python-chess cannot read."""
    if codes & SYNTAX:
        return "same"
    if "digit-run" in codes:
        return "two digits in a row are read with a warning"
    if "side-case" in codes:
        return "W and B are read with a warning"
    if len(fields) > 2 and not chess.FEN_CASTLING_REGEX.match(fields[2]):
        return "castling letters are read in any order and number, with a finding"
    return None


def castling_reason(board, fields, is_surplus):
    letters = fields[2] if len(fields) > 2 else "-"
    for letter, color, rank in [("Q", chess.WHITE, chess.BB_RANK_1), ("q", chess.BLACK, chess.BB_RANK_8)]:
        if letter in letters and not board.pieces_mask(chess.ROOK, color) & rank and is_surplus:
            return "python-chess drops Q and q in silence when the side has no rook on its home rank"
    if "~" in fields[0]:
        return "python-chess lets no king castle that is marked as promoted; the mark is left out here"
    if is_surplus and re.search("[A-Ha-h]", letters):
        return "K and Q beside file letters mean the corner rooks here"
    return None


GROUPS = {
    "castling": SAME[chess.STATUS_BAD_CASTLING_RIGHTS],
    "ep": SAME[chess.STATUS_INVALID_EP_SQUARE],
    "opposite": SAME[chess.STATUS_OPPOSITE_CHECK],
    "impossible": SAME[chess.STATUS_IMPOSSIBLE_CHECK],
}


def groups(codes):
    """Codes that python-chess puts into one verdict, under the name of their group; others as they are."""
    named = {name for name, members in GROUPS.items() if members & codes}
    comparable = set().union(*SAME.values())
    return named | {code for code in codes & comparable if not any(code in g for g in GROUPS.values())}


def said(board):
    """The same groups for the verdict of python-chess."""
    status = board.status()
    out = set()
    for flag, codes in SAME.items():
        if status & flag:
            out |= groups(set([sorted(codes)[0]]))
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("codes", help="the program built from examples/codes.rs")
    parser.add_argument("--count", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    texts = set()
    while len(texts) < args.count:
        texts.add(mutate(rng, rng.choice(SEEDS)))
    texts = sorted(texts)
    run = subprocess.run([args.codes], input="\n".join(texts) + "\n", text=True, capture_output=True, check=True)
    lines = run.stdout.split("\n")[:-1]
    assert len(lines) == len(texts), (len(lines), len(texts))

    verdicts = collections.Counter()
    reasons = collections.Counter()
    example = {}
    unexplained = []
    for text, line in zip(texts, lines):
        fen, codes = line.split("\t")
        codes = set(codes.split())
        board = oracle(text)
        ours, theirs = groups(codes), said(board) if board else set()
        for verdict in theirs if board else {"unreadable"}:
            verdicts[verdict] += 1
        missing, surplus = (theirs - ours, ours - theirs) if board and fen != "-" else (set(), set())
        why = reason(text, board, codes, missing, surplus)
        if why is None:
            unexplained.append((text, sorted(codes), str(board.status()) if board else "unreadable"))
        else:
            reasons[why] += 1
            example.setdefault(why, text)
    print(f"{len(texts)} FENs, seed {args.seed}, python-chess {chess.__version__}")
    print("verdicts of python-chess:", dict(verdicts.most_common()))
    for why, count in reasons.most_common():
        print(f"{count:8}  {why}" + ("" if why == "same" else f"\n          e.g. {example[why]}"))
    print(f"{len(unexplained):8}  not explained")
    for item in unexplained[:40]:
        print("  ", *item)
    return 1 if unexplained else 0


if __name__ == "__main__":
    raise SystemExit(main())
