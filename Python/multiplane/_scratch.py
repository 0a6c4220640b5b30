"""Scratch folders: removed at the end, or by a later process if the owner was killed."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from typing import Iterator

# Seconds after which an unlocked folder is abandoned. A new folder is locked within moments.
_AGE = 60.0


@contextlib.contextmanager
def scratch(parent: str, prefix: str) -> Iterator[str]:
    """A new folder in `parent`, removed at the end.

    Also removes old folders with the same prefix that killed processes left behind.
    """
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
    """Removes a folder that is old and not locked by a process."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return
    try:
        if time.time() - os.fstat(descriptor).st_mtime > _AGE:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        pass  # locked
    finally:
        os.close(descriptor)
