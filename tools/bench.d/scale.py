"""Scaling: time and memory of the CPU renderer for five numbers of layers, from a hundred to a million,
and time of each workload at five sizes, each in its own process.

A workload's size is its number of layers, particles, copies or segments. Its time is linear if
doubling the size at most doubles it, within the noise.
"""

import inspect
import json
import math
import subprocess
import tempfile

import drivers
import files
import turns
import workloads

SIZES = [100, 1_000, 10_000, 100_000, 1_000_000]
COLUMNS = ["layers", "build", "commit", "evaluate", "flatten", "frame", "µs a layer", "pixels", "batches", "MiB"]
FACTORS = [0.25, 0.5, 1, 2, 4]  # of the workloads' own sizes
WORKLOAD_COLUMNS = ["workload", "size", *(f"× {factor:g}" for factor in FACTORS), "growth"]
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


def measure_workloads(options):
    """Rows of text, one per workload: its size, milliseconds of processor time at each factor, and the growth."""
    rows = []
    with tempfile.TemporaryDirectory(prefix="multiplane-scale-") as folder:
        for name in options.workload or workloads.WORKLOADS:
            make = workloads.WORKLOADS[name]
            size = next(iter(inspect.signature(make).parameters.values())).default
            sizes = [max(1, round(size * factor)) for factor in FACTORS]
            path = files.write_scene_images(make(size), folder) + ".json"
            times = []
            for count in sizes:
                files.write_scene(make(count), path)
                found = run_scene(options.build[0], path, 5 if times and times[-1] > 50 else 20)
                times.append(found["milliseconds"]["processor"])
            rows.append([name, f"{size:,}"] + [number(time) for time in times] + [f"{growth(sizes, times):.2f}"])
            drivers.say(f"{name}: sizes {sizes[0]:,} to {sizes[-1]:,}")
    return rows


def growth(sizes, times):
    """The exponent of time as a power of size, between the two largest sizes: 1 is linear."""
    return math.log(times[-1] / times[-2]) / math.log(sizes[-1] / sizes[-2])


def run_scene(program, path, frames):
    command = [program, "bench", path, "--full", "--threads", "1", "--frames", str(frames), "--warmup", "2"]
    return measured(command)


def run(program, size, frames):
    command = [program, "bench", "--layers", str(size), "--frames", str(frames), "--warmup", str(turns.WARMUP)]
    return measured(command)


def measured(command):
    ended = subprocess.run(command + ["--json", "--renderer", "cpu"], stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(ended.stdout[ended.stdout.index("{") :])


def number(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2g}"


def text(columns, rows):
    widths = [max(len(row[column]) for row in [columns] + rows) for column in range(len(columns))]
    return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in [columns] + rows]


def markdown(columns, rows):
    head = ["| " + " | ".join(columns) + " |", "|" + " ---: |" * len(columns)]
    return head + ["| " + " | ".join(row) + " |" for row in rows]
