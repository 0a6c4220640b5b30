"""Batches: a scene drawn once per row of parameters, by several processes.

`render_many` preserves the order of the rows, and reads only enough rows ahead to keep the workers
busy. Each worker gets one row at a time, so that a crash (a driver may end its process) loses only
that row.
"""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import warnings
from dataclasses import dataclass, field
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, TypeVar, Union, cast, overload

from . import _values
from ._error import Error
from ._library import library
from ._notice import SceneWarning, warn
from ._rows import Drawn, Row, Rows, Task, rows_of_csv
from ._scene import Scene, Source, check

Id = TypeVar("Id")
_Parameters = Mapping[str, object]

# Rows that are read ahead per worker, so that one slow row does not stall the others.
_AHEAD = 4


@dataclass(frozen=True)
class _Job:
    """The arguments that all rows share."""

    source: Source
    folder: Optional[_values.Path]
    time: float
    scale: Optional[float]
    format: str
    quality: Optional[float]
    renderer: _values.Renderer
    strict: bool
    threads: int

    def draw(self, task: Task) -> Union[Drawn, Error]:
        try:
            with Scene(self.source, cast(Any, task.inputs), folder=self.folder, renderer=self.renderer,
                       strict=self.strict) as scene:
                scene._threads = self.threads
                time, scale = (self.time if task.time is None else task.time), task.scale or self.scale
                data = scene.image(time, scale)._encoded(self.format, self.quality)
                return Drawn(data, [] if self.strict else scene.warnings)
        except Error as error:
            return error


def _work(connection: multiprocessing.connection.Connection, job: _Job) -> None:
    """The main function of a worker: draws received rows until the connection closes."""
    # Ctrl-C reaches the whole process group; the parent ends its workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # The caller's process gives them.
    warnings.simplefilter("ignore", SceneWarning)
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
    row: Optional[Row] = None
    is_ready: bool = False
    process: Any = field(init=False)
    connection: multiprocessing.connection.Connection = field(init=False)

    def __post_init__(self) -> None:
        # Spawn, because a fork would lack the library's threads.
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        try:
            self.process = context.Process(target=_work, args=(theirs, self.job), name="multiplane", daemon=True)
            self.process.start()
        except BaseException:
            self.connection.close()
            raise
        finally:
            # Closed here, so that the connection ends with the worker.
            theirs.close()

    def give(self, row: Row) -> None:
        self.row = row
        try:
            self.connection.send(row.task)
        except ConnectionError:
            pass  # detected when its answer is awaited

    def take(self) -> bool:
        """Receives a message of the worker. Returns false if the worker has ended."""
        try:
            answer = self.connection.recv()
        except (EOFError, ConnectionError):
            return self._bury()
        if self.is_ready and self.row is not None:
            if isinstance(answer, Error):
                self.row.fail(answer)
            else:
                self.row.result, self.row.warnings = answer.data, answer.warnings
            self.row = None
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
            self.row.fail(Error(f"the worker that drew the row ended by {end}; draw the row alone to see why",
                                "worker.died"))
        return False

    def end(self) -> None:
        self.connection.close()
        self.process.terminate()
        self.process.join()


def _draw(rows: Rows, job: _Job, most: int) -> Iterator[Tuple[Any, Union[bytes, Error]]]:
    workers: List[_Worker] = []

    def fill() -> None:
        """Gives a row to each idle worker; starts workers on demand."""
        while sum(worker.row is not None for worker in workers) < most:
            row = rows.next()
            if row is None:
                return
            if row.result is not None:
                continue
            # A worker that ended while idle is replaced; no row is lost.
            workers[:] = [worker for worker in workers if worker.row or worker.process.is_alive()]
            idle = next((worker for worker in workers if worker.row is None), None)
            if idle is None:
                workers.append(idle := _Worker(job))
            idle.give(row)

    try:
        while not rows.is_over():
            fill()
            # Workers continue while the caller handles the row.
            while (row := rows.done()) is not None:
                warn([f"row {row.id!r}: {line}" for line in row.warnings])
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
                time: float = 0, scale: Optional[float] = None, format: _values.Format = "png", quality: Optional[float] = None,
                renderer: _values.Renderer = "automatic", folder: Optional[_values.Path] = None, strict: bool = True,
                ) -> Iterator[Tuple[Id, Union[bytes, Error]]]: ...
@overload
def render_many(scene: Source, rows: Iterable[_Parameters], *, workers: Optional[int] = None,
                time: float = 0, scale: Optional[float] = None, format: _values.Format = "png", quality: Optional[float] = None,
                renderer: _values.Renderer = "automatic", folder: Optional[_values.Path] = None, strict: bool = True,
                ) -> Iterator[Tuple[int, Union[bytes, Error]]]: ...
@overload
def render_many(scene: Source, *, csv: _values.Path, workers: Optional[int] = None,
                time: float = 0, scale: Optional[float] = None, format: _values.Format = "png", quality: Optional[float] = None,
                renderer: _values.Renderer = "automatic", folder: Optional[_values.Path] = None, strict: bool = True,
                ) -> Iterator[Tuple[Union[int, str], Union[bytes, Error]]]: ...
def render_many(scene: Source, rows: Optional[Iterable[Any]] = None, *, csv: Optional[_values.Path] = None, workers: Optional[int] = None, time: float = 0,
                scale: Optional[float] = None, format: _values.Format = "png", quality: Optional[float] = None,
                renderer: _values.Renderer = "automatic", folder: Optional[_values.Path] = None, strict: bool = True,
                ) -> Iterator[Tuple[Any, Union[bytes, Error]]]:
    """Draws a scene per row of parameters, in several processes. Yields `(id, bytes)` in order.

    scene: a path or JSON, as for `Scene`; every worker loads it.
    rows: mappings of parameters, whose ids count from 0, or pairs `(id, parameters)`. The iterable
        may be infinite: only a few rows are read ahead.
    csv: the path of a CSV file in place of rows, read as `multiplane batch` does: UTF-8, with a
        header. The columns `id`, `time`, `scale` and `error` belong to the row, the others are
        parameters. The default id is the line number.
    workers: the number of processes; one per core by default.
    strict: whether a row with warnings fails, as its picture may be seen by nobody; with False, each
        is a `SceneWarning`.
    Other arguments are those of `render`.

    A value of None is the parameter's default, and text is read as a number, Boolean or colour if
    the parameter is one. A failed row yields `(id, multiplane.Error)`, and the others continue. Workers import the main
    module, as all spawned processes of multiprocessing do: its code must be below
    `if __name__ == "__main__":`.

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
    if (rows is None) == (csv is None):
        raise TypeError("render_many: expected either rows or csv=")
    if isinstance(scene, Scene):
        raise TypeError("scene: expected a path or JSON, which workers load, found a Scene")
    if isinstance(scene, Mapping):
        scene = _values.encoded_json("scene", dict(scene))
    elif isinstance(scene, (bytearray, memoryview)):
        scene = bytes(scene)
    kind = _values.format_named(format)
    _values.time("time", time)
    _values.scale(scale)
    _values.quality(quality)
    job = _Job(scene, folder, time, scale, kind, quality, _values.renderer(renderer),
               bool(strict), max(1, cores // most))
    try:
        check(scene, folder)
    except Error as error:
        # Missing values of parameters are allowed here; any other error would fail every row.
        if error.code != "scene.invalid":
            raise
    found = rows_of_csv(csv) if csv is not None else cast(Iterable[Any], rows)
    return _draw(Rows(found, most * _AHEAD), job, most)
