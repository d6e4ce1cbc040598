#!/usr/bin/env python3
"""Make crates/synth/data/positions.txt: placements from real play and composition.

    python3 positions.py OUT PYCHESS_DIR [PGN_DIR...]

Reads the puzzles, studies and lessons that Debian's pychess ships (PYCHESS_DIR is its `usr/share/pychess`; .pgn and
.olv files) and the games of further folders (PyPI MzChess: `MzChess/training`) with python-chess. Moves and positions are facts; nothing else is taken over. Opening positions are the first moves of the
games among them and of lines from the encyclopaedia of openings that the package ships (`eco.db`).
"""

import random
import re
import sqlite3
import sys
from pathlib import Path

import chess
import chess.pgn

MOST_GAMES = 80


def games(handle):
    """The first games of a file, as far as it can be parsed; few of each, so that no file crowds out the others."""
    for _ in range(MOST_GAMES):
        try:
            game = chess.pgn.read_game(handle)
        except (IndexError, ValueError):
            return
        if game is None:
            return
        yield game


def main():
    out, pychess, folders = Path(sys.argv[1]), Path(sys.argv[2]), [Path(p) for p in sys.argv[2:]]
    rng = random.Random(1)
    found = {"openings": set(), "games": set(), "puzzles": set(), "problems": set()}
    for path in sorted(p for folder in folders for p in folder.rglob("*.pgn")):
        with open(path, encoding="utf-8", errors="replace") as handle:
            for game in games(handle):
                board = game.board()
                if board.uci_variant != "chess":
                    continue
                start = "FEN" in game.headers
                kind = "puzzles" if start else "games"
                if start:
                    found[kind].add(board.board_fen())
                for ply, move in enumerate(game.mainline_moves()):
                    board.push(move)
                    if not start and ply < 16:
                        found["openings"].add(board.board_fen())
                    elif start or ply % 3 == 0:
                        found[kind].add(board.board_fen())
    for path in sorted(pychess.rglob("*.olv")):
        for block in path.read_text(encoding="utf-8", errors="replace").split("---"):
            board = chess.Board(None)
            for side, colour in (("white", chess.WHITE), ("black", chess.BLACK)):
                match = re.search(rf"^\s*{side}:\s*\[(.*?)\]", block, re.M | re.S)
                for man in re.findall(r"([KQRBSNP])([a-h][1-8])", match.group(1) if match else ""):
                    piece = chess.Piece.from_symbol(man[0].replace("S", "N"))
                    board.set_piece_at(chess.parse_square(man[1]), chess.Piece(piece.piece_type, colour))
            if len(board.piece_map()) > 2:
                found["problems"].add(board.board_fen())
    database = pychess / "eco.db"
    if database.exists():
        for (fen,) in sqlite3.connect(database).execute("select fen from openings"):
            found["openings"].add(fen.split()[0])
    lines = []
    for kind, most in (("openings", 1500), ("games", 2500), ("puzzles", 1800), ("problems", 1800)):
        placements = sorted(found[kind])
        rng.shuffle(placements)
        print(kind, len(placements), file=sys.stderr)
        lines += placements[:most]
    out.write_text("\n".join(sorted(set(lines))) + "\n")
    print(len(set(lines)), out.stat().st_size, file=sys.stderr)


if __name__ == "__main__":
    main()
