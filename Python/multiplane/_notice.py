"""Warnings about parts of a scene that are skipped or replaced."""

from __future__ import annotations

import json
import sys
import warnings
from typing import List, Set, Tuple

from ._error import Error
from ._library import SceneHandle, library, taken_bytes

# The maximum number of warnings per drawing; the rest is counted.
_MOST = 20


class SceneWarning(UserWarning):
    """A part of a scene that is skipped or replaced, such as a missing font or character."""


def warnings_of(scene: SceneHandle) -> List[Tuple[str, str]]:
    """The places and problems of a scene in its current state."""
    found = json.loads(taken_bytes(library().mp_scene_warnings(scene)))
    return [(warning["place"], warning["problem"]) for warning in found]


class Notice:
    """The warnings of one scene, each given once.

    is_strict: whether the first one raises `Error`.
    """

    def __init__(self, is_strict: bool) -> None:
        self._is_strict = bool(is_strict)
        self._known: Set[str] = set()
        self.is_given = False
        """Whether the scene in its current state was looked through."""

    def give(self, name: str, scene: SceneHandle) -> None:
        """Warns of what is new since the last call, or raises `Error`, code `scene.invalid`."""
        if self.is_given:
            return
        lines: List[str] = []
        for place, problem in warnings_of(scene):
            line = f"{name}: {place}: {problem}"
            if self._is_strict:
                raise Error(f"{line}; strict=False draws the scene nevertheless", "scene.invalid", place)
            if line not in self._known:
                lines.append(line)
        # Before the warnings, which a filter may raise.
        self.is_given = True
        self._known.update(lines)
        warn(lines)


def warn(lines: List[str]) -> None:
    """Gives warnings that point to the caller of the package."""
    rest = len(lines) - _MOST
    for line in lines[:_MOST] + ([f"{rest} more warnings; Scene.warnings lists all"] if rest > 0 else []):
        warnings.warn(line, SceneWarning, stacklevel=_caller() + 1)


def _caller() -> int:
    """The stack level, as seen by the caller of this function, of the first frame of the user's."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and _is_ours(frame.f_globals.get("__name__", "")):
        frame, level = frame.f_back, level + 1
    return level - 1


def _is_ours(module: str) -> bool:
    return module.split(".")[0] in ("multiplane", "contextlib")
