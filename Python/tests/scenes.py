"""Scenes of the tests, and what is asked of their pictures."""

from __future__ import annotations

import os
import sys
import unittest
from contextlib import contextmanager
from typing import Dict, Iterator, List, Optional, Tuple

import multiplane

RED = (255, 0, 0, 255)


def plain(color: str = "#ff0000", size: Tuple[int, int] = (8, 6)) -> Dict[str, object]:
    """A canvas of one colour."""
    return {"version": 1, "size": list(size), "background": color, "root": {}}


def box(**keys: object) -> Dict[str, object]:
    """A red layer named `box` over all of a clear canvas."""
    layer = {"name": "box", "frame": [0, 0, 8, 6], "backgroundColor": "#ff0000", **keys}
    return {"version": 1, "size": [8, 6], "root": {"name": "root", "sublayers": [layer]}}


def fading() -> Dict[str, object]:
    """A red layer that fades out in a second."""
    fade = {"class": "CABasicAnimation", "keyPath": "opacity", "fromValue": 1, "toValue": 0, "duration": 1}
    return box(opacity=0, animations={"fade": fade})


def card() -> Dict[str, object]:
    """A canvas whose colour is the parameter `accent`."""
    return {**box(backgroundColor={"parameter": "accent"}),
            "parameters": {"accent": {"type": "string", "format": "color", "default": "#ff0000"}}}


def slow() -> Dict[str, object]:
    """What takes a good part of a second."""
    layers: List[Dict[str, object]] = [
        {"frame": [40 * index, 30 * index, 1200, 1200], "backgroundColor": "#20ff8040",
         "filters": [{"name": "CIGaussianBlur", "inputRadius": 40 + index}]} for index in range(3)]
    return {"version": 1, "size": [1600, 1600], "root": {"sublayers": layers}}


def pixel(image: multiplane.Image, x: int = 0, y: int = 0) -> Tuple[int, ...]:
    at = 4 * (y * image.size[0] + x)
    return tuple(image.tobytes()[at:at + 4])


def color(data: bytes) -> Tuple[int, ...]:
    """Of the first pixel of a picture's file."""
    return pixel(multiplane.Image.open(data))


def environment() -> Dict[str, str]:
    """The environment of a Python of its own, which finds this package and these tests."""
    paths = filter(None, [os.path.dirname(os.path.abspath(__file__)), *sys.path])
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def workers() -> List[int]:
    """The ids of the worker processes of this one."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as stat:
                state, parent = stat.read().rpartition(")")[2].split()[:2]
            with open(f"/proc/{name}/cmdline", "rb") as line:
                if int(parent) == os.getpid() and state != "Z" and b"multiplane._worker" in line.read():
                    found.append(int(name))
        except OSError:
            continue  # ended meanwhile
    return found


def processor_time(pid: int) -> float:
    """The seconds for which a process has run."""
    with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as stat:
        user, system = stat.read().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


class Case(unittest.TestCase):
    @contextmanager
    def fails(self, code: str, place: Optional[str], *parts: str) -> Iterator[None]:
        """Holds what is done to an error: its code, its place, and that its line is one and has these parts."""
        with self.assertRaises(multiplane.Error) as raised:
            yield
        error = raised.exception
        self.assertEqual((error.code, error.place), (code, place), str(error))
        self.assertNotIn("\n", str(error))
        for part in parts:
            self.assertIn(part, str(error))
