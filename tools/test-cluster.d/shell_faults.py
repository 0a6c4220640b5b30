"""Plain shell: `seq 0 LAST | xargs -P 3`, and a join."""
from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import time
from typing import Callable, Optional, Set

from fault import collector
from ground import CHUNKS, Begun, Ground, cut, expect, flip, kill

FAULTS, fault = collector()
# xargs ends where a process is killed that it started itself.
LINE = '''seq 0 {last} | xargs -P 3 -I{{}} sh -c 'multiplane chunk "{plan}" {{}} --store "{store}" || exit 1\''''


def missing(ground: Ground) -> Optional[str]:
    return None if shutil.which("xargs") and shutil.which("seq") else "there is no xargs, or no seq"


class Engine:
    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass

    def run(self) -> "subprocess.Popen[bytes]":
        with open(os.path.join(self.ground.plan, "chunks.jsonl"), encoding="utf-8") as lines:
            last = len(list(lines)) - 1
        line = LINE.format(last=last, plan=self.ground.plan, store=self.ground.store)
        return subprocess.Popen(["sh", "-c", line], env=self.ground.environment, start_new_session=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def join(self, status: int = 0) -> str:
        return self.ground.call("join", self.ground.plan, "--store", self.ground.store, "-o", self.ground.out, status=status)

    def good(self, twice: int = 0) -> None:
        """A run ends well, with the right outputs."""
        status = self.run().wait(timeout=240)
        expect(status == 0, f"expected xargs to end with 0, found {status}")
        self.join()
        self.ground.check(twice)


@fault("none")
def none(engine: Engine, ground: Ground) -> str:
    engine.good()
    return "8 chunks drawn"


@fault("chunk killed")
def chunk_killed(engine: Engine, ground: Ground) -> str:
    return broken_off(engine, ground, lambda begun: kill(begun.process))


@fault("ffmpeg killed")
def ffmpeg_killed(engine: Engine, ground: Ground) -> str:
    return broken_off(engine, ground, lambda begun: kill(ground.encoder(begun)))


def broken_off(engine: Engine, ground: Ground, harm: Callable[[Begun], None]) -> str:
    process = engine.run()
    harm(ground.drawing(2, 0.1))
    status = process.wait(timeout=240)
    expect(status != 0, "expected xargs to tell that a command failed")
    there = left(ground)
    missing = ground.call("join", ground.plan, "--store", ground.store, "--missing").strip()
    expect(len(there) < CHUNKS and bool(missing), "expected the join to tell what is missing")
    engine.join(status=75)
    expect(not os.path.exists(os.path.join(ground.out, "clock.mp4")), "expected no output")
    engine.good(twice=CHUNKS)
    return f"{missing} missing, join 75; the same line again: done"


def left(ground: Ground) -> Set[str]:
    """Of what a run that ended began, all is there but what was at hand. Returns what is there."""
    ground.stopped()
    there = ground.check_store_is_whole()
    begun = len(ground.begun())
    expect(begun - len(there) <= 3, f"expected no more than three chunks to be lost, found {begun} begun and {len(there)} there")
    return there


@fault("chunk kills its process")
def poison(engine: Engine, ground: Ground) -> str:
    with ground.poison(2):
        for _ in range(4):
            status = engine.run().wait(timeout=240)
            expect(status != 0, "expected xargs to tell that a command failed")
        said = engine.join(status=75).strip()
        expect(said.count("\n") == 0 and "chunks 2: missing, 1 of 8" in said, f"expected a line that names it, found {said}")
    engine.good(twice=4 * CHUNKS)
    return "four tries, join 75, one line, 7 others there; without what kills it: done"


@fault("SIGTERM")
def terminated(engine: Engine, ground: Ground) -> str:
    process = engine.run()
    ground.drawing(4, 0.3)
    start = time.monotonic()
    os.killpg(process.pid, signal.SIGTERM)
    process.wait(timeout=10)
    there = left(ground)
    expect(time.monotonic() - start < 10, "expected all to end within 10 s")
    engine.good(twice=CHUNKS)
    return f"{len(there)} there; the same line again: done"


@fault("chunk damaged")
def chunk_damaged(engine: Engine, ground: Ground) -> str:
    engine.good()
    flipped, shortened = sorted(name for name in ground.files() if name.endswith(".mp4"))[:2]
    flip(os.path.join(ground.store, flipped))
    cut(os.path.join(ground.store, shortened))
    shutil.rmtree(ground.out)
    said = engine.join(status=75)
    with open(os.path.join(ground.plan, "chunks.jsonl"), encoding="utf-8") as lines:
        keys = [json.loads(line)["key"] for line in lines]
    damaged = sorted(keys.index(os.path.basename(name)[:-len(".mp4")]) for name in (flipped, shortened))
    named = re.search(r"chunks? ([0-9,-]+): damaged", said)
    expect(named is not None and named[1] in ("{},{}".format(*damaged), "{}-{}".format(*damaged)),
           f"expected the chunks {damaged} to be named, found {said.strip()}")
    engine.good(twice=CHUNKS)
    expect(len(ground.begun()) == 2 * CHUNKS, "expected each chunk to be asked for twice")
    return "join 75, both named and set aside; the same line again: done"


@fault("one job of 100 beyond its limits")
def one_of_hundred(engine: Engine, ground: Ground) -> str:
    with ground.rows() as check:
        engine.run().wait(timeout=240)
        said = engine.join(status=1)
        check()
        expect(said.count("row57") == 1, f"expected one line on the job, found {said}")
    return "join 1, one line, 99 pictures"
