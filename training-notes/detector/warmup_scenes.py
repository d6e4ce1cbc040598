"""Draws simple scenes for warming the detector's net up before the renderer's own scenes exist.

    warmup_scenes.py ART_DIR OUT.fls --count N --seed S [--size 448]

ART_DIR holds one folder a piece set with wK.png ... bP.png. The format is that of `fenlens-synth scenes`.
"""
import argparse, glob, os, struct
import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

SLOTS = 16


def load_sets(art, keep=None):
    sets = []
    for d in sorted(glob.glob(os.path.join(art, "*"))):
        names = [c + p for c in "wb" for p in "PNBRQK"]
        if all(os.path.exists(f"{d}/{n}.png") for n in names) and (keep is None or os.path.basename(d) in keep):
            sets.append([Image.open(f"{d}/{n}.png").convert("RGBA").resize((96, 96), Image.BILINEAR) for n in names])
    return sets


def colour(r, lo=0, hi=255):
    return tuple(int(v) for v in r.integers(lo, hi + 1, 3))


def mix(a, b, t):
    return tuple(int(x + (y - x) * t) for x, y in zip(a, b))


def hatch(r, n, ink, paper):
    """An n-pixel field of dark-square print: hatching at any angle, crossed, stipple or halftone."""
    y, x = np.mgrid[0:n, 0:n].astype(np.float32)
    a = np.deg2rad(r.choice([0, 30, 45, 60, 90, 135, r.uniform(0, 180)]))
    pitch = r.uniform(3, 14)
    duty = r.uniform(0.15, 0.55)
    kind = r.random()
    line = lambda t: ((x * np.cos(t) + y * np.sin(t)) / pitch % 1.0) < duty
    if kind < 0.6:
        m = line(a)
    elif kind < 0.75:
        m = line(a) | line(a + np.pi / 2)
    elif kind < 0.9:
        u, v = (x * np.cos(a) + y * np.sin(a)) / pitch, (-x * np.sin(a) + y * np.cos(a)) / pitch
        m = ((u % 1 - 0.5) ** 2 + (v % 1 - 0.5) ** 2) < (0.2 + 0.3 * duty) ** 2
    else:
        m = r.random((n, n)) < duty
    return np.where(m[..., None], np.float32(ink), np.float32(paper))


