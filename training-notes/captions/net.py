"""The caption net: a strip 32 pixels high to the letters along it."""

import torch
from torch import nn
from torch.nn import functional as F

from lines import LETTERS

CLASSES = 1 + len(LETTERS)


def conv(cin, cout, size, stride, pad):
    return nn.Sequential(nn.Conv2d(cin, cout, size, stride, pad, bias=False), nn.BatchNorm2d(cout), nn.ReLU())


class Along(nn.Module):
    """Mixes nine steps of each channel, then the channels."""

    def __init__(self, n):
        super().__init__()
        self.steps = nn.Sequential(nn.Conv2d(n, n, (1, 9), padding=(0, 4), groups=n, bias=False), nn.BatchNorm2d(n), nn.ReLU())
        self.mix = nn.Sequential(nn.Conv2d(n, n, 1, bias=False), nn.BatchNorm2d(n))

    def forward(self, x):
        return F.relu(x + self.mix(self.steps(x)))


class CaptionNet(nn.Module):
    """Strips [N,1,32,W], ground 0 and ink 1, W a multiple of 2, to logits [N,CLASSES,1,W/2]. 31 M multiplications for W = 320."""

    def __init__(self, wide=96):
        super().__init__()
        self.net = nn.Sequential(
            conv(1, 16, 3, (2, 2), 1), conv(16, 32, 3, (2, 1), 1), conv(32, 48, 3, (2, 1), 1), conv(48, wide, (4, 3), 1, (0, 1)),
            Along(wide), Along(wide), Along(wide), Along(wide), nn.Conv2d(wide, CLASSES, 1))

    def forward(self, x):
        return self.net(x)
