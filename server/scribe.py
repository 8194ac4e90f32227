"""Nothing caused by an action leaves before the action is written.

Effects wait here until the journal has what caused them, and leave in the order they came. While
one write is under way the next one gathers, so that one commit serves all who wait. When a write
fails it is tried again with the next ``retry``; meanwhile nothing leaves but signs of life and the
refusals which say that nothing can be saved.
"""

from collections import deque
from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Protocol

from messages import Error, ErrorCode, Heartbeat
from server.journal.base import Journal
from server.journal.records import Entry
from server.outgoing import Effect, Outgoing, PeerId

Soon = Callable[[Callable[[], None]], object]


class Deliver(Protocol):
    """Send the effects of one or several events."""

    def __call__(self, *events: list[Effect]) -> None: ...


class Scribe:
    """``trouble`` is told when writing fails, and when it works again.

    ``flush`` sends at once what was delivered.
    """

    def __init__(
        self,
        journal: Journal,
        soon: Soon,
        deliver: Deliver,
        trouble: Callable[[bool], None],
        flush: Callable[[], None] = lambda: None,
    ) -> None:
        self._journal = journal
        self._soon = soon
        self._deliver = deliver
        self._trouble = trouble
        self._flush = flush
        self._held: deque[list[Effect]] = deque()
        self._waiting: list[Entry] = []
        self._scheduled = False
        self._failed = False
        self._owed: set[PeerId] = set()
        """While writing fails: the peers for whom an answer is held. Answers keep their order."""

    @property
    def idle(self) -> bool:
        """Whether nothing waits here, or waiting is no use because writing fails."""
        return self._failed or not self._held

    def take(self, effects: list[Effect]) -> None:
        """Deliver these effects once they, and all before them, may be known outside."""
        entries = [effect for effect in effects if type(effect) is Entry]
        if not entries and not self._held:
            self._deliver(effects)
            return
        if self._failed:
            effects = self._let_pass(effects)
            self._owed |= _answered(effects)
        self._held.append(effects)
        if entries:
            self._waiting += entries
            self._schedule()

    def retry(self) -> None:
        """Try again what failed. About once a second."""
        if self._failed and not self._scheduled:
            self._schedule()

    def _schedule(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            self._soon(self._write)

    def _write(self) -> None:
        batch, self._waiting = self._waiting, []
        self._journal.write(batch, partial(self._written, batch, len(self._held)))

    def _written(self, batch: list[Entry], held: int, safe: bool) -> None:
        self._scheduled = False
        self._failed = not safe
        self._trouble(not safe)
        self._owed.clear()
        if not safe:
            self._waiting = batch + self._waiting
            self._owed.update(*map(_answered, self._held))
            return
        # What came later and needs no writing leaves too, unless something before it does.
        while self._held and (held > 0 or not self._waiting):
            held = held or len(self._held)
            self._deliver(*islice(self._held, held))  # still held: what this causes comes after it
            for _ in range(held):
                self._held.popleft()
            held = 0
        self._flush()
        if self._waiting:
            self._schedule()

    def _let_pass(self, effects: list[Effect]) -> list[Effect]:
        """Deliver what no action caused; the others come back."""
        passing = [e for e in effects if _causeless(e) and not self._owed & _answered([e])]
        self._deliver(passing)
        return [effect for effect in effects if effect not in passing]


def _answered(effects: list[Effect]) -> set[PeerId]:
    """Whose messages are answered here."""
    answers = (e for e in effects if type(e) is Outgoing and e.answer)
    return {peer for answer in answers for peer in answer.peers}


def _causeless(effect: Effect) -> bool:
    if type(effect) is not Outgoing:
        return False
    message = effect.message
    return isinstance(message, Heartbeat) or (
        isinstance(message, Error) and message.error is ErrorCode.NOTSAVED
    )
