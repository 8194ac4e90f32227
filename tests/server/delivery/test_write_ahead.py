"""WriteAheadQueue: outcomes are delivered after their entries are written, also on failures."""

from collections.abc import Callable, Iterable, Iterator

import pytest

from messages import GenericMessage
from server.delivery.write_ahead import WriteAheadQueue
from server.effects import Outcome, Send
from server.journal.base import AppendCallback
from server.journal.records import Entry
from server.limits import DEFAULT_LIMITS, Limits


class ManualJournal:
    """A journal whose writes finish when the test calls ``finish``."""

    def __init__(self, flush_threshold: int = 64) -> None:
        self.flush_threshold = flush_threshold
        self.in_progress: list[tuple[list[Entry], AppendCallback]] = []
        self.written_entries: list[Entry] = []

    def append(self, entries: list[Entry], done: AppendCallback) -> bool | None:
        self.in_progress.append((entries, done))
        return None

    def finish(self, success: bool = True) -> None:
        entries, done = self.in_progress.pop(0)
        if success:
            self.written_entries += entries
        done(success)

    def unfinished(self) -> Iterator[Entry]:
        return iter(self.written_entries)

    def entries(self, match: int) -> Iterator[Entry]:
        return iter(self.written_entries)

    def results(self) -> Iterator[tuple[Entry, Entry]]:
        return iter([])

    def last_match(self) -> int:
        return 0

    def matches(self) -> list[int]:
        return []

    def check_integrity(self) -> None:
        pass

    def close(self) -> None:
        pass


def _texts(outcomes: Iterable[Outcome]) -> list[str]:
    messages = [m for outcome in outcomes for send in outcome.sends for m in send.messages]
    return [message.msg for message in messages if isinstance(message, GenericMessage)]


def _outcome(text: str, *, has_entries: bool) -> Outcome:
    entries = [Entry(1, text.encode(), b"")] if has_entries else []
    return Outcome(sends=[Send((1,), (GenericMessage(text),))], entries=entries)


def _entry_outcome(body: bytes) -> Outcome:
    return Outcome(entries=[Entry(1, body, b"")])


def _call_now(work: Callable[[], None]) -> None:
    work()


class QueueHarness:
    """A queue with its journal; records delivered texts and failure states."""

    def __init__(self, limits: Limits = DEFAULT_LIMITS) -> None:
        self.journal = ManualJournal()
        self.delivered: list[str] = []
        self.failure_states: list[bool] = []
        set_failing = self.failure_states.append
        self.queue = WriteAheadQueue(
            self.journal, _call_now, self._deliver, set_failing, lambda: None, limits
        )

    def _deliver(self, *outcomes: Outcome) -> None:
        self.delivered += _texts(outcomes)

    def submit(self, text: str, *, has_entries: bool) -> None:
        self.queue.submit(_outcome(text, has_entries=has_entries))


@pytest.fixture
def queue_harness() -> QueueHarness:
    return QueueHarness()


def test_outcome_without_entries_is_delivered_immediately(queue_harness: QueueHarness) -> None:
    queue_harness.submit("hello", has_entries=False)
    assert queue_harness.delivered == ["hello"]


def test_outcome_is_delivered_after_its_entries_are_written(queue_harness: QueueHarness) -> None:
    queue_harness.submit("moved", has_entries=True)
    assert queue_harness.delivered == []
    queue_harness.journal.finish()
    assert queue_harness.delivered == ["moved"]
    assert [entry.body for entry in queue_harness.journal.written_entries] == [b"moved"]


def test_outcome_without_entries_waits_for_a_write_before_it(queue_harness: QueueHarness) -> None:
    queue_harness.submit("moved", has_entries=True)
    queue_harness.submit("chat", has_entries=False)
    assert queue_harness.delivered == []
    queue_harness.journal.finish()
    assert queue_harness.delivered == ["moved", "chat"]
    queue_harness.submit("more", has_entries=False)
    assert queue_harness.delivered == ["moved", "chat", "more"]


