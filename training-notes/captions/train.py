"""Trains the caption net for a given time and keeps its averaged weights.

    train.py --data FILE.flc... --holdout HOLD.flc --out RUN --minutes 30
"""

import argparse
import copy
import glob
import json
import math
import os
import time

import numpy as np
import torch
from torch.nn import functional as F

from lines import LETTERS, fold, read
from net import CaptionNet

INDEX = {c: i + 1 for i, c in enumerate(LETTERS)}


def load(paths):
    """Strips and texts, ordered by width, so that a batch has little empty space."""
    rows = [(p, fold(s), f, t) for path in paths for p, f, t, s in read(path)]
    return sorted((r for r in rows if r[1]), key=lambda r: r[0].shape[1])


def batch_of(rows):
    width = -(-max(r[0].shape[1] for r in rows) // 16) * 16
    x = np.full((len(rows), 1, 32, width), 64, np.uint8)
    for i, r in enumerate(rows):
        x[i, 0, :, : r[0].shape[1]] = r[0]
    return torch.from_numpy(x).float() * (2 / 255) - 0.5


def augment(x, rng):
    n = x.shape[0]
    u = lambda low, high: torch.rand(n, 1, 1, 1, generator=rng) * (high - low) + low
    shift = int(torch.randint(-2, 3, (1,), generator=rng))
    x = torch.roll(x, shift, 2)
    x = x * u(0.75, 1.15) + u(-0.06, 0.06)
    return (x + torch.randn(x.shape, generator=rng) * u(0, 0.08) * (u(0, 1) < 0.4)).clamp(-0.5, 1.5)


def decode(logits):
    """logits [C, T] to text, the likeliest class of each step."""
    out, last = [], 0
    for k in logits.argmax(0).tolist():
        if k and k != last:
            out.append(LETTERS[k - 1])
        last = k
    return " ".join("".join(out).split())


def distance(a, b):
    row = list(range(len(b) + 1))
    for i, c in enumerate(a):
        left, row[0] = row[0], i + 1
        for j, d in enumerate(b):
            left, row[j + 1] = row[j + 1], min(row[j + 1] + 1, row[j] + 1, left + (c != d))
    return row[-1]


@torch.no_grad()
def evaluate(net, rows, show=0):
    net.eval()
    wrong = letters = 0
    groups = {}
    for i in range(0, len(rows), 64):
        part = rows[i : i + 64]
        z = net(batch_of(part)).squeeze(2)
        for (p, text, flags, tall), logits in zip(part, z):
            found = decode(logits[:, : p.shape[1] // 2])
            d = distance(found, text)
            wrong, letters = wrong + d, letters + len(text)
            legible = flags & 3 < 2 and tall >= 7
            g = groups.setdefault("legible" if legible else "faint", [0, 0, 0, 0])
            for j, v in enumerate((1, d == 0, d <= max(1, len(text) // 8), d / max(1, len(text)))):
                g[j] += v
            if legible and d and show > 0:
                show -= 1
                print(f"   {text!r} read {found!r}")
    return {"letters_wrong": wrong / letters} | {
        k: {"lines": n, "exact": round(e / n, 4), "near": round(o / n, 4), "letters_wrong": round(c / n, 4)} for k, (n, e, o, c) in groups.items()}


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--data", required=True, help="files, as a pattern; new ones are taken up as they appear")
    ap.add_argument("--holdout", required=True)
    ap.add_argument("--out", required=True)
    ap.add_argument("--start", help="checkpoint to start from")
    ap.add_argument("--minutes", type=float, default=30)
    ap.add_argument("--batch", type=int, default=64)
    ap.add_argument("--rate", type=float, default=3e-3)
    ap.add_argument("--seed", type=int, default=1)
    a = ap.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(a.seed)
    rng, order = torch.Generator().manual_seed(a.seed), np.random.default_rng(a.seed)
    os.makedirs(a.out, exist_ok=True)
    held = load([a.holdout])
    net = CaptionNet().to(memory_format=torch.channels_last)
    if a.start:
        net.load_state_dict(torch.load(a.start))
    average = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), a.rate, weight_decay=0.02)
    began, step, seen, files = time.time(), 0, 0, []
    queue = []
    while (share := (time.time() - began) / (60 * a.minutes)) < 1:
        if not queue:
            present = sorted(glob.glob(a.data))
            if present != files:
                files, rows = present, load(present)
                print(f"{len(rows)} strips", flush=True)
            starts = np.arange(0, len(rows) - a.batch, a.batch) + order.integers(a.batch)
            queue = order.permutation(starts[starts + a.batch <= len(rows)])[:200].tolist()
        at = queue.pop()
        part = rows[at : at + a.batch]
        x = augment(batch_of(part), rng)
        net.train()
        with torch.autocast("cpu", torch.bfloat16):
            logits = net(x.contiguous(memory_format=torch.channels_last)).float()
        log = F.log_softmax(logits.squeeze(2).permute(2, 0, 1), 2)
        labels = [[INDEX[c] for c in r[1]] for r in part]
        sizes = torch.tensor([max(1, r[0].shape[1] // 2) for r in part])
        loss = F.ctc_loss(log, torch.tensor(sum(labels, [])), sizes, torch.tensor([len(l) for l in labels]), zero_infinity=True)
        for group in optimiser.param_groups:
            group["lr"] = a.rate * min(1, (step + 1) / 200) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * share)))
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        decay = min(0.998, (step + 1) / (step + 20))
        with torch.no_grad():
            for p, q in zip(average.state_dict().values(), net.state_dict().values()):
                p.lerp_(q, 1 - decay) if p.dtype.is_floating_point else p.copy_(q)
        step, seen = step + 1, seen + len(part)
        if step % 200 == 0:
            print(f"step {step} loss {loss.item():.3f} {time.time() - began:.0f} s", flush=True)
        if step % 1000 == 0:
            torch.save(average.state_dict(), os.path.join(a.out, "last.pt"))
            print(evaluate(average, held[::4], show=6), flush=True)
    torch.save(average.state_dict(), os.path.join(a.out, "last.pt"))
    scores = evaluate(average, held, show=40) | {
        "steps": step, "strips": len(rows), "strips_seen": seen, "minutes": round((time.time() - began) / 60, 1), "seed": a.seed}
    print(json.dumps(scores))
    json.dump(scores, open(os.path.join(a.out, "scores.json"), "w"))


if __name__ == "__main__":
    main()
