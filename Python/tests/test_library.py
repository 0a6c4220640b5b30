from __future__ import annotations

import importlib.metadata
import os
import pickle
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Dict, List

import multiplane
from multiplane import _error, _library

import scenes

DRAW = "import multiplane; multiplane.render({'version': 1, 'size': [2, 2], 'root': {}})"
KINDS = ("scene", "layer", "change", "canvas", "times", "limit", "device", "render", "image", "video", "row", "worker",
         "library")


def run(program: str, **environment: str) -> List[str]:
    """The lines that a program prints in a process of its own, errors last."""
    inherited: Dict[str, str] = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    ended = subprocess.run([sys.executable, "-W", "ignore::DeprecationWarning", "-c", program], stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, env={**inherited, **environment}, timeout=120)
    return ended.stdout.decode().splitlines()


class LibraryTests(scenes.Case):
    def test_nothing_is_loaded_until_something_is_drawn(self) -> None:
        self.assertEqual(run("import multiplane, sys; print('numpy' in sys.modules, multiplane.__version__)",
                             MULTIPLANE_LIBRARY="/nowhere.so"), [f"False {multiplane.__version__}"])

    def test_libraries_that_do_not_fit_end_in_a_line(self) -> None:
        for library, part in (("/nowhere.so", "/nowhere.so: cannot open shared object file"),
                              ("libc.so.6", "libc.so.6: lacks mp_version and "), (__file__, f"{__file__}: ")):
            with self.subTest(library):
                self.assertIn(part, run(DRAW, MULTIPLANE_LIBRARY=library)[-1])
        other = "import multiplane._library; multiplane._library.VERSION = '9.8.7'\n"
        self.assertRegex(run(other + DRAW)[-1], f"expected version 9.8.7, .* found {multiplane.__version__};")
        newer = "import multiplane._library; multiplane._library._FUNCTIONS['mp_new'] = (None, [])\n"
        self.assertIn(": lacks mp_new; ", run(newer + DRAW)[-1])

    def test_the_package_has_its_own_library_before_the_loaders(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder, "multiplane")
            shutil.copytree(Path(multiplane.__file__).parent, copy, ignore=shutil.ignore_patterns("lib"))
            alone = f"import sys; sys.path.insert(0, {folder!r})\n{DRAW}"
            self.assertIn("libmultiplane.so.0: found neither in the package nor by the loader",
                          run(alone, MULTIPLANE_LIBRARY="", LD_LIBRARY_PATH="")[-1])
            (copy / "lib").mkdir()
            for name in ("libmultiplane.so", "libmultiplane.so.0"):
                (copy / "lib" / name).write_bytes(b"no library")
                self.assertIn(f"{copy}/lib/{name}: ", run(alone, MULTIPLANE_LIBRARY="")[-1])

    def test_a_fork_is_told_instead_of_waiting_for_ever(self) -> None:
        program = (f"{DRAW}\nimport os\nif os.fork() == 0:\n"
                   f"    try: {DRAW.split('; ')[1]}\n"
                   "    except multiplane.Error as error: print(error.code, flush=True)\n"
                   "    os._exit(0)\n"
                   "os.wait()\n"
                   f"{DRAW}\nprint('parent draws')")
        self.assertEqual(run(program), ["library.forked", "parent draws"])


class ErrorTests(scenes.Case):
    def test_errors_travel_between_processes(self) -> None:
        error = multiplane.Error("card.json: root.opacity: expected a number", "scene.invalid", "root.opacity")
        copy = pickle.loads(pickle.dumps(error))
        self.assertEqual((str(copy), copy.code, copy.place), (str(error), error.code, error.place))

    def test_errors_are_one_line(self) -> None:
        with self.fails("image.unwritable", "/no/a\nb.png", "/no/a\\nb.png: "):
            multiplane.render(scenes.plain(), output="/no/a\nb.png")
        with self.fails("scene.unreadable", "/no/a\nb.json", "/no/a\\nb.json: "):
            multiplane.Scene("/no/a\nb.json")

    def test_lines_are_read(self) -> None:
        for line, code, place in (
                ("a b.json: root.sublayers[2].filters[0].inputRadius: expected", "scene.invalid",
                 "root.sublayers[2].filters[0].inputRadius"),
                ('a b.json: root.animations["my key: 1"].duration: expected', "scene.invalid",
                 'root.animations["my key: 1"].duration'),
                ("a b.json: line 3, column 14: expected", "scene.malformed", "line 3, column 14"),
                ("a b.json: expected a scene file, found a folder", "scene.unreadable", "a b.json"),
                ("a b.json: drawing the scene needs at least 812 MiB at once, expected at most 512 MiB: nest fewer",
                 "limit.memory", "a b.json"),
                ("drawing the scene needs at least 7.5 s of one core, expected at most 4 s: blur less",
                 "limit.time", None),
                ("", "scene.invalid", None)):
            with self.subTest(line):
                error = _error.read_line(line, "scene.invalid", "a b.json")
                self.assertEqual((error.code, error.place), (code, place))
                self.assertTrue(str(error))

    def test_hints_are_those_of_python(self) -> None:
        for line, hint in (
                ('s.json: parameters.name: has no default; give it a value, as with --set name=…',
                 's.json: parameters.name: has no default; give it a value: {"name": …}'),
                ("draw it smaller, or raise --memory-limit", "draw it smaller, or raise memory_limit="),
                ("blur less, or raise --time-limit", "blur less, or raise time_limit="),
                ("show fewer at a time, or allow more with --memory-limit",
                 "show fewer at a time, or allow more with memory_limit="),
                ("found 9000 x 9000 px; --scale 1 asks for it", "found 9000 x 9000 px; scale=1 asks for it"),
                ("install it (Debian: apt-get install ffmpeg), or write pictures: -o frames/%04d.png",
                 "install it (Debian: apt-get install ffmpeg), or save the images of Scene.frames"),
                ("framesPerSecond: expected more", "fps: expected more")):
            with self.subTest(line):
                self.assertEqual(str(_error.read_line(line, "error", "s.json")), hint)
        # A file may be called so.
        name = "a --set a=….json"
        self.assertEqual(str(_error.read_line(f"{name}: no", "error", name)), f"{name}: no")
        required = {**scenes.card(), "parameters": {"accent": {"type": "string", "format": "color"}}}
        with self.fails("scene.invalid", "parameters.accent", 'give it a value: {"accent": …}'):
            multiplane.render(required)

    def test_the_readme_lists_every_code(self) -> None:
        try:
            readme = importlib.metadata.distribution("multiplane").read_text("METADATA") or ""
        except importlib.metadata.PackageNotFoundError:
            self.skipTest("left out: the package is not installed")
        codes = {"cancelled"}
        for path in Path(_library.__file__).parent.glob("*.py"):
            codes |= set(re.findall(r'"((?:%s)\.[a-z]+)"' % "|".join(KINDS), path.read_text()))
        listed = set(re.findall(r"`((?:%s)\.[a-z]+|cancelled)`" % "|".join(KINDS), readme))
        self.assertEqual(codes, listed)
