"""Weights between two checkpoints of one line of training: what the later learned, with less of what it forgot.

    mix.py EARLIER.pt LATER.pt SHARE OUT.pt      # SHARE of the later one, 0..1
"""
import sys
import torch


def main(earlier, later, share, out):
    a, b = (torch.load(f, map_location="cpu", weights_only=True) for f in (earlier, later))
    share = float(share)
    mixed = {k: torch.lerp(a["ema"][k], v, share) if v.dtype.is_floating_point else v for k, v in b["ema"].items()}
    torch.save({**b, "ema": mixed, "share": share}, out)


main(*sys.argv[1:])
