"""Phase "nickname": nicknames, tokens, and reconnecting."""

import pytest

from messages import (
    ActionValid,
    ChooseNickname,
    Error,
    ErrorCode,
    GenericMessage,
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


def test_new_connection_is_prompted_for_a_nickname() -> None:
    harness = HandlerHarness()
    peer = harness.connect()
    assert harness.pop_received_types(peer) == ["RequestNickname"]


def test_valid_nickname_opens_session_and_sends_match_list() -> None:
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
def test_nickname_with_invalid_length_or_symbols_is_refused(name: str) -> None:
    harness = HandlerHarness()
    assert (
        harness.assert_refused(harness.connect(), ChooseNickname(name)) == ErrorCode.INVALIDNICKNAME
    )


@pytest.mark.parametrize("name", ["ada", "ADA", "\uff41\uff44\uff41"])
def test_nickname_that_differs_only_in_case_or_width_is_refused_as_duplicate(name: str) -> None:
    harness = HandlerHarness()
    harness.connect_named("Ada")
    assert (
        harness.assert_refused(harness.connect(), ChooseNickname(name))
        == ErrorCode.DUPLICATENICKNAME
    )


def test_nickname_may_have_letters_of_any_language() -> None:
    harness = HandlerHarness()
    assert isinstance(harness.send(harness.connect(), ChooseNickname("Łucja_ñ-9")), ActionValid)


def test_another_nickname_can_be_chosen_after_refusals() -> None:
    harness = HandlerHarness()
    harness.connect_named("ada")
    peer = harness.connect()
    assert harness.assert_refused(peer, ChooseNickname("ada")) == ErrorCode.DUPLICATENICKNAME
    assert harness.assert_refused(peer, ChooseNickname("!")) == ErrorCode.INVALIDNICKNAME
    assert isinstance(harness.send(peer, ChooseNickname("bob")), ActionValid)


def test_select_match_and_chat_are_refused_before_the_nickname() -> None:
    harness = HandlerHarness()
    peer = harness.connect()
    assert harness.assert_refused(peer, SelectMatch(0)) == ErrorCode.UNEXPECTEDMESSAGE
    assert harness.assert_refused(peer, SendChat("hello")) == ErrorCode.UNEXPECTEDMESSAGE


def test_disconnect_in_the_lobby_frees_the_nickname() -> None:
    harness = HandlerHarness()
    harness.disconnect(harness.connect_named("ada"))
    assert isinstance(harness.send(harness.connect(), ChooseNickname("ada")), ActionValid)


def test_reconnect_with_token_resumes_seat_and_view_with_a_new_token_and_is_announced() -> None:
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


def test_previous_token_is_refused_after_a_command_proved_that_the_new_one_arrived() -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    harness.disconnect(ada)
    back = harness.connect()
    harness.send(back, Reconnect("ada", "token-1"))
    harness.send(back, Heartbeat())  # does not prove that the token arrived
    harness.send(back, ListActions())
    assert (
        harness.assert_refused(harness.connect(), Reconnect("ada", "token-1"))
        == ErrorCode.SESSIONUNKNOWN
    )


def test_previous_token_works_if_the_answer_with_the_new_one_was_lost() -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    harness.disconnect(ada)
    first = harness.connect()
    harness.send(first, Reconnect("ada", "token-1"))
    harness.disconnect(first)
    answer = harness.send(harness.connect(), Reconnect("ada", "token-1"))
    assert isinstance(answer, SessionOpened)


def test_first_token_works_if_two_answers_were_lost_and_a_repeated_id_gets_the_same() -> None:
    harness = HandlerHarness()
    harness.start_match("ada", "bob")
    for _ in range(2):
        first = harness.connect()
        again = Reconnect("ada", "token-1", id=7)
        assert harness.send(first, again) == harness.send(first, again)
        harness.disconnect(first)
    answer = harness.send(harness.connect(), Reconnect("ada", "token-1"))
    assert isinstance(answer, SessionOpened)


@pytest.mark.parametrize("token", ["", "token-2", "token-1 ", "\ud800"])
def test_reconnect_of_a_disconnected_player_with_wrong_token_is_refused(token: str) -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    harness.disconnect(ada)
    assert (
        harness.assert_refused(harness.connect(), Reconnect("ada", token))
        == ErrorCode.SESSIONUNKNOWN
    )


def test_nickname_of_disconnected_player_is_refused_as_duplicate() -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    harness.disconnect(ada)
    assert (
        harness.assert_refused(harness.connect(), ChooseNickname("ada"))
        == ErrorCode.DUPLICATENICKNAME
    )


def test_reconnect_supersedes_the_older_connection_whose_end_has_no_effect() -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    new = harness.connect()
    harness.send(new, Reconnect("ada", "token-1"))
    assert [e.error for e in harness.received(ada, Error)] == [ErrorCode.SUPERSEDED]
    assert harness.closed_peers == [ada]
    harness.disconnect(ada)
    assert harness.received(new, GameView), "the seat stays with the new connection"
    assert harness.state.sessions["ada"].peer == new


def test_reconnect_during_set_up_repeats_only_its_prompt() -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    harness.send(ada, SelectMatch(0))
    back = harness.connect()
    harness.pop_received_types(back)
    harness.send(back, Reconnect("ada", "token-1"))
    assert harness.pop_received_types(back) == ["RequestSetUp"]


def test_reconnect_with_wrong_nickname_or_wrong_token_gets_the_same_refusal() -> None:
    """The answer must not reveal which nicknames are in use."""
    harness = HandlerHarness()
    harness.start_match("ada", "bob")
    for name in ("ada", "nobody"):
        answer = harness.send(harness.connect(), Reconnect(name, "wrong"))
        assert answer == Error(ErrorCode.SESSIONUNKNOWN, entry.UNKNOWN)


def test_nickname_of_a_damaged_match_is_refused_with_the_reason_for_a_day() -> None:
    harness = HandlerHarness()
    now = 1000.0
    harness.state.unix_time = lambda: now
    harness.state.reserve_damaged(7, ["ada"], since=now)
    refusals = {
        ErrorCode.DUPLICATENICKNAME: ChooseNickname("Ada"),
        ErrorCode.SESSIONUNKNOWN: Reconnect("ada", "token-1"),
    }
    for code, message in refusals.items():
        answer = harness.send(harness.connect(), message)
        assert isinstance(answer, Error)
        assert answer.error is code
        assert "Match 7 of this nickname was damaged" in answer.message
        assert "another name" in answer.message
    harness.connect_named("bob")
    now += harness.state.limits.abandon_seconds
    harness.connect_named("ada")
    assert harness.state.damaged_seats == {}


def test_player_of_a_shortened_match_is_told_how_many_records_are_lost() -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    token = harness.received(ada, SessionOpened)[-1].token
    harness.state.rooms[1].missing_records = 3
    harness.disconnect(ada)
    back = harness.connect()
    assert isinstance(harness.send(back, Reconnect("ada", token)), SessionOpened)
    (told,) = harness.received(back, GenericMessage)
    assert "lost the last 3 records" in told.msg


def test_player_of_a_shortened_match_gets_a_fresh_view_whatever_its_cursor() -> None:
    """The cursor may count lost changes that other ones have replaced since."""
    harness = HandlerHarness()
    ada, bob = harness.start_match("ada", "bob")
    token = harness.received(ada, SessionOpened)[-1].token
    room = harness.state.rooms[1]
    assert room.match is not None
    assert room.match.turn_names == ("bob",)
    harness.send(bob, room.match.game.legal(room.match.state, 1)[0])
    cursor = room.match.seq
    harness.disconnect(ada)
    for missing, views in ((0, 0), (3, 1)):
        room.missing_records = missing
        back = harness.connect()
        answer = harness.send(back, Reconnect("ada", token, cursor))
        assert isinstance(answer, SessionOpened)
        token = answer.token
        assert len(harness.received(back, GameView)) == views
