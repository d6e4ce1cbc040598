"""Turns a model file back into a checkpoint to train on from.

    from_onnx.py MODEL.onnx DATA_DIR OUT.pt

The file's convolutions hold their normalisations. Each is given one again with the mean and deviation that
its outputs have on pictures of DATA_DIR, so that the net computes what it did and trains as it would.
"""
import sys
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from data import CROP, Shards, batch
from net import WIDE, LatticeNet, Residual
from train import VIEW, normalise


def main(model, folder, out):
    graph = onnx.load(model).graph
    weights = {w.name: torch.from_numpy(numpy_helper.to_array(w).copy()) for w in graph.initializer}
    slim = any("/u4/each/" in node.name for node in graph.node)
    net = (LatticeNet() if slim else LatticeNet(WIDE, Residual)).eval()
    modules = dict(net.named_modules())
    norms = {}
    for node in graph.node:
        if node.op_type != "Conv":
            continue
        # "/d8/d8.0/conv/Conv" is the convolution d8.0.conv.
        parts = node.name.strip("/").split("/")[:-1]
        name = ".".join(p for i, p in enumerate(parts) if i + 1 == len(parts) or not parts[i + 1].startswith(p + "."))
        conv, w, b = modules[name], weights[node.input[1]], weights.get("".join(node.input[2:]))
        conv.weight.data.copy_(w)
        if b is None:
            continue
        if conv.bias is not None:
            conv.bias.data.copy_(b)
            continue
        norm = modules[name.removesuffix("conv") + "norm"]
        norm.weight.data.fill_((1.0 + norm.eps) ** 0.5)
        norm.bias.data.copy_(b)
        norms[conv] = norm
    sums = {}

    def note(conv, _, y):
        y = y.detach().double()
        count, total, squares = sums.get(conv, (0, 0, 0))
        sums[conv] = count + y[:, 0].numel(), total + y.sum((0, 2, 3)), squares + (y * y).sum((0, 2, 3))

    for conv in norms:
        conv.register_forward_hook(note)
    shards, r = Shards([(folder, 1.0)]), np.random.default_rng(1)
    looks = [normalise(torch.from_numpy(batch(shards, r, n, size, stage)[0])) for n, size, stage in ((48, VIEW, 1), (96, CROP, 2))]
    with torch.no_grad():
        before = [net(x) for x in looks]
        for conv, norm in norms.items():
            count, total, squares = sums[conv]
            mean = total / count
            var = squares / count - mean * mean
            norm.running_mean.copy_(mean), norm.running_var.copy_(var)
            norm.weight.data.copy_((var + norm.eps).sqrt())
            norm.bias.data.add_(mean)
        worst = max(float((net(x) - y).abs().max()) for x, y in zip(looks, before))
    assert worst < 1e-2, worst
    print(f"{out}: logits differ by {worst:.1e}")
    torch.save({"ema": net.state_dict()}, out)


main(*sys.argv[1:])
