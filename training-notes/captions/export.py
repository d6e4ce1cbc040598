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

from lines import BLANK, LETTERS
from net import CLASSES, CaptionNet


def main(checkpoint: str, scores: str, out: str):
    net = CaptionNet()
    net.load_state_dict(torch.load(checkpoint))
    net.eval()
    torch.onnx.export(net, torch.rand(1, 1, 32, 64), out, dynamo=False, opset_version=17, input_names=["strip"],
                      output_names=["logits"], dynamic_axes={"strip": {0: "n", 3: "w"}, "logits": {0: "n", 3: "w"}})
    model = onnx.load(out)
    del model.graph.value_info[:]
    onnx.save(model, out)
    x = torch.rand(2, 1, 32, 192)
    found = onnxruntime.InferenceSession(out).run(None, {"strip": x.numpy()})[0]
    assert np.abs(found - net(x).detach().numpy()).max() < 1e-3
    name = os.path.splitext(os.path.basename(out))[0]
    card = {
        "name": name,
        "file": os.path.basename(out),
        "sha256": hashlib.sha256(open(out, "rb").read()).hexdigest(),
        "inputs": [{"name": "strip", "shape": ["n", 1, 32, "w"], "type": "f32",
                    "meaning": "one line of text, gray: ground 0, ink 1, letters 20 pixels from the highest to the lowest point, "
                               "8 pixels of ground before and after them"}],
        "outputs": [{"name": "logits", "shape": ["n", CLASSES, 1, "w / 2"], "type": "f32",
                     "meaning": "letters along the line (CTC: class 0 is none), see classes"}],
        "classes": BLANK + LETTERS,
        "parameters": sum(p.numel() for p in net.parameters()),
        "scores": json.load(open(scores)),
        "recipe": {"code": "training-notes/captions"},
        "licence": "MIT OR Apache-2.0",
    }
    with open(os.path.splitext(out)[0] + ".json", "w") as f:
        json.dump(card, f, indent=1, ensure_ascii=False)
        f.write("\n")


main(*sys.argv[1:])
