#!/usr/bin/env python3
"""Gather every family of chess men that the models are trained on into one folder.

    python3 fetch_art.py DEST [--pieces DIR] [--boards DIR] [--cache DIR]

DEST/<family>/{w,b}{K,Q,R,B,N,P}.svg|png   drawn families
DEST/<family>/font.ttf|otf                 typeset families
DEST/boards/*                              board textures: NAME.ext is a whole board, NAME_l/NAME_d a pair of squares
DEST/fonts/*                               fonts of coordinates and page text
DEST/families.tsv                          name, group, split, format, source, licence

--pieces and --boards name a checkout's `public/piece` and `public/images/board` of lichess-org/lila (the folders of its
free sets, see LILA below). Everything else comes from the Debian, npm and PyPI registries through apt-get, npm and pip
(nothing is installed). Needs Python 3.11 with Pillow, and rsvg-convert (Debian: librsvg2-bin).

Families of one artwork share a group, and a group is wholly in `train` or wholly in `holdout`. Sets under NonCommercial
or unclear licences, and sets kept for tests only, are not fetched.
"""

import argparse
import base64
import gzip
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from xml.etree import ElementTree

from PIL import Image

MEN = [c + p for c in "wb" for p in "KQRBNP"]
NAMES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
SIDE = 256

# Groups kept out of training, to choose checkpoints and to calibrate on: drawn, typeset and screen sets.
HOLDOUT = {"kosal", "condal", "chessnut"}

# name: (licence, group)
LILA = {
    "cburnett": ("GPL-2.0-or-later", "cburnett"),
    "merida": ("GPL-2.0-or-later", "merida"),
    "celtic": ("MIT", "celtic"),
    "fantasy": ("MIT", "fantasy"),
    "spatial": ("MIT", "spatial"),
    "chessnut": ("Apache-2.0", "chessnut"),
    "mpchess": ("GPL-3.0-or-later", "mpchess"),
    "pirouetti": ("AGPL-3.0-or-later", "pirouetti"),
    "pixel": ("AGPL-3.0-or-later", "pixel"),
    "rhosgfx": ("CC0-1.0", "rhosgfx"),
    "firi": ("CC-BY-4.0", "firi"),
}
DEBS = ["pychess", "texlive-games", "fonts-dejavu-core", "fonts-freefont-ttf", "fonts-noto-core", "scid-data", "knights",
        "dreamchess-data"]
NPM = ["cm-chessboard", "kokopu-react"]
PYPI = ["chessboard-image", "fen2pil", "chess-widgets", "pychessview", "pygame-chess-api", "pyside6-chessboard",
        "kivy-chess-board", "MzChess", "pychess-data"]


def run(*command, cwd):
    subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.DEVNULL)


def fetch(cache):
    """Downloads and unpacks all packages; what is already there stays."""
    cache.mkdir(parents=True, exist_ok=True)
    for name in DEBS:
        target = cache / "deb" / name
        if not target.exists():
            if not list(cache.glob(f"{name}_*.deb")):
                run("apt-get", "download", "-q", name, cwd=cache)
            target.mkdir(parents=True)
            run("dpkg", "-x", str(next(cache.glob(f"{name}_*.deb"))), str(target), cwd=cache)
    for name in NPM:
        target = cache / "npm" / name
        if not target.exists():
            if not list(cache.glob(f"{name}-[0-9]*.tgz")):
                run("npm", "pack", name, "--silent", cwd=cache)
            target.mkdir(parents=True)
            with tarfile.open(next(cache.glob(f"{name}-[0-9]*.tgz"))) as tar:
                tar.extractall(target, filter="data")
    for name in PYPI:
        target = cache / "py" / name
        if not target.exists():
            pattern = f"{name.replace('-', '_')}-*.whl"
            if not list((cache / "pip").glob(pattern)):
                run(sys.executable, "-m", "pip", "download", "--no-deps", "-q", "-d", "pip", name, cwd=cache)
            target.mkdir(parents=True)
            with zipfile.ZipFile(next((cache / "pip").glob(pattern))) as wheel:
                wheel.extractall(target)


