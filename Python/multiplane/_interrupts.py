"""Ctrl-C during calls of the library."""

from __future__ import annotations

import contextlib
import queue
import signal
import sys
import threading
from typing import Callable, Generic, Iterator, List, Optional, TypeVar, cast

Result = TypeVar("Result")


class Call(Generic[Result]):
    """A call of the library on another thread."""

    def __init__(self, body: Callable[[], Result]) -> None:
        self._body: Optional[Callable[[], Result]] = body
        self._result: Optional[Result] = None
        self._raised: Optional[BaseException] = None
        self._done = threading.Event()

    def run(self) -> None:
        try:
            self._result = cast(Callable[[], Result], self._body)()
        except BaseException as error:
            self._raised = error
        # With it go the references to what it used.
        self._body = None
        self._done.set()

    def wait(self) -> None:
        """Waits for the end. A signal handler of Python may raise meanwhile; the call continues."""
        self._done.wait()

    def is_done(self) -> bool:
        return self._done.is_set()

    def result(self) -> Result:
        if self._raised is not None:
            raised, self._raised = self._raised, None
            raise raised
        return cast(Result, self._result)


class _Helper:
    """A thread that calls the library for the main thread, and stays for the next call."""

    def __init__(self) -> None:
        self.calls: "queue.SimpleQueue[Call[object]]" = queue.SimpleQueue()
        self.last: Optional[Call[object]] = None
        # A daemon, so that a call that nobody waits for any more does not delay the end.
        threading.Thread(target=self._work, name="multiplane", daemon=True).start()

    def _work(self) -> None:
        while True:
            self.calls.get().run()


_helper: Optional[_Helper] = None


def started(body: Callable[[], Result]) -> Call[Result]:
    """Starts a call: on another thread if a signal handler of Python may interrupt this one.

    Python runs signal handlers on the main thread, between its own instructions.
    """
    global _helper
    call = Call(body)
    is_interruptible = threading.current_thread() is threading.main_thread() and (
        callable(signal.getsignal(signal.SIGINT)))
    # Other threads stand still when an interpreter ends.
    if not is_interruptible or sys.is_finalizing():
        call.run()
        return call
    helper = _helper
    if helper is None or helper.last is not None and not helper.last.is_done():
        # The thread still does what was interrupted.
        try:
            helper = _helper = _Helper()
        except RuntimeError:  # no more threads
            call.run()
            return call
    helper.last = cast("Call[object]", call)
    helper.calls.put(helper.last)
    return call


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