def test_entries_submitted_during_a_write_form_the_next_batch(queue_harness: QueueHarness) -> None:
    queue_harness.submit("one", has_entries=True)
    queue_harness.submit("two", has_entries=True)
    queue_harness.submit("three", has_entries=True)
    queue_harness.journal.finish()
    assert queue_harness.delivered == ["one"]
    (entries, _) = queue_harness.journal.in_progress[0]
    assert [entry.body for entry in entries] == [b"two", b"three"]
    queue_harness.journal.finish()
    assert queue_harness.delivered == ["one", "two", "three"]


def test_failed_writes_are_repeated_without_loss_or_duplicates_and_failing_is_reported(
    queue_harness: QueueHarness,
) -> None:
    queue_harness.submit("one", has_entries=True)
    queue_harness.submit("two", has_entries=True)
    for _ in range(3):
        queue_harness.journal.finish(success=False)
        assert queue_harness.delivered == []
        queue_harness.queue.retry()
    queue_harness.journal.finish()
    assert queue_harness.delivered == ["one", "two"]
    assert [entry.body for entry in queue_harness.journal.written_entries] == [b"one", b"two"]
    assert queue_harness.failure_states[-1] is False
    assert True in queue_harness.failure_states


def test_retry_during_a_write_starts_no_second_one(queue_harness: QueueHarness) -> None:
    queue_harness.submit("one", has_entries=True)
    queue_harness.queue.retry()
    assert len(queue_harness.journal.in_progress) == 1


def test_outcome_without_entries_submitted_during_delivery_comes_after_the_batch() -> None:
    delivered: list[str] = []

    def deliver(*outcomes: Outcome) -> None:
        for text in _texts(outcomes):
            delivered.append(text)
            if text == "one":
                queue.submit(_outcome("caused", has_entries=False))

    journal = ManualJournal()
    queue = WriteAheadQueue(journal, _call_now, deliver, lambda failing: None)
    for text in ("zero", "one", "two"):
        queue.submit(_outcome(text, has_entries=True))
    journal.finish()
    journal.finish()
    assert delivered == ["zero", "one", "two", "caused"]
    assert queue.is_drained


class ImmediateJournal(ManualJournal):
    """A journal whose writes succeed immediately."""

    def append(self, entries: list[Entry], done: AppendCallback) -> bool | None:
        self.written_entries += entries
        return True


def test_batch_at_flush_threshold_is_written_at_once_and_the_rest_by_callback() -> None:
    delivered: list[int] = []
    tick: list[Callable[[], None]] = []
    journal = ImmediateJournal(flush_threshold=3)

    def deliver(*outcomes: Outcome) -> None:
        delivered.append(len(outcomes))

    queue = WriteAheadQueue(journal, tick.append, deliver, lambda failing: None)
    for text in (b"1", b"2", b"3", b"4"):
        assert not delivered or text == b"4"
        queue.submit(_entry_outcome(text))
    assert delivered == [3]
    assert len(tick) == 1, "the rest waits for the scheduled callback"
    tick[0]()
    assert delivered == [3, 1]
    assert [entry.body for entry in journal.written_entries] == [b"1", b"2", b"3", b"4"]
    tick[0]()
    assert len(journal.written_entries) == 4


def test_only_one_write_is_in_progress_even_above_the_flush_threshold() -> None:
    journal = ManualJournal(flush_threshold=2)
    queue = WriteAheadQueue(journal, _call_now, lambda *outcomes: None, lambda failing: None)
    for text in (b"1", b"2", b"3", b"4"):
        queue.submit(_entry_outcome(text))
    (entries, _), *more = journal.in_progress
    assert [entry.body for entry in entries] == [b"1"]
    assert not more
    journal.finish()
    assert len(journal.in_progress[0][0]) == 3


