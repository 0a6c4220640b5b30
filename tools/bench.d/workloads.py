"""The benchmark's workloads of layers: images, boxes, groups, masks and blurs, from fixed seeds.

The argument of each is its size, such as its number of layers, for `scale.py`.
"""

import effects
import features
import paths
from tree import (
    BACKDROP,
    BG,
    GROUP,
    H,
    IMAGE,
    Item,
    MASK_GRADIENT,
    MASK_IMAGE,
    OPACITY,
    ROTX,
    ROTY,
    ROTZ,
    SOLID,
    TWO_PI,
    W,
    Workload,
    col,
    drift,
    mask_image,
    photo,
    rng,
    rounded,
    soft_sprite,
    spin,
)


def w_sprites(n=10000):
    r = rng("sprites")
    im = {f"sprite{i}": soft_sprite(100 + i, 32) for i in range(16)}
    it = [
        Item(IMAGE, rounded(r.uniform(0, W)), rounded(r.uniform(0, H)), 32, 32, image=int(r.integers(16)), anim=spin(r))
        for _ in range(n)
    ]
    return Workload("sprites", W, H, BG, im, it, "10,000 rotating 32x32 image quads, 16 images with soft alpha edges")


def w_rrects(n=5000):
    r = rng("rrects")
    it = [
        Item(
            SOLID,
            rounded(r.uniform(0, W)),
            rounded(r.uniform(0, H)),
            rounded(r.uniform(20, 120)),
            rounded(r.uniform(20, 120)),
            radius=8,
            color=col(r, r.uniform(0.3, 0.7)),
            anim=drift(r, 80),
        )
        for _ in range(n)
    ]
    return Workload("rrects", W, H, BG, {}, it, "5,000 drifting translucent rounded rectangles, 20-120 px, radius 8")


def w_cards(n=240):
    r = rng("cards")
    im = {f"photo{i}": photo(200 + i, 64, 64) for i in range(8)}
    it = []
    for _ in range(n):
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
            anim=drift(r, 30),
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


def w_shadows(n=300):
    r = rng("shadows")
    it = [
        Item(
            SOLID,
            rounded(r.uniform(50, W - 50)),
            rounded(r.uniform(40, H - 40)),
            100,
            80,
            radius=16,
            color=col(r, 1),
            shadow=(20, 0, 6, 0.6),
            anim=drift(r, 40),
        )
        for _ in range(n)
    ]
    return Workload("shadows", W, H, (0.90, 0.91, 0.93, 1.0), {}, it, "300 rounded rectangles 100x80, shadow sigma 20")


def w_groups(n=100):
    r = rng("groups")
    it = []
    for _ in range(n):
        g = Item(
            GROUP,
            rounded(r.uniform(70, W - 70)),
            rounded(r.uniform(70, H - 70)),
            140,
            140,
            opacity=0.5,
            anim=drift(r, 40),
        )
        g.children = [
            Item(SOLID, rounded(r.uniform(30, 110)), rounded(r.uniform(30, 110)), 60, 60, color=col(r, 1))
            for _ in range(10)
        ]
        it.append(g)
    return Workload("groups", W, H, BG, {}, it, "100 groups at opacity 0.5 of 10 overlapping 60x60 squares each")


def w_masks(n=100):
    r = rng("masks")
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
            anim=drift(r, 40),
        )
        for i in range(n)
    ]
    return Workload(
        "masks", W, H, BG, im, it, "100 images 128x128: half under an alpha image, half under a rounded fade"
    )


def _blur_images():
    return {f"photo{i}": photo(400 + i, 200, 200) for i in range(5)}


def _tiles(r, blur, n):
    out = []
    for i in range(n):
        cx, cy = 192 + 384 * (i % 5), 135 + 270 * (i // 5 % 4)
        out.append(Item(IMAGE, cx, cy, 200, 200, image=int(r.integers(5)), blur=blur, anim=drift(r, 40)))
    return out


def w_blur(n=20):
    return Workload(
        "blur",
        W,
        H,
        BG,
        _blur_images(),
        _tiles(rng("blur"), 10, n),
        "20 image layers 200x200, each under a Gaussian blur of sigma 10 that spreads past its edge",
    )


def w_backdrop(n=20):
    it = _tiles(rng("blur"), 0, n)
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


def w_perspective(n=1000):
    r = rng("perspective")
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
            anim=spin(r, ROTX if i % 2 else ROTY),
        )
        for i in range(n)
    ]
    return Workload(
        "perspective", W, H, BG, im, it, "1,000 image quads 64x64, each turning about x or y in perspective"
    )


def w_retained(n=10000):
    r = rng("retained")
    im = {f"sprite{i}": soft_sprite(100 + i, 32) for i in range(16)}
    im["hero"] = photo(600, 64, 64)
    it = []
    for i in range(n):
        x, y = rounded(r.uniform(0, W)), rounded(r.uniform(0, H))
        if i % 3 == 0:
            it.append(
                Item(SOLID, x, y, rounded(r.uniform(8, 40)), rounded(r.uniform(8, 40)), color=col(r, r.uniform(0.5, 1)))
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
                    color=col(r, r.uniform(0.5, 1)),
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


def w_fill4k(n=3):
    w, h = 3840, 2160
    im = {"wall": photo(700, w, h)}
    it = [Item(IMAGE, w / 2, h / 2, w, h, image=0)]
    colors = [(0.9, 0.3, 0.2), (0.2, 0.8, 0.4), (0.2, 0.3, 0.9)]
    for i, c in enumerate(colors[k % 3] for k in range(n)):
        it.append(
            Item(SOLID, w / 2, h / 2, w, h, color=c + (1,), anim=(OPACITY, 0.1 + 0.05 * i, 0.4, 0, 1.0 + 0.5 * i))
        )
    return Workload("fill4k", w, h, (0, 0, 0, 1), im, it, "3840x2160: a full-screen image under 3 translucent layers")


WORKLOADS = (
    {
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
    | paths.WORKLOADS
    | effects.WORKLOADS
    | features.WORKLOADS
)
