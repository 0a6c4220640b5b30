#!/usr/bin/env python3
"""Generates the images of the scenes, reproducibly, with only Python's standard library.

    tools/images/make.py [FOLDER]      writes into FOLDER; default: Scenes/images

Each image is a function below with the name of its file. A picture maps a pixel position to
straight red, green, blue and alpha, 0 to 1; `png` samples it and writes the smaller of an RGB and
an RGBA file.
"""
import math
import pathlib
import struct
import sys
import zlib

CLEAR = (0, 0, 0, 0)


def hexadecimal(text):
    """A colour such as '#d8432f'."""
    return tuple(int(text[i:i + 2], 16) / 255 for i in (1, 3, 5)) + (1,)


def mixed(a, b, share):
    """From colour a (share 0) to colour b (share 1); neither is translucent."""
    share = min(max(share, 0), 1)
    return tuple(p + (q - p) * share for p, q in zip(a, b))


# --- The file


def png(width, height, picture, depth=8, code=None):
    """The bytes of a PNG of picture(x, y), x and y being whole pixels; of 8 or 16 bits a sample, with the colour space of a
    code (cICP) where one is given."""
    pixels = [[picture(x, y) for x in range(width)] for y in range(height)]
    channels = 3 if all(p[3] == 1 for row in pixels for p in row) else 4
    most = 2 ** depth - 1
    rows = [b"".join(round(min(max(v, 0), 1) * most).to_bytes(depth // 8, "big") for p in row for v in p[:channels])
            for row in pixels]
    step = channels * depth // 8
    data = min((zlib.compress(filtered(rows, step, kind), 9) for kind in (0, 1, 2)), key=len)
    header = struct.pack(">IIBBBBB", width, height, depth, {3: 2, 4: 6}[channels], 0, 0, 0)
    space = chunk(b"cICP", bytes(code)) if code else b""
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + space + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def filtered(rows, step, kind):
    """The rows as PNG stores them, all by one filter: 0 as they are, 1 less the pixel before, 2 less the row above."""
    above = bytes(len(rows[0]))
    out = bytearray()
    for row in rows:
        before = {0: bytes(len(row)), 1: bytes(step) + row[:-step], 2: above}[kind]
        out.append(kind)
        out += bytes((v - b) & 255 for v, b in zip(row, before))
        above = row
    return bytes(out)


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


# --- Test pictures


def letter():
    """48 x 64: an F in a frame, each corner of another colour, so that every flip and turn shows."""
    ground, ink = hexadecimal("#fbf3dc"), hexadecimal("#223048")
    corners = {(0, 0): "#d8432f", (1, 0): "#2f9e5b", (0, 1): "#2f6fd8", (1, 1): "#e8b020"}

    def picture(x, y):
        if min(x, 47 - x) < 10 and min(y, 63 - y) < 10:
            return hexadecimal(corners[x // 24, y // 32])
        if 14 <= x < 21 and 12 <= y < 52:
            return ink
        if (14 <= x < 36 and 12 <= y < 19) or (14 <= x < 31 and 28 <= y < 35):
            return ink
        return ground
    return png(48, 64, picture)


def tiny():
    """4 x 4: sixteen colours, one translucent and one clear, to be magnified."""
    colors = ("d8432f", "e8b020", "2f9e5b", "2f6fd8", "ffffff", "223048", "d8432f", "e8b020",
              "2f6fd8", "2f9e5b", "8e4ec6", "ffffff", "223048", "e8b020", "2f6fd8", "d8432f")

    def picture(x, y):
        alpha = {(1, 1): 0.5, (2, 2): 0}.get((x, y), 1)
        return hexadecimal("#" + colors[y * 4 + x])[:3] + (alpha,)
    return png(4, 4, picture)


def rings():
    """96 x 96: circles that come closer outwards, down to two pixels a ring, so that aliasing shows when minified."""
    def picture(x, y):
        squared = (x - 47.5) ** 2 + (y - 47.5) ** 2
        wave = 0.5 + 0.5 * math.cos(math.pi * squared / 96)
        return mixed(hexadecimal("#223048"), hexadecimal("#ffe9b0"), round(wave * 16) / 16)
    return png(96, 96, picture)


def stripes():
    """37 x 23: odd sides for mip levels; stripes of one, two and three pixels, and a column of red at each side."""
    def picture(x, y):
        if x in (0, 36):
            return hexadecimal("#d8432f")
        dark = (x % 2 if y < 8 else y // 2 % 2 if y < 16 else (x + y) // 3 % 2)
        return hexadecimal("#223048" if dark else "#ffffff")
    return png(37, 23, picture)


def glow():
    """64 x 64: a disc that fades outwards in alpha, its hidden pixels of another colour, which must never show."""
    def picture(x, y):
        alpha = 1 - math.hypot(x - 31.5, y - 31.5) / 31
        return hexadecimal("#e8662f")[:3] + (alpha,) if alpha > 0 else (0, 1, 0, 0)
    return png(64, 64, picture)


def weave():
    """64 x 64, opaque: waves, squares and a dark sign with sharp edges, for what is under a mask of as many pixels, such as glow."""
    def picture(x, y):
        if 20 <= x < 44 and 24 <= y < 40:
            return hexadecimal("#28282c")
        light = 0.9 if (x // 8 + y // 8) % 2 else (x * 3 + y) % 256 / 255
        return (0.5 + 0.35 * math.sin(x / 5 + y / 17), 0.47 + 0.4 * math.sin((x * x + y * y) / 400), light, 1)
    return png(64, 64, picture)


def spark():
    """32 x 32: a white light, brightest in the middle, for particles to give a colour."""
    def picture(x, y):
        away = math.hypot(x - 15.5, y - 15.5) / 15.5
        return (1, 1, 1, (1 - away) ** 2 * (0.35 + 0.65 * math.exp(-9 * away * away))) if away < 1 else CLEAR
    return png(32, 32, picture)


def stamp():
    """26 x 22: sharp colours to the edges of a rectangle, with 1, 3, 5 and 2 clear pixels at its left, top, right and bottom."""
    colors = ("#d8432f", "#223048", "#2f9e5b", "#ffffff", "#2f6fd8")

    def picture(x, y):
        if not (1 <= x < 21 and 3 <= y < 20):
            return (0, 1, 0, 0)
        return hexadecimal(colors[(x // 3 + y // 4 * 2) % 5])[:3] + (0.5 if y == 19 else 1,)
    return png(26, 22, picture)


def frame():
    """30 x 30: nine parts of 10 pixels, the corners round and of different colours, the edges striped."""
    colors = {(0, 0): "#d8432f", (2, 0): "#2f9e5b", (0, 2): "#2f6fd8", (2, 2): "#8e4ec6"}

    def picture(x, y):
        column, row = x // 10, y // 10
        if column == 1 and row == 1:
            return mixed(hexadecimal("#fff6d8"), hexadecimal("#ffd890"), (x + y - 20) / 18)
        if column == 1 or row == 1:
            along = x if column == 1 else y
            return hexadecimal("#e8b020" if along % 10 in (0, 1, 4, 5, 8, 9) else "#b07a10")
        center = (9.5 if column == 0 else 19.5, 9.5 if row == 0 else 19.5)
        coverage = min(max(10 - math.hypot(x - center[0], y - center[1]), 0), 1)
        return hexadecimal(colors[column, row])[:3] + (coverage,)
    return png(30, 30, picture)


def sprites():
    """96 x 32: three sprites of 32 pixels side by side, each touching its neighbours: disc, square, triangle."""
    def picture(x, y):
        i, u, v = x // 32, x % 32 - 15.5, y - 15.5
        ground, ink = [("#d8432f", "#ffe9b0"), ("#2f6fd8", "#ffffff"), ("#2f9e5b", "#223048")][i]
        inside = [math.hypot(u, v) < 11, max(abs(u), abs(v)) < 10, abs(u) * 1.7 - v < 10 and v < 10][i]
        return hexadecimal(ink if inside else ground)
    return png(96, 32, picture)


def digits():
    """120 x 20: the digits 0 to 9 in seven segments, 12 x 20 each, dark ink on clear."""
    #       a       b       c       d       e       f       g       (clockwise from the top, the middle last)
    lit = ["abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcfgd"]

    eight = (".aaaaaa.", "f.aaaa.b", "ff....bb", "ff....bb", "ff....bb", "ff....bb", "f......b", "..gggg..",
             "..gggg..", "e......c", "ee....cc", "ee....cc", "ee....cc", "ee....cc", "e.dddd.c", ".dddddd.")

    def picture(x, y):
        u, v = x % 12 - 2, y - 2
        segment = eight[v][u] if 0 <= u < 8 and 0 <= v < 16 else "."
        return hexadecimal("#1c2a20") if segment in lit[x // 12] else CLEAR
    return png(120, 20, picture)


def dusk():
    """96 x 40, 16 bits: a sky so dark that bytes would have eight greys for it, with a path of stars darker still."""
    def picture(x, y):
        light = 0.004 + 0.026 * (x + 0.5) / 96 * (0.75 + 0.25 * math.cos(y / 6))
        return (light, light * 0.9, light * 1.1, 1)
    return png(96, 40, picture, depth=16)


def vivid():
    """48 x 48, 16 bits, Display P3: hues about the middle that sRGB does not have, clear beyond the disc."""
    def picture(x, y):
        u, v = (x - 23.5) / 23.5, (y - 23.5) / 23.5
        hue, away = math.atan2(v, u), math.hypot(u, v)
        color = tuple(0.5 + 0.5 * min(away * 1.3, 1) * math.cos(hue - turn * 2 * math.pi / 3) for turn in range(3))
        return color + (min(max((1 - away) * 6, 0), 1),)
    # Primaries of SMPTE RP 431-2 with D65, the transfer function of sRGB, RGB, full range (ITU-T H.273).
    return png(48, 48, picture, depth=16, code=(12, 13, 0, 1))


# --- Landscapes for the gallery, 216 x 160


def landscape(sky, ridges, disc=None, stars=0):
    """A sky in bands from top to horizon, a disc (x, y, radius, colour, glow), and ridges from far to near.

    A ridge is (height, swing, wave length, phase, colour, colour at its foot); lengths are in pixels.
    """
    width, height = 216, 160
    lights = [((i * 7919 + 31) % width, (i * 6007 + 17) % 90, 0.35 + (i * 37 % 60) / 100) for i in range(stars)]
    bright = {(x, y): share for x, y, share in lights}

    def heaven(x, y):
        place = y / (height - 1) * (len(sky) - 1)
        i = min(int(place), len(sky) - 2)
        color = mixed(hexadecimal(sky[i]), hexadecimal(sky[i + 1]), place - i)
        color = mixed(color, (1, 1, 1, 1), bright.get((x, y), 0))
        if disc:
            cx, cy, radius, tint, glow = disc
            away = math.hypot(x - cx, y - cy) - radius
            halo = glow * math.exp(-max(away, 0) / 26)
            color = mixed(color, hexadecimal(tint), halo)
            color = mixed(color, hexadecimal(tint), 0.5 - away)
        return color

    def crest(ridge, x):
        top, swing, length, phase = ridge[:4]
        t = x / length + phase
        return top - swing * (math.sin(t) + 0.5 * math.sin(2.3 * t + 1.1) + 0.22 * math.sin(5.9 * t + phase))

    def picture(x, y):
        color = heaven(x, y)
        for ridge in ridges:
            edge = crest(ridge, x)
            body = mixed(hexadecimal(ridge[4]), hexadecimal(ridge[5]), (y - ridge[0]) / (height - ridge[0]))
            color = mixed(color, body, y - edge + 0.5)
        return color
    return png(width, height, picture)


def dawn():
    """Mountains before a rising sun."""
    return landscape(
        ["#3d4a7a", "#b46a86", "#f3a271", "#ffdfa6"],
        [(96, 9, 21, 0.4, "#a86a7c", "#e0a08a"), (112, 11, 17, 2.1, "#6d4a6c", "#a8708a"),
         (134, 9, 25, 4.0, "#38304f", "#1f1c33")],
        (138, 84, 13, "#fff2cf", 0.75))


def sea():
    """A calm sea at noon."""
    return landscape(
        ["#2f86c9", "#7cc0e6", "#d7f0f6", "#d7f0f6"],
        [(92, 3, 30, 0.2, "#7fa7b8", "#7fa7b8"), (100, 0, 30, 0, "#2a83a8", "#0d4a70"),
         (140, 4, 34, 2.2, "#f2dfb0", "#d9b77a")],
        (52, 34, 10, "#fffbe6", 0.5))


def dunes():
    """Sand in the evening."""
    return landscape(
        ["#f7c77b", "#f9b06a", "#ef8f5c", "#e27d55"],
        [(84, 8, 31, 1.0, "#d97b4a", "#c0603c"), (106, 10, 36, 3.2, "#bd5a38", "#98432f"),
         (134, 12, 44, 5.0, "#7d3428", "#4f2020")],
        (66, 46, 15, "#fff0c8", 0.6))


def forest():
    """Hills of firs in mist."""
    return landscape(
        ["#c9dcd4", "#dfe9dd", "#eef2e2", "#eef2e2"],
        [(66, 7, 14, 0.7, "#a9c4b4", "#d3e2d2"), (86, 9, 8, 2.4, "#6f9c86", "#b5d0bd"),
         (108, 8, 6, 1.2, "#3c705c", "#86b096"), (136, 9, 5, 3.6, "#1c4638", "#0f2a24")])


def night():
    """A moon above hills, with stars."""
    return landscape(
        ["#0b1030", "#18204e", "#2c3a74", "#4a5a94"],
        [(104, 9, 27, 0.9, "#263060", "#1b2248"), (128, 9, 22, 3.3, "#141a3a", "#0a0d22")],
        (156, 40, 15, "#f4f1de", 0.35), stars=70)


def aurora():
    """Green light above snow."""
    return landscape(
        ["#0a1a36", "#0f4a58", "#2fae86", "#b8f0b4"],
        [(104, 12, 19, 1.6, "#3c5a80", "#8aa8c4"), (132, 7, 28, 4.4, "#c4d8e8", "#f2f8fc")],
        stars=50)


IMAGES = [letter, tiny, rings, stripes, glow, weave, spark, stamp, frame, sprites, digits, dusk, vivid, dawn, sea, dunes, forest,
          night, aurora]


def main():
    here = pathlib.Path(__file__).resolve().parent
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here.parent.parent / "Scenes" / "images"
    folder.mkdir(parents=True, exist_ok=True)
    for image in IMAGES:
        (folder / f"{image.__name__}.png").write_bytes(image())


if __name__ == "__main__":
    main()
