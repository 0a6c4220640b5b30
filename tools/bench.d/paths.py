"""The benchmark's workloads of paths, from fixed seeds: fills, strokes, dashes, masks, and trees as
design programs export them.
"""

import math

from tree import (
    AXIAL,
    DASH,
    GRADIENT,
    H,
    MASK_PATH,
    MORPH,
    NODE,
    RADIAL,
    ROTZ,
    SHAPE,
    SOLID,
    TRIM,
    TWO_PI,
    W,
    Item,
    Stroke,
    Workload,
    col,
    drift,
    rng,
    rounded,
    spin,
)

WHITE = (1, 1, 1, 1)
CLEAR = (0, 0, 0, 0)

# --- paths, from the top left of bounds of twice their radius


def _points(points):
    return [(rounded(x), rounded(y)) for x, y in points]


def _curve(start, segments, is_closed):
    path = [("M", *_points([start])[0])]
    for segment in segments:
        path.append(("C", *(v for point in _points(segment) for v in point)))
    return tuple(path + [("Z",)] * is_closed)


def _smooth(p0, p1, p2, p3):
    """The curve from p1 to p2 of a Catmull-Rom spline."""
    c1 = (p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6)
    c2 = (p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6)
    return c1, c2, p2


def blob(r, radius, n=8):
    """A closed curve of n segments around a circle, 0.6 to 1.3 times its radius away from the centre."""
    points = []
    for k in range(n):
        away = radius * r.uniform(0.6, 1.3)
        points.append((radius + away * math.cos(TWO_PI * k / n), radius + away * math.sin(TWO_PI * k / n)))
    segments = [_smooth(points[k - 1], points[k], points[(k + 1) % n], points[(k + 2) % n]) for k in range(n)]
    return _curve(points[0], segments, True)


def wave(r, radius, n=5):
    """An open curve of n segments from left to right."""
    points = [(2 * radius * k / n, radius + radius * r.uniform(-0.6, 0.6)) for k in range(n + 1)]
    segments = [_smooth(points[max(k - 1, 0)], points[k], points[k + 1], points[min(k + 2, n)]) for k in range(n)]
    return _curve(points[0], segments, False)


def star(radius):
    """A star of five points."""
    path = []
    for k in range(10):
        away, angle = radius * (1 if k % 2 == 0 else 0.45), k * math.pi / 5
        point = _points([(radius + away * math.sin(angle), radius - away * math.cos(angle))])[0]
        path.append(("L" if path else "M", *point))
    return tuple(path + [("Z",)])


def ring(radius, inset):
    """A circle clockwise from its top, open: four curves."""
    c, k = radius, (radius - inset) * 0.5522847
    a, b = inset, 2 * radius - inset
    segments = [
        ((c + k, a), (b, c - k), (b, c)),
        ((b, c + k), (c + k, b), (c, b)),
        ((c - k, b), (a, c + k), (a, c)),
        ((a, c - k), (c - k, a), (c, a)),
    ]
    return _curve((c, a), segments, False)


def polyline(points):
    return tuple(("L" if k else "M", *point) for k, point in enumerate(_points(points)))


# --- workloads


def _place(r, margin=60):
    return rounded(r.uniform(margin, W - margin)), rounded(r.uniform(margin, H - margin))


def _back_and_forth(r, kind, p0=0, p1=1, lo=0.7, hi=2.0):
    return (kind, p0, p1, 0, rounded(r.uniform(lo, hi)))


def _translucent(r):
    return col(r, 1 if r.uniform() < 0.6 else 0.6)


def w_shapes(n=400):
    r = rng("shapes")
    it = []
    for _ in range(n):
        radius = rounded(r.uniform(20, 70))
        paths = {"path": blob(r, radius), "path_to": blob(r, radius)}
        anim = _back_and_forth(r, MORPH)
        it.append(Item(SHAPE, *_place(r), 2 * radius, 2 * radius, color=_translucent(r), anim=anim, **paths))
    return Workload("shapes", W, H, WHITE, {}, it, "400 closed paths of eight curves that morph")


def w_strokes(n=300):
    r = rng("strokes")
    it = []
    for _ in range(n):
        radius = rounded(r.uniform(20, 70))
        paths = {"path": wave(r, radius), "path_to": wave(r, radius)}
        stroke = Stroke(rounded(r.uniform(2, 12)), _translucent(r))
        it.append(
            Item(SHAPE, *_place(r), 2 * radius, 2 * radius, stroke=stroke, anim=_back_and_forth(r, MORPH), **paths)
        )
    return Workload("strokes", W, H, WHITE, {}, it, "300 stroked paths of five curves that morph, round caps and joins")


def w_icons(n=400):
    r = rng("icons")
    it = [Item(SHAPE, *_place(r, 40), 60, 60, color=col(r, 1), path=star(30), anim=spin(r)) for _ in range(n)]
    return Workload("icons", W, H, WHITE, {}, it, "400 stars that turn")


