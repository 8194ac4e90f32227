"""Spectators: they get public information only and do not affect the match."""

import pytest

from client.games.registry import apply_change
from messages import (
    ActionValid,
    ChatMessage,
    ChooseMatch,
    ErrorCode,
    FinalScores,
    IsTurnOfPlayer,
    LeaveMatch,
    ListActions,
    Message,
    PlayerStatus,
    Quit,
    Reconnect,
    Refusal,
    RequestRefresh,
    RequestView,
    RoomUpdate,
    SelectMatch,
    SelectModeAndPlayers,
    SendChat,
    SessionOpened,
    View,
    WatchMatch,
)
from messages.registry import GameView, LegalActions, UpdateMessage
from messages.uno.table import UnoView
from server.limits import Limits
from server.rooms import spectators
from tests.harness.handler import HandlerHarness

UNO = SelectModeAndPlayers(2, game="uno")


def _watched_match(setup: SelectModeAndPlayers = UNO) -> tuple[HandlerHarness, list[int], int]:
    """Start a match of ada and bob with wes as spectator."""
    harness = HandlerHarness()
    players = harness.start_match("ada", "bob", setup=setup)
    wes = harness.connect_named("wes")
    assert isinstance(harness.send(wes, WatchMatch(1)), ActionValid)
    return harness, players, wes


def _act(harness: HandlerHarness, players: list[int]) -> None:
    """Play the first legal action of the first player who has one."""
    for peer in players:
        listed = harness.send(peer, ListActions())
        if isinstance(listed, LegalActions) and listed.actions:
            harness.send(peer, listed.actions[0])
            return


def test_new_spectator_gets_players_view_and_turn() -> None:
    harness, _, wes = _watched_match()
    names = harness.pop_received_types(wes)
    assert names[3] == "PlayersInfo"
    assert names[-2:] == ["GameView", "IsTurnOfPlayer"]


def test_spectator_gets_only_public_changes_which_lead_to_the_requested_view() -> None:
    harness, players, wes = _watched_match()
    first = harness.received(wes, GameView)[-1].view
    assert isinstance(first, UnoView)
    assert first.seat is None
    assert first.hand == ()
    view: View = first
    harness.inboxes[wes].clear()
    for _ in range(40):
        _act(harness, players)
    updates = harness.received(wes, UpdateMessage)
    for update in updates:
        view = apply_change(view, update.change)
    answer = harness.send(wes, RequestView())
    assert isinstance(answer, GameView)
    assert answer.view == view
    assert "UnoHandTaken" not in {type(update.change).__name__ for update in updates}
    secret = [u.change for u in updates if getattr(u.change, "cards", ()) not in ((), 7)]
    assert not secret
    sent = {type(message) for message in harness.inboxes[wes]}
    assert sent <= {UpdateMessage, IsTurnOfPlayer, FinalScores, ChooseMatch}


def test_later_spectator_gets_the_same_kinds_of_messages_as_the_first() -> None:
    harness, players, wes = _watched_match()
    _act(harness, players)
    zoe = harness.connect_named("zoe")
    harness.send(zoe, WatchMatch(1))
    harness.inboxes[wes].clear()
    harness.inboxes[zoe].clear()
    _act(harness, players)
    assert harness.pop_received_types(wes) == harness.pop_received_types(zoe)


def test_spectator_gets_the_result_and_is_in_the_lobby_when_the_match_ends() -> None:
    harness, players, wes = _watched_match()
    harness.send(players[0], LeaveMatch())
    assert harness.received(wes, PlayerStatus)
    names = harness.pop_received_types(wes)
    assert names[-2:] == ["FinalScores", "ChooseMatch"]
    assert isinstance(harness.send(wes, SelectMatch(0)), ActionValid)


