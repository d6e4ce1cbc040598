"""The detector's net: a small fully convolutional net with skips (U-Net-like).

Input  [B, 3, H, W]: RGB, each picture shifted by its own mean and divided by its own deviation (one mean and
                     one deviation over all channels, so that hues of equal luminance stay apart);
                     H and W multiples of 32.
Output [B, 3, H/4, W/4]: logits of the board mask, of the lattice points and of the field's outline.
"""
import torch
from torch import nn
import torch.nn.functional as F


class Conv(nn.Module):
    def __init__(self, cin, cout, stride=1, k=3):
        super().__init__()
        self.conv = nn.Conv2d(cin, cout, k, stride, k // 2, bias=False)
        self.norm = nn.BatchNorm2d(cout, momentum=0.03)

    def forward(self, x):
        return F.relu(self.norm(self.conv(x)), inplace=True)


class Residual(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.conv = nn.Conv2d(c, c, 3, 1, 1, bias=False)
        self.norm = nn.BatchNorm2d(c, momentum=0.03)

    def forward(self, x):
        return F.relu(x + self.norm(self.conv(x)), inplace=True)


class Separable(nn.Module):
    """A residual of a convolution of each channel by itself and one that mixes them."""

    def __init__(self, c):
        super().__init__()
        self.each = nn.Conv2d(c, c, 3, 1, 1, groups=c, bias=False)
        self.conv = nn.Conv2d(c, c, 1, bias=False)
        self.norm = nn.BatchNorm2d(c, momentum=0.03)

    def forward(self, x):
        return F.relu(x + self.norm(self.conv(self.each(x))), inplace=True)


# Channels at a half, a quarter, ... of the size: of boards-v1 to -v4, and of what is slimmed from them.
WIDE = (16, 32, 56, 80, 112)
SLIM = (12, 24, 48, 64, 96)


class LatticeNet(nn.Module):
    def __init__(self, c=SLIM, last=Separable, cin=3, cout=3):
        super().__init__()
        c2, c4, c8, c16, c32 = c
        self.stem = Conv(cin, c2, 2)
        self.d4 = Conv(c2, c4, 2)
        self.d8 = nn.Sequential(Conv(c4, c8, 2), Residual(c8))
        self.d16 = nn.Sequential(Conv(c8, c16, 2), Residual(c16), Residual(c16))
        self.d32 = nn.Sequential(Conv(c16, c32, 2), Residual(c32), Residual(c32))
        self.l16 = nn.Conv2d(c32, c16, 1)
        self.u16 = Residual(c16)
        self.l8 = nn.Conv2d(c16, c8, 1)
        self.u8 = Residual(c8)
        self.l4 = nn.Conv2d(c8, c4, 1)
        self.u4 = last(c4)
        self.head = nn.Conv2d(c4, cout, 1)
        nn.init.constant_(self.head.bias, -2.0)

    def forward(self, x):
        x4 = self.d4(self.stem(x))
        x8 = self.d8(x4)
        x16 = self.d16(x8)
        x32 = self.d32(x16)
        y = self.u16(F.relu(x16 + up(self.l16(x32))))
        y = self.u8(F.relu(x8 + up(self.l8(y))))
        y = self.u4(F.relu(x4 + up(self.l4(y))))
        return self.head(y)


def like(state):
    """The net that these weights belong to."""
    c = [len(state[f"{k}.conv.weight"]) for k in ("stem", "d4", "d8.0", "d16.0", "d32.0")]
    net = LatticeNet(c, Separable if "u4.each.weight" in state else Residual)
    net.load_state_dict(state)
    return net


def up(x):
    return F.interpolate(x, scale_factor=2.0, mode="nearest")


def count_flops(net, h, w):
    total = 0

    def hook(m, i, o):
        nonlocal total
        total += 2 * o.numel() * m.weight[0].numel()

    hooks = [m.register_forward_hook(hook) for m in net.modules() if isinstance(m, nn.Conv2d)]
    with torch.no_grad():
        net.eval()(torch.zeros(1, 3, h, w))
    for k in hooks:
        k.remove()
    return total


if __name__ == "__main__":
    n = LatticeNet()
    print("parameters", sum(p.numel() for p in n.parameters()), "MFLOP at 448", count_flops(n, 448, 448) / 1e6)
