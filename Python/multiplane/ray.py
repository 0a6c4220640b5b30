"""Plans on a Ray cluster: `python -m multiplane.ray PLAN --store STORE -o OUT`.

Each chunk is a task that runs `multiplane chunk` on a node and interprets its exit status. Chunks
that are in the store already are not drawn again, so an interrupted run can be resumed. At the end,
`multiplane join` writes the outputs.

    multiplane plan jobs.jsonl --out PLAN
    python -m multiplane.ray PLAN --store /shared/store -o out
    python -m multiplane.ray PLAN --store s3://bucket/store -o out

The cluster is that of RAY_ADDRESS or of this machine; without one, Ray runs on this machine alone.
Every node needs the command, Ray and this module, and PLAN and STORE under the same paths. With an
`s3://` store, which requires boto3, nodes share only the bucket, to which the plan is uploaded too.

Exit statuses are those of `multiplane join`: 0 all outputs are complete, 1 a permanent failure,
2 wrong usage, 75 a temporary failure.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import os
import signal
import subprocess
import sys
import time
from typing import Any, Callable, Dict, FrozenSet, Iterator, List, Optional, Sequence, Set, Tuple

from . import _objects
from ._chunk import AGAIN, DONE, FAILED, MISUSED, RECALLED, Outcome, numbers, run
from ._error import Error
from ._schedule import Schedule
from ._scratch import scratch

# The maximum number of rounds: after the first, each redraws what the join found damaged.
_ROUNDS = 3
# Seconds between two lines of progress.
_TELLING = 10.0


class Ended(BaseException):
    """Raised for a signal that ends the run."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


# --- Tasks on nodes

def _draw(command: str, plan: str, number: int, store: str) -> Outcome:
    """The task of a chunk: draws it on the node that runs the task."""
    # Ray cancels running tasks by SIGINT; `recall` must not affect them.
    signal.signal(signal.SIGINT, lambda number, frame: None)
    node = str(importlib.import_module("ray").get_runtime_context().get_node_id())
    if not store.startswith(_objects.SCHEME):
        return run([command, "chunk", plan, str(number), "--store", store, "--end-with-parent"], node)
    try:
        bucket = _objects.opened(store)
        return _objects.draw(command, _objects.local_plan(bucket, plan), number, bucket, node)
    except _objects.StoreError as error:
        return Outcome(error.status, error.line, node=node)
    except Error as error:
        # Such as boto3, missing on this node.
        return Outcome(AGAIN, str(error), node=node)


