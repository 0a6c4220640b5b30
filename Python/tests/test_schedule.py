from __future__ import annotations

import os
import signal
import tempfile
import time
import unittest
from pathlib import Path
from typing import Callable, Dict, FrozenSet, List, Set, Tuple

from multiplane._chunk import AGAIN, DONE, FAILED, MISUSED, RECALLED, Outcome, numbers, run
from multiplane._schedule import MOST_LINES, Schedule

# What a chunk's try ends with, on a node: status, seconds. None never ends.
Answer = Callable[[int, str, int], Tuple[int, float]]


class FakeEngine:
    """Nodes of one slot each, whose time is a number."""

    def __init__(self, nodes: Tuple[str, ...], answer: Answer) -> None:
        self.now = 0.0
        self.tries: List[Tuple[int, str]] = []
        self.cancelled: List[int] = []
        self.recalled: List[int] = []
        # What each try was to keep away from.
        self.avoided: List[Tuple[int, FrozenSet[str]]] = []
        self._nodes, self._answer = nodes, answer
        self._queue: List[Tuple[int, int, FrozenSet[str]]] = []
        self._busy: Dict[str, Tuple[int, float, Outcome]] = {}
        self._count = 0
        # Tries that are never begun, as they wait for a node that is lost; and when that is known.
        self.stuck: Set[int] = set()
        self.lost: Tuple[str, float] = ("", 0)

    def submit(self, number: int, avoid: FrozenSet[str]) -> int:
        self._count += 1
        self.avoided.append((number, avoid))
        self._queue.append((self._count, number, avoid if set(self._nodes) - avoid else frozenset()))
        return self._count

    def wait(self, seconds: float) -> List[Tuple[int, Outcome]]:
        back, self.recalled = self.recalled, []
        if back:
            return [(ticket, Outcome(RECALLED, node=self.lost[0])) for ticket in back]
        for entry in list(self._queue):
            ticket, number, avoid = entry
            if ticket in self.stuck:
                continue
            free = [node for node in self._there() if node not in self._busy and node not in avoid]
            if free:
                self._queue.remove(entry)
                status, takes = self._answer(number, free[0], sum(number == other for other, _ in self.tries))
                self.tries.append((number, free[0]))
                outcome = Outcome(status, f"status {status}", takes, free[0], free[0])
                self._busy[free[0]] = ticket, self.now + takes, outcome
        end = min([self.now + seconds, *(due for _, due, _ in self._busy.values())])
        self.now = max(self.now, end)
        done = [(node, ticket, outcome) for node, (ticket, due, outcome) in self._busy.items() if due <= self.now]
        for node, _, _ in done:
            del self._busy[node]
        return [(ticket, outcome) for _, ticket, outcome in done]

    def cancel(self, ticket: int) -> None:
        self.cancelled.append(ticket)
        self._queue = [entry for entry in self._queue if entry[0] != ticket]
        self._busy = {node: entry for node, entry in self._busy.items() if entry[0] != ticket}

    def recall(self, ticket: int) -> None:
        self.recalled += [entry[0] for entry in self._queue if entry[0] == ticket]
        self._queue = [entry for entry in self._queue if entry[0] != ticket]

    def slots(self) -> int:
        return len(self._there())

    def _there(self) -> List[str]:
        return [node for node in self._nodes if node != self.lost[0] or self.now < self.lost[1]]


