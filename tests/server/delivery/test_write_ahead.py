"""Nothing leaves before it is written, in whatever way writing fails."""

from collections.abc import Callable, Iterable, Iterator

import pytest

from messages import GenericMessage
from server.delivery.write_ahead import WriteAheadQueue
from server.effects import Outcome, Send
from server.journal.base import AppendCallback
from server.journal.records import Entry
from server.limits import DEFAULT_LIMITS, Limits


class SlowJournal:
    """Keeps what it is given until the test says how the write went."""

    def __init__(self, flush_threshold: int = 64) -> None:
        self.flush_threshold = flush_threshold
        self.under_way: list[tuple[list[Entry], AppendCallback]] = []
        self.kept: list[Entry] = []

    def append(self, entries: list[Entry], done: AppendCallback) -> bool | None:
        self.under_way.append((entries, done))
        return None

    def finish(self, safe: bool = True) -> None:
        entries, done = self.under_way.pop(0)
        if safe:
            self.kept += entries
        done(safe)

    def unfinished(self) -> Iterator[Entry]:
        return iter(self.kept)

    def entries(self, match: int) -> Iterator[Entry]:
        return iter(self.kept)

    def matches(self) -> list[int]:
        return []

    def close(self) -> None:
        pass


def _texts(outcomes: Iterable[Outcome]) -> list[str]:
    messages = [m for outcome in outcomes for send in outcome.sends for m in send.messages]
    return [message.msg for message in messages if isinstance(message, GenericMessage)]


def _outcome(text: str, *, written: bool) -> Outcome:
    entries = [Entry(1, text.encode(), b"")] if written else []
    return Outcome(sends=[Send((1,), (GenericMessage(text),))], entries=entries)


def _entry(body: bytes) -> Outcome:
    return Outcome(entries=[Entry(1, body, b"")])


def _at_once(work: Callable[[], None]) -> None:
    work()


class QueueHarness:
    """A queue with its journal, and what was delivered."""

    def __init__(self, limits: Limits = DEFAULT_LIMITS) -> None:
        self.journal = SlowJournal()
        self.delivered: list[str] = []
        self.failure_states: list[bool] = []
        told = self.failure_states.append
        self.queue = WriteAheadQueue(
            self.journal, _at_once, self._deliver, told, lambda: None, limits
        )

    def _deliver(self, *outcomes: Outcome) -> None:
        self.delivered += _texts(outcomes)

    def submit(self, text: str, *, written: bool) -> None:
        self.queue.submit(_outcome(text, written=written))


@pytest.fixture
def queue_harness() -> QueueHarness:
    return QueueHarness()


def test_what_needs_no_writing_leaves_at_once(queue_harness: QueueHarness) -> None:
    queue_harness.submit("hello", written=False)
    assert queue_harness.delivered == ["hello"]


def test_an_action_leaves_when_it_is_written(queue_harness: QueueHarness) -> None:
    queue_harness.submit("moved", written=True)
    assert queue_harness.delivered == []
    queue_harness.journal.finish()
    assert queue_harness.delivered == ["moved"]
    assert [entry.body for entry in queue_harness.journal.kept] == [b"moved"]


def test_order_is_kept_also_for_what_needs_no_writing(queue_harness: QueueHarness) -> None:
    queue_harness.submit("moved", written=True)
    queue_harness.submit("chat", written=False)
    assert queue_harness.delivered == []
    queue_harness.journal.finish()
    assert queue_harness.delivered == ["moved", "chat"]
    queue_harness.submit("more", written=False)
    assert queue_harness.delivered == ["moved", "chat", "more"]


def test_one_write_serves_all_that_gathered_meanwhile(queue_harness: QueueHarness) -> None:
    queue_harness.submit("one", written=True)
    queue_harness.submit("two", written=True)
    queue_harness.submit("three", written=True)
    queue_harness.journal.finish()
    assert queue_harness.delivered == ["one"]
    (entries, _) = queue_harness.journal.under_way[0]
    assert [entry.body for entry in entries] == [b"two", b"three"]
    queue_harness.journal.finish()
    assert queue_harness.delivered == ["one", "two", "three"]


def test_a_failed_write_is_tried_again_and_nothing_is_lost_or_doubled(
    queue_harness: QueueHarness,
) -> None:
    queue_harness.submit("one", written=True)
    queue_harness.submit("two", written=True)
    for _ in range(3):
        queue_harness.journal.finish(safe=False)
        assert queue_harness.delivered == []
        queue_harness.queue.retry()
    queue_harness.journal.finish()
    assert queue_harness.delivered == ["one", "two"]
    assert [entry.body for entry in queue_harness.journal.kept] == [b"one", b"two"]
    assert queue_harness.failure_states[-1] is False
    assert True in queue_harness.failure_states


