"""Scenes from shards, cut and disturbed for the two uses of the net.

A shard is what `fenlens-synth scenes` writes: "FLS1", u32 count, height, width; a picture is height*width*3 bytes RGB,
u32 boards, then 16 slots of 81*2 f32 lattice points in pixels and a flag byte (0 absent, 1 whole, 2 partial).

view(): the whole picture letterboxed, or a part of it, as the first pass sees it.
desktop(): the same of a large screen, on which boards are small.
crop(): one board roughly squared up on 256x256 pixels, as the second pass sees it.
Both return the picture as uint8 RGB and a list of 9x9 lattices in its pixels.
"""
import glob, os, struct
import numpy as np
from PIL import Image, ImageDraw

SLOTS, SLOT = 16, 81 * 8 + 1
CROP = 256
SQUARE = 25.0          # pixels a square in a crop
MARGIN = (CROP - 8 * SQUARE) / 2
SHRINK = 0.35          # how far inside the field the mask ends, in squares
CELL = 4               # pixels a cell of the maps
DESKTOPS = 0.15        # share of the views that are large screens, unless told


class Shards:
    """All pictures of the shards under some folders; `weights` says how often a folder is drawn from."""

    def __init__(self, folders):
        self.folders = folders
        self.files = {}
        self.scan()

    def scan(self):
        self.groups = []
        for folder, weight in self.folders:
            items = []
            for f in sorted(glob.glob(os.path.join(folder, "*.fls"))):
                if f not in self.files:
                    with open(f, "rb") as h:
                        magic, count, height, width = struct.unpack("<4sIII", h.read(16))
                    record = height * width * 3 + 4 + SLOTS * SLOT
                    if magic != b"FLS1" or os.path.getsize(f) < 16 + record * count:
                        continue
                    self.files[f] = (np.memmap(f, np.uint8, "r", 16, (count, record)), height, width)
                items.append(self.files[f])
            if items:
                self.groups.append((weight, items, np.cumsum([len(i[0]) for i in items])))
        total = sum(g[0] for g in self.groups)
        self.chance = [g[0] / total for g in self.groups]

    def __len__(self):
        return sum(int(g[2][-1]) for g in self.groups)

    def draw(self, r):
        _, items, ends = self.groups[r.choice(len(self.groups), p=self.chance)]
        k = int(r.integers(ends[-1]))
        s = int(np.searchsorted(ends, k, "right"))
        data, height, width = items[s]
        rec = data[k - (int(ends[s - 1]) if s else 0)]
        im = rec[: height * width * 3].reshape(height, width, 3)
        boards = []
        for b in range(SLOTS):
            slot = rec[height * width * 3 + 4 + b * SLOT:][:SLOT]
            if slot[-1]:
                b = np.frombuffer(slot[:648].tobytes(), "<f4").reshape(9, 9, 2).astype(np.float32)
                if slot[-1] == 2:  # what lies beyond the picture cannot be asked for
                    b[((b < -1) | (b > np.float32([width, height]) + 1)).any(-1)] = np.nan
                boards.append((b, int(slot[-1])))
        return im, boards


def edge_colour(a):
    return tuple(int(v) for v in np.median(np.concatenate([a[0], a[-1], a[:, 0], a[:, -1]]), axis=0))


