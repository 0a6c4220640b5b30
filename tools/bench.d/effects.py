"""The benchmark's workloads of text, gradients, particles, copies, shadows of paths and filters, from
fixed seeds.
"""

import math

import paths
from tree import (
    AXIAL,
    BG,
    CONIC,
    EMITTER,
    GRADIENT,
    H,
    IMAGE,
    PARTICLE,
    PARTICLE_FADE,
    RADIAL,
    REPLICATOR,
    SHAPE,
    SOLID,
    TEXT,
    TWO_PI,
    W,
    Item,
    Workload,
    col,
    drift,
    photo,
    rng,
    rounded,
    soft_sprite,
    spin,
)


def _place(r, margin=50):
    return rounded(r.uniform(margin, W - margin)), rounded(r.uniform(margin, H - margin))


def w_text(n=400):
    r = rng("text")
    it = [
        Item(TEXT, *_place(r, 110), 220, 40, color=col(r, 1), text=f"Label {i} moves", size=24, anim=drift(r, 300))
        for i in range(n)
    ]
    return Workload("text", W, H, paths.WHITE, {}, it, "400 lines of text that drift by fractions of a pixel")


def _gradients(name, n, kinds):
    r = rng(name)
    it = []
    for i in range(n):
        stops = tuple(col(r, 1) for _ in range(3))
        it.append(
            Item(GRADIENT, *_place(r), 80, 80, radius=12, gradient=kinds[i % len(kinds)], stops=stops, anim=spin(r))
        )
    return it


def w_gradients(n=400):
    it = _gradients("gradients", n, [AXIAL, RADIAL])
    return Workload("gradients", W, H, paths.WHITE, {}, it, "400 rounded axial and radial gradients that turn")


def w_conics(n=400):
    it = _gradients("conics", n, [CONIC])
    return Workload("conics", W, H, paths.WHITE, {}, it, "400 rounded conic gradients that turn")


def w_particles(n=6000):
    """Particles of the other drivers are born elsewhere, as many and by the same rules."""
    r = rng("particles")
    lifetime, rate = 3, n / 3
    cell = {
        "name": "spark",
        "contents": "spark",
        "birthRate": rate,
        "lifetime": lifetime,
        "velocity": 200,
        "velocityRange": 80,
        "emissionRange": rounded(TWO_PI),
        "scale": 0.5,
        "scaleRange": 0.3,
        "alphaSpeed": -PARTICLE_FADE,
    }
    # Begun before the first frame, so that as many particles live in all of them.
    keys = {"emitterShape": "line", "emitterSize": [W, 0], "beginTime": -2 * lifetime, "emitterCells": [cell]}
    it = Item(EMITTER, W / 2, H / 2, W, H, cell=keys)
    for k in range(n):
        z, angle, speed = r.uniform(-1, 1), r.uniform(0, TWO_PI), r.uniform(160, 240)
        across = speed * math.sqrt(1 - z * z)
        side = rounded(32 * r.uniform(0.35, 0.65))
        anim = (PARTICLE, rounded(across * math.cos(angle)), rounded(across * math.sin(angle)), k / rate, lifetime)
        it.children.append(Item(IMAGE, rounded(r.uniform(0, W)), H / 2, side, side, image=0, anim=anim))
    images = {"spark": soft_sprite(800, 32)}
    return Workload("particles", W, H, BG, images, [it], "an emitter of 6,000 particles that fade")


def w_replicator(n=2000):
    """Its copies form a circle, several times over."""
    it = Item(REPLICATOR, W / 2, H / 2, W, H, count=n, step=(3, 0.7, 0.02))
    it.children = [Item(SOLID, 700, 400, 40, 40, radius=8, color=(0.2, 0.4, 0.8, 0.5), anim=spin(rng("replicator")))]
    return Workload("replicator", W, H, paths.WHITE, {}, [it], "2,000 copies of a rounded box that turns")


def w_pathshadows(n=100):
    r = rng("pathshadows")
    it = [
        Item(SHAPE, *_place(r), 60, 60, color=col(r, 1), path=paths.star(30), shadow=(6, 0, 3, 0.5), anim=drift(r, 200))
        for _ in range(n)
    ]
    return Workload("pathshadows", W, H, paths.WHITE, {}, it, "100 stars with shadows of sigma 6 that drift")


def _pictures(name, n, side, **keys):
    r = rng(name)
    images = {f"photo{i}": photo(900 + i, side, side) for i in range(4)}
    it = [Item(IMAGE, *_place(r, side), side, side, image=i % 4, anim=drift(r, 60), **keys) for i in range(n)]
    return images, it


def _filtered(name, n, side, about, inputs):
    images, it = _pictures(name, n, side, extra={"filters": [inputs]})
    return Workload(name, W, H, BG, images, it, about)


def w_tints(n=400):
    images, it = _pictures("tints", n, 64, color=(1, 0.6, 0.3, 1))
    return Workload("tints", W, H, BG, images, it, "400 images with a contentsMultiplyColor that drift")


def w_polynomial(n=100):
    inputs = {"name": "CIColorPolynomial", "inputRedCoefficients": [0, 0.2, 0.3, 0.5]}
    return _filtered("polynomial", n, 128, "100 images under CIColorPolynomial that drift", inputs)


def w_bloom(n=20):
    inputs = {"name": "CIBloom", "inputRadius": 10, "inputIntensity": 0.8}
    return _filtered("bloom", n, 200, "20 images under CIBloom of radius 10 that drift", inputs)


def w_pixellate(n=20):
    inputs = {"name": "CIPixellate", "inputScale": 8}
    return _filtered("pixellate", n, 200, "20 images under CIPixellate of squares of 8 points that drift", inputs)


WORKLOADS = {
    f.__name__[2:]: f
    for f in (
        w_text,
        w_gradients,
        w_conics,
        w_particles,
        w_replicator,
        w_pathshadows,
        w_tints,
        w_polynomial,
        w_bloom,
        w_pixellate,
    )
}
