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
from tests.harness.handler import House


def test_a_new_guest_is_asked_for_a_nickname() -> None:
    house = House()
    peer = house.arrive()
    assert house.names(peer) == ["RequestNickname"]


def test_a_good_name_opens_a_session_and_shows_the_matches() -> None:
    house = House()
    peer = house.arrive()
    house.names(peer)
    answer = house.say(peer, ChooseNickname("ada", id=7))
    assert answer == ActionValid("The nickname has been registered successfully", reply_to=7)
    assert house.got(peer, SessionOpened) == [SessionOpened("ada", "token-1")]
    assert house.names(peer) == ["SessionOpened", "ChooseMatch"]


@pytest.mark.parametrize(
    "name", ["", "ab", "x" * 21, "a b c", "ada\x1b[2J", "ada\u202e", "a|b", "👾👾👾"]
)
def test_a_name_with_other_symbols_is_invalid(name: str) -> None:
    house = House()
    assert house.refused(house.arrive(), ChooseNickname(name)) == ErrorCode.INVALIDNICKNAME


@pytest.mark.parametrize("name", ["ada", "ADA", "\uff41\uff44\uff41"])
def test_a_name_that_looks_the_same_is_a_duplicate(name: str) -> None:
    house = House()
    house.guest("Ada")
    assert house.refused(house.arrive(), ChooseNickname(name)) == ErrorCode.DUPLICATENICKNAME


def test_a_name_in_letters_of_any_language_is_welcome() -> None:
    house = House()
    assert isinstance(house.say(house.arrive(), ChooseNickname("Łucja_ñ-9")), ActionValid)


def test_the_choice_is_repeated_until_it_is_valid() -> None:
    house = House()
    house.guest("ada")
    peer = house.arrive()
    assert house.refused(peer, ChooseNickname("ada")) == ErrorCode.DUPLICATENICKNAME
    assert house.refused(peer, ChooseNickname("!")) == ErrorCode.INVALIDNICKNAME
    assert isinstance(house.say(peer, ChooseNickname("bob")), ActionValid)


def test_other_messages_are_unexpected_before_the_name() -> None:
    house = House()
    peer = house.arrive()
    assert house.refused(peer, SelectMatch(0)) == ErrorCode.UNEXPECTEDMESSAGE
    assert house.refused(peer, SendChat("hello")) == ErrorCode.UNEXPECTEDMESSAGE


def test_a_name_in_the_lobby_is_free_again_when_its_connection_is_lost() -> None:
    house = House()
    house.depart(house.guest("ada"))
    assert isinstance(house.say(house.arrive(), ChooseNickname("ada")), ActionValid)


def test_a_seat_waits_for_its_owner_and_is_taken_back_with_the_token() -> None:
    house = House()
    ada, bob = house.table("ada", "bob")
    view = house.got(ada, GameView)[-1].view
    house.depart(ada)
    assert house.got(bob, PlayerStatus) == [PlayerStatus("ada", "absent")]
    back = house.arrive()
    answer = house.say(back, Reconnect("ada", "token-1", id=3))
    assert answer == SessionOpened("ada", "token-3", reply_to=3)
    assert house.got(back, GameView)[-1].view == view
    assert house.got(bob, PlayerStatus)[-1] == PlayerStatus("ada", "present")


def test_the_token_changes_at_each_return_once_the_new_one_has_arrived() -> None:
    house = House()
    ada, _ = house.table("ada", "bob")
    house.depart(ada)
    back = house.arrive()
    house.say(back, Reconnect("ada", "token-1"))
    house.say(back, Heartbeat())  # also sent while the answer is on its way: proves nothing
    house.say(back, ListActions())
    assert house.refused(house.arrive(), Reconnect("ada", "token-1")) == ErrorCode.SESSIONUNKNOWN


def test_the_old_token_works_if_the_answer_with_the_new_one_was_lost() -> None:
    house = House()
    ada, _ = house.table("ada", "bob")
    house.depart(ada)
    lost = house.arrive()
    house.say(lost, Reconnect("ada", "token-1"))
    house.depart(lost)
    answer = house.say(house.arrive(), Reconnect("ada", "token-1"))
    assert isinstance(answer, SessionOpened)


def test_the_old_token_works_although_two_answers_were_lost() -> None:
    house = House()
    house.table("ada", "bob")
    for _ in range(2):
        lost = house.arrive()
        again = Reconnect("ada", "token-1", id=7)
        assert house.say(lost, again) == house.say(lost, again)
        house.depart(lost)
    answer = house.say(house.arrive(), Reconnect("ada", "token-1"))
    assert isinstance(answer, SessionOpened)


@pytest.mark.parametrize("token", ["", "token-2", "token-1 ", "\ud800"])
def test_a_wrong_token_takes_nothing(token: str) -> None:
    house = House()
    ada, _ = house.table("ada", "bob")
    house.depart(ada)
    assert house.refused(house.arrive(), Reconnect("ada", token)) == ErrorCode.SESSIONUNKNOWN


def test_a_waiting_name_is_refused_without_its_token() -> None:
    house = House()
    ada, _ = house.table("ada", "bob")
    house.depart(ada)
    assert house.refused(house.arrive(), ChooseNickname("ada")) == ErrorCode.DUPLICATENICKNAME


def test_the_newer_connection_supersedes_the_older() -> None:
    house = House()
    ada, _ = house.table("ada", "bob")
    new = house.arrive()
    house.say(new, Reconnect("ada", "token-1"))
    assert [e.error for e in house.got(ada, Error)] == [ErrorCode.SUPERSEDED]
    assert house.ended == [ada]
    house.depart(ada)
    assert house.got(new, GameView), "the seat stays with the new connection"
    assert house.state.sessions["ada"].peer == new


def test_one_who_returns_before_the_start_is_asked_for_the_wizard_again() -> None:
    house = House()
    ada = house.guest("ada")
    house.say(ada, SelectMatch(0))
    back = house.arrive()
    house.names(back)
    house.say(back, Reconnect("ada", "token-1"))
    assert house.names(back) == ["RequestSetUp"]


def test_a_wrong_name_and_a_wrong_token_have_one_answer() -> None:
    """Nobody can find out which names are in use."""
    house = House()
    house.table("ada", "bob")
    for name in ("ada", "nobody"):
        answer = house.say(house.arrive(), Reconnect(name, "wrong"))
        assert answer == Error(ErrorCode.SESSIONUNKNOWN, entry.UNKNOWN)
