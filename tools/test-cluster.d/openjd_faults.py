"""OpenJD: its own command runs the job of Examples/cluster. Retries are left to schedulers, so a
failed session is run again.
"""
from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
from typing import Optional

from fault import collector
from ground import CHUNKS, ROOT, Ground, call, expect, kill

FAULTS, fault = collector()
JOB = os.path.join(ROOT, "Examples/cluster/multiplane.openjd.yaml")


def missing(ground: Ground) -> Optional[str]:
    if importlib.util.find_spec("openjd") is None or importlib.util.find_spec("openjd.cli") is None:
        return f"{sys.executable} has no openjd-cli; install it in an environment, pip install openjd-cli, and give PYTHON=ENVIRONMENT/bin/python"
    return None


class Engine:
    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    def start(self) -> None:
        call(sys.executable, "-m", "openjd", "check", JOB)

    def stop(self) -> None:
        pass

    def run(self) -> "subprocess.Popen[str]":
        ground = self.ground
        values = {"Plan": ground.plan, "Store": ground.store, "Out": ground.out, "LastChunk": CHUNKS - 1}
        return subprocess.Popen(
            [sys.executable, "-m", "openjd", "run", JOB, "--step", "join", "--run-dependencies",
             *(part for name, value in values.items() for part in ("-p", f"{name}={value}"))],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", env=ground.environment)

    def ends(self, process: "subprocess.Popen[str]", is_good: bool) -> None:
        lines, _ = process.communicate(timeout=240)
        expect((process.returncode == 0) == is_good, f"expected {'status 0' if is_good else 'a failure'}, found {lines[-600:]}")


@fault("none")
def none(engine: Engine, ground: Ground) -> str:
    engine.ends(engine.run(), True)
    ground.check()
    return f"{CHUNKS} chunks drawn"


@fault("chunk killed")
def chunk_killed(engine: Engine, ground: Ground) -> str:
    process = engine.run()
    kill(ground.drawing(3, 0.3).process)
    engine.ends(process, False)
    there = len(ground.check_store_is_whole())
    expect(there == 2, f"expected two chunks to be there, found {there}")
    engine.ends(engine.run(), True)
    # Sessions ask for every chunk; those that are there are not drawn.
    ground.check(twice=3)
    return "session failed; run again: done"


@fault("SIGTERM")
def terminated(engine: Engine, ground: Ground) -> str:
    process = engine.run()
    ground.drawing(3, 0.3)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=30)
    ground.stopped()
    ground.check_store_is_whole()
    shutil.rmtree(ground.out, ignore_errors=True)
    engine.ends(engine.run(), True)
    ground.check(twice=3)
    return "ended; run again: done"
