"""Ray: a head and three nodes of one core each on this machine (ray.cluster_utils.Cluster), and
`python -m multiplane.ray`.
"""
from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from typing import Any, Dict, Iterator, List, Optional

from fault import collector
from ground import CHUNKS, NODES, Begun, Ground, Wrong, call, expect, is_running, kill, until

FAULTS, fault = collector()

# Quick to notice a node that is lost: three seconds.
SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0", "RAY_BACKEND_LOG_LEVEL": "fatal", "RAY_health_check_initial_delay_ms": "0",
    "RAY_health_check_period_ms": "1000", "RAY_health_check_failure_threshold": "3", "RAY_gcs_rpc_server_reconnect_timeout_s": "5",
}
MEMORY = 80 << 20
# Waits until a cluster has a number of nodes.
JOINED = """import ray, sys, time
ray.init(sys.argv[1], logging_level="ERROR")
while sum(node["Alive"] for node in ray.nodes()) < int(sys.argv[2]): time.sleep(0.2)"""
# Of a network that is this machine's own: the head, the node that is cut off, and this end of the link to it. The head's address is not that
# of the link, which loses its own when it is set down.
HEAD, AWAY, GATE, SPACE, LINK = "198.18.77.5", "198.18.77.2", "198.18.77.1", "multiplane-n1", "multiplane-n1"


def missing(ground: Ground) -> Optional[str]:
    if importlib.util.find_spec("ray") is None:
        return f"{sys.executable} has no Ray; install it in an environment, pip install ray, and give PYTHON=ENVIRONMENT/bin/python"
    return None


def needs_root(engine: Any) -> Optional[str]:
    return None if os.geteuid() == 0 else "a store without room is a file system of its own, which only root makes"


def needs_network(engine: Any) -> Optional[str]:
    return None if os.geteuid() == 0 and shutil.which("ip") else "networks are cut by root, with iproute2"


def needs_loss(engine: Any) -> Optional[str]:
    return needs_network(engine) or (None if shutil.which("nft") else "packets are lost by nftables")


class Engine:
    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.store = ground.store
        self.cluster: Any = None
        self.nodes: Dict[str, Any] = {}
        self.options: "List[str]" = []

    # --- The cluster

    def start(self, address: Optional[str] = None, nodes: "tuple[str, ...]" = NODES) -> None:
        # Sockets lie in a folder of Ray's below it.
        self.ground.environment.update(SETTINGS, RAY_TMPDIR=self.ground.folder)
        os.environ.update(self.ground.environment)
        from ray.cluster_utils import Cluster

        where = {"node_ip_address": address} if address else {}
        self.cluster = Cluster(initialize_head=True, head_node_args={
            "num_cpus": 0, "include_dashboard": False, "object_store_memory": MEMORY, **where})
        self.nodes = {}
        for name in nodes:
            self.add(name, **where)

    def add(self, name: str, **where: Any) -> None:
        self.nodes[name] = self.cluster.add_node(
            num_cpus=1, object_store_memory=MEMORY, env_vars={"MULTIPLANE_NODE": name}, **where)

    def lose(self, name: str) -> None:
        """A node whose processes are killed, all at once."""
        self.cluster.remove_node(self.nodes.pop(name), allow_graceful=False)

    def complete(self) -> None:
        """All three nodes."""
        if self.cluster is None:
            self.start()
        for name in NODES:
            if name not in self.nodes:
                self.add(name)

    def stop(self) -> None:
        if self.cluster is not None:
            for name in list(self.nodes):
                self.lose(name)
            with contextlib.suppress(Exception):
                self.cluster.shutdown()
        self.cluster, self.nodes = None, {}

    # --- Runs

    def run(self) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-m", "multiplane.ray", self.ground.plan, "--store", self.store, "-o", self.ground.out, "--address",
             self.cluster.address, *self.options],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8", errors="replace",
            env=self.ground.environment)

    def ends(self, process: "subprocess.Popen[str]", *statuses: int, seconds: float = 240) -> str:
        """Waits for the end of a run; returns its lines."""
        try:
            _, lines = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            expect(False, f"expected the run's end within {seconds:.0f} s")
        expect(process.returncode in statuses,
               f"expected status {' or '.join(map(str, statuses))}, found {process.returncode}: {lines[-600:]}")
        return lines

    def good(self, process: "Optional[subprocess.Popen[str]]" = None, twice: int = 0) -> str:
        """A run ends well, with the right outputs."""
        lines = self.ends(process or self.run(), 0)
        self.ground.check(twice)
        return lines


def counted(lines: str) -> str:
    """What the run tells of itself, all its rounds together."""
    found = re.findall(r"(\d+) chunks drawn in [0-9.]+ s, (\d+) tried again, (\d+) copied, (\d+) failed", lines)
    drawn, again, copied, failed = (sum(map(int, column)) for column in zip(*found)) if found else (0, 0, 0, 0)
    words = [f"{drawn} drawn", f"{again} tried again" * bool(again), f"{copied} copied" * bool(copied), f"{failed} failed" * bool(failed)]
    return ", ".join(filter(None, words))


