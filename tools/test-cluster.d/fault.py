"""Faults: the disturbance of a run, and its expected result."""
from __future__ import annotations

from typing import Any, Callable, List, NamedTuple, Optional

from ground import Ground


class Fault(NamedTuple):
    name: str
    draw: Callable[[Any, Ground], str]
    """Draws the plan by an engine, does its harm and looks at what came of it. Returns that in a few words, or raises `Wrong`."""
    missing: Callable[[Any], Optional[str]] = lambda engine: None
    """Why this machine cannot have it; None if it can."""


def collector() -> "tuple[List[Fault], Callable[..., Callable[..., Any]]]":
    """A list of faults, and a decorator that adds to it."""
    faults: List[Fault] = []

    def fault(name: str, missing: Callable[[Any], Optional[str]] = lambda engine: None) -> Callable[..., Any]:
        def add(draw: Callable[[Any, Ground], str]) -> Callable[[Any, Ground], str]:
            faults.append(Fault(name, draw, missing))
            return draw
        return add

    return faults, fault
