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
from tests.harness.handler import House

AWAY = "192.0.2.1"
TABLE = SelectModeAndPlayers(2)


def _stranger(house: House, name: str = "") -> int:
    peer = house.arrive(address=AWAY)
    if name:
        assert isinstance(house.say(peer, ChooseNickname(name)), ActionValid)
    return peer


def _flood(house: House, peer: int, most: int = 10_000) -> list[str]:
    """Send until the connection ends; what the answers were."""
    answers: list[str] = []
    while peer not in house.ended and len(answers) < most:
        answer = house.say(peer, Heartbeat(id=len(answers) + 1))
        assert answer.reply_to == len(answers) + 1  # type: ignore[attr-defined]
        answers.append(answer.error if isinstance(answer, Error) else type(answer).__name__)
    return answers


def test_a_flooder_is_warned_and_then_cut() -> None:
    house = House()
    answers = _flood(house, _stranger(house))
    assert answers == ["Heartbeat"] * 400 + ["RATELIMITED"] * 21
    ignored = house.handler.receive(house.ended[0], Heartbeat(), 0.0)
    assert ignored.answer is None
    assert not ignored.sends


def test_a_flood_does_not_fill_the_log() -> None:
    house = House()
    for _ in range(3):
        _flood(house, _stranger(house))
    house.now = 1.0
    _flood(house, _stranger(house))
    assert len(house.ended) == 4
    assert [warning["since_last"] for warning in house.log.warnings] == [1, 3]


def test_who_waits_as_told_goes_on() -> None:
    house = House()
    peer = _stranger(house)
    for _ in range(50):
        assert isinstance(_last(house, peer, 100), Heartbeat)
        house.now += 1.0
    assert house.ended == []


def _last(house: House, peer: int, times: int) -> object:
    return [house.say(peer, Heartbeat()) for _ in range(times)][-1]


def test_a_new_connection_does_not_refill_what_a_name_has_spent() -> None:
    house = House()
    ada = _stranger(house, "ada")
    house.say(ada, SelectMatch(0))
    house.say(ada, TABLE)
    (opened,) = house.got(ada, SessionOpened)
    spent = 0
    for _ in range(3):
        spent += _flood(house, ada).count("Heartbeat")
        house.depart(ada)
        ada = _stranger(house)
        answer = house.say(ada, Reconnect("ada", opened.token))
        assert isinstance(answer, SessionOpened)
        opened = answer
    assert spent < 500


def test_computer_players_and_this_machine_are_not_limited() -> None:
    house = House()
    for peer in (house.arrive(computer=True), house.arrive()):
        assert set(_flood(house, peer, 3000)) == {"Heartbeat"}


def test_unreadable_messages_cost_too() -> None:
    house = House()
    peer = _stranger(house)
    for _ in range(15):
        for _ in range(15):
            error = ProtocolError(ErrorCode.MALFORMEDMESSAGE, "No.")
            house.handler.malformed(peer, error, house.now)
        house.say(peer, Heartbeat())
    assert "RATELIMITED" in _flood(house, peer, 1)


def test_ten_lines_of_chat_in_ten_seconds() -> None:
    house = House()
    ada, bob = _stranger(house, "ada"), _stranger(house, "bob")
    for _ in range(10):
        assert isinstance(house.say(ada, SendChat("hello")), ActionValid)
    assert house.refused(ada, SendChat("hello")) == ErrorCode.RATELIMITED
    assert isinstance(house.say(bob, SendChat("peace")), ActionValid)
    house.now += 1.0
    assert isinstance(house.say(ada, SendChat("hello")), ActionValid)


def test_only_so_many_tables_are_made_from_one_address() -> None:
    house = House(Limits(matches_per_address=2))
    ada, bob, eve, fay = (_stranger(house, name) for name in ("ada", "bob", "eve", "fay"))
    for guest in (ada, bob, eve):
        house.say(guest, SelectMatch(0))
    house.say(ada, TABLE), house.say(bob, TABLE)
    assert house.refused(eve, TABLE) == ErrorCode.RATELIMITED
    assert isinstance(house.say(fay, SelectMatch(1)), ActionValid), "to join is no new table"
    house.say(ada, LeaveMatch()), house.say(fay, LeaveMatch())
    assert isinstance(house.say(eve, TABLE), ActionValid)


def test_a_table_that_never_starts_is_closed() -> None:
    house = House(Limits(lobby_seconds=100.0))
    ada = house.guest("ada")
    house.say(ada, SelectMatch(0))
    house.say(ada, TABLE)
    house.tick(50.0)
    bob = house.guest("bob")
    house.say(bob, SelectMatch(0))
    house.say(bob, TABLE)
    house.names(ada)
    house.tick(51.0)
    assert list(house.state.rooms) == [2]
    assert "waited too long" in house.got(ada, GenericMessage)[0].msg
    assert isinstance(house.say(ada, SelectMatch(2)), ActionValid)


def test_who_never_says_who_he_is_has_to_go() -> None:
    house = House(Limits(nameless_seconds=100.0))
    ada, stranger = house.guest("ada"), house.arrive()
    house.tick(99.0)
    assert house.ended == []
    house.say(stranger, Heartbeat())
    house.tick(5.0)
    assert house.ended == [stranger]
    assert "choose a name" in house.got(stranger, Error)[0].message
    house.depart(stranger)
    house.tick(500.0)
    assert ada not in house.ended


def _create_and_leave(house: House, number: int) -> None:
    house.now += 0.1
    peer = house.arrive(address=f"10.{number % 200}.0.1")
    house.say(peer, ChooseNickname(f"guest{number}"))
    house.say(peer, SelectMatch(0))
    house.say(peer, TABLE)
    if number % 2:
        house.say(peer, Quit())
    house.depart(peer)
    if number % 50 == 0:
        house.tick(0.1)
    house.boxes.clear()
    house.ended.clear()


def _objects() -> int:
    gc.collect()
    return len(gc.get_objects())


def _resident() -> int:
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
@pytest.mark.parametrize("guests", [1000, pytest.param(100_000, marks=pytest.mark.soak)])
def test_who_creates_and_leaves_leaves_nothing_behind(guests: int) -> None:
    house = House(Limits(away_seconds=1.0))
    for number in range(600):
        _create_and_leave(house, number)
    house.tick(20.0)
    house.boxes.clear()
    before, resident = _objects(), _resident()
    for number in range(600, 600 + guests):
        _create_and_leave(house, number)
    house.tick(20.0)
    house.boxes.clear()
    assert (house.state.rooms, house.state.sessions, house.state.peers) == ({}, {}, {})
    assert house.handler.limiter.addresses == {}
    assert _objects() - before < 200
    assert _resident() - resident < 4 * 1024 * 1024
