"""A scene drawn once a row of parameters, by several processes.

`render_many` keeps the order of the rows, reads only as many ahead as keep the workers busy, and gives each worker one
row at a time: so a worker that ends in the middle (a driver may end its process) takes one row with it.
"""

from __future__ import annotations

import collections
import multiprocessing
import multiprocessing.connection
import os
import signal
from dataclasses import dataclass, field
from typing import (Any, Deque, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, TypeVar, Union, cast,
                    overload)

from . import _values
from ._error import Error
from ._library import library
from ._scene import Scene, Source

Id = TypeVar("Id")
_Parameters = Mapping[str, object]

# Rows that are read ahead, for each worker: a row that takes long does not stop the others soon.
_AHEAD = 4


@dataclass(frozen=True)
class _Job:
    """What all rows have in common."""

    source: Source
    folder: Optional[_values.Path]
    time: float
    scale: Optional[float]
    format: str
    quality: Optional[float]
    renderer: str
    threads: int

    def draw(self, parameters: Optional[_Parameters]) -> Union[bytes, Error]:
        try:
            with Scene(self.source, parameters, folder=self.folder, renderer=self.renderer) as scene:
                scene._threads = self.threads
                return scene.image(self.time, self.scale)._encoded(self.format, self.quality)
        except Error as error:
            return error
        except TypeError as error:
            return Error(f"the row: {error}", "row.invalid")


@dataclass
class _Row:
    id: Any
    parameters: Any
    result: Union[None, bytes, Error] = None


def _work(connection: multiprocessing.connection.Connection, job: _Job) -> None:
    """A worker: gives a picture for each row, until nobody sends more."""
    # Ctrl-C comes to the whole group; the process that was called ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        library()
        connection.send(None)
        while True:
            connection.send(job.draw(connection.recv()))
    except (EOFError, ConnectionError):
        pass


@dataclass(eq=False)
class _Worker:
    job: _Job
    row: Optional[_Row] = None
    is_ready: bool = False
    process: Any = field(init=False)
    connection: multiprocessing.connection.Connection = field(init=False)

    def __post_init__(self) -> None:
        # Not a fork, which would be without the library's threads.
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        try:
            self.process = context.Process(target=_work, args=(theirs, self.job), name="multiplane", daemon=True)
            self.process.start()
        except BaseException:
            self.connection.close()
            raise
        finally:
            # So that the end of the worker is the end of the connection.
            theirs.close()

    def give(self, row: _Row) -> None:
        self.row = row
        try:
            self.connection.send(row.parameters)
        except ConnectionError:
            pass  # its end is seen where its answer is waited for
        except Exception as error:
            # Parameters that cannot be sent, such as a function.
            row.result, self.row = Error(f"the row: {error}", "row.invalid"), None

    def take(self) -> bool:
        """Takes what the worker says. Returns whether it goes on."""
        try:
            answer = self.connection.recv()
        except (EOFError, ConnectionError):
            return self._bury()
        if self.is_ready and self.row is not None:
            self.row.result, self.row = answer, None
        self.is_ready = True
        return True

    def _bury(self) -> bool:
        self.connection.close()
        self.process.join()
        code = self.process.exitcode
        end = signal.Signals(-code).name if code is not None and code < 0 else f"status {code}"
        if not self.is_ready:
            raise Error(f"render_many: a worker ended by {end} before it drew; the module that is run has to begin its "
                        'work below `if __name__ == "__main__":`, as workers import it', "worker.died")
        if self.row is not None:
            self.row.result = Error(f"render_many: the worker that drew the row ended by {end}; draw the row alone to "
                                    "see why", "worker.died")
        return False

    def end(self) -> None:
        self.connection.close()
        self.process.terminate()
        self.process.join()


class _Rows:
    """Rows that were read and not given back yet, in order. What reading raises comes after the rows before it."""

    def __init__(self, rows: Iterable[Any], most: int) -> None:
        self._rest, self._most = iter(rows), most
        self._raised: Optional[Exception] = None
        self._count = 0
        self._waiting: Deque[_Row] = collections.deque()

    def next(self) -> Optional[_Row]:
        """Reads a row, if there is one and room for it."""
        if self._raised is not None or len(self._waiting) >= self._most:
            return None
        try:
            row = self._read(next(self._rest))
        except Exception as error:
            self._raised = error
            return None
        self._count += 1
        self._waiting.append(row)
        return row

    def _read(self, row: object) -> _Row:
        if isinstance(row, Mapping):
            return _Row(self._count, row)
        if isinstance(row, tuple) and len(row) == 2:
            return _Row(*row)
        raise TypeError(f"render_many: expected parameters, or an id with parameters, as row {self._count}, "
                        f"found {row!r}")

    def done(self) -> Optional[_Row]:
        """The first row that waits, if it is drawn."""
        if self._waiting and self._waiting[0].result is not None:
            return self._waiting.popleft()
        return None

    def is_over(self) -> bool:
        if self._waiting or self._raised is None:
            return False
        if not isinstance(self._raised, StopIteration):
            raise self._raised
        return True


