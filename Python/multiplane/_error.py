"""The exception type, and its creation from the library's error lines."""

from __future__ import annotations

import re
from typing import Optional, Tuple

# A place in a scene at the start of a line: `root.sublayers[2].cornerRadius`, `line 3, column 14`.
_PLACE = re.compile(r'(line \d+, column \d+|(?:[^\s:\["]|\[\d+\]|\["[^"]*"\])+): ')

_CONTROL = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")

# Lines with a more specific code than that of the failed function: the function's code (None for
# any), a pattern of the line after the file name, and the specific code.
_SPECIAL: Tuple[Tuple[Optional[str], "re.Pattern[str]", str], ...] = (
    (None, re.compile(r"the scene needs at least .+ s of one core"), "limit.time"),
    (None, re.compile(r"the scene needs at least .+ at once|^the system has no "), "limit.memory"),
    ("scene.invalid", re.compile(r"^line \d+, column \d+: "), "scene.malformed"),
    ("scene.invalid", re.compile(r"^expected (a scene|a path)\b"), "scene.unreadable"),
    ("render.failed", re.compile(r"^the canvas\b"), "canvas.invalid"),
    ("render.failed", re.compile(r"the frame was lost with the OpenGL context"), "device.failed"),
    ("video.failed", re.compile(r"^the canvas\b"), "canvas.invalid"),
    ("video.failed", re.compile(r"^(from_|to|fps): "), "times.invalid"),
    ("video.failed", re.compile(r"^ended at frame \d+"), "cancelled"),
)


# Options of the command in lines of the library, as Python has them.
_WORDS: Tuple[Tuple["re.Pattern[str]", str], ...] = (
    (re.compile(r"; give it a value, as with --set (\w+)=…"), r'; give it a value: {"\1": …}'),
    (re.compile(r"--(memory|time)-limit\b"), r"\1_limit="),
    (re.compile(r"--scale (\S+) asks for it"), r"scale=\1 asks for it"),
    (re.compile(r", or write pictures: -o \S+"), ", or save the images of Scene.frames"),
    (re.compile(r"\bframesPerSecond\b"), "fps"),
    (re.compile(r"^from: "), "from_: "),
)


def _one_line(text: str) -> str:
    """A text on one line: control characters, which file names may contain, are escaped."""
    return _CONTROL.sub(lambda match: repr(match.group())[1:-1], text)


class Error(Exception):
    """A failure to load, draw or write. `str(error)` is one line: place, problem, remedy.

    >>> import multiplane
    >>> try:
    ...     multiplane.render({"version": 1, "size": [8, 8], "root": {"opacity": "half"}})
    ... except multiplane.Error as error:
    ...     print(error.code, error.place, error, sep=" | ")
    scene.invalid | root.opacity | scene: root.opacity: expected a number, found "half"

    Codes are those of Swift's `MultiplaneError`, and a few more for Python; README.md lists them.
    """

    def __init__(self, line: str, code: str = "error", place: Optional[str] = None) -> None:
        line = _one_line(line)
        # Sets `args`, so that the error can be pickled.
        super().__init__(line, code, place)
        self._line = line
        self._code = code
        self._place = place

    @property
    def code(self) -> str:
        """The kind of error: a stable identifier such as `scene.invalid`."""
        return self._code

    @property
    def place(self) -> Optional[str]:
        """The place in the scene, such as `root.sublayers[2].opacity`, or the file, or None."""
        return self._place

    def __str__(self) -> str:
        return self._line


def read_line(line: str, code: str, subject: Optional[str] = None) -> Error:
    """Creates an error from a library line, `place: problem` or `subject: place: problem`.

    code: the code of the failed function; the line may have a more specific one.
    subject: the path of the file with which the line may begin.
    """
    line = line or "the library gave no reason"
    rest, begins = line, False
    begin = f"{_one_line(subject)}: " if subject else ""
    if begin and line.startswith(begin):
        rest, begins = line[len(begin):], True
    for word, ours in _WORDS:
        rest = word.sub(ours, rest)
    line = begin + rest if begins else rest
    match = _PLACE.match(rest)
    place = match.group(1) if match else (subject if begins else None)
    for base, pattern, special in _SPECIAL:
        if base in (None, code) and pattern.search(rest):
            code = special
            break
    return Error(line, code, place)
