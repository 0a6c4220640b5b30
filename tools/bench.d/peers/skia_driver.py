#!/usr/bin/env python3
"""The Skia driver (skia-python): Ganesh on OpenGL ES through EGL surfaceless, or the CPU
rasteriser.

Every frame is first recorded into an SkPicture (`ms_record`: the cost of Python, not of the
engine). It is then played into the surface, flushed and finished (`ms_*`: playback, batching,
submission and pixels, all in Skia's C++).
"""

import argparse
import gc
import json
import math
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tree as S  # noqa: E402
import files  # noqa: E402
import workloads  # noqa: E402
import skia  # noqa: E402

LINEAR = skia.SamplingOptions(skia.FilterMode.kLinear)
VARIANTS = {
    "sprites": ["atlas", "images"],
    "masks": ["shader", "layers"],
    "cards": ["shader", "clip"],
    "retained": ["full", "damage"],
    "shadows": ["maskfilter", "baked"],
}


def rect(it):
    return skia.Rect.MakeLTRB(-it.w / 2, -it.h / 2, it.w / 2, it.h / 2)


def skia_path(elements):
    path = skia.Path()
    for verb, *v in elements:
        {"M": path.moveTo, "L": path.lineTo, "C": path.cubicTo, "Z": path.close}[verb](*v)
    return path


def gradient(it):
    """The shader of a gradient, around the item's centre."""
    colors = [color4(c).toColor() for c in it.stops]
    if it.gradient == S.AXIAL:
        return skia.GradientShader.MakeLinear([(-it.w / 2, -it.h / 2), (it.w / 2, it.h / 2)], colors)
    if it.gradient == S.CONIC:
        return skia.GradientShader.MakeSweep(0, 0, colors)
    scale = skia.Matrix.Scale(it.w / 2, it.h / 2)
    return skia.GradientShader.MakeRadial((0, 0), 1, colors, None, skia.TileMode.kClamp, 0, scale)


def color4(c):
    return skia.Color4f(*c)


