"""Slurm: munged, slurmctld and three slurmd of one core each on this machine, and
Examples/cluster/multiplane.sbatch.
"""
from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
import socket
import time
from typing import Dict, Iterator, List, Optional, Tuple

from fault import collector
from ground import CHUNKS, NODES, ROOT, Begun, Ground, Wrong, call, children, expect, is_running, kill, until

FAULTS, fault = collector()
SCRIPT = os.path.join(ROOT, "Examples/cluster/multiplane.sbatch")
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "sinfo", "scontrol", "scancel")

# SlurmdTimeout: a node that does not answer is down after six seconds. cred_expire: a job that is queued again waits for so long.
CONFIGURATION = """
ClusterName=multiplane
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort=17100
SlurmUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_min_interval=100000,bf_interval=1
SlurmdParameters=config_overrides
SlurmdTimeout=6
SlurmctldTimeout=20
ReturnToService=2
JobRequeue=1
KillWait=5
MpiDefault=none
PlugStackConfig=/dev/null
{nodes}
PartitionName=all Nodes={names} Default=YES MaxTime=INFINITE State=UP
"""


def missing(ground: Ground) -> Optional[str]:
    lacks = [name for name in PROGRAMS if not shutil.which(name)]
    if lacks:
        return f"there is no {lacks[0]}; install it: apt-get install --no-install-recommends slurm-wlm munge"
    return None if os.geteuid() == 0 else "its daemons are started by root"


