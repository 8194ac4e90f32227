"""Matches restored from a snapshot are complete; `verify` checks snapshots against a replay."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from games.registry import GAMES
from messages import (
    ChatMessage,
    ListActions,
    Message,
    Reconnect,
    SelectModeAndPlayers,
    SendChat,
    SessionOpened,
)
from messages.lobby import WatchMatch
from messages.registry import LegalActions, UpdateMessage
from server.history.archive import export, verify, verify_export
from server.history.replay import Replay
from server.journal.records import (
    NO_HASH,
    Entry,
    SeatSnapshot,
    Snapshot,
    Talked,
    Whispered,
    decode_record,
    make_entry,
    state_hash,
)
from server.limits import Limits
from server.rooms.chat import MAX_CHAT_LINES
from tests.harness.journalled import JournalledHarness
from tests.harness.memory_journal import MemoryJournal

LIMITS = Limits(snapshot_records=20)
ACTIONS = 45
"""The last of two snapshots is followed by some records."""


def _played(game: str, *names: str) -> tuple[JournalledHarness, list[int]]:
    """Return a harness with a match that has snapshots, and its peers."""
    harness = JournalledHarness(MemoryJournal(), LIMITS)
    setup = SelectModeAndPlayers(len(names), game=game)
    peers = harness.start_match(*names, setup=setup)
    harness.play_actions(peers, ACTIONS)
    return harness, peers


def _match(harness: JournalledHarness) -> Any:
    return harness.state.rooms[1].match


def _reconnect_all(before: JournalledHarness, after: JournalledHarness, peers: list[int]) -> Any:
    back = []
    for name, peer in zip(("ada", "bob"), peers, strict=False):
        back.append(after.connect())
        token = before.received(peer, SessionOpened)[-1].token
        assert isinstance(after.send(back[-1], Reconnect(name, token)), SessionOpened)
    return back


@pytest.mark.parametrize("game", GAMES)
def test_match_restored_from_a_snapshot_continues_exactly_like_the_original(game: str) -> None:
    harness, peers = _played(game, "ada", "bob")
    first, *rest = harness.journal.unfinished()
    assert first.is_snapshot
    assert len(rest) < LIMITS.snapshot_records
    after = harness.restart()
    assert _match(after).snapshot() == _match(harness).snapshot()
    back = _reconnect_all(harness, after, peers)
    harness.play_actions(peers, 20)
    after.play_actions(back, 20)
    assert state_hash(_match(after).state) == state_hash(_match(harness).state)
    assert _match(after).seq == _match(harness).seq


def test_player_resumes_with_the_missed_changes_chat_and_prompt_after_a_restart() -> None:
    harness, (ada, _) = _played("uno", "ada", "bob")
    harness.send(ada, SendChat("see you tomorrow"))
    cursor = _match(harness).seq - 3
    expected = _messages(harness, "ada", harness.received(ada, SessionOpened)[-1].token, cursor)
    harness, (ada, _) = _played("uno", "ada", "bob")
    harness.send(ada, SendChat("see you tomorrow"))
    token = harness.received(ada, SessionOpened)[-1].token
    found = _messages(harness.restart(), "ada", token, cursor)
    assert len([m for m in found if isinstance(m, UpdateMessage)]) == 3
    assert [m for m in found if isinstance(m, ChatMessage)] == [
        ChatMessage("ada", "see you tomorrow")
    ]
    assert found == [m for m in expected if type(m).__name__ != "PlayerStatus"]


def _reconnect_lines(
    before: JournalledHarness, after: JournalledHarness, peers: dict[str, int]
) -> dict[str, list[ChatMessage]]:
    """Return the chat lines that each player is sent after a reconnect, by name."""
    lines = {}
    for name, peer in peers.items():
        token = before.received(peer, SessionOpened)[-1].token
        sent = _messages(after, name, token, 0)
        lines[name] = [message for message in sent if isinstance(message, ChatMessage)]
    return lines


def test_private_lines_in_a_snapshot_are_sent_only_to_their_players_after_a_restart() -> None:
    harness = JournalledHarness(MemoryJournal(), LIMITS)
    names = ("ada", "bob", "eve")
    peers = harness.start_match(*names, setup=SelectModeAndPlayers(3, game="uno"))
    ada, bob, eve = peers
    outsider = harness.connect_named("zoe")
    for peer, text, to in (
        (ada, "one", "bob"),
        (eve, "two", ""),
        (bob, "three", "ada"),
        (outsider, "not in the journal", "ada"),
        (eve, "four", "bob"),
        (eve, "note", "eve"),
        (ada, "five", ""),
    ):
        harness.send(peer, SendChat(text, to))
    room = harness.state.rooms[1]
    lines = [room.chat.lines_for(seat) for seat in range(3)]
    lines[0] = [line for line in lines[0] if line.sender != "zoe"]
    harness.play_actions(peers, ACTIONS)
    assert next(iter(harness.journal.unfinished())).is_snapshot
    after = harness.restart()
    assert [after.state.rooms[1].chat.lines_for(seat) for seat in range(3)] == lines
    sent = _reconnect_lines(harness, after, dict(zip(names, peers, strict=True)))
    assert [line.text for line in sent["ada"]] == ["one", "two", "three", "five"]
    assert [line.text for line in sent["bob"]] == ["one", "two", "three", "four", "five"]
    assert [line.text for line in sent["eve"]] == ["two", "four", "note", "five"]
    assert list(sent.values()) == lines
    assert [verdict.error for verdict in verify(harness.journal, GAMES)] == [""]


def test_lines_of_outsiders_leave_the_chat_of_snapshots_valid_and_complete() -> None:
    harness = JournalledHarness(MemoryJournal(), LIMITS)
    peers = harness.start_match("ada", "bob", setup=SelectModeAndPlayers(2, game="uno"))
    outsider = harness.connect_named("zoe")
    harness.send(outsider, WatchMatch(1))
    harness.send(peers[0], SendChat("to all"))
    harness.send(peers[0], SendChat("secret", "bob"))
    for number in range(MAX_CHAT_LINES):
        harness.send(outsider, SendChat(f"public {number}"))
        harness.send(outsider, SendChat(f"private {number}", "bob"))
    harness.play_actions(peers, ACTIONS)
    assert "secret" not in [line.text for line in harness.state.rooms[1].chat.lines_for(1)]
    assert [verdict.error for verdict in verify(harness.journal, GAMES)] == [""]
    restored = harness.restart().state.rooms[1].chat
    assert [line.text for line in restored.lines_for(1)] == ["to all", "secret"]


def _messages(harness: JournalledHarness, name: str, token: str, cursor: int) -> list[Message]:
    """Reconnect and return the pushed messages."""
    peer = harness.connect()
    harness.inboxes[peer].clear()
    harness.send(peer, Reconnect(name, token, cursor))
    return harness.inboxes[peer]


def test_action_from_before_the_snapshot_is_answered_again_without_effect() -> None:
    harness = JournalledHarness(MemoryJournal(), LIMITS)
    peers = harness.start_match("ada", "bob", setup=SelectModeAndPlayers(2, game="uno"))
    sent = []
    for number in range(1, 21):
        for seat, peer in enumerate(peers):
            legal = harness.send(peer, ListActions())
            if isinstance(legal, LegalActions) and legal.actions:
                action = structs.replace(legal.actions[0], id=number)
                sent.append((seat, action, harness.send(peer, action)))
                break
    after = harness.restart()
    assert next(iter(harness.journal.unfinished())).is_snapshot
    back = _reconnect_all(harness, after, peers)
    before = _match(after).snapshot()
    for seat, action, answer in sent:
        assert after.send(back[seat], action) == answer
    assert _match(after).snapshot() == before


def test_token_replaced_before_the_snapshot_is_refused_and_unconfirmed_ones_are_valid() -> None:
    harness, (ada, _) = _played("uno", "ada", "bob")
    tokens = [harness.received(ada, SessionOpened)[-1].token]
    for _ in range(LIMITS.snapshot_records):
        answer = harness.send(harness.connect(), Reconnect("ada", tokens[-1]))
        assert isinstance(answer, SessionOpened)
        tokens.append(answer.token)
    after = harness.restart()
    assert not isinstance(after.send(after.connect(), Reconnect("ada", tokens[0])), SessionOpened)
    assert isinstance(after.send(after.connect(), Reconnect("ada", tokens[-2])), SessionOpened)


def test_export_with_snapshots_is_valid_and_its_records_are_readable() -> None:
    harness, _ = _played("rummy500", "ada", "bob")
    lines = list(export(harness.journal, 1, GAMES))
    assert sum('"kind":"Snapshot"' in line for line in lines) == 2
    assert verify_export(lines, GAMES).error == ""


# Damage


def _with_entries(harness: JournalledHarness, entries: list[Entry]) -> MemoryJournal:
    journal = MemoryJournal()
    journal.append(entries, lambda _: None)
    return journal


def _last_snapshot(entries: list[Entry]) -> int:
    return max(index for index, entry in enumerate(entries) if entry.is_snapshot)


@pytest.mark.parametrize(
    "damage",
    [
        lambda entry: structs.replace(entry, body=entry.body[:-1] + b"\x00"),
        lambda entry: structs.replace(entry, body=entry.body[: len(entry.body) // 2]),
        lambda entry: structs.replace(entry, body=b""),
        lambda entry: structs.replace(entry, body=make_entry(1, NO_HASH, Talked("", "")).body),
        lambda entry: structs.replace(entry, hash=b"\x00" * 16),
    ],
    ids=["changed", "cut", "empty", "another record", "hash"],
)
@pytest.mark.parametrize("is_last_record", [False, True])
def test_damaged_snapshot_is_reported_and_the_match_is_replayed_from_its_start(
    damage: Callable[[Entry], Entry], is_last_record: bool
) -> None:
    harness, _ = _played("uno", "ada", "bob")
    entries = list(harness.journal.entries(1))
    index = _last_snapshot(entries)
    if is_last_record:
        del entries[index + 1 :]
    expected = JournalledHarness(_with_entries(harness, entries), LIMITS)
    entries[index] = damage(entries[index])
    journal = _with_entries(harness, entries)
    (verdict,) = verify(journal, GAMES)
    assert f"record {index + 1} is invalid" in verdict.error
    after = JournalledHarness(journal, LIMITS)
    assert after.damaged_matches == []
    assert _match(after).snapshot() == _match(expected).snapshot()
    assert after.state.rooms[1].records == len(entries)


def test_match_with_a_damaged_record_after_its_snapshot_is_not_restored() -> None:
    harness, _ = _played("uno", "ada", "bob")
    entries = list(harness.journal.entries(1))
    entries[-1] = structs.replace(entries[-1], body=b"\xc1")
    after = JournalledHarness(_with_entries(harness, entries), LIMITS)
    assert after.state.rooms == {}
    (replay,) = after.damaged_matches
    assert f"record {len(entries)} is invalid" in replay.error


def test_match_with_damaged_records_before_its_snapshot_is_restored_and_reported() -> None:
    harness, _ = _played("uno", "ada", "bob")
    entries = list(harness.journal.entries(1))
    entries[3] = structs.replace(entries[3], body=b"\xc1")
    journal = _with_entries(harness, entries)
    assert _match(JournalledHarness(journal, LIMITS)).snapshot() == _match(harness).snapshot()
    (verdict,) = verify(journal, GAMES)
    assert "record 4 is invalid" in verdict.error


def _replay_before_a_snapshot_with_chat() -> tuple[Replay, Snapshot]:
    """Return a replay up to a snapshot with two chat lines, and that snapshot."""
    harness = JournalledHarness(MemoryJournal(), LIMITS)
    peers = harness.start_match("ada", "bob", setup=SelectModeAndPlayers(2, game="uno"))
    harness.send(peers[1], SendChat("I win"))
    harness.send(peers[1], SendChat("secret", "ada"))
    harness.play_actions(peers, 20)
    replay, entries = Replay(1, GAMES), list(harness.journal.entries(1))
    for entry in entries[: _last_snapshot(entries)]:
        replay.feed(entry)
    record = decode_record(entries[_last_snapshot(entries)].body)
    assert isinstance(record, Snapshot)
    return replay, record


CHANGES: dict[str, Callable[[Snapshot], Snapshot]] = {
    "the start of the match": lambda s: structs.replace(
        s, began=structs.replace(s.began, host="eve")
    ),
    "the record before it": lambda s: structs.replace(s, records=s.records - 1),
    "the state of the match": lambda s: structs.replace(
        s, match=structs.replace(s.match, seq=s.match.seq + 1)
    ),
    "the seats that were given up": lambda s: structs.replace(
        s, seats=(SeatSnapshot(NO_HASH, is_removed=True), *s.seats[1:])
    ),
    "the session of seat 1": lambda s: structs.replace(
        s, seats=(s.seats[0], structs.replace(s.seats[1], token_hash=b"stolen"))
    ),
    "the chat": lambda s: structs.replace(s, chat=(Talked("bob", "I lose"), *s.chat[1:])),
}


CHAT_CHANGES: dict[str, Callable[[tuple[Any, ...]], tuple[Any, ...]]] = {
    "none": lambda chat: (),
    "one fewer": lambda chat: chat[1:],
    "another order": lambda chat: chat[::-1],
    "another author": lambda chat: (chat[0], Whispered(0, 1, "secret")),
    "private line before the match": lambda chat: (Whispered(0, 1, "earlier"), *chat),
}


@pytest.mark.parametrize("change", CHAT_CHANGES)
def test_snapshot_with_other_chat_lines_is_invalid(change: str) -> None:
    replay, record = _replay_before_a_snapshot_with_chat()
    changed = structs.replace(record, chat=CHAT_CHANGES[change](record.chat))
    replay.feed(make_entry(1, replay.last_hash, changed))
    assert replay.error.endswith("the snapshot differs from the replay: the chat")


def test_snapshot_with_chat_lines_from_before_the_match_is_valid() -> None:
    replay, record = _replay_before_a_snapshot_with_chat()
    changed = structs.replace(record, chat=(Talked("eve", "earlier"), *record.chat))
    replay.feed(make_entry(1, replay.last_hash, changed))
    assert replay.error == ""


@pytest.mark.parametrize("part", CHANGES)
def test_snapshot_that_differs_from_the_replay_is_invalid_although_its_hash_is_right(
    part: str,
) -> None:
    replay, record = _replay_before_a_snapshot_with_chat()
    replay.feed(make_entry(1, replay.last_hash, CHANGES[part](record)))
    assert replay.error.endswith(f"the snapshot differs from the replay: {part}")