class ScheduleTests(unittest.TestCase):
    def draw(self, count: int, nodes: Tuple[str, ...], answer: Answer
             ) -> Tuple[Schedule[int], FakeEngine, List[str]]:
        engine, lines = FakeEngine(nodes, answer), list[str]()
        schedule = Schedule(range(count), engine, lines.append, clock=lambda: engine.now)
        schedule.run()
        self.assertEqual(sorted([*schedule.done, *schedule.failures]), list(range(count)))
        return schedule, engine, lines

    def test_each_chunk_is_drawn_once(self) -> None:
        schedule, engine, lines = self.draw(2500, ("a", "b", "c"), lambda number, node, tries: (DONE, 1))
        self.assertEqual(sorted(number for number, _ in engine.tries), list(range(2500)))
        self.assertEqual((schedule.again, schedule.copies, lines), (0, 0, []))

    def test_a_node_that_is_not_fit_gets_no_chunk_twice(self) -> None:
        schedule, engine, lines = self.draw(
            9, ("a", "b", "c"), lambda number, node, tries: (AGAIN, 0.1) if node == "b" else (DONE, 5))
        self.assertEqual(schedule.failures, {})
        tried = [number for number, node in engine.tries if node == "b"]
        self.assertGreater(len(tried), 0)
        self.assertEqual(len(tried), len(set(tried)))
        self.assertIn("on b", lines[0])

    def test_four_tries_then_a_chunk_has_failed_alone(self) -> None:
        schedule, engine, lines = self.draw(3, ("a",), lambda number, node, tries: (AGAIN if number == 1 else DONE, 1))
        self.assertEqual([number for number, _ in engine.tries].count(1), 4)
        self.assertEqual({number: outcome.status for number, outcome in schedule.failures.items()}, {1: AGAIN})
        self.assertGreaterEqual(engine.now, 2 + 4 + 8)

    def test_a_chunk_that_kills_its_process_fails_alone(self) -> None:
        killed = run(["sh", "-c", "kill -9 $$"])
        self.assertEqual((killed.status, killed.line), (AGAIN, "ended by SIGKILL"))
        schedule, engine, lines = self.draw(
            9, ("a", "b", "c", "d"), lambda number, node, tries: (killed.status if number == 5 else DONE, 1))
        self.assertEqual(sorted(schedule.done), [0, 1, 2, 3, 4, 6, 7, 8])
        self.assertEqual(list(schedule.failures), [5])
        # Each time elsewhere, and nothing else twice.
        self.assertEqual(sorted(node for number, node in engine.tries if number == 5), ["a", "b", "c", "d"])
        self.assertEqual((len(engine.tries), schedule.again, schedule.copies), (12, 3, 0))
        told = [line for line in lines if "is tried again" not in line]
        self.assertEqual(len(told), 1)
        self.assertRegex(told[0], "^chunk 5 on [abcd]: ")

    def test_what_fails_for_good_is_tried_once(self) -> None:
        schedule, engine, lines = self.draw(
            100, ("a", "b"), lambda number, node, tries: (FAILED if number == 7 else DONE, 1))
        self.assertEqual(list(schedule.failures), [7])
        self.assertEqual(len(engine.tries), 100)
        self.assertEqual(lines, ["chunk 7 on b: status 1"])

    def test_a_command_that_is_not_understood_ends_the_run(self) -> None:
        engine = FakeEngine(("a",), lambda number, node, tries: (MISUSED, 1))
        schedule = Schedule(range(50), engine, lambda line: None, clock=lambda: engine.now)
        schedule.run()
        self.assertEqual(len(engine.tries), 1)

    def test_what_is_late_is_drawn_by_another_node_too(self) -> None:
        schedule, engine, lines = self.draw(
            6, ("a", "b", "c"), lambda number, node, tries: (DONE, 1e9 if number == 0 and tries == 0 else 4))
        self.assertEqual(schedule.copies, 1)
        self.assertEqual(sorted(node for number, node in engine.tries if number == 0), ["a", "b"])
        self.assertEqual(engine.cancelled, [1])
        self.assertLess(engine.now, 60)

    def test_what_waits_for_a_lost_node_is_drawn_by_others(self) -> None:
        engine = FakeEngine(("a", "b", "c"), lambda number, node, tries: (DONE, 1e9 if node == "a" else 1))
        # The tries of chunks 5, 6 and 7: with that on the node more than there ever were slots.
        engine.stuck, engine.lost = {6, 7, 8}, ("a", 2)
        schedule = Schedule(range(8), engine, lambda line: None, clock=lambda: engine.now)
        schedule.run()
        self.assertEqual(sorted(schedule.done), list(range(8)))
        self.assertEqual(schedule.copies, 1)
        self.assertEqual(sorted(number for number, _ in engine.tries), [0, 0, 1, 2, 3, 4, 5, 6, 7])
        # Those that waited for it, and the copy of the one that had begun, keep away from the node that was silent.
        self.assertEqual(sorted(engine.avoided[8:]), [(number, frozenset("a")) for number in (0, 5, 6, 7)])
        self.assertLess(engine.now, 30)

    def test_a_copy_that_fails_leaves_the_first(self) -> None:
        schedule, engine, lines = self.draw(
            6, ("a", "b", "c"),
            lambda number, node, tries: (DONE, 4) if number else (AGAIN, 1) if tries else (DONE, 40))
        self.assertEqual(schedule.failures, {})
        self.assertGreaterEqual(schedule.copies, 1)

    def test_lines_are_told_up_to_a_number(self) -> None:
        _, _, lines = self.draw(200, ("a",), lambda number, node, tries: (FAILED, 1))
        self.assertEqual(len(lines), MOST_LINES + 1)


class ChunkTests(unittest.TestCase):
    def test_numbers(self) -> None:
        self.assertEqual(numbers("0\n"), [0])
        self.assertEqual(numbers("0-2,9,11-12\n"), [0, 1, 2, 9, 11, 12])
        for text in ("a", "1-", "-1", "1,,2", "1 2"):
            with self.subTest(text), self.assertRaises(ValueError):
                numbers(text)

    def test_statuses_and_lines(self) -> None:
        for script, status, line in (
                ("exit 0", DONE, ""), ("echo a >&2; echo multiplane: b >&2; exit 1", FAILED, "b"),
                ("exit 75", AGAIN, "exit status 75"), ("kill -9 $$", AGAIN, "ended by SIGKILL"),
                ("head -c 9999 /dev/zero | tr '\\0' x >&2; exit 2", MISUSED, "x" * 4096)):
            with self.subTest(script):
                outcome = run(["sh", "-c", script], "n1")
                self.assertEqual((outcome.status, outcome.line, outcome.node), (status, line, "n1"))

    def test_a_command_that_is_not_there_is_another_machine_s_work(self) -> None:
        outcome = run(["/nowhere/multiplane", "chunk"])
        self.assertEqual(outcome.status, AGAIN)
        self.assertIn("/nowhere/multiplane", outcome.line)

    def test_nothing_that_it_started_is_left(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "process")
            self.assertEqual(run(["sh", "-c", f"sleep 600 & echo $! > {path}; exit 0"]).status, DONE)
            with self.assertRaises(ProcessLookupError):
                # Gone, or an orphan that init is about to reap.
                for _ in range(100):
                    os.kill(int(path.read_text()), 0)
                    time.sleep(0.05)

    def test_what_is_interrupted_ends_its_command(self) -> None:
        class Interrupted(Exception):
            pass

        def interrupt(number: int, frame: object) -> None:
            raise Interrupted

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "process")
            before = signal.signal(signal.SIGALRM, interrupt)
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.3)
                with self.assertRaises(Interrupted):
                    run(["sh", "-c", f"echo $$ > {path}; exec sleep 600"])
            finally:
                signal.signal(signal.SIGALRM, before)
            with self.assertRaises(ProcessLookupError):
                os.kill(int(path.read_text()), 0)
