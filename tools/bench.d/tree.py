"""The benchmark's trees: each workload is a neutral tree of `Item`s that every driver draws in its own
way.

`files.py` writes trees as scene files for Multiplane and as flat text for the drivers in C and C++;
Python drivers use them directly. All images are procedural.
"""

import math
import zlib
from dataclasses import dataclass, field

import numpy as np

W, H = 1920, 1080
TWO_PI = 2 * math.pi

# NODE draws nothing itself: it moves its children.
SOLID, IMAGE, GROUP, BACKDROP, NODE, SHAPE, TEXT, GRADIENT, REPLICATOR, EMITTER = range(10)
NONE, ROTZ, DRIFT, ROTX, ROTY, OPACITY, MORPH, TRIM, DASH, PARTICLE = range(10)
MASK_NONE, MASK_IMAGE, MASK_GRADIENT, MASK_PATH = range(4)
AXIAL, RADIAL, CONIC = 1, 2, 3

# What a workload needs of a driver beyond the boxes, images and masks that all have; `scene.h` has the names.
PATHS, DASHES, PATH_MASKS, PATH_SHADOWS, TEXTS, GRADIENTS, CONICS, PARTICLES, COPIES, TINTS, EFFECTS = (
    1 << bit for bit in range(11)
)
PARTICLE_FADE = 0.3  # of a particle's opacity per second


@dataclass
class Stroke:
    """The stroke of a path."""

    width: float
    color: tuple
    is_round: bool = True  # caps and joins; else butt caps and mitred joins
    dash: tuple = (0, 0)  # a dash and a gap, if their sum is positive


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
    # 1: the mask image, stretched over the bounds; 2: rounded (radius 24) vertical fade; 3: `mask_path`
    mask: int = MASK_NONE
    blur: float = 0.0  # sigma: of the item itself, or (BACKDROP) of what is behind it
    persp: float = 0.0  # the distance d of m34 = -1/d, with the vanishing point in the item's own centre
    anim: tuple = (NONE, 0, 0, 0, 1)  # kind, p0, p1, p2, duration
    children: list = field(default_factory=list)
    # SHAPE: elements ("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) and ("Z",), from the bounds' top left
    path: tuple = ()
    path_to: tuple = ()  # at the other end of MORPH, with the same elements
    stroke: Stroke = None
    mask_path: tuple = ()
    text: str = ""
    size: float = 0.0  # of the font
    gradient: int = 0
    stops: tuple = ()  # GRADIENT: its colours, evenly spread
    count: int = 1  # REPLICATOR: copies of the children
    step: tuple = (0, 0, 0)  # REPLICATOR: dx, dy and angle from copy to copy, about the centre
    cell: dict = None  # EMITTER: the scene file's cell. Its children are such particles for the other drivers
    extra: dict = None  # keys of the scene file that other drivers do not have


@dataclass
class Workload:
    name: str
    w: int
    h: int
    background: tuple
    images: dict  # name -> (h, w, 4) uint8, straight alpha; the order is the index
    items: list
    about: str = ""
    animations: dict = field(default_factory=dict)  # name -> a Lottie animation

    def image_names(self):
        return list(self.images)


def tri(t, dur):
    u = math.fmod(t / dur, 2.0)
    return u if u <= 1 else 2 - u


def state(it, t):
    """(dx, dy, angle, opacity) of an item at time t; the angle is about z, x or y as it.anim[0] says."""
    k, p0, p1, p2, dur = it.anim
    if k in (NONE, MORPH, TRIM, DASH):
        return 0.0, 0.0, 0.0, it.opacity
    if k == PARTICLE:
        age = math.fmod(t + p2, dur)
        return p0 * age, p1 * age, 0.0, it.opacity * (1 - PARTICLE_FADE * age)
    if k == DRIFT:
        u = tri(t, dur)
        return p0 * u, p1 * u, 0.0, it.opacity
    if k == OPACITY:
        return 0.0, 0.0, 0.0, p0 + (p1 - p0) * tri(t, dur)
    return 0.0, 0.0, p0 + p1 * math.fmod(t / dur, 1.0), it.opacity


def progress(it, t):
    """How far a path has changed at time t: the share of `path_to`, the end of the stroke, or the phase of its dashes."""
    k, p0, p1, _, dur = it.anim
    if k == DASH:
        return p0 + (p1 - p0) * math.fmod(t / dur, 1.0)
    return tri(t, dur) if k == MORPH else p0 + (p1 - p0) * tri(t, dur) if k == TRIM else 0.0


def between(a, b, u):
    """The path at a share u of the way from path a to path b."""
    return [(p[0], *(v + (w - v) * u for v, w in zip(p[1:], q[1:]))) for p, q in zip(a, b)]


def needs(wl):
    """The bits of what a workload needs of its drivers."""
    bits = 0
    for it in walk(wl.items):
        bits |= {
            SHAPE: PATHS,
            TEXT: TEXTS,
            GRADIENT: CONICS | GRADIENTS if it.gradient == CONIC else GRADIENTS,
            REPLICATOR: COPIES,
            EMITTER: PARTICLES,
            IMAGE: TINTS if it.color[3] else 0,
        }.get(it.kind, 0)
        bits |= PATH_MASKS if it.mask == MASK_PATH else 0
        bits |= PATH_SHADOWS if it.kind == SHAPE and it.shadow[0] else 0
        bits |= DASHES if it.stroke and sum(it.stroke.dash) else 0
        bits |= EFFECTS if it.extra else 0
    return bits


def walk(items):
    """All items, each before its children."""
    for it in items:
        yield it
        yield from walk(it.children)


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


# --- random numbers, from fixed seeds

BG = (0.13, 0.16, 0.20, 1.0)


def rng(name):
    return np.random.default_rng(zlib.crc32(name.encode()))


def rounded(v, nd=3):
    return round(float(v), nd)


def spin(r, kind=ROTZ, lo=2.0, hi=8.0):
    return (
        kind,
        rounded(r.uniform(0, TWO_PI), 4),
        (1 if r.uniform() < 0.5 else -1) * TWO_PI,
        0,
        rounded(r.uniform(lo, hi)),
    )


def drift(r, reach, lo=1.5, hi=4.0):
    return (DRIFT, rounded(r.uniform(-reach, reach)), rounded(r.uniform(-reach, reach)), 0, rounded(r.uniform(lo, hi)))


def col(r, a):
    return tuple(rounded(c) for c in r.uniform(0.15, 1, 3)) + (rounded(a),)
