"""Renderers: created on first use and cached per thread."""

from __future__ import annotations

import contextlib
import threading
from typing import Dict, Iterator, List, Tuple

from ._library import RendererHandle, failure, library


class _Free(threading.local):
    """The idle renderers of a thread; they are released on the thread when it ends.

    Renderers are not shared between threads, because an OpenGL context stays current on the thread
    that drew with it.
    """

    def __init__(self) -> None:
        self.renderers: Dict[Tuple[str, int], List[RendererHandle]] = {}


_free = _Free()


@contextlib.contextmanager
def renderer(name: str, threads: int = 0) -> Iterator[RendererHandle]:
    """The handle of a renderer for exclusive use on this thread.

    threads: the number of threads of the CPU renderer; 0 for one per core.
    """
    free = _free.renderers.setdefault((name, threads), [])
    taken = free.pop() if free else _created(name, threads)
    # After an exception, the renderer is not reused.
    yield taken
    free.append(taken)


def _created(name: str, threads: int) -> RendererHandle:
    handle = library().mp_image_renderer_create(name.encode(), None, threads)
    if not handle:
        raise failure("device.failed")
    return RendererHandle(handle)