@contextlib.contextmanager
def running(engine: Engine, wait: float = 0.5, count: int = 2) -> "Iterator[tuple[subprocess.Popen[str], Begun]]":
    """A run, and a chunk of it that is being drawn. However the test ends, the run does."""
    engine.complete()
    process = engine.run()
    try:
        yield process, engine.ground.drawing(count, wait)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


@fault("none")
def none(engine: Engine, ground: Ground) -> str:
    engine.complete()
    lines = engine.good()
    expect(len({each.node for each in ground.begun()}) == 3, "expected chunks on three nodes")
    again = engine.good()
    expect(len(ground.begun()) == CHUNKS, "expected nothing to be drawn in a second run")
    expect("drawn" not in again, f"expected nothing to be told of drawing, found {again}")
    return counted(lines)


@fault("chunk killed")
def chunk_killed(engine: Engine, ground: Ground) -> str:
    with running(engine) as (process, begun):
        kill(begun.process)
        return counted(engine.good(process, twice=1))


@fault("ffmpeg killed")
def ffmpeg_killed(engine: Engine, ground: Ground) -> str:
    with running(engine, 0.1) as (process, begun):
        kill(ground.encoder(begun))
        return counted(engine.good(process, twice=1))


@fault("chunk kills its process")
def poison(engine: Engine, ground: Ground) -> str:
    engine.complete()
    with ground.poison(2):
        lines = engine.ends(engine.run(), 75)
        told = re.findall(r"chunk 2 on .*: ended by SIGKILL$", lines, re.MULTILINE)
        expect(len(told) == 1, f"expected one line that names it, found {lines[-600:]}")
    return f"75, {counted(lines)}; without what kills it: {counted(engine.good(twice=4))}"


@fault("node lost")
def node_lost(engine: Engine, ground: Ground) -> str:
    with running(engine) as (process, begun):
        engine.lose(begun.node)
        until(lambda: not is_running(begun.process), "the lost node's chunk to end with it", 10)
        lines = engine.good(process, twice=1)
        expect([each.node for each in ground.begun() if each.chunk == begun.chunk][-1] != begun.node, "expected the chunk elsewhere")
        return counted(lines)