def draw_board(r, sets, s):
    """An RGB board of `s` pixels a square with its surround; returns image and the field's offset."""
    n = 8 * s
    print_style = r.random() < 0.45
    if print_style:
        paper = colour(r, 225, 255) if r.random() < 0.5 else (255, 255, 255)
        ink = colour(r, 0, 70)
        light = np.broadcast_to(np.float32(paper), (n, n, 3))
        q = r.random()
        dark = (hatch(r, n, ink, paper) if q < 0.75 else
                np.broadcast_to(np.float32(mix(ink, paper, r.uniform(0.3, 0.88))), (n, n, 3)))
    else:
        base = colour(r)
        other = mix(base, r.choice([(255, 255, 255), (0, 0, 0), colour(r)]), 1) if r.random() < 0.1 else None
        light = np.float32(mix(base, (255, 255, 255), r.uniform(0.4, 1.0)))
        dark = np.float32(other if other is not None else mix(base, (0, 0, 0), r.uniform(0, 0.5)))
        if abs(light - dark).max() < 25:
            dark = np.float32(mix(tuple(light), (0, 0, 0), r.uniform(0.1, 0.4)))
        light, dark = [np.broadcast_to(c, (n, n, 3)) for c in (light, dark)]
        if r.random() < 0.4:
            k = r.uniform(2, 20)
            grain = np.asarray(Image.fromarray((r.random((max(2, int(n / k)), max(2, int(n / (k * r.uniform(1, 6)))))) * 255)
                                               .astype(np.uint8)).resize((n, n), Image.BICUBIC), np.float32)
            grain = (grain[..., None] - 128) * r.uniform(0.05, 0.25)
            light, dark = light + grain, dark + grain * r.uniform(0.5, 1.5)
        paper, ink = mix(base, (255, 255, 255), 0.8), mix(base, (0, 0, 0), 0.8)
    cell = (np.arange(n) // s)
    odd = ((cell[:, None] + cell[None, :]) % 2 == 1)
    field = np.where(odd[..., None], dark, light)
    for _ in range(r.integers(0, 4) if not print_style else 0):
        cx, cy = r.integers(0, 8, 2)
        box = field[cy * s:(cy + 1) * s, cx * s:(cx + 1) * s]
        box += (np.float32(colour(r)) - box) * r.uniform(0.2, 0.7)
    im = Image.fromarray(np.clip(field, 0, 255).astype(np.uint8))
    d = ImageDraw.Draw(im)
    if r.random() < (0.25 if print_style else 0.08):
        c = ink if r.random() < 0.7 else colour(r)
        w = int(r.integers(1, max(2, s // 14) + 1))
        for i in range(1, 8):
            d.line((i * s, 0, i * s, n), c, w), d.line((0, i * s, n, i * s), c, w)
    density = r.choice([0.0, 0.1, 0.25, 0.45, 0.6], p=[0.03, 0.25, 0.35, 0.27, 0.1])
    pieces = sets[r.integers(len(sets))]
    scale = r.uniform(0.75, 1.05)
    shapes = [p.resize((max(3, int(s * scale)),) * 2, Image.BILINEAR) for p in pieces]
    for k in range(64):
        if r.random() < density:
            g = shapes[r.choice(12, p=[.22, .06, .06, .06, .04, .06, .22, .06, .06, .06, .04, .06])]
            o = int(s * (1 - scale) / 2)
            im.paste(g, ((k % 8) * s + o + int(r.integers(-1, 2)), (k // 8) * s + o), g)
    for _ in range(r.integers(0, 4) if r.random() < 0.15 else 0):
        a, b = r.uniform(0, n, 2), r.uniform(0, n, 2)
        d.line((*a, *b), colour(r), max(2, s // 6))
    pad = int(s * 1.3)
    full = Image.new("RGB", (n + 2 * pad, n + 2 * pad), paper)
    fd = ImageDraw.Draw(full)
    q = r.random()
    line = ink if r.random() < 0.8 else colour(r)
    if q > 0.3:
        w = int(r.integers(1, max(2, s // 8) + 1)) if q < 0.85 else int(r.integers(max(2, s // 5), max(3, s)))
        fd.rectangle((pad - w, pad - w, pad + n + w - 1, pad + n + w - 1), None, line, w)
        if 0.5 < q < 0.7:
            g = w + int(r.integers(2, max(3, s // 4) + 1))
            fd.rectangle((pad - g - w, pad - g - w, pad + n + g + w - 1, pad + n + g + w - 1), None, line, w)
    full.paste(im, (pad, pad))
    if r.random() < 0.45:
        f = ImageFont.load_default(max(6, int(s * r.uniform(0.25, 0.5))))
        inside = r.random() < 0.35
        for i in range(8):
            p = pad + i * s
            t = mix(line, paper, r.uniform(0, 0.3))
            fd.text((p + s * (0.05 if inside else 0.4), pad + n - (s * 0.45 if inside else -s * 0.15)), "abcdefgh"[i], t, f)
            fd.text((pad + s * 0.05 if inside else pad - s * 0.55, p + s * (0.02 if inside else 0.3)), "87654321"[i], t, f)
    keep = int(pad * (r.uniform(0.3, 1) if q > 0.3 else r.uniform(0, 1)))
    return full.crop((pad - keep, pad - keep, pad + n + keep, pad + n + keep)), keep


def distractors(r, im, count):
    """Text, tables, boxes, chequered strips that are no boards."""
    d = ImageDraw.Draw(im)
    w, h = im.size
    for _ in range(count):
        x, y = r.uniform(0, w * 0.9), r.uniform(0, h * 0.9)
        c = colour(r) if r.random() < 0.3 else colour(r, 0, 80)
        k = r.random()
        if k < 0.5:
            f = ImageFont.load_default(int(r.uniform(8, 34)))
            for i in range(int(r.integers(1, 12))):
                words = " ".join("".join(chr(97 + v) for v in r.integers(0, 26, r.integers(1, 9))) for _ in range(r.integers(1, 9)))
                d.text((x, y + i * f.size * 1.3), words, c, f)
        elif k < 0.7:
            a, b = r.integers(2, 14, 2)
            cw, ch = r.uniform(10, 60, 2)
            for i in range(a + 1):
                d.line((x + i * cw, y, x + i * cw, y + b * ch), c, 1 + int(r.random() < 0.3))
            for j in range(b + 1):
                d.line((x, y + j * ch, x + a * cw, y + j * ch), c, 1)
            for _ in range(r.integers(0, a * b // 2 + 1)):
                i, j = r.integers(0, a), r.integers(0, b)
                d.rectangle((x + i * cw, y + j * ch, x + (i + 1) * cw, y + (j + 1) * ch), c)
        elif k < 0.85:
            d.rectangle((x, y, x + r.uniform(10, w * 0.6), y + r.uniform(10, h * 0.6)), colour(r) if r.random() < 0.6 else None, c, int(r.integers(1, 5)))
        else:
            a, b = (int(r.integers(2, 6)), int(r.integers(2, 30))) if r.random() < 0.7 else (10, 10)
            if r.random() < 0.5:
                a, b = b, a
            s = r.uniform(6, 40)
            for i in range(a):
                for j in range(b):
                    if (i + j) % 2:
                        d.rectangle((x + i * s, y + j * s, x + (i + 1) * s, y + (j + 1) * s), c)


def perspective(src, dst):
    a, b = [], []
    for (x, y), (u, v) in zip(src, dst):
        a += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        b += [u, v]
    return np.append(np.linalg.solve(np.array(a), np.array(b)), 1).reshape(3, 3)


def apply(h, p):
    q = np.c_[p, np.ones(len(p))] @ h.T
    return q[:, :2] / q[:, 2:]


def scene(r, sets, size):
    S = size * 2
    q = r.random()
    back = (255, 255, 255) if q < 0.35 else colour(r, 200, 255) if q < 0.6 else colour(r, 0, 60) if q < 0.75 else colour(r)
    im = Image.new("RGB", (S, S), back)
    if r.random() < 0.7:
        distractors(r, im, int(r.integers(1, 8)))
    k = r.random()
    lattices = []
    grid = (np.arange(81) % 9, np.arange(81) // 9)
    boxes = []
    if k < 0.06:
        distractors(r, im, int(r.integers(4, 12)))
    elif k < 0.72:
        s = int(np.exp(r.uniform(np.log(22), np.log(110))))
        boxes = [(s, None)]
    else:
        nx, ny = (int(v) for v in (r.integers(1, 4), r.integers(1, 5)))
        m = r.uniform(0, 0.1) * S
        cw, ch = (S - 2 * m) / nx, (S - 2 * m) / ny
        s = int(min(cw, ch) / r.uniform(8.4, 11))
        off = [(m + i * cw, m + j * ch) for j in range(ny) for i in range(nx)]
        boxes = [(s, (x + r.uniform(0, max(0, cw - 8.4 * s)), y + r.uniform(0, max(0, ch - 8.4 * s)))) for x, y in off if r.random() < 0.9]
        same = r.random() < 0.7
    style_seed = r.integers(1 << 30)
    for s, at in boxes[:SLOTS]:
        s = max(s, 10)
        b, o = draw_board(np.random.default_rng(style_seed) if at is not None and same else r, sets, s)
        if at is None:
            span = S - 8 * s
            at = (r.uniform(-0.02, 1.02) * span, r.uniform(-0.02, 1.02) * span) if span > 0 else (span / 2, span / 2)
        if at is not None and len(boxes) > 1:
            cut = min(o, int(0.35 * s))
            b = b.crop((o - cut, o - cut, b.width - o + cut, b.height - o + cut))
            o = cut
        x, y = int(at[0]), int(at[1])
        im.paste(b, (x - o, y - o))
        lattices.append(np.c_[grid[0] * s + x, grid[1] * s + y].astype(np.float64))
    c = np.array([(0, 0), (S, 0), (S, S), (0, S)], float)
    h = np.eye(3)
    if r.random() < 0.55:
        strength = r.choice([0.03, 0.12, 0.22])
        t = np.deg2rad(r.normal(0, 10)) if r.random() < 0.7 else 0
        rot = np.array([[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]])
        d = ((c - S / 2) @ rot.T) * r.uniform(0.75, 1.1) + S / 2 + r.uniform(-strength, strength, (4, 2)) * S / 2
        h = perspective(c, d)
        inv = np.linalg.inv(h)
        inv /= inv[2, 2]
        fill = back if r.random() < 0.6 else colour(r)
        im = im.transform((S, S), Image.PERSPECTIVE, tuple(inv.ravel()[:8]), Image.BILINEAR, fillcolor=fill)
    im = im.resize((size, size), Image.BOX if r.random() < 0.5 else Image.BICUBIC)
    if r.random() < 0.3:
        im = im.filter(ImageFilter.GaussianBlur(r.uniform(0.3, 1.6)))
    a = np.asarray(im, np.float32)
    if r.random() < 0.3:
        y, x = np.mgrid[0:size, 0:size] / size
        a = a * (1 - r.uniform(0, 0.7) * np.clip(x * r.uniform(-1, 1) + y * r.uniform(-1, 1) + 0.5, 0, 1))[..., None]
    if r.random() < 0.3:
        a = a + r.normal(0, r.uniform(2, 18), (size, size, 1 if r.random() < 0.5 else 3))
    if r.random() < 0.1:
        g = a.mean(-1, keepdims=True)
        low, high = np.percentile(g, (4, 96))
        a = np.where(g > low + (high - low) * r.uniform(0.3, 0.75), 255.0, 0.0) + np.zeros((1, 1, 3))
    if r.random() < 0.25:
        a = a.mean(-1, keepdims=True) + np.zeros((1, 1, 3))
    out = []
    for p in lattices:
        p = apply(h, p) / 2
        inside = ((p >= -1) & (p <= size + 1)).all(1)
        if inside.mean() > 0.2:
            out.append((p.astype(np.float32), 1 if inside.all() else 2))
    return np.clip(a, 0, 255).astype(np.uint8), out


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("art"), ap.add_argument("out")
    ap.add_argument("--count", type=int, default=1000), ap.add_argument("--seed", type=int, default=0)
    ap.add_argument("--size", type=int, default=448)
    a = ap.parse_args()
    keep = None
    fam = os.path.join(a.art, "families.tsv")
    if os.path.exists(fam):
        keep = {l.split("\t")[0] for l in open(fam) if l.split("\t")[2] == "train"}
    sets = load_sets(a.art, keep)
    r = np.random.default_rng(a.seed)
    with open(a.out + ".part", "wb") as f:
        f.write(b"FLS1" + struct.pack("<III", a.count, a.size, a.size))
        for _ in range(a.count):
            im, boards = scene(r, sets, a.size)
            f.write(im.tobytes() + struct.pack("<I", len(boards)))
            for k in range(SLOTS):
                p, flag = boards[k] if k < len(boards) else (np.zeros((81, 2), np.float32), 0)
                f.write(p.astype("<f4").tobytes() + bytes([flag]))
    os.rename(a.out + ".part", a.out)


if __name__ == "__main__":
    main()
