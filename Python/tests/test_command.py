from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from unittest import mock

from multiplane import __main__ as command

import scenes


class CommandTests(scenes.Case):
    def test_the_program_is_that_of_the_package_or_of_path(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            script, program = Path(folder, "a", "multiplane"), Path(folder, "b", "multiplane")
            for path in (script, program):
                path.parent.mkdir()
            script.write_text("#!/bin/sh\n")
            program.write_bytes(Path(os.path.realpath("/proc/self/exe")).read_bytes()[:64])
            for path in (script, program):
                path.chmod(0o755)
            paths = {"PATH": f"{script.parent}:{program.parent}"}
            nowhere = mock.patch.object(command, "__file__", os.path.join(folder, "__main__.py"))
            # A script, such as the one that pip makes, would run itself for ever.
            with mock.patch.dict(os.environ, paths), nowhere:
                self.assertEqual(command._program(), program)
                own = Path(folder, "bin", "multiplane")
                own.parent.mkdir()
                program.rename(own)
                self.assertEqual(command._program(), own)
                own.unlink()
                with self.fails("error", None, "neither in the package nor in PATH"):
                    command._program()

    def test_arguments_and_status_are_those_of_the_program(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            os.symlink("/bin/echo", Path(folder, "multiplane"))
            environment = {**os.environ, "PATH": folder, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
            ended = subprocess.run([sys.executable, "-m", "multiplane", "a b", "--c"], env=environment,
                                   stdout=subprocess.PIPE, encoding="utf-8", timeout=60)
            if not Path(command.__file__).with_name("bin").exists():
                self.assertEqual((ended.returncode, ended.stdout), (0, "a b --c\n"))
