"""The benchmark's workloads, generated from fixed seeds: each one is a neutral tree of `Item`s that
every driver draws in its own way.

`files.py` writes them as scene files for Multiplane and as flat text for the drivers in C and C++;
Python drivers use the trees directly. All images are procedural.
"""

import math
import zlib
from dataclasses import dataclass, field

import numpy as np

W, H = 1920, 1080
TWO_PI = 2 * math.pi

SOLID, IMAGE, GROUP, BACKDROP = 0, 1, 2, 3
NONE, ROTZ, DRIFT, ROTX, ROTY, OPACITY = 0, 1, 2, 3, 4, 5
MASK_NONE, MASK_IMAGE, MASK_GRADIENT = 0, 1, 2


@dataclass
class Item:
    """A layer.  x, y: its centre in the parent's coordinates (CALayer.position)."""

    kind: int
    x: float
    y: float
    w: float
    h: float
    radius: float = 0.0  # SOLID: rounded corners; IMAGE: the image is clipped to them (anti-aliased)
    color: tuple = (0, 0, 0, 0)  # straight sRGB + alpha
    image: int = -1
    opacity: float = 1.0  # of the group as a whole
    border: tuple = (0, 0, 0, 0, 0)  # width, r, g, b, a; drawn inside the bounds
    shadow: tuple = (0, 0, 0, 0)  # sigma, dx, dy, alpha; black
    mask: int = MASK_NONE  # 1: the mask image, stretched over the bounds; 2: rounded (radius 24) vertical fade
    blur: float = 0.0  # sigma: of the item itself, or (BACKDROP) of what is behind it
    persp: float = 0.0  # the distance d of m34 = -1/d, with the vanishing point in the item's own centre
    anim: tuple = (NONE, 0, 0, 0, 1)  # kind, p0, p1, p2, duration
    children: list = field(default_factory=list)


@dataclass
class Workload:
    name: str
    w: int
    h: int
    background: tuple
    images: dict  # name -> (h, w, 4) uint8, straight alpha; the order is the index
    items: list
    about: str = ""

    def image_names(self):
        return list(self.images)


def tri(t, dur):
    u = math.fmod(t / dur, 2.0)
    return u if u <= 1 else 2 - u


def state(it, t):
    """(dx, dy, angle, opacity) of an item at time t; the angle is about z, x or y as it.anim[0] says."""
    k, p0, p1, p2, dur = it.anim
    if k == NONE:
        return 0.0, 0.0, 0.0, it.opacity
    if k == DRIFT:
        u = tri(t, dur)
        return p0 * u, p1 * u, 0.0, it.opacity
    if k == OPACITY:
        return 0.0, 0.0, 0.0, p0 + (p1 - p0) * tri(t, dur)
    return 0.0, 0.0, p0 + p1 * math.fmod(t / dur, 1.0), it.opacity


# --- images


def _grid(w, h):
    return np.meshgrid((np.arange(w) + 0.5) / w, (np.arange(h) + 0.5) / h)


def _hsv(hue, s, v):
    i = hue * 6.0
    f = lambda n: v - v * s * np.clip(np.minimum((n + i) % 6, 4 - (n + i) % 6), 0, 1)
    return np.stack([f(5), f(3), f(1)], -1)


def soft_sprite(seed, n):
    """A blob with a soft alpha edge."""
    r = np.random.default_rng(seed)
    x, y = _grid(n, n)
    a = np.arctan2(y - 0.5, x - 0.5)
    d = np.hypot(x - 0.5, y - 0.5)
    rim = 0.40 + 0.06 * np.cos(a * r.integers(3, 7) + r.uniform(0, 6))
    alpha = np.clip((rim - d) / 0.10, 0, 1)
    alpha = alpha * alpha * (3 - 2 * alpha)
    rgb = _hsv((r.uniform() + 0.15 * d) % 1, 0.75, 0.95 - 0.5 * d)
    return _u8(np.dstack([rgb, alpha]))


def photo(seed, w, h, alpha=1.0):
    """An opaque, photograph-like picture: smooth waves, some grain, hard-edged discs."""
    r = np.random.default_rng(seed)
    x, y = _grid(w, h)
    asp = w / h
    v = (
        sum(np.sin(TWO_PI * (x * asp * r.uniform(0.5, 3) + y * r.uniform(0.5, 3)) + r.uniform(0, 6)) for _ in range(4))
        / 4
    )
    rgb = _hsv((r.uniform() + 0.12 * v) % 1, 0.55 + 0.2 * v, 0.7 + 0.2 * v)
    for _ in range(6):
        cx, cy, rad = r.uniform(0, asp), r.uniform(0, 1), r.uniform(0.04, 0.18)
        disc = np.hypot(x * asp - cx, y - cy) < rad
        rgb[disc] = r.uniform(0.1, 1, 3)
    rgb = rgb + r.normal(0, 0.015, (h, w, 1))
    return _u8(np.dstack([rgb, np.full((h, w), alpha)]))


