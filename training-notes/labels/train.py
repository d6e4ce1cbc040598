"""Trains the label net for a given time and keeps its averaged weights.

    train.py --data FILE.fll... --holdout HOLD.fll --out RUN --minutes 9
"""

import argparse
import copy
import json
import math
import os
import time

import numpy as np
import torch
from torch.nn import functional as F

from net import CLASSES, LabelNet
from windows import FLAT, SCALE, LabelFile


def augment(x, rng):
    """x: [N,1,24,24]. Small shifts, contrast, noise, a turned-over ground."""
    n = x.shape[0]
    u = lambda low, high: torch.rand(n, 1, 1, 1, generator=rng) * (high - low) + low
    theta = torch.zeros(n, 2, 3)
    theta[:, 0, 0] = theta[:, 1, 1] = u(0.88, 1.12).view(-1)
    theta[:, 0, 1] = (u(-0.06, 0.06)).view(-1)
    theta[:, 0, 2], theta[:, 1, 2] = u(-0.1, 0.1).view(-1), u(-0.1, 0.1).view(-1)
    x = F.grid_sample(x, F.affine_grid(theta, x.shape, align_corners=False), padding_mode="border", align_corners=False)
    x = x * u(0.75, 1.15)
    x = x + torch.randn(x.shape, generator=rng) * u(0, 0.08) * (u(0, 1) < 0.4)
    return torch.where(u(0, 1) < 0.06, -x, x).clamp(-1, 1)


@torch.no_grad()
def evaluate(net, file, boards=400):
    net.eval()
    x = np.asarray(file.pixels[:boards]).reshape(-1, 1, 24, 24)
    y = np.asarray(file.classes[:boards]).reshape(-1)
    used = y < FLAT
    x, y = x[used], torch.from_numpy(y[used].astype(np.int64))
    z = torch.cat([net(torch.from_numpy(x[i : i + 2048]).float() * SCALE - 1) for i in range(0, len(x), 2048)])
    read, label = z.argmax(1), y > 0
    nll = {t: float(F.cross_entropy(z / t, y)) for t in np.arange(0.8, 2.5, 0.1)}
    return {
        "windows": len(y),
        "labels": int(label.sum()),
        "read_right": float((read == y)[label].float().mean()),
        "read_as_another": float(((read != y) & (read > 0))[label].float().mean()),
        "read_where_none": float((read > 0)[~label].float().mean()),
        "temperature": round(min(nll, key=nll.get), 2),
    }


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--data", nargs="+", required=True)
    ap.add_argument("--holdout", required=True)
    ap.add_argument("--out", required=True)
    ap.add_argument("--start", help="checkpoint to start from")
    ap.add_argument("--minutes", type=float, default=9)
    ap.add_argument("--batch", type=int, default=256)
    ap.add_argument("--rate", type=float, default=4e-3)
    ap.add_argument("--seed", type=int, default=1)
    a = ap.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(a.seed)
    rng, order = torch.Generator().manual_seed(a.seed), np.random.default_rng(a.seed)
    os.makedirs(a.out, exist_ok=True)
    parts = [LabelFile(p).training(order) for p in a.data]
    x, y = (np.concatenate([p[i] for p in parts]) for i in (0, 1))
    print(f"{len(y)} windows, {int((y > 0).sum())} labels", flush=True)
    net = LabelNet().to(memory_format=torch.channels_last)
    if a.start:
        net.load_state_dict(torch.load(a.start))
    average = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), a.rate, weight_decay=0.02)
    began, step = time.time(), 0
    while (share := (time.time() - began) / (60 * a.minutes)) < 1:
        rows = np.sort(order.choice(len(y), a.batch))
        batch = augment(torch.from_numpy(x[rows]).float().unsqueeze(1) * SCALE - 1, rng)
        net.train()
        with torch.autocast("cpu", torch.bfloat16):
            logits = net(batch.contiguous(memory_format=torch.channels_last)).float()
        loss = F.cross_entropy(logits, torch.from_numpy(y[rows].astype(np.int64)), label_smoothing=0.01)
        for group in optimiser.param_groups:
            group["lr"] = a.rate * min(1, (step + 1) / 100) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * share)))
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        decay = min(0.998, (step + 1) / (step + 20))
        with torch.no_grad():
            for p, q in zip(average.state_dict().values(), net.state_dict().values()):
                p.lerp_(q, 1 - decay) if p.dtype.is_floating_point else p.copy_(q)
        step += 1
        if step % 500 == 0:
            print(f"step {step} loss {loss.item():.4f} {time.time() - began:.0f} s", flush=True)
            torch.save(average.state_dict(), os.path.join(a.out, "last.pt"))
    torch.save(average.state_dict(), os.path.join(a.out, "last.pt"))
    scores = evaluate(average, LabelFile(a.holdout)) | {
        "steps": step, "windows_seen": step * a.batch, "minutes": round((time.time() - began) / 60, 1), "seed": a.seed}
    print(json.dumps(scores))
    json.dump(scores, open(os.path.join(a.out, "scores.json"), "w"))


main()
