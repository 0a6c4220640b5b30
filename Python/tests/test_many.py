from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest.mock
from pathlib import Path
from typing import Any, Dict, Iterator, List, Tuple

import multiplane
from multiplane import _workers
from multiplane._workers import Worker

import scenes

COLORS = {"red": "#ff0000", "green": "#00ff00", "blue": "#0000ff"}

# A worker that ends when it is ready.
UNLUCKY = ("import os, sys; sys.path.insert(0, sys.argv[1]); from multiprocessing.connection import Connection; "
           "caller = Connection(int(sys.argv[-1])); caller.recv(); caller.send('ready'); os._exit(3)")


class RowTests(scenes.Case):
    def test_rows_come_in_their_order_with_their_ids(self) -> None:
        names = [name for name in COLORS] * 5
        drawn = list(multiplane.render_many(scenes.card(), [(name, {"accent": COLORS[name]}) for name in names],
                                            workers=2))
        self.assertEqual([name for name, _ in drawn], names)
        for name, picture in drawn:
            assert isinstance(picture, bytes), picture
            self.assertEqual("#%02x%02x%02x" % scenes.color(picture)[:3], COLORS[name])

    def test_rows_without_an_id_are_counted(self) -> None:
        rows: Iterator[Dict[str, object]] = iter([{}, {"accent": "#00f"}, {}])
        drawn = dict(multiplane.render_many(scenes.card(), rows, workers=2, format="webp", quality=1))
        self.assertEqual(list(drawn), [0, 1, 2])
        # What one row was given another does not have.
        colors = [scenes.color(picture) for picture in drawn.values() if isinstance(picture, bytes)]
        self.assertEqual(colors, [scenes.RED, (0, 0, 255, 255), scenes.RED])

    def test_a_row_that_fails_leaves_the_others(self) -> None:
        rows: List[Tuple[str, Any]] = [("good", {}), ("unknown", {"acent": "#fff"}), ("wrong", {"accent": 3}),
                                       ("typed", {"accent": object()}), ("unsent", {"accent": lambda: 0}), ("last", {})]
        drawn = dict(multiplane.render_many(scenes.card(), rows, workers=2))
        self.assertEqual(list(drawn), [name for name, _ in rows])
        self.assertEqual({name for name, picture in drawn.items() if isinstance(picture, bytes)}, {"good", "last"})
        codes = {name: picture.code for name, picture in drawn.items() if isinstance(picture, multiplane.Error)}
        self.assertEqual(codes, {"unknown": "scene.invalid", "wrong": "scene.invalid", "typed": "row.invalid",
                                 "unsent": "row.invalid"})
        self.assertEqual(getattr(drawn["unknown"], "place"), "parameters.acent")

    def test_files_and_no_rows(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "card.json")
            with self.fails("scene.unreadable", str(path)):
                multiplane.render_many(path, [{}])
            path.write_bytes(b'{"version": 1, "size": [4, 4], "root": {}}')
            self.assertEqual(len(list(multiplane.render_many(path, [{}, {}], workers=3))), 2)
            self.assertEqual(list(multiplane.render_many(path, [])), [])

    def test_wrong_arguments_are_told_at_the_call(self) -> None:
        with self.fails("error", "workers", "found 0"):
            multiplane.render_many(scenes.plain(), [], workers=0)
        for workers in ("2", True, 1.5):
            with self.assertRaisesRegex(TypeError, "^workers: "):
                multiplane.render_many(scenes.plain(), [], workers=workers)  # type: ignore[arg-type]
        with multiplane.Scene(scenes.plain()) as scene, self.assertRaisesRegex(TypeError, "^scene: .* found a Scene"):
            multiplane.render_many(scene, [])  # type: ignore[call-overload]
        with self.fails("error", "format", "'bmp'"):
            multiplane.render_many(scenes.plain(), [], format="bmp")  # type: ignore[call-overload]
        with self.assertRaisesRegex(TypeError, "row 0, found 'Ada'"):
            next(multiplane.render_many(scenes.plain(), ["Ada"]))  # type: ignore[arg-type]