def test_a_retry_without_a_failure_does_nothing(queue_harness: QueueHarness) -> None:
    queue_harness.submit("one", written=True)
    queue_harness.queue.retry()
    assert len(queue_harness.journal.under_way) == 1


def test_what_a_delivery_causes_comes_after_all_that_was_held() -> None:
    left: list[str] = []

    def deliver(*outcomes: Outcome) -> None:
        for text in _texts(outcomes):
            left.append(text)
            if text == "one":
                queue.submit(_outcome("caused", written=False))

    journal = SlowJournal()
    queue = WriteAheadQueue(journal, _at_once, deliver, lambda failing: None)
    for text in ("zero", "one", "two"):
        queue.submit(_outcome(text, written=True))
    journal.finish()
    journal.finish()
    assert left == ["zero", "one", "two", "caused"]
    assert queue.is_drained


class QuickJournal(SlowJournal):
    """Each write has gone well when it returns."""

    def append(self, entries: list[Entry], done: AppendCallback) -> bool | None:
        self.kept += entries
        return True


def test_a_batch_of_the_threshold_is_written_before_the_tick_is_over() -> None:
    left: list[int] = []
    tick: list[Callable[[], None]] = []
    journal = QuickJournal(flush_threshold=3)

    def deliver(*outcomes: Outcome) -> None:
        left.append(len(outcomes))

    queue = WriteAheadQueue(journal, tick.append, deliver, lambda failing: None)
    for text in (b"1", b"2", b"3", b"4"):
        assert not left or text == b"4"
        queue.submit(_entry(text))
    assert left == [3]
    assert len(tick) == 1, "the rest waits for the tick that was asked for"
    tick[0]()
    assert left == [3, 1]
    assert [entry.body for entry in journal.kept] == [b"1", b"2", b"3", b"4"]
    tick[0]()
    assert len(journal.kept) == 4


def test_only_one_write_is_under_way() -> None:
    journal = SlowJournal(flush_threshold=2)
    queue = WriteAheadQueue(journal, _at_once, lambda *outcomes: None, lambda failing: None)
    for text in (b"1", b"2", b"3", b"4"):
        queue.submit(_entry(text))
    (entries, _), *more = journal.under_way
    assert [entry.body for entry in entries] == [b"1"]
    assert not more
    journal.finish()
    assert len(journal.under_way[0][0]) == 3


def test_what_is_caused_in_the_middle_is_not_written_in_the_middle() -> None:
    left: list[str] = []

    def deliver(*outcomes: Outcome) -> None:
        for outcome in outcomes:
            (entry,) = outcome.entries
            left.append(entry.body.decode())
            if entry.body == b"one":
                queue.submit(_entry(b"caused"))
                queue.submit(_entry(b"caused too"))

    journal = QuickJournal(flush_threshold=2)
    queue = WriteAheadQueue(journal, lambda work: None, deliver, lambda failing: None)
    queue.submit(_entry(b"one"))
    queue.submit(_entry(b"two"))
    assert left == ["one", "two"]
    queue.submit(_entry(b"three"))
    assert left == ["one", "two", "caused", "caused too", "three"]


def test_a_failing_journal_is_not_asked_at_every_turn() -> None:
    journal = SlowJournal(flush_threshold=1)
    queue = WriteAheadQueue(
        journal, lambda work: None, lambda *outcomes: None, lambda failing: None
    )
    queue.submit(_entry(b"one"))
    journal.finish(safe=False)
    queue.submit(_entry(b"two"))
    assert not journal.under_way


def test_a_disk_that_does_not_answer_is_like_one_that_fails() -> None:
    queue_harness = QueueHarness(Limits(pending_events=10))
    gone: list[int] = []
    queue_harness.queue._deliver = lambda *outcomes: gone.extend(
        peer for outcome in outcomes for peer in outcome.closes
    )
    queue_harness.submit("one", written=True)
    for _ in range(Limits().pending_answers + 20):
        queue_harness.queue.submit(Outcome(7, GenericMessage("a view")))
        if gone:
            break
    assert gone == [7]
    assert len(queue_harness.queue._pending) < Limits().pending_answers + 10
