"""Ctrl-C while the library works."""

from __future__ import annotations

import contextlib
import signal
import threading
from typing import Iterator, List


@contextlib.contextmanager
def noted() -> Iterator[List[int]]:
    """Has Ctrl-C be noted in a list where it would be raised, and raises it at the end.

    What is raised within a function that the library calls does not go through the library.
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
