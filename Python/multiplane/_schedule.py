"""The schedule of a plan's chunks: attempts, retries on other machines, copies of late chunks.

The engine selects the machine; the schedule does not depend on Ray or on pictures. Drawing a chunk
twice is harmless, because the first result in the store counts.
"""

from __future__ import annotations

import bisect
import collections
import heapq
import time
from dataclasses import dataclass, field
from typing import Callable, Deque, Dict, FrozenSet, Generic, Iterable, List, Optional, Protocol, Set, Tuple, TypeVar

from ._chunk import AGAIN, DONE, MISUSED, RECALLED, Outcome

Ticket = TypeVar("Ticket")

# Seconds before each retry of a chunk; after the last retry it has failed.
WAITS = (2.0, 4.0, 8.0)
# A chunk is late if it takes longer than LATE times the median, and than LATE_SECONDS.
LATE, LATE_SECONDS = 3.0, 5.0
# Seconds to wait for a recalled attempt to end as RECALLED; after that, it counts as started.
RECALL_SECONDS = 2.0
# Attempts submitted at once: enough for an autoscaler to see the demand, with bounded memory.
MOST_IN_FLIGHT = 1000
# The maximum number of lines about failed attempts and copies.
MOST_LINES = 20


class Engine(Protocol[Ticket]):
    """A backend that draws chunks, such as a cluster."""

    def submit(self, number: int, avoid: FrozenSet[str]) -> Ticket:
        """Starts an attempt to draw a chunk, on nodes not in `avoid` if there are others."""

    def wait(self, seconds: float) -> List[Tuple[Ticket, Outcome]]:
        """Waits at most `seconds` for an attempt to end. Returns those that ended, each once."""

    def cancel(self, ticket: Ticket) -> None:
        """Cancels an attempt; `wait` does not return it any more."""

    def recall(self, ticket: Ticket) -> None:
        """Recalls an attempt. It ends as RECALLED if it has not started; otherwise it continues."""

    def slots(self) -> int:
        """The number of attempts that the available nodes can draw concurrently."""


@dataclass
class _Chunk(Generic[Ticket]):
    number: int
    tries: int = 0
    avoid: Set[str] = field(default_factory=set)
    tickets: Set[Ticket] = field(default_factory=set)


@dataclass
class _Try(Generic[Ticket]):
    chunk: _Chunk[Ticket]
    since: float
    recalled: Optional[float] = None
    """The time of the recall, by the clock; None before."""