@fault("worker stopped")
def worker_stopped(engine: Engine, ground: Ground) -> str:
    with running(engine, 0.3, count=CHUNKS // 2) as (process, begun):
        kill(begun.process, signal.SIGSTOP)
        try:
            return counted(engine.good(process, twice=2))
        finally:
            ended = time.monotonic() + 10
            while is_running(begun.process) and time.monotonic() < ended:
                time.sleep(0.1)
            left = is_running(begun.process)
            kill(begun.process)
            expect(not left, "expected the stopped process to end with the run")


@fault("chunk damaged")
def chunk_damaged(engine: Engine, ground: Ground) -> str:
    engine.complete()
    engine.good()
    ground.damage()
    shutil.rmtree(ground.out)
    lines = engine.ends(engine.run(), 0)
    ground.check(twice=2)
    expect(ground.twice() == 2, f"expected two chunks to be drawn again, found {ground.twice()}")
    return counted(lines)


@fault("store full", needs_root)
def store_full(engine: Engine, ground: Ground) -> str:
    engine.complete()
    with ground.full() as make_room:
        engine.ends(engine.run(), 75)
        ground.check_store_is_whole()
        make_room()
        engine.good(twice=4 * CHUNKS)
    return "75; with room again: done"


@fault("another build on a node")
def other_build(engine: Engine, ground: Ground) -> str:
    return unfit(engine, ground, "build")


@fault("another ffmpeg on a node")
def other_ffmpeg(engine: Engine, ground: Ground) -> str:
    return unfit(engine, ground, "ffmpeg")


def unfit(engine: Engine, ground: Ground, kind: str) -> str:
    engine.complete()
    ground.make_unfit("n2", kind)
    lines = engine.good(twice=CHUNKS)
    tried = {each.chunk for each in ground.begun() if each.node == "n2"}
    expect(bool(tried), "expected a try on the node that is not fit")
    expect(all([each.node for each in ground.begun() if each.chunk == chunk][-1] != "n2" for chunk in tried), "expected its chunks elsewhere")
    return counted(lines)


@fault("one job of 100 beyond its limits")
def one_of_hundred(engine: Engine, ground: Ground) -> str:
    engine.complete()
    with ground.rows() as check:
        lines = engine.ends(engine.run(), 1)
        check()
        told = [line for line in lines.splitlines() if "row57" in line]
        expect(len(told) == 1, f"expected one line on the job, found {lines[-600:]}")
    return "status 1, one line, 99 pictures"


@fault("driver killed")
def driver_killed(engine: Engine, ground: Ground) -> str:
    with running(engine, 0.5, count=5) as (process, _):
        process.kill()
        process.communicate()
        ground.stopped()
        there = len([name for name in ground.files() if name.endswith(".json")])
        lines = engine.good(twice=3)
        expect(there >= 1, "expected a chunk to be there before")
        return f"{there} there, then {counted(lines)}"


@fault("SIGTERM")
def terminated(engine: Engine, ground: Ground) -> str:
    with running(engine, 0.5, count=5) as (process, _):
        start = time.monotonic()
        process.terminate()
        engine.ends(process, -signal.SIGTERM, seconds=10)
        took = time.monotonic() - start
        ground.stopped()
        ground.check_store_is_whole()
        expect(not os.path.exists(ground.out) or not os.listdir(ground.out), "expected no output")
        lines = engine.good(twice=3)
        return f"ended in less than {max(1, round(took + 0.5))} s, then {counted(lines)}"


@fault("head killed")
def head_killed(engine: Engine, ground: Ground) -> str:
    with running(engine, 0.5, count=5) as (process, _):
        engine.cluster.head_node.kill_gcs_server(check_alive=False)
        process.communicate(timeout=120)
        expect(process.returncode != 0, "expected the run to fail")
        engine.stop()
        ground.stopped()
        ground.check_store_is_whole()
        engine.complete()
        return f"ended, then {counted(engine.good(twice=3))}"


# --- Networks

@contextlib.contextmanager
def network(engine: Engine) -> Iterator[None]:
    """A cluster whose node n1 is in a network namespace, behind a link of its own."""
    engine.stop()
    away: "Optional[subprocess.Popen[bytes]]" = None
    take_down()
    try:
        call("ip", "netns", "add", SPACE)
        call("ip", "link", "add", LINK, "type", "veth", "peer", "name", "away", "netns", SPACE)
        call("ip", "address", "add", f"{HEAD}/32", "dev", "lo")
        call("ip", "address", "add", f"{GATE}/30", "dev", LINK)
        call("ip", "link", "set", LINK, "up")
        for line in (f"address add {AWAY}/30 dev away", "link set away up", "link set lo up", f"route add {HEAD} via {GATE}"):
            call("ip", "-n", SPACE, *line.split())
        engine.start(HEAD, NODES[1:])
        away = subprocess.Popen(
            ["ip", "netns", "exec", SPACE, sys.executable, "-m", "ray.scripts.scripts", "start", f"--address={engine.cluster.address}",
             "--num-cpus=1", f"--node-ip-address={AWAY}", f"--object-store-memory={MEMORY}", "--block"],
            env={**os.environ, "MULTIPLANE_NODE": "n1"}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True)
        call(sys.executable, "-c", JOINED, engine.cluster.address, "4", environment=dict(os.environ))
        yield
    finally:
        engine.stop()
        if away is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(away.pid, signal.SIGKILL)
            away.wait()
        take_down()


def take_down() -> None:
    """The namespace, with all processes in it, and the link, which goes a moment later by itself."""
    with contextlib.suppress(Wrong):
        for process in call("ip", "netns", "pids", SPACE).split():
            kill(int(process))
    for command in (("netns", "delete", SPACE), ("link", "delete", LINK), ("address", "delete", f"{HEAD}/32", "dev", "lo")):
        with contextlib.suppress(Wrong):
            call("ip", *command)


@fault("node cut off, alive", needs_network)
def cut_off(engine: Engine, ground: Ground) -> str:
    with network(engine):
        process = engine.run()
        try:
            begun = ground.drawing(2, 0.5, node="n1")
            call("ip", "link", "set", LINK, "down")
            lines = engine.good(process, twice=1)
            others = [each for each in ground.begun() if each.chunk == begun.chunk and each != begun]
            expect(len(others) == 1, "expected the chunk to be drawn by another node too")
            ground.stopped()
            ground.check(twice=1)
            return counted(lines)
        finally:
            process.kill()
            process.wait()


@fault("packets lost, 5 %", needs_loss)
def packets_lost(engine: Engine, ground: Ground) -> str:
    with network(engine):
        # By the namespace's own rules, which many kernels have that lack tc's netem.
        chains = (f"add chain inet loss {hook} {{ type filter hook {hook} priority 0; }}; "
                  f"add rule inet loss {hook} {side} away numgen random mod 100 < 5 counter drop"
                  for hook, side in (("input", "iifname"), ("output", "oifname")))
        call("ip", "netns", "exec", SPACE, "nft", "; ".join(("add table inet loss", *chains)))
        lines = engine.good(twice=2)
        expect(any(each.node == "n1" for each in ground.begun()), "expected a chunk behind the link")
        rules = call("ip", "netns", "exec", SPACE, "nft", "list", "ruleset")
        lost = sum(map(int, re.findall(r"counter packets (\d+)", rules)))
        expect(lost > 0, "expected packets to be lost")
        return f"{counted(lines)}; {lost} packets lost"
