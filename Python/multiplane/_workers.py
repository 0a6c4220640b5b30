"""Worker processes of `render_many`. They import this package and nothing of the caller's."""

from __future__ import annotations

import contextlib
import multiprocessing.connection
import os
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass, field
from typing import Optional

from ._error import Error
from ._job import Job
from ._rows import Entry
from ._worker import BEGUN, READY

# Run without the caller's paths, environment and packages.
_PROGRAM = "import sys; sys.path.insert(0, sys.argv[1]); from multiplane._worker import main; main()"
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


@dataclass(eq=False)
class Worker:
    job: Job
    row: Optional[Entry] = None
    is_ready: bool = False
    has_begun: bool = False
    """Whether the worker has received the row."""
    process: "subprocess.Popen[bytes]" = field(init=False)
    connection: multiprocessing.connection.Connection = field(init=False)

    def __post_init__(self) -> None:
        ours, theirs = socket.socketpair()
        self.connection = multiprocessing.connection.Connection(ours.detach())
        with theirs:
            # Neither a fork, which would lack the library's threads, nor a process of multiprocessing,
            # which would import the caller's main module. A session of its own, as the caller's process
            # ends its workers at Ctrl-C.
            try:
                self.process = subprocess.Popen(
                    [sys.executable, "-I", "-S", "-c", _PROGRAM, _PACKAGE, str(theirs.fileno())],
                    stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()], start_new_session=True)
            except BaseException:
                self.connection.close()
                raise
        with contextlib.suppress(ConnectionError):
            self.connection.send(self.job)

    def is_alive(self) -> bool:
        return self.process.poll() is None

    def give(self, row: Entry) -> None:
        self.row, self.has_begun = row, False
        try:
            self.connection.send(row.task)
        except ConnectionError:
            pass  # detected when its answer is awaited

    def take(self) -> bool:
        """Receives a message of the worker. Returns false if the worker has ended.

        The worker then still has a row that it has not begun, as it probably ended while it was idle.
        """
        try:
            answer = self.connection.recv()
        except (EOFError, ConnectionError):
            self._bury()
            return False
        if answer == READY:
            self.is_ready = True
        elif answer == BEGUN:
            self.has_begun = True
        elif self.row is not None:
            if isinstance(answer, Error):
                self.row.fail(answer)
            else:
                self.row.result, self.row.warnings = answer.data, answer.warnings
            self.row = None
        return True

    def _bury(self) -> None:
        self.connection.close()
        code = self.process.wait()
        end = signal.Signals(-code).name if code < 0 else f"status {code}"
        if not self.is_ready:
            raise Error(f"render_many: a worker ended by {end} before it drew; its messages are on standard error",
                        "worker.died")
        if self.row is not None and (self.has_begun or self.row.was_returned):
            self.row.fail(Error(f"the worker that drew the row ended by {end}; draw the row alone to see why",
                                "worker.died"))
            self.row = None

    def end(self) -> None:
        self.connection.close()
        self.process.terminate()
        self.process.wait()
