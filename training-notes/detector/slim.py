"""Cuts a slimmer net from a wide one, to train on with the wide one as teacher.

    slim.py WIDE.pt DATA_DIR OUT.pt

At each scale the channels are kept whose part in what the convolutions after it make is largest: the squares of
their weights times the mean square of the channel on pictures of DATA_DIR. Of the last residual, each channel's
kernels are given by the first singular vectors: one kernel for the channel, one weight to each output.
"""
import sys
import numpy as np
import torch
from torch import nn
from data import CROP, Shards, batch
from net import SLIM, like
from train import VIEW, normalise

# By scale: what writes its channels and what reads them.
SCALES = (
    (["stem.conv"], ["d4.conv"]),
    (["d4.conv", "l4", "u4.conv"], ["d8.0.conv", "u4.conv", "head"]),
    (["d8.0.conv", "d8.1.conv", "l8", "u8.conv"], ["d8.1.conv", "d16.0.conv", "u8.conv", "l4"]),
    (["d16.0.conv", "d16.1.conv", "d16.2.conv", "l16", "u16.conv"], ["d16.1.conv", "d16.2.conv", "d32.0.conv", "u16.conv", "l8"]),
    (["d32.0.conv", "d32.1.conv", "d32.2.conv"], ["d32.1.conv", "d32.2.conv", "l16"]),
)


def main(wide, folder, out):
    net = like(torch.load(wide, map_location="cpu", weights_only=True)["ema"]).eval()
    modules = dict(net.named_modules())
    power = {}
    for name, m in modules.items():
        if isinstance(m, nn.Conv2d):
            m.register_forward_hook(lambda m, i, o, name=name: power.__setitem__(name, i[0].square().mean((0, 2, 3))))
    shards, r = Shards([(folder, 1.0)]), np.random.default_rng(1)
    state = {k: v.clone() for k, v in net.state_dict().items()}
    part = {}
    for n, size, stage in ((24, VIEW, 1), (48, CROP, 2)):
        with torch.no_grad():
            net(normalise(torch.from_numpy(batch(shards, r, n, size, stage)[0])))
        for name, p in power.items():
            w, norm = state[name + ".weight"], modules.get(name.removesuffix("conv") + "norm")
            if norm is not None:
                w = w * (norm.weight.detach() / (norm.running_var + norm.eps).sqrt())[:, None, None, None]
            share = w.square().sum((0, 2, 3)) * p
            part[name] = part.get(name, 0) + share / share.sum()
    for (writers, readers), count in zip(SCALES, SLIM):
        keep = sum(part[k] for k in readers).topk(count).indices.sort().values
        for k in writers:
            for end in (".weight", ".bias"):
                if k + end in state:
                    state[k + end] = state[k + end][keep]
            for key in [key for key in state if key.startswith(k.removesuffix("conv") + "norm.") and state[key].dim()]:
                state[key] = state[key][keep]
        for k in readers:
            state[k + ".weight"] = state[k + ".weight"][:, keep]
    dense = state.pop("u4.conv.weight")
    each, mix = [], []
    for c in range(len(dense)):
        u, s, v = torch.linalg.svd(dense[:, c].reshape(len(dense), 9), full_matrices=False)
        each.append(v[0].reshape(1, 3, 3) * s[0].sqrt()), mix.append(u[:, 0] * s[0].sqrt())
    state["u4.each.weight"], state["u4.conv.weight"] = torch.stack(each), torch.stack(mix, 1)[:, :, None, None]
    like(state)
    torch.save({"ema": state}, out)
    print(out, {k: tuple(v.shape) for k, v in state.items() if k.endswith("conv.weight")})


main(*sys.argv[1:])
