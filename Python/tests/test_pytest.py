from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import multiplane

import scenes

TEST = """
import multiplane, os, pytest
@pytest.mark.parametrize("width", [8, 9])
def test_card(expect_picture, width):
    scene = {"version": 1, "size": [width, 6], "background": os.environ["COLOR"], "root": {}}
    expect_picture(multiplane.Scene(scene))
    expect_picture(multiplane.render(scene), "large", tolerance="exact")
"""


@unittest.skipUnless(importlib.util.find_spec("pytest"), "left out: there is no pytest")
class PluginTests(scenes.Case):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "test_cards.py").write_text(TEST)

    def run_tests(self, color: str, *options: str) -> "subprocess.CompletedProcess[str]":
        environment = {**os.environ, "COLOR": color, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        return subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "multiplane.pytest_plugin", "-p",
                               "no:cacheprovider", *options], cwd=self.folder, env=environment, encoding="utf-8",
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)

    def test_pictures_are_kept_and_compared(self) -> None:
        ended = self.run_tests("#ff0000")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("expected a picture there, found none", ended.stdout)
        ended = self.run_tests("#ff0000", "--multiplane-update")
        self.assertEqual(ended.returncode, 0, ended.stdout)
        kept = self.folder / "pictures" / "test_cards"
        names = [f"test_card-{width}{name}.png" for width in (8, 9) for name in ("", "-large")]
        self.assertEqual(sorted(path.name for path in kept.iterdir()), sorted(names))
        self.assertEqual(self.run_tests("#ff0000").returncode, 0)
        self.assertIn("0 pictures differ", (self.folder / "multiplane-failures" / "index.html").read_text())
        # Within the tolerance of the first picture, but not of the second.
        ended = self.run_tests("#fe0000", "--multiplane-out", "out")
        self.assertEqual(ended.returncode, 1)
        out = self.folder / "out"
        self.assertEqual(len(list(out.glob("*-large-*.png"))), 6)
        self.assertEqual(len(list(out.glob("*.png"))), 6)
        page = (out / "index.html").read_text()
        self.assertIn("2 pictures differ", page)
        for file in out.glob("*.png"):
            self.assertIn(f'src="{file.name}"', page)
        actual = multiplane.Image.open(out / "test_cards-test_card-8-large-actual.png")
        self.assertEqual(scenes.pixel(actual), (254, 0, 0, 255))