def tilted(r, im, boards):
    """The picture turned by up to 40 degrees on a larger sheet."""
    angle = r.uniform(-40, 40)
    a = np.deg2rad(angle)
    h, w = im.shape[:2]
    fill = edge_colour(im) if r.random() < 0.6 else tuple(int(v) for v in r.integers(0, 256, 3))
    out = np.asarray(Image.fromarray(im).rotate(angle, Image.BILINEAR, expand=True, fillcolor=fill))
    turn = np.float32([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    centre = np.float32([out.shape[1] / 2, out.shape[0] / 2])
    return out, [((b - np.float32([w / 2, h / 2])) @ turn.T + centre, f) for b, f in boards]


def view(r, im, boards, size):
    if r.random() < 0.12:
        im, boards = tilted(r, im, boards)
    h, w = im.shape[:2]
    lat = [b for b, _ in boards]
    box = [0.0, 0.0, float(w), float(h)]
    q = r.random()
    whole = [b for b, f in boards if f == 1]
    if q < 0.25 and whole:  # a tight crop around one board
        b = whole[r.integers(len(whole))].reshape(-1, 2)
        lo, hi = b.min(0), b.max(0)
        sq = (hi - lo).max() / 8
        m = r.uniform(-0.05, 0.3, 4) if r.random() < 0.5 else r.uniform(0, 1.5, 4)
        box = [lo[0] - m[0] * sq, lo[1] - m[1] * sq, hi[0] + m[2] * sq, hi[1] + m[3] * sq]
    elif q < 0.45:  # a part
        s = r.uniform(0.45, 0.95)
        x, y = r.uniform(0, w * (1 - s)), r.uniform(0, h * (1 - s))
        box = [x, y, x + s * w, y + s * h]
    box = [max(0.0, box[0]), max(0.0, box[1]), min(float(w), box[2]), min(float(h), box[3])]
    bw, bh = box[2] - box[0], box[3] - box[1]
    if bw < 24 or bh < 24:
        box, bw, bh = [0.0, 0.0, float(w), float(h)], float(w), float(h)
    cut = []
    for b in lat:  # what the part leaves out cannot be asked for; a hair over the edge can
        steps = np.linalg.norm(b[:, 1:] - b[:, :-1], axis=-1)
        slack = 0.12 * steps[np.isfinite(steps)].sum() / max(1, np.isfinite(steps).sum()) + 0.5
        out = (b < np.float32(box[:2]) - slack) | (b > np.float32(box[2:]) + slack)
        cut.append(np.where(out.any(-1, keepdims=True), np.float32(np.nan), b))
    lat = cut
    room = size - 2 * int(r.integers(4, 24))
    q = r.random()
    if q < 0.2:
        room *= r.uniform(0.6, 1.0)
    elif q < 0.28:  # boards as small as on a whole screen
        room *= r.uniform(0.3, 0.6)
    s = room / max(bw, bh)
    tw, th = max(8, int(round(bw * s))), max(8, int(round(bh * s)))
    kind = (Image.BILINEAR, Image.BOX, Image.BICUBIC)[r.integers(3)]
    part = Image.fromarray(im).resize((tw, th), kind, box=tuple(box))
    a = np.asarray(part)
    fill = edge_colour(a) if r.random() < 0.8 else tuple(int(v) for v in r.integers(0, 256, 3))
    out = np.empty((size, size, 3), np.uint8)
    out[:] = fill
    ox, oy = (size - tw) // 2, (size - th) // 2
    if r.random() < 0.3:
        ox, oy = int(r.integers(0, size - tw + 1)), int(r.integers(0, size - th + 1))
    out[oy:oy + th, ox:ox + tw] = a
    k = np.float32([tw / bw, th / bh])
    lat = [(b - np.float32(box[:2])) * k + np.float32([ox, oy]) for b in lat]
    return turn(r, out, lat)


def desktop(shards, r, size):
    """Windows on a screen so large that a board has 13 to 60 pixels in the look at the whole."""
    across = size - 2 * int(r.integers(4, 24))
    w, h = (across, int(across * r.uniform(0.5, 0.7))) if r.random() < 0.8 else (int(across * r.uniform(0.45, 0.7)), across)
    canvas = Image.new("RGB", (w, h), tuple(int(v) for v in r.integers(0, 256, 3)))
    if r.random() < 0.3:  # a picture behind the windows
        im, boards = shards.draw(r)
        if not boards:
            canvas = Image.fromarray(im).resize((w, h), Image.BILINEAR)
    lat, taken = [], []
    for _ in range(int(r.integers(1, 5))):
        im, boards = shards.draw(r)
        sides = [np.linalg.norm(b[0, 8] - b[0, 0]) for b, f in boards if f == 1]
        if sides:
            scale = np.exp(r.uniform(np.log(13), np.log(60))) / np.median(sides)
        else:
            scale = r.uniform(0.1, 0.5)
        scale = min(scale, w / im.shape[1], h / im.shape[0])
        pw, ph = (max(8, int(round(n * scale))) for n in (im.shape[1], im.shape[0]))
        x, y = int(r.integers(0, w - pw + 1)), int(r.integers(0, h - ph + 1))
        if any(x < a + c and a < x + pw and y < b + d and b < y + ph for a, b, c, d in taken):
            continue
        taken.append((x, y, pw, ph))
        canvas.paste(Image.fromarray(im).resize((pw, ph), (Image.BILINEAR, Image.BOX)[r.integers(2)]), (x, y))
        k = np.float32([pw / im.shape[1], ph / im.shape[0]])
        lat += [b * k + np.float32([x, y]) for b, _ in boards]
    a = np.asarray(canvas)
    out = np.empty((size, size, 3), np.uint8)
    out[:] = edge_colour(a)
    ox, oy = (size - w) // 2, (size - h) // 2
    out[oy:oy + h, ox:ox + w] = a
    return turn(r, out, [b + np.float32([ox, oy]) for b in lat])


def crop(r, im, boards):
    h, w = im.shape[:2]
    good = [b for b, f in boards if f == 1]
    if good and r.random() > 0.04:
        b = good[r.integers(len(good))]
        q = b[[0, 0, 8, 8], [0, 8, 8, 0]].astype(np.float64)
        q = q[np.roll(np.arange(4), r.integers(4))]
        side = np.linalg.norm(q - np.roll(q, 1, 0), axis=1).mean() / 8
        amount = r.choice([0.08, 0.3, 0.6], p=[0.45, 0.4, 0.15])
        q = q + r.normal(0, amount * 0.6, (4, 2)) * side + r.normal(0, amount * 0.5, 2) * side
    else:
        s = r.uniform(50, 400)
        c = r.uniform(0, 1, 2) * (w, h)
        q = c + np.array([(-s, -s), (s, -s), (s, s), (-s, s)]) / 2
    side = np.linalg.norm(q - np.roll(q, 1, 0), axis=1).max()
    shrink = max(1.0, side / (8 * SQUARE) / 1.25)
    pic = Image.fromarray(im)
    if shrink > 1.05:
        pic = pic.resize((max(8, int(w / shrink)), max(8, int(h / shrink))), Image.BOX if r.random() < 0.5 else Image.BILINEAR)
    k = np.array([pic.width / w, pic.height / h])
    e = CROP - MARGIN
    to = homography(np.array([(MARGIN, MARGIN), (e, MARGIN), (e, e), (MARGIN, e)]), q * k)
    if to is None:
        return view(r, im, boards, CROP)
    fill = edge_colour(im) if r.random() < 0.8 else tuple(int(v) for v in r.integers(0, 256, 3))
    out = np.array(pic.transform((CROP, CROP), Image.PERSPECTIVE, tuple((to / to[2, 2]).ravel()[:8]), Image.BILINEAR, fillcolor=fill))
    back = np.linalg.inv(to)
    lat = []
    for b, _ in boards:
        p = np.c_[b.reshape(-1, 2) * k, np.ones(81)] @ back.T
        seen = p[np.isfinite(p[:, 2])]
        if len(seen) and (seen[:, 2] > 0.05 * seen[:, 2].max()).all() and seen[:, 2].max() > 0:
            lat.append((p[:, :2] / p[:, 2:]).reshape(9, 9, 2).astype(np.float32))
    return turn(r, out, lat)


def turn(r, a, lat):
    """A random one of the eight symmetries of the square; noise and colours now and then."""
    s = a.shape[0]
    if r.random() < 0.5:
        a, lat = a[:, ::-1], [np.stack([s - b[..., 0], b[..., 1]], -1) for b in lat]
    if r.random() < 0.5:
        a, lat = a[::-1], [np.stack([b[..., 0], s - b[..., 1]], -1) for b in lat]
    if r.random() < 0.5:
        a, lat = a.transpose(1, 0, 2), [b[..., ::-1] for b in lat]
    q = r.random()
    if q < 0.15:
        g = (a.astype(np.uint16).sum(-1, keepdims=True) // 3).astype(np.uint8)
        a = np.broadcast_to(g, a.shape)
    elif q < 0.25:
        a = a[..., r.permutation(3)]
    elif q < 0.28:
        a = 255 - a
    if r.random() < 0.15:
        x = a.astype(np.float32) / 255
        a = (x ** np.exp(r.uniform(-0.7, 0.7)) * 255).astype(np.uint8)
    q = r.random()
    if q < 0.10:
        a = dimmed(r, a)
    elif q < 0.14:
        a = washed(r, a)
    return a, lat


def washed(r, a):
    """Light tones drawn near to white, as on an overexposed page: dark squares grow faint, men stay."""
    knee, slope = r.uniform(60, 140), r.uniform(0.15, 0.6)
    x = np.arange(256, dtype=np.float32)
    white = r.uniform(200, 255)
    low = white - (255 - knee) * slope
    tone = np.where(x < knee, x * low / knee, low + (x - knee) * slope)
    return np.clip(tone, 0, 255).astype(np.uint8)[a]


def dimmed(r, a):
    """Faint contrast under uneven light, a shadow, stripes and noise, as on a page scanned or photographed in the dark."""
    s = a.shape[0]
    y, x = np.mgrid[0:s, 0:s].astype(np.float32) / s

    def along():
        angle = r.integers(4) * np.pi / 2 if r.random() < 0.5 else r.uniform(0, 2 * np.pi)
        return np.float32(np.cos(angle)) * x + np.float32(np.sin(angle)) * y

    light = 1 + r.uniform(0, 0.5) * along()
    if r.random() < 0.7:
        light *= 1 + r.uniform(0, 0.3) * np.sin(2 * np.pi * (np.exp(r.uniform(0.7, 4)) * along() + r.random()))
    if r.random() < 0.4:  # bands of a scanner, of any widths
        rows = np.repeat(r.normal(0, 1, s), int(np.exp(r.uniform(0, 3.5))))[:s].astype(np.float32)
        rows = 1 + r.uniform(0.02, 0.2) * rows
        light *= rows[:, None] if r.random() < 0.5 else rows[None, :]
    if r.random() < 0.4:
        light *= 1 - r.uniform(0.2, 0.8) * np.exp(-(((along() - r.uniform(-0.5, 1)) / r.uniform(0.05, 0.4)) ** 2))
    faint = r.uniform(20, 160) + (a.astype(np.float32) - a.mean()) * r.uniform(0.15, 0.8)
    noise = r.normal(0, r.uniform(0, 6), a.shape[:2] + (1,)).astype(np.float32)
    return np.clip(faint * light[..., None] + noise, 0, 255).astype(np.uint8)


def homography(src, dst):
    rows, rhs = [], []
    for (x, y), (u, v) in zip(src, dst):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        rhs += [u, v]
    try:
        return np.append(np.linalg.solve(np.array(rows), np.array(rhs)), 1).reshape(3, 3)
    except np.linalg.LinAlgError:
        return None


RING = [(0, i) for i in range(8)] + [(i, 8) for i in range(8)] + [(8, 8 - i) for i in range(8)] + [(8 - i, 0) for i in range(8)]
_W = np.stack(np.meshgrid(np.arange(-3, 4), np.arange(-3, 4)), -1).reshape(1, -1, 2)
_T = (np.arange(5, dtype=np.float32) / 5)[None, :, None]


def splat(out, points, sigma):
    """Gaussians of peak 1 at points (in cells), kept by maximum."""
    n = out.shape[0]
    ok = ((points > -2) & (points < n + 2)).all(1)  # false for unknown ones too
    points, sigma = points[ok], sigma[ok]
    if len(points) == 0:
        return
    at = np.floor(points).astype(np.int64)[:, None, :] + _W
    g = np.exp(-((at + 0.5 - points[:, None, :]) ** 2).sum(-1) / (2 * sigma[:, None] ** 2)).astype(np.float32)
    inside = ((at >= 0) & (at < n)).all(-1)
    np.maximum.at(out.reshape(-1), (at[..., 1] * n + at[..., 0])[inside], g[inside])


def targets(lat, size):
    """Maps [3, size/4, size/4]: mask, lattice points, outline; 0..1."""
    n = size // CELL
    out = np.zeros((3, n, n), np.float32)
    mask = Image.new("L", (2 * n, 2 * n))
    d = ImageDraw.Draw(mask)
    pts, sig, line, lsig = [], [], [], []
    for b in lat:
        b = np.where(np.abs(b - size / 2) < 3 * size, b, np.nan).astype(np.float32)
        known = np.isfinite(b).all(-1)
        if known.sum() < 9:
            continue
        s = b.copy()
        s[0] += (b[1] - b[0]) * SHRINK
        s[8] += (b[7] - b[8]) * SHRINK
        s[:, 0] += (s[:, 1] - s[:, 0]) * SHRINK
        s[:, 8] += (s[:, 7] - s[:, 8]) * SHRINK
        s = s * (2 / CELL) - 0.5
        if known.all():
            d.polygon([tuple(s[k]) for k in RING], fill=255)
        else:
            for y, x in zip(*np.nonzero(known[1:, 1:] & known[:-1, 1:] & known[1:, :-1] & known[:-1, :-1])):
                d.polygon([tuple(s[y, x]), tuple(s[y, x + 1]), tuple(s[y + 1, x + 1]), tuple(s[y + 1, x])], fill=255)
        steps = np.linalg.norm(b[:, 1:] - b[:, :-1], axis=-1)
        steps = steps[np.isfinite(steps)]
        if len(steps) == 0 or steps.mean() < 0.2 * CELL:
            continue
        square = float(steps.mean()) / CELL
        sigma = np.clip(0.16 * square, 0.6, 1.0)
        pts.append(b.reshape(81, 2) / CELL), sig.append(np.full(81, sigma, np.float32))
        ring = np.stack([b[k] for k in RING]) / CELL
        ring = (ring[:, None] * (1 - _T) + np.roll(ring, -1, 0)[:, None] * _T).reshape(-1, 2)
        line.append(ring), lsig.append(np.full(len(ring), sigma, np.float32))
    if pts:
        out[0] = np.asarray(mask.resize((n, n), Image.BOX), np.float32) / 255
        splat(out[1], np.concatenate(pts), np.concatenate(sig))
        splat(out[2], np.concatenate(line), np.concatenate(lsig))
    return out


def batch(shards, r, n, size, stage, desktops=DESKTOPS):
    """Pictures uint8 [n, size, size, 3] and maps f32 [n, 3, size/4, size/4]."""
    xs = np.empty((n, size, size, 3), np.uint8)
    ts = np.empty((n, 3, size // CELL, size // CELL), np.float32)
    for k in range(n):
        if stage == 1 and r.random() < desktops:
            xs[k], lat = desktop(shards, r, size)
        else:
            im, boards = shards.draw(r)
            xs[k], lat = view(r, im, boards, size) if stage == 1 else crop(r, im, boards)
        ts[k] = targets(lat, size)
    return xs, ts
