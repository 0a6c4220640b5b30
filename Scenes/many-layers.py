#!/usr/bin/env python3
"""Writes a scene of many layers, to be measured rather than looked at; the same bytes each time.

    Scenes/many-layers.py OUT.json [LAYERS]      LAYERS is 10000 by default

Containers of up to fifteen small layers stand in a square grid. Half are plain, the rest have round
corners, a border, an image, a rotation or an opacity; one container in eight clips, and one in sixteen is a group.
"""
import json
import math
import os
import pathlib
import sys

COLORS = ["#d8432f", "#2f6fd8", "#2f9e5b", "#e8b020", "#8e4ec6", "#1f9aa8", "#223048"]
CELL = 8


def leaf(index, place):
    """A small layer at a place, 0 to 15, of its container; its kind goes by its index in the whole scene."""
    layer = {
        "frame": [place % 4 * CELL + 1, place // 4 * CELL + 1, CELL - 2, CELL - 2],
        "backgroundColor": COLORS[index * 5 % len(COLORS)],
    }
    kind = index * 7 % 10
    if kind == 5:
        layer["cornerRadius"] = 2
    elif kind == 6:
        layer.update(borderWidth=1, borderColor="#223048")
    elif kind == 7:
        layer.update(contents="letter", contentsGravity="resizeAspect")
    elif kind == 8:
        layer["transform"] = [{"rotateDegrees": index * 13 % 90}]
    elif kind == 9:
        layer["opacity"] = 0.5
    return layer


def container(number, first, count, columns):
    """A layer with count - 1 small ones in it, the first of index first."""
    layer = {"frame": [number % columns * 4 * CELL, number // columns * 4 * CELL, 4 * CELL, 4 * CELL]}
    if number % 8 == 3:
        layer.update(masksToBounds=True, cornerRadius=6, backgroundColor="#ffffff")
    if number % 16 == 9:
        layer["opacity"] = 0.7
    layer["sublayers"] = [leaf(first + i, i) for i in range(count - 1)]
    return layer


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    out, total = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    counts = [min(16, total - 1 - first) for first in range(0, total - 1, 16)]
    columns = math.ceil(math.sqrt(len(counts)))
    side = columns * 4 * CELL
    letter = pathlib.Path(__file__).resolve().parent / "images" / "letter.png"
    layers = [container(i, 16 * i, count, columns) for i, count in enumerate(counts)]
    scene = {
        "version": 1,
        "size": [side, side],
        "images": {"letter": os.path.relpath(letter, out.parent)},
        "root": {"frame": [0, 0, side, side], "backgroundColor": "#f4efe0", "sublayers": layers},
    }
    out.write_text(json.dumps(scene) + "\n")


if __name__ == "__main__":
    main()