class RayEngine:
    """Chunks as Ray tasks (`_schedule.Engine`).

    Ray's own retries (`max_retries`) are not used: a machine that does not match the plan fails
    quickly, is free first, and would get the chunk again. Retries of the schedule avoid the nodes
    on which the chunk failed.
    """

    def __init__(self, ray: Any, draw: Callable[[int], Sequence[object]], threads: int) -> None:
        """draw: returns the arguments of `_draw` for a chunk. threads: the cores per chunk."""
        self._ray, self._arguments, self._threads = ray, draw, threads
        self._task: Any = ray.remote(num_cpus=threads, max_retries=0, scheduling_strategy="SPREAD")(_draw)
        self._flying: List[Any] = []
        # Nodes that have ever been available, and the time at which their last attempt ended.
        self._seen: Set[str] = set()
        self._heard: Dict[str, float] = {}

    def submit(self, number: int, avoid: FrozenSet[str]) -> Any:
        options: Dict[str, object] = {"name": f"multiplane chunk {number}"}
        there = {node for node, _ in self._nodes()}
        self._seen |= there
        # Ray sends further similar tasks to a lost node as long as tasks wait for it.
        avoid |= self._seen - there
        if avoid and there - avoid:
            options["label_selector"] = {"ray.io/node-id": f"!in({','.join(sorted(avoid))})"}
        ticket = self._task.options(**options).remote(*self._arguments(number))
        self._flying.append(ticket)
        return ticket

    def wait(self, seconds: float) -> List[Tuple[Any, Outcome]]:
        if not self._flying:
            time.sleep(seconds)
            return []
        ready, _ = self._ray.wait(self._flying, num_returns=1, timeout=seconds)
        if ready:
            ready, self._flying = self._ray.wait(self._flying, num_returns=len(self._flying), timeout=0)
        return [(ticket, self._outcome(ticket)) for ticket in ready]

    def _outcome(self, ticket: Any) -> Outcome:
        try:
            outcome: Outcome = self._ray.get(ticket)
            self._heard[outcome.node] = time.monotonic()
            return outcome
        except self._ray.exceptions.TaskCancelledError:
            # Ray does not report which node it waited for: assume the one that is silent longest.
            nodes = sorted((node for node, _ in self._nodes()), key=lambda node: self._heard.get(node, 0.0))
            return Outcome(RECALLED, node=nodes[0] if nodes else "")
        except Exception as error:
            # A lost node or worker, or a node with another version of Python.
            lines = str(error).strip().splitlines()
            return Outcome(AGAIN, f"{type(error).__name__}: {lines[0] if lines else 'Ray gave no reason'}")

    def cancel(self, ticket: Any) -> None:
        self._flying = [flying for flying in self._flying if flying != ticket]
        # Ends the process and, through --end-with-parent, its children.
        with contextlib.suppress(Exception):
            self._ray.cancel(ticket, force=True)

    def recall(self, ticket: Any) -> None:
        with contextlib.suppress(Exception):
            self._ray.cancel(ticket, force=False)

    def slots(self) -> int:
        return sum(slots for _, slots in self._nodes())

    def _nodes(self) -> List[Tuple[str, int]]:
        """The nodes that can draw, with the number of concurrent chunks of each."""
        nodes = [(str(node["NodeID"]), int(node["Resources"].get("CPU", 0) // self._threads))
                 for node in self._ray.nodes() if node["Alive"]]
        return [(node, slots) for node, slots in nodes if slots > 0]


# --- A run

class _Run:
    def __init__(self, options: argparse.Namespace, signals: "_Signals") -> None:
        self.signals = signals
        self.plan = os.path.abspath(options.plan)
        # A name is searched in each node's PATH; a path is the same on all nodes.
        self.command: str = os.path.abspath(options.command) if os.sep in options.command else options.command
        self.output = os.path.abspath(options.output)
        self.is_quiet: bool = options.quiet
        self.address: Optional[str] = options.address
        self.bucket: Optional[_objects.ObjectStore] = None
        if options.store.startswith(_objects.SCHEME):
            self.bucket = _objects.ObjectStore(options.store)
        self.store = os.path.abspath(options.store)
        # With a bucket: the keys of the plan's chunks, and of those that were downloaded.
        self.keys: List[str] = []
        self.fetched: Set[str] = set()
        self.ray: Any = None

    def tell(self, line: str) -> None:
        print(f"multiplane: {self.plan}: {line}", file=sys.stderr, flush=True)

    def run(self) -> int:
        with contextlib.ExitStack() as stack:
            if self.bucket:
                # A join reads files: chunks are downloaded beside the outputs until it is done.
                folder = os.path.dirname(self.output)
                os.makedirs(folder, exist_ok=True)
                self.store = stack.enter_context(scratch(folder, ".multiplane-store-"))
            missing, status = self._missing()
            if status != DONE:
                return status
            stack.callback(self._shut_down)
            if self.bucket:
                self.keys = _objects.keys(self.plan)
                missing = self._pull()
            failed = DONE
            for _ in range(_ROUNDS):
                if missing:
                    failed = self._draw(missing)
                if failed == MISUSED:
                    return failed
                if self.bucket:
                    self._pull()
                quiet = ["--quiet"] if self.is_quiet else []
                status = self._call("join", self.plan, "--store", self.store, "-o", self.output, *quiet).returncode
                if status != AGAIN or failed != DONE:
                    break
                missing = self._pull() if self.bucket else self._missing()[0]
                if not missing:
                    break
            # A permanent failure takes precedence over the status of the join.
            return FAILED if failed == FAILED else status

    def _pull(self) -> List[int]:
        """Downloads the chunks in the bucket. Returns those that are missing or were damaged."""
        assert self.bucket is not None
        self._set_aside()
        self.fetched |= _objects.pull(self.bucket, self.keys, self.store)
        return self._set_aside()

    def _set_aside(self) -> List[int]:
        """Removes downloaded chunks that still count as missing. Returns all missing chunks."""
        assert self.bucket is not None
        missing, _ = self._missing()
        damaged = self.fetched & {self.keys[number] for number in missing}
        _objects.set_aside(self.bucket, damaged, self.store)
        self.fetched -= damaged
        return missing

    def _call(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Runs the command on this machine, with its messages on standard error."""
        try:
            done = subprocess.run([self.command, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  encoding="utf-8", errors="replace", check=False)
        except OSError as error:
            raise Error(f"{self.command}: expected a command, found \"{error.strerror}\"; give it with --command",
                        "error", self.command) from None
        if done.returncode < 0:
            done.returncode = AGAIN
        return done

    def _missing(self) -> Tuple[List[int], int]:
        """The chunks that the store lacks, according to the command, and its exit status."""
        done = self._call("join", self.plan, "--store", self.store, "--missing")
        if done.returncode != DONE:
            return [], done.returncode
        return numbers(done.stdout), DONE

    def _draw(self, missing: List[int]) -> int:
        with self.signals.held():
            self._start()
        with open(os.path.join(self.plan, "plan.json"), encoding="utf-8") as file:
            threads = int(json.load(file).get("threads", 1))
        plan, store = self.plan, self.store
        if self.bucket:
            plan, store = _objects.push_plan(self.bucket, self.plan), self.bucket.url
        start = time.monotonic()
        with self.signals.held():
            engine = RayEngine(self.ray, lambda number: (self.command, plan, number, store), threads)
            if not engine.slots():
                self.tell(f"no node of the cluster has {threads} cores; the run waits for one")
            schedule: Schedule[Any] = Schedule(missing, engine, self.tell)
            try:
                self._step(schedule)
            finally:
                schedule.end()
        if not self.is_quiet:
            self.tell(f"{len(schedule.done)} chunks drawn in {time.monotonic() - start:.1f} s, {schedule.again} tried "
                      f"again, {schedule.copies} copied, {len(schedule.failures)} failed")
        statuses = {outcome.status for outcome in schedule.failures.values()}
        return MISUSED if MISUSED in statuses else AGAIN if statuses == {AGAIN} else FAILED if statuses else DONE

    def _step(self, schedule: Schedule[Any]) -> None:
        told = time.monotonic()
        while schedule.step():
            self.signals.raise_found()
            if not self.is_quiet and time.monotonic() > told + _TELLING:
                told = time.monotonic()
                self.tell(f"{len(schedule.done)} of {schedule.count} chunks are drawn")

    def _start(self) -> None:
        if self.ray:
            return
        try:
            ray = importlib.import_module("ray")
        except ImportError:
            raise Error("multiplane.ray: needs Ray; install it: pip install 'ray>=2.49'") from None
        try:
            ray.init(address=self.address, log_to_driver=False, logging_level="ERROR")
        except (ConnectionError, RuntimeError, ValueError) as error:
            line = next(iter(str(error).strip().splitlines()), "no reason")
            raise _objects.StoreError(f"{self.address or 'the cluster'}: Ray does not answer: {line}", AGAIN) from None
        self.ray = ray
        self.signals.raise_found()

    def _shut_down(self) -> None:
        if self.ray:
            with self.signals.held():
                self.ray.shutdown()


class _Signals:
    """Handlers of SIGTERM, SIGINT and SIGHUP that end a run in order.

    Ignored signals stay ignored. A second signal ends the process at once.
    """

    def __init__(self) -> None:
        before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}
        self._ours = {number: handler for number, handler in before.items() if handler != signal.SIG_IGN}
        self._is_held = False
        self._found: Optional[int] = None

    def __enter__(self) -> "_Signals":
        self._take()
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self._ours.items():
            signal.signal(number, handler)

    def _take(self) -> None:
        for number in self._ours:
            signal.signal(number, self._note)

    def _note(self, number: int, frame: object) -> None:
        for each in self._ours:
            signal.signal(each, signal.SIG_DFL)
        self._found = number
        if not self._is_held:
            raise Ended(number)

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Defers signals to `raise_found`: exceptions do not propagate through Ray's functions."""
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False

    def raise_found(self) -> None:
        """Raises `Ended` for a deferred signal.

        Otherwise replaces Ray's handlers, which would end the process before its chunks.
        """
        if self._found is not None:
            raise Ended(self._found)
        self._take()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m multiplane.ray", description="Draw the chunks of a plan on a Ray cluster, and join them.",
        epilog="Exit status: 0 done; 1 permanent failure; 2 usage error; 75 temporary failure: run the same "
               "command again, finished chunks are kept.")
    parser.add_argument("plan", metavar="PLAN", help="folder made by `multiplane plan`")
    parser.add_argument("--store", required=True, metavar="STORE",
                        help="folder shared by all nodes, or s3://BUCKET/PREFIX (set AWS_ENDPOINT_URL and boto3's "
                             "other variables here and on the nodes)")
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help="output folder")
    parser.add_argument("--address", metavar="HOST:PORT",
                        help="address of the cluster (default: RAY_ADDRESS, the cluster of this machine, or this "
                             "machine alone)")
    parser.add_argument("--command", default="multiplane", metavar="COMMAND",
                        help="command on this machine and on the nodes (default: multiplane, in PATH)")
    parser.add_argument("--quiet", action="store_true", help="print failures only")
    return parser


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs the command line. Returns its exit status, or ends the process by a received signal."""
    options = _parser().parse_args(arguments)
    try:
        with _Signals() as signals:
            return _Run(options, signals).run()
    except Ended as end:
        signal.signal(end.number, signal.SIG_DFL)
        os.kill(os.getpid(), end.number)
        return AGAIN
    except _objects.StoreError as error:
        line, status = error.line, error.status
    except Error as error:
        line, status = str(error), MISUSED
    except (OSError, ValueError) as error:
        line, status = f"{options.plan}: {error}", FAILED
    print(f"multiplane: {line}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
