"""Fits how a square model's logits become probabilities and prints how honest and how sure it then is.

    calibrate.py MODEL.onnx FIT.flt TEST.flt OUT.json

Both files hold families kept out of training; the fit is made on the first and everything is reported on the second.
The temperature is the one of the least loss. The logit of an unknown man is the highest of those whose calibration error
on occupied squares is within a twentieth of the least. Writes {"temperature", "unknown_man", "calibration"} for the card.
"""

import json
import sys

import numpy as np
import onnx.utils
import onnxruntime

from tiles import SCALE, SHIFT, TileFile


def softmax(z):
    e = np.exp(z - z.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def probabilities(z, temperature, unknown):
    """As `SquareProbs::from_logits` of `crates/classify`: a man is believed as far as men's logits are above `unknown`."""
    p, men = softmax(z / temperature), z[..., 1:]
    top = men.max(-1)
    known = np.exp((men - top[..., None]) / temperature).sum(-1)
    p[..., 1:] *= (known / (known + np.exp((unknown - top) / temperature)))[..., None]
    return p


def summarise(e, first):
    """The same sums as `summarise` in net.py. e: [64,E], first: [64,13]."""
    p = softmax(first)
    dark = (np.arange(64) // 8 + np.arange(64) % 8) % 2
    mean = lambda w: (w[:, None] * e).sum(0) / (w.sum() + 0.5)
    empty = [mean(p[:, 0] * (dark == c)) for c in (0, 1)]
    white, black = mean(p[:, 1:7].sum(1)), mean(p[:, 7:].sum(1))
    return np.stack([np.concatenate([white, black, empty[c], empty[1 - c]]) for c in dark]).astype(np.float32)


def logits(model, file):
    """As `OnnxSquareNet` of `crates/classify` reads: squares in doubt again, a pixel off each way and mirrored, and men
    mirrored."""
    parts = onnx.utils.Extractor(onnx.load(model))
    trunk, head = (
        onnxruntime.InferenceSession(parts.extract_model(*cut).SerializeToString())
        for cut in ((["tile"], ["embedding", "first_logits"]), (["embedding", "summary"], ["logits"]))
    )
    look = lambda tiles: trunk.run(["embedding", "first_logits"], {"tile": np.ascontiguousarray(tiles)})
    judge = lambda e, summary: head.run(["logits"], {"embedding": e, "summary": summary})[0]
    out = np.empty((len(file), 64, 13), np.float32)
    for k in range(len(file)):
        tile = (file.pixels[k].astype(np.float32) * SCALE + SHIFT)[:, None]
        side = tile.shape[-1]
        e, first = look(tile)
        summary = summarise(e, first)
        once = judge(e, summary)
        doubtful = softmax(once).max(-1) < 0.98
        edged = np.pad(tile, ((0, 0), (0, 0), (1, 1), (1, 1)), mode="edge")
        views = [(edged[:, :, y : y + side, x : x + side], doubtful) for x, y in ((0, 1), (2, 1), (1, 0), (1, 2))]
        views.append((tile[..., ::-1], doubtful | (once.argmax(-1) > 0)))
        total, looks = once.copy(), np.ones((64, 1), np.float32)
        for view, squares in views:
            if squares.any():
                moved = e.copy()
                moved[squares] = look(view[squares])[0]
                total[squares] += judge(moved, summary)[squares]
                looks[squares] += 1
        out[k] = total / looks
    return out


def loss(z, y, t):
    p = softmax(z / t)
    return float(-np.log(np.take_along_axis(p, y[..., None], -1).clip(1e-9)).mean())


def reliability(p, right, bins=(0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 0.9999, 1.0001)):
    rows, error = [], 0.0
    for low, high in zip(bins, bins[1:]):
        inside = (p >= low) & (p < high)
        if inside.any():
            rows.append([low, int(inside.sum()), round(float(p[inside].mean()), 5), round(float(right[inside].mean()), 5)])
            error += inside.mean() * abs(p[inside].mean() - right[inside].mean())
    return rows, float(error)


def main(model, fit, test, out):
    fit, test = TileFile(fit), TileFile(test)
    z, y = logits(model, fit), np.asarray(fit.labels).astype(int)
    temperature = min(np.arange(0.6, 3.0, 0.02), key=lambda t: loss(z, y, t))

    def error_on_men(unknown):
        p = probabilities(z, temperature, unknown)[y > 0]
        return reliability(p.max(-1), p.argmax(-1) == y[y > 0])[1]

    errors = {u: error_on_men(u) for u in np.arange(-3, 4, 0.25)}
    unknown = max(u for u, error in errors.items() if error <= 1.05 * min(errors.values()))
    z, y = logits(model, test), np.asarray(test.labels).astype(int)
    p = probabilities(z, temperature, unknown)
    read, top = p.argmax(-1), p.max(-1)
    rows, error = reliability(top.ravel(), (read == y).ravel())
    men = y > 0
    _, error_men = reliability(top[men], (read == y)[men])
    exact, least = (read == y).all(1), top.min(1)
    print(f"temperature {temperature:.2f}, unknown man {unknown:.2f}; calibration error {error:.4f}, on men {error_men:.4f}")
    print(f"boards exact {exact.mean():.4f}; occupied squares wrong {(read != y)[men].mean():.4f}")
    for row in rows:
        print("  p from", *row)
    for threshold in (0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999):
        sure = least >= threshold
        print(f"  every square >= {threshold}: sure {sure.mean():.3f}, wrong among them {int((sure & ~exact).sum())}/{int(sure.sum())}")
    for name, mask in {"clean": 0, "light": 1, "hard": 2}.items():
        chosen = (test.style & 3) == mask
        print(f"  {name}: exact {exact[chosen].mean():.4f} of {int(chosen.sum())}")
    json.dump({"temperature": round(float(temperature), 2), "unknown_man": float(unknown),
               "calibration": {"expected_calibration_error": round(error, 5), "on_occupied_squares": round(error_men, 5),
                               "reliability": {"columns": ["p from", "squares", "mean p", "share right"], "rows": rows}}},
              open(out, "w"))


if __name__ == "__main__":
    main(*sys.argv[1:])
