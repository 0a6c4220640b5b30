"""Files of workloads: a scene file for Multiplane, and flat text for the drivers in C and C++ (read
by `scene.h`). Each image is written twice: as PNG for the scene, and as raw premultiplied RGBA8 for
the drivers.

In the scene, the change per frame is an animation: frame n is the scene at t = n / 60.
"""

import json
import os
import shutil
import struct
import zlib

import numpy as np

import tree
from tree import (
    BACKDROP,
    DASH,
    DRIFT,
    EMITTER,
    GRADIENT,
    IMAGE,
    MASK_GRADIENT,
    MASK_IMAGE,
    MASK_PATH,
    MORPH,
    OPACITY,
    REPLICATOR,
    ROTX,
    ROTY,
    ROTZ,
    SHAPE,
    SOLID,
    TEXT,
    TRIM,
    premultiplied,
    rounded,
)

FONT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Scenes", "fonts", "multiplane-latin.ttf")
FONT_FILE = "text.ttf"  # a copy of it, beside the scenes

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


def svg(path):
    return " ".join(p[0] + " ".join(f"{v:g}" for v in p[1:]) for p in path)


def _shape(it):
    """The keys of a shape layer."""
    d = {"class": "CAShapeLayer", "path": svg(it.path), "fillColor": _hex(it.color) if it.color[3] else None}
    if it.stroke:
        d.update(strokeColor=_hex(it.stroke.color), lineWidth=it.stroke.width)
        if it.stroke.is_round:
            d.update(lineCap="round", lineJoin="round")
        if sum(it.stroke.dash):
            d["lineDashPattern"] = list(it.stroke.dash)
    return d


def _gradient(it):
    kind, start, end = {
        tree.AXIAL: ("axial", [0, 0], [1, 1]),
        tree.RADIAL: ("radial", [0.5, 0.5], [1, 1]),
        tree.CONIC: ("conic", [0.5, 0.5], [1, 0.5]),
    }[it.gradient]
    colors = [_hex(c) for c in it.stops]
    return {"class": "CAGradientLayer", "type": kind, "colors": colors, "startPoint": start, "endPoint": end}


def _special(it):
    """The keys of the classes that are not CALayer."""
    if it.kind == SHAPE:
        return _shape(it)
    if it.kind == GRADIENT:
        return _gradient(it)
    if it.kind == TEXT:
        color = _hex(it.color)
        return {
            "class": "CATextLayer",
            "string": it.text,
            "font": "Text",
            "fontSize": it.size,
            "foregroundColor": color,
        }
    if it.kind == REPLICATOR:
        dx, dy, angle = it.step
        steps = [{"translate": [dx, dy]}, {"rotate": angle}]
        return {"class": "CAReplicatorLayer", "instanceCount": it.count, "instanceTransform": steps}
    if it.kind == EMITTER:
        return {"class": "CAEmitterLayer", "emitterPosition": [it.w / 2, it.h / 2], **it.cell}
    return {}


