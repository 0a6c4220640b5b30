from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Tuple
from unittest import mock

import multiplane.ray
from multiplane._chunk import MISUSED


class CommandTests(unittest.TestCase):
    def call(self, *arguments: str) -> Tuple[int, str]:
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors), contextlib.redirect_stdout(io.StringIO()):
            try:
                status = multiplane.ray.main(arguments)
            except SystemExit as end:
                status = int(end.code or 0)
        return status, errors.getvalue()

    def test_the_command_line(self) -> None:
        self.assertEqual(self.call("--help")[0], 0)
        self.assertEqual(self.call("plan", "-o", "out")[0], MISUSED)
        status, line = self.call("plan", "--store", "s3://", "-o", "out")
        self.assertEqual((status, line), (MISUSED, "multiplane: s3://: expected s3://BUCKET/PREFIX\n"))
        status, line = self.call("plan", "--store", "store", "-o", "out", "--command", "/nowhere/multiplane")
        self.assertEqual((status, line.count("\n")), (MISUSED, 1))
        self.assertIn("--command", line)

    def test_statuses_of_the_join_are_this_command_s(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            command = Path(folder, "multiplane")
            for script, expected in (("exit 1", 1), ("exit 2", 2), ("exit 75", 75), ("kill -9 $$", 75), ("exit 0", 0),
                                     ("echo x", 1)):
                with self.subTest(script):
                    command.write_text(f"#!/bin/sh\n{script}\n")
                    command.chmod(0o755)
                    status, _ = self.call("plan", "--store", "store", "-o", "out", "--command", str(command))
                    self.assertEqual(status, expected)

    def test_signals_end_a_run_and_are_held_where_they_may_not_come(self) -> None:
        before = signal.getsignal(signal.SIGTERM)
        # Who runs the tests under nohup has it ignored.
        self.addCleanup(signal.signal, signal.SIGHUP, signal.signal(signal.SIGHUP, signal.SIG_DFL))
        with self.assertRaises(multiplane.ray.Ended), multiplane.ray._Signals():
            os.kill(os.getpid(), signal.SIGTERM)
        with self.assertRaises(multiplane.ray.Ended) as raised, multiplane.ray._Signals() as signals:
            with signals.held():
                os.kill(os.getpid(), signal.SIGHUP)
            signals.raise_found()
        self.assertEqual(raised.exception.number, signal.SIGHUP)
        self.assertEqual(signal.getsignal(signal.SIGTERM), before)

    def test_without_ray_there_is_a_line(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            command = Path(folder, "multiplane")
            command.write_text("#!/bin/sh\necho 0-3\n")
            command.chmod(0o755)
            with mock.patch.dict(sys.modules, {"ray": None}):
                status, line = self.call(folder, "--store", "store", "-o", "out", "--command", str(command))
            self.assertEqual((status, line.count("\n")), (MISUSED, 1))
            self.assertIn("pip install 'ray>=2.49'", line)
