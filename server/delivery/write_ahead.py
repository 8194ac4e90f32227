"""WriteAheadQueue: no effect of an action is delivered before the action is in the journal.

Outcomes wait until their entries are written and are delivered in order. While one write is in
progress, the next batch collects; a batch that reaches the journal's ``flush_threshold`` is written
at once. A failed write is repeated by ``retry``. Meanwhile only heartbeats, rejected connections
and NOTSAVED refusals are delivered, and a client with too many pending answers is disconnected, so
that the queue stays bounded. A write that takes too long is treated like a failed one.
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


def _refuse_entries(entries: list[Entry], done: Callable[[bool], None]) -> bool:
    """Return False: nothing is written while the journal is not open."""
    return False


CallSoon = Callable[[Callable[[], None]], object]


class WriteAheadQueue:
    """Holds outcomes until their entries are in the journal, then delivers them in order.

    ``deliver`` is called with outcomes, ``flush`` after each batch to send what was delivered,
    ``set_failing`` when writes start to fail and when they work again. Without a journal all writes
    fail until ``resume``.
    """

    def __init__(
        self,
        journal: Journal | None,
        call_soon: CallSoon,
        deliver: Callable[..., None],
        set_failing: Callable[[bool], None],
        flush: Callable[[], None] = lambda: None,
        limits: Limits = DEFAULT_LIMITS,
    ) -> None:
        self._append = journal.append if journal else _refuse_entries
        self._flush_threshold = journal.flush_threshold if journal else 1
        self._call_soon = call_soon
        self._deliver = deliver
        self._set_failing = set_failing
        self._flush = flush
        self._max_answers = limits.pending_answers
        self._max_events = limits.pending_events
        self._pending: list[Outcome] = []
        self._entries: list[Entry] = []
        """Entries of pending outcomes that are not being written yet."""
        self._batch: list[Entry] = []
        """Entries that are being written."""
        self._batch_outcomes = 0
        """Number of pending outcomes to release when the batch is written."""
        self._scheduled = False
        self._failed = journal is None
        self._releasing = False
        self._pending_answers: Counter[PeerId] = Counter()
        """While writes fail or take too long: the number of answers that each peer waits for."""
        if journal is None:
            set_failing(True)

    @property
    def is_drained(self) -> bool:
        """True if nothing is pending, or waiting is useless because writes fail."""
        return self._failed or not self._pending

    def submit(self, outcome: Outcome) -> None:
        """Deliver an outcome when its entries and those of all earlier outcomes are written.

        That is at once if nothing has to be written. While writes fail or take too long, urgent
        outcomes overtake the others, and a client with too many pending answers is disconnected.
        An outcome that a delivery causes comes after those that are being delivered.
        """
        entries = outcome.entries
        if outcome.room_entries:
            entries = [*outcome.entries, *outcome.room_entries]
        if not entries and not self._pending and not self._releasing:
            self._deliver(outcome)
            return
        is_slow = self._failed or len(self._pending) > self._max_events
        if is_slow and not self._releasing:  # otherwise the answers are counted after the release
            remaining = self._deliver_before_failing_journal(outcome)
            if remaining is None:
                return
            outcome = remaining
        self._pending.append(outcome)
        if len(self._pending) == self._max_events and not self._failed:
            self._count_pending_answers()
        if entries:
            self._entries += entries
            if len(self._entries) < self._flush_threshold or self._failed or self._releasing:
                self._schedule()
            else:
                self._append_pending()

    def resume(self, journal: Journal) -> None:
        """Replace the journal; pending entries are written to it or delivered."""
        self._append, self._flush_threshold = journal.append, journal.flush_threshold
        self._on_appended(True)

    def retry(self) -> None:
        """Schedule a failed write again, if there is one; called several times per second."""
        if self._failed:
            self._schedule()

    def _schedule(self) -> None:
        """Write in the next iteration of the event loop, unless that is already scheduled."""
        if not self._scheduled:
            self._scheduled = True
            self._call_soon(self._append_scheduled)

    def _append_scheduled(self) -> None:
        """Do the scheduled write; later entries need a new schedule."""
        self._scheduled = False
        self._append_pending()

    def _append_pending(self) -> None:
        """Write the pending entries, if any, as one batch, unless a write is in progress."""
        if self._batch or not self._entries:
            return
        self._batch, self._entries = self._entries, []
        self._batch_outcomes = len(self._pending)
        written = self._append(self._batch, self._on_appended)
        if written is not None:
            self._on_appended(written)

    def _on_appended(self, written: bool) -> None:
        """Release the outcomes of a written batch, or put a failed batch back for ``retry``.

        ``set_failing`` is called if that has changed. After a written batch, outcomes that wait for
        no entry are released too, and remaining entries are scheduled.
        """
        batch, self._batch = self._batch, []
        if self._failed == written:
            self._failed = not written
            self._set_failing(self._failed)
        if not written:
            self._entries = batch + self._entries
            self._count_pending_answers()
            return
        self._release(self._batch_outcomes)
        # Later outcomes without entries follow, unless an earlier one waits for a write.
        while self._pending and not self._entries:
            self._release(len(self._pending))
        self._count_pending_answers()
        self._flush()
        if self._entries:
            self._schedule()

    def _release(self, count: int) -> None:
        """Deliver the ``count`` oldest outcomes; outcomes submitted meanwhile come after them."""
        released = self._pending[:count]
        del self._pending[:count]
        self._releasing = True
        try:
            self._deliver(*released)
        finally:
            self._releasing = False

    def _deliver_before_failing_journal(self, outcome: Outcome) -> Outcome | None:
        """Deliver what need not wait for the failing journal; return what must wait, or None.

        An outcome without ``passes_failing_journal`` waits entirely. Of another one with an answer
        only the answer is delivered, and only if its peer waits for no earlier one. An answer that
        must wait is counted, which may disconnect its peer.
        """
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
        """Count a pending answer of the peer; with too many, send NOTSAVED and disconnect it."""
        self._pending_answers[peer] += 1
        if self._pending_answers[peer] > self._max_answers:
            self._deliver(Outcome(sends=[Send((peer,), (TOO_MANY_PENDING,))], closes=[peer]))

    def _count_pending_answers(self) -> None:
        """Count the pending answers of each peer again, if ``submit`` uses the counts."""
        self._pending_answers.clear()
        if self._failed or len(self._pending) >= self._max_events:
            answered = (outcome.peer for outcome in self._pending if outcome.answer is not None)
            self._pending_answers.update(answered)