class Collection:
    def __init__(self, dest):
        self.dest = dest
        self.rows = []
        dest.mkdir(parents=True, exist_ok=True)

    def folder(self, family):
        path = self.dest / family
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir(parents=True)
        return path

    def note(self, family, group, form, source, licence):
        missing = [m for m in MEN if form in ("svg", "png") and not (self.dest / family / f"{m}.{form}").exists()]
        if missing:
            raise SystemExit(f"{family}: no {' '.join(missing)}")
        self.rows.append((family, group, "holdout" if group in HOLDOUT else "train", form, source, licence))

    def copy(self, family, group, source, licence, find):
        """`find(man)` gives the file of each of the twelve men."""
        folder = self.folder(family)
        for man in MEN:
            path = find(man)
            form = path.suffix[1:]
            if form == "png":
                square(Image.open(path)).save(folder / f"{man}.png")
            else:
                shutil.copy(path, folder / f"{man}.svg")
        self.note(family, group, form, source, licence)

    def font(self, family, group, source, licence, path, kind):
        folder = self.folder(family)
        shutil.copy(path, folder / f"font{path.suffix.lower()}")
        self.note(family, group, f"font:{kind}", source, licence)

    def write(self):
        lines = ["name\tgroup\tsplit\tformat\tsource\tlicence"] + ["\t".join(r) for r in sorted(self.rows)]
        (self.dest / "families.tsv").write_text("\n".join(lines) + "\n")


