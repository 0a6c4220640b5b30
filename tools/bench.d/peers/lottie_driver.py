#!/usr/bin/env python3
"""The drivers that play Lottie files: ThorVG with two threads (thorvg-python), or rlottie
(rlottie-python). Each frame is the animation at that frame's time, drawn anew.
"""

import argparse
import json
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import lottie  # noqa: E402
import workloads  # noqa: E402


class ThorVG:
    def __init__(self, wl, data):
        import thorvg_python as tvg

        self.engine = tvg.Engine(threads=2)
        self.canvas = tvg.SwCanvas(self.engine)
        self.canvas.set_target(wl.w, wl.h)
        self.animation = tvg.Animation(self.engine)
        picture = self.animation.get_picture()
        result = picture.load_data(data.encode(), "lottie", None, True)
        if result != tvg.Result.SUCCESS:
            raise OSError(f"ThorVG cannot read the animation: {result}")
        self.canvas.add(picture)
        self.note = "ThorVG " + ".".join(map(str, self.engine.version()[1:4])) + ", 2 threads"

    def draw(self, frame):
        self.animation.set_frame(frame)
        self.canvas.update()
        self.canvas.draw(True)
        self.canvas.sync()

    def image(self):
        return self.canvas.get_pillow()


class RLottie:
    def __init__(self, wl, data):
        from rlottie_python import LottieAnimation

        self.size = wl.w, wl.h
        self.animation = LottieAnimation.from_data(data)
        self.note = "rlottie"

    def draw(self, frame):
        self.pixels = self.animation.lottie_animation_render(frame_num=frame)

    def image(self):
        from PIL import Image

        return Image.frombuffer("RGBA", self.size, self.pixels, "raw", "BGRA")


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--engine", choices=["thorvg", "rlottie"], required=True)
    ap.add_argument("--workload", required=True)
    ap.add_argument("--frames", type=int, default=40)
    ap.add_argument("--warmup", type=int, default=5)
    ap.add_argument("--png")
    o = ap.parse_args()
    wl = workloads.WORKLOADS[o.workload]()
    answer = {"peer": o.engine, "workload": o.workload, "variant": ""}
    if not lottie.can_draw(wl):
        print(json.dumps({**answer, "na": "it is not made of what Lottie files have"}))
        return
    data = json.dumps(lottie.animation(wl))
    engine = {"thorvg": ThorVG, "rlottie": RLottie}[o.engine](wl, data)
    frame_ms, cpu_ms = [], []
    for f in range(-o.warmup, o.frames):
        frame = f % lottie.FRAMES  # warm-up frames are the animation's last
        t0, u0 = time.perf_counter(), time.process_time()
        engine.draw(frame)
        if f >= 0:
            frame_ms.append((time.perf_counter() - t0) * 1e3)
            cpu_ms.append((time.process_time() - u0) * 1e3)
    if o.png:
        engine.draw(lottie.RATE // 2)
        engine.image().save(o.png)
    frame_ms.sort()
    n = len(frame_ms)
    answer.update(frames=n, ms_median=round((frame_ms[n // 2] + frame_ms[(n - 1) // 2]) / 2, 3))
    answer.update(ms_p95=round(frame_ms[min(n - 1, int(0.95 * n))], 3), ms_min=round(frame_ms[0], 3))
    answer.update(cpu_ms=round(sum(cpu_ms) / n, 3), ms_readback=0, notes=engine.note)
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
