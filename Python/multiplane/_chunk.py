"""Chunks of a plan: runs the command `multiplane` for one chunk and interprets its exit status."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass
from typing import IO, List, Sequence

# Exit statuses of the command (docs/command.md).
DONE, FAILED, MISUSED, AGAIN = 0, 1, 2, 75
# Not an exit status: the engine recalled the attempt before it started.
RECALLED = -1

# The prefix of the command's messages.
_NAME = "multiplane: "
# Bytes of standard error that are searched for its last line.
_TAIL = 4096
# Seconds between SIGTERM and SIGKILL.
_PATIENCE = 5.0


@dataclass(frozen=True)
class Outcome:
    """The result of one attempt to draw a chunk."""

    status: int
    """DONE; AGAIN for a temporary failure; RECALLED if it never started; else a permanent one."""
    line: str = ""
    """The last line of standard error, without the command's prefix."""
    seconds: float = 0.0
    host: str = ""
    node: str = ""
    """The engine's name for the machine, or for a recalled attempt the machine that it may have
    waited for. Empty if unknown, as for a lost attempt."""


def run(arguments: Sequence[str], node: str = "") -> Outcome:
    """Runs a command in its own process group, and kills what is left of the group afterwards.

    The status is AGAIN if a signal ended the command or this machine does not have it, because
    another machine may succeed.
    """
    start, host = time.monotonic(), socket.gethostname()
    with tempfile.TemporaryFile() as errors:
        try:
            process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors,
                                       start_new_session=True)
        except OSError as error:
            return Outcome(AGAIN, f"{arguments[0]}: expected a command, found \"{error.strerror}\"; install it there",
                           0.0, host, node)
        try:
            # Does not reap the process, so that the group's id cannot be reused yet.
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        except BaseException:
            _signal_group(process, signal.SIGTERM)
            end = time.monotonic() + _PATIENCE
            ways = os.WEXITED | os.WNOWAIT | os.WNOHANG
            while time.monotonic() < end and os.waitid(os.P_PID, process.pid, ways) is None:
                time.sleep(0.05)
            raise
        finally:
            # Child processes that it left behind.
            _signal_group(process, signal.SIGKILL)
            code = process.wait()
        seconds, line = time.monotonic() - start, _last_line(errors)
    if code < 0:
        return Outcome(AGAIN, f"ended by {signal.Signals(-code).name}", seconds, host, node)
    return Outcome(code, line or (f"exit status {code}" if code else ""), seconds, host, node)


def _signal_group(process: "subprocess.Popen[bytes]", number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, number)


def _last_line(file: IO[bytes]) -> str:
    end = file.seek(0, os.SEEK_END)
    file.seek(max(0, end - _TAIL))
    lines = file.read().decode(errors="replace").split("\n")
    line = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return line[len(_NAME):] if line.startswith(_NAME) else line


def numbers(text: str) -> List[int]:
    """The chunk numbers in the output of `multiplane join --missing`.

    Raises `ValueError` for other text.

    >>> numbers("3-5,17")
    [3, 4, 5, 17]
    >>> numbers("")
    []
    """
    found: List[int] = []
    for part in text.strip().split(",") if text.strip() else []:
        match = re.fullmatch(r"([0-9]+)(?:-([0-9]+))?", part)
        if not match:
            raise ValueError(f"expected chunks such as 3-5,17, found {text.strip()!r}")
        found += range(int(match[1]), int(match[2] or match[1]) + 1)
    return found
