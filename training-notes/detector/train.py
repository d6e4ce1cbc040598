"""Trains the detector's net on one CPU thread; may be stopped and resumed at any time.

    train.py --data DIR[:WEIGHT] ... --out RUN_DIR --minutes M [--seed S] [--freeze 0.6]

The learning rate follows a cosine over the minutes given (time spent, kept in the checkpoint). Folders are scanned
again now and then, so shards may arrive while it runs. A fresh run may start from another's weights (--init).
"""
import argparse, os, time
import numpy as np
import torch
import torch.nn.functional as F
from data import CROP, Shards, batch
from net import LatticeNet

VIEW = 448
# Lattice points and outline fill few cells: their cells weigh more, and so do their maps.
WEIGHTS = (1.0, 8.0, 4.0)


def normalise(x):
    """uint8 [n, h, w, 3] to f32 [n, 3, h, w] (channels last in memory): each picture minus its mean, divided by its
    deviation (at least 4 levels)."""
    x = x.permute(0, 3, 1, 2).float()
    deviation, mean = torch.std_mean(x, dim=(1, 2, 3), keepdim=True, correction=0)
    return (x - mean) / deviation.clamp_min(4.0)


def loss_of(logits, target):
    t = target
    bce = F.binary_cross_entropy_with_logits(logits, t, reduction="none")
    w = torch.ones_like(t)
    w[:, 1:] += 3.0 * t[:, 1:]
    per = (bce * w).mean((0, 2, 3))
    return per


def main():
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--data", nargs="+", required=True), ap.add_argument("--out", required=True)
    ap.add_argument("--minutes", type=float, default=60), ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--lr", type=float, default=2e-3), ap.add_argument("--freeze", type=float, default=0.6)
    ap.add_argument("--views", type=int, default=8), ap.add_argument("--crops", type=int, default=16)
    ap.add_argument("--decay", type=float, default=0.998, help="of the mean of weights that is kept")
    ap.add_argument("--init")
    a = ap.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(a.seed)
    os.makedirs(a.out, exist_ok=True)
    folders = [(d.rsplit(":", 1)[0], float(d.rsplit(":", 1)[1])) if ":" in d else (d, 1.0) for d in a.data]
    shards = Shards(folders)
    net = LatticeNet().to(memory_format=torch.channels_last)
    opt = torch.optim.AdamW(net.parameters(), a.lr, weight_decay=0.01)
    path = os.path.join(a.out, "last.pt")
    step, seconds, seen = 0, 0.0, 0
    if os.path.exists(path):
        ck = torch.load(path, map_location="cpu", weights_only=True)
        net.load_state_dict(ck["net"]), opt.load_state_dict(ck["opt"])
        step, seconds, seen = ck["step"], ck["seconds"], ck["seen"]
        ema = ck["ema"]
    else:
        if a.init:
            net.load_state_dict(torch.load(a.init, map_location="cpu", weights_only=True)["ema"])
        ema = {k: v.clone() for k, v in net.state_dict().items()}
    r = np.random.default_rng([a.seed, step])
    net.train()
    frozen = False
    mean, saved, start = None, time.time(), time.time()
    log = open(os.path.join(a.out, "log.txt"), "a")
    while seconds < a.minutes * 60:
        t0 = time.time()
        progress = seconds / (a.minutes * 60)
        lr = a.lr * min(1.0, (step + 1) / 200) * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * progress)))
        for g in opt.param_groups:
            g["lr"] = float(lr)
        if progress > a.freeze and not frozen:
            # From here the statistics of serving are used in training too: views and crops differ in theirs.
            frozen = True
            for m in net.modules():
                if isinstance(m, torch.nn.BatchNorm2d):
                    m.eval()
        if step % 200 == 199:
            shards.scan()
        total = torch.zeros(2, 3)
        opt.zero_grad()
        for k, (n, size, stage) in enumerate(((a.views, VIEW, 1), (a.crops, CROP, 2))):
            x, t = batch(shards, r, n, size, stage)
            x = normalise(torch.from_numpy(x))
            with torch.autocast("cpu", torch.bfloat16):
                y = net(x)
            per = loss_of(y.float(), torch.from_numpy(t))
            (per * torch.tensor(WEIGHTS)).sum().backward()
            total[k] = per.detach()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        opt.step()
        step += 1
        seen += a.views + a.crops
        decay = min(a.decay, (step + 1) / (step + 20))
        with torch.no_grad():
            for k, v in net.state_dict().items():
                if v.dtype.is_floating_point:
                    ema[k].lerp_(v, 1 - decay)
                else:
                    ema[k].copy_(v)
        mean = total if mean is None else mean * 0.98 + total * 0.02
        seconds += time.time() - t0
        if step % 50 == 0:
            row = " ".join(f"{v:.4f}" for v in mean.flatten().tolist())
            print(f"{step} {seconds/60:.1f} min lr {lr:.5f} views/crops mask points outline: {row} ({len(shards)} pictures, "
                  f"{step / (time.time() - start):.2f} steps/s)", file=log, flush=True)
        if time.time() - saved > 120 or seconds >= a.minutes * 60:
            torch.save({"net": net.state_dict(), "opt": opt.state_dict(), "ema": ema, "step": step, "seconds": seconds,
                        "seen": seen, "seed": a.seed, "data": [os.path.basename(d.rstrip("/")) for d, _ in folders]},
                       path + ".part")
            os.replace(path + ".part", path)
            saved = time.time()


if __name__ == "__main__":
    main()