def mask_image(n):
    """White; the alpha is a soft ring-edged disc."""
    x, y = _grid(n, n)
    d = np.hypot(x - 0.5, y - 0.5)
    return _u8(np.dstack([np.ones((n, n, 3)), np.clip((0.48 - d) / 0.12, 0, 1) * (0.75 + 0.25 * np.cos(d * 40))]))


def _u8(a):
    return (np.clip(a, 0, 1) * 255 + 0.5).astype(np.uint8)


def premultiplied(a):
    f = a.astype(np.uint32)
    rgb = (f[..., :3] * f[..., 3:] + 127) // 255
    return np.dstack([rgb, f[..., 3:]]).astype(np.uint8)


# --- workloads

BG = (0.13, 0.16, 0.20, 1.0)


def _rng(name):
    return np.random.default_rng(zlib.crc32(name.encode()))


def rounded(v, nd=3):
    return round(float(v), nd)


def _spin(r, kind=ROTZ, lo=2.0, hi=8.0):
    return (
        kind,
        rounded(r.uniform(0, TWO_PI), 4),
        (1 if r.uniform() < 0.5 else -1) * TWO_PI,
        0,
        rounded(r.uniform(lo, hi)),
    )


def _drift(r, reach, lo=1.5, hi=4.0):
    return (DRIFT, rounded(r.uniform(-reach, reach)), rounded(r.uniform(-reach, reach)), 0, rounded(r.uniform(lo, hi)))


def _col(r, a):
    return tuple(rounded(c) for c in r.uniform(0.15, 1, 3)) + (rounded(a),)


def w_sprites():
    r = _rng("sprites")
    im = {f"sprite{i}": soft_sprite(100 + i, 32) for i in range(16)}
    it = [
        Item(
            IMAGE, rounded(r.uniform(0, W)), rounded(r.uniform(0, H)), 32, 32, image=int(r.integers(16)), anim=_spin(r)
        )
        for _ in range(10000)
    ]
    return Workload("sprites", W, H, BG, im, it, "10,000 rotating 32x32 image quads, 16 images with soft alpha edges")


def w_rrects():
    r = _rng("rrects")
    it = [
        Item(
            SOLID,
            rounded(r.uniform(0, W)),
            rounded(r.uniform(0, H)),
            rounded(r.uniform(20, 120)),
            rounded(r.uniform(20, 120)),
            radius=8,
            color=_col(r, r.uniform(0.3, 0.7)),
            anim=_drift(r, 80),
        )
        for _ in range(5000)
    ]
    return Workload("rrects", W, H, BG, {}, it, "5,000 drifting translucent rounded rectangles, 20-120 px, radius 8")


def w_cards():
    r = _rng("cards")
    im = {f"photo{i}": photo(200 + i, 64, 64) for i in range(8)}
    it = []
    for _ in range(240):
        c = Item(
            SOLID,
            rounded(r.uniform(70, W - 70)),
            rounded(r.uniform(50, H - 50)),
            140,
            100,
            radius=12,
            color=(1, 1, 1, 1),
            border=(1, 0.75, 0.75, 0.78, 1),
            shadow=(8, 0, 4, 0.3),
            anim=_drift(r, 30),
        )
        c.children = [Item(IMAGE, 44, 50, 64, 64, radius=8, image=int(r.integers(8)))]
        it.append(c)
    return Workload(
        "cards",
        W,
        H,
        (0.90, 0.91, 0.93, 1.0),
        im,
        it,
        "240 cards 140x100: radius 12, 1 px border, shadow sigma 8, a rounded 64x64 image in each",
    )


def w_shadows():
    r = _rng("shadows")
    it = [
        Item(
            SOLID,
            rounded(r.uniform(50, W - 50)),
            rounded(r.uniform(40, H - 40)),
            100,
            80,
            radius=16,
            color=_col(r, 1),
            shadow=(20, 0, 6, 0.6),
            anim=_drift(r, 40),
        )
        for _ in range(300)
    ]
    return Workload("shadows", W, H, (0.90, 0.91, 0.93, 1.0), {}, it, "300 rounded rectangles 100x80, shadow sigma 20")


def w_groups():
    r = _rng("groups")
    it = []
    for _ in range(100):
        g = Item(
            GROUP,
            rounded(r.uniform(70, W - 70)),
            rounded(r.uniform(70, H - 70)),
            140,
            140,
            opacity=0.5,
            anim=_drift(r, 40),
        )
        g.children = [
            Item(SOLID, rounded(r.uniform(30, 110)), rounded(r.uniform(30, 110)), 60, 60, color=_col(r, 1))
            for _ in range(10)
        ]
        it.append(g)
    return Workload("groups", W, H, BG, {}, it, "100 groups at opacity 0.5 of 10 overlapping 60x60 squares each")


