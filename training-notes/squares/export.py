"""Writes a checkpoint as one ONNX file with a dynamic batch of whole boards, checked against PyTorch.

    export.py CHECKPOINT.pt... OUT.onnx

Of several checkpoints of one run the mean of the weights is written. OUT.pt writes it as a checkpoint, to train on from.

The graph's tensors `tile`, `embedding`, `first_logits`, `summary` and `logits` are those of
`net.py`; the reader cuts it in two at `embedding`.
"""

import sys

import numpy as np
import onnx
import onnxruntime
import torch
from torch import nn

from net import CLASSES, EMBEDDING, TILE, SquareNet


class Both(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, tile, summary):
        embedding, first = self.net.trunk(tile)
        return embedding, first, self.net.head(embedding, summary)


def main(*paths: str):
    *checkpoints, out = paths
    weights = [torch.load(path) for path in checkpoints]
    net = SquareNet()
    # Counts of batches are no floats, and nothing reads them.
    mean = lambda name, w: sum(x[name] for x in weights) / len(weights) if w.dtype.is_floating_point else w
    net.load_state_dict({name: mean(name, w) for name, w in weights[0].items()})
    if out.endswith(".pt"):
        torch.save(net.state_dict(), out)
        return
    both = Both(net).eval()
    example = (torch.rand(64, 1, TILE, TILE), torch.rand(64, 4 * EMBEDDING))
    names = ["embedding", "first_logits", "logits"]
    torch.onnx.export(
        both, example, out, dynamo=False, opset_version=17, input_names=["tile", "summary"], output_names=names,
        dynamic_axes={n: {0: "n"} for n in ["tile", "summary", *names]},
    )
    model = onnx.load(out)
    del model.graph.value_info[:]
    onnx.save(model, out)
    session = onnxruntime.InferenceSession(out)
    example = (torch.rand(128, 1, TILE, TILE), torch.rand(128, 4 * EMBEDDING))
    with torch.no_grad():
        expected = both(*example)
    found = session.run(names, {"tile": example[0].numpy(), "summary": example[1].numpy()})
    worst = max(float(np.abs(f - e.numpy()).max()) for f, e in zip(found, expected))
    assert worst < 1e-4 and found[2].shape == (128, CLASSES), worst
    print(f"{out}: {sum(p.numel() for p in net.parameters())} parameters, differs by {worst:.1e} from PyTorch")


main(*sys.argv[1:])
