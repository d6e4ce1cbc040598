"""The label net: one window of 24×24 pixels to 17 classes (none, 1-8, a-h in either case)."""

import torch
from torch import nn
from torch.nn import functional as F

CLASSES = 17
WINDOW = 24


def conv(cin: int, cout: int):
    return nn.Sequential(nn.Conv2d(cin, cout, 3, padding=1, bias=False), nn.BatchNorm2d(cout), nn.ReLU(), nn.MaxPool2d(2))


class LabelNet(nn.Module):
    """Windows [N,1,24,24], -1..1 with the ground at 0, to logits [N,17]. 0.5 M multiplications."""

    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(conv(1, 8), conv(8, 20), conv(20, 40))
        self.hidden = nn.Linear(360, 64)
        self.out = nn.Linear(64, CLASSES)

    def forward(self, x):
        return self.out(F.relu(self.hidden(self.features(x).flatten(1))))