def w_masks():
    r = _rng("masks")
    im = {f"photo{i}": photo(300 + i, 128, 128) for i in range(8)}
    im["mask"] = mask_image(128)
    it = [
        Item(
            IMAGE,
            rounded(r.uniform(64, W - 64)),
            rounded(r.uniform(64, H - 64)),
            128,
            128,
            image=int(r.integers(8)),
            mask=MASK_IMAGE if i % 2 == 0 else MASK_GRADIENT,
            anim=_drift(r, 40),
        )
        for i in range(100)
    ]
    return Workload(
        "masks", W, H, BG, im, it, "100 images 128x128: half under an alpha image, half under a rounded fade"
    )


def _blur_images():
    return {f"photo{i}": photo(400 + i, 200, 200) for i in range(5)}


def _tiles(r, blur):
    out = []
    for i in range(20):
        cx, cy = 192 + 384 * (i % 5), 135 + 270 * (i // 5)
        out.append(Item(IMAGE, cx, cy, 200, 200, image=int(r.integers(5)), blur=blur, anim=_drift(r, 40)))
    return out


def w_blur():
    return Workload(
        "blur",
        W,
        H,
        BG,
        _blur_images(),
        _tiles(_rng("blur"), 10),
        "20 image layers 200x200, each under a Gaussian blur of sigma 10 that spreads past its edge",
    )


def w_backdrop():
    it = _tiles(_rng("blur"), 0)
    it.append(Item(BACKDROP, W / 2, H / 2, 600, 400, color=(1, 1, 1, 0.25), blur=20))
    return Workload(
        "backdrop",
        W,
        H,
        BG,
        _blur_images(),
        it,
        "the same 20 layers unblurred, and a 600x400 panel that blurs what is behind it, sigma 20",
    )


def w_perspective():
    r = _rng("perspective")
    im = {f"photo{i}": photo(500 + i, 64, 64) for i in range(16)}
    it = [
        Item(
            IMAGE,
            rounded(r.uniform(32, W - 32)),
            rounded(r.uniform(32, H - 32)),
            64,
            64,
            image=int(r.integers(16)),
            persp=200,
            anim=_spin(r, ROTX if i % 2 else ROTY),
        )
        for i in range(1000)
    ]
    return Workload(
        "perspective", W, H, BG, im, it, "1,000 image quads 64x64, each turning about x or y in perspective"
    )


def w_retained():
    r = _rng("retained")
    im = {f"sprite{i}": soft_sprite(100 + i, 32) for i in range(16)}
    im["hero"] = photo(600, 64, 64)
    it = []
    for i in range(10000):
        x, y = rounded(r.uniform(0, W)), rounded(r.uniform(0, H))
        if i % 3 == 0:
            it.append(
                Item(
                    SOLID, x, y, rounded(r.uniform(8, 40)), rounded(r.uniform(8, 40)), color=_col(r, r.uniform(0.5, 1))
                )
            )
        elif i % 3 == 1:
            it.append(
                Item(
                    SOLID,
                    x,
                    y,
                    rounded(r.uniform(20, 40)),
                    rounded(r.uniform(20, 40)),
                    radius=6,
                    color=_col(r, r.uniform(0.5, 1)),
                )
            )
        else:
            it.append(Item(IMAGE, x, y, 32, 32, image=int(r.integers(16))))
    it.append(Item(IMAGE, W / 2, H / 2, 64, 64, image=16, anim=(ROTZ, 0.3, TWO_PI, 0, 3.0)))
    return Workload(
        "retained",
        W,
        H,
        BG,
        im,
        it,
        "10,000 layers that do not change (solid, rounded, image) and one 64x64 layer that turns",
    )


def w_fill4k():
    w, h = 3840, 2160
    im = {"wall": photo(700, w, h)}
    it = [Item(IMAGE, w / 2, h / 2, w, h, image=0)]
    for i, c in enumerate([(0.9, 0.3, 0.2), (0.2, 0.8, 0.4), (0.2, 0.3, 0.9)]):
        it.append(
            Item(SOLID, w / 2, h / 2, w, h, color=c + (1,), anim=(OPACITY, 0.1 + 0.05 * i, 0.4, 0, 1.0 + 0.5 * i))
        )
    return Workload("fill4k", w, h, (0, 0, 0, 1), im, it, "3840x2160: a full-screen image under 3 translucent layers")


WORKLOADS = {
    f.__name__[2:]: f
    for f in (
        w_sprites,
        w_rrects,
        w_cards,
        w_shadows,
        w_groups,
        w_masks,
        w_blur,
        w_backdrop,
        w_perspective,
        w_retained,
        w_fill4k,
    )
}
