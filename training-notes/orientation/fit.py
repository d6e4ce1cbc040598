#!/usr/bin/env python3
"""Fits the model that tells from the men which side is at the bottom (crates/fenlens/src/vote.rs).

    fit.py POSITIONS.txt [--prior 0.9] [--decide 0.67] [--told 0.79]

POSITIONS.txt   one position from play a line: a FEN or its first field, anything after it is ignored.

Needs numpy. Prints the coefficients as they stand in vote.rs, and what the model decides on the
positions kept out of the fit. Same input, same output.

The features change their sign under a half turn, so one upright position stands for itself and for
its turned twin. Random placements belong to both labels: they pull the coefficients towards "cannot
tell" where only chance speaks.
"""
import argparse
import hashlib
import random

import numpy as np

ROLES = "PNBRQK"
NAMES = [f"{r} {p}" for r in ROLES for p in ("1-8", "2-7", "3-6", "4-5")] + [
    "K e-h/a-d", "K e/d", "Q d/e", "PP file", "PP beside", "pawn takes"]
RANDOM_SHARE = 0.2    # weight of the random placements in the fit
RIDGE = 3e-4          # weight of the squared coefficients, for features that are nearly constant


def expand(placement):
    rows = ["".join("." * int(c) if c.isdigit() else c for c in row) for row in placement.split("/")]
    assert len(rows) == 8 and all(len(r) == 8 for r in rows), placement
    return "".join(rows)


def features(board):
    """The features of vote.rs of a board of 64 letters, a8 first, '.' for an empty square."""
    x = np.zeros(len(NAMES))
    pawns = {"P": [], "p": []}
    for i, c in enumerate(board):
        if c == ".":
            continue
        rank, file = 7 - i // 8, i % 8
        own = rank if c.isupper() else 7 - rank
        slot, sign = (own, 1) if own < 4 else (7 - own, -1)
        role = c.upper()
        x[4 * ROLES.index(role) + slot] += sign
        if role == "K" and slot < 2:
            x[24] += 1 if file >= 4 else -1
            if slot == 0:
                x[25] += (file == 4) - (file == 3)
        if role == "Q" and slot == 0:
            x[26] += (file == 3) - (file == 4)
        if role == "P":
            pawns[c].append((rank, file))
            # Men that this pawn attacks, less those it would attack on the turned board.
            for ahead, sign in ((1, -1), (-1, 1)):
                to = rank + (ahead if c == "P" else -ahead)
                for f in (file - 1, file + 1):
                    man = board[8 * (7 - to) + f] if 0 <= f < 8 else "."
                    x[29] += sign * (man not in ".Pp" and man.isupper() != c.isupper())
    x[0] = 0
    for wr, wf in pawns["P"]:
        for br, bf in pawns["p"]:
            if wf == bf:
                x[27] += np.sign(br - wr)
            elif abs(wf - bf) == 1 and wr != br:
                x[28] += np.sign(br - wr)
    return x


def random_board(rng):
    """Both kings and up to 30 other men anywhere, pawns not on the first and last rank."""
    board = ["."] * 64
    free = list(range(64))
    rng.shuffle(free)
    board[free.pop()], board[free.pop()] = "K", "k"
    most = {"P": 8, "p": 8, "N": 2, "n": 2, "B": 2, "b": 2, "R": 2, "r": 2, "Q": 1, "q": 1}
    men = [c for c, n in most.items() for _ in range(n)]
    rng.shuffle(men)
    for c in men[:rng.randint(0, 30)]:
        for k, square in enumerate(free):
            if c not in "Pp" or 8 <= square < 56:
                board[square] = c
                free.pop(k)
                break
    return "".join(board)


def sigmoid(s):
    return 1 / (1 + np.exp(-s))


def fit(x, z):
    """Newton's method: positions from play `x` are upright; random ones `z` are either."""
    w = np.zeros(x.shape[1])
    a, b = (1 - RANDOM_SHARE) / len(x), RANDOM_SHARE / len(z)
    for _ in range(50):
        p, q = sigmoid(x @ w), sigmoid(z @ w)
        gradient = a * x.T @ (p - 1) + b * z.T @ (q - 0.5) + RIDGE * w
        hessian = (a * x.T * (p * (1 - p))) @ x + (b * z.T * (q * (1 - q))) @ z + RIDGE * np.eye(len(w))
        step = np.linalg.solve(hessian, gradient)
        w -= step
        if abs(step).max() < 1e-8:
            break
    w[0] = 0
    return w


def held_out(text):
    return hashlib.sha256(text.encode()).digest()[0] < 51


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("positions")
    ap.add_argument("--prior", type=float, default=0.9)
    ap.add_argument("--decide", type=float, default=0.67)
    ap.add_argument("--told", type=float, default=0.79)
    args = ap.parse_args()
    lines = [line.replace("\t", " ").split() for line in open(args.positions, encoding="utf-8")]
    fields = [next((f for f in line if f.count("/") == 7), None) for line in lines if line]
    boards = sorted({expand(f) for f in fields if f})
    test = [b for b in boards if held_out(b)]
    train = [b for b in boards if not held_out(b)]
    rng = random.Random(7)
    noise = [random_board(rng) for _ in range(len(boards) // 2)]
    x, t = (np.array([features(b) for b in part]) for part in (train, test))
    z = np.array([features(b) for b in noise])
    cut = len(z) * 4 // 5
    w = np.round(fit(x, z[:cut]), 3)
    print(f"{len(train)} positions fitted, {len(test)} held out, {len(noise)} random ones")
    for k in range(0, len(w), 4):
        print("    " + " ".join(f"{v}," for v in w[k:k + 4]))

    prior, limit, told = (np.log(p / (1 - p)) for p in (args.prior, args.decide, args.told))
    men = np.array([sum(c != "." for c in b) for b in test])
    men_z = np.array([sum(c != "." for c in b) for b in noise[cut:]])
    s, r = t @ w, z[cut:] @ w
    print(f"\nprior {args.prior}, decided from {args.decide}, told from {args.told}; shares in %, held out")
    print("| men | positions | white at bottom: told | turned | black at bottom: seen | taken for told | mean p | right | random: turned |")
    print("|" + " --- |" * 9)
    for low, high in ((2, 5), (6, 9), (10, 14), (15, 19), (20, 26), (27, 32), (20, 32), (2, 32)):
        m, mz = (men >= low) & (men <= high), (men_z >= low) & (men_z <= high)
        if not m.any():
            continue
        # Reading the upright position scores s; its turned twin, with Black at the bottom, -s.
        # Calibration at even odds: mean probability of the likelier side, and how often it is right.
        shares = [s[m] >= told, s[m] + prior < -limit, -s[m] + prior < -limit, -s[m] >= told,
                  sigmoid(abs(s[m])), s[m] > 0, r[mz] + prior < -limit if mz.any() else np.array([np.nan])]
        digits = (1, 2, 1, 2, 1, 1, 2)
        print(f"| {low}-{high} | {m.sum()} | " + " | ".join(f"{100 * v.mean():.{d}f}" for v, d in zip(shares, digits)) + " |")


main()
