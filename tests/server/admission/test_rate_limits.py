"""Limits as guests feel them: warned, then cut; and what the others notice of it (nothing)."""

import gc
import os
import sys
from pathlib import Path

import pytest

from messages import (
    ActionValid,
    ChooseNickname,
    Error,
    ErrorCode,
    GenericMessage,
    Heartbeat,
    LeaveMatch,
    ProtocolError,
    Quit,
    Reconnect,
    SelectMatch,
    SelectModeAndPlayers,
    SendChat,
    SessionOpened,
)
from server.limits import Limits
from tests.harness.handler import HandlerHarness

AWAY = "192.0.2.1"
TABLE = SelectModeAndPlayers(2)


def _stranger(harness: HandlerHarness, name: str = "") -> int:
    peer = harness.connect(address=AWAY)
    if name:
        assert isinstance(harness.send(peer, ChooseNickname(name)), ActionValid)
    return peer


def _flood(harness: HandlerHarness, peer: int, most: int = 10_000) -> list[str]:
    """Send until the connection ends; what the answers were."""
    answers: list[str] = []
    while peer not in harness.closed_peers and len(answers) < most:
        answer = harness.send(peer, Heartbeat(id=len(answers) + 1))
        assert answer.reply_to == len(answers) + 1  # type: ignore[attr-defined]
        answers.append(answer.error if isinstance(answer, Error) else type(answer).__name__)
    return answers


def test_a_flooder_is_warned_and_then_cut() -> None:
    harness = HandlerHarness()
    answers = _flood(harness, _stranger(harness))
    assert answers == ["Heartbeat"] * 400 + ["RATELIMITED"] * 21
    ignored = harness.handler.receive(harness.closed_peers[0], Heartbeat(), 0.0)
    assert ignored.answer is None
    assert not ignored.sends


def test_a_flood_does_not_fill_the_log() -> None:
    harness = HandlerHarness()
    for _ in range(3):
        _flood(harness, _stranger(harness))
    harness.now = 1.0
    _flood(harness, _stranger(harness))
    assert len(harness.closed_peers) == 4
    assert [warning["count"] for warning in harness.log.warnings] == [1, 3]


def test_who_waits_as_told_goes_on() -> None:
    harness = HandlerHarness()
    peer = _stranger(harness)
    for _ in range(50):
        assert isinstance(_last(harness, peer, 100), Heartbeat)
        harness.now += 1.0
    assert harness.closed_peers == []


def _last(harness: HandlerHarness, peer: int, times: int) -> object:
    return [harness.send(peer, Heartbeat()) for _ in range(times)][-1]


def test_a_new_connection_does_not_refill_what_a_name_has_spent() -> None:
    harness = HandlerHarness()
    ada = _stranger(harness, "ada")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, TABLE)
    (opened,) = harness.received(ada, SessionOpened)
    spent = 0
    for _ in range(3):
        spent += _flood(harness, ada).count("Heartbeat")
        harness.disconnect(ada)
        ada = _stranger(harness)
        answer = harness.send(ada, Reconnect("ada", opened.token))
        assert isinstance(answer, SessionOpened)
        opened = answer
    assert spent < 500


def test_computer_players_and_this_machine_are_not_limited() -> None:
    harness = HandlerHarness()
    for peer in (harness.connect(computer=True), harness.connect()):
        assert set(_flood(harness, peer, 3000)) == {"Heartbeat"}


def test_unreadable_messages_cost_too() -> None:
    harness = HandlerHarness()
    peer = _stranger(harness)
    for _ in range(15):
        for _ in range(15):
            error = ProtocolError(ErrorCode.MALFORMEDMESSAGE, "No.")
            harness.handler.malformed(peer, error, harness.now)
        harness.send(peer, Heartbeat())
    assert "RATELIMITED" in _flood(harness, peer, 1)


