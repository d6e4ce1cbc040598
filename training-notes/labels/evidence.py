"""What the evidence of `crates/fenlens/src/coordinates.rs` says on a file of label windows.

    evidence.py MODEL.onnx FILE.fll

Prints, for labelled boards and boards without labels, how many are decided right, wrong and not at
all, and how honest the log odds are at several slopes.
"""

import json
import os
import sys

import numpy as np
import onnxruntime

from windows import FLAT, SCALE, LabelFile

READ, LEAST, MARK, FLOOR, CLEAR, SLOPE, MOST, DECIDE = 0.5, 3, 3.0, 0.02, 4.0, 0.55, 8.0, 0.98


def edge(g):
    return g // 3 if g < 12 else (g - 12) // 2 % 4


def row(p, ranks):
    """p: [8,17] to (sum, fits white, fits black, strays)."""
    k = np.arange(8)
    white, black = (p[k, 8 - k], p[k, k + 1]) if ranks else (p[k, k + 9], p[k, 16 - k])
    ratio = np.log((white + FLOOR) / (black + FLOOR)).clip(-MARK, MARK)
    fits = (white > READ, black > READ)
    stray = (p[:, 0] < 1 - READ) & ~fits[0] & ~fits[1]
    return ratio.sum(), fits[0].sum(), fits[1].sum(), stray.sum()


def side(r, least):
    _, w, b, stray = r
    s, fit, other = (1, w, b) if w >= b else (-1, b, w)
    return s if fit >= least and fit > stray + 2 * other else 0


def vote(p):
    """p: [groups,8,17] to (sum over rows that count, rows, contradiction)."""
    rows, contradiction = {}, False
    for g in range(len(p)):
        ranks = edge(g) % 2 == 1
        contradiction |= side(row(p[g], not ranks), LEAST + 1) != 0
        r = row(p[g], ranks)
        place = (edge(g), g % 2 if g >= 12 else 2)
        if place not in rows or abs(r[0]) > abs(rows[place][0]):
            rows[place] = r
    sums = {1: 0.0, -1: 0.0}
    count = 0
    for r in rows.values():
        if s := side(r, LEAST):
            sums[s] += abs(r[0])
            count += 1
    low, high = sorted(sums.values())
    contradiction |= low > 0 and high < CLEAR * low
    return (0.0 if contradiction else sums[1] - sums[-1]), count, contradiction


def main(model, path):
    session = onnxruntime.InferenceSession(model)
    t = json.load(open(os.path.splitext(model)[0] + ".json"))["temperature"]
    file = LabelFile(path)
    out = []
    for x, c, f in zip(file.pixels, file.classes, file.flags):
        z = session.run(None, {"window": np.asarray(x)[:, None].astype(np.float32) * np.float32(SCALE) - 1})[0] / t
        p = np.exp(z - z.max(1, keepdims=True))
        p /= p.sum(1, keepdims=True)
        p[c == FLAT] = np.eye(17)[0]
        whole = int(((c > 0) & (c < FLAT)).sum())
        out.append((*vote(p.reshape(-1, 8, 17)), -1 if f & 1 else 1, whole, f >> 2 & 3, f >> 4 & 3, f >> 6 & 1))
    s, rows, bad, truth, whole, severity, view, printed = map(np.array, zip(*out))
    told = 1 / (1 + np.exp(-np.minimum(SLOPE * abs(s), MOST)))
    decided = told >= DECIDE
    right = np.sign(s) == truth

    def line(name, m):
        n = max(1, m.sum())
        print(f"{name:36} {m.sum():5} right {(m & decided & right).sum() / n:7.2%}  wrong {(m & decided & ~right).sum():3}"
              f"  open {(m & ~decided).sum():4}  contradictory {(m & bad).sum()}")

    labelled = whole >= 6
    line("six labels or more in the picture", labelled)
    for name, m in (("clean", severity == 0), ("light", severity == 1), ("hard", severity == 2), ("flat", view == 0),
                    ("scan", view == 1), ("photo", view == 2), ("screen", printed == 0), ("print", printed == 1)):
        line("  " + name, labelled & m)
    line("one to five labels", (whole > 0) & ~labelled)
    line("none", whole == 0)
    has = (s != 0) & (rows > 0)
    for slope in (0.2, 0.3, 0.4, 0.55, 0.7, 0.9):
        p = 1 / (1 + np.exp(-np.minimum(slope * abs(s[has]), MOST)))
        print(f"slope {slope}: loss {-np.log(np.where(right[has], p, 1 - p)).mean():.5f}, least p {p.min():.4f}")


main(*sys.argv[1:])
