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
from server.sessions import Disconnected, InLobby, InRoom, Playing, SettingUp, Spectating
from server.state import hash_secret
from tests.harness.handler import HandlerHarness


def _token(harness: HandlerHarness, peer: int) -> str:
    return harness.received(peer, SessionOpened)[-1].token


def test_tokens_are_kept_as_hashes_only() -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    session = harness.state.sessions["ada"]
    assert session.token_hash == hash_secret(_token(harness, ada))
    assert _token(harness, ada) not in repr(vars(harness.state))


def test_tokens_of_nobody_of_others_and_of_the_past_never_work() -> None:
    harness = HandlerHarness()
    ada, bob = harness.start_match("ada", "bob")
    old, foreign = _token(harness, ada), _token(harness, bob)
    harness.disconnect(ada)
    answer = harness.send(harness.connect(), Reconnect("ada", old))
    assert isinstance(answer, SessionOpened)
    harness.send(
        harness.state.sessions["ada"].peer or 0, SelectMatch(0)
    )  # the new token has arrived
    for token in ("", " ", old, foreign, "x" * 64, old.upper(), "\udc00"):
        refused = harness.assert_refused(harness.connect(), Reconnect("ada", token))
        assert refused == ErrorCode.SESSIONUNKNOWN


def test_a_token_that_was_given_up_never_works_again() -> None:
    harness = HandlerHarness(Limits(tick_gap_seconds=inf))
    ada, bob = harness.start_match("ada", "bob")
    token, late = _token(harness, ada), _token(harness, bob)
    harness.send(ada, Quit())
    assert (
        harness.assert_refused(harness.connect(), Reconnect("ada", token))
        == ErrorCode.SESSIONUNKNOWN
    )
    assert isinstance(harness.send(harness.connect(), ChooseNickname("ada")), ActionValid)
    assert (
        harness.assert_refused(harness.connect(), Reconnect("ada", token))
        == ErrorCode.SESSIONUNKNOWN
    )
    harness.disconnect(bob)
    harness.tick(100_000.0)
    assert (
        harness.assert_refused(harness.connect(), Reconnect("bob", late))
        == ErrorCode.SESSIONUNKNOWN
    )


def test_a_live_name_is_refused_and_the_newer_connection_supersedes_the_older() -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    assert (
        harness.assert_refused(harness.connect(), ChooseNickname("ada"))
        == ErrorCode.DUPLICATENICKNAME
    )
    newer = harness.connect()
    assert isinstance(harness.send(newer, Reconnect("ada", _token(harness, ada))), SessionOpened)
    assert harness.closed_peers == [ada]
    assert harness.received(ada, Error)[-1].error is ErrorCode.SUPERSEDED
    harness.disconnect(ada)
    assert harness.state.sessions["ada"].peer == newer


def test_a_password_is_asked_of_new_guests_only() -> None:
    harness = HandlerHarness()
    harness.state.password = hash_secret("open sesame")
    for wrong in ("", "open", "open sesame ", "OPEN SESAME"):
        refused = harness.assert_refused(harness.connect(), ChooseNickname("ada", wrong))
        assert refused == ErrorCode.NOTALLOWED
    ada = harness.connect()
    assert isinstance(harness.send(ada, ChooseNickname("ada", "open sesame")), ActionValid)
    token = _token(harness, ada)
    assert isinstance(harness.send(harness.connect(), Reconnect("ada", token)), SessionOpened)
    robot = harness.connect(computer=True)
    assert isinstance(harness.send(robot, ChooseNickname("robot")), ActionValid)


def test_guessing_the_password_is_slow() -> None:
    harness = HandlerHarness()
    harness.state.password = hash_secret("open sesame")
    stranger = harness.connect(address="192.0.2.1")
    answers = [harness.send(stranger, ChooseNickname("ada", f"{n}")) for n in range(20)]
    codes = [answer.error for answer in answers if isinstance(answer, Error)]
    assert codes.count(ErrorCode.NOTALLOWED) == 8
    assert codes.count(ErrorCode.RATELIMITED) == 12


