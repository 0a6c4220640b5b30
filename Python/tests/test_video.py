from __future__ import annotations

import os
import shutil
import signal
import tempfile
import threading
import unittest
from pathlib import Path
from typing import List, Tuple

import multiplane

import scenes


@unittest.skipUnless(shutil.which("ffmpeg"), "left out: there is no ffmpeg")
class VideoTests(scenes.Case):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_videos(self) -> None:
        told: List[Tuple[int, int]] = []
        path = self.folder / "fade.mp4"
        multiplane.render_video(scenes.fading(), path, to=1, fps=10, scale=2,
                                progress=lambda frame, count: told.append((frame, count)))
        self.assertEqual(path.read_bytes()[4:8], b"ftyp")
        self.assertEqual(told[-1], (10, 10))
        with multiplane.Scene(scenes.box()) as scene:
            multiplane.render_video(scene, self.folder / "box.webm", from_=0.5, to=1, fps=10)
        self.assertEqual((self.folder / "box.webm").read_bytes()[:4], b"\x1aE\xdf\xa3")

    def test_progress_ends_the_work(self) -> None:
        path = self.folder / "fade.mp4"
        with self.fails("cancelled", str(path), "ended at frame"):
            multiplane.render_video(scenes.fading(), path, to=10, fps=10, progress=lambda frame, count: frame < 3)

        def interrupt(frame: int, count: int) -> None:
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            multiplane.render_video(scenes.fading(), path, to=10, fps=10, progress=interrupt)
        self.assertEqual(os.listdir(self.folder), [])

    def test_progress_ends_the_work_of_a_relative_path(self) -> None:
        before = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, before)
        with self.fails("cancelled", str(self.folder.resolve() / "fade.apng"), "ended at frame"):
            multiplane.render_video(scenes.fading(), "fade.apng", to=10, fps=10, progress=lambda frame, count: False)

    def test_ctrl_c_ends_the_work(self) -> None:
        interrupt = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
        before = signal.getsignal(signal.SIGINT)
        # unittest's own, which would be run instead, or Python's.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        interrupt.start()
        with self.assertRaises(KeyboardInterrupt):
            multiplane.render_video(scenes.slow(), self.folder / "slow.mp4", to=100, fps=30)
        self.assertEqual(os.listdir(self.folder), [])
        self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)

    def test_quality(self) -> None:
        sizes = []
        for quality in (0.1, 0.9):
            path = self.folder / f"{quality}.mp4"
            multiplane.render_video(scenes.card(), path, {}, to=0.2, fps=10, scale=20, quality=quality)
            sizes.append(path.stat().st_size)
        self.assertLess(sizes[0], sizes[1])
        with self.fails("image.unwritable", "quality", "found 2"):
            multiplane.render_video(scenes.fading(), self.folder / "fade.mp4", to=1, quality=2)
        with self.fails("video.failed", "quality", "quality: expected none"):
            multiplane.render_video(scenes.fading(), self.folder / "fade.gif", to=1, quality=0.5)

    def test_what_makes_no_video(self) -> None:
        path = str(self.folder / "fade.avi")
        with self.fails("video.failed", path, ".mp4, .webm, .gif"):
            multiplane.render_video(scenes.fading(), path, to=1)
        for end, fps, place in ((-1, 60, "to"), (1, 0, "fps")):
            with self.subTest(place), self.fails("times.invalid", place):
                multiplane.render_video(scenes.fading(), self.folder / "fade.mp4", to=end, fps=fps)
        with self.assertRaises(TypeError):
            multiplane.render_video(scenes.fading(), self.folder / "fade.mp4", to="1")  # type: ignore[arg-type]
        self.assertEqual(os.listdir(self.folder), [])