def w_iconsmove(n=400):
    r = rng("iconsmove")
    it = [Item(SHAPE, *_place(r, 40), 60, 60, color=col(r, 1), path=star(30), anim=drift(r, 300)) for _ in range(n)]
    return Workload("iconsmove", W, H, WHITE, {}, it, "400 stars that drift by fractions of a pixel")


def w_rings(n=400):
    r = rng("rings")
    it = [
        Item(
            SHAPE, *_place(r, 40), 60, 60, path=ring(30, 4), stroke=Stroke(6, col(r, 1)), anim=_back_and_forth(r, TRIM)
        )
        for _ in range(n)
    ]
    return Workload("rings", W, H, WHITE, {}, it, "400 rings whose strokeEnd moves, round caps")


def w_dashes(n=400):
    r = rng("dashes")
    it = []
    for _ in range(n):
        stroke = Stroke(4, col(r, 1), is_round=False, dash=(6, 4))
        anim = (DASH, 0, 100, 0, rounded(r.uniform(1, 3)))
        it.append(Item(SHAPE, *_place(r, 40), 60, 60, path=ring(30, 4), stroke=stroke, anim=anim))
    return Workload("dashes", W, H, WHITE, {}, it, "400 dashed rings whose phase moves")


def w_bigshape(n=8):
    r = rng("bigshape")

    def hill(a, b):
        return (("M", 0, 540), ("C", 480, a, 960, b, W, 540), ("L", W, H), ("L", 0, H), ("Z",))

    it = []
    for i in range(n):
        k = i % 8
        paths = {"path": hill(k * 60, 1080 - k * 40), "path_to": hill(1080 - k * 60, k * 40)}
        it.append(Item(SHAPE, W / 2, H / 2, W, H, color=col(r, 0.5), anim=(MORPH, 0, 1, 0, 2.0), **paths))
    return Workload("bigshape", W, H, WHITE, {}, it, "8 translucent paths over half of the canvas that morph")


def w_pathmask(n=200):
    r = rng("pathmask")
    it = [
        Item(SOLID, *_place(r, 40), 80, 80, color=col(r, 1), mask=MASK_PATH, mask_path=star(40), anim=spin(r))
        for _ in range(n)
    ]
    return Workload("pathmask", W, H, WHITE, {}, it, "200 boxes under the mask of a star that turn")


def w_chart(n=2000):
    """Grows with the segments of its paths."""
    r = rng("chart")
    it = []
    for i in range(8):
        middle = H * (i + 0.5) / 8

        def line():
            heights = middle + 50 * r.uniform(-1, 1, n + 1)
            return polyline((W * k / n, y) for k, y in enumerate(heights))

        stroke = Stroke(2, col(r, 1))
        it.append(
            Item(SHAPE, W / 2, H / 2, W, H, stroke=stroke, path=line(), path_to=line(), anim=(MORPH, 0, 1, 0, 2.0))
        )
    return Workload("chart", W, H, WHITE, {}, it, "8 stroked lines of 2,000 segments each that morph")


def w_mix(n=60):
    r = rng("mix")
    it = []
    for _ in range(n):
        group = Item(NODE, *_place(r, 100), 200, 200, anim=spin(r, ROTZ, 4, 12))
        icons = Item(NODE, 140, 140, 60, 60, anim=drift(r, 30))
        icons.children = [
            Item(SHAPE, x, 30, 30, 30, color=col(r, 1), path=star(15), anim=spin(r, ROTZ, 1, 4)) for x in (15, 45)
        ]
        group.children = [
            Item(
                GRADIENT,
                100,
                100,
                120,
                120,
                gradient=AXIAL if r.uniform() < 0.5 else RADIAL,
                stops=tuple(col(r, 1) for _ in range(3)),
                mask=MASK_PATH,
                mask_path=star(60),
                anim=spin(r, ROTZ, 4, 12),
            ),
            Item(
                SHAPE,
                60,
                60,
                80,
                80,
                color=col(r, 0.8),
                path=blob(r, 40),
                path_to=blob(r, 40),
                anim=_back_and_forth(r, MORPH),
            ),
            Item(SHAPE, 140, 60, 60, 60, path=ring(30, 4), stroke=Stroke(6, col(r, 1)), anim=_back_and_forth(r, TRIM)),
            Item(
                SHAPE, 100, 150, 120, 120, path=wave(r, 60), stroke=Stroke(4, col(r, 1)), anim=_back_and_forth(r, TRIM)
            ),
            icons,
        ]
        it.append(group)
    about = "60 groups as a design program exports them: trimmed strokes, a masked gradient, a morph, icons in a group"
    return Workload("mix", W, H, WHITE, {}, it, about)


WORKLOADS = {
    f.__name__[2:]: f
    for f in (
        w_shapes,
        w_strokes,
        w_icons,
        w_iconsmove,
        w_rings,
        w_dashes,
        w_bigshape,
        w_pathmask,
        w_chart,
        w_mix,
    )
}
