#!/usr/bin/env python3
"""Draws a report as it stands in a terminal.

    LC_ALL=C fenlens read fixtures/photo.jpg --format text | python3 docs/report.py > docs/report.svg
"""
import sys
from html import escape

COMMAND = "fenlens read diagram.png"
SIZE, LEADING, WIDTH = 13, 18, 800


def main():
    lines = ["$ " + COMMAND, ""] + [line.rstrip("\n") for line in sys.stdin]
    height = len(lines) * LEADING + 48
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}">')
    print(f'<title>{COMMAND}: the report</title>')
    print(f'<rect width="{WIDTH}" height="{height}" rx="8" fill="#1d2229"/>')
    for i, color in enumerate(("#e0605e", "#e0b95e", "#6cc06c")):
        print(f'<circle cx="{18 + 18 * i}" cy="16" r="5" fill="{color}"/>')
    print(f'<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="{SIZE}" fill="#d7dce2" xml:space="preserve">')
    for i, line in enumerate(lines):
        if not line:
            continue
        color = ' fill="#8fb7ff"' if line.startswith("$") else ""
        if line.startswith("CHECK"):
            color = ' fill="#ffb454"'
        elif line.startswith("sure"):
            color = ' fill="#7fd88a"'
        print(f'<text x="16" y="{44 + i * LEADING}"{color}>{escape(line)}</text>')
    print("</g>\n</svg>")


main()
