"""The test environment of the engines: a plan, its expected outputs, a command with faults."""
from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import time
from typing import Callable, Dict, Iterator, List, NamedTuple, Optional, Set

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CHUNKS, FRAMES, RATE = 8, 240, 15
NODES = ("n1", "n2", "n3")

# A picture that needs 2 GiB where it has a thousand copies.
ROWS = """{"version": 1, "size": [64, 64], "background": "#223048",
 "parameters": {"copies": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 4}},
 "root": {"sublayers": [{"class": "CAReplicatorLayer", "frame": [0, 0, 64, 64], "instanceCount": {"parameter": "copies"},
  "instanceTransform": [{"translate": [0.0003, 0.0002]}],
  "sublayers": [{"frame": [4, 4, 24, 24], "backgroundColor": "#ffcc00", "filters": [{"name": "CIGaussianBlur", "inputRadius": 5}]}]}]}}
"""

# What nodes find as `multiplane`: tells which chunk begins where, by the number of the process that draws it. A node that has a folder
# of its name here looks there first, for another version or another ffmpeg. A chunk that is poison dies while it is drawn, on every node.
COMMAND = """#!/bin/sh
node=${MULTIPLANE_NODE:-${SLURMD_NODENAME:-here}}
[ "$1" != chunk ] || echo "$node $3 $$" >> "%(folder)s/begun"
if [ "$1" = chunk ] && [ -e "%(folder)s/poison.$3" ]; then (sleep 0.05; kill -KILL $$) & fi
[ ! -d "%(folder)s/$node" ] || PATH="%(folder)s/$node:$PATH"
if [ "$1" = chunk ] && [ -x "%(folder)s/$node/multiplane" ]; then exec "%(folder)s/$node/multiplane" "$@"; fi
exec "%(program)s" "$@"
"""


class Wrong(Exception):
    """A fault had a result that it may not have."""


class Begun(NamedTuple):
    """A chunk that somewhere began to be drawn."""

    node: str
    chunk: int
    process: int


def expect(is_so: bool, line: str) -> None:
    if not is_so:
        raise Wrong(line)


def until(condition: Callable[[], object], what: str, seconds: float = 60) -> None:
    """Waits for something, and fails after a number of seconds."""
    end = time.monotonic() + seconds
    while not condition():
        expect(time.monotonic() < end, f"expected within {seconds:.0f} s: {what}")
        time.sleep(0.05)


