"""Rate limits and limits per address as clients experience them."""

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

REMOTE_ADDRESS = "192.0.2.1"
SETUP = SelectModeAndPlayers(2)


def _connect_remote(harness: HandlerHarness, name: str = "") -> int:
    peer = harness.connect(address=REMOTE_ADDRESS)
    if name:
        assert isinstance(harness.send(peer, ChooseNickname(name)), ActionValid)
    return peer


def _flood(harness: HandlerHarness, peer: int, max_messages: int = 10_000) -> list[str]:
    """Send heartbeats until the connection is closed; return the answers."""
    answers: list[str] = []
    while peer not in harness.closed_peers and len(answers) < max_messages:
        answer = harness.send(peer, Heartbeat(id=len(answers) + 1))
        assert answer.reply_to == len(answers) + 1  # type: ignore[attr-defined]
        answers.append(answer.error if isinstance(answer, Error) else type(answer).__name__)
    return answers


def test_flooding_client_is_refused_21_times_then_disconnected_and_ignored() -> None:
    harness = HandlerHarness()
    answers = _flood(harness, _connect_remote(harness))
    assert answers == ["Heartbeat"] * 400 + ["RATELIMITED"] * 21
    ignored = harness.handler.receive(harness.closed_peers[0], Heartbeat(), 0.0)
    assert ignored.answer is None
    assert not ignored.sends


def test_disconnected_flooders_are_logged_once_per_second_with_their_count() -> None:
    harness = HandlerHarness()
    for _ in range(3):
        _flood(harness, _connect_remote(harness))
    harness.now = 1.0
    _flood(harness, _connect_remote(harness))
    assert len(harness.closed_peers) == 4
    assert [warning["disconnected_since_last_event"] for warning in harness.log.warnings] == [1, 3]


def test_client_that_sends_100_messages_per_second_is_not_limited() -> None:
    harness = HandlerHarness()
    peer = _connect_remote(harness)
    for _ in range(50):
        assert isinstance(_last_answer(harness, peer, 100), Heartbeat)
        harness.now += 1.0
    assert harness.closed_peers == []


def _last_answer(harness: HandlerHarness, peer: int, times: int) -> object:
    return [harness.send(peer, Heartbeat()) for _ in range(times)][-1]


def test_reconnect_does_not_refill_the_bucket_of_the_session() -> None:
    harness = HandlerHarness()
    ada = _connect_remote(harness, "ada")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SETUP)
    (opened,) = harness.received(ada, SessionOpened)
    spent = 0
    for _ in range(3):
        spent += _flood(harness, ada).count("Heartbeat")
        harness.disconnect(ada)
        ada = _connect_remote(harness)
        answer = harness.send(ada, Reconnect("ada", opened.token))
        assert isinstance(answer, SessionOpened)
        opened = answer
    assert spent < 500


def test_computer_player_and_trusted_client_are_not_limited() -> None:
    harness = HandlerHarness()
    for peer in (harness.connect(computer=True), harness.connect()):
        assert set(_flood(harness, peer, 3000)) == {"Heartbeat"}


def test_client_is_rate_limited_after_many_malformed_messages() -> None:
    harness = HandlerHarness()
    peer = _connect_remote(harness)
    for _ in range(15):
        for _ in range(15):
            error = ProtocolError(ErrorCode.MALFORMEDMESSAGE, "No.")
            harness.handler.malformed(peer, error, harness.now)
        harness.send(peer, Heartbeat())
    assert "RATELIMITED" in _flood(harness, peer, 1)


def test_chat_is_limited_to_a_burst_of_ten_lines_per_client_and_one_more_per_second() -> None:
    harness = HandlerHarness()
    ada, bob = _connect_remote(harness, "ada"), _connect_remote(harness, "bob")
    for _ in range(10):
        assert isinstance(harness.send(ada, SendChat("hello")), ActionValid)
    assert harness.assert_refused(ada, SendChat("hello")) == ErrorCode.RATELIMITED
    assert isinstance(harness.send(bob, SendChat("peace")), ActionValid)
    harness.now += 1.0
    assert isinstance(harness.send(ada, SendChat("hello")), ActionValid)