def test_spectator_of_an_open_room_gets_a_view_only_after_the_match_starts() -> None:
    harness = HandlerHarness()
    ada, bob, wes = (
        harness.connect_named("ada"),
        harness.connect_named("bob"),
        harness.connect_named("wes"),
    )
    harness.send(ada, SelectMatch(0))
    harness.send(ada, UNO)
    harness.send(wes, WatchMatch(1))
    assert harness.received(wes, RoomUpdate)[-1].room.players == ("ada",)
    assert harness.assert_refused(wes, RequestView()) == ErrorCode.UNEXPECTEDMESSAGE
    harness.send(bob, SelectMatch(1))
    assert harness.pop_received_types(wes)[-2:] == ["GameView", "IsTurnOfPlayer"]


@pytest.mark.parametrize("message", [LeaveMatch(), Quit(), None])
def test_spectator_who_leaves_or_disconnects_is_not_announced_and_gets_nothing_more(
    message: Message | None,
) -> None:
    harness, players, wes = _watched_match()
    for peer in players:
        harness.pop_received_types(peer)
    if message is None:
        harness.disconnect(wes)
    else:
        assert isinstance(harness.send(wes, message), ActionValid)  # type: ignore[arg-type]
    assert [harness.pop_received_types(peer) for peer in players] == [[], []]
    harness.inboxes[wes].clear()
    _act(harness, players)
    assert harness.pop_received_types(wes) == []
    assert harness.state.rooms[1].spectators == []
    harness.connect_named("wes2")


def test_match_without_spectators_is_not_listed_and_watching_it_or_none_is_refused() -> None:
    harness = HandlerHarness()
    harness.start_match("ada", "bob", setup=SelectModeAndPlayers(2, game="uno", watchers=False))
    wes = harness.connect_named("wes")
    assert harness.assert_refused(wes, WatchMatch(1)) == ErrorCode.NOTALLOWED
    assert harness.assert_refused(wes, WatchMatch(9)) == ErrorCode.CHOICENOTVALID
    assert harness.assert_refused(wes, WatchMatch(-1)) == ErrorCode.CHOICENOTVALID
    listed = harness.send(wes, RequestRefresh())
    assert isinstance(listed, ChooseMatch)
    assert listed.playing == ()


def test_private_match_is_not_listed_and_watched_only_by_code_in_any_case() -> None:
    harness = HandlerHarness()
    ada, bob, wes = (
        harness.connect_named("ada"),
        harness.connect_named("bob"),
        harness.connect_named("wes"),
    )
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SelectModeAndPlayers(2, game="uno", private=True))
    harness.send(bob, SelectMatch(0, code="CODE1"))
    listed = harness.send(wes, RequestRefresh())
    assert isinstance(listed, ChooseMatch)
    assert listed.playing == ()
    assert harness.assert_refused(wes, WatchMatch(1)) == ErrorCode.CHOICENOTVALID
    assert harness.assert_refused(wes, WatchMatch(1, code="CODE7")) == ErrorCode.CHOICENOTVALID
    assert isinstance(harness.send(wes, WatchMatch(0, code="code1")), ActionValid)


def test_matches_in_progress_are_listed_after_request_refresh_only() -> None:
    harness = HandlerHarness()
    harness.start_match("ada", "bob", setup=UNO)
    wes = harness.connect_named("wes")
    assert harness.received(wes, ChooseMatch)[-1].playing == ()
    listed = harness.send(wes, RequestRefresh())
    assert isinstance(listed, ChooseMatch)
    assert [(room.match, room.state) for room in listed.playing] == [(1, "playing")]
    assert listed.rooms == ()


def test_spectator_above_the_limit_of_a_match_is_refused() -> None:
    harness = HandlerHarness(Limits(spectators_per_match=1))
    harness.start_match("ada", "bob", setup=UNO)
    wes, zoe = harness.connect_named("wes"), harness.connect_named("zoe")
    harness.send(wes, WatchMatch(1))
    assert harness.assert_refused(zoe, WatchMatch(1)) == ErrorCode.MATCHFULL


def test_spectator_gets_view_and_further_changes_after_reconnect() -> None:
    harness, players, wes = _watched_match()
    token = harness.received(wes, SessionOpened)[-1].token
    harness.disconnect(wes)
    _act(harness, players)
    reconnected = harness.connect()
    harness.pop_received_types(reconnected)
    assert isinstance(harness.send(reconnected, Reconnect("wes", token)), SessionOpened)
    assert harness.pop_received_types(reconnected)[-2:] == ["GameView", "IsTurnOfPlayer"]
    _act(harness, players)
    assert "UpdateMessage" in harness.pop_received_types(reconnected)
    assert len(harness.state.rooms[1].spectators) == 1


