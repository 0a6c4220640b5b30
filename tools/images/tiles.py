#!/usr/bin/env python3
"""Generates the map tiles of Scenes/tiles, reproducibly, with only Python's standard library.

    tools/images/tiles.py [FOLDER]     writes FOLDER/Z/X/Y.png; default: Scenes/tiles/map

The map is 256 × 256 points: one tile of 64 pixels at level 0, four at level 1, sixteen at level 2.
Roads appear at level 1, houses at level 2. One tile of level 2 is missing on purpose, because real
maps have gaps.
"""
import math
import pathlib
import sys

from make import hexadecimal, png

SIDE, POINTS, LEFT_OUT = 64, 256, (2, 3, 0)
COLORS = [(-0.55, "#5b94c4"), (0, "#86b9dd"), (0.1, "#efe3bd"), (0.7, "#b9d39a"), (1.15, "#8fb678"), (9, "#c9b79a")]


def height(u, v):
    """Above the sea, at a point of the map."""
    return (math.sin(u / 41 + 0.6) * math.cos(v / 37 - 0.4) + 0.55 * math.sin(v / 23 + u / 57)
            + 0.3 * math.cos(u / 15 - v / 19) + 0.35)


def distance_to_road(u, v):
    """In points, more or less."""
    return min(abs(v - 96 - 22 * math.sin(u / 38)), abs(u - 150 - 18 * math.sin(v / 29 + 1)))


def has_house(u, v):
    """Blocks of 4 points beside the roads."""
    block = (math.floor(u / 6), math.floor(v / 6))
    inside = u % 6 < 3.5 and v % 6 < 3.5
    return inside and (block[0] * 7 + block[1] * 11) % 5 < 2 and 5 < distance_to_road(block[0] * 6, block[1] * 6) < 17


def color(u, v, level):
    land = height(u, v)
    if level > 0 and land > 0.1 and distance_to_road(u, v) < 2.2:
        return hexadecimal("#fff6dc" if distance_to_road(u, v) < 1.3 else "#a8906a")
    if level > 1 and land > 0.12 and has_house(u, v):
        return hexadecimal("#b5584a")
    return next(hexadecimal(name) for limit, name in COLORS if land < limit)


def tile(level, column, row):
    point = POINTS / (SIDE << level)
    return png(SIDE, SIDE, lambda x, y: color((column * SIDE + x + 0.5) * point, (row * SIDE + y + 0.5) * point, level))


def main():
    here = pathlib.Path(__file__).resolve().parent
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here.parent.parent / "Scenes" / "tiles" / "map"
    for level in range(3):
        for column in range(1 << level):
            for row in range(1 << level):
                if (level, column, row) == LEFT_OUT:
                    continue
                path = folder / str(level) / str(column) / f"{row}.png"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(tile(level, column, row))


if __name__ == "__main__":
    main()
