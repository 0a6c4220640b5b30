"""Folders for a while, of which nothing stays, also when a process that made one was killed."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from typing import Iterator

# Seconds after which a folder that nobody holds was left behind. One that is being made is held in a moment.
_AGE = 60.0


@contextlib.contextmanager
def scratch(parent: str, prefix: str) -> Iterator[str]:
    """A folder within another, which is taken away at the end. Those that killed processes left there are, too."""
    for name in os.listdir(parent):
        if name.startswith(prefix):
            _take_away(os.path.join(parent, name))
    folder = tempfile.mkdtemp(prefix=prefix, dir=parent)
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(descriptor)


def _take_away(folder: str) -> None:
    """Takes a folder away that is old, and held by no process."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return
    try:
        if time.time() - os.fstat(descriptor).st_mtime > _AGE:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        pass  # it is held
    finally:
        os.close(descriptor)
