"""Ctrl-C during calls of the library."""

from __future__ import annotations

import contextlib
import signal
import threading
from typing import Iterator, List


@contextlib.contextmanager
def noted() -> Iterator[List[int]]:
    """Defers Ctrl-C: records the signal in the list, and raises `KeyboardInterrupt` at the end.

    An exception that is raised in a callback does not propagate through the library. Other signal
    handlers, and threads other than the main one, are not affected.
    """
    found: List[int] = []
    is_ours = threading.current_thread() is threading.main_thread() and (
        signal.getsignal(signal.SIGINT) is signal.default_int_handler)
    if is_ours:
        signal.signal(signal.SIGINT, lambda number, frame: found.append(number))
    try:
        yield found
    finally:
        if is_ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if found:
            raise KeyboardInterrupt
