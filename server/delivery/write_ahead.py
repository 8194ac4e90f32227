"""Nothing caused by an action leaves before the action is written.

Effects wait here until the journal has what caused them, and leave in the order they came. While
one write is under way the next one gathers, so that one commit serves all who wait; as soon as
the journal calls it ``enough`` it is written, whatever else there is to read. When a write
fails it is tried again with the next ``retry``; meanwhile nothing leaves but signs of life and the
refusals which say that nothing can be saved. Who goes on asking all the same has to go, so that
what waits here stays small; a disk that does not answer at all is treated the same.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Protocol

from messages import Error, ErrorCode, Heartbeat
from server.effects import Effect, Goodbye, PeerId, Send, to
from server.journal.base import Journal
from server.journal.records import Entry
from server.limits import DEFAULT_LIMITS

STUCK = 20_000
"""Events that wait for one write: some seconds of a full house. More means that the disk hangs."""
WAITED = Error(
    ErrorCode.NOTSAVED,
    "The server cannot save, and you wait for too much; Reconnect a little later.",
)

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
        most: int = DEFAULT_LIMITS.held_answers,
    ) -> None:
        self._journal = journal
        self._soon = soon
        self._deliver = deliver
        self._trouble = trouble
        self._flush = flush
        self._most = most
        self._held: list[list[Effect]] = []
        self._waiting: list[Entry] = []
        self._enough = journal.enough
        self._due = False
        self._writing = False
        self._failed = False
        self._leaving = False
        self._owed: Counter[PeerId] = Counter()
        """While writing fails: how many answers are held for whom. Answers keep their order."""

    @property
    def idle(self) -> bool:
        """Whether nothing waits here, or waiting is no use because writing fails."""
        return self._failed or not self._held

    def take(self, effects: list[Effect]) -> None:
        """Deliver these effects once they, and all before them, may be known outside."""
        entries = []
        for effect in effects:  # a comprehension is dearer, and every move comes by here
            if type(effect) is Entry:
                entries.append(effect)
        if not entries and not self._held and not self._leaving:
            self._deliver(effects)
            return
        if self._failed or len(self._held) > STUCK:
            effects = self._let_pass(effects)
            self._owe(effects)
            if not effects and not entries:
                return
        self._held.append(effects)
        if len(self._held) == STUCK and not self._failed:
            self._count_owed()
        if entries:
            self._waiting += entries
            if len(self._waiting) < self._enough or self._failed or self._leaving:
                self._schedule()
            else:
                self._write()

    def retry(self) -> None:
        """Try again what failed. About once a second."""
        if self._failed:
            self._schedule()

    def _schedule(self) -> None:
        if not self._due:
            self._due = True
            self._soon(self._write_what_is_due)

    def _write_what_is_due(self) -> None:
        self._due = False
        self._write()

    def _write(self) -> None:
        if self._writing or not self._waiting:
            return
        self._writing = True
        batch, self._waiting = self._waiting, []
        self._journal.write(batch, partial(self._written, batch, len(self._held)))

    def _written(self, batch: list[Entry], held: int, safe: bool) -> None:
        self._writing = False
        self._failed = not safe
        self._trouble(not safe)
        self._owed.clear()
        if not safe:
            self._waiting = batch + self._waiting
            self._count_owed()
            return
        # What came later and needs no writing leaves too, unless something before it does.
        while self._held and (held > 0 or not self._waiting):
            self._let_go(held or len(self._held))
            held = 0
        self._flush()
        if len(self._held) > STUCK:
            self._count_owed()
        if self._waiting:
            self._schedule()

    def _let_go(self, events: int) -> None:
        """Deliver so many; what they cause comes after all of them."""
        leaving = self._held[:events]
        del self._held[:events]
        self._leaving = True
        try:
            self._deliver(*leaving)
        finally:
            self._leaving = False

    def _count_owed(self) -> None:
        for effects in self._held:
            self._owed.update(_answered(effects))

    def _owe(self, effects: list[Effect]) -> None:
        """Note for whom an answer is held; who waits for too many has to go at once."""
        for peer in _answered(effects):
            self._owed[peer] += 1
            if self._owed[peer] > self._most:
                self._deliver([to(peer, WAITED), Goodbye(peer)])

    def _let_pass(self, effects: list[Effect]) -> list[Effect]:
        """Deliver what no action caused; the others come back."""
        if _turns_away(effects):
            self._deliver(effects)
            return []
        passing = [e for e in effects if _causeless(e) and not self._owed.keys() & _answered([e])]
        self._deliver(passing)
        return [effect for effect in effects if effect not in passing]


def _answered(effects: list[Effect]) -> set[PeerId]:
    """Whose messages are answered here."""
    answers = (e for e in effects if type(e) is Send and e.answer)
    return {peer for answer in answers for peer in answer.peers}


def _turns_away(effects: list[Effect]) -> bool:
    """Whether somebody who just came is told to come again later."""
    return len(effects) == 2 and _causeless(effects[0]) and type(effects[1]) is Goodbye


def _causeless(effect: Effect) -> bool:
    if type(effect) is not Send:
        return False
    message = effect.messages[0]
    return isinstance(message, Heartbeat) or (
        isinstance(message, Error) and message.error is ErrorCode.NOTSAVED
    )