def is_running(process: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        with open(f"/proc/{process}/stat", encoding="ascii", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def children(process: int) -> Iterator[int]:
    """What a process started, and what that started."""
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/children", encoding="ascii") as file:
                for child in map(int, file.read().split()):
                    yield child
                    yield from children(child)


def name_of(process: int) -> str:
    try:
        with open(f"/proc/{process}/comm", encoding="ascii", errors="replace") as file:
            return file.read().strip()
    except OSError:
        return ""


def sha256(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


class Ground:
    """A folder with a plan; each run has a store and outputs of its own in it."""

    def __init__(self, folder: str, program: str) -> None:
        self.folder, self.program = folder, program
        self.plan, self.store, self.out = (os.path.join(folder, name) for name in ("plan", "store", "out"))
        self._expected = os.path.join(folder, "expected")
        self.environment = {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}", "PYTHONDONTWRITEBYTECODE": "1",
                            "PYTHONPATH": os.path.join(ROOT, "Python")}
        os.makedirs(os.path.join(folder, "bin"))
        command = os.path.join(folder, "bin", "multiplane")
        with open(command, "w", encoding="utf-8") as file:
            file.write(COMMAND % {"folder": folder, "program": program})
        os.chmod(command, 0o755)

    def prepare(self) -> None:
        """Makes the plan, and by one process after the other what is expected of it."""
        scene = os.path.join(ROOT, "Scenes/clock/clock.json")
        job = {"id": "clock", "scene": scene, "from": 0, "to": FRAMES / RATE, "fps": RATE, "scale": 2, "output": "clock.mp4"}
        with open(os.path.join(self.folder, "jobs.jsonl"), "w", encoding="utf-8") as file:
            file.write(json.dumps(job) + "\n")
        self.call("plan", os.path.join(self.folder, "jobs.jsonl"), "--out", self.plan, "--chunk-seconds", "0.1")
        with open(os.path.join(self.plan, "chunks.jsonl"), encoding="utf-8") as lines:
            count = len(list(lines))
        expect(count == CHUNKS, f"expected a plan of {CHUNKS} chunks, found {count}")
        self.fresh()
        start = time.monotonic()
        for chunk in range(CHUNKS):
            self.call("chunk", self.plan, str(chunk), "--store", self.store)
        self.seconds = (time.monotonic() - start) / CHUNKS
        self.call("join", self.plan, "--store", self.store, "-o", self._expected)
        self.expected = sha256(os.path.join(self._expected, "clock.mp4"))

    @contextlib.contextmanager
    def rows(self) -> Iterator[Callable[[], None]]:
        """A plan of a hundred pictures in its place, of which one needs more than it may. Gives what looks at the outputs."""
        before, self.plan = self.plan, os.path.join(self.folder, "rows.plan")
        wrong = 57
        manifest, scene, batch = (os.path.join(self.folder, name) for name in ("rows.csv", "rows.json", "rows"))
        with open(scene, "w", encoding="utf-8") as file:
            file.write(ROWS)
        with open(manifest, "w", encoding="utf-8") as file:
            file.write("id,copies\n" + "".join(f"row{row},{1000 if row == wrong else 1 + row % 9}\n" for row in range(100)))
        common = (manifest, "--scene", scene, "-o")
        self.call("plan", *common, "{id}.png", "--out", self.plan, "--chunk-seconds", "0.05")
        if not os.path.exists(batch):
            self.call("batch", *common, f"{batch}/{{id}}.png", "--renderer", "cpu", status=1)

        def check() -> None:
            names = sorted(f"row{row}.png" for row in range(100) if row != wrong)
            expect(sorted(os.listdir(self.out)) == names, f"expected 99 pictures, found {len(os.listdir(self.out))}")
            for name in names:
                expect(sha256(os.path.join(self.out, name)) == sha256(os.path.join(batch, name)), f"{name}: expected the bytes of 'batch'")

        try:
            yield check
        finally:
            self.plan = before

    def call(self, *arguments: str, status: int = 0) -> str:
        """Runs the program itself. Returns what it says, on both."""
        done = subprocess.run([self.program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              encoding="utf-8", check=False)
        expect(done.returncode == status, f"{arguments[0]}: expected status {status}, found {done.returncode}: {done.stdout.strip()}")
        return done.stdout

    # --- Runs

    def fresh(self) -> None:
        """Nothing drawn, nothing begun, every node fit."""
        for name in ("store", "out", "logs", *NODES):
            shutil.rmtree(os.path.join(self.folder, name), ignore_errors=True)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(os.path.join(self.folder, "begun"))
        os.mkdir(self.store)

    def begun(self) -> List[Begun]:
        try:
            with open(os.path.join(self.folder, "begun"), encoding="utf-8") as file:
                return [Begun(node, int(chunk), int(process)) for node, chunk, process in map(str.split, file)]
        except FileNotFoundError:
            return []

    def drawing(self, count: int = 1, wait: float = 0.0, seconds: float = 60, node: Optional[str] = None) -> Begun:
        """Waits until a number of chunks began, and returns one that is being drawn.

        node: the one on which it is; any by default. wait: at least this many seconds of drawing.
        """
        found: List[Begun] = []

        def is_there() -> bool:
            begun = self.begun()
            found[:] = [each for each in begun if is_running(each.process) and node in (None, each.node)]
            return len(begun) >= count and bool(found)

        until(is_there, f"{count} chunks that began", seconds)
        time.sleep(wait)
        return found[-1]

    def encoder(self, begun: Begun) -> int:
        """The process that encodes a chunk, as soon as it is there."""
        found: List[int] = []

        def is_there() -> bool:
            found[:] = [child for child in children(begun.process) if name_of(child) == "ffmpeg"]
            return bool(found) or not is_running(begun.process)

        until(is_there, f"ffmpeg for chunk {begun.chunk}", 20)
        expect(bool(found), f"expected ffmpeg for chunk {begun.chunk}, which ended before")
        return found[0]

    def twice(self) -> int:
        """How many chunks began more often than once, counted as often."""
        begun = self.begun()
        return len(begun) - len({each.chunk for each in begun})

    def stopped(self) -> None:
        """Nothing of a run draws on."""
        until(lambda: not any(is_running(each.process) for each in self.begun()), "no process that draws", 15)

    # --- What has to be so

    def files(self) -> Set[str]:
        return {os.path.join(os.path.relpath(folder, self.store), name) for folder, _, names in os.walk(self.store) for name in names}

    def check(self, twice: int = 0) -> None:
        """The outputs are as they should be, and the store has each chunk and nothing else."""
        self.check_outputs(twice)
        count = len(self.check_store_is_whole())
        expect(count == CHUNKS, f"expected {CHUNKS} chunks in the store, found {count}")

    def check_outputs(self, twice: int = 0) -> None:
        """The outputs are the expected bytes, and at most a number of chunks were begun again."""
        path = os.path.join(self.out, "clock.mp4")
        expect(os.path.exists(path), "expected an output, found none")
        expect(sha256(path) == self.expected, "expected the bytes that one machine makes, found others")
        expect(sorted(os.listdir(self.out)) == ["clock.mp4"], f"expected one output, found {sorted(os.listdir(self.out))}")
        expect(self.twice() <= twice, f"expected {twice} chunks that were begun again at most, found {self.twice()}")

    def check_store_is_whole(self) -> Set[str]:
        """No rest of a file is in the store; what damage was set aside stays. Returns the chunks that are there."""
        files = {name for name in self.files() if not name.endswith((".damaged", "ballast"))}
        # A process may be killed between a chunk's file and its JSON. The file is whole, and counts when the chunk is drawn again.
        odd = sorted(name for name in files if not re.fullmatch(r"([0-9a-f]{2})/\1[0-9a-f]{62}\.(mp4|json)", name))
        expect(not odd, f"expected whole chunks in the store, found {', '.join(odd)}")
        return {name[:-len(".json")] for name in files if name.endswith(".json")}

    # --- Faults that all engines have

    def damage(self) -> None:
        """Flips a bit of a chunk, and cuts another short."""
        chunks = sorted(name for name in self.files() if name.endswith(".mp4"))
        first, second = (os.path.join(self.store, name) for name in chunks[:2])
        flip(first)
        cut(second)

    @contextlib.contextmanager
    def full(self) -> Iterator[Callable[[], None]]:
        """A store without room; gives what makes room."""
        call("mount", "-t", "tmpfs", "-o", "size=8m", "multiplane", self.store)
        ballast = os.path.join(self.store, "ballast")
        try:
            with contextlib.suppress(OSError), open(ballast, "wb", buffering=0) as file:
                while file.write(bytes(4096)):
                    pass
            yield lambda: os.unlink(ballast)
        finally:
            call("umount", "-l", self.store)

    @contextlib.contextmanager
    def poison(self, chunk: int) -> Iterator[None]:
        """A chunk that kills the process that draws it, each time. All others are there at the end, and nothing else."""
        path = os.path.join(self.folder, f"poison.{chunk}")
        with open(path, "w", encoding="ascii"):
            pass
        try:
            yield
            self.stopped()
            count = len(self.check_store_is_whole())
            expect(count == CHUNKS - 1, f"expected {CHUNKS - 1} chunks in the store, found {count}")
            tries = [each.chunk for each in self.begun()].count(chunk)
            expect(tries == 4, f"expected four tries of chunk {chunk}, found {tries}")
            expect(not os.path.exists(self.out) or not os.listdir(self.out), "expected no output")
        finally:
            os.unlink(path)

    def make_unfit(self, node: str, kind: str) -> None:
        """Gives a node another version of the program, or of ffmpeg."""
        os.mkdir(os.path.join(self.folder, node))
        if kind == "ffmpeg":
            real = shutil.which("ffmpeg")
            script = f"#!/bin/bash\nexec {real} \"$@\" 2> >(exec sed -u 's/ffmpeg version [^ ]*/ffmpeg version 0.1-other/' >&2)\n"
            path = os.path.join(self.folder, node, "ffmpeg")
            with open(path, "w", encoding="utf-8") as file:
                file.write(script)
        else:
            path = os.path.join(self.folder, node, "multiplane")
            with open(self.program, "rb") as file:
                code = bytearray(file.read())
            # The identifier that the linker gave this build, behind the head of its note.
            at = code.find(bytes.fromhex("04000000 14000000 03000000 474e5500"))
            expect(0 <= at < 1 << 16, "expected a program with a build identifier")
            code[at + 16] ^= 1
            with open(path, "wb") as file:
                file.write(code)
        os.chmod(path, 0o755)


def flip(path: str) -> None:
    with open(path, "r+b") as file:
        file.seek(os.path.getsize(path) // 2)
        byte = file.read(1)
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte[0] ^ 1]))


def cut(path: str) -> None:
    os.truncate(path, os.path.getsize(path) // 2)


def call(*arguments: str, environment: Optional[Dict[str, str]] = None, seconds: float = 120) -> str:
    """Runs a command that has to end well. Returns its standard output."""
    done = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
                          errors="replace", env=environment, timeout=seconds, check=False)
    if done.returncode:
        raise Wrong(f"{arguments[0]}: status {done.returncode}: {(done.stderr or done.stdout).strip()[-300:]}")
    return done.stdout


def kill(process: int, number: int = signal.SIGKILL) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, number)
