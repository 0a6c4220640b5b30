"""Renderers: created on first use and cached per thread."""

from __future__ import annotations

import contextlib
import math
import threading
from typing import Dict, Iterator, List, NamedTuple, Optional

from ._library import RendererHandle, failure, library


class RendererKind(NamedTuple):
    """What distinguishes renderers."""

    name: str
    memory: Optional[int] = None
    """The limit of memory, in bytes; None for none."""
    seconds: Optional[float] = None
    """The limit of time per picture, in seconds of one core; None for none."""
    threads: int = 0
    """The number of threads of the CPU renderer; 0 for one per core."""


class _Free(threading.local):
    """The idle renderers of a thread; they are released on the thread when it ends.

    Renderers are not shared between threads, because an OpenGL context stays current on the thread
    that drew with it.
    """

    def __init__(self) -> None:
        self.renderers: Dict[RendererKind, List[RendererHandle]] = {}


_free = _Free()


@contextlib.contextmanager
def renderer(kind: RendererKind) -> Iterator[RendererHandle]:
    """A renderer for exclusive use on this thread."""
    free = _free.renderers.setdefault(kind, [])
    taken = free.pop() if free else _created(kind)
    # After an exception, the renderer is not reused.
    yield taken
    free.append(taken)


def _created(kind: RendererKind) -> RendererHandle:
    handle = library().mp_image_renderer_create(kind.name.encode(), None, kind.threads)
    if not handle:
        raise failure("device.failed")
    created = RendererHandle(handle)
    if kind.memory is not None or kind.seconds is not None:
        memory = (1 << 62) if kind.memory is None else kind.memory
        library().mp_image_renderer_set_limits(created, memory, math.inf if kind.seconds is None else kind.seconds)
    return created
