"""Nothing leaves before it is written, in whatever way writing fails."""

from collections.abc import Callable, Iterator
from itertools import chain

import pytest

from messages import GenericMessage
from server.delivery import write_ahead
from server.delivery.write_ahead import Scribe
from server.effects import Effect, Goodbye, Send, to
from server.journal.base import Done
from server.journal.records import Entry


class SlowJournal:
    """Keeps what it is given until the test says how the write went."""

    def __init__(self, enough: int = 64) -> None:
        self.enough = enough
        self.under_way: list[tuple[list[Entry], Done]] = []
        self.kept: list[Entry] = []

    def write(self, entries: list[Entry], done: Done) -> None:
        self.under_way.append((entries, done))

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


class Desk:
    """A scribe with its journal, and what has left."""

    def __init__(self) -> None:
        self.journal = SlowJournal()
        self.left: list[str] = []
        self.troubles: list[bool] = []
        self.scribe = Scribe(self.journal, lambda work: work(), self._deliver, self.troubles.append)

    def _deliver(self, *events: list[Effect]) -> None:
        for effect in chain.from_iterable(events):
            if isinstance(effect, Send) and isinstance(effect.messages[0], GenericMessage):
                self.left.append(effect.messages[0].msg)

    def take(self, text: str, *, written: bool) -> None:
        effects: list[Effect] = [to(1, GenericMessage(text))]
        if written:
            effects.append(Entry(1, text.encode(), b""))
        self.scribe.take(effects)


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_what_needs_no_writing_leaves_at_once(desk: Desk) -> None:
    desk.take("hello", written=False)
    assert desk.left == ["hello"]


def test_an_action_leaves_when_it_is_written(desk: Desk) -> None:
    desk.take("moved", written=True)
    assert desk.left == []
    desk.journal.finish()
    assert desk.left == ["moved"]
    assert [entry.body for entry in desk.journal.kept] == [b"moved"]


def test_order_is_kept_also_for_what_needs_no_writing(desk: Desk) -> None:
    desk.take("moved", written=True)
    desk.take("chat", written=False)
    assert desk.left == []
    desk.journal.finish()
    assert desk.left == ["moved", "chat"]
    desk.take("more", written=False)
    assert desk.left == ["moved", "chat", "more"]


def test_one_write_serves_all_that_gathered_meanwhile(desk: Desk) -> None:
    desk.take("one", written=True)
    desk.take("two", written=True)
    desk.take("three", written=True)
    desk.journal.finish()
    assert desk.left == ["one"]
    (entries, _) = desk.journal.under_way[0]
    assert [entry.body for entry in entries] == [b"two", b"three"]
    desk.journal.finish()
    assert desk.left == ["one", "two", "three"]


def test_a_failed_write_is_tried_again_and_nothing_is_lost_or_doubled(desk: Desk) -> None:
    desk.take("one", written=True)
    desk.take("two", written=True)
    for _ in range(3):
        desk.journal.finish(safe=False)
        assert desk.left == []
        desk.scribe.retry()
    desk.journal.finish()
    assert desk.left == ["one", "two"]
    assert [entry.body for entry in desk.journal.kept] == [b"one", b"two"]
    assert desk.troubles[-1] is False
    assert True in desk.troubles


def test_a_retry_without_a_failure_does_nothing(desk: Desk) -> None:
    desk.take("one", written=True)
    desk.scribe.retry()
    assert len(desk.journal.under_way) == 1


def test_what_a_delivery_causes_comes_after_all_that_was_held() -> None:
    left: list[str] = []

    def deliver(*events: list[Effect]) -> None:
        for effect in chain.from_iterable(events):
            if isinstance(effect, Send) and isinstance(effect.messages[0], GenericMessage):
                left.append(effect.messages[0].msg)
                if effect.messages[0].msg == "one":
                    writer.take([to(1, GenericMessage("caused"))])

    journal = SlowJournal()
    writer = Scribe(journal, lambda work: work(), deliver, lambda trouble: None)
    for text in ("zero", "one", "two"):
        writer.take([to(1, GenericMessage(text)), Entry(1, text.encode(), b"")])
    journal.finish()
    journal.finish()
    assert left == ["zero", "one", "two", "caused"]
    assert writer.idle


class QuickJournal(SlowJournal):
    """Each write has gone well when it returns."""

    def write(self, entries: list[Entry], done: Done) -> None:
        super().write(entries, done)
        self.finish()


def test_enough_is_written_before_the_tick_is_over() -> None:
    left: list[int] = []
    tick: list[Callable[[], None]] = []
    journal = QuickJournal(enough=3)
    writer = Scribe(journal, tick.append, lambda *events: left.append(len(events)), lambda _: None)
    for text in (b"1", b"2", b"3", b"4"):
        assert not left or text == b"4"
        writer.take([Entry(1, text, b"")])
    assert left == [3]
    assert len(tick) == 1, "the rest waits for the tick that was asked for"
    tick[0]()
    assert left == [3, 1]
    assert [entry.body for entry in journal.kept] == [b"1", b"2", b"3", b"4"]
    tick[0]()
    assert len(journal.kept) == 4


def test_only_one_write_is_under_way() -> None:
    journal = SlowJournal(enough=2)
    writer = Scribe(journal, lambda work: work(), lambda *events: None, lambda trouble: None)
    for text in (b"1", b"2", b"3", b"4"):
        writer.take([Entry(1, text, b"")])
    (entries, _), *more = journal.under_way
    assert [entry.body for entry in entries] == [b"1"]
    assert not more
    journal.finish()
    assert len(journal.under_way[0][0]) == 3


def test_what_is_caused_in_the_middle_is_not_written_in_the_middle() -> None:
    left: list[str] = []

    def deliver(*events: list[Effect]) -> None:
        for (entry,) in events:
            assert isinstance(entry, Entry)
            left.append(entry.body.decode())
            if entry.body == b"one":
                writer.take([Entry(1, b"caused", b"")])
                writer.take([Entry(1, b"caused too", b"")])

    writer = Scribe(QuickJournal(enough=2), lambda work: None, deliver, lambda trouble: None)
    writer.take([Entry(1, b"one", b"")])
    writer.take([Entry(1, b"two", b"")])
    assert left == ["one", "two"]
    writer.take([Entry(1, b"three", b"")])
    assert left == ["one", "two", "caused", "caused too", "three"]


def test_a_failing_journal_is_not_asked_at_every_turn() -> None:
    journal = SlowJournal(enough=1)
    writer = Scribe(journal, lambda work: None, lambda *events: None, lambda trouble: None)
    writer.take([Entry(1, b"one", b"")])
    journal.finish(safe=False)
    writer.take([Entry(1, b"two", b"")])
    assert not journal.under_way


def test_a_disk_that_does_not_answer_is_like_one_that_fails(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write_ahead, "STUCK", 10)
    gone: list[int] = []
    desk.scribe._deliver = lambda *events: gone.extend(
        e.peer for e in chain.from_iterable(events) if type(e) is Goodbye
    )
    desk.take("one", written=True)
    for _ in range(desk.scribe._most + 20):
        desk.scribe.take([Send((7,), (GenericMessage("a view"),), answer=True)])
        if gone:
            break
    assert gone == [7]
    assert len(desk.scribe._held) < desk.scribe._most + 10
