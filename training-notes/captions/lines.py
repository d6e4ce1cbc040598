"""Reads files of kind FLC1."""

import struct
import unicodedata

import numpy as np


def read(path):
    """Yields (pixels uint8 [H, W], flags, x-height, text)."""
    data = open(path, "rb").read()
    assert data[:4] == b"FLC1"
    _, height = struct.unpack_from("<II", data, 4)
    at = 12
    while at < len(data):
        width, flags, tall, size = struct.unpack_from("<HBBH", data, at)
        at += 6
        text = data[at : at + size].decode()
        at += size
        yield np.frombuffer(data, np.uint8, height * width, at).reshape(height, width), flags, tall, text
        at += height * width


BLANK = "|"  # class 0, which CTC puts between letters
LETTERS = " abcdefghijklmnopqrstuvwxyzß0123456789.,:;!?'\"-()/#+=_*бгджзилпфцчшщъыьэюя"
# Letters by their shape: Cyrillic ones that look like Latin ones are these; marks of print are those of a keyboard.
SAME = str.maketrans("авекмнорстухіё’‘`“”„«»–—−…№łøđ", "abekmhopctyxie'''\"\"\"\"\"---.#lod")


def fold(text):
    """The text as the net is to read it: small letters without accents, by their shape."""
    text = text.lower().translate(SAME).replace("æ", "ae").replace("œ", "oe")
    text = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return " ".join("".join(c for c in text.translate(SAME) if c in LETTERS).split())