def test_reconnect_closes_older_connection_of_spectator_who_is_counted_once() -> None:
    harness, _, wes = _watched_match()
    token = harness.received(wes, SessionOpened)[-1].token
    reconnected = harness.connect()
    harness.send(reconnected, Reconnect("wes", token))
    assert harness.closed_peers == [wes]
    assert isinstance(harness.send(reconnected, RequestView()), GameView)
    assert len(harness.state.rooms[1].spectators) == 1


def test_spectator_who_reconnects_after_the_end_is_in_the_lobby() -> None:
    harness, players, wes = _watched_match()
    token = harness.received(wes, SessionOpened)[-1].token
    harness.disconnect(wes)
    harness.send(players[0], LeaveMatch())
    reconnected = harness.connect()
    harness.send(reconnected, Reconnect("wes", token))
    assert harness.pop_received_types(reconnected)[-1] == "ChooseMatch"
    assert isinstance(harness.send(reconnected, SelectMatch(0)), ActionValid)


def test_session_of_disconnected_spectator_ends_after_reconnect_seconds() -> None:
    harness, _, wes = _watched_match()
    token = harness.received(wes, SessionOpened)[-1].token
    harness.disconnect(wes)
    harness.tick(harness.state.limits.reconnect_seconds + 1)
    assert (
        harness.assert_refused(harness.connect(), Reconnect("wes", token))
        == ErrorCode.SESSIONUNKNOWN
    )
    assert harness.state.rooms[1].spectators == []


def test_chat_of_players_and_spectators_is_shared_and_apart_from_the_lobby() -> None:
    harness, (ada, bob), wes = _watched_match()
    zoe = harness.connect_named("zoe")
    harness.send(wes, SendChat("nice move"))
    harness.send(ada, SendChat("thank you"))
    chat = [ChatMessage("wes", "nice move", watcher=True), ChatMessage("ada", "thank you")]
    assert [harness.received(peer, ChatMessage) for peer in (ada, bob, wes)] == [chat] * 3
    assert harness.received(zoe, ChatMessage) == []
    harness.send(zoe, SendChat("anybody here?"))
    assert harness.received(wes, ChatMessage) == chat
    assert harness.state.rooms[1].chat.lines_for(0) == chat


def test_spectator_may_not_list_actions_watch_or_select_a_match() -> None:
    harness, _, wes = _watched_match()
    assert harness.assert_refused(wes, ListActions()) == ErrorCode.UNEXPECTEDMESSAGE
    assert harness.assert_refused(wes, WatchMatch(1)) == ErrorCode.UNEXPECTEDMESSAGE
    assert harness.assert_refused(wes, SelectMatch(0)) == ErrorCode.UNEXPECTEDMESSAGE


def test_spectator_of_open_standing_room_gets_no_wizard_prompt() -> None:
    harness = HandlerHarness()
    ada, bob, wes = (
        harness.connect_named("ada"),
        harness.connect_named("bob"),
        harness.connect_named("wes"),
    )
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SelectModeAndPlayers(2, standing=True))
    harness.send(wes, WatchMatch(1))
    harness.send(bob, SelectMatch(1))
    assert "SelectWizard" not in harness.pop_received_types(wes)


def test_find_watchable_room_finds_private_room_by_code_in_any_case_only() -> None:
    harness = HandlerHarness()
    harness.start_match("ada", "bob")
    (room,) = harness.state.rooms.values()
    room.code = "SECRET"
    assert spectators.find_watchable_room(harness.state, 0, f" {room.code.lower()} ") is room
    for number, code in ((room.number, ""), (room.number, "WRONG"), (99, "")):
        with pytest.raises(Refusal) as refused:
            spectators.find_watchable_room(harness.state, number, code)
        assert refused.value.code is ErrorCode.CHOICENOTVALID