class Schedule(Generic[Ticket]):
    """Draws chunks until each one is done or has failed.

    numbers: the chunks to draw.
    tell: called with one line per failed attempt or copy; after 20 lines, the rest is omitted.
    clock: returns the time in seconds.
    """

    def __init__(self, numbers: Iterable[int], engine: Engine[Ticket], tell: Callable[[str], None],
                 clock: Callable[[], float] = time.monotonic) -> None:
        self.done: List[int] = []
        self.failures: Dict[int, Outcome] = {}
        self.again = 0
        """The number of retries."""
        self.copies = 0
        self._engine, self._tell, self._clock = engine, tell, clock
        self._waiting: Deque[_Chunk[Ticket]] = collections.deque(_Chunk(number) for number in numbers)
        self.count = len(self._waiting)
        self._later: List[Tuple[float, int, _Chunk[Ticket]]] = []
        self._flying: Dict[Ticket, _Try[Ticket]] = {}
        self._seconds: List[float] = []
        self._lines = 0
        # The time from which every attempt has had a slot, as far as known here.
        self._quiet: float = 0.0
        self._is_quiet = False
        # The time at which the last attempt ended.
        self._ended: float = 0.0
        # A lost node leaves attempts behind, but no slots.
        self._most_slots = 0
        # Nodes that attempts may have waited for in vain, until one of their attempts ends.
        self._silent: Set[str] = set()

    def run(self) -> None:
        """Runs until nothing is left to try."""
        while self.step():
            pass

    def step(self, longest: float = 1.0) -> bool:
        """Waits at most `longest` seconds for results. Returns whether anything is left to try."""
        if not (self._waiting or self._later or self._flying):
            return False
        self._submit()
        self._copy()
        for ticket, outcome in self._engine.wait(longest):
            self._take(ticket, outcome)
        return True

    def end(self) -> None:
        """Cancels all attempts."""
        self._waiting.clear()
        self._later.clear()
        for ticket in list(self._flying):
            self._drop(ticket)

    # --- Tries

    def _submit(self) -> None:
        now = self._clock()
        while self._later and self._later[0][0] <= now:
            self._waiting.append(heapq.heappop(self._later)[2])
        while self._waiting and len(self._flying) < MOST_IN_FLIGHT:
            chunk = self._waiting.popleft()
            chunk.tries += 1
            self.again += chunk.tries > 1
            self._fly(chunk, self._avoided(chunk))

    def _avoided(self, chunk: _Chunk[Ticket]) -> FrozenSet[str]:
        return frozenset(chunk.avoid | self._silent)

    def _fly(self, chunk: _Chunk[Ticket], avoid: FrozenSet[str]) -> None:
        ticket = self._engine.submit(chunk.number, avoid)
        chunk.tickets.add(ticket)
        self._flying[ticket] = _Try(chunk, self._clock())

    def _drop(self, ticket: Ticket) -> None:
        self._engine.cancel(ticket)
        self._flying.pop(ticket).chunk.tickets.discard(ticket)

    def _copy(self) -> None:
        """Starts a second attempt for late chunks once nothing waits; their node may hang.

        Ray reports late or never on attempts on a lost node, and on attempts that wait for one.
        They count as late, and hold no slot. Attempts that have not started are recalled first and
        submitted to other nodes, so that no chunk is drawn twice if both start in the end.
        """
        now, slots = self._clock(), self._engine.slots()
        self._most_slots = max(self._most_slots, slots)
        if not self._seconds:
            return
        limit = max(LATE * self._seconds[len(self._seconds) // 2], LATE_SECONDS)
        was_quiet = self._is_quiet
        is_stuck = now - self._ended > limit
        self._is_quiet = not self._waiting and (is_stuck or len(self._flying) <= self._most_slots)
        if self._is_quiet and not was_quiet:
            self._quiet = now
        if not self._is_quiet:
            return
        late = [(ticket, flying) for ticket, flying in self._flying.items()
                if now - max(flying.since, self._quiet) > limit]
        for ticket, flying in late:
            if flying.recalled is None:
                flying.recalled = now
                self._engine.recall(ticket)
        free = slots - (len(self._flying) - len(late))
        begun = [flying for _, flying in late if flying.recalled is not None and now - flying.recalled > RECALL_SECONDS]
        for flying in [flying for flying in begun if len(flying.chunk.tickets) == 1][:max(0, free)]:
            self.copies += 1
            self._say(f"chunk {flying.chunk.number}: takes more than {limit:.0f} s; is drawn a second time")
            self._fly(flying.chunk, self._avoided(flying.chunk))

    # --- Results

    def _take(self, ticket: Ticket, outcome: Outcome) -> None:
        flying = self._flying.pop(ticket, None)
        if flying is None:
            return
        chunk = flying.chunk
        chunk.tickets.discard(ticket)
        if outcome.status == RECALLED:
            self._silent |= {outcome.node} - {""}
            if not chunk.tickets:
                self._fly(chunk, self._avoided(chunk))
            return
        self._silent.discard(outcome.node)
        self._ended = self._clock()
        if outcome.status == DONE:
            bisect.insort(self._seconds, outcome.seconds)
            self.done.append(chunk.number)
        elif outcome.status == AGAIN:
            self._try_again(chunk, outcome)
            return
        else:
            self._fail(chunk, outcome)
        for other in list(chunk.tickets):
            self._drop(other)
        if outcome.status == MISUSED:
            # Every other chunk would fail in the same way.
            self.end()

    def _try_again(self, chunk: _Chunk[Ticket], outcome: Outcome) -> None:
        if outcome.node:
            chunk.avoid.add(outcome.node)
        if chunk.tickets:
            return  # its copy continues
        if chunk.tries > len(WAITS):
            self._fail(chunk, outcome)
            return
        wait = WAITS[chunk.tries - 1]
        self._say(f"{_told(chunk.number, outcome)}; is tried again in {wait:.0f} s")
        heapq.heappush(self._later, (self._clock() + wait, chunk.number, chunk))

    def _fail(self, chunk: _Chunk[Ticket], outcome: Outcome) -> None:
        self.failures[chunk.number] = outcome
        self._say(_told(chunk.number, outcome))

    def _say(self, line: str) -> None:
        self._lines += 1
        if self._lines <= MOST_LINES:
            self._tell(line)
        elif self._lines == MOST_LINES + 1:
            self._tell("more such lines are left out")


def _told(number: int, outcome: Outcome) -> str:
    where = f" on {outcome.host}" if outcome.host else ""
    return f"chunk {number}{where}: {outcome.line}"
