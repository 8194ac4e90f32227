"""Sessions: tokens, nicknames, the password, states, and races between clients."""

import gc
from math import inf
from random import Random

import pytest
from msgspec import UNSET

from messages import (
    ActionValid,
    ChooseNickname,
    ChooseWizard,
    Error,
    ErrorCode,
    Message,
    Quit,
    Reconnect,
    RequestNickname,
    SelectMatch,
    SelectModeAndPlayers,
    SessionOpened,
    WatchMatch,
)
from server.limits import Limits
from server.phases.entry import PASSWORD_NEEDED
from server.session_registry import hash_secret
from server.sessions import Disconnected, InLobby, InRoom, Playing, SettingUp, Spectating
from tests.harness.handler import HandlerHarness


def _token(harness: HandlerHarness, peer: int) -> str:
    return harness.received(peer, SessionOpened)[-1].token


def test_token_is_stored_as_hash_only() -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    session = harness.state.sessions["ada"]
    assert session.token_hash == hash_secret(_token(harness, ada))
    assert _token(harness, ada) not in repr(vars(harness.state))


def test_reconnect_with_invalid_foreign_or_replaced_token_is_refused() -> None:
    harness = HandlerHarness()
    ada, bob = harness.start_match("ada", "bob")
    old_token, foreign = _token(harness, ada), _token(harness, bob)
    harness.disconnect(ada)
    answer = harness.send(harness.connect(), Reconnect("ada", old_token))
    assert isinstance(answer, SessionOpened)
    harness.send(
        harness.state.sessions["ada"].peer or 0, SelectMatch(0)
    )  # the new token has arrived
    for token in ("", " ", old_token, foreign, "x" * 64, old_token.upper(), "\udc00"):
        refused = harness.assert_refused(harness.connect(), Reconnect("ada", token))
        assert refused == ErrorCode.SESSIONUNKNOWN


def test_token_is_refused_after_quit_even_if_the_nickname_is_taken_again_and_after_expiry() -> None:
    harness = HandlerHarness(Limits(tick_gap_seconds=inf))
    ada, bob = harness.start_match("ada", "bob")
    token, expired_token = _token(harness, ada), _token(harness, bob)
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
        harness.assert_refused(harness.connect(), Reconnect("bob", expired_token))
        == ErrorCode.SESSIONUNKNOWN
    )


def test_nickname_in_use_is_refused_but_reconnect_supersedes_its_connection() -> None:
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


def test_password_is_needed_for_a_new_session_but_not_by_reconnects_and_computer_players() -> None:
    harness = HandlerHarness()
    harness.state.password = hash_secret("open sesame")
    for wrong in ("", "open", "open sesame ", "OPEN SESAME"):
        refused = harness.assert_refused(harness.connect(), ChooseNickname("ada", wrong))
        assert refused == ErrorCode.NOTALLOWED
    ada = harness.connect()
    assert isinstance(harness.send(ada, ChooseNickname("ada", "open sesame")), ActionValid)
    token = _token(harness, ada)
    assert isinstance(harness.send(harness.connect(), Reconnect("ada", token)), SessionOpened)
    bot = harness.connect(computer=True)
    assert isinstance(harness.send(bot, ChooseNickname("robot")), ActionValid)


def _wrong_passwords(harness: HandlerHarness, address: str, count: int) -> list[Error]:
    """Send wrong passwords from one address, on a new connection each; return the answers."""
    answers = []
    for number in range(count):
        peer = harness.connect(address=address)
        answers.append(harness.send(peer, ChooseNickname("ada", f"guess{number}")))
        harness.disconnect(peer)
    return [answer for answer in answers if isinstance(answer, Error)]


