"""Who is who: tokens, live names, the password; and that races have exactly one winner."""

import gc
from math import inf
from random import Random

import pytest

from messages import (
    ActionValid,
    ChooseNickname,
    ChooseWizard,
    Error,
    ErrorCode,
    Message,
    Quit,
    Reconnect,
    SelectMatch,
    SelectModeAndPlayers,
    SessionOpened,
    WatchMatch,
)
from server.limits import Limits
from server.sessions import Away, InLobby, InRoom, Playing, SettingUp, Spectating
from server.state import hashed
from tests.harness.handler import House


def _token(house: House, peer: int) -> str:
    return house.got(peer, SessionOpened)[-1].token


def test_tokens_are_kept_as_hashes_only() -> None:
    house = House()
    ada, _ = house.table("ada", "bob")
    session = house.state.sessions["ada"]
    assert session.token_hash == hashed(_token(house, ada))
    assert _token(house, ada) not in repr(vars(house.state))


def test_tokens_of_nobody_of_others_and_of_the_past_never_work() -> None:
    house = House()
    ada, bob = house.table("ada", "bob")
    old, foreign = _token(house, ada), _token(house, bob)
    house.depart(ada)
    answer = house.say(house.arrive(), Reconnect("ada", old))
    assert isinstance(answer, SessionOpened)
    house.say(house.state.sessions["ada"].peer or 0, SelectMatch(0))  # the new token has arrived
    for token in ("", " ", old, foreign, "x" * 64, old.upper(), "\udc00"):
        refused = house.refused(house.arrive(), Reconnect("ada", token))
        assert refused == ErrorCode.SESSIONUNKNOWN


def test_a_token_that_was_given_up_never_works_again() -> None:
    house = House(Limits(pause_seconds=inf))
    ada, bob = house.table("ada", "bob")
    token, late = _token(house, ada), _token(house, bob)
    house.say(ada, Quit())
    assert house.refused(house.arrive(), Reconnect("ada", token)) == ErrorCode.SESSIONUNKNOWN
    assert isinstance(house.say(house.arrive(), ChooseNickname("ada")), ActionValid)
    assert house.refused(house.arrive(), Reconnect("ada", token)) == ErrorCode.SESSIONUNKNOWN
    house.depart(bob)
    house.tick(100_000.0)
    assert house.refused(house.arrive(), Reconnect("bob", late)) == ErrorCode.SESSIONUNKNOWN


def test_a_live_name_is_refused_and_the_newer_connection_supersedes_the_older() -> None:
    house = House()
    ada = house.guest("ada")
    assert house.refused(house.arrive(), ChooseNickname("ada")) == ErrorCode.DUPLICATENICKNAME
    newer = house.arrive()
    assert isinstance(house.say(newer, Reconnect("ada", _token(house, ada))), SessionOpened)
    assert house.ended == [ada]
    assert house.got(ada, Error)[-1].error is ErrorCode.SUPERSEDED
    house.depart(ada)
    assert house.state.sessions["ada"].peer == newer


def test_a_password_is_asked_of_new_guests_only() -> None:
    house = House()
    house.state.password = hashed("open sesame")
    for wrong in ("", "open", "open sesame ", "OPEN SESAME"):
        refused = house.refused(house.arrive(), ChooseNickname("ada", wrong))
        assert refused == ErrorCode.NOTALLOWED
    ada = house.arrive()
    assert isinstance(house.say(ada, ChooseNickname("ada", "open sesame")), ActionValid)
    token = _token(house, ada)
    assert isinstance(house.say(house.arrive(), Reconnect("ada", token)), SessionOpened)
    robot = house.arrive(computer=True)
    assert isinstance(house.say(robot, ChooseNickname("robot")), ActionValid)


def test_guessing_the_password_is_slow() -> None:
    house = House()
    house.state.password = hashed("open sesame")
    stranger = house.arrive(address="192.0.2.1")
    answers = [house.say(stranger, ChooseNickname("ada", f"{n}")) for n in range(20)]
    codes = [answer.error for answer in answers if isinstance(answer, Error)]
    assert codes.count(ErrorCode.NOTALLOWED) == 8
    assert codes.count(ErrorCode.RATELIMITED) == 12


