"""The benchmark's workloads of what only Core Animation has, from fixed seeds: blend modes, borders,
nine parts, raster caches, planes in depth, scroll layers, tiles, transitions and Lottie layers.

Other drivers draw none of them.
"""

import lottie
import paths
from tree import BG, H, IMAGE, NODE, SOLID, W, Item, Workload, col, drift, photo, rng, rounded, spin

BLEND_MODES = ["multiply", "screen", "overlay", "softLight", "colorDodge", "difference", "hue", "luminosity"]


def _place(r, margin=60):
    return rounded(r.uniform(margin, W - margin)), rounded(r.uniform(margin, H - margin))


def _photos(n, side):
    return {f"photo{i}": photo(950 + i, side, side) for i in range(n)}


def _forever(key, a, b, duration):
    values = {"class": "CABasicAnimation", "keyPath": key, "fromValue": a, "toValue": b}
    return {"move": {**values, "duration": duration, "autoreverses": True, "repeatCount": "infinity"}}


def w_blends(n=80):
    r = rng("blends")
    it = []
    for i in range(n):
        extra = {"compositingFilter": BLEND_MODES[i % len(BLEND_MODES)] + "BlendMode"}
        it.append(Item(IMAGE, *_place(r), 120, 120, image=i % 4, anim=drift(r, 60), extra=extra))
    return Workload("blends", W, H, BG, _photos(4, 120), it, "80 images in eight blend modes that drift")


def w_borders(n=400):
    r = rng("borders")
    it = []
    for i in range(n):
        extra = {"borderDashPattern": [8, 5], "cornerCurve": "continuous" if i % 2 else "circular"}
        extra["maskedCorners"] = ["layerMinXMinYCorner", "layerMaxXMaxYCorner"]
        box = {"radius": 16, "color": col(r, 0.5), "border": (3, *col(r, 1))}
        it.append(Item(SOLID, *_place(r), 100, 70, anim=drift(r, 60), extra=extra, **box))
    return Workload(
        "borders", W, H, BG, {}, it, "400 boxes with dashed borders, and continuous corners for half of them"
    )


def w_nineparts(n=400):
    r = rng("nineparts")
    extra = {"contentsCenter": [0.25, 0.25, 0.5, 0.5], "minificationFilter": "trilinear"}
    it = [
        Item(IMAGE, *_place(r), rounded(r.uniform(40, 120)), 60, image=i % 4, anim=drift(r, 60), extra=extra)
        for i in range(n)
    ]
    return Workload("nineparts", W, H, BG, _photos(4, 64), it, "400 images of nine parts that drift")


def w_rasterized(n=40):
    r = rng("rasterized")
    it = []
    for _ in range(n):
        group = Item(NODE, *_place(r, 80), 140, 140, anim=spin(r), extra={"shouldRasterize": True})
        group.children = [
            Item(SOLID, rounded(r.uniform(30, 110)), rounded(r.uniform(30, 110)), 60, 60, radius=8, color=col(r, 1))
            for _ in range(10)
        ]
        it.append(group)
    return Workload("rasterized", W, H, BG, {}, it, "40 rasterized layers of ten boxes that turn")


def w_planes(n=60):
    r = rng("planes")
    it = []
    for _ in range(n):
        holder = Item(NODE, *_place(r, 80), 120, 120, extra={"sublayerTransform": [{"perspective": 300}]})
        depth = Item(NODE, 60, 60, 120, 120, extra={"class": "CATransformLayer"})
        depth.extra["animations"] = _forever("transform.rotation.y", 0, 6, rounded(r.uniform(3, 8)))
        depth.children = [
            Item(SOLID, 60, 60, 100, 100, color=col(r, 1), extra={"transform": [{"rotateDegrees": [angle, 0, 1, 0]}]})
            for angle in (0, 60, 120)
        ]
        holder.children = [depth]
        it.append(holder)
    return Workload("planes", W, H, BG, {}, it, "60 transform layers of three planes that cut each other")


def w_scroll(n=2000):
    r = rng("scroll")
    columns = 20
    side = W / columns
    extra = {"class": "CAScrollLayer", "animations": _forever("bounds.origin", [0, 0], [0, 400], 2)}
    layer = Item(NODE, W / 2, H / 2, W - 100, H - 100, radius=24, extra=extra)
    for k in range(n):
        x, y = (k % columns + 0.5) * side, (k // columns + 0.5) * 60
        layer.children.append(Item(SOLID, x, y, side - 8, 52, radius=6, color=col(r, 1)))
    return Workload("scroll", W, H, BG, {}, [layer], "a rounded scroll layer over 2,000 boxes")


def w_tiled(n=48):
    """Its tiles are the workload's images, 8 columns wide."""
    rows = max(1, n // 8)
    extra = {"class": "CATiledLayer", "tileSize": [256, 256], "tiles": {"path": "tiled-{x}-{y}.png"}}
    extra["animations"] = _forever("position", [W / 2, H / 2], [W / 2 - 60, H / 2 - 40], 2)
    images = {f"{x}-{y}": photo(1000 + 8 * y + x, 256, 256) for y in range(min(rows, 6)) for x in range(8)}
    it = [Item(NODE, W / 2, H / 2, 8 * 256, rows * 256, extra=extra)]
    return Workload("tiled", W, H, BG, images, it, "a tiled layer of 48 tiles that drifts")


def w_transitions(n=40):
    r = rng("transitions")
    it = []
    for i in range(n):
        kind = ["fade", "moveIn", "push", "reveal"][i % 4]
        old = {"bounds": [0, 0, 100, 100], "backgroundColor": list(col(r, 1))}
        move = {"class": "CATransition", "type": kind, "duration": 3, "repeatCount": "infinity", "from": old}
        extra = {"animations": {"transition": move}}
        it.append(Item(SOLID, *_place(r), 100, 100, color=col(r, 1), extra=extra))
    return Workload("transitions", W, H, BG, {}, it, "40 boxes in transitions of four types")


def w_lottie(n=9):
    """What ThorVG and rlottie play whole is `mix`; here it is in layers."""
    columns = max(1, round(n**0.5))
    side = W // columns
    it = []
    for i in range(n):
        extra = {"class": "LottieLayer", "animation": "mix", "loop": True, "timeOffset": rounded(i * 0.4)}
        x, y = (i % columns + 0.5) * side, (i // columns + 0.5) * side * H / W
        it.append(Item(NODE, rounded(x), rounded(y), side, rounded(side * H / W), extra=extra))
    mix = lottie.animation(paths.w_mix(20))
    return Workload("lottie", W, H, BG, {}, it, "9 Lottie layers with 20 groups each that loop", {"mix": mix})


WORKLOADS = {
    f.__name__[2:]: f
    for f in (
        w_blends,
        w_borders,
        w_nineparts,
        w_rasterized,
        w_planes,
        w_scroll,
        w_tiled,
        w_transitions,
        w_lottie,
    )
}
