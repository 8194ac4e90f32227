"""The nickname phase: names, tokens, and coming back."""

import pytest

from messages import (
    ActionValid,
    ChooseNickname,
    Error,
    ErrorCode,
    Heartbeat,
    ListActions,
    PlayerStatus,
    Reconnect,
    SelectMatch,
    SendChat,
    SessionOpened,
)
from messages.registry import GameView
from server.phases import entry
from tests.harness.handler import HandlerHarness


def test_a_new_guest_is_asked_for_a_nickname() -> None:
    harness = HandlerHarness()
    peer = harness.connect()
    assert harness.pop_received_types(peer) == ["RequestNickname"]


def test_a_good_name_opens_a_session_and_shows_the_matches() -> None:
    harness = HandlerHarness()
    peer = harness.connect()
    harness.pop_received_types(peer)
    answer = harness.send(peer, ChooseNickname("ada", id=7))
    assert answer == ActionValid("The nickname has been registered successfully", reply_to=7)
    assert harness.received(peer, SessionOpened) == [SessionOpened("ada", "token-1")]
    assert harness.pop_received_types(peer) == ["SessionOpened", "ChooseMatch"]


@pytest.mark.parametrize(
    "name", ["", "ab", "x" * 21, "a b c", "ada\x1b[2J", "ada\u202e", "a|b", "👾👾👾"]
)
def test_a_name_with_other_symbols_is_invalid(name: str) -> None:
    harness = HandlerHarness()
    assert (
        harness.assert_refused(harness.connect(), ChooseNickname(name)) == ErrorCode.INVALIDNICKNAME
    )


@pytest.mark.parametrize("name", ["ada", "ADA", "\uff41\uff44\uff41"])
def test_a_name_that_looks_the_same_is_a_duplicate(name: str) -> None:
    harness = HandlerHarness()
    harness.connect_named("Ada")
    assert (
        harness.assert_refused(harness.connect(), ChooseNickname(name))
        == ErrorCode.DUPLICATENICKNAME
    )


def test_a_name_in_letters_of_any_language_is_welcome() -> None:
    harness = HandlerHarness()
    assert isinstance(harness.send(harness.connect(), ChooseNickname("Łucja_ñ-9")), ActionValid)


def test_the_choice_is_repeated_until_it_is_valid() -> None:
    harness = HandlerHarness()
    harness.connect_named("ada")
    peer = harness.connect()
    assert harness.assert_refused(peer, ChooseNickname("ada")) == ErrorCode.DUPLICATENICKNAME
    assert harness.assert_refused(peer, ChooseNickname("!")) == ErrorCode.INVALIDNICKNAME
    assert isinstance(harness.send(peer, ChooseNickname("bob")), ActionValid)


def test_other_messages_are_unexpected_before_the_name() -> None:
    harness = HandlerHarness()
    peer = harness.connect()
    assert harness.assert_refused(peer, SelectMatch(0)) == ErrorCode.UNEXPECTEDMESSAGE
    assert harness.assert_refused(peer, SendChat("hello")) == ErrorCode.UNEXPECTEDMESSAGE


def test_a_name_in_the_lobby_is_free_again_when_its_connection_is_lost() -> None:
    harness = HandlerHarness()
    harness.disconnect(harness.connect_named("ada"))
    assert isinstance(harness.send(harness.connect(), ChooseNickname("ada")), ActionValid)


def test_a_seat_waits_for_its_owner_and_is_taken_back_with_the_token() -> None:
    harness = HandlerHarness()
    ada, bob = harness.start_match("ada", "bob")
    view = harness.received(ada, GameView)[-1].view
    harness.disconnect(ada)
    assert harness.received(bob, PlayerStatus) == [PlayerStatus("ada", "absent")]
    back = harness.connect()
    answer = harness.send(back, Reconnect("ada", "token-1", id=3))
    assert answer == SessionOpened("ada", "token-3", reply_to=3)
    assert harness.received(back, GameView)[-1].view == view
    assert harness.received(bob, PlayerStatus)[-1] == PlayerStatus("ada", "present")


def test_the_token_changes_at_each_return_once_the_new_one_has_arrived() -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    harness.disconnect(ada)
    back = harness.connect()
    harness.send(back, Reconnect("ada", "token-1"))
    harness.send(back, Heartbeat())  # also sent while the answer is on its way: proves nothing
    harness.send(back, ListActions())
    assert (
        harness.assert_refused(harness.connect(), Reconnect("ada", "token-1"))
        == ErrorCode.SESSIONUNKNOWN
    )


def test_the_old_token_works_if_the_answer_with_the_new_one_was_lost() -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    harness.disconnect(ada)
    lost = harness.connect()
    harness.send(lost, Reconnect("ada", "token-1"))
    harness.disconnect(lost)
    answer = harness.send(harness.connect(), Reconnect("ada", "token-1"))
    assert isinstance(answer, SessionOpened)


def test_the_old_token_works_although_two_answers_were_lost() -> None:
    harness = HandlerHarness()
    harness.start_match("ada", "bob")
    for _ in range(2):
        lost = harness.connect()
        again = Reconnect("ada", "token-1", id=7)
        assert harness.send(lost, again) == harness.send(lost, again)
        harness.disconnect(lost)
    answer = harness.send(harness.connect(), Reconnect("ada", "token-1"))
    assert isinstance(answer, SessionOpened)


@pytest.mark.parametrize("token", ["", "token-2", "token-1 ", "\ud800"])
def test_a_wrong_token_takes_nothing(token: str) -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    harness.disconnect(ada)
    assert (
        harness.assert_refused(harness.connect(), Reconnect("ada", token))
        == ErrorCode.SESSIONUNKNOWN
    )


def test_a_waiting_name_is_refused_without_its_token() -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    harness.disconnect(ada)
    assert (
        harness.assert_refused(harness.connect(), ChooseNickname("ada"))
        == ErrorCode.DUPLICATENICKNAME
    )


def test_the_newer_connection_supersedes_the_older() -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    new = harness.connect()
    harness.send(new, Reconnect("ada", "token-1"))
    assert [e.error for e in harness.received(ada, Error)] == [ErrorCode.SUPERSEDED]
    assert harness.closed_peers == [ada]
    harness.disconnect(ada)
    assert harness.received(new, GameView), "the seat stays with the new connection"
    assert harness.state.sessions["ada"].peer == new


def test_one_who_returns_before_the_start_is_asked_for_the_wizard_again() -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    harness.send(ada, SelectMatch(0))
    back = harness.connect()
    harness.pop_received_types(back)
    harness.send(back, Reconnect("ada", "token-1"))
    assert harness.pop_received_types(back) == ["RequestSetUp"]


def test_a_wrong_name_and_a_wrong_token_have_one_answer() -> None:
    """Nobody can find out which names are in use."""
    harness = HandlerHarness()
    harness.start_match("ada", "bob")
    for name in ("ada", "nobody"):
        answer = harness.send(harness.connect(), Reconnect(name, "wrong"))
        assert answer == Error(ErrorCode.SESSIONUNKNOWN, entry.UNKNOWN)
