"""The main program of tools/test-cluster: runs the faults per engine, prints a table of results."""
from __future__ import annotations

import argparse
import importlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from typing import Any, List, Tuple

from ground import ROOT, Ground, Wrong

NAME = "tools/test-cluster"
ENGINES = ("shell", "ray", "s3", "slurm", "openjd")
KEPT = os.path.join(ROOT, ".build", "test-cluster")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog=NAME, description="Proves plans on clusters; at the top of tools/test-cluster is how.")
    parser.add_argument("engines", nargs="*", metavar="ENGINE", help=", ".join(ENGINES))
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--fault", default="")
    parser.add_argument("--program", help=argparse.SUPPRESS)
    parser.add_argument("--check", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    for engine in options.engines:
        if engine not in ENGINES:
            parser.error(f"there is no engine '{engine}'; there are {', '.join(ENGINES)}")
    if options.runs < 1:
        parser.error(f"expected 1 run or more, found {options.runs}")
    return options


class Table:
    """What came of each fault."""

    def __init__(self) -> None:
        self.rows: List[Tuple[str, str, int, int, int, float, str]] = []
        self.left_out: List[str] = []

    def run(self, name: str, engine: Any, ground: Ground, fault: Any, runs: int) -> None:
        passed, twice, seconds, notes = 0, 0, [], []
        for number in range(runs):
            ground.fresh()
            start = time.monotonic()
            try:
                note = fault.draw(engine, ground)
                ground.stopped()
                passed += 1
            except (Wrong, OSError, ValueError, subprocess.SubprocessError) as error:
                note = f"FAILED: {error}"
                keep(ground, f"{name}-{fault.name.replace(' ', '-')}-{number}")
            seconds.append(time.monotonic() - start)
            twice = max(twice, ground.twice())
            print(f"{name}: {fault.name}: {note} ({seconds[-1]:.0f} s)", flush=True)
            if note not in notes:
                notes.append(note)
        self.rows.append((name, fault.name, runs, passed, twice, sorted(seconds)[len(seconds) // 2], "; ".join(notes)))

    def print(self) -> None:
        head = ("engine", "fault", "runs", "right", "begun again", "s", "what came of it")
        rows = [(*row[:5], f"{row[5]:.0f}", row[6]) for row in self.rows]
        widths = [max(len(str(row[column])) for row in (head, *rows)) for column in range(6)]
        print()
        for row in (head, *rows):
            left = [f"{row[column]!s:<{widths[column]}}" if column < 2 else f"{row[column]!s:>{widths[column]}}" for column in range(6)]
            print("  ".join(left), row[6], sep="  ")
        for line in self.left_out:
            print(f"left out: {line}")


def keep(ground: Ground, name: str) -> None:
    """What a fault that failed leaves to look at."""
    folder = os.path.join(KEPT, name)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for part in ("begun", "store", "out", "logs"):
        path = os.path.join(ground.folder, part)
        if os.path.isdir(path):
            shutil.copytree(path, os.path.join(folder, part))
        elif os.path.exists(path):
            shutil.copy(path, folder)


def main() -> int:
    options = parsed()
    if options.check:
        return 0
    # So that engines are taken down.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    engines = options.engines or ENGINES
    table = Table()
    # Ray's sockets lie below it, whose paths may have 107 bytes.
    folder = tempfile.mkdtemp(prefix="mp")
    try:
        ground = Ground(folder, options.program)
        ground.prepare()
        print(f"a chunk takes {ground.seconds:.1f} s on this machine", flush=True)
        for name in engines:
            module = importlib.import_module(f"{name}_faults")
            faults = [fault for fault in module.FAULTS if options.fault in fault.name]
            reason = module.missing(ground)
            if reason:
                table.left_out.append(f"{name}: {reason}")
                continue
            engine = module.Engine(ground)
            start = time.monotonic()
            try:
                engine.start()
                print(f"{name}: started in {time.monotonic() - start:.0f} s", flush=True)
                for fault in faults:
                    reason = fault.missing(engine)
                    if reason:
                        table.left_out.append(f"{name}: {fault.name}: {reason}")
                        continue
                    table.run(name, engine, ground, fault, options.runs)
            finally:
                engine.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    table.print()
    runs, right = sum(row[2] for row in table.rows), sum(row[3] for row in table.rows)
    if not runs:
        print(f"{NAME}: left out: nothing could run; {'; '.join(table.left_out) or 'no fault has such a name'}")
        return 77
    left = f", {len(table.left_out)} left out" if table.left_out else ""
    print(f"{NAME}: {right} of {runs} runs ended as they should{left}")
    return 0 if right == runs else 1


sys.exit(main())