class WorkerTests(scenes.Case):
    def tearDown(self) -> None:
        self.assertEqual(scenes.workers(), [])

    def test_few_rows_of_many_are_read_ahead(self) -> None:
        count = 0

        def rows() -> Iterator[Dict[str, object]]:
            nonlocal count
            for count in itertools.count(1):
                yield {}

        drawn = multiplane.render_many(scenes.plain(), rows(), workers=2)
        for index in range(20):
            self.assertEqual(next(drawn)[0], index)
            # Four for each worker wait or are drawn.
            self.assertLessEqual(count, index + 1 + 8)
        drawn.close()  # type: ignore[attr-defined]
        self.assertEqual(scenes.workers(), [])

    def test_a_worker_that_ends_takes_one_row_with_it(self) -> None:
        drawn = multiplane.render_many(scenes.slow(), [{}] * 4, workers=1)
        first = next(drawn)
        # The next row was given to the worker before the first was yielded; it is begun soon.
        ended, = scenes.workers()
        before = scenes.processor_time(ended)
        while scenes.processor_time(ended) < before + 0.1:
            time.sleep(0.01)
        os.kill(ended, signal.SIGKILL)
        results = [first, *drawn]
        self.assertEqual([id for id, _ in results], [0, 1, 2, 3])
        self.assertEqual([isinstance(picture, bytes) for _, picture in results], [True, False, True, True])
        error = results[1][1]
        assert isinstance(error, multiplane.Error)
        self.assertEqual(error.code, "worker.died")
        self.assertIn("ended by SIGKILL", str(error))

    def test_an_idle_worker_that_ends_is_replaced(self) -> None:
        def rows() -> Iterator[Dict[str, object]]:
            yield {}
            yield {}
            # A single worker has drawn both when it can take a third.
            worker, = scenes.workers()
            os.kill(worker, signal.SIGKILL)
            while scenes.workers():
                time.sleep(0.01)
            yield {}

        drawn = multiplane.render_many(scenes.plain(), rows(), workers=1)
        self.assertEqual([isinstance(picture, bytes) for _, picture in drawn], [True] * 3)
        # A killed process may be there for a while when all that can be seen of it is gone.
        with unittest.mock.patch.object(Worker, "is_alive", lambda worker: True):
            drawn = multiplane.render_many(scenes.plain(), rows(), workers=1)
            self.assertEqual([isinstance(picture, bytes) for _, picture in drawn], [True] * 3)

    def test_a_row_that_ends_two_workers_before_they_begin_fails(self) -> None:
        with unittest.mock.patch.object(_workers, "_PROGRAM", UNLUCKY):
            error = dict(multiplane.render_many(scenes.plain(), [{}], workers=1))[0]
        assert isinstance(error, multiplane.Error)
        self.assertEqual(error.code, "worker.died")

    def test_what_reading_rows_raises_comes_after_the_rows_before(self) -> None:
        def rows() -> Iterator[Dict[str, object]]:
            yield {}
            yield {}
            raise OSError("the disk is gone")

        drawn = multiplane.render_many(scenes.plain(), rows(), workers=2)
        self.assertEqual([next(drawn)[0], next(drawn)[0]], [0, 1])
        with self.assertRaisesRegex(OSError, "the disk is gone"):
            next(drawn)

    def run_program(self, program: str, *arguments: str, **options: Any) -> "subprocess.CompletedProcess[str]":
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        return subprocess.run([sys.executable, *arguments], encoding="utf-8", stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=120, env=environment, **options)

    def test_workers_import_nothing_of_the_callers(self) -> None:
        program = ("import multiplane, os, sys\n"
                   "print('imported', flush=True)\n"
                   "scene = {'version': 1, 'size': [4, 4], 'root': {}}\n"
                   "for id, picture in multiplane.render_many(scene, [{}, {}], workers=2): print(id, picture[:4])\n")
        lines = ["imported", "0 b'\\x89PNG'", "1 b'\\x89PNG'"]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "program.py")
            path.write_text(program)
            for arguments, given in (([str(path)], None), (["-"], program), (["-c", program], None)):
                with self.subTest(arguments[0]):
                    ended = self.run_program(program, *arguments, input=given, cwd="/")
                    self.assertEqual((ended.stderr, ended.stdout.splitlines()), ("", lines))

    def test_workers_end_with_the_process(self) -> None:
        program = ("import itertools, multiplane, scenes, sys\n"
                   "scene = {'version': 1, 'size': [4, 4], 'root': {}}\n"
                   "drawn = multiplane.render_many(scene, ({} for _ in itertools.count()), workers=2)\n"
                   "next(drawn), next(drawn)\n"
                   "print(*scenes.workers(), flush=True)\n"
                   "sys.stdin.read()\n")
        process = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   env=scenes.environment())
        assert process.stdout and process.stdin
        pids = [int(pid) for pid in process.stdout.readline().split()]
        self.assertTrue(pids)
        process.kill()
        process.communicate()
        deadline = time.monotonic() + 30
        while any(os.path.exists(f"/proc/{pid}/exe") for pid in pids) and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual([pid for pid in pids if os.path.exists(f"/proc/{pid}/exe")], [])