def square(image, side=None):
    """RGBA, padded to a square (men stand on their feet), no larger than SIDE."""
    image = image.convert("RGBA")
    w, h = image.size
    side = side or max(w, h)
    if (w, h) != (side, side):
        canvas = Image.new("RGBA", (side, side))
        canvas.paste(image, ((side - w) // 2, (side - h) // 2 if h > w else (side - h)))
        image = canvas
    return image.resize((SIDE, SIDE), Image.LANCZOS) if side > SIDE else image


def lila(c, pieces):
    for name, (licence, group) in LILA.items():
        c.copy(f"lila-{name}", group, "lichess-org/lila", licence, lambda m: pieces / name / f"{m}.png")


def pychess(c, root):
    pieces = root / "usr/share/pychess/pieces"
    groups = {"merida_new": "merida", "fantasy_alt": "fantasy"}
    for name in "alfonso alpha cburnett chessicons kosal leipzig magnetic maya merida merida_new regular".split():
        c.copy(f"pychess-{name}", groups.get(name, name), "Debian pychess", "GPL-3.0-or-later",
               lambda m: pieces / name / f"{m.lower()}.svg")
    for name in "celtic eyes fantasy fantasy_alt freak prmi spatial".split():
        folder = c.folder(f"pychess-{name}")
        svg = (pieces / name / f"{name}.svg").read_text()
        # One drawing of 1200x400: black men above white ones, in the order of "KQRBNP".
        for man in MEN:
            x, y = "KQRBNP".index(man[1]) * 200, 0 if man[0] == "b" else 200
            head, rest = re.search(r"<svg\b.*?>", svg, re.S).group(0), None
            new = re.sub(r'\s(width|height|viewBox)="[^"]*"', "", head)
            new = new.replace("<svg", f'<svg width="200" height="200" viewBox="{x} {y} 200 200"', 1)
            (folder / f"{man}.svg").write_text(svg.replace(head, new, 1))
        c.note(f"pychess-{name}", groups.get(name, name), "svg", "Debian pychess", "GPL-3.0-or-later")
    for name in "adventurer cases condal kingdom leipzig mark maroquin maya medieval merida".split():
        c.font(f"ttf-{name}", name, "Debian pychess", "freeware", pieces / "ttf" / f"{name}.ttf", "marroquin")


def tex(c, root):
    fonts = root / "usr/share/texlive/texmf-dist/fonts/opentype/public/skaknew"
    c.font("otf-alphadia", "alpha", "Debian texlive-games", "LPPL", fonts / "AlphaDia.otf", "skak")
    c.font("otf-skaknew", "skaknew", "Debian texlive-games", "LPPL", fonts / "SkakNew-Diagram.otf", "skak")
    c.font("otf-skaknew-t", "skaknew", "Debian texlive-games", "LPPL", fonts / "SkakNew-DiagramT.otf", "skak")


def unicode_fonts(c, deb):
    for name, package, path in [
        ("dejavu", "fonts-dejavu-core", "dejavu/DejaVuSans.ttf"),
        ("freeserif", "fonts-freefont-ttf", "freefont/FreeSerif.ttf"),
        ("notosymbols2", "fonts-noto-core", "noto/NotoSansSymbols2-Regular.ttf"),
    ]:
        c.font(f"unicode-{name}", f"unicode-{name}", f"Debian {package}", "free font licence",
               deb / package / "usr/share/fonts/truetype" / path, "unicode")


def scid(c, root):
    for folder_name, group in [("Alpha", "alpha"), ("Cburnett", "cburnett"), ("Fantasy2", "fantasy"),
                               ("Kingdom", "kingdom"), ("Leipzig", "leipzig"), ("Merida", "merida"), ("Merida1", "merida"),
                               ("Good Companion", "goodcompanion")]:
        family = "scid-" + folder_name.lower().replace(" ", "")
        files = list((root / "usr/share/scid/img/pieces" / folder_name).glob("*.[pg][ni][gf]"))
        strip = Image.open(max(files, key=lambda f: Image.open(f).size[1])).convert("RGBA")
        side = strip.size[1]
        folder = c.folder(family)
        for i, man in enumerate(colour + piece for colour in "wb" for piece in "PNBRQK"):
            square(strip.crop((i * side, 0, (i + 1) * side, side))).save(folder / f"{man}.png")
        c.note(family, group, "png", "Debian scid-data", "GPL-2.0-only")


def knights(c, root, cache):
    for name in "east_west gray knights plain xboard2".split():
        svg = cache / f"knights-{name}.svg"
        text = gzip.decompress((root / f"usr/share/knights/themes/{name}.svgz").read_bytes()).decode()
        svg.write_text(text)
        # One theme embeds its men as pictures, which rsvg-convert cannot take out by their id.
        embedded = {}
        for tag in re.findall(r"<image\b.*?>", text, re.S):
            ident = re.search(r'\sid="([A-Za-z]+)"', tag)
            if ident:
                embedded[ident.group(1)] = base64.b64decode(re.search(r"base64,([^\"]*)", tag).group(1))
        images = {}
        for man in MEN:
            ident = ("White" if man[0] == "w" else "Black") + NAMES[man[1]].title()
            png = embedded.get(ident) or subprocess.run(["rsvg-convert", "-i", ident, "-z", "4", str(svg)], check=True, capture_output=True).stdout
            image = Image.open(io.BytesIO(png)).convert("RGBA")
            images[man] = image.crop(image.getchannel("A").getbbox())
        side = int(max(max(i.size) for i in images.values()) * 1.08)
        folder = c.folder(f"knights-{name}")
        for man, image in images.items():
            canvas = Image.new("RGBA", (side, side))
            canvas.paste(image, ((side - image.size[0]) // 2, side - image.size[1] - side // 25))
            square(canvas).save(folder / f"{man}.png")
        c.note(f"knights-{name}", {"plain": "cburnett", "gray": "cburnett"}.get(name, name), "png", "Debian knights", "GPL-2.0-or-later")


def dreamchess(c, root):
    for name, group in (("figurine", "cburnett"), ("sketch", "sketch")):
        base = root / "usr/share/games/dreamchess/pieces" / name
        c.copy(f"dreamchess-{name}", group, "Debian dreamchess-data", "GPL-3.0-or-later",
               lambda m: base / f"{NAMES[m[1]]}_{m[0]}.png")


def npm(c, root):
    path = root / "cm-chessboard/package/assets/pieces/standard.svg"
    folder = c.folder("npm-cm-standard")
    for man in MEN:
        ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
        tree = ElementTree.parse(path)
        svg = tree.getroot()
        for child in list(svg):
            if child.get("id") not in (None, man.lower()):
                svg.remove(child)
        tree.write(folder / f"{man}.svg")
    c.note("npm-cm-standard", "cburnett", "svg", "npm cm-chessboard", "CC-BY-SA-3.0")
    sprites = root / "kokopu-react/package/src/chessboard/sprites"
    for name in "cburnett celtic eyes fantasy spatial".split():
        c.copy(f"kokopu-{name}", name, "npm kokopu-react", "LGPL-3.0-or-later", lambda m: sprites / f"{name}-{m.lower()}.png")


def pypi(c, root):
    themes = json.loads((root / "chessboard-image/chessboard_image/theme.json").read_text())
    # Its "uscf" and "symbol" are left out: the drawings look like a set that forbids commercial use.
    for name, group in [("wikipedia", "cburnett"), ("wisteria", "alpha"), ("sakura", "cburnett")]:
        folder = c.folder(f"cbi-{name}")
        for man in MEN:
            data = themes[name]["pieces"][man]
            data = data[0] if isinstance(data, list) else data
            square(Image.open(io.BytesIO(base64.b64decode(data.split(",", 1)[1])))).save(folder / f"{man}.png")
        c.note(f"cbi-{name}", group, "png", "PyPI chessboard-image", "MIT")
    long = {"w": "white", "b": "black"}
    base = root / "fen2pil/fen2pil/pieces"
    c.copy("fen2pil", "cburnett", "PyPI fen2pil", "MIT", lambda m: base / long[m[0]] / f"{m[1].lower()}.png")
    widgets = root / "chess-widgets/chess_widgets/assets"
    c.copy("chess-widgets", "cburnett", "PyPI chess-widgets", "MIT", lambda m: widgets / f"{m}.svg")
    view = root / "pychessview/pychessview/assets/themes/default/images/pieces"
    c.copy("pychessview", "cburnett", "PyPI pychessview", "Apache-2.0", lambda m: view / f"{m.lower()}.svg")
    game = root / "pygame-chess-api/pygame_chess_api/assets"
    c.copy("pygame-api", "cburnett", "PyPI pygame-chess-api", "MIT",
           lambda m: game / f"{long[m[0]]}_{'check' if m[1] == 'K' else NAMES[m[1]]}.png")
    side = root / "pyside6-chessboard/PySide6_ChessBoard/pieces"
    c.copy("pyside6", "cburnett", "PyPI pyside6-chessboard", "GPL-3.0-or-later",
           lambda m: side / f"{NAMES[m[1]]}_{long[m[0]]}.svg")
    kivy = root / "kivy-chess-board/kivy_chess_board/assets"
    c.copy("kivy", "cburnett", "PyPI kivy-chess-board", "GPL-3.0-or-later",
           lambda m: kivy / (f"{m[1]}.png" if m[0] == "w" else f"{m[1].lower()}_black.png"))
    mz = root / "MzChess/MzChess/pieces"
    c.copy("mzchess", "cburnett", "PyPI MzChess", "GPL-3.0-or-later", lambda m: mz / f"{long[m[0]]}-{NAMES[m[1]]}.svg")
    static = root / "pychess-data/pychess_data/static/images/pieces"
    c.copy("variants-firi", "firi", "PyPI pychess-data", "CC-BY-4.0", lambda m: static / "firi" / f"{m.lower()}.svg")
    folder = c.folder("variants-mono")
    # The set is one gray shape for both sides, tinted by the page that shows it.
    for man in MEN:
        svg = (static / "mono" / f"{NAMES[man[1]]}.svg").read_text()
        (folder / f"{man}.svg").write_text(svg.replace("#888", "#f4f4f4" if man[0] == "w" else "#1a1a1a"))
    c.note("variants-mono", "mono", "svg", "PyPI pychess-data", "AGPL-3.0-or-later")


def boards(c, lila_boards, cache):
    folder = c.folder("boards")
    found = list(lila_boards.glob("*.jpg")) if lila_boards else []
    for path in found:
        if "thumbnail" not in path.name:
            shutil.copy(path, folder / f"lila-{path.name}")
    static = cache / "py/pychess-data/pychess_data/static/images/board"
    for path in [*static.glob("8x8*.jpg")]:
        shutil.copy(path, folder / f"variants-{path.name}")
    for path in (cache / "deb/pychess/usr/share/pychess/boards").glob("*_[ld].png"):
        Image.open(path).convert("RGB").save(folder / f"pychess-{path.name}")
    for path in (cache / "deb/scid-data/usr/share/scid/img/boards").glob("*-[ld].gif"):
        name, tone = path.stem.rsplit("-", 1)
        Image.open(path).convert("RGB").save(folder / f"scid-{name}_{tone}.png")


def text_fonts(c, deb):
    """Fonts of coordinates and page text."""
    folder = c.folder("fonts")
    for package, path, names in [
        ("fonts-dejavu-core", "dejavu", "DejaVuSans DejaVuSans-Bold DejaVuSansMono DejaVuSerif DejaVuSerif-Bold"),
        ("fonts-freefont-ttf", "freefont", "FreeMono FreeSans FreeSansBold FreeSerif FreeSerifBold FreeSerifItalic"),
        ("fonts-noto-core", "noto", "NotoSans-Regular NotoSans-Bold NotoSerif-Regular NotoSerif-Italic NotoSerifDisplay-Regular"),
    ]:
        for name in names.split():
            shutil.copy(deb / package / "usr/share/fonts/truetype" / path / f"{name}.ttf", folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dest", type=Path)
    parser.add_argument("--pieces", type=Path, help="folder of lila's piece sets as <set>/<colour><piece>.png")
    parser.add_argument("--boards", type=Path, help="folder of lila's board textures (*.jpg)")
    parser.add_argument("--cache", type=Path, help="where the packages lie (default: DEST/../art-packages)")
    args = parser.parse_args()
    cache = (args.cache or args.dest.parent / "art-packages").absolute()
    fetch(cache)
    c = Collection(args.dest)
    if args.pieces:
        lila(c, args.pieces)
    pychess(c, cache / "deb/pychess")
    tex(c, cache / "deb/texlive-games")
    unicode_fonts(c, cache / "deb")
    scid(c, cache / "deb/scid-data")
    knights(c, cache / "deb/knights", cache)
    dreamchess(c, cache / "deb/dreamchess-data")
    npm(c, cache / "npm")
    pypi(c, cache / "py")
    boards(c, args.boards, cache)
    text_fonts(c, cache / "deb")
    c.write()
    train = [r for r in c.rows if r[2] == "train"]
    print(f"{len(c.rows)} families in {len({r[1] for r in c.rows})} groups; train: {len(train)} in {len({r[1] for r in train})}")


if __name__ == "__main__":
    main()
