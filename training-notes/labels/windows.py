"""Reads the files that `fenlens-synth labels` writes."""

import numpy as np

NONE, FLAT, PARTLY = 0, 254, 255

# A byte b stands for b * SCALE - 1, see `fenlens-synth labels --help`.
SCALE = 2 / 255


class LabelFile:
    """pixels: u8 [boards, windows, 24, 24]; classes: u8 [boards, windows]; flags: u8 [boards]."""

    def __init__(self, path: str):
        raw = np.memmap(path, np.uint8, "r")
        if bytes(raw[:4]) != b"FLL1":
            raise ValueError(f"{path}: not a file of kind FLL1")
        n, windows, side = (int(v) for v in raw[4:16].view("<u4"))
        at = 16 + n * windows * side * side
        self.pixels = raw[16:at].reshape(n, windows, side, side)
        self.classes = raw[at : at + n * windows].reshape(n, windows)
        self.flags = raw[at + n * windows :]

    def training(self, rng, empty: int = 24):
        """All labels and up to `empty` windows a board without one: pixels u8 [N,24,24], classes [N]."""
        pixels, classes = [], []
        for x, c in zip(self.pixels, self.classes):
            c = np.asarray(c)
            none = np.flatnonzero(c == NONE)
            chosen = np.concatenate([np.flatnonzero((c > 0) & (c < FLAT)), rng.permutation(none)[:empty]])
            pixels.append(np.asarray(x[chosen]))
            classes.append(c[chosen])
        return np.concatenate(pixels), np.concatenate(classes)
