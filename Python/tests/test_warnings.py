from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import unittest
import warnings
from pathlib import Path
from typing import Any, Dict, List

import multiplane

import scenes

NAMED = {"parameter": "name"}


def text(string: object = "\U000f0000") -> Dict[str, Any]:
    """A text, by default of a character that no font has."""
    parameters = {"name": {"type": "string", "default": "Ada"}} if string is NAMED else {}
    return {"version": 1, "size": [40, 20], "parameters": parameters,
            "root": {"sublayers": [{"name": "title", "class": "CATextLayer", "frame": [0, 0, 40, 20],
                                    "fontSize": 12, "string": string}]}}


class WarningTests(scenes.Case):
    def given(self, call: Any) -> List[str]:
        """The lines of the warnings that a call gives, which all point to this file."""
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            call()
        for warning in found:
            self.assertIs(warning.category, multiplane.SceneWarning)
            self.assertEqual(os.path.basename(warning.filename), "test_warnings.py")
        return [str(warning.message) for warning in found]

    def test_pictures_and_videos_warn_once(self) -> None:
        for call in (lambda: multiplane.render(text()), lambda: multiplane.Scene(text())):
            line, = self.given(call)
            self.assertRegex(line, r"^scene: root.sublayers\[0\].string: .*U\+F0000")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "a.apng")
            self.assertEqual(len(self.given(lambda: multiplane.render_video(text(), path, to=0.1, fps=10))), 1)
        self.assertEqual(self.given(lambda: multiplane.render(scenes.plain())), [])

    def test_changes_warn_when_they_are_drawn(self) -> None:
        with multiplane.Scene(text(NAMED)) as scene:
            scene.parameters["name"] = "\U000f0000"
            self.assertEqual(len(self.given(scene.image)), 1)
            self.assertEqual(self.given(scene.image), [])
            # The same again is no news, but another one is.
            scene.parameters["name"] = "\U000f0000"
            self.assertEqual(self.given(scene.image), [])
            scene["title"].set(string="\U000f0001")
            line, = self.given(scene.image)
            self.assertIn("U+F0001", line)
            self.assertNotIn("the parameter", line)

    def test_strict_scenes_are_refused(self) -> None:
        place = "root.sublayers[0].string"
        with self.fails("scene.invalid", place, "U+F0000", "strict=False"):
            multiplane.render(text(), strict=True)
        with self.fails("scene.invalid", place):
            multiplane.render_video(text(), "/nowhere/a.apng", to=1, strict=True)
        with multiplane.Scene(text(NAMED), strict=True) as scene:
            scene.image()
            scene.parameters["name"] = "\U000f0000"
            for _ in range(2):
                with self.fails("scene.invalid", place):
                    scene.image()
            scene.parameters["name"] = "Bob"
            scene.image()
            with self.assertRaisesRegex(TypeError, "^strict: "):
                multiplane.render(scene, strict=True)

    def test_rows_are_strict_unless_told(self) -> None:
        rows: List[Any] = [("ada", {}), ("box", {"name": "\U000f0000"})]
        drawn = dict(multiplane.render_many(text(NAMED), rows, workers=1))
        self.assertIsInstance(drawn["ada"], bytes)
        error = drawn["box"]
        assert isinstance(error, multiplane.Error)
        self.assertEqual((error.code, error.place), ("scene.invalid", "root.sublayers[0].string"))
        self.assertIn("row 'box': ", str(error))

        def draw() -> None:
            for _, picture in multiplane.render_many(text(NAMED), rows, workers=1, strict=False):
                self.assertIsInstance(picture, bytes)

        line, = self.given(draw)
        self.assertRegex(line, "^row 'box': root.*U.F0000")

    def test_no_font_at_all_is_a_warning(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            empty = Path(folder, "fonts.conf")
            empty.write_text(f'<?xml version="1.0"?><fontconfig><cachedir>{folder}</cachedir></fontconfig>')
            program = ("import multiplane, test_warnings, warnings\n"
                       "warnings.simplefilter('error')\n"
                       "try: multiplane.render(test_warnings.text('Ada'))\n"
                       "except multiplane.SceneWarning as warning: print(warning)")
            ended = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, encoding="utf-8",
                                   env={**scenes.environment(), "FONTCONFIG_FILE": str(empty)})
        self.assertIn("scene: root.sublayers[0]", ended.stdout)


if __name__ == "__main__":
    unittest.main()
