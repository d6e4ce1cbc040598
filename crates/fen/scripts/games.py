"""Plays random games with python-chess and checks that no reachable position is called faulty.

    python crates/fen/scripts/games.py --games 400 target/release/examples/codes

Only remarks may be found. Half of the games prefer captures and pawn moves, which leads to promotions, doubled pawns and few men.
"""

import argparse
import collections
import random
import subprocess

import chess

REMARKS = {
    "ep-no-capture", "ep-pinned", "checkmate", "stalemate", "dead-position", "fifty-moves", "seventy-five-moves",
}  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("codes", help="the program built from examples/codes.rs")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    fens, mates = set(), {}
    for game in range(args.games):
        board = chess.Board()
        for _ in range(rng.randint(20, 250)):
            moves = list(board.legal_moves)
            if not moves:
                break
            sharp = [m for m in moves if board.is_capture(m) or m.promotion or board.piece_type_at(m.from_square) == chess.PAWN]
            board.push(rng.choice(sharp if game % 2 and sharp and rng.random() < 0.6 else moves))
            fen = board.fen(en_passant="fen")
            fens.add(fen)
            mates[fen] = (board.is_checkmate(), board.is_stalemate(), board.is_insufficient_material())
    fens = sorted(fens)
    run = subprocess.run([args.codes], input="\n".join(fens) + "\n", text=True, capture_output=True, check=True)
    wrong = collections.Counter()
    for fen, line in zip(fens, run.stdout.splitlines()):
        printed, codes = line.split("\t")
        codes = set(codes.split())
        if printed != fen:
            wrong["printed otherwise"] += 1
            print("printed otherwise:", fen, printed)
        over = tuple(name in codes for name in ("checkmate", "stalemate", "dead-position"))
        if over != mates[fen]:
            wrong["end of the game"] += 1
            print("end of the game:", fen, codes)
        for code in codes - REMARKS:
            wrong[code] += 1
            if wrong[code] < 6:
                print(f"{code}: {fen}")
    print(f"{len(fens)} positions of {args.games} games, seed {args.seed}: {sum(wrong.values())} wrong", dict(wrong) or "")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
