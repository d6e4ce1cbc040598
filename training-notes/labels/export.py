"""Writes a checkpoint as ONNX, checked against PyTorch, and its card beside it.

    export.py CHECKPOINT.pt SCORES.json OUT.onnx
"""

import hashlib
import json
import os
import sys

import numpy as np
import onnx
import onnxruntime
import torch

from net import LabelNet


def main(checkpoint: str, scores: str, out: str):
    net = LabelNet()
    net.load_state_dict(torch.load(checkpoint))
    net.eval()
    torch.onnx.export(net, torch.rand(2, 1, 24, 24), out, dynamo=False, opset_version=17, input_names=["window"],
                      output_names=["logits"], dynamic_axes={"window": {0: "n"}, "logits": {0: "n"}})
    model = onnx.load(out)
    del model.graph.value_info[:]
    onnx.save(model, out)
    x = torch.rand(5, 1, 24, 24) * 2 - 1
    found = onnxruntime.InferenceSession(out).run(None, {"window": x.numpy()})[0]
    assert np.abs(found - net(x).detach().numpy()).max() < 1e-4
    scores = json.load(open(scores))
    name = os.path.splitext(os.path.basename(out))[0]
    card = {
        "name": name,
        "file": os.path.basename(out),
        "sha256": hashlib.sha256(open(out, "rb").read()).hexdigest(),
        "inputs": [{"name": "window", "shape": ["n", 1, 24, 24], "type": "f32",
                    "meaning": "one place where a coordinate may stand, gray: signed square root of the difference from the "
                               "window's median, as a share of its range, with the commoner half light: -1..1"}],
        "outputs": [{"name": "logits", "shape": ["n", 17], "type": "f32", "meaning": "see classes"}],
        "classes": ".12345678abcdefgh",
        "temperature": scores.pop("temperature"),
        "parameters": sum(p.numel() for p in net.parameters()),
        "scores": scores,
        "recipe": {"code": "training-notes/labels"},
        "licence": "MIT OR Apache-2.0",
    }
    with open(os.path.splitext(out)[0] + ".json", "w") as f:
        json.dump(card, f, indent=1)
        f.write("\n")


main(*sys.argv[1:])