class Painter:
    """The tree, with everything that does not change made once."""

    def __init__(self, wl, images, variant):
        self.wl, self.images, self.variant = wl, images, variant
        self.names = wl.image_names()
        if S.needs(wl) & S.TEXTS:
            self.typeface = skia.Typeface.MakeFromFile(files.FONT)
        self.mask_index = self.names.index("mask") if "mask" in self.names else -1
        for it in wl.items:
            self.prepare(it)
        if wl.name == "sprites" and variant == "atlas":
            self.make_atlas()
        if variant == "baked":
            self.make_baked()

    def prepare(self, it):
        it.rect = rect(it)
        it.rr = skia.RRect.MakeRectXY(it.rect, it.radius, it.radius)
        it.paint = skia.Paint(AntiAlias=it.radius > 0 or it.persp > 0, Color4f=color4(it.color))
        if it.kind == S.SOLID and it.radius == 0 and it.anim[0] in (S.NONE, S.DRIFT):
            it.paint.setAntiAlias(True)  # solid squares at fractional positions have soft edges
        if it.kind == S.IMAGE:
            it.img = self.images[it.image]
            it.paint = skia.Paint(AntiAlias=it.persp > 0)
            # pixel for pixel and at rest: no filter is needed
            it.sampling = (
                skia.SamplingOptions()
                if it.anim[0] == S.NONE
                and not it.radius
                and (it.w, it.h) == (it.img.width(), it.img.height())
                and (it.x - it.w / 2) % 1 == 0
                and (it.y - it.h / 2) % 1 == 0
                else LINEAR
            )
            local = (
                skia.Matrix().preTranslate(-it.w / 2, -it.h / 2).preScale(it.w / it.img.width(), it.h / it.img.height())
            )
            if it.color[3]:
                it.paint.setColorFilter(skia.ColorFilters.Blend(color4(it.color).toColor(), skia.BlendMode.kModulate))
            if it.radius or it.mask:
                it.shaded = skia.Paint(
                    AntiAlias=True, Shader=it.img.makeShader(skia.TileMode.kClamp, skia.TileMode.kClamp, LINEAR, local)
                )
            if it.mask:
                fade = skia.GradientShader.MakeLinear([(0, -it.h / 2), (0, it.h / 2)], [0xFF000000, 0x00000000])
                it.fade = skia.Paint(AntiAlias=True, Shader=fade)
                alpha = (
                    fade
                    if it.mask == S.MASK_GRADIENT
                    else self.images[self.mask_index].makeShader(
                        skia.TileMode.kClamp, skia.TileMode.kClamp, LINEAR, local
                    )
                )
                it.shaded = skia.Paint(
                    AntiAlias=it.mask == S.MASK_GRADIENT,
                    Shader=skia.Shaders.Blend(skia.BlendMode.kDstIn, it.shaded.getShader(), alpha),
                )
                it.mask_rr = skia.RRect.MakeRectXY(it.rect, 24, 24)
                it.dst_in = skia.Paint(BlendMode=skia.BlendMode.kDstIn)
            if it.blur:
                it.paint.setImageFilter(skia.ImageFilters.Blur(it.blur, it.blur, skia.TileMode.kDecal))
        self.prepare_path(it)
        if it.kind == S.GRADIENT:
            it.paint = skia.Paint(AntiAlias=True, Shader=gradient(it))
        if it.kind == S.TEXT:
            it.font = skia.Font(self.typeface, it.size)
            it.font.setSubpixel(True)
            it.font.setHinting(skia.FontHinting.kNone)
            it.blob = skia.TextBlob.MakeFromString(it.text, it.font)
            it.paint.setAntiAlias(True)
        if it.kind == S.BACKDROP:
            it.filter = skia.ImageFilters.Blur(it.blur, it.blur, skia.TileMode.kClamp)
            it.plain = skia.Paint()
            it.rec = skia.Canvas.SaveLayerRec(it.rect, it.plain, it.filter, 0)  # holds plain pointers to all three
        if it.shadow[0] and it.kind != S.SHAPE:
            it.shadow_paint = skia.Paint(
                AntiAlias=True,
                Color4f=skia.Color4f(0, 0, 0, it.shadow[3]),
                MaskFilter=skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, it.shadow[0]),
            )
            it.shadow_rr = skia.RRect(it.rr)
            it.shadow_rr.offset(it.shadow[1], it.shadow[2])
        if it.border[0]:
            b = it.border[0]
            it.inner = skia.RRect.MakeRectXY(it.rect.makeInset(b, b), it.radius - b, it.radius - b)
            it.border_paint = skia.Paint(AntiAlias=True, Color4f=color4(it.border[1:]))
        for c in it.children:
            self.prepare(c)

    def prepare_path(self, it):
        if it.mask == S.MASK_PATH:
            it.clip = skia_path(it.mask_path)
            it.clip.offset(-it.w / 2, -it.h / 2)
        if it.kind != S.SHAPE:
            return
        it.outline = skia_path(it.path)
        it.paint.setAntiAlias(True)
        if it.shadow[0]:
            sigma, dx, dy, alpha = it.shadow
            color = skia.Color4f(0, 0, 0, alpha).toColor()
            it.paint.setImageFilter(skia.ImageFilters.DropShadow(dx, dy, sigma, sigma, color))
        if it.stroke:
            it.pen = skia.Paint(
                AntiAlias=True,
                Style=skia.Paint.kStroke_Style,
                StrokeWidth=it.stroke.width,
                Color4f=color4(it.stroke.color),
            )
            if it.stroke.is_round:
                it.pen.setStrokeCap(skia.Paint.kRound_Cap)
                it.pen.setStrokeJoin(skia.Paint.kRound_Join)

    def shape(self, c, it, t):
        """A path, from the top left of its bounds."""
        u = S.progress(it, t)
        path = skia_path(S.between(it.path, it.path_to, u)) if it.anim[0] == S.MORPH else it.outline
        if it.color[3]:
            c.drawPath(path, it.paint)
        if it.stroke:
            if it.anim[0] == S.TRIM:
                # There is no effect for all of a path.
                it.pen.setPathEffect(skia.TrimPathEffect.Make(0, min(u, 0.999999)))
            elif sum(it.stroke.dash):
                it.pen.setPathEffect(skia.DashPathEffect.Make(list(it.stroke.dash), u))
            c.drawPath(path, it.pen)

    def copies(self, c, it, t):
        """Each copy of a replicator is a step from the last, about the centre."""
        dx, dy, angle = it.step
        for _ in range(it.count):
            c.save()
            c.translate(-it.w / 2, -it.h / 2)
            for child in it.children:
                self.item(c, child, t)
            c.restore()
            c.translate(dx, dy)
            c.rotate(math.degrees(angle))

    def make_baked(self):
        it = self.wl.items[0]
        s = skia.Surface.MakeRaster(skia.ImageInfo.MakeN32Premul(int(it.w) + 128, int(it.h) + 128))
        c = s.getCanvas()
        c.translate(it.w / 2 + 64, it.h / 2 + 64 - it.shadow[2])
        c.drawRRect(it.shadow_rr, it.shadow_paint)
        self.baked = s.makeImageSnapshot()
        for i in self.wl.items:
            i.plain = skia.Paint()

    def make_atlas(self):
        s = skia.Surface(34 * 4, 34 * 4)  # a transparent pixel round each, so that neighbours do not bleed
        with s as c:
            for i, im in enumerate(self.images):
                c.drawImage(
                    im.makeNonTextureImage() if im.isTextureBacked() else im, 34 * (i % 4) + 1, 34 * (i // 4) + 1
                )
        self.atlas = s.makeImageSnapshot()
        self.tex = [skia.Rect.MakeXYWH(34 * (it.image % 4), 34 * (it.image // 4), 34, 34) for it in self.wl.items]

    def record(self, t):
        r = skia.PictureRecorder()
        c = r.beginRecording(skia.Rect(self.wl.w, self.wl.h))
        self.paint(c, t)
        return r.finishRecordingAsPicture()

    def paint(self, c, t, items=None):
        wl = self.wl
        c.clear(color4(wl.background))
        if wl.name == "sprites" and self.variant == "atlas":
            xf = []
            for it in wl.items:
                a = S.state(it, t)[2]
                co, si = math.cos(a), math.sin(a)
                xf.append(skia.RSXform(co, si, it.x - 17 * co + 17 * si, it.y - 17 * si - 17 * co))
            c.drawAtlas(self.atlas, xf, self.tex, [], skia.BlendMode.kSrcOver, LINEAR, None, None)
            return
        for it in (wl.items if items is None else items):
            self.item(c, it, t)

    def item(self, c, it, t):
        dx, dy, a, op = S.state(it, t)
        c.save()
        k = it.anim[0]
        if k in (S.ROTX, S.ROTY):
            co, si = math.cos(a), math.sin(a)
            m = (
                skia.Matrix.MakeAll(co, 0, 0, 0, 1, 0, si / it.persp, 0, 1)
                if k == S.ROTY
                else skia.Matrix.MakeAll(1, 0, 0, 0, co, 0, 0, -si / it.persp, 1)
            )
            c.translate(it.x, it.y)
            c.concat(m)
        elif k == S.ROTZ:
            co, si = math.cos(a), math.sin(a)
            c.concat(skia.Matrix.MakeAll(co, -si, it.x, si, co, it.y, 0, 0, 1))
        else:
            c.translate(it.x + dx, it.y + dy)
        kind = it.kind
        if it.mask == S.MASK_PATH:
            c.clipPath(it.clip, True)
        if it.shadow[0] and kind != S.SHAPE:
            if self.variant == "baked":  # the user's own cache: all 300 shadows are alike
                c.drawImage(self.baked, -it.w / 2 - 64, -it.h / 2 - 64 + it.shadow[2], LINEAR, it.plain)
            else:
                c.drawRRect(it.shadow_rr, it.shadow_paint)
        if kind == S.SOLID:
            if k == S.OPACITY:
                it.paint.setAlphaf(op * it.color[3])
            if it.radius:
                c.drawRRect(it.rr, it.paint)
            else:
                c.drawRect(it.rect, it.paint)
        elif kind == S.SHAPE:
            c.translate(-it.w / 2, -it.h / 2)
            self.shape(c, it, t)
        elif kind == S.GRADIENT:
            c.drawRRect(it.rr, it.paint)
        elif kind == S.TEXT:
            c.drawTextBlob(it.blob, -it.w / 2, -it.h / 2 - it.font.getMetrics().fAscent, it.paint)
        elif kind == S.REPLICATOR:
            self.copies(c, it, t)
        elif kind == S.IMAGE:
            if k == S.PARTICLE:
                it.paint.setAlphaf(op)
            if it.mask:
                if self.variant == "layers":
                    c.saveLayer(it.rect, None)
                    c.drawImageRect(it.img, it.rect, LINEAR, it.paint)
                    c.saveLayer(it.rect, it.dst_in)
                    if it.mask == S.MASK_IMAGE:
                        c.drawImageRect(self.images[self.mask_index], it.rect, LINEAR, it.paint)
                    else:
                        c.drawRRect(it.mask_rr, it.fade)
                    c.restore()
                    c.restore()
                elif it.mask == S.MASK_IMAGE:
                    c.drawRect(it.rect, it.shaded)
                else:
                    c.drawRRect(it.mask_rr, it.shaded)
            elif it.radius:
                if self.variant == "clip":
                    c.clipRRect(it.rr, True)
                    c.drawImageRect(it.img, it.rect, LINEAR, it.paint)
                else:
                    c.drawRRect(it.rr, it.shaded)
            else:
                c.drawImageRect(it.img, it.rect, it.sampling, it.paint)
        elif kind == S.GROUP:
            c.saveLayerAlpha(it.rect, round(it.opacity * 255))
            c.translate(-it.w / 2, -it.h / 2)
            for ch in it.children:
                self.item(c, ch, t)
            c.restore()
        elif kind == S.BACKDROP:
            c.clipRect(it.rect, True)
            c.saveLayer(it.rec)
            c.drawRect(it.rect, it.paint)
            c.restore()
        if it.border[0]:
            c.drawDRRect(it.rr, it.inner, it.border_paint)
        if it.children and kind not in (S.GROUP, S.REPLICATOR):
            c.translate(-it.w / 2, -it.h / 2)
            for ch in it.children:
                self.item(c, ch, t)
        c.restore()


class Retained:
    """10,000 layers recorded once; one layer turns."""

    def __init__(self, p, damage):
        self.p, self.damage = p, damage
        r = skia.PictureRecorder()
        c = r.beginRecording(skia.Rect(p.wl.w, p.wl.h), skia.RTreeFactory()())
        for it in p.wl.items[:-1]:
            p.item(c, it, 0)
        self.static = r.finishRecordingAsPicture()
        self.hero = p.wl.items[-1]
        self.last = None

    def bounds(self, t):
        h = self.hero
        a = S.state(h, t)[2]
        e = (abs(math.cos(a)) + abs(math.sin(a))) * h.w / 2 + 1
        return skia.Rect.MakeLTRB(math.floor(h.x - e), math.floor(h.y - e), math.ceil(h.x + e), math.ceil(h.y + e))

    def record(self, t):
        r = skia.PictureRecorder()
        c = r.beginRecording(skia.Rect(self.p.wl.w, self.p.wl.h))
        if self.damage:
            b = self.bounds(t)
            d = skia.Rect.MakeLTRB(b.left(), b.top(), b.right(), b.bottom())
            if self.last is not None:
                d.join(self.last)
                c.clipRect(d)
            self.last = b
        c.clear(color4(self.p.wl.background))
        c.drawPicture(self.static)
        self.p.item(c, self.hero, t)
        return r.finishRecordingAsPicture()


def pct(v, q):
    v = sorted(v)
    return v[min(len(v) - 1, int(q * len(v)))]


def median(v):
    v = sorted(v)
    n = len(v)
    return (v[n // 2] + v[(n - 1) // 2]) / 2


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--engine", choices=["ganesh", "raster"], required=True)
    ap.add_argument("--workload", required=True)
    ap.add_argument("--variant", default="")
    ap.add_argument("--frames", type=int, default=40)
    ap.add_argument("--warmup", type=int, default=5)
    ap.add_argument("--bgra", action="store_true", help="Ganesh: a BGRA colour buffer")
    ap.add_argument("--png")
    o = ap.parse_args()
    wl = workloads.WORKLOADS[o.workload]()
    if S.needs(wl) & S.EFFECTS:
        why = "this driver draws no such effects"
        print(json.dumps({"peer": "skia-" + o.engine, "workload": o.workload, "na": why}))
        return
    variant = o.variant or VARIANTS.get(o.workload, [""])[0]
    note = "Skia 144"
    info = (
        skia.ImageInfo.MakeN32Premul(wl.w, wl.h)
        if o.engine == "raster"
        else skia.ImageInfo.Make(
            wl.w, wl.h, skia.kBGRA_8888_ColorType if o.bgra else skia.kRGBA_8888_ColorType, skia.kPremul_AlphaType
        )
    )
    images = [skia.Image.fromarray(a, skia.kRGBA_8888_ColorType) for a in wl.images.values()]
    if o.engine == "ganesh":
        import eglctx

        note += "; " + eglctx.make_current()
        ctx = skia.GrDirectContext.MakeGL(skia.GrGLInterface.MakeEGL())
        surface = skia.Surface.MakeRenderTarget(ctx, skia.Budgeted.kNo, info)
        images = [i.makeTextureImage(ctx) for i in images]

        def end():
            ctx.flushAndSubmit(skia.GrSyncCpu.kYes)
            eglctx.finish()

    else:
        note += "; CPU raster, one thread"
        surface = skia.Surface.MakeRaster(info)
        # what a user would hold: decoded images in the surface's own premultiplied format

        def native(i):
            s = skia.Surface.MakeRaster(skia.ImageInfo.MakeN32Premul(i.width(), i.height()))
            s.getCanvas().drawImage(i, 0, 0)
            return s.makeImageSnapshot()

        images = [native(i) for i in images]

        def end():
            pass

    p = Painter(wl, images, variant)
    if o.workload == "sprites" and variant == "atlas" and o.engine == "ganesh":
        p.atlas = p.atlas.makeTextureImage(ctx)
    if variant == "baked" and o.engine == "ganesh":
        p.baked = p.baked.makeTextureImage(ctx)
    rec = Retained(p, variant == "damage") if o.workload == "retained" else p
    canvas = surface.getCanvas()
    frame_ms, record_ms, cpu_ms = [], [], []
    gc.disable()
    for f in range(-o.warmup, o.frames):
        t = f / 60 if f >= 0 else 100 + (f + 1000) / 60  # no warm-up frame shows what a measured one does
        t0 = time.perf_counter()
        pic = rec.record(t)
        t1 = time.perf_counter()
        u0 = time.process_time()
        t2 = time.perf_counter()
        canvas.save()
        canvas.drawPicture(pic)
        canvas.restore()
        end()
        t3 = time.perf_counter()
        u1 = time.process_time()
        if f >= 0:
            frame_ms.append((t3 - t2) * 1e3)
            record_ms.append((t1 - t0) * 1e3)
            cpu_ms.append((u1 - u0) * 1e3)
        del pic
        gc.collect(0)
    import numpy as np

    buf = np.empty((wl.h, wl.w, 4), np.uint8)
    rb = []
    for _ in range(6):
        t0 = time.perf_counter()
        surface.readPixels(info, buf, wl.w * 4)
        rb.append((time.perf_counter() - t0) * 1e3)
    if o.png:
        canvas.save()
        canvas.drawPicture(rec.record(0.5))
        canvas.restore()
        end()
        surface.makeImageSnapshot().save(o.png, skia.kPNG)
    print(
        json.dumps(
            {
                "peer": "skia-" + o.engine,
                "workload": o.workload,
                "variant": variant,
                "frames": o.frames,
                "ms_median": round(median(frame_ms), 3),
                "ms_p95": round(pct(frame_ms, 0.95), 3),
                "ms_min": round(min(frame_ms), 3),
                "cpu_ms": round(sum(cpu_ms) / len(cpu_ms), 3),
                "ms_readback": round(median(rb[1:]), 3),
                "ms_record": round(median(record_ms), 3),
                "notes": note,
            }
        )
    )


if __name__ == "__main__":
    main()