def test_room_above_the_limit_of_an_address_is_refused_until_another_is_closed() -> None:
    harness = HandlerHarness(Limits(matches_per_address=2))
    ada, bob, eve, fay = (_connect_remote(harness, name) for name in ("ada", "bob", "eve", "fay"))
    for peer in (ada, bob, eve):
        harness.send(peer, SelectMatch(0))
    harness.send(ada, SETUP), harness.send(bob, SETUP)
    assert harness.assert_refused(eve, SETUP) == ErrorCode.RATELIMITED
    assert isinstance(harness.send(fay, SelectMatch(1)), ActionValid), (
        "joining does not create a room"
    )
    harness.send(ada, LeaveMatch()), harness.send(fay, LeaveMatch())
    assert isinstance(harness.send(eve, SETUP), ActionValid)


def test_room_is_closed_after_open_room_seconds_and_its_host_can_join_another() -> None:
    harness = HandlerHarness(Limits(open_room_seconds=100.0))
    ada = harness.connect_named("ada")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SETUP)
    harness.tick(50.0)
    bob = harness.connect_named("bob")
    harness.send(bob, SelectMatch(0))
    harness.send(bob, SETUP)
    harness.pop_received_types(ada)
    harness.tick(51.0)
    assert list(harness.state.rooms) == [2]
    assert "waited too long" in harness.received(ada, GenericMessage)[0].msg
    assert isinstance(harness.send(ada, SelectMatch(2)), ActionValid)


def test_only_an_unnamed_client_is_disconnected_after_unnamed_seconds() -> None:
    harness = HandlerHarness(Limits(unnamed_seconds=100.0))
    ada, unnamed = harness.connect_named("ada"), harness.connect()
    harness.tick(99.0)
    assert harness.closed_peers == []
    harness.send(unnamed, Heartbeat())
    harness.tick(5.0)
    assert harness.closed_peers == [unnamed]
    assert "choose a name" in harness.received(unnamed, Error)[0].message
    harness.disconnect(unnamed)
    harness.tick(500.0)
    assert ada not in harness.closed_peers


def _create_and_leave(harness: HandlerHarness, number: int) -> None:
    harness.now += 0.1
    peer = harness.connect(address=f"10.{number % 200}.0.1")
    harness.send(peer, ChooseNickname(f"player{number}"))
    harness.send(peer, SelectMatch(0))
    harness.send(peer, SETUP)
    if number % 2:
        harness.send(peer, Quit())
    harness.disconnect(peer)
    if number % 50 == 0:
        harness.tick(0.1)
    harness.inboxes.clear()
    harness.closed_peers.clear()


def _count_objects() -> int:
    gc.collect()
    return len(gc.get_objects())


def _resident_bytes() -> int:
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
@pytest.mark.parametrize("clients", [1000, pytest.param(100_000, marks=pytest.mark.soak)])
def test_clients_that_open_a_room_and_leave_release_its_state_and_memory(clients: int) -> None:
    harness = HandlerHarness(Limits(reconnect_seconds=1.0))
    for number in range(600):
        _create_and_leave(harness, number)
    harness.tick(20.0)
    harness.inboxes.clear()
    before, resident = _count_objects(), _resident_bytes()
    for number in range(600, 600 + clients):
        _create_and_leave(harness, number)
    harness.tick(20.0)
    harness.inboxes.clear()
    assert (harness.state.rooms, harness.state.sessions, harness.state.peers) == ({}, {}, {})
    assert harness.handler.limiter.addresses == {}
    assert _count_objects() - before < 200
    assert _resident_bytes() - resident < 4 * 1024 * 1024