def test_ten_lines_of_chat_in_ten_seconds() -> None:
    harness = HandlerHarness()
    ada, bob = _stranger(harness, "ada"), _stranger(harness, "bob")
    for _ in range(10):
        assert isinstance(harness.send(ada, SendChat("hello")), ActionValid)
    assert harness.assert_refused(ada, SendChat("hello")) == ErrorCode.RATELIMITED
    assert isinstance(harness.send(bob, SendChat("peace")), ActionValid)
    harness.now += 1.0
    assert isinstance(harness.send(ada, SendChat("hello")), ActionValid)


def test_only_so_many_tables_are_made_from_one_address() -> None:
    harness = HandlerHarness(Limits(matches_per_address=2))
    ada, bob, eve, fay = (_stranger(harness, name) for name in ("ada", "bob", "eve", "fay"))
    for guest in (ada, bob, eve):
        harness.send(guest, SelectMatch(0))
    harness.send(ada, TABLE), harness.send(bob, TABLE)
    assert harness.assert_refused(eve, TABLE) == ErrorCode.RATELIMITED
    assert isinstance(harness.send(fay, SelectMatch(1)), ActionValid), "to join is no new table"
    harness.send(ada, LeaveMatch()), harness.send(fay, LeaveMatch())
    assert isinstance(harness.send(eve, TABLE), ActionValid)


def test_a_table_that_never_starts_is_closed() -> None:
    harness = HandlerHarness(Limits(open_room_seconds=100.0))
    ada = harness.connect_named("ada")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, TABLE)
    harness.tick(50.0)
    bob = harness.connect_named("bob")
    harness.send(bob, SelectMatch(0))
    harness.send(bob, TABLE)
    harness.pop_received_types(ada)
    harness.tick(51.0)
    assert list(harness.state.rooms) == [2]
    assert "waited too long" in harness.received(ada, GenericMessage)[0].msg
    assert isinstance(harness.send(ada, SelectMatch(2)), ActionValid)


def test_who_never_says_who_he_is_has_to_go() -> None:
    harness = HandlerHarness(Limits(unnamed_seconds=100.0))
    ada, stranger = harness.connect_named("ada"), harness.connect()
    harness.tick(99.0)
    assert harness.closed_peers == []
    harness.send(stranger, Heartbeat())
    harness.tick(5.0)
    assert harness.closed_peers == [stranger]
    assert "choose a name" in harness.received(stranger, Error)[0].message
    harness.disconnect(stranger)
    harness.tick(500.0)
    assert ada not in harness.closed_peers


def _create_and_leave(harness: HandlerHarness, number: int) -> None:
    harness.now += 0.1
    peer = harness.connect(address=f"10.{number % 200}.0.1")
    harness.send(peer, ChooseNickname(f"guest{number}"))
    harness.send(peer, SelectMatch(0))
    harness.send(peer, TABLE)
    if number % 2:
        harness.send(peer, Quit())
    harness.disconnect(peer)
    if number % 50 == 0:
        harness.tick(0.1)
    harness.inboxes.clear()
    harness.closed_peers.clear()


def _objects() -> int:
    gc.collect()
    return len(gc.get_objects())


def _resident() -> int:
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
@pytest.mark.parametrize("guests", [1000, pytest.param(100_000, marks=pytest.mark.soak)])
def test_who_creates_and_leaves_leaves_nothing_behind(guests: int) -> None:
    harness = HandlerHarness(Limits(reconnect_seconds=1.0))
    for number in range(600):
        _create_and_leave(harness, number)
    harness.tick(20.0)
    harness.inboxes.clear()
    before, resident = _objects(), _resident()
    for number in range(600, 600 + guests):
        _create_and_leave(harness, number)
    harness.tick(20.0)
    harness.inboxes.clear()
    assert (harness.state.rooms, harness.state.sessions, harness.state.peers) == ({}, {}, {})
    assert harness.handler.limiter.addresses == {}
    assert _objects() - before < 200
    assert _resident() - resident < 4 * 1024 * 1024
