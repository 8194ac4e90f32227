"""Watching: public information only, and the table does not notice."""

import pytest

from client.games.registry import follow
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


def watched(setup: SelectModeAndPlayers = UNO) -> tuple[HandlerHarness, list[int], int]:
    """Two players, and wes who watches."""
    harness = HandlerHarness()
    players = harness.start_match("ada", "bob", setup=setup)
    wes = harness.connect_named("wes")
    assert isinstance(harness.send(wes, WatchMatch(1)), ActionValid)
    return harness, players, wes


def move(harness: HandlerHarness, players: list[int]) -> None:
    """Whoever can does the first thing that is legal."""
    for peer in players:
        listed = harness.send(peer, ListActions())
        if isinstance(listed, LegalActions) and listed.actions:
            harness.send(peer, listed.actions[0])
            return


def test_a_watcher_is_shown_the_table_and_whose_turn_it_is() -> None:
    harness, _, wes = watched()
    names = harness.pop_received_types(wes)
    assert names[3] == "PlayersInfo"
    assert names[-2:] == ["GameView", "IsTurnOfPlayer"]


def test_a_watcher_sees_what_no_seat_sees_and_follows_it() -> None:
    harness, players, wes = watched()
    first = harness.received(wes, GameView)[-1].view
    assert isinstance(first, UnoView)
    assert first.seat is None
    assert first.hand == ()
    view: View = first
    harness.inboxes[wes].clear()
    for _ in range(40):
        move(harness, players)
    updates = harness.received(wes, UpdateMessage)
    for update in updates:
        view = follow(view, update.change)
    fresh = harness.send(wes, RequestView())
    assert isinstance(fresh, GameView)
    assert fresh.view == view
    assert "UnoHandTaken" not in {type(update.change).__name__ for update in updates}
    secret = [u.change for u in updates if getattr(u.change, "cards", ()) not in ((), 7)]
    assert not secret
    sent = {type(message) for message in harness.inboxes[wes]}
    assert sent <= {UpdateMessage, IsTurnOfPlayer, FinalScores, ChooseMatch}


def test_a_late_watcher_does_not_disturb_the_first() -> None:
    harness, players, wes = watched()
    move(harness, players)
    zoe = harness.connect_named("zoe")
    harness.send(zoe, WatchMatch(1))
    harness.inboxes[wes].clear()
    harness.inboxes[zoe].clear()
    move(harness, players)
    assert harness.pop_received_types(wes) == harness.pop_received_types(zoe)


def test_the_end_is_told_and_leads_back_to_the_list() -> None:
    harness, players, wes = watched()
    harness.send(players[0], LeaveMatch())
    assert harness.received(wes, PlayerStatus)
    names = harness.pop_received_types(wes)
    assert names[-2:] == ["FinalScores", "ChooseMatch"]
    assert isinstance(harness.send(wes, SelectMatch(0)), ActionValid)


def test_a_table_can_be_watched_while_it_fills() -> None:
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


@pytest.mark.parametrize("goodbye", [LeaveMatch(), Quit(), None])
def test_a_watcher_goes_and_nobody_cares(goodbye: Message | None) -> None:
    harness, players, wes = watched()
    for peer in players:
        harness.pop_received_types(peer)
    if goodbye is None:
        harness.disconnect(wes)
    else:
        assert isinstance(harness.send(wes, goodbye), ActionValid)  # type: ignore[arg-type]
    assert [harness.pop_received_types(peer) for peer in players] == [[], []]
    harness.inboxes[wes].clear()
    move(harness, players)
    assert harness.pop_received_types(wes) == []
    assert harness.state.rooms[1].spectators == []
    harness.connect_named("wes2")


def test_a_host_may_forbid_it() -> None:
    harness = HandlerHarness()
    harness.start_match("ada", "bob", setup=SelectModeAndPlayers(2, game="uno", watchers=False))
    wes = harness.connect_named("wes")
    assert harness.assert_refused(wes, WatchMatch(1)) == ErrorCode.NOTALLOWED
    assert harness.assert_refused(wes, WatchMatch(9)) == ErrorCode.CHOICENOTVALID
    assert harness.assert_refused(wes, WatchMatch(-1)) == ErrorCode.CHOICENOTVALID
    listed = harness.send(wes, RequestRefresh())
    assert isinstance(listed, ChooseMatch)
    assert listed.playing == ()


def test_a_private_match_is_watched_by_its_code_only() -> None:
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