def test_outcomes_with_entries_submitted_during_delivery_are_delivered_with_the_next() -> None:
    delivered: list[str] = []

    def deliver(*outcomes: Outcome) -> None:
        for outcome in outcomes:
            (entry,) = outcome.entries
            delivered.append(entry.body.decode())
            if entry.body == b"one":
                queue.submit(_entry_outcome(b"caused"))
                queue.submit(_entry_outcome(b"caused too"))

    journal = ImmediateJournal(flush_threshold=2)
    queue = WriteAheadQueue(journal, lambda work: None, deliver, lambda failing: None)
    queue.submit(_entry_outcome(b"one"))
    queue.submit(_entry_outcome(b"two"))
    assert delivered == ["one", "two"]
    queue.submit(_entry_outcome(b"three"))
    assert delivered == ["one", "two", "caused", "caused too", "three"]


def test_failing_journal_is_not_written_for_a_further_outcome() -> None:
    journal = ManualJournal(flush_threshold=1)
    queue = WriteAheadQueue(
        journal, lambda work: None, lambda *outcomes: None, lambda failing: None
    )
    queue.submit(_entry_outcome(b"one"))
    journal.finish(success=False)
    queue.submit(_entry_outcome(b"two"))
    assert not journal.in_progress


def test_peer_with_too_many_answers_pending_during_a_long_write_is_closed() -> None:
    queue_harness = QueueHarness(Limits(pending_events=10))
    closed: list[int] = []
    queue_harness.queue._deliver = lambda *outcomes: closed.extend(
        peer for outcome in outcomes for peer in outcome.closes
    )
    queue_harness.submit("one", has_entries=True)
    for _ in range(Limits().pending_answers + 20):
        queue_harness.queue.submit(Outcome(7, GenericMessage("a view")))
        if closed:
            break
    assert closed == [7]
    assert len(queue_harness.queue._pending) < Limits().pending_answers + 10


class AnsweringHarness(QueueHarness):
    """A queue whose deliveries can submit answers; records delivered answers and closed peers."""

    def __init__(self, limits: Limits) -> None:
        self.answers: list[tuple[int, str]] = []
        self.closed: list[int] = []
        self.on_delivery: dict[str, list[Outcome]] = {}
        """Outcomes to submit when the entries with this body are delivered."""
        super().__init__(limits)

    def _deliver(self, *outcomes: Outcome) -> None:
        for outcome in outcomes:
            self.closed += outcome.closes
            if isinstance(outcome.answer, GenericMessage):
                self.answers.append((outcome.peer, outcome.answer.msg))
            for entry in outcome.entries:
                for caused in self.on_delivery.get(entry.body.decode(), []):
                    self.queue.submit(caused)


def _answer(peer: int, text: str) -> Outcome:
    return Outcome(peer, GenericMessage(text))


def test_answers_submitted_during_delivery_are_counted_once() -> None:
    harness = AnsweringHarness(Limits(pending_events=3, pending_answers=6))
    harness.queue.submit(_entry_outcome(b"one"))
    harness.queue.submit(_entry_outcome(b"two"))
    harness.on_delivery["one"] = [_answer(7, str(number)) for number in range(4)]
    harness.journal.finish()
    for number in range(4, 6):
        harness.queue.submit(_answer(7, str(number)))
    assert not harness.closed, "6 answers are pending, as many as allowed"
    harness.queue.submit(_answer(7, "6"))
    assert harness.closed == [7]


def test_urgent_answer_submitted_during_delivery_does_not_overtake_earlier_answers() -> None:
    harness = AnsweringHarness(Limits(pending_events=1))
    harness.queue.submit(_entry_outcome(b"one"))
    for text in ("first", "second"):
        harness.queue.submit(_answer(7, text))
    urgent = Outcome(7, GenericMessage("urgent"), passes_failing_journal=True)
    harness.on_delivery["one"] = [urgent]
    harness.journal.finish()
    assert harness.answers == [(7, "first"), (7, "second"), (7, "urgent")]