def _race(house: House, chance: Random) -> None:
    """Several guests want one name, one seat and one session, in any order."""
    peers = [house.arrive() for _ in range(4)]
    won = [_says_yes(house.say(peer, ChooseNickname("ada"))) for peer in peers]
    assert sum(won) == 1
    host = peers[won.index(True)]
    losers = [peer for peer in peers if peer != host]
    house.say(host, SelectMatch(0))
    house.say(host, SelectModeAndPlayers(2, game="uno"))
    for number, peer in enumerate(losers):
        house.say(peer, ChooseNickname(f"guest{number}"))
    chance.shuffle(losers)
    room = max(house.state.rooms)
    assert sum(_says_yes(house.say(peer, SelectMatch(room))) for peer in losers) == 1
    _race_for_the_token(house, host, chance)
    for peer in list(house.state.peers):
        house.say(peer, Quit())
        house.depart(peer)


def _race_for_the_token(house: House, owner: int, chance: Random) -> None:
    token = _token(house, owner)
    runners = [house.arrive() for _ in range(3)]
    chance.shuffle(runners)
    for runner in runners:
        house.say(runner, Reconnect("ada", token))
    owners = [peer for peer in house.state.peers.values() if _owns(peer.session, "ada")]
    assert [peer.id for peer in owners] == [house.state.sessions["ada"].peer]


def _owns(session: object, name: str) -> bool:
    return getattr(session, "name", "") == name


def _says_yes(answer: Message) -> bool:
    return isinstance(answer, ActionValid)


@pytest.mark.parametrize("races", [300, pytest.param(10_000, marks=pytest.mark.soak)])
def test_every_race_has_exactly_one_winner(races: int) -> None:
    house, chance = House(), Random(5)
    for _ in range(races):
        _race(house, chance)
        house.boxes.clear()
    assert (house.state.sessions, house.state.rooms) == ({}, {})
    assert house.log.entries == []


def test_a_session_is_in_the_state_of_its_phase() -> None:
    house = House()
    peers = [house.state.peers[house.guest(name)] for name in ("ada", "bob", "wes")]
    sessions = [peer.session for peer in peers]
    ada, bob, wes = (session for session in sessions if session is not None)
    assert isinstance(ada.state, InLobby)
    house.say(peers[0].id, SelectMatch(0))
    assert isinstance(ada.state, SettingUp)
    house.say(peers[0].id, SelectModeAndPlayers(2))
    house.say(peers[0].id, ChooseWizard("KING"))
    assert isinstance(ada.state, InRoom)
    assert (ada.room, ada.wizard, ada.seat, ada.match) == (house.state.rooms[1], "KING", -1, None)
    house.say(peers[1].id, SelectMatch(1))
    house.say(peers[1].id, ChooseWizard("SAGE"))
    assert isinstance(bob.state, Playing)
    assert (bob.room, bob.wizard, bob.seat) == (house.state.rooms[1], "SAGE", 1)
    assert bob.match is house.state.rooms[1].match is not None
    house.say(peers[2].id, WatchMatch(1))
    assert isinstance(wes.state, Spectating)
    assert (wes.room, wes.seat) == (None, -1)
    assert [peer.phase for peer in peers] == ["turn", "turn", "watch"]
    assert house.state.peers[house.arrive()].phase == "nickname"


def test_who_is_away_has_no_connection_but_that_of_a_stand_in() -> None:
    house = House()
    house.guest("ada")
    session = house.state.sessions["ada"]
    assert (session.away, session.peer) == (None, 1)
    session.connection = away = Away(5.0)
    assert (session.away, session.peer) == (away, None)
    away.stand_in = 9
    assert session.peer == 9


def test_a_session_that_has_ended_is_freed_at_once() -> None:
    """No garbage collection is needed: a server collects cycles of references seldom."""
    house = House()
    gc.disable()
    try:
        peers = house.table("ada", "bob")
        peers.append(house.guest("eve"))
        house.say(peers[2], WatchMatch(1))
        ended = [session.ref for session in house.state.sessions.values()]
        assert all(reference() for reference in ended)
        for peer in peers:
            house.say(peer, Quit())
            house.depart(peer)
        assert not house.state.sessions
        assert [reference() for reference in ended] == [None, None, None]
    finally:
        gc.enable()
