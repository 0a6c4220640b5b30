"""Batches: a scene drawn once per row of parameters, by several processes.

`render_many` preserves the order of the rows, and reads only enough rows ahead to keep the workers
busy. Each worker gets one row at a time, so that a crash (a driver may end its process) loses only
that row.
"""

from __future__ import annotations

import multiprocessing.connection
import os
from typing import (Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sized, Tuple, TypeVar, Union,
                    cast, overload)

from . import _values
from ._error import Error
from ._job import Job
from ._notice import warn
from ._outputs import Outputs
from ._rows import Entry, Row, Rows, rows_of_csv
from ._scene import Scene, Source, check
from ._workers import Worker

Id = TypeVar("Id")
_Parameters = Mapping[str, object]
_Progress = Callable[[int, Optional[int]], object]

# Rows that are read ahead per worker, so that one slow row does not stall the others.
_AHEAD = 4


def _draw(rows: Rows, job: Job, most: int) -> Iterator[Tuple[Any, Union[bytes, str, Error]]]:
    workers: List[Worker] = []
    # Rows of workers that ended before they had begun them.
    returned: List[Entry] = []

    def fill() -> None:
        """Gives a row to each idle worker; starts workers on demand."""
        while sum(worker.row is not None for worker in workers) < most:
            row = returned.pop() if returned else rows.next()
            if row is None:
                return
            if row.result is not None:
                continue
            # A worker that ended while idle is replaced; no row is lost.
            workers[:] = [worker for worker in workers if worker.row or worker.is_alive()]
            idle = next((worker for worker in workers if worker.row is None), None)
            if idle is None:
                workers.append(idle := Worker(job))
            idle.give(row)

    try:
        while not rows.is_over():
            fill()
            # Workers continue while the caller handles the row.
            while (row := rows.done()) is not None:
                warn([f"row {row.id!r}: {line}" for line in row.warnings])
                yield row.id, cast(Union[bytes, str, Error], rows.kept(row))
                fill()
            by_connection: Dict[Any, Worker] = {worker.connection: worker for worker in workers if worker.row}
            for ready in multiprocessing.connection.wait(list(by_connection)) if by_connection else []:
                worker = by_connection[ready]
                if not worker.take():
                    workers.remove(worker)
                    if worker.row is not None:
                        worker.row.was_returned = True
                        returned.append(worker.row)
    finally:
        for worker in workers:
            worker.end()


@overload
def render_many(scene: Source, rows: Iterable[Tuple[Id, _Parameters]], *,
                workers: Optional[int] = None, time: Optional[float] = None,
                scale: Optional[float] = None, format: Optional[_values.Format] = None,
                quality: Optional[float] = None, renderer: _values.Renderer = "automatic",
                folder: Optional[_values.Path] = None, assets: Optional[_values.Path] = None,
                root: Optional[_values.Path] = None, strict: bool = True, time_limit: Optional[float] = None,
                memory_limit: Optional[float] = None, progress: Optional[_Progress] = None,
                effort: Optional[float] = None,
                ) -> Iterator[Tuple[Id, Union[bytes, Error]]]: ...
@overload
def render_many(scene: Source, rows: Iterable[_Parameters], *,
                workers: Optional[int] = None, time: Optional[float] = None,
                scale: Optional[float] = None, format: Optional[_values.Format] = None,
                quality: Optional[float] = None, renderer: _values.Renderer = "automatic",
                folder: Optional[_values.Path] = None, assets: Optional[_values.Path] = None,
                root: Optional[_values.Path] = None, strict: bool = True, time_limit: Optional[float] = None,
                memory_limit: Optional[float] = None, progress: Optional[_Progress] = None,
                effort: Optional[float] = None,
                ) -> Iterator[Tuple[int, Union[bytes, Error]]]: ...
@overload
def render_many(scene: Source, rows: Iterable[Union[Row, _Parameters, Tuple[Any, _Parameters]]], *,
                workers: Optional[int] = None, time: Optional[float] = None,
                scale: Optional[float] = None, format: Optional[_values.Format] = None,
                quality: Optional[float] = None, renderer: _values.Renderer = "automatic",
                folder: Optional[_values.Path] = None, assets: Optional[_values.Path] = None,
                root: Optional[_values.Path] = None, strict: bool = True, time_limit: Optional[float] = None,
                memory_limit: Optional[float] = None, progress: Optional[_Progress] = None,
                effort: Optional[float] = None,
                ) -> Iterator[Tuple[Any, Union[bytes, Error]]]: ...
@overload
def render_many(scene: Source, *, csv: _values.Path,
                workers: Optional[int] = None, time: Optional[float] = None,
                scale: Optional[float] = None, format: Optional[_values.Format] = None,
                quality: Optional[float] = None, renderer: _values.Renderer = "automatic",
                folder: Optional[_values.Path] = None, assets: Optional[_values.Path] = None,
                root: Optional[_values.Path] = None, strict: bool = True, time_limit: Optional[float] = None,
                memory_limit: Optional[float] = None, progress: Optional[_Progress] = None,
                effort: Optional[float] = None,
                ) -> Iterator[Tuple[Union[int, str], Union[bytes, Error]]]: ...
