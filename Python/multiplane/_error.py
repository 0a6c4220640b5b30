"""The one exception, and how it is read out of the library's lines."""

from __future__ import annotations

import re
from typing import Optional, Tuple

# Where in a scene, at the beginning of a line: `root.sublayers[2].cornerRadius`, `line 3, column 14`.
_PLACE = re.compile(r'(line \d+, column \d+|(?:[^\s:\["]|\[\d+\]|\["[^"]*"\])+): ')

_CONTROL = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")

# What a line says that is more than which function failed: code that the function gives (None: any), beginning or
# part of the line behind the file's name, code.
_SPECIAL: Tuple[Tuple[Optional[str], "re.Pattern[str]", str], ...] = (
    (None, re.compile(r"the scene needs at least .+ s of one core"), "limit.time"),
    (None, re.compile(r"the scene needs at least .+ at once|^the system has no "), "limit.memory"),
    ("scene.invalid", re.compile(r"^line \d+, column \d+: "), "scene.malformed"),
    ("scene.invalid", re.compile(r"^expected (a scene|a path)\b"), "scene.unreadable"),
    ("render.failed", re.compile(r"^the canvas\b"), "canvas.invalid"),
    ("render.failed", re.compile(r"the frame was lost with the OpenGL context"), "device.failed"),
    ("video.failed", re.compile(r"^the canvas\b"), "canvas.invalid"),
    ("video.failed", re.compile(r"^(from|to|framesPerSecond): "), "times.invalid"),
    ("video.failed", re.compile(r"^ended at frame \d+"), "cancelled"),
)


def _one_line(text: str) -> str:
    """A text as messages have it: names of files may hold line breaks."""
    return _CONTROL.sub(lambda match: repr(match.group())[1:-1], text)


class Error(Exception):
    """Why something could not be loaded, drawn or written; `str(error)` is one line: where, what, how to mend it.

    >>> import multiplane
    >>> try:
    ...     multiplane.render({"version": 1, "size": [8, 8], "root": {"opacity": "half"}})
    ... except multiplane.Error as error:
    ...     print(error.code, error.place, error, sep=" | ")
    scene.invalid | root.opacity | scene: root.opacity: expected a number, found "half"

    Codes are those of `MultiplaneError` in Swift, and a few of Python's own: README.md lists them.
    """

    def __init__(self, line: str, code: str = "error", place: Optional[str] = None) -> None:
        line = _one_line(line)
        # As `args`, so that it can be sent from a process to another.
        super().__init__(line, code, place)
        self._line = line
        self._code = code
        self._place = place

    @property
    def code(self) -> str:
        """What kind of error it is: a name that stays, such as `scene.invalid`."""
        return self._code

    @property
    def place(self) -> Optional[str]:
        """Where: the place in a scene, such as `root.sublayers[2].cornerRadius`, else the file; None for neither."""
        return self._place

    def __str__(self) -> str:
        return self._line


def read_line(line: str, code: str, subject: Optional[str] = None) -> Error:
    """An error out of a line of the library's, `place: what` or `subject: place: what`.

    code: of the function that failed; the line may be more exact.
    subject: what the line begins with, if it does: the path of a file.
    """
    line = line or "the library gave no reason"
    rest, begins = line, False
    begin = f"{_one_line(subject)}: " if subject else ""
    if begin and line.startswith(begin):
        rest, begins = line[len(begin):], True
    match = _PLACE.match(rest)
    place = match.group(1) if match else (subject if begins else None)
    for base, pattern, special in _SPECIAL:
        if base in (None, code) and pattern.search(rest):
            code = special
            break
    return Error(line, code, place)
