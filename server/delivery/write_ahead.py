"""Nothing that an action caused is delivered before the action is in the journal.

Outcomes wait in a queue until their entries are written, and are delivered in the order they came.
While one write is under way the next batch gathers, so that one commit serves all of it; when it
reaches the journal's ``flush_threshold`` it is written without waiting for more input. A write that
fails is repeated with the next ``retry``; meanwhile only heartbeats, rejections and refusals which
say that nothing can be saved are delivered. A client that goes on sending has to be disconnected,
so that the queue stays small; a disk that does not answer at all is treated the same.
"""

from collections import Counter
from collections.abc import Callable

from messages import Error, ErrorCode
from server.effects import Outcome, PeerId, Send
from server.journal.base import Journal
from server.journal.records import Entry
from server.limits import DEFAULT_LIMITS, Limits

TOO_MANY_PENDING = Error(
    ErrorCode.NOTSAVED,
    "The server cannot save, and you wait for too much; Reconnect a little later.",
)

CallSoon = Callable[[Callable[[], None]], object]


class WriteAheadQueue:
    """``deliver`` gets outcomes as its arguments; ``flush`` sends at once what was delivered.

    ``set_failing`` is told when writing fails and when it works again.
    """

    def __init__(
        self,
        journal: Journal,
        call_soon: CallSoon,
        deliver: Callable[..., None],
        set_failing: Callable[[bool], None],
        flush: Callable[[], None] = lambda: None,
        limits: Limits = DEFAULT_LIMITS,
    ) -> None:
        self._append = journal.append
        self._flush_threshold = journal.flush_threshold
        self._call_soon = call_soon
        self._deliver = deliver
        self._set_failing = set_failing
        self._flush = flush
        self._max_answers = limits.pending_answers
        self._max_events = limits.pending_events
        self._held: list[Outcome] = []
        self._entries: list[Entry] = []
        """Entries of held outcomes that are not being written yet."""
        self._batch: list[Entry] = []
        """Entries that are being written, and ``_batch_events``: how many outcomes need them."""
        self._batch_events = 0
        self._scheduled = False
        self._failed = False
        self._releasing = False
        self._pending_answers: Counter[PeerId] = Counter()
        """While writing fails: how many answers each peer waits for. They keep their order."""

    @property
    def is_drained(self) -> bool:
        """Whether nothing waits, or waiting is no use because writing fails."""
        return self._failed or not self._held

    def submit(self, outcome: Outcome) -> None:
        """Deliver this outcome once it, and all before it, may be known outside."""
        entries = outcome.entries
        if not entries and not self._held and not self._releasing:
            self._deliver(outcome)
            return
        if self._failed or len(self._held) > self._max_events:
            waiting = self._filter_while_failing(outcome)
            if waiting is None:
                return
            outcome = waiting
        self._held.append(outcome)
        if len(self._held) == self._max_events and not self._failed:
            self._count_pending_answers()
        if entries:
            self._entries += entries
            if len(self._entries) < self._flush_threshold or self._failed or self._releasing:
                self._schedule()
            else:
                self._append_pending()

    def retry(self) -> None:
        """Repeat a write that failed; call it about once a second."""
        if self._failed:
            self._schedule()

    def _schedule(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            self._call_soon(self._append_scheduled)

    def _append_scheduled(self) -> None:
        self._scheduled = False
        self._append_pending()

    def _append_pending(self) -> None:
        if self._batch or not self._entries:
            return
        self._batch, self._entries = self._entries, []
        self._batch_events = len(self._held)
        kept = self._append(self._batch, self._appended)
        if kept is not None:
            self._appended(kept)

    def _appended(self, kept: bool) -> None:
        batch, self._batch = self._batch, []
        if self._failed == kept:
            self._failed = not kept
            self._set_failing(self._failed)
        self._pending_answers.clear()
        if not kept:
            self._entries = batch + self._entries
            self._count_pending_answers()
            return
        self._release(self._batch_events)
        # What came later and needs no writing follows, unless something before it does.
        while self._held and not self._entries:
            self._release(len(self._held))
        self._flush()
        if len(self._held) > self._max_events:
            self._count_pending_answers()
        if self._entries:
            self._schedule()

    def _release(self, events: int) -> None:
        """Deliver so many outcomes; what they cause comes after all of them."""
        released = self._held[:events]
        del self._held[:events]
        self._releasing = True
        try:
            self._deliver(*released)
        finally:
            self._releasing = False

    def _filter_while_failing(self, outcome: Outcome) -> Outcome | None:
        """Deliver what need not wait for the journal; return the rest, if there is any."""
        if outcome.passes_failing_journal:
            if outcome.answer is None:
                self._deliver(outcome)
                return None
            if outcome.peer not in self._pending_answers:
                self._deliver(Outcome(outcome.peer, outcome.answer))
                rest = outcome.before_answer
                return Outcome(sends=rest) if rest else None
        if outcome.answer is not None:
            self._add_pending_answer(outcome.peer)
        return outcome

    def _add_pending_answer(self, peer: PeerId) -> None:
        """Count an answer that waits; disconnect a client that waits for too many."""
        self._pending_answers[peer] += 1
        if self._pending_answers[peer] > self._max_answers:
            self._deliver(Outcome(sends=[Send((peer,), (TOO_MANY_PENDING,))], closes=[peer]))

    def _count_pending_answers(self) -> None:
        answered = (outcome.peer for outcome in self._held if outcome.answer is not None)
        self._pending_answers.update(answered)