def layer(it, names):
    d = {**_special(it), "bounds": [0, 0, it.w, it.h], "position": [it.x, it.y]}
    if it.kind in (SOLID, BACKDROP):
        d["backgroundColor"] = _hex(it.color)
    if it.radius:
        d["cornerRadius"] = it.radius
    if it.kind == IMAGE:
        d["contents"] = names[it.image]
        if it.radius:
            d["masksToBounds"] = True
        if it.color[3]:
            d["contentsMultiplyColor"] = _hex(it.color)
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
    elif it.mask == MASK_PATH:
        d["mask"] = {"class": "CAShapeLayer", "path": svg(it.mask_path)}
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
    elif k == MORPH:
        d["animations"] = {"morph": _basic("path", svg(it.path), svg(it.path_to), dur, True)}
    elif k == TRIM:
        d["strokeEnd"] = p0
        d["animations"] = {"trim": _basic("strokeEnd", p0, p1, dur, True)}
    elif k == DASH:
        d["animations"] = {"march": _basic("lineDashPhase", p0, p1, dur)}
    elif k in (ROTZ, ROTX, ROTY):
        key = {ROTZ: "z", ROTX: "x", ROTY: "y"}[k]
        d["animations"] = {"spin": _basic("transform.rotation." + key, p0, p0 + p1, dur)}
    if it.extra:
        d.update({**it.extra, "animations": {**d.get("animations", {}), **it.extra.get("animations", {})}})
    if it.children and it.kind != EMITTER:
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
        "animations": {n: f"{wl.name}-{n}.lottie.json" for n in wl.animations},
        "fonts": {"Text": FONT_FILE} if tree.needs(wl) & tree.TEXTS else {},
        "root": {
            "bounds": [0, 0, wl.w, wl.h],
            "position": [wl.w / 2, wl.h / 2],
            "sublayers": [layer(i, names) for i in wl.items],
        },
    }


# --- Flat text


def flat(wl):
    """The workload in `scene.h`'s notation: items refer to paths and texts by number, -1 for none."""
    out = [
        "peerscene 2",
        f"workload {wl.name}",
        f"canvas {wl.w} {wl.h} " + " ".join(map(str, wl.background)),
        f"needs {tree.needs(wl)}",
        f"images {len(wl.images)}",
    ]
    for n, a in wl.images.items():
        out.append(f"{wl.name}-{n}.rgba {a.shape[1]} {a.shape[0]}")
    rows, paths, texts = [], {}, {}

    def number(value, table):
        return table.setdefault(value, len(table)) if value else -1

    def walk(it, depth):
        rows.append(" ".join(f"{v:.9g}" for v in (depth, *_numbers(it), *_vector_numbers(it, paths, texts, number))))
        for c in it.children:
            walk(c, depth + 1)

    for it in wl.items:
        walk(it, 0)
    out += [f"paths {len(paths)}", *(f"{len(path)} {svg(path)}" for path in paths)]
    out += [f"texts {len(texts)}", *texts]
    out.append(f"items {len(rows)}")
    return "\n".join(out + rows) + "\n"


def _numbers(it):
    place = (it.kind, it.x, it.y, it.w, it.h, it.radius, *it.color, it.image, it.opacity)
    return (*place, *it.border, *it.shadow, it.mask, it.blur, it.persp, *it.anim)


def _vector_numbers(it, paths, texts, number):
    stroke = it.stroke or tree.Stroke(0, (0, 0, 0, 0))
    return (
        number(tuple(it.path), paths),
        number(tuple(it.path_to), paths),
        number(tuple(it.mask_path), paths),
        stroke.width,
        *stroke.color,
        stroke.is_round,
        *stroke.dash,
        number(it.text, texts),
        it.size,
        it.count,
        *it.step,
        it.gradient,
        len(it.stops),
        *(component for color in it.stops for component in color),
    )


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
    path = write_scene_images(workload, folder)
    for name, pixels in workload.images.items():
        premultiplied(pixels).tofile(f"{path}-{name}.rgba")
    with open(path + ".txt", "w", encoding="utf-8") as file:
        file.write(flat(workload))
    write_scene(workload, path + ".json")


def write_scene_images(workload, folder):
    """Writes the images, animations and the font that a scene file needs; the path of the scene without its suffix comes back."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, workload.name)
    for name, pixels in workload.images.items():
        with open(f"{path}-{name}.png", "wb") as file:
            file.write(png(pixels))
    for name, animation in workload.animations.items():
        with open(f"{path}-{name}.lottie.json", "w", encoding="utf-8") as file:
            json.dump(animation, file, separators=(",", ":"))
    if tree.needs(workload) & tree.TEXTS:
        shutil.copyfile(FONT, os.path.join(folder, FONT_FILE))
    return path


def write_scene(workload, path):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(scene(workload), file, separators=(",", ":"))
