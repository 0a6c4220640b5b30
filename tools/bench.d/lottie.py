"""Workloads as Lottie animations, for the drivers that play those: paths, boxes, gradients and masks of
paths, with the same changes at the same times, 60 frames per second.
"""

import math

import tree
from files import rounded

FRAMES = 300
RATE = 60
KINDS = (tree.NODE, tree.SHAPE, tree.SOLID, tree.GRADIENT)
DRAWN = tree.PATHS | tree.DASHES | tree.PATH_MASKS | tree.GRADIENTS


def can_draw(wl):
    bits = tree.needs(wl)
    return bits and not bits & ~DRAWN and all(it.kind in KINDS and not it.shadow[0] for it in tree.walk(wl.items))


def _still(value):
    return {"a": 0, "k": value}


def _moving(keys):
    """Linear from key to key: pairs of a time in seconds and a list."""
    frames = []
    for (time, value), (_, then) in zip(keys, keys[1:]):
        ease = {"i": {"x": [1], "y": [1]}, "o": {"x": [0], "y": [0]}}
        # Old players need the value of the next key too.
        frames.append({"t": rounded(time * RATE), "s": value, "e": then, **ease})
    return {"a": 1, "k": [*frames, {"t": rounded(keys[-1][0] * RATE), "s": keys[-1][1]}]}


def _back_and_forth(a, b, duration):
    count = math.ceil(FRAMES / RATE / duration) + 1
    return _moving([(k * duration, b if k % 2 else a) for k in range(count)])


def _onward(start, by, duration):
    end = FRAMES / RATE
    return _moving([(0, [start]), (end, [start + by * end / duration])])


def bezier(path):
    """A path of one contour as vertices with tangents."""
    v, i, o = [], [], []
    is_closed = False
    for verb, *p in path:
        if verb == "Z":
            is_closed = True
            continue
        x, y = p[-2:]
        tangent = [p[2] - x, p[3] - y] if verb == "C" else [0, 0]
        if verb == "C":
            o[-1] = [p[0] - v[-1][0], p[1] - v[-1][1]]
        v.append([x, y])
        i.append(tangent)
        o.append([0, 0])
    if is_closed and len(v) > 1 and v[0] == v[-1]:
        i[0] = i[-1]
        del v[-1], i[-1], o[-1]
    return {"c": is_closed, "v": v, "i": i, "o": o}


def _transform(it):
    k, p0, p1, _, duration = it.anim
    place = [it.x, it.y, 0]
    out = {"o": _still(it.opacity * 100), "r": _still(0), "p": _still(place)}
    out.update(a=_still([it.w / 2, it.h / 2, 0]), s=_still([100, 100, 100]))
    if k == tree.DRIFT:
        out["p"] = _back_and_forth(place, [it.x + p0, it.y + p1, 0], duration)
    elif k == tree.ROTZ:
        out["r"] = _onward(math.degrees(p0), math.degrees(p1), duration)
    return out


def _outline(it):
    if it.kind != tree.SHAPE:
        size, place = _still([it.w, it.h]), _still([it.w / 2, it.h / 2])
        return {"ty": "rc", "d": 1, "s": size, "p": place, "r": _still(it.radius)}
    path = _still(bezier(it.path))
    if it.anim[0] == tree.MORPH:
        path = _back_and_forth([bezier(it.path)], [bezier(it.path_to)], it.anim[4])
    return {"ty": "sh", "ks": path}


def _fill(it):
    if it.kind != tree.GRADIENT:
        return {"ty": "fl", "c": _still([*it.color[:3], 1]), "o": _still(it.color[3] * 100), "r": 1}
    stops = [v for n, c in enumerate(it.stops) for v in (n / (len(it.stops) - 1), *c[:3])]
    is_axial = it.gradient == tree.AXIAL
    start, end = ([0, 0], [it.w, it.h]) if is_axial else ([it.w / 2, it.h / 2], [it.w, it.h / 2])
    colors = {"p": len(it.stops), "k": _still(stops)}
    out = {"ty": "gf", "t": 1 if is_axial else 2, "g": colors, "s": _still(start), "e": _still(end)}
    return {**out, "o": _still(100), "r": 1}


def _stroke(it):
    s = it.stroke
    out = {"ty": "st", "c": _still([*s.color[:3], 1]), "o": _still(s.color[3] * 100), "w": _still(s.width)}
    out.update(lc=2 if s.is_round else 1, lj=2 if s.is_round else 1, ml=10)
    if sum(s.dash):
        phase = _onward(it.anim[1], it.anim[2] - it.anim[1], it.anim[4]) if it.anim[0] == tree.DASH else _still(0)
        values = (("d", _still(s.dash[0])), ("g", _still(s.dash[1])), ("o", phase))
        out["d"] = [{"n": name, "v": value} for name, value in values]
    return out


def _shapes(it):
    items = [_outline(it)]
    if it.anim[0] == tree.TRIM:
        ends = _back_and_forth([it.anim[1] * 100], [it.anim[2] * 100], it.anim[4])
        items.append({"ty": "tm", "s": _still(0), "e": ends, "o": _still(0), "m": 1})
    if it.stroke:
        items.append(_stroke(it))
    if it.kind == tree.GRADIENT or it.color[3]:
        items.append(_fill(it))
    still = {"a": _still([0, 0]), "p": _still([0, 0]), "s": _still([100, 100]), "r": _still(0), "o": _still(100)}
    return [{"ty": "gr", "it": [*items, {"ty": "tr", **still}]}]


def animation(wl):
    """The workload as the content of a Lottie file. The first layer is in front."""
    layers = []

    def add(it, parent):
        number = len(layers) + 1
        out = {"ddd": 0, "ind": number, "ty": 3 if it.kind == tree.NODE else 4, "ip": 0, "op": FRAMES, "st": 0, "sr": 1}
        out["ks"] = _transform(it)
        if parent:
            out["parent"] = parent
        if it.kind != tree.NODE:
            out["shapes"] = _shapes(it)
        if it.mask == tree.MASK_PATH:
            mask = {"mode": "a", "inv": False, "pt": _still(bezier(it.mask_path)), "o": _still(100), "x": _still(0)}
            out.update(hasMask=True, masksProperties=[mask])
        layers.append(out)
        for child in it.children:
            add(child, number)

    add(tree.Item(tree.SOLID, wl.w / 2, wl.h / 2, wl.w, wl.h, color=wl.background), None)
    for it in wl.items:
        add(it, None)
    head = {"v": "5.7.0", "fr": RATE, "ip": 0, "op": FRAMES, "w": wl.w, "h": wl.h, "assets": []}
    return {**head, "layers": layers[::-1]}
