"""Writes the card of a square model: its hash, tensors, classes, calibration, recipe and scores.

    card.py MODEL.onnx CALIBRATION.json RECIPE.json OUT.json
"""

import hashlib
import json
import os
import sys

from net import TILE


def main(model: str, calibration: str, recipe: str, out: str):
    name = os.path.splitext(os.path.basename(model))[0]
    card = {
        "name": name,
        "file": os.path.basename(model),
        "sha256": hashlib.sha256(open(model, "rb").read()).hexdigest(),
        "inputs": [
            {"name": "tile", "shape": ["n", 1, TILE, TILE], "type": "f32",
             "meaning": "one square, on the board's gray scale: 0 its dark end "
                        "(1st percentile), 1 its light end (99th), clipped to -0.25..1.25"},
            {"name": "summary", "shape": ["n", 256], "type": "f32",
             "meaning": "mean embeddings of the board's white men, black men, empty squares of the tile's own "
                        "colour and of the other colour, weighted by the softmax of first_logits"},
        ],
        "outputs": [
            {"name": "embedding", "shape": ["n", 64], "type": "f32", "meaning": "what the trunk sees in the tile"},
            {"name": "first_logits", "shape": ["n", 13], "type": "f32", "meaning": "logits from the tile alone"},
            {"name": "logits", "shape": ["n", 13], "type": "f32", "meaning": "logits from tile, summary and the board's other squares; rows are the 64 squares of whole boards in image order"},
        ],
        "classes": ".PNBRQKpnbrqk",
        **json.load(open(calibration)),
        **json.load(open(recipe)),
        "licence": "MIT OR Apache-2.0",
    }
    with open(out, "w") as f:
        json.dump(card, f, indent=1)
        f.write("\n")


main(*sys.argv[1:])
