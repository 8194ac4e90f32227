"""Matches of other versions of the rules: continued if compatible, otherwise ended or kept."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from msgspec import structs

from games.base import AnyGame, IllegalAction
from games.registry import GAMES
from messages import (
    ActionValid,
    ChooseMatch,
    ChooseNickname,
    Error,
    GenericMessage,
    Reconnect,
    SelectMatch,
    SessionOpened,
)
from server.history.archive import Verdict, verify, verify_export
from server.history.archive import export as export_match
from server.journal.records import Abandoned, Began, decode_record
from server.limits import Limits
from tests.harness.journalled import JournalledHarness
from tests.harness.memory_journal import MemoryJournal

NOTICE = (
    "Match 1 has ended without a winner: this server was updated, and the rules of Eriantys have "
    "changed since the match began."
)


def _eriantys(version: int, compatible: frozenset[int] = frozenset()) -> dict[str, AnyGame]:
    """Return the games with rules of Eriantys that refuse an action which version 1 accepts."""
    game = GAMES["eriantys"]

    def refuse(state: object, seat: int, action: object) -> None:
        raise IllegalAction("The changed rules refuse this.")

    apply: Callable[..., object] = refuse if version > 1 and not compatible else game.apply
    changed = replace(
        game,
        rules_version=version,
        compatible_versions=compatible,
        apply=apply,  # type: ignore[arg-type]
    )
    return {**GAMES, "eriantys": changed}


@pytest.fixture
def journal() -> MemoryJournal:
    return MemoryJournal()


def _play(journal: MemoryJournal, actions: int, version: int = 1) -> list[str]:
    """Play some actions of a match and return the tokens of its players."""
    limits = Limits(snapshot_records=8)
    harness = JournalledHarness(journal, limits, _eriantys(version))
    peers = harness.start_match("ada", "bob")
    if version == 1:
        harness.play_actions(peers, actions)
    return [harness.received(peer, SessionOpened)[-1].token for peer in peers]


def _records(journal: MemoryJournal) -> list[object]:
    return [decode_record(entry.body) for entry in journal.entries(1)]


@pytest.mark.parametrize("version", [1, 2, 7])
def test_first_record_has_the_version_of_the_rules(journal: MemoryJournal, version: int) -> None:
    _play(journal, 0, version)
    first = _records(journal)[0]
    assert isinstance(first, Began)
    assert first.rules_version == version
    assert (b"rules" in next(journal.entries(1)).body) == (version != 1), "old bytes stay"


@pytest.mark.parametrize("actions", [5, 20])  # without and with a snapshot
def test_match_of_older_rules_is_ended_and_its_players_are_told(
    journal: MemoryJournal, actions: int
) -> None:
    tokens = _play(journal, actions)
    after = JournalledHarness(journal, games=_eriantys(2), unix_now=9.0)
    assert (after.state.rooms, after.damaged_matches) == ({}, [])
    assert [replay.number for replay in after.outdated_matches] == [1]
    last = _records(journal)[-1]
    assert last == Abandoned(
        "it was played with version 1 of the rules, this program has version 2"
    )
    for name, token in zip(("ada", "bob"), tokens, strict=True):
        peer = after.connect()
        after.inboxes[peer].clear()
        assert isinstance(after.send(peer, Reconnect(name, token)), SessionOpened)
        assert after.received(peer, GenericMessage)[-1].msg == NOTICE
        assert after.received(peer, ChooseMatch)
        assert isinstance(after.send(peer, SelectMatch(0)), ActionValid), "may play on"
    again = after.restart()
    assert (again.outdated_matches, again.damaged_matches) == ([], []), "it is over"


def test_notice_is_repeated_until_the_client_goes_on(journal: MemoryJournal) -> None:
    token = _play(journal, 3)[0]
    after = JournalledHarness(journal, games=_eriantys(2))
    for _ in range(2):
        peer = after.connect()
        answer = after.send(peer, Reconnect("ada", token))
        assert isinstance(answer, SessionOpened)
        token = answer.token
        assert after.received(peer, GenericMessage)[-1].msg == NOTICE
        after.disconnect(peer)
    peer = after.connect()
    after.send(peer, Reconnect("ada", token))
    after.send(peer, SelectMatch(0))
    after.disconnect(peer)
    peer = after.connect()
    assert isinstance(after.send(peer, Reconnect("ada", token)), Error)
    fresh = after.connect()
    assert isinstance(after.send(fresh, ChooseNickname("bob")), ActionValid), "the name is free"


def test_match_of_a_compatible_version_continues(journal: MemoryJournal) -> None:
    tokens = _play(journal, 10)
    games = _eriantys(2, frozenset({1}))
    after = JournalledHarness(journal, games=games)
    assert list(after.state.rooms) == [1]
    peers = [after.connect() for _ in tokens]
    for peer, name, token in zip(peers, ("ada", "bob"), tokens, strict=True):
        assert isinstance(after.send(peer, Reconnect(name, token)), SessionOpened)
    after.play_actions(peers, 1000)
    assert after.state.rooms == {}, "played to its end"
    (verdict,) = verify(journal, games)
    assert (verdict.error, verdict.other_rules, verdict.is_over) == ("", "", True)


def test_match_of_newer_rules_stays_for_the_program_that_has_them(journal: MemoryJournal) -> None:
    tokens = _play(journal, 0, version=2)
    older = JournalledHarness(journal, games=_eriantys(1))
    assert (older.state.rooms, older.outdated_matches) == ({}, [])
    assert [replay.error for replay in older.damaged_matches] == [
        "it was played with version 2 of the rules, this program has version 1"
    ]
    newer = JournalledHarness(journal, games=_eriantys(2))
    peer = newer.connect()
    assert isinstance(newer.send(peer, Reconnect("ada", tokens[0])), SessionOpened)
    assert list(newer.state.rooms) == [1]


@pytest.mark.parametrize("actions", [5, 1000])
def test_verify_checks_the_hashes_of_other_rules_and_finds_damage(
    journal: MemoryJournal, actions: int
) -> None:
    _play(journal, actions)
    entries = list(journal.entries(1))
    (verdict,) = verify(journal, _eriantys(2))
    text = "it was played with version 1 of the rules, this program has version 2"
    over = actions == 1000
    assert verdict == Verdict(1, "eriantys", len(entries), over, "", text)
    damaged = MemoryJournal()
    wrong = structs.replace(entries[3], body=entries[2].body)
    damaged.append([*entries[:3], wrong, *entries[4:]], lambda _: None)
    (verdict,) = verify(damaged, _eriantys(2))
    assert verdict.error == "record 4 is invalid: its hash does not match the previous record"
    assert verdict.other_rules == ""


def test_export_of_other_rules_is_not_called_damaged(journal: MemoryJournal) -> None:
    _play(journal, 1000)
    lines = list(export_match(journal, 1, GAMES))
    assert verify_export(lines, GAMES).error == ""
    verdict = verify_export(lines, _eriantys(2))
    assert (verdict.error, bool(verdict.other_rules)) == ("", True)
