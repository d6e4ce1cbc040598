"""Trains the square classifier on tile files and keeps the best averaged weights.

    train.py --tiles 'DIR/train-%03d.flt' --files 40 --holdout DIR/holdout.flt --out RUN

Files are used in their order, each once fresh and once more on average as replay, so a generator
may still be writing the later ones. The same files and seed give the same run.
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

from net import SquareNet
from tiles import SCALE, SHIFT, TileFile, wait_for


def augment(x: torch.Tensor, rng: torch.Generator, mirrored: float) -> torch.Tensor:
    """Board-wide changes that cost nothing to make here: contrast, gamma, noise, mirror.

    x: [B,64,S,S] on the board's gray scale; mirrored: share of the boards that are.
    """
    n = x.shape[0]

    def uniform(low, high):
        return torch.rand(n, 1, 1, 1, generator=rng) * (high - low) + low

    gamma = torch.exp(uniform(-0.35, 0.35))
    x = torch.where(x > 0, x.clamp(min=1e-4) ** gamma, x)
    x = x * uniform(0.85, 1.1) + uniform(-0.07, 0.07)
    noise = torch.randn(x.shape, generator=rng) * uniform(0, 0.05) * (uniform(0, 1) < 0.4)
    x = (x + noise).clamp(-0.25, 1.25)
    # A mirrored board is another family whose knights look the other way. Tile k of the mirrored
    # board would lie at another file; labels stay with their tiles, so only the pixels turn.
    mirror = (torch.rand(n, generator=rng) < mirrored).view(n, 1, 1, 1)
    return torch.where(mirror, x.flip(3), x)


def board_batch(file: TileFile, rows: np.ndarray):
    x = torch.from_numpy(np.ascontiguousarray(file.pixels[rows])).float() * SCALE + SHIFT
    return x, torch.from_numpy(np.ascontiguousarray(file.labels[rows])).long()


def targets(labels: torch.Tensor) -> torch.Tensor:
    """Chances of the classes, [N,13]: bits 0-3 of a label are its class; bits 4-7 say in how many of sixteen the square
    is empty, where a man stands half on it."""
    empty = (labels >> 4).float() / 16
    chances = F.one_hot(labels & 15, 13) * (1 - empty)[:, None]
    chances[:, 0] += empty
    return chances


@torch.no_grad()
def evaluate(net, file: TileFile, boards: int):
    """Scores by family, averaged over families: loss, exact boards, wrong occupied squares."""
    net.eval()
    n = min(boards, len(file))
    rows = np.linspace(0, len(file) - 1, n).astype(int)
    families = {}
    confusion = np.zeros((13, 13), int)
    for start in range(0, n, 16):
        part = rows[start : start + 16]
        x, y = board_batch(file, part)
        _, logits = net(x.view(-1, 1, *x.shape[2:]))
        losses = F.cross_entropy(logits, y.view(-1), reduction="none").view(-1, 64)
        read = logits.argmax(1).view(-1, 64)
        np.add.at(confusion, (y.numpy().ravel(), read.numpy().ravel()), 1)
        for k, family in enumerate(file.family[part]):
            f = families.setdefault(int(family), [0, 0.0, 0, 0, 0])
            men = y[k] > 0
            f[0] += 1
            f[1] += losses[k].mean().item()
            f[2] += int((read[k] == y[k]).all())
            f[3] += int((read[k] != y[k])[men].sum())
            f[4] += int(men.sum())
    mean = lambda value: float(np.mean([value(f) for f in families.values()]))
    recall = confusion.diagonal() / confusion.sum(1).clip(1)
    return {
        "loss": mean(lambda f: f[1] / f[0]),
        "exact": mean(lambda f: f[2] / f[0]),
        "occupied_wrong": mean(lambda f: f[3] / max(1, f[4])),
        "worst_class": float(recall.min()),
        "families": {k: [f[0], round(f[2] / f[0], 3), f[3]] for k, f in sorted(families.items())},
    }


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--tiles", required=True, help="pattern of the training files, with %%03d")
    ap.add_argument("--files", type=int, required=True)
    ap.add_argument("--holdout", required=True, help="tile file of families kept out of training")
    ap.add_argument("--out", required=True, help="folder for checkpoints and the log")
    ap.add_argument("--boards", type=int, default=12, help="boards a step")
    ap.add_argument("--rate", type=float, default=2e-3, help="highest learning rate")
    ap.add_argument("--mirror", type=float, default=0.15, help="share of boards that are mirrored")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--threads", type=int, default=1)
    ap.add_argument("--start", help="checkpoint to start from")
    ap.add_argument("--trunk", action="store_true", help="start from the checkpoint's trunk only")
    ap.add_argument("--first", type=int, default=0, help="file to go on with when started from a checkpoint")
    a = ap.parse_args()
    torch.set_num_threads(a.threads)
    torch.manual_seed(a.seed)
    rng = torch.Generator().manual_seed(a.seed)
    order = np.random.default_rng(a.seed)
    os.makedirs(a.out, exist_ok=True)

    net = SquareNet().to(memory_format=torch.channels_last)
    if a.start:
        weights = torch.load(a.start)
        if a.trunk:
            weights = {name: w for name, w in weights.items() if name.startswith("trunk.")}
        net.load_state_dict(weights, strict=not a.trunk)
    average = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), a.rate, weight_decay=0.02)
    holdout = wait_for(a.holdout)
    first = wait_for(a.tiles % 0)
    steps = a.files * 2 * (len(first) // a.boards)
    step, best, began = a.first * 2 * (len(first) // a.boards), math.inf, time.time()
    files = [wait_for(a.tiles % number) for number in range(a.first)]
    log = open(os.path.join(a.out, "log.jsonl"), "a")
    for number in range(a.first, a.files):
        files.append(wait_for(a.tiles % number))
        fresh = order.permutation(len(files[-1]))
        half = max(1, a.boards // 2)
        for start in range(0, len(fresh) - half + 1, half):
            parts = [board_batch(files[-1], np.sort(fresh[start : start + half]))]
            old = files[order.integers(len(files))]
            parts.append(board_batch(old, np.sort(order.choice(len(old), a.boards - half, replace=False))))
            x, y = (torch.cat([p[i] for p in parts]) for i in (0, 1))
            x = augment(x, rng, a.mirror).view(-1, 1, *x.shape[2:])
            rate = a.rate * min(1.0, (step + 1) / 300) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * step / steps)))
            for group in optimiser.param_groups:
                group["lr"] = rate
            net.train()
            with torch.autocast("cpu", torch.bfloat16):
                early, logits = net(x.contiguous(memory_format=torch.channels_last))
                target = targets(y.view(-1))
                loss = F.cross_entropy(logits.float(), target) + 0.4 * F.cross_entropy(early.float(), target)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            decay = min(0.999, (step + 1) / (step + 20))
            with torch.no_grad():
                for p, q in zip(average.state_dict().values(), net.state_dict().values()):
                    if p.dtype.is_floating_point:
                        p.lerp_(q, 1 - decay)
                    else:
                        p.copy_(q)
            if step % 200 == 0:
                seconds = time.time() - began
                print(f"file {number} step {step}/{steps} loss {loss.item():.4f} rate {rate:.5f} {seconds:.0f} s", flush=True)
            step += 1
        scores = evaluate(average, holdout, 600)
        scores |= {"file": number, "step": step, "seconds": round(time.time() - began)}
        log.write(json.dumps(scores) + "\n")
        log.flush()
        print({k: v for k, v in scores.items() if k != "families"}, flush=True)
        torch.save(average.state_dict(), os.path.join(a.out, "last.pt"))
        if scores["loss"] < best:
            best = scores["loss"]
            torch.save(average.state_dict(), os.path.join(a.out, "best.pt"))


main()
