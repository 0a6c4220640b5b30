"""Scaling with the number of layers: time and memory of the CPU renderer for five sizes, from a
hundred layers to a million, each in its own process.
"""

import json
import subprocess

import drivers
import turns

SIZES = [100, 1_000, 10_000, 100_000, 1_000_000]
COLUMNS = ["layers", "build", "commit", "evaluate", "flatten", "frame", "µs a layer", "pixels", "batches", "MiB"]
LEAST_FRAMES, MOST_FRAMES = 5, 60
LAYERS_IN_ALL = 2_000_000  # of all measured frames together, about


def measure(options):
    """Rows of text, one a size: milliseconds of processor time, the medians of a process's frames."""
    rows = []
    for size in SIZES:
        frames = min(MOST_FRAMES, max(LEAST_FRAMES, LAYERS_IN_ALL // size))
        found = run(options.build[0], size, frames)
        times, counts = found["milliseconds"], found["counts"]
        numbers = [times["build"], times["commit"], times["evaluate"]["median"], times["flatten"]["median"]]
        rows.append(
            [f"{size:,}"]
            + [number(value) for value in numbers + [times["processor"]]]
            + [number(times["processor"] * 1000 / size), f"{counts['pixelsDamaged']:,}", f"{counts['batches']:,}"]
            + [f"{found['peakMemoryBytes'] / 2**20:.0f}"]
        )
        drivers.say(f"{size} layers: {frames} frames")
    return rows


def run(program, size, frames):
    command = [program, "bench", "--layers", str(size), "--frames", str(frames), "--warmup", str(turns.WARMUP)]
    ended = subprocess.run(command + ["--json", "--renderer", "cpu"], stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(ended.stdout[ended.stdout.index("{") :])


def number(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2g}"


def text(rows):
    widths = [max(len(row[column]) for row in [COLUMNS] + rows) for column in range(len(COLUMNS))]
    return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in [COLUMNS] + rows]


def markdown(rows):
    head = ["| " + " | ".join(COLUMNS) + " |", "|" + " ---: |" * len(COLUMNS)]
    return head + ["| " + " | ".join(row) + " |" for row in rows]
