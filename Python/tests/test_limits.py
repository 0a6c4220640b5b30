from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Dict

import multiplane

import scenes
from test_pictures import BLUE, photo

DIRECTORY = os.path.dirname(os.path.abspath(__file__))


class FolderTests(scenes.Case):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        for name in ("scenes", "photos"):
            (self.folder / name).mkdir()
        multiplane.render(scenes.plain("#0000ff"), output=self.folder / "scenes" / "blue.png")
        multiplane.render(scenes.plain("#ff0000"), output=self.folder / "photos" / "red.png")
        multiplane.render(scenes.plain("#ff0000"), output=self.folder / "secret.png")
        self.scene = self.folder / "scenes" / "photo.json"
        import json

        self.scene.write_text(json.dumps(photo()))

    def test_paths_of_parameters_begin_at_the_scenes_folder(self) -> None:
        self.assertEqual(scenes.color(multiplane.render(self.scene, {"photo": "blue.png"})), BLUE)
        with multiplane.Scene(photo(), {"photo": "blue.png"}, folder=self.folder / "scenes") as scene:
            scene.parameters["photo"] = "../photos/red.png"
            self.assertEqual(scenes.pixel(scene.image()), scenes.RED)
        drawn = dict(multiplane.render_many(self.scene, [{"photo": "blue.png"}], workers=1))
        self.assertIsInstance(drawn[0], bytes, drawn[0])

    def test_assets_confine_them(self) -> None:
        assets = self.folder / "photos"
        self.assertEqual(scenes.color(multiplane.render(self.scene, {"photo": "red.png"}, assets=assets)), scenes.RED)
        for path in ("../secret.png", str(self.folder / "secret.png")):
            with self.fails("scene.invalid", "parameters.photo", "leads out of the assets folder"):
                multiplane.render(self.scene, {"photo": path}, assets=assets)
        with multiplane.Scene(self.scene, {"photo": "red.png"}, assets=assets) as scene:
            with self.fails("scene.invalid", "parameters.photo", "leads out of the assets folder"):
                scene.parameters["photo"] = "../secret.png"
            scene.parameters["photo"] = "red.png"
        rows: Any = [{"photo": "red.png"}, {"photo": "../secret.png"}]
        drawn = dict(multiplane.render_many(self.scene, rows, assets=assets, workers=1))
        self.assertIsInstance(drawn[0], bytes, drawn[0])
        self.assertIn("leads out of the assets folder", str(drawn[1]))

    def test_the_root_confines_the_scene(self) -> None:
        scene: Dict[str, Any] = {**scenes.box(contents="photo"), "images": {"photo": "../secret.png"}}
        folder = self.folder / "scenes"
        multiplane.render(scene, folder=folder, root=self.folder)
        with self.fails("scene.invalid", "images.photo", "leads out of"):
            multiplane.render(scene, folder=folder, root=folder)


class LimitTests(scenes.Case):
    def test_limits(self) -> None:
        with self.fails("limit.time", None, "expected at most", "time_limit="):
            multiplane.render(scenes.slow(), time_limit=0.001)
        with self.fails("limit.memory", None, "memory_limit="):
            multiplane.render(scenes.slow(), scale=8, memory_limit=64)
        multiplane.render(scenes.plain(), time_limit=60, memory_limit=4096)
        error = dict(multiplane.render_many(scenes.slow(), [{}], workers=1, time_limit=0.001))[0]
        assert isinstance(error, multiplane.Error)
        self.assertEqual(error.code, "limit.time")
        for name in ("time_limit", "memory_limit"):
            wrong: Dict[str, Any] = {name: 0}
            with self.fails("error", name, "above 0"):
                multiplane.render(scenes.plain(), **wrong)
        with multiplane.Scene(scenes.plain()) as scene, self.assertRaisesRegex(TypeError, "^time_limit: "):
            multiplane.render(scene, time_limit=1)


class InterruptTests(scenes.Case):
    def run_interrupted(self, program: str) -> "subprocess.CompletedProcess[str]":
        program = ("import multiplane, os, scenes, signal, threading, time\n"
                   "scene = multiplane.Scene(scenes.slow())\n"
                   "scene.image(scale=0.1)\n"
                   "at = []\n"
                   "def interrupt(): at.append(time.monotonic()); os.kill(os.getpid(), signal.SIGINT)\n"
                   "timer = threading.Timer(0.3, interrupt); timer.start()\n") + program
        return subprocess.run([sys.executable, "-c", program], cwd=DIRECTORY, encoding="utf-8", timeout=120,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))})

    def test_ctrl_c_ends_a_long_picture_soon(self) -> None:
        # Several seconds of the reference renderer's.
        ended = self.run_interrupted("try: multiplane.render(scenes.slow(), renderer='reference')\n"
                                     "except KeyboardInterrupt: print(time.monotonic() - at[0])\n")
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        self.assertLess(float(ended.stdout), 0.2)

    def test_an_interrupted_scene_can_be_used_again(self) -> None:
        ended = self.run_interrupted("try: scene.image(scale=4)\n"
                                     "except KeyboardInterrupt: print('interrupted')\n"
                                     "print(scene.size, scene.image(scale=0.01).size)\n"
                                     "scene.close(); print(multiplane.Scene(scenes.plain()).image().size)\n")
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        self.assertEqual(ended.stdout.splitlines(), ["interrupted", "(1600.0, 1600.0) (16, 16)", "(8, 6)"])

    def test_ctrl_c_ends_the_program(self) -> None:
        ended = self.run_interrupted("timer.cancel(); print(time.time(), flush=True)\n"
                                     "threading.Timer(0.3, interrupt).start(); scene.image(scale=8)\n")
        self.assertEqual(ended.returncode, -signal.SIGINT)
        self.assertEqual(ended.stderr.splitlines()[-1], "KeyboardInterrupt")
        # The picture alone takes longer.
        self.assertLess(time.time() - float(ended.stdout), 3)