class OutputTests(scenes.Case):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.output = self.folder / "cards" / "{id}.png"

    def draw(self, rows: Any, **options: Any) -> Dict[Any, Any]:
        return dict(multiplane.render_many(scenes.card(), rows, output=self.output, workers=1, **options))

    def drawn(self, rows: Any, **options: Any) -> List[str]:
        """The names of the files that a call writes."""
        before = {path: path.stat().st_mtime_ns for path in self.output.parent.glob("*")}
        self.draw(rows, **options)
        return sorted(path.name for path in self.output.parent.glob("*.png")
                      if path.stat().st_mtime_ns != before.get(path))

    def test_files_are_written_and_kept(self) -> None:
        rows = [("ada", {"accent": "#00f"}), ("bob", {})]
        found = self.draw(rows)
        self.assertEqual(found, {name: str(self.folder / "cards" / f"{name}.png") for name in ("ada", "bob")})
        self.assertEqual(scenes.color(Path(found["ada"]).read_bytes()), (0, 0, 255, 255))
        self.assertEqual(self.drawn(rows), [])
        self.assertEqual(self.draw(rows), found)
        # Another value, a new row, a lost and a damaged file.
        self.assertEqual(self.drawn([("ada", {"accent": "#00e"}), ("bob", {}), ("cleo", {})]), ["ada.png", "cleo.png"])
        Path(found["bob"]).write_bytes(b"cut")
        self.assertEqual(self.drawn(rows), ["ada.png", "bob.png"])
        self.assertEqual(self.drawn(rows, scale=2), ["ada.png", "bob.png"])
        self.assertEqual(self.drawn(rows, again=True), ["ada.png", "bob.png"])

    def test_changed_files_are_drawn_again(self) -> None:
        photo = self.folder / "photo.png"
        multiplane.render(scenes.plain(), output=photo)
        scene = {**scenes.box(contents={"parameter": "photo"}),
                 "parameters": {"photo": {"type": "string", "format": "image"}}}
        for color, expected in (("#00ff00", True), (None, False)):
            if color:
                multiplane.render(scenes.plain(color), output=photo)
            path = self.folder / "cards" / "0.png"
            before = path.stat().st_mtime_ns if path.exists() else 0
            found = dict(multiplane.render_many(scene, [{"photo": "photo.png"}], output=self.output, assets=self.folder,
                                                workers=1))
            self.assertEqual(found, {0: str(path)})
            self.assertEqual(path.stat().st_mtime_ns != before, expected)

    def test_times_scales_and_progress(self) -> None:
        told: List[Any] = []
        rows = [multiplane.Row(id="now", time=1), multiplane.Row(id="large", scale=3), multiplane.Row()]
        found = dict(multiplane.render_many(scenes.fading(), rows, workers=1, progress=lambda *row: told.append(row)))
        images = {name: multiplane.Image.open(picture) for name, picture in found.items()}
        self.assertEqual([images[name].size for name in ("now", "large", 2)], [(8, 6), (24, 18), (8, 6)])
        self.assertEqual([scenes.pixel(images[name])[3] for name in ("now", "large", 2)], [0, 255, 255])
        self.assertEqual(told, [(1, 3), (2, 3), (3, 3)])
        with self.fails("cancelled", None, "ended at row 1"):
            list(multiplane.render_many(scenes.fading(), iter(rows), workers=1, progress=lambda row, count: False))

    def test_names_of_files(self) -> None:
        rows: List[Any] = [("a", {}), ("a", {}), ("../b", {}), ("..", {}), (7, {})]
        found = self.draw(rows)
        self.assertEqual(found[7], str(self.folder / "cards" / "7.png"))
        self.assertEqual([getattr(found[name], "code") for name in ("a", "../b", "..")], ["row.invalid"] * 3)
        self.output = self.folder / "cards" / "{index:03}.webp"
        self.assertEqual(list(self.draw([{}]).values()), [str(self.folder / "cards" / "000.webp")])
        for pattern in ("card.png", "{id}/card.png", "{name}.png"):
            with self.fails("image.unwritable", pattern, "{id} or {index}"):
                multiplane.render_many(scenes.card(), [], output=pattern)
        with self.fails("image.unwritable", str(self.folder / "{id}.bmp"), ".bmp"):
            multiplane.render_many(scenes.card(), [], output=self.folder / "{id}.bmp")
