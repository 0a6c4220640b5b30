from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any, Dict

import multiplane

import scenes
from scenes import RED, pixel

BLUE = (0, 0, 255, 255)


def animation() -> Dict[str, Any]:
    """A red square that moves from 0 to 30 in a second, and an image without a file."""
    position = {"a": 1, "k": [
        {"t": 0, "s": [0, 0], "i": {"x": [1], "y": [1]}, "o": {"x": [0], "y": [0]}}, {"t": 10, "s": [30, 0]}]}
    shapes = [{"ty": "rc", "p": {"k": [5, 5]}, "s": {"k": [10, 10]}, "r": {"k": 0}},
              {"ty": "fl", "c": {"sid": "accent"}, "o": {"k": 100}}]
    return {"v": "5.7.0", "fr": 10, "ip": 0, "op": 10, "w": 40, "h": 20,
            "slots": {"accent": {"p": {"a": 0, "k": [1, 0, 0]}}},
            "markers": [{"cm": "a", "tm": 2, "dr": 4}, {"cm": "b", "tm": 8, "dr": 0}],
            "assets": [{"id": "i", "w": 10, "h": 5, "p": "none.png"}],
            "layers": [{"ty": 4, "ip": 0, "op": 10, "ks": {"p": position}, "shapes": shapes},
                       {"ty": 2, "nm": "photo", "refId": "i", "ip": 0, "op": 10, "ks": {"p": {"k": [0, 15]}}}]}


class LottieTests(scenes.Case):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name, "logo.json")
        self.path.write_text(json.dumps(animation()))
        layer = {"class": "LottieLayer", "name": "logo", "animation": "logo", "frame": [0, 0, 40, 20]}
        self.scene = multiplane.Scene(
            {"version": 1, "size": [40, 20], "animations": {"logo": "logo.json"}, "root": {"sublayers": [layer]}},
            folder=folder.name)
        self.addCleanup(self.scene.close)

    def left(self) -> int:
        image = self.scene.image()
        return min(x for x in range(40) if pixel(image, x, 5)[3] > 127)

    def test_files_are_scenes(self) -> None:
        for source in (self.path, self.path.read_bytes()):
            with multiplane.Scene(source, {"accent": "#0000ff"}) as scene:
                self.assertEqual((scene.size, scene.poster_time), ((40, 20), 0.5))
                self.assertEqual(pixel(scene.image(time=0), 5, 5), BLUE)

    def test_positions_and_parts(self) -> None:
        logo, scene = self.scene["logo"], self.scene
        scene.time = 0.5
        self.assertEqual((self.left(), logo.progress, logo.get("progress", shown=True)), (15, None, 0.5))
        logo.progress = 0.1
        self.assertEqual((self.left(), logo.progress), (3, 0.1))
        logo.set(progress=None, marker="a", loop=True)
        self.assertEqual((self.left(), logo.marker, logo.loop), (6, "a", True))
        scene.time = 1
        self.assertEqual(self.left(), 9)
        logo.set(marker=["b", "a"], loop=False)
        self.assertEqual(self.left(), 24)
        scene.time = 1.5
        self.assertEqual(self.left(), 9)
        logo.set(marker=None, speed=2)
        scene.time = 1.7
        self.assertEqual(self.left(), 12)
        with self.fails("change.invalid", "marker", "expected a marker of the animation"):
            logo.marker = "c"

    def test_facts(self) -> None:
        logo = self.scene["logo"]
        self.assertEqual(logo.get("class"), "LottieLayer")
        self.assertEqual(logo.markers, [{"name": "a", "time": 0.2, "duration": 0.4},
                                        {"name": "b", "time": 0.8, "duration": 0}])
        self.assertEqual((logo.animationDuration, logo.frameRate), (1, 10))
        self.assertEqual(list(logo.parameters), ["accent", "photo"])
        self.assertEqual(logo.parameters["photo"]["format"], "image")
        self.assertEqual(logo.keyPaths, ["Layer.Layer.Color", "photo.Image"])

    def test_values(self) -> None:
        logo, scene = self.scene["logo"], self.scene
        self.assertEqual(pixel(scene.image(), 5, 5), RED)
        photo = multiplane.Image.open(multiplane.render(scenes.plain("#00ff00")))
        logo.values = {"accent": "#0000ff", "photo": photo}
        self.assertEqual(pixel(scene.image(), 5, 5), BLUE)
        self.assertEqual(pixel(scene.image(), 5, 17), (0, 255, 0, 255))
        for name in ("photo", "photo.Image", "**.Image"):
            logo.values = {}
            self.assertEqual(pixel(scene.image(), 5, 17), (0, 0, 0, 0))
            logo.values = {name: photo.png()}
            self.assertEqual(pixel(scene.image(), 5, 5), RED)
            self.assertEqual(pixel(scene.image(), 5, 17), (0, 255, 0, 255))
        with self.fails("change.invalid", "values.accnt", 'did you mean "accent"?'):
            logo.values = {"accnt": "#0000ff"}
