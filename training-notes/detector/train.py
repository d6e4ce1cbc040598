"""Trains the detector's net on the CPU; may be stopped and resumed at any time.

    train.py --data DIR[:WEIGHT] ... --out RUN_DIR --minutes M [--seed S] [--freeze 0.6] [--teacher CHECKPOINT]

The learning rate follows a cosine over the minutes given (time spent, kept in the checkpoint). Folders are scanned
again now and then, so shards may arrive while it runs. A fresh run may start from another's weights (--init).
With a teacher, half of what is asked for are its maps, where there is a board at all.
"""
import argparse, itertools, os, time
import numpy as np
import torch
import torch.nn.functional as F
from data import CROP, DESKTOPS, Shards, batch
from net import WIDE, LatticeNet, Residual, like

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


class Batches(torch.utils.data.IterableDataset):
    """Views and crops of one step after another, made by a process of their own."""

    def __init__(self, folders, seed, views, crops, desktops):
        self.folders, self.seed, self.desktops = folders, seed, desktops
        self.looks = ((views, VIEW, 1), (crops, CROP, 2))

    def __iter__(self):
        torch.set_num_threads(1)
        shards, r = Shards(self.folders), np.random.default_rng(self.seed)
        for step in itertools.count():
            if step % 200 == 199:
                shards.scan()
            looks = [batch(shards, r, n, size, stage, self.desktops) for n, size, stage in self.looks]
            yield [tuple(map(torch.from_numpy, look)) for look in looks]


def main():
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--data", nargs="+", required=True), ap.add_argument("--out", required=True)
    ap.add_argument("--minutes", type=float, default=60), ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--lr", type=float, default=2e-3), ap.add_argument("--freeze", type=float, default=0.6)
    ap.add_argument("--views", type=int, default=8), ap.add_argument("--crops", type=int, default=16)
    ap.add_argument("--decay", type=float, default=0.998, help="of the mean of weights that is kept")
    ap.add_argument("--desktops", type=float, default=DESKTOPS, help="share of the views that are large screens")
    ap.add_argument("--wide", action="store_true", help="a net of the width of boards-v1 to -v4, where none is given by --init")
    ap.add_argument("--init"), ap.add_argument("--teacher"), ap.add_argument("--threads", type=int, default=1)
    a = ap.parse_args()
    torch.set_num_threads(a.threads)
    torch.manual_seed(a.seed)
    os.makedirs(a.out, exist_ok=True)
    folders = [(d.rsplit(":", 1)[0], float(d.rsplit(":", 1)[1])) if ":" in d else (d, 1.0) for d in a.data]
    weights = lambda path: torch.load(path, map_location="cpu", weights_only=True)["ema"]
    fresh = lambda: LatticeNet(WIDE, Residual) if a.wide else LatticeNet()
    net = (like(weights(a.init)) if a.init else fresh()).to(memory_format=torch.channels_last)
    teacher = like(weights(a.teacher)).eval().to(memory_format=torch.channels_last) if a.teacher else None
    opt = torch.optim.AdamW(net.parameters(), a.lr, weight_decay=0.01)
    path = os.path.join(a.out, "last.pt")
    step, seconds, seen = 0, 0.0, 0
    if os.path.exists(path):
        ck = torch.load(path, map_location="cpu", weights_only=True)
        net.load_state_dict(ck["net"]), opt.load_state_dict(ck["opt"])
        step, seconds, seen = ck["step"], ck["seconds"], ck["seen"]
        ema = ck["ema"]
    else:
        ema = {k: v.clone() for k, v in net.state_dict().items()}
    batches = Batches(folders, [a.seed, step], a.views, a.crops, a.desktops)
    batches = iter(torch.utils.data.DataLoader(batches, batch_size=None, num_workers=1, prefetch_factor=3))
    net.train()
    frozen = False
    mean, saved = None, time.time()
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
        total = torch.zeros(2, 3)
        opt.zero_grad()
        for k, (x, t) in enumerate(next(batches)):
            x = normalise(x)
            with torch.autocast("cpu", torch.bfloat16):
                y = net(x)
                if teacher is not None:
                    with torch.no_grad():
                        shown = t.amax((1, 2, 3), keepdim=True) > 0
                        t = torch.where(shown, 0.5 * (t + torch.sigmoid(teacher(x).float())), t)
            per = loss_of(y.float(), t)
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
            print(f"{step} {seconds/60:.1f} min lr {lr:.5f} views/crops mask points outline: {row} "
                  f"({step / seconds:.2f} steps/s)", file=log, flush=True)
        if time.time() - saved > 120 or seconds >= a.minutes * 60:
            torch.save({"net": net.state_dict(), "opt": opt.state_dict(), "ema": ema, "step": step, "seconds": seconds,
                        "seen": seen, "seed": a.seed, "teacher": os.path.basename(a.teacher or ""),
                        "data": [os.path.basename(d.rstrip("/")) for d, _ in folders]},
                       path + ".part")
            os.replace(path + ".part", path)
            saved = time.time()


if __name__ == "__main__":
    main()
