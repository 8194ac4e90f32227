"""The table of phase functions, and the refusals derived from it."""

from types import NoneType

import pytest

from games.registry import GAMES
from messages import (
    ChooseNickname,
    Error,
    ErrorCode,
    LeaveMatch,
    ListActions,
    ListPlayers,
    Reconnect,
    SelectMatch,
    SelectModeAndPlayers,
    SendChat,
    WatchMatch,
)
from messages.base import members
from messages.registry import AnyClientMessage
from server.phases import STATE_SPECIFIC, TABLE
from server.sessions import InLobby, InRoom, Playing, SettingUp, Spectating
from tests.harness.handler import HandlerHarness


def test_table_covers_every_state_and_every_message() -> None:
    assert TABLE.keys() == {NoneType, InLobby, SettingUp, InRoom, Playing, Spectating}
    handled = {message for row in TABLE.values() for message in row}
    assert handled == set(members(AnyClientMessage))


def test_messages_specific_to_a_state_come_first_and_in_protocol_order() -> None:
    order = [*members(AnyClientMessage)]
    for state, row in STATE_SPECIFIC.items():
        assert list(row) == sorted(row, key=order.index), state
        assert list(TABLE[state])[: len(row)] == list(row)


LOBBY = "SelectMatch or RequestRefresh or WatchMatch"
ROOM = (
    "ChooseWizard or ChoosePartner or PlayAgain or AddComputerPlayer or ChangeSeats or StartMatch"
)


def _refusal_text(harness: HandlerHarness, peer: int, message: AnyClientMessage) -> str:
    answer = harness.send(peer, message)
    assert isinstance(answer, Error)
    assert answer.error is ErrorCode.UNEXPECTEDMESSAGE
    return answer.message


def test_refusal_in_each_phase_lists_the_messages_specific_to_it() -> None:
    harness = HandlerHarness()
    peer = harness.connect()
    expected = "SelectMatch is not for the nickname phase; send ChooseNickname or Reconnect."
    assert _refusal_text(harness, peer, SelectMatch(0)) == expected
    harness.send(peer, ChooseNickname("ada"))
    listing = "ListActions is not for the {} phase; send {}."
    assert _refusal_text(harness, peer, ListActions()) == listing.format("match", LOBBY)
    harness.send(peer, SelectMatch(0))
    expected = listing.format("set-up", "SelectModeAndPlayers")
    assert _refusal_text(harness, peer, ListActions()) == expected
    harness.send(peer, SelectModeAndPlayers(2))
    assert _refusal_text(harness, peer, ListActions()) == listing.format("wizard", ROOM)
    playing, _ = harness.start_match("bob", "eve")
    text = _refusal_text(harness, playing, Reconnect("bob", ""))
    assert text.startswith("Reconnect is not for the turn phase; send PlayAssistantCard or ")
    assert text.count(" or ") == 5
    spectator = harness.connect_named("wes")
    harness.send(spectator, WatchMatch(2))
    assert _refusal_text(harness, spectator, ListActions()) == listing.format(
        "watch", "RequestView"
    )


def test_refusal_in_a_match_lists_only_actions_of_its_game() -> None:
    harness = HandlerHarness()
    playing, _ = harness.start_match("ada", "bob", setup=SelectModeAndPlayers(2, game="codex"))
    text = _refusal_text(harness, playing, SelectMatch(0))
    names = text.removesuffix(".").rpartition("; send ")[2].split(" or ")
    assert names == [action.__name__ for action in GAMES["codex"].actions]


@pytest.mark.parametrize("message", [LeaveMatch(), SendChat("hello"), ListPlayers()])
def test_unnamed_client_that_chats_leaves_or_lists_is_told_to_choose_a_nickname(
    message: AnyClientMessage,
) -> None:
    harness = HandlerHarness()
    assert (
        _refusal_text(harness, harness.connect(), message)
        == "Say who you are first: ChooseNickname."
    )


def test_leave_match_in_the_lobby_is_refused_with_a_hint_to_select_match() -> None:
    harness = HandlerHarness()
    expected = "You are not in a match; SelectMatch joins one."
    assert _refusal_text(harness, harness.connect_named("ada"), LeaveMatch()) == expected
