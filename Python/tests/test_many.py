from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Dict, Iterator, List, Tuple

import multiplane

import scenes

COLORS = {"red": "#ff0000", "green": "#00ff00", "blue": "#0000ff"}


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
        drawn = dict(multiplane.render_many(scenes.card(), rows, workers=2, format="webp"))
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
        self.assertEqual(multiprocessing.active_children(), [])

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
        self.assertEqual(multiprocessing.active_children(), [])

    def test_a_worker_that_ends_takes_one_row_with_it(self) -> None:
        drawn = multiplane.render_many(scenes.slow(), [{}] * 4, workers=1)
        first = next(drawn)
        # The next row is with the worker since before the first was given.
        ended, = multiprocessing.active_children()
        os.kill(ended.pid or 0, signal.SIGKILL)
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
            worker, = multiprocessing.active_children()
            worker.kill()
            worker.join()
            yield {}

        drawn = multiplane.render_many(scenes.plain(), rows(), workers=1)
        self.assertEqual([isinstance(picture, bytes) for _, picture in drawn], [True] * 3)

    def test_what_reading_rows_raises_comes_after_the_rows_before(self) -> None:
        def rows() -> Iterator[Dict[str, object]]:
            yield {}
            yield {}
            raise OSError("the disk is gone")

        drawn = multiplane.render_many(scenes.plain(), rows(), workers=2)
        self.assertEqual([next(drawn)[0], next(drawn)[0]], [0, 1])
        with self.assertRaisesRegex(OSError, "the disk is gone"):
            next(drawn)

    def test_a_program_without_a_guard_is_told_of_it(self) -> None:
        program = ("import multiplane\n"
                   "scene = {'version': 1, 'size': [4, 4], 'root': {}}\n"
                   "for row in multiplane.render_many(scene, [{}], workers=1): pass\n")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "program.py")
            path.write_text(program)
            ended = subprocess.run([sys.executable, str(path)], stderr=subprocess.PIPE, timeout=120)
        self.assertEqual(ended.returncode, 1)
        self.assertIn('below `if __name__ == "__main__":`', ended.stderr.decode().splitlines()[-1])

    def test_workers_end_with_the_process(self) -> None:
        program = ("import itertools, multiplane, sys\n"
                   "if __name__ == '__main__':\n"
                   "    import multiprocessing\n"
                   "    scene = {'version': 1, 'size': [4, 4], 'root': {}}\n"
                   "    drawn = multiplane.render_many(scene, ({} for _ in itertools.count()), workers=2)\n"
                   "    next(drawn), next(drawn)\n"
                   "    print(*(child.pid for child in multiprocessing.active_children()), flush=True)\n"
                   "    sys.stdin.read()\n")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "program.py")
            path.write_text(program)
            process = subprocess.Popen([sys.executable, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            assert process.stdout and process.stdin
            pids = [int(pid) for pid in process.stdout.readline().split()]
            self.assertTrue(pids)
            process.kill()
            process.communicate()
            deadline = time.monotonic() + 30
            while any(os.path.exists(f"/proc/{pid}/exe") for pid in pids) and time.monotonic() < deadline:
                time.sleep(0.05)
            self.assertEqual([pid for pid in pids if os.path.exists(f"/proc/{pid}/exe")], [])