@overload
def render_many(scene: Source, rows: Optional[Iterable[Union[Row, _Parameters, Tuple[Any, _Parameters]]]] = None, *,
                output: _values.Path, again: bool = False, csv: Optional[_values.Path] = None,
                workers: Optional[int] = None, time: Optional[float] = None,
                scale: Optional[float] = None, format: Optional[_values.Format] = None,
                quality: Optional[float] = None, renderer: _values.Renderer = "automatic",
                folder: Optional[_values.Path] = None, assets: Optional[_values.Path] = None,
                root: Optional[_values.Path] = None, strict: bool = True, time_limit: Optional[float] = None,
                memory_limit: Optional[float] = None, progress: Optional[_Progress] = None,
                effort: Optional[float] = None,
                ) -> Iterator[Tuple[Any, Union[str, Error]]]: ...
def render_many(scene: Source, rows: Optional[Iterable[Any]] = None, *, csv: Optional[_values.Path] = None,
                output: Optional[_values.Path] = None, again: bool = False,
                workers: Optional[int] = None, time: Optional[float] = None,
                scale: Optional[float] = None, format: Optional[_values.Format] = None,
                quality: Optional[float] = None, renderer: _values.Renderer = "automatic",
                folder: Optional[_values.Path] = None, assets: Optional[_values.Path] = None,
                root: Optional[_values.Path] = None, strict: bool = True, time_limit: Optional[float] = None,
                memory_limit: Optional[float] = None, progress: Optional[_Progress] = None,
                effort: Optional[float] = None,
                ) -> Iterator[Tuple[Any, Any]]:
    """Draws a scene per row of parameters, in several processes. Yields `(id, bytes)` in order.

    scene: a path or JSON, as for `Scene`; every worker loads it.
    rows: mappings of parameters, whose ids count from 0, pairs `(id, parameters)`, or `Row` objects
        with a time and a scale of their own. The iterable may be infinite: only a few rows are read
        ahead.
    csv: the path of a CSV file in place of rows, read as `multiplane batch` does: UTF-8, with a
        header. The columns `id`, `time`, `scale` and `error` belong to the row, the others are
        parameters. The default id is the line number.
    output: the path of the files, such as `cards/{id}.png`, with `{id}` or `{index:04}`, the number of
        the row from 0. Yields `(id, path)` then. Files that an earlier call drew from the same scene,
        files and values are not drawn again, unless `again` is true; fonts of the system, tiles and
        images inside SVG files are not compared.
    workers: the number of processes; one per core by default. They import nothing of the caller's.
    strict: whether a row with warnings fails, as its picture may be seen by nobody; with False, each
        is a `SceneWarning`.
    progress: called after each row with the numbers of finished rows and of all, None if unknown. If
        it returns False, the work ends with the error code `cancelled`.
    Other arguments are those of `render`; `format` is that of the output's extension by default.

    A value of None is the parameter's default, and text is read as a number, Boolean or colour if
    the parameter is one. A failed row yields `(id, multiplane.Error)`, and the others continue.

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
    if format is not None:
        kind = _values.format_named(format)
    else:
        kind = "png" if output is None else _values.format_of(output)
    _values.quality(quality)
    _values.effort(effort)
    _values.limits(memory_limit, time_limit)
    time = None if time is None else _values.time("time", time)
    job = Job(_portable(scene), _path(folder), _path(assets), _path(root), time, _values.scale(scale) or None, kind,
              quality, effort, _values.renderer(renderer), bool(strict), time_limit, memory_limit,
              max(1, cores // most))
    try:
        check(job.source, job.folder)
    except Error as error:
        # Missing values of parameters are allowed here; any other error would fail every row.
        if error.code != "scene.invalid":
            raise
    outputs = None if output is None else Outputs(output, job, again)
    found = rows_of_csv(csv) if csv is not None else cast(Iterable[Any], rows)
    drawn = _draw(Rows(found, most * _AHEAD, outputs), job, most)
    count = len(found) if isinstance(found, Sized) else None
    return drawn if progress is None else _told(drawn, count, progress)


def _portable(source: Any) -> Union[str, bytes]:
    """A scene as types that workers know."""
    if isinstance(source, Mapping):
        return _values.encoded_json("scene", dict(source))
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source)
    if isinstance(source, str) and source.lstrip()[:1] == "{":
        return source.encode("utf-8", "surrogatepass")
    return os.fsdecode(source) if isinstance(source, os.PathLike) else cast(str, source)


def _path(path: Optional[_values.Path]) -> Optional[str]:
    return None if path is None else os.fsdecode(_values.encoded_path(path))


def _told(drawn: Iterator[Tuple[Any, Any]], count: Optional[int], progress: _Progress) -> Iterator[Tuple[Any, Any]]:
    for number, row in enumerate(drawn, 1):
        if progress(number, count) is False:
            raise Error(f"render_many: ended at row {number}, as was asked", "cancelled")
        yield row