def _draw(rows: _Rows, job: _Job, most: int) -> Iterator[Tuple[Any, Union[bytes, Error]]]:
    workers: List[_Worker] = []

    def fill() -> None:
        """Gives a row to each worker that has none; a worker is made when there is a row for it."""
        while sum(worker.row is not None for worker in workers) < most:
            row = rows.next()
            if row is None:
                return
            # One that ended while it had none is replaced, and no row is lost.
            workers[:] = [worker for worker in workers if worker.row or worker.process.is_alive()]
            idle = next((worker for worker in workers if worker.row is None), None)
            if idle is None:
                workers.append(idle := _Worker(job))
            idle.give(row)

    try:
        while not rows.is_over():
            fill()
            # Workers go on while the caller has the row.
            while (row := rows.done()) is not None:
                yield row.id, cast(Union[bytes, Error], row.result)
                fill()
            by_connection: Dict[Any, _Worker] = {worker.connection: worker for worker in workers if worker.row}
            for ready in multiprocessing.connection.wait(list(by_connection)) if by_connection else []:
                worker = by_connection[ready]
                if not worker.take():
                    workers.remove(worker)
    finally:
        for worker in workers:
            worker.end()


@overload
def render_many(scene: Source, rows: Iterable[Tuple[Id, _Parameters]], *, workers: Optional[int] = None,
                time: float = 0, scale: Optional[float] = None, format: str = "png", quality: Optional[float] = None,
                renderer: str = "automatic", folder: Optional[_values.Path] = None,
                ) -> Iterator[Tuple[Id, Union[bytes, Error]]]: ...
@overload
def render_many(scene: Source, rows: Iterable[_Parameters], *, workers: Optional[int] = None,
                time: float = 0, scale: Optional[float] = None, format: str = "png", quality: Optional[float] = None,
                renderer: str = "automatic", folder: Optional[_values.Path] = None,
                ) -> Iterator[Tuple[int, Union[bytes, Error]]]: ...
def render_many(scene: Source, rows: Iterable[Any], *, workers: Optional[int] = None, time: float = 0,
                scale: Optional[float] = None, format: str = "png", quality: Optional[float] = None,
                renderer: str = "automatic", folder: Optional[_values.Path] = None,
                ) -> Iterator[Tuple[Any, Union[bytes, Error]]]:
    """Draws a scene once for each row of parameters, by several processes, and gives `(id, bytes)` in their order.

    rows: parameters, whose id is their number from 0, or pairs of an id and parameters. They may come without end:
        few are read ahead.
    workers: how many processes; one a core unless given.
    Other arguments are those of `render`.

    A row that fails gives `(id, multiplane.Error)`, and the others go on. Workers import the module that is run, as
    all of multiprocessing's do that are spawned: it has to begin its work below `if __name__ == "__main__":`.

    >>> import multiplane
    >>> scene = {"version": 1, "size": [8, 8], "root": {}}
    >>> for id, picture in multiplane.render_many(scene, [("a", {}), ("b", {})], workers=1):
    ...     print(id, picture[:4])
    a b'\\x89PNG'
    b b'\\x89PNG'
    """
    cores = len(os.sched_getaffinity(0))
    most = cores if workers is None else workers
    if isinstance(most, bool) or not isinstance(most, int):
        raise TypeError(f"workers: expected a whole number, found {workers!r}")
    if most < 1:
        raise Error(f"workers: expected 1 or more, found {most}", "error", "workers")
    if isinstance(scene, Scene):
        raise TypeError("scene: expected a path or JSON, which workers load, found a Scene")
    if isinstance(scene, Mapping):
        scene = _values.encoded_json("scene", dict(scene))
    elif isinstance(scene, (bytearray, memoryview)):
        scene = bytes(scene)
    kind = _values.FORMATS[_values.word("format", format, _values.FORMATS)]
    _values.time("time", time)
    _values.scale(scale)
    _values.quality(quality)
    job = _Job(scene, folder, time, scale, kind, quality, _values.word("renderer", renderer, _values.RENDERERS),
               max(1, cores // most))
    try:
        Scene(scene, folder=folder).close()
    except Error as error:
        # A scene whose parameters have no defaults is as it should be; what else is wrong no row can mend.
        if error.code != "scene.invalid":
            raise
    return _draw(_Rows(rows, most * _AHEAD), job, most)
