"""The rows of a batch: from an iterable or a CSV file, in order."""

from __future__ import annotations

import collections
import csv
import os
from dataclasses import dataclass, field
from typing import Any, Deque, Iterable, Iterator, List, Mapping, Optional, Union

from . import _values
from ._error import Error
from ._inputs import Inputs

# The columns of a CSV file that are no parameters, and those that only the command reads.
_COLUMNS = ("id", "time", "scale", "error")
_OTHER_COLUMNS = ("scene", "from", "to", "fps", "output")


@dataclass(frozen=True)
class Task:
    """The arguments of one row. It contains only what workers know."""

    inputs: Inputs = field(default_factory=Inputs)
    time: Optional[float] = None
    scale: Optional[float] = None


@dataclass(frozen=True)
class Drawn:
    """The result of a row, and the warnings about its scene."""

    data: bytes
    warnings: List[str]


@dataclass
class Row:
    id: Any
    task: Task
    result: Union[None, bytes, Error] = None
    warnings: List[str] = field(default_factory=list)

    def fail(self, error: Exception) -> None:
        """The result is an error that names the row."""
        code, place = (error.code, error.place) if isinstance(error, Error) else ("row.invalid", None)
        self.result = Error(f"row {self.id!r}: {error}", code, place)


def _row(id: object, parameters: Optional[Mapping[str, object]], time: Optional[float] = None,
         scale: Optional[float] = None) -> Row:
    """A row; with a result if its parameters are invalid."""
    row = Row(id, Task())
    try:
        row.task = Task(Inputs.of(parameters), time, scale)
    except (Error, TypeError) as error:
        row.fail(error)
    return row


def rows_of_csv(path: _values.Path) -> Iterator[Row]:
    """The rows of a CSV file, read as `multiplane batch` does.

    Raises `Error` with the code `row.invalid` for a file that is not CSV in UTF-8.
    """
    _values.encoded_path(path)
    return _records(os.fspath(path))


def _records(name: str) -> Iterator[Row]:
    line = 1
    try:
        with open(name, encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file, strict=True)
            columns = next(reader, [])
            _check(name, columns)
            line = 1 + reader.line_num
            for fields in reader:
                # An empty line is no row.
                if fields:
                    yield _row_of_fields(name, line, columns, fields)
                line = 1 + reader.line_num
    except OSError as error:
        raise Error(f"{name}: expected a readable CSV file, found \"{error.strerror}\"", "row.invalid", name) from None
    except UnicodeDecodeError:
        raise Error(f"{name}: row {line} or later: expected UTF-8, found other bytes; save the file as UTF-8",
                    "row.invalid", name) from None
    except csv.Error as error:
        raise Error(f"{name}: row {line}: expected CSV, found \"{error}\"", "row.invalid", name) from None


def _check(name: str, columns: List[str]) -> None:
    for column in columns:
        problem = ""
        if columns.count(column) > 1:
            problem = "twice; name it once"
        elif column in _OTHER_COLUMNS:
            problem = "which `multiplane batch` reads, and Python does not"
        if problem:
            raise Error(f"{name}: row 1: found the column {column!r}, {problem}", "row.invalid", name)


def _row_of_fields(name: str, line: int, columns: List[str], fields: List[str]) -> Row:
    cells = dict(zip(columns, fields))
    row = _row(cells.get("id") or line, {column: cell for column, cell in cells.items() if column not in _COLUMNS})
    try:
        if len(fields) != len(columns):
            raise Error(f"expected {len(columns)} fields, as in the header, found {len(fields)}", "row.invalid", name)
        time, scale = (_values.number_of(column, cells.get(column)) for column in ("time", "scale"))
        row.task = Task(row.task.inputs, time, _values.scale(scale) or None)
    except (Error, TypeError) as error:
        row.fail(error)
    return row


class Rows:
    """A queue of the rows that were read and are not yet returned, in order.

    An exception from reading is raised after the rows before it.
    """

    def __init__(self, rows: Iterable[Any], most: int) -> None:
        self._rest, self._most = iter(rows), most
        self._raised: Optional[Exception] = None
        self._count = 0
        self._waiting: Deque[Row] = collections.deque()

    def next(self) -> Optional[Row]:
        """Reads the next row; None at the end or if the queue is full."""
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

    def _read(self, row: object) -> Row:
        if isinstance(row, Row):
            return row
        if isinstance(row, Mapping):
            return _row(self._count, row)
        if isinstance(row, tuple) and len(row) == 2:
            return _row(*row)
        raise TypeError(f"render_many: expected parameters, or an id with parameters, as row {self._count}, "
                        f"found {row!r}")

    def done(self) -> Optional[Row]:
        """Removes and returns the first row of the queue if it is drawn, else None."""
        if self._waiting and self._waiting[0].result is not None:
            return self._waiting.popleft()
        return None

    def is_over(self) -> bool:
        if self._waiting or self._raised is None:
            return False
        if not isinstance(self._raised, StopIteration):
            raise self._raised
        return True
