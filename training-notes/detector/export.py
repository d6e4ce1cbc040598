"""Exports a checkpoint's averaged weights to ONNX (dynamic batch, height and width) with its card and hash.

    export.py CHECKPOINT OUT.onnx
"""
import hashlib, json, sys, warnings
import torch
from net import count_flops, like

warnings.filterwarnings("ignore")


def main():
    ck = torch.load(sys.argv[1], map_location="cpu", weights_only=True)
    net = like(ck["ema"]).eval()
    out = sys.argv[2]
    torch.onnx.export(
        net, (torch.zeros(1, 3, 256, 256),), out, dynamo=False, opset_version=17,
        input_names=["picture"], output_names=["maps"],
        dynamic_axes={"picture": {0: "n", 2: "h", 3: "w"}, "maps": {0: "n", 2: "h4", 3: "w4"}})
    import onnx

    m = onnx.load(out)
    del m.graph.value_info[:]
    onnx.save(m, out)
    sha = hashlib.sha256(open(out, "rb").read()).hexdigest()
    card = {
        "name": out.rsplit("/", 1)[-1].removesuffix(".onnx"), "file": out.rsplit("/", 1)[-1], "sha256": sha,
        "inputs": [{"name": "picture", "shape": ["n", 3, "h", "w"], "type": "f32",
                  "meaning": "RGB 0..255, minus the mean and divided by the deviation of the whole input (all channels "
                             "together, deviation at least 4); h and w multiples of 32"}],
        "outputs": [{"name": "maps", "shape": ["n", 3, "h/4", "w/4"], "type": "f32",
                   "meaning": "logits of: board mask (0.35 squares inside the field), lattice points, outline of the field"}],
        "parameters": sum(p.numel() for p in net.parameters()),
        "mflop_448": round(count_flops(net, 448, 448) / 1e6),
        "recipe": {"code": "training-notes/detector", "pictures_seen": ck["seen"], "steps": ck["step"],
                   "minutes": round(ck["seconds"] / 60, 1), "seed": ck["seed"], "data": ck["data"],
                   "teacher": ck.get("teacher", ""), "share_in_the_mix": ck.get("share", 1.0)},
        "licence": "MIT OR Apache-2.0",
    }
    json.dump(card, open(out.replace(".onnx", ".json"), "w"), indent=1)
    open(out + ".sha256", "w").write(f"{sha}  {card['file']}\n")
    print(out, sha, card["parameters"])


main()
