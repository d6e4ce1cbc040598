"""What the evidence of `crates/fenlens/src/coordinates.rs` says on a file of label windows.

    evidence.py MODEL.onnx FILE.fll...

Prints, for labelled boards and boards without labels, how many are decided right, wrong and not at
all, how many are decided once the marks of every row are shuffled (as other text is), and how
honest the log odds are at several slopes.
"""

import json
import os
import sys

import numpy as np
import onnxruntime

from windows import FLAT, SCALE, LabelFile

# Shares of the mark of the place, none, and other marks.
COORDINATES, NOTHING, TEXT = (0.45, 0.5, 0.05), (0, 0.85, 0.15), (0, 0.3, 0.7)
TRAINED_NONE, MARKS, MISREAD = 0.5, 16, 0.05
LEAST, HINT, SIDEWAYS, CLEAR, SLOPE, MOST, DECIDE = 6.0, 2.5, 7.0, 2.5, 0.7, 8.0, 0.98
PROBES, LABEL_BELOW = [1, 4, 6], 0.5


def edge(g):
    return g // 3 if g < 12 else g % 4 if g >= 28 else (g - 12) // 2 % 4


def place(g):
    """Groups of one place may show the same labels: outside, two kinds of corners, middles."""
    return edge(g), 2 if g < 12 else 3 if g >= 28 else g % 2


def probed(p):
    """Leaves out what `crates/classify/src/labels.rs` does not read. p: [groups,8,17]."""
    out = np.tile(np.eye(17, dtype=p.dtype)[0], (len(p), 8, 1))
    for g in range(len(p)):
        which = slice(None) if (p[g, PROBES, 0] < LABEL_BELOW).any() else PROBES
        out[g, which] = p[g, which]
    return out


def evidence(p, ranks, orders=None):
    """p: [8,17] to the evidence for White's and for Black's order, or for others."""
    k = np.arange(8)
    none, other = p[:, 0] / TRAINED_NONE, (1 - p[:, 0]) / (1 - TRAINED_NONE)

    def fits(e, classes=None):
        mark = 0 if classes is None else p[k, classes] * MARKS / (1 - TRAINED_NONE)
        return np.log(e[0] * mark + e[1] * none + e[2] * other + MISREAD).sum()

    orders = orders or ((8 - k, k + 1) if ranks else (k + 9, 16 - k))
    return np.array([fits(COORDINATES, c) for c in orders]) - max(fits(NOTHING), fits(TEXT))


def repeats(p):
    """Whether a row is one digit over and over."""
    other = evidence(p, True, orders=[np.full(8, d) for d in range(1, 9)])
    return other.max() >= LEAST


def vote(p):
    """p: [groups,8,17] to (difference of White's and Black's evidence, contradiction)."""
    rows, contradiction, numbers = {}, False, set()
    for g in range(len(p)):
        ranks = edge(g) % 2 == 1
        contradiction |= evidence(p[g], not ranks).max() >= SIDEWAYS
        row = evidence(p[g], ranks)
        if g < 12 and ranks and repeats(p[g]):
            numbers.add(place(g))
        if place(g) not in rows or row.max() > rows[place(g)].max():
            rows[place(g)] = row
    rows = np.array([row for at, row in rows.items() if at not in numbers])
    # What the other order of a row explains as well speaks for neither, and a row of less than two marks not at all.
    speaks = rows - np.maximum(rows[:, ::-1], 0)
    white, black = np.where(speaks >= HINT, speaks, 0).sum(0)
    weak, strong = sorted((white, black))
    contradiction |= strong >= LEAST and strong < CLEAR * weak
    return (white - black if strong >= LEAST and not contradiction else 0.0), contradiction


def main(model, *paths):
    session = onnxruntime.InferenceSession(model)
    t = json.load(open(os.path.splitext(model)[0] + ".json"))["temperature"]
    order = np.random.default_rng(5)
    out = []
    for file in map(LabelFile, paths):
        for x, c, f in zip(file.pixels, file.classes, file.flags):
            z = session.run(None, {"window": np.asarray(x)[:, None].astype(np.float32) * np.float32(SCALE) - 1})[0] / t
            p = np.exp(z - z.max(1, keepdims=True))
            p /= p.sum(1, keepdims=True)
            p[c == FLAT] = np.eye(17)[0]
            p = probed(p.reshape(-1, 8, 17))
            whole = int(((c > 0) & (c < FLAT)).sum())
            shuffled = vote(p[:, order.permutation(8)])[0]
            out.append((*vote(p), shuffled, -1 if f & 1 else 1, whole, f >> 2 & 3, f >> 4 & 3, f >> 6 & 1))
    s, bad, shuffled, truth, whole, severity, view, printed = map(np.array, zip(*out))
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
    print(f"decided with the marks shuffled: {(SLOPE * abs(shuffled) >= np.log(DECIDE / (1 - DECIDE))).sum()} of {len(s)}")
    has = s != 0
    for slope in (0.2, 0.3, 0.4, 0.55, 0.7, 0.9):
        p = 1 / (1 + np.exp(-np.minimum(slope * abs(s[has]), MOST)))
        print(f"slope {slope}: loss {-np.log(np.where(right[has], p, 1 - p)).mean():.5f}, least p {p.min():.4f}")


main(*sys.argv[1:])
