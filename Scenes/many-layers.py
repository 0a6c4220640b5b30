#!/usr/bin/env python3
"""Writes a scene of many layers, to be measured rather than looked at; the same bytes each time.

    Scenes/many-layers.py OUT.json [LAYERS] [--animated]      LAYERS is 10000 by default

Containers of up to fifteen small layers stand in a square grid. Half are plain, the rest have round
corners, a border, an image, a rotation or an opacity; one container in eight clips, and one in sixteen is a group.
With --animated each small layer has one animation for ever, of its position, opacity, rotation or colour by turns.
"""
import json
import math
import os
import pathlib
import sys

COLORS = ["#d8432f", "#2f6fd8", "#2f9e5b", "#e8b020", "#8e4ec6", "#1f9aa8", "#223048"]
CELL = 8


def animation(index, frame):
    """What a small layer does for ever; half of them at an even speed."""
    x, y = frame[0] + frame[2] / 2, frame[1] + frame[3] / 2
    ends = [
        {"keyPath": "position", "fromValue": [x - 4, y], "toValue": [x, y]},
        {"keyPath": "opacity", "fromValue": 0.1, "toValue": 1},
        {"keyPath": "transform.rotation", "fromValue": 0, "toValue": 6},
        {"keyPath": "backgroundColor", "fromValue": COLORS[index % len(COLORS)], "toValue": "#ffffff"},
    ][index % 4]
    curve = {"timingFunction": "easeInEaseOut"} if index // 4 % 2 == 0 else {}
    timing = {"duration": 2, "autoreverses": True, "repeatCount": "infinity"}
    return {"class": "CABasicAnimation", **ends, **curve, **timing}


def leaf(index, place, is_animated):
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
    if is_animated:
        layer["animations"] = {"move": animation(index, layer["frame"])}
    return layer


def container(number, first, count, columns, is_animated):
    """A layer with count - 1 small ones in it, the first of index first."""
    layer = {"frame": [number % columns * 4 * CELL, number // columns * 4 * CELL, 4 * CELL, 4 * CELL]}
    if number % 8 == 3:
        layer.update(masksToBounds=True, cornerRadius=6, backgroundColor="#ffffff")
    if number % 16 == 9:
        layer["opacity"] = 0.7
    layer["sublayers"] = [leaf(first + i, i, is_animated) for i in range(count - 1)]
    return layer


def main():
    is_animated = "--animated" in sys.argv
    arguments = [argument for argument in sys.argv[1:] if argument != "--animated"]
    if not arguments:
        sys.exit(__doc__)
    out, total = pathlib.Path(arguments[0]).resolve(), int(arguments[1]) if len(arguments) > 1 else 10000
    counts = [min(16, total - 1 - first) for first in range(0, total - 1, 16)]
    columns = math.ceil(math.sqrt(len(counts)))
    side = columns * 4 * CELL
    letter = pathlib.Path(__file__).resolve().parent / "images" / "letter.png"
    layers = [container(i, 16 * i, count, columns, is_animated) for i, count in enumerate(counts)]
    scene = {
        "version": 1,
        "size": [side, side],
        "images": {"letter": os.path.relpath(letter, out.parent)},
        "root": {"frame": [0, 0, side, side], "backgroundColor": "#f4efe0", "sublayers": layers},
    }
    out.write_text(json.dumps(scene) + "\n")


if __name__ == "__main__":
    main()