@pytest.mark.parametrize("address", ["192.0.2.1", "127.0.0.1"])
def test_ten_wrong_passwords_of_an_address_are_checked_in_a_minute_then_all_are_refused(
    address: str,
) -> None:
    harness = HandlerHarness(Limits(tick_gap_seconds=inf))
    harness.state.password = hash_secret("open sesame")
    answers = _wrong_passwords(harness, address, 20)
    assert [answer.error for answer in answers[:10]] == [ErrorCode.NOTALLOWED] * 10
    assert {answer.message for answer in answers[10:]} == {
        "Too many wrong passwords or codes came from your address; wait 60 s."
    }
    correct = ChooseNickname("ada", "open sesame")
    assert (
        harness.assert_refused(harness.connect(address=address), correct) == ErrorCode.RATELIMITED
    )
    assert isinstance(harness.send(harness.connect(address="192.0.2.2"), correct), ActionValid)
    harness.tick(60.0)
    assert len(harness.state.guesses) == 0, "swept"
    again = ChooseNickname("bob", "open sesame")
    assert isinstance(harness.send(harness.connect(address=address), again), ActionValid)


def test_missing_password_is_told_so_and_does_not_count_as_a_guess() -> None:
    harness = HandlerHarness()
    harness.state.password = hash_secret("open sesame")
    peer = harness.connect()
    missing = [harness.send(peer, ChooseNickname("ada")) for _ in range(50)]
    assert {answer.message for answer in missing if isinstance(answer, Error)} == {PASSWORD_NEEDED}
    assert isinstance(harness.send(peer, ChooseNickname("ada", "open sesame")), ActionValid)


@pytest.mark.parametrize(("password", "flag"), [("", UNSET), ("open sesame", True)])
def test_greeting_says_whether_a_password_is_needed(password: str, flag: object) -> None:
    harness = HandlerHarness()
    harness.state.password = hash_secret(password) if password else b""
    (greeting,) = harness.received(harness.connect(), RequestNickname)
    assert greeting.password is flag


def _race(harness: HandlerHarness, rng: Random) -> None:
    """Let several clients compete for one nickname, one seat and one session."""
    peers = [harness.connect() for _ in range(4)]
    accepted = [_is_accepted(harness.send(peer, ChooseNickname("ada"))) for peer in peers]
    assert sum(accepted) == 1
    host = peers[accepted.index(True)]
    losers = [peer for peer in peers if peer != host]
    harness.send(host, SelectMatch(0))
    harness.send(host, SelectModeAndPlayers(2, game="uno"))
    for number, peer in enumerate(losers):
        harness.send(peer, ChooseNickname(f"player{number}"))
    rng.shuffle(losers)
    room = max(harness.state.rooms)
    assert sum(_is_accepted(harness.send(peer, SelectMatch(room))) for peer in losers) == 1
    _race_for_session(harness, host, rng)
    for peer in list(harness.state.peers):
        harness.send(peer, Quit())
        harness.disconnect(peer)


def _race_for_session(harness: HandlerHarness, owner: int, rng: Random) -> None:
    token = _token(harness, owner)
    rivals = [harness.connect() for _ in range(3)]
    rng.shuffle(rivals)
    for rival in rivals:
        harness.send(rival, Reconnect("ada", token))
    owners = [peer for peer in harness.state.peers.values() if _has_name(peer.session, "ada")]
    assert [peer.id for peer in owners] == [harness.state.sessions["ada"].peer]


def _has_name(session: object, name: str) -> bool:
    return getattr(session, "name", "") == name


def _is_accepted(answer: Message) -> bool:
    return isinstance(answer, ActionValid)


@pytest.mark.parametrize("races", [300, pytest.param(10_000, marks=pytest.mark.soak)])
def test_races_for_nickname_seat_and_session_have_one_winner_and_leave_nothing_behind(
    races: int,
) -> None:
    harness, rng = HandlerHarness(), Random(5)
    for _ in range(races):
        _race(harness, rng)
        harness.inboxes.clear()
    assert (harness.state.sessions, harness.state.rooms) == ({}, {})
    assert harness.log.errors == []


def test_session_state_and_phase_follow_from_lobby_to_match_and_spectating() -> None:
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


def test_disconnected_session_has_no_peer_or_that_of_its_stand_in() -> None:
    harness = HandlerHarness()
    harness.connect_named("ada")
    session = harness.state.sessions["ada"]
    assert (session.disconnected, session.peer) == (None, 1)
    session.connection = disconnected = Disconnected(5.0)
    assert (session.disconnected, session.peer) == (disconnected, None)
    disconnected.stand_in = 9
    assert session.peer == 9


def test_ended_sessions_of_players_and_spectator_are_freed_without_garbage_collection() -> None:
    """A server collects reference cycles rarely."""
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
