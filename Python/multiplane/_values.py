"""Validation of arguments: types here, values mostly in the library."""

from __future__ import annotations

import json
import math
import numbers
import operator
import os
import re
import reprlib
from typing import Any, Iterable, Literal, Mapping, Optional, Tuple, Union, cast

from ._error import Error

# The path of a file.
Path = Union[str, "os.PathLike[str]"]

FORMATS = {"png": "png", "jpg": "jpeg", "jpeg": "jpeg", "webp": "webp", "avif": "avif"}
RENDERERS = ("automatic", "gl", "cpu", "reference")

# Names that are accepted in any case.
Format = Literal["png", "jpg", "jpeg", "webp", "avif"]
Renderer = Literal["automatic", "gl", "cpu", "reference"]


def number(name: str, value: object) -> float:
    unboxed = _unboxed(value)
    # Decimal is a Number, but no Real; 0-dimensional arrays are neither.
    if isinstance(unboxed, bool) or not (isinstance(unboxed, numbers.Number) or hasattr(unboxed, "__index__")):
        raise TypeError(f"{name}: expected a number, found {reprlib.repr(value)}")
    try:
        return float(unboxed)
    except TypeError:
        raise TypeError(f"{name}: expected a number, found {reprlib.repr(value)}") from None
    except OverflowError:
        return math.inf if unboxed > 0 else -math.inf


def time(name: str, value: object) -> float:
    seconds = number(name, value)
    if not math.isfinite(seconds):
        raise Error(f"{name}: expected a finite number of seconds, found {seconds}", "times.invalid", name)
    return seconds


def scale(value: object) -> float:
    """The scale for the library, in pixels per point; 0 for the scene's."""
    if value is None:
        return 0.0
    pixels = number("scale", value)
    if not 0 < pixels < math.inf:
        raise Error(f"scale: expected a finite number above 0, found {pixels}", "canvas.invalid", "scale")
    return pixels


def limits(memory: object, seconds: object) -> Tuple[Optional[int], Optional[float]]:
    """The limits for the library: bytes, and seconds of one core; None for none."""
    found = [None if value is None else number(name, value)
             for name, value in (("memory_limit", memory), ("time_limit", seconds))]
    for name, limit in zip(("memory_limit", "time_limit"), found):
        if limit is not None and not limit > 0:
            raise Error(f"{name}: expected a number above 0, found {limit}", "error", name)
    return None if found[0] is None else int(min(found[0] * (1 << 20), 1 << 62)), found[1]


def quality(value: object) -> float:
    """The quality for the library, 0 to 1; below 0 for the default of the format."""
    if value is None:
        return -1.0
    share = number("quality", value)
    if not 0 <= share <= 1:
        raise Error(f"quality: expected a number from 0 to 1, found {share}", "image.unwritable", "quality")
    return share


def effort(value: object) -> float:
    """The effort for the library, 0 to 1; below 0 for the default."""
    if value is None:
        return -1.0
    share = number("effort", value)
    if not 0 <= share <= 1:
        raise Error(f"effort: expected a number from 0 to 1, found {share}", "image.unwritable", "effort")
    return share


def number_of(name: str, text: Optional[str]) -> Optional[float]:
    """The number that a text is, as JSON writes it; None for no text."""
    if not text:
        return None
    if not re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?", text):
        raise Error(f"{name}: expected a number, found {text!r}", "row.invalid", name)
    return float(text)


def text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected a string, found {value!r}")
    return value


def word(name: str, value: object, words: Iterable[str]) -> str:
    known = list(words)
    found = text(name, value).lower()
    if found not in known:
        raise Error(f"{name}: expected {', '.join(known)}, found {value!r}", "error", name)
    return found


def renderer(value: object) -> Renderer:
    """The name of a renderer."""
    return cast(Renderer, word("renderer", value, RENDERERS))


def format_named(value: object) -> str:
    """The image format of a name."""
    return FORMATS[word("format", value, FORMATS)]


def encoded_path(path: object) -> bytes:
    """The path of a file as bytes for the library."""
    try:
        encoded = os.fsencode(path)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"path: expected a string or a path, found {path!r}") from None
    if b"\0" in encoded:
        raise Error(f"{path!r}: expected a path, found a zero byte in it", "error", repr(path))
    return encoded


def format_of(path: Path) -> str:
    """The image format of a path's extension."""
    extension = os.path.splitext(os.fspath(path))[1].lower()
    if extension[1:] not in FORMATS:
        raise Error(f"{os.fspath(path)}: expected the extension .png, .jpg, .jpeg, .webp or .avif, "
                    f"found {extension or 'none'}", "image.unwritable", os.fspath(path))
    return FORMATS[extension[1:]]


def encoded_json(name: str, value: object) -> bytes:
    """JSON in ASCII for the library. Numbers, paths and arrays of other packages are converted.

    name: the name of the value in messages.
    """
    try:
        # Quick, if all values are those of JSON.
        return json.dumps(value, allow_nan=False).encode("ascii")
    except (TypeError, ValueError, RecursionError):
        pass
    try:
        return json.dumps(plain(value, name, ""), allow_nan=False).encode("ascii")
    except RecursionError:
        raise Error(f"{name}: expected objects and lists that do not contain themselves", "scene.invalid",
                    name) from None


def plain(value: object, name: str, place: str, expected: str = "a value of JSON") -> Any:
    """A value as JSON has it: strings, finite numbers, Booleans, None, lists and dictionaries.

    name, place: where the value is, in messages.
    expected: what is accepted, in messages.
    """
    value = _unboxed(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _unicode(value, name, place)
    if isinstance(value, numbers.Number) or hasattr(value, "__index__"):
        return _finite(value, name, place, expected)
    if isinstance(value, os.PathLike):
        return _unicode(os.fsdecode(value), name, place)
    if isinstance(value, Mapping):
        return {text("a key", key): plain(part, name, f"{place}.{key}" if place else key)
                for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part, name, f"{place}[{index}]") for index, part in enumerate(value)]
    raise TypeError(f"{_at(name, place)}: expected {expected}, found {reprlib.repr(value)}")


def _unboxed(value: Any) -> Any:
    """Scalars and arrays of numpy and pandas as Python's own."""
    if isinstance(value, (str, int, float, list, tuple, dict)) or getattr(value, "shape", None) is None:
        return value
    return value.tolist() if hasattr(value, "tolist") else value


def _finite(value: Any, name: str, place: str, expected: str) -> Union[int, float]:
    try:
        found = operator.index(value) if hasattr(value, "__index__") else float(value)
        if math.isfinite(found):
            return found
    except OverflowError:
        pass  # beyond the range of a double
    except (TypeError, ValueError):
        raise TypeError(f"{_at(name, place)}: expected {expected}, found {reprlib.repr(value)}") from None
    raise Error(f"{_at(name, place)}: expected a finite number, found {reprlib.repr(value)}", "scene.invalid",
                place or name)


def _unicode(value: str, name: str, place: str) -> str:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        found = ord(value[error.start])
        raise Error(f"{_at(name, place)}: expected characters of Unicode, found half of one, U+{found:04X}, at index "
                    f"{error.start}; decode the text again, from UTF-16 as a whole", "scene.invalid",
                    place or name) from None
    return value


def _at(name: str, place: str) -> str:
    return f"{name}: {place}" if place and name else place or name