def test_matches_under_way_are_listed_for_those_who_ask() -> None:
    harness = HandlerHarness()
    harness.start_match("ada", "bob", setup=UNO)
    wes = harness.connect_named("wes")
    assert harness.received(wes, ChooseMatch)[-1].playing == ()
    listed = harness.send(wes, RequestRefresh())
    assert isinstance(listed, ChooseMatch)
    assert [(room.match, room.state) for room in listed.playing] == [(1, "playing")]
    assert listed.rooms == ()


def test_there_is_room_for_so_many_and_no_more() -> None:
    harness = HandlerHarness(Limits(watchers=1))
    harness.start_match("ada", "bob", setup=UNO)
    wes, zoe = harness.connect_named("wes"), harness.connect_named("zoe")
    harness.send(wes, WatchMatch(1))
    assert harness.assert_refused(zoe, WatchMatch(1)) == ErrorCode.MATCHFULL


def test_a_watcher_who_was_cut_watches_on() -> None:
    harness, players, wes = watched()
    token = harness.received(wes, SessionOpened)[-1].token
    harness.disconnect(wes)
    move(harness, players)
    again = harness.connect()
    harness.pop_received_types(again)
    assert isinstance(harness.send(again, Reconnect("wes", token)), SessionOpened)
    assert harness.pop_received_types(again)[-2:] == ["GameView", "IsTurnOfPlayer"]
    move(harness, players)
    assert "UpdateMessage" in harness.pop_received_types(again)
    assert len(harness.state.rooms[1].spectators) == 1


def test_a_watcher_who_comes_from_somewhere_else_is_there_once() -> None:
    harness, _, wes = watched()
    token = harness.received(wes, SessionOpened)[-1].token
    again = harness.connect()
    harness.send(again, Reconnect("wes", token))
    assert harness.closed_peers == [wes]
    assert isinstance(harness.send(again, RequestView()), GameView)
    assert len(harness.state.rooms[1].spectators) == 1


def test_what_was_watched_may_be_over_when_a_watcher_is_back() -> None:
    harness, players, wes = watched()
    token = harness.received(wes, SessionOpened)[-1].token
    harness.disconnect(wes)
    harness.send(players[0], LeaveMatch())
    again = harness.connect()
    harness.send(again, Reconnect("wes", token))
    assert harness.pop_received_types(again)[-1] == "ChooseMatch"
    assert isinstance(harness.send(again, SelectMatch(0)), ActionValid)


def test_a_watcher_who_stays_away_is_forgotten() -> None:
    harness, _, wes = watched()
    token = harness.received(wes, SessionOpened)[-1].token
    harness.disconnect(wes)
    harness.tick(harness.state.limits.reconnect_seconds + 1)
    assert (
        harness.assert_refused(harness.connect(), Reconnect("wes", token))
        == ErrorCode.SESSIONUNKNOWN
    )
    assert harness.state.rooms[1].spectators == []


def test_the_table_and_its_watchers_talk_and_the_lobby_does_not_hear_it() -> None:
    harness, (ada, bob), wes = watched()
    zoe = harness.connect_named("zoe")
    harness.send(wes, SendChat("nice move"))
    harness.send(ada, SendChat("thank you"))
    said = [ChatMessage("wes", "nice move", watcher=True), ChatMessage("ada", "thank you")]
    assert [harness.received(peer, ChatMessage) for peer in (ada, bob, wes)] == [said] * 3
    assert harness.received(zoe, ChatMessage) == []
    harness.send(zoe, SendChat("anybody here?"))
    assert harness.received(wes, ChatMessage) == said
    assert list(harness.state.rooms[1].chat) == said


def test_a_watcher_cannot_act() -> None:
    harness, _, wes = watched()
    assert harness.assert_refused(wes, ListActions()) == ErrorCode.UNEXPECTEDMESSAGE
    assert harness.assert_refused(wes, WatchMatch(1)) == ErrorCode.UNEXPECTEDMESSAGE
    assert harness.assert_refused(wes, SelectMatch(0)) == ErrorCode.UNEXPECTEDMESSAGE


def test_a_standing_table_is_watched_from_match_to_match() -> None:
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


def test_a_private_room_is_found_by_its_code_only() -> None:
    harness = HandlerHarness()
    harness.start_match("ada", "bob")
    (room,) = harness.state.rooms.values()
    room.code = "SECRET"
    assert spectators.find_watchable(harness.state, 0, f" {room.code.lower()} ") is room
    for number, code in ((room.number, ""), (room.number, "WRONG"), (99, "")):
        with pytest.raises(Refusal) as refused:
            spectators.find_watchable(harness.state, number, code)
        assert refused.value.code is ErrorCode.CHOICENOTVALID
