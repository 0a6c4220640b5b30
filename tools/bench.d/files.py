"""Files of workloads: a scene file for Multiplane, and flat text for the drivers in C and C++ (read
by `scene.h`). Each image is written twice: as PNG for the scene, and as raw premultiplied RGBA8 for
the drivers.

In the scene, the change per frame is an animation: frame n is the scene at t = n / 60.
"""

import json
import os
import struct
import zlib

import numpy as np

from tree import (
    BACKDROP,
    DRIFT,
    IMAGE,
    MASK_GRADIENT,
    MASK_IMAGE,
    NONE,
    OPACITY,
    ROTX,
    ROTY,
    ROTZ,
    SOLID,
    premultiplied,
    rounded,
)

# --- Scene file


def _hex(c):
    return [rounded(v, 4) for v in c]


def _basic(key, a, b, dur, auto=False):
    d = {
        "class": "CABasicAnimation",
        "keyPath": key,
        "fromValue": a,
        "toValue": b,
        "duration": dur,
        "repeatCount": "infinity",
    }
    if auto:
        d["autoreverses"] = True
    return d


def layer(it, names):
    d = {"bounds": [0, 0, it.w, it.h], "position": [it.x, it.y]}
    if it.kind in (SOLID, BACKDROP):
        d["backgroundColor"] = _hex(it.color)
    if it.radius:
        d["cornerRadius"] = it.radius
    if it.kind == IMAGE:
        d["contents"] = names[it.image]
        if it.radius:
            d["masksToBounds"] = True
    if it.border[0]:
        d["borderWidth"], d["borderColor"] = it.border[0], _hex(it.border[1:])
    if it.shadow[0]:
        s, dx, dy, a = it.shadow
        d.update(shadowRadius=s, shadowOffset=[dx, dy], shadowOpacity=a, shadowColor=[0, 0, 0, 1])
    if it.opacity != 1:
        d["opacity"] = it.opacity
    if it.mask == MASK_IMAGE:
        d["mask"] = {"bounds": [0, 0, it.w, it.h], "position": [it.w / 2, it.h / 2], "contents": "mask"}
    elif it.mask == MASK_GRADIENT:
        d["mask"] = {
            "class": "CAGradientLayer",
            "bounds": [0, 0, it.w, it.h],
            "position": [it.w / 2, it.h / 2],
            "cornerRadius": 24,
            "colors": [[0, 0, 0, 1], [0, 0, 0, 0]],
            "startPoint": [0.5, 0],
            "endPoint": [0.5, 1],
        }
    if it.blur:
        d["backgroundFilters" if it.kind == BACKDROP else "filters"] = [
            {"name": "CIGaussianBlur", "inputRadius": it.blur}
        ]
        if it.kind == BACKDROP:
            d["masksToBounds"] = True
    k, p0, p1, p2, dur = it.anim
    if k == DRIFT:
        d["animations"] = {
            "drift": _basic("position", [it.x, it.y], [rounded(it.x + p0), rounded(it.y + p1)], dur, True)
        }
    elif k == OPACITY:
        d["opacity"] = rounded(p0)
        d["animations"] = {"fade": _basic("opacity", rounded(p0), rounded(p1), dur, True)}
    elif k != NONE:
        key = {ROTZ: "z", ROTX: "x", ROTY: "y"}[k]
        d["animations"] = {"spin": _basic("transform.rotation." + key, p0, p0 + p1, dur)}
    if it.children:
        d["sublayers"] = [layer(c, names) for c in it.children]
    if it.persp:  # the perspective is the holder's, as a Core Animation programmer writes it
        d["position"] = [it.w / 2, it.h / 2]
        d = {
            "bounds": [0, 0, it.w, it.h],
            "position": [it.x, it.y],
            "sublayerTransform": [{"perspective": it.persp}],
            "sublayers": [d],
        }
    return d


def scene(wl):
    names = wl.image_names()
    return {
        "version": 1,
        "size": [wl.w, wl.h],
        "background": _hex(wl.background),
        "images": {n: f"{wl.name}-{n}.png" for n in names},
        "root": {
            "bounds": [0, 0, wl.w, wl.h],
            "position": [wl.w / 2, wl.h / 2],
            "sublayers": [layer(i, names) for i in wl.items],
        },
    }


# --- Flat text


def flat(wl):
    out = [
        "peerscene 1",
        f"workload {wl.name}",
        f"canvas {wl.w} {wl.h} " + " ".join(map(str, wl.background)),
        f"images {len(wl.images)}",
    ]
    for n, a in wl.images.items():
        out.append(f"{wl.name}-{n}.rgba {a.shape[1]} {a.shape[0]}")
    rows = []

    def walk(it, depth):
        rows.append(
            " ".join(
                f"{v:.9g}"
                for v in (
                    depth,
                    it.kind,
                    it.x,
                    it.y,
                    it.w,
                    it.h,
                    it.radius,
                    *it.color,
                    it.image,
                    it.opacity,
                    *it.border,
                    *it.shadow,
                    it.mask,
                    it.blur,
                    it.persp,
                    *it.anim,
                )
            )
        )
        for c in it.children:
            walk(c, depth + 1)

    for it in wl.items:
        walk(it, 0)
    out.append(f"items {len(rows)}")
    return "\n".join(out + rows) + "\n"


def png(pixels):
    """A PNG file of straight RGBA8 pixels. Its rows are not filtered: it is written once and read a few times."""
    height, width = pixels.shape[:2]

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = np.zeros((height, 1 + width * 4), np.uint8)
    rows[:, 1:] = pixels.reshape(height, width * 4)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows.tobytes(), 1))
        + chunk(b"IEND", b"")
    )


def write(workload, folder):
    """Writes a workload, the scene file last: if that is there, the workload is complete."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, workload.name)
    for name, pixels in workload.images.items():
        with open(f"{path}-{name}.png", "wb") as file:
            file.write(png(pixels))
        premultiplied(pixels).tofile(f"{path}-{name}.rgba")
    with open(path + ".txt", "w", encoding="utf-8") as file:
        file.write(flat(workload))
    with open(path + ".json", "w", encoding="utf-8") as file:
        json.dump(scene(workload), file, separators=(",", ":"))