def _race(harness: HandlerHarness, chance: Random) -> None:
    """Several guests want one name, one seat and one session, in any order."""
    peers = [harness.connect() for _ in range(4)]
    won = [_says_yes(harness.send(peer, ChooseNickname("ada"))) for peer in peers]
    assert sum(won) == 1
    host = peers[won.index(True)]
    losers = [peer for peer in peers if peer != host]
    harness.send(host, SelectMatch(0))
    harness.send(host, SelectModeAndPlayers(2, game="uno"))
    for number, peer in enumerate(losers):
        harness.send(peer, ChooseNickname(f"guest{number}"))
    chance.shuffle(losers)
    room = max(harness.state.rooms)
    assert sum(_says_yes(harness.send(peer, SelectMatch(room))) for peer in losers) == 1
    _race_for_the_token(harness, host, chance)
    for peer in list(harness.state.peers):
        harness.send(peer, Quit())
        harness.disconnect(peer)


def _race_for_the_token(harness: HandlerHarness, owner: int, chance: Random) -> None:
    token = _token(harness, owner)
    runners = [harness.connect() for _ in range(3)]
    chance.shuffle(runners)
    for runner in runners:
        harness.send(runner, Reconnect("ada", token))
    owners = [peer for peer in harness.state.peers.values() if _owns(peer.session, "ada")]
    assert [peer.id for peer in owners] == [harness.state.sessions["ada"].peer]


def _owns(session: object, name: str) -> bool:
    return getattr(session, "name", "") == name


def _says_yes(answer: Message) -> bool:
    return isinstance(answer, ActionValid)


@pytest.mark.parametrize("races", [300, pytest.param(10_000, marks=pytest.mark.soak)])
def test_every_race_has_exactly_one_winner(races: int) -> None:
    harness, chance = HandlerHarness(), Random(5)
    for _ in range(races):
        _race(harness, chance)
        harness.inboxes.clear()
    assert (harness.state.sessions, harness.state.rooms) == ({}, {})
    assert harness.log.errors == []


def test_a_session_is_in_the_state_of_its_phase() -> None:
    harness = HandlerHarness()
    peers = [harness.state.peers[harness.connect_named(name)] for name in ("ada", "bob", "wes")]
    sessions = [peer.session for peer in peers]
    ada, bob, wes = (session for session in sessions if session is not None)
    assert isinstance(ada.state, InLobby)
    harness.send(peers[0].id, SelectMatch(0))
    assert isinstance(ada.state, SettingUp)
    harness.send(peers[0].id, SelectModeAndPlayers(2))
    harness.send(peers[0].id, ChooseWizard("KING"))
    assert isinstance(ada.state, InRoom)
    assert (ada.room, ada.wizard, ada.seat, ada.match) == (harness.state.rooms[1], "KING", -1, None)
    harness.send(peers[1].id, SelectMatch(1))
    harness.send(peers[1].id, ChooseWizard("SAGE"))
    assert isinstance(bob.state, Playing)
    assert (bob.room, bob.wizard, bob.seat) == (harness.state.rooms[1], "SAGE", 1)
    assert bob.match is harness.state.rooms[1].match is not None
    harness.send(peers[2].id, WatchMatch(1))
    assert isinstance(wes.state, Spectating)
    assert (wes.room, wes.seat) == (None, -1)
    assert [peer.phase for peer in peers] == ["turn", "turn", "watch"]
    assert harness.state.peers[harness.connect()].phase == "nickname"


def test_who_is_away_has_no_connection_but_that_of_a_stand_in() -> None:
    harness = HandlerHarness()
    harness.connect_named("ada")
    session = harness.state.sessions["ada"]
    assert (session.disconnected, session.peer) == (None, 1)
    session.connection = away = Disconnected(5.0)
    assert (session.disconnected, session.peer) == (away, None)
    away.stand_in = 9
    assert session.peer == 9


def test_a_session_that_has_ended_is_freed_at_once() -> None:
    """No garbage collection is needed: a server collects cycles of references seldom."""
    harness = HandlerHarness()
    gc.disable()
    try:
        peers = harness.start_match("ada", "bob")
        peers.append(harness.connect_named("eve"))
        harness.send(peers[2], WatchMatch(1))
        ended = [session.ref for session in harness.state.sessions.values()]
        assert all(reference() for reference in ended)
        for peer in peers:
            harness.send(peer, Quit())
            harness.disconnect(peer)
        assert not harness.state.sessions
        assert [reference() for reference in ended] == [None, None, None]
    finally:
        gc.enable()
