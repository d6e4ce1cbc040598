"""Reads the tile files that `fenlens-synth tiles` writes."""

import os
import time

import numpy as np

# Quantised as round((v + 0.25) / 1.5 * 255), see `fenlens-synth tiles --help`.
SCALE, SHIFT = 1.5 / 255, -0.25


class TileFile:
    """One file of whole boards, memory-mapped.

    pixels: u8 [boards, 64, side, side] in image order; labels: u8 [boards, 64] in class order;
    family, style: u16 [boards].
    """

    def __init__(self, path: str):
        raw = np.memmap(path, np.uint8, "r")
        magic = bytes(raw[:4])
        if magic != b"FLT1":
            raise ValueError(f"{path}: begins with {magic!r}, a tile file begins with b'FLT1'")
        n, side = (int(v) for v in raw[4:12].view("<u4"))
        at = 12
        self.pixels = raw[at : at + n * 64 * side * side].reshape(n, 64, side, side)
        at += n * 64 * side * side
        self.labels = raw[at : at + n * 64].reshape(n, 64)
        at += n * 64
        # For the bits of `style` see `fenlens-synth tiles --help`.
        self.family, self.style = raw[at : at + 4 * n].view("<u2").reshape(n, 2).T

    def __len__(self):
        return len(self.labels)


def wait_for(path: str) -> TileFile:
    """The tile file at `path`, once its writer has renamed it into place."""
    while not os.path.exists(path):
        time.sleep(2)
    return TileFile(path)
