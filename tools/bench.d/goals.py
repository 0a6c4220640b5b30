"""The goals of the benchmark per workload, and their evaluation."""

from typing import NamedTuple, Optional

REACHED, TIE, MISSED = "reached", "tie", "MISSED"
TIES = 1.1  # times and ratios that differ by less are alike


class CPUGoal(NamedTuple):
    """Of the CPU renderer with two threads. `peer` names the driver that was the quickest on a machine with all of them;
    where it is not measured, its time follows from the floor's by the ratio of that machine. Workloads of paths have no
    floor: their goals need a run with peers."""

    floor: Optional[float]  # frame / floor's, at most
    speed: float  # best peer's frame / ours, at least
    peer: str
    peer_at_floor: Optional[float] = None  # its frame / floor's
    layer: Optional[float] = None  # microseconds to evaluate and flatten a layer, at most


class GLGoal(NamedTuple):
    """Of OpenGL ES, a frame: at most."""

    milliseconds: float  # processor time from tree to last GL call
    calls: int
    passes: int
    kib: Optional[float]  # uploaded
    shaded: Optional[float] = None  # pixels / canvas


CPU = {
    "sprites": CPUGoal(3.2, 1.6, "blend2d mt", 4.89, 0.25),
    "rrects": CPUGoal(1.9, 1.15, "blend2d mt", 2.79, 0.25),
    "cards": CPUGoal(2.0, 2.4, "blend2d mt", 5.95),
    "shadows": CPUGoal(1.7, 2.4, "blend2d mt", 4.76),
    "groups": CPUGoal(1.6, 1.4, "skia raster", 3.10),
    "masks": CPUGoal(2.2, 5, "qt opengl", 15.7),
    "blur": CPUGoal(2.4, 3.5, "gtk gl", 13.7),
    "backdrop": CPUGoal(2.4, 3, "skia ganesh", 10.7),
    "perspective": CPUGoal(2.2, 10, "qt opengl", 7.61),
    "retained": CPUGoal(3.0, 1.1, "blend2d st", 3.28),
    "fill4k": CPUGoal(1.4, 0.8, "blend2d mt", 1.57),
    "shapes": CPUGoal(None, 0.6, "blend2d mt"),
    "strokes": CPUGoal(None, 0.6, "blend2d mt"),
    "icons": CPUGoal(None, 1.5, "skia raster"),
    "rings": CPUGoal(None, 1.5, "skia raster"),
    "dashes": CPUGoal(None, 2, "skia raster"),
    "bigshape": CPUGoal(None, 0.5, "blend2d mt"),
    "pathmask": CPUGoal(None, 1.5, "skia raster"),
    "mix": CPUGoal(None, 0.7, "thorvg"),
}

GL = {
    "sprites": GLGoal(4, 4, 1, 0.7 * 1024),
    "rrects": GLGoal(1.6, 1, 1, 0.5 * 1024),
    "cards": GLGoal(0.6, 6, 2, 100),
    "shadows": GLGoal(0.4, 4, 2, 0.1 * 1024),
    "groups": GLGoal(0.6, 3, 2, 0.15 * 1024),
    "masks": GLGoal(0.3, 4, 2, 0.05 * 1024),
    "blur": GLGoal(0.15, 10, 6, 0.02 * 1024),
    "backdrop": GLGoal(0.1, 12, 6, 0.01 * 1024),
    "perspective": GLGoal(1.2, 8, 1, 0.2 * 1024),
    "retained": GLGoal(0.06, 2, 1, 2),
    "fill4k": GLGoal(0.05, 2, 1, None, 4.0),
    "shapes": GLGoal(6, 2, 1, 1.2 * 1024),
}


def at_most(value, goal):
    return REACHED if value <= goal else TIE if value < goal * TIES else MISSED


def at_least(value, goal):
    return REACHED if value >= goal else TIE if value * TIES > goal else MISSED


def counted(value, goal):
    return REACHED if value <= goal else MISSED


def verdict(judged):
    """Of several, the worst; none of none."""
    return next((word for word in (MISSED, TIE, REACHED) if word in judged), "")
