"""The rows of a batch: from an iterable or a CSV file, in order."""

from __future__ import annotations

import collections
import csv
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Deque, Iterable, Iterator, List, Mapping, Optional, Union

from . import _values
from ._error import Error
from ._inputs import Inputs

if TYPE_CHECKING:
    from ._outputs import Outputs

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


@dataclass(frozen=True)
class Row:
    """A row of `render_many`.

    >>> import multiplane
    >>> scene = {"version": 1, "size": [8, 8], "root": {}}
    >>> row = multiplane.Row({}, id="large", scale=4)
    >>> (id, picture), = multiplane.render_many(scene, [row], workers=1)
    >>> id, multiplane.Image.open(picture).size
    ('large', (32, 32))
    """

    parameters: Mapping[str, object] = field(default_factory=dict)
    """The parameters by name."""
    id: Any = None
    """What the picture is yielded with; by default the number of the row, from 0."""
    time: Optional[float] = None
    """The scene time, in seconds; by default that of all rows."""
    scale: Optional[float] = None
    """The pixels per point; by default that of all rows."""


@dataclass
class Entry:
    """A row on its way. Its result is a picture, the path of a file, or an error."""

    id: Any
    index: int
    task: Task = field(default_factory=Task)
    result: Union[None, bytes, str, Error] = None
    warnings: List[str] = field(default_factory=list)
    was_returned: bool = False
    """Whether a worker ended before it had begun the row; another one draws it then."""

    def fail(self, error: Exception) -> None:
        """The result is an error that names the row."""
        code, place = (error.code, error.place) if isinstance(error, Error) else ("row.invalid", None)
        self.result = Error(f"row {self.id!r}: {error}", code, place)


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
    id = cells.get("id") or line
    if len(fields) != len(columns):
        return Row(id=_Invalid(id, Error(f"expected {len(columns)} fields, as in the header, found {len(fields)}",
                                         "row.invalid", name)))
    try:
        time, scale = (_values.number_of(column, cells.get(column)) for column in ("time", "scale"))
    except Error as error:
        return Row(id=_Invalid(id, error))
    return Row({column: cell for column, cell in cells.items() if column not in _COLUMNS}, id, time, scale)


@dataclass(frozen=True)
class _Invalid:
    """The id of a row that cannot be read."""

    id: Any
    error: Error


class Rows:
    """A queue of the rows that were read and are not yet returned, in order.

    An exception from reading is raised after the rows before it.
    """

    def __init__(self, rows: Iterable[Any], most: int, outputs: Optional[Outputs] = None) -> None:
        self._rest, self._most, self._outputs = iter(rows), most, outputs
        self._raised: Optional[Exception] = None
        self._count = 0
        self._waiting: Deque[Entry] = collections.deque()

    def next(self) -> Optional[Entry]:
        """Reads the next row; None at the end or if the queue is full. It may have a result already."""
        if self._raised is not None or len(self._waiting) >= self._most:
            return None
        try:
            entry = self._read(next(self._rest))
        except Exception as error:
            self._raised = error
            return None
        self._count += 1
        self._waiting.append(entry)
        return entry

    def _read(self, row: object) -> Entry:
        if isinstance(row, Mapping):
            row = Row(row)
        elif isinstance(row, tuple) and len(row) == 2:
            row = Row(row[1], row[0])
            return self._entry(row, row.id)
        if not isinstance(row, Row):
            raise TypeError(f"render_many: expected parameters, an id with parameters or a Row, as row {self._count}, "
                            f"found {row!r}")
        return self._entry(row, self._count if row.id is None else row.id)

    def _entry(self, row: Row, id: Any) -> Entry:
        entry = Entry(id.id if isinstance(id, _Invalid) else id, self._count)
        try:
            if isinstance(id, _Invalid):
                raise id.error
            time = None if row.time is None else _values.time("time", row.time)
            entry.task = Task(Inputs.of(row.parameters), time, _values.scale(row.scale) or None)
            if self._outputs is not None:
                entry.result = self._outputs.known(entry)
        except (Error, TypeError) as error:
            entry.fail(error)
        return entry

    def done(self) -> Optional[Entry]:
        """Removes and returns the first row of the queue if it is drawn, else None."""
        if self._waiting and self._waiting[0].result is not None:
            return self._waiting.popleft()
        return None

    def kept(self, entry: Entry) -> Union[None, bytes, str, Error]:
        """The result of a row, which is written if it is a picture for a file."""
        if self._outputs is not None and isinstance(entry.result, bytes):
            try:
                entry.result = self._outputs.write(entry, entry.result)
            except Error as error:
                entry.fail(error)
        return entry.result

    def is_over(self) -> bool:
        if self._waiting or self._raised is None:
            return False
        if not isinstance(self._raised, StopIteration):
            raise self._raised
        return True
