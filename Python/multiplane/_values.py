"""Validation of arguments: types here, values mostly in the library."""

from __future__ import annotations

import json
import math
import numbers
import os
from typing import Iterable, Mapping, Optional, Union

from ._error import Error

# The path of a file.
Path = Union[str, "os.PathLike[str]"]

FORMATS = {"png": "png", "jpg": "jpeg", "jpeg": "jpeg", "webp": "webp", "avif": "avif"}
RENDERERS = ("automatic", "gl", "cpu", "reference")


def number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name}: expected a number, found {value!r}")
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf  # type: ignore[operator]


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


def quality(value: object) -> float:
    """The quality for the library, 0 to 1; below 0 for the default of the format."""
    if value is None:
        return -1.0
    share = number("quality", value)
    if not 0 <= share <= 1:
        raise Error(f"quality: expected a number from 0 to 1, found {share}", "image.unwritable", "quality")
    return share


def text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected a string, found {value!r}")
    return value


def word(name: str, value: object, words: Iterable[str]) -> str:
    known = list(words)
    if text(name, value) not in known:
        raise Error(f"{name}: expected {', '.join(known)}, found {value!r}", "error", name)
    return str(value)


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


def encoded_parameters(parameters: Optional[Mapping[str, object]]) -> Optional[bytes]:
    if parameters is None:
        return None
    if not isinstance(parameters, Mapping):
        raise TypeError(f"parameters: expected a mapping of names to values, found {parameters!r}")
    for name in parameters:
        text("a parameter's name", name)
    return encoded_json("parameters", dict(parameters))


def encoded_json(name: str, value: object) -> bytes:
    """JSON in ASCII for the library."""
    try:
        return json.dumps(value, allow_nan=False).encode("ascii")
    except (ValueError, RecursionError):
        raise Error(f"{name}: expected finite numbers, in objects and lists that do not contain themselves",
                    "scene.invalid", name) from None