class Engine:
    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.folder = os.path.join(ground.folder, "slurm")
        self.environment: Dict[str, str] = {**ground.environment, "SLURM_CONF": os.path.join(self.folder, "slurm.conf")}

    # --- The cluster

    def start(self) -> None:
        os.makedirs(os.path.join(self.folder, "state"))
        os.chmod(self.ground.folder, 0o755)
        os.chmod(self.folder, 0o755)
        key = os.path.join(self.folder, "munge.key")
        with open(os.open(key, os.O_WRONLY | os.O_CREAT, 0o400), "wb") as file:
            file.write(secrets.token_bytes(128))
        names = {"key-file": "key", "socket": "socket", "pid-file": "pid", "log-file": "log", "seed-file": "seed"}
        self.call("munged", "--force", *(f"--{option}={self.folder}/munge.{ending}" for option, ending in names.items()))
        host = socket.gethostname().partition(".")[0]
        nodes = "\n".join(f"NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={17101 + index} CPUs=1 RealMemory=1000"
                          for index, name in enumerate(NODES))
        with open(self.environment["SLURM_CONF"], "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(host=host, folder=self.folder, nodes=nodes, names=",".join(NODES)))
        self.start_head("-c")
        for name in NODES:
            os.mkdir(os.path.join(self.folder, name))
            self.start_node(name)
        self.complete()

    def call(self, *arguments: str) -> str:
        return call(*arguments, environment=self.environment)

    def start_head(self, *options: str) -> None:
        self.call("slurmctld", *options, "-f", self.environment["SLURM_CONF"])

    def start_node(self, name: str) -> None:
        self.call("slurmd", "-N", name, "-f", self.environment["SLURM_CONF"])

    def process(self, name: str) -> Optional[int]:
        """The process of a daemon, by its pid file; None if it is not running."""
        try:
            with open(os.path.join(self.folder, f"{name}.pid"), encoding="ascii") as file:
                number = int(file.read())
        except (OSError, ValueError):
            return None
        return number if is_running(number) else None

    def complete(self) -> None:
        """No job, and three nodes that wait for one."""
        with contextlib.suppress(Exception):
            self.call("scancel", "--full", "--user=root")
        for name in NODES:
            if self.process(name) is None:
                self.start_node(name)

        def is_idle() -> bool:
            states = self.call("sinfo", "--noheader", "--Node", "--format=%N %T").split("\n")
            for line in states:
                # One that came back after it was down.
                if line.endswith((" down", " down*")) and self.process(line.split()[0]) is not None:
                    with contextlib.suppress(Exception):
                        self.call("scontrol", "update", f"NodeName={line.split()[0]}", "State=RESUME")
            return sum(line.endswith(" idle") for line in states) == len(NODES)

        until(is_idle, "three idle nodes", 90)

    def stop(self) -> None:
        with contextlib.suppress(Exception):
            self.call("scancel", "--full", "--user=root")
            self.ground.stopped()
        for name in ("slurmctld", *NODES, "munge"):
            number = self.process(name)
            if number is not None:
                kill(number, signal.SIGTERM)
        with contextlib.suppress(Wrong):
            until(lambda: not self.processes(), "the daemons' end", 10)
        for number in self.processes():
            kill(number)

    def processes(self) -> List[int]:
        """The daemons and what they started, by the folder in which they run."""
        found = []
        for name in filter(str.isdecimal, os.listdir("/proc")):
            with contextlib.suppress(OSError):
                if os.readlink(f"/proc/{name}/cwd").startswith(self.folder) and is_running(int(name)):
                    found.append(int(name))
        return found

    # --- Runs

    def submit(self, *options: str) -> Tuple[str, str]:
        """Two jobs as the script's first lines say: chunks that are missing, and the join after them."""
        ground = self.ground
        chunks = ground.call("join", ground.plan, "--store", ground.store, "--missing").strip()
        os.makedirs(os.path.join(ground.folder, "logs"), exist_ok=True)
        common = ("--parsable", f"--chdir={ground.folder}/logs")
        array = self.call("sbatch", *common, f"--array={chunks}%64", *options, SCRIPT, ground.plan, ground.store).strip()
        join = self.call("sbatch", *common, f"--dependency=afterany:{array}", SCRIPT, ground.plan, ground.store, ground.out).strip()
        return array, join

    def waits(self, join: str, seconds: float = 200) -> int:
        """Waits for the join; returns its exit status."""
        state = ""

        def is_over() -> bool:
            nonlocal state
            state = self.call("scontrol", "--oneliner", "show", "job", join)
            return any(f"JobState={word}" in state for word in ("COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "NODE_FAIL"))

        until(is_over, "the join's end", seconds)
        return int(state.partition("ExitCode=")[2].partition(":")[0])

    def good(self, join: Optional[str] = None, twice: int = 0) -> None:
        """A run ends well, with the right outputs."""
        status = self.waits(join or self.submit()[1])
        expect(status == 0, f"expected the join to end with 0, found {status}: {self.log()}")
        self.ground.check(twice)

    def log(self) -> str:
        lines: List[str] = []
        folder = os.path.join(self.ground.folder, "logs")
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
                lines += file.read().strip().splitlines()[-2:]
        return " / ".join(lines)[-600:]

    @contextlib.contextmanager
    def running(self, wait: float = 0.5, count: int = 2) -> "Iterator[Tuple[Tuple[str, str], Begun]]":
        """A run, and a chunk of it that is being drawn."""
        self.complete()
        jobs = self.submit()
        yield jobs, self.ground.drawing(count, wait)

    def lose(self, begun: Begun, is_all: bool) -> None:
        """A node without its slurmd; with all that is on it, if told."""
        number = self.process(begun.node)
        expect(number is not None, f"expected a slurmd of {begun.node}")
        assert number is not None
        kill(number)
        if is_all:
            # The chunk, the script that started it, and the slurmstepd above it.
            above: List[int] = []
            process = begun.process
            for _ in range(2):
                process = parent(process)
                above.append(process)
            for each in (*reversed(above), *list(children(begun.process)), begun.process):
                if each > 1:
                    kill(each)


def parent(process: int) -> int:
    with open(f"/proc/{process}/stat", encoding="ascii", errors="replace") as file:
        return int(file.read().rpartition(")")[2].split()[1])


@fault("none")
def none(engine: Engine, ground: Ground) -> str:
    engine.complete()
    engine.good()
    expect(len({each.node for each in ground.begun()}) == 3, "expected chunks on three nodes")
    return f"{CHUNKS} chunks drawn"


@fault("chunk killed")
def chunk_killed(engine: Engine, ground: Ground) -> str:
    with engine.running() as ((_, join), begun):
        kill(begun.process)
        engine.good(join, twice=1)
    return "tried again by the script"


@fault("ffmpeg killed")
def ffmpeg_killed(engine: Engine, ground: Ground) -> str:
    with engine.running(0.1) as ((_, join), begun):
        kill(ground.encoder(begun))
        engine.good(join, twice=1)
    return "tried again by the script"


@fault("node lost")
def node_lost(engine: Engine, ground: Ground) -> str:
    with engine.running() as ((_, join), begun):
        engine.lose(begun, True)
        engine.good(join, twice=1)
        expect([each.node for each in ground.begun() if each.chunk == begun.chunk][-1] != begun.node, "expected the chunk elsewhere")
    return "queued again, drawn elsewhere"


@fault("node cut off, alive")
def cut_off(engine: Engine, ground: Ground) -> str:
    with engine.running() as ((_, join), begun):
        engine.lose(begun, False)
        engine.good(join, twice=1)
        twice = ground.twice()
    return f"both end well, one result; {twice} drawn again"


@fault("chunk damaged")
def chunk_damaged(engine: Engine, ground: Ground) -> str:
    engine.complete()
    engine.good()
    ground.damage()
    shutil.rmtree(ground.out)
    ground.call("join", ground.plan, "--store", ground.store, "-o", ground.out, status=75)
    engine.good(twice=2)
    expect(ground.twice() == 2, f"expected two chunks to be drawn again, found {ground.twice()}")
    return "join 75; the same lines again: 2 chunks drawn"


@fault("store full")
def store_full(engine: Engine, ground: Ground) -> str:
    engine.complete()
    with ground.full() as make_room:
        _, join = engine.submit()
        # Room comes while the script waits between its tries.
        ground.drawing(4, 0.5)
        make_room()
        engine.good(join, twice=4 * CHUNKS)
    return "tried again by the script until there is room"


@fault("another build on a node")
def other_build(engine: Engine, ground: Ground) -> str:
    return unfit(engine, ground, "build")


@fault("another ffmpeg on a node")
def other_ffmpeg(engine: Engine, ground: Ground) -> str:
    return unfit(engine, ground, "ffmpeg")


def unfit(engine: Engine, ground: Ground, kind: str) -> str:
    engine.complete()
    ground.make_unfit("n2", kind)
    engine.good(twice=8 * CHUNKS)
    tried = {each.chunk for each in ground.begun() if each.node == "n2"}
    expect(bool(tried), "expected a try on the node that is not fit")
    expect(all([each.node for each in ground.begun() if each.chunk == chunk][-1] != "n2" for chunk in tried), "expected its chunks elsewhere")
    return "queued again without that node, drawn elsewhere"


@fault("cancelled")
def cancelled(engine: Engine, ground: Ground) -> str:
    with engine.running(count=5) as ((array, join), _):
        start = time.monotonic()
        engine.call("scancel", array, join)
        ground.stopped()
        expect(time.monotonic() - start < 10, "expected all to end within 10 s")
        there = len(ground.check_store_is_whole())
        engine.complete()
        engine.good(twice=3)
    return f"{there} there; the same lines again: done"


@fault("head killed")
def head_killed(engine: Engine, ground: Ground) -> str:
    with engine.running() as ((_, join), _):
        head = engine.process("slurmctld")
        assert head is not None
        # It writes down what was submitted every few seconds.
        submitted = time.time()
        until(lambda: os.path.getmtime(os.path.join(engine.folder, "state", "job_state")) > submitted, "the head's state", 20)
        kill(head)
        until(lambda: not is_running(head), "the head's end")
        time.sleep(2)
        engine.start_head()
        # It begins again what it had begun and not yet written down.
        engine.good(join, twice=1)
        twice = ground.twice()
    return f"nodes draw on; {twice} drawn again"
