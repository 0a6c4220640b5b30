"""Atomic writing of files, and files in memory."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from typing import Iterator

from . import _values
from ._error import Error


def write(path: _values.Path, data: bytes) -> None:
    """Writes a file atomically. Follows symbolic links, and preserves the permissions of a file.

    Raises `Error` with the code `image.unwritable`.
    """
    name = os.fspath(path)
    _values.encoded_path(path)
    try:
        _write(os.path.realpath(name), data)
    except OSError as error:
        raise Error(f"{name}: expected a writable file, found \"{error.strerror}\"; "
                    "write to another folder, or make room", "image.unwritable", name) from None


def _write(target: str, data: bytes) -> None:
    try:
        mode = os.stat(target).st_mode
    except FileNotFoundError:
        mode = 0
    if mode and not stat.S_ISREG(mode):
        # A device or pipe cannot be replaced. Opening a folder fails with the right reason.
        with open(target, "wb", buffering=0) as device:
            device.write(data)
        return
    if mode and not os.access(target, os.W_OK):
        raise PermissionError(13, "Permission denied")
    temporary = os.path.join(os.path.dirname(target), f".{secrets.token_hex(8)}.partial")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if mode:
                os.fchmod(file.fileno(), stat.S_IMODE(mode))
            file.write(data)
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


@contextlib.contextmanager
def in_memory(data: bytes) -> Iterator[str]:
    """The path of a temporary file in memory, for functions of the library that read files."""
    with os.fdopen(os.memfd_create("multiplane"), "wb") as file:
        file.write(data)
        file.flush()
        yield f"/proc/self/fd/{file.fileno()}"
