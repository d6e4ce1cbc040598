"""The label net: one window of 24×24 pixels to 17 classes (none, 1-8, a-h in either case)."""

import torch
from torch import nn
from torch.nn import functional as F

CLASSES = 17
WINDOW = 24


def conv(cin: int, cout: int, side: int):
    """Halves the sides: maps that are pooled instead cost three times as long in tract."""
    return nn.Sequential(nn.Conv2d(cin, cout, side, 2, side // 2 - 1, bias=False), nn.BatchNorm2d(cout), nn.ReLU())


class LabelNet(nn.Module):
    """Windows [N,1,24,24], -1..1 with the ground at 0, to logits [N,17]. 0.7 M multiplications."""

    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(conv(1, 16, 6), conv(16, 32, 4), conv(32, 64, 4))
        self.hidden = nn.Linear(576, 64)
        self.out = nn.Linear(64, CLASSES)

    def forward(self, x):
        return self.out(F.relu(self.hidden(self.features(x).flatten(1))))
