"""Renderers: opened when a thread first needs one, and kept for its next picture."""

from __future__ import annotations

import contextlib
import threading
from typing import Dict, Iterator, List, Tuple

from ._library import failure, library, release_with


class _Renderer:
    def __init__(self, name: str, threads: int) -> None:
        self.handle = library().mp_image_renderer_create(name.encode(), None, threads)
        if not self.handle:
            raise failure("device.failed")
        release_with(self, "mp_image_renderer_release", self.handle)


class _Free(threading.local):
    """Those of a thread that draw nothing at the moment; an end of the thread lets go of them, on the thread itself.

    A renderer is not handed from thread to thread, as a context of OpenGL stays current where it has drawn.
    """

    def __init__(self) -> None:
        self.renderers: Dict[Tuple[str, int], List[_Renderer]] = {}


_free = _Free()


@contextlib.contextmanager
def renderer(name: str, threads: int = 0) -> Iterator[int]:
    """A renderer that draws nothing else meanwhile, on this thread.

    threads: how many the CPU renderer draws with; 0 for one a core.
    """
    free = _free.renderers.setdefault((name, threads), [])
    taken = free.pop() if free else _Renderer(name, threads)
    # One that fails is not used again.
    yield int(taken.handle)
    free.append(taken)
