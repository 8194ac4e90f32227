"""Watching: public information only, and the table does not notice."""

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
from tests.harness.handler import House

UNO = SelectModeAndPlayers(2, game="uno")


def watched(setup: SelectModeAndPlayers = UNO) -> tuple[House, list[int], int]:
    """Two players, and wes who watches."""
    house = House()
    players = house.table("ada", "bob", setup=setup)
    wes = house.guest("wes")
    assert isinstance(house.say(wes, WatchMatch(1)), ActionValid)
    return house, players, wes


def move(house: House, players: list[int]) -> None:
    """Whoever can does the first thing that is legal."""
    for peer in players:
        listed = house.say(peer, ListActions())
        if isinstance(listed, LegalActions) and listed.actions:
            house.say(peer, listed.actions[0])
            return


def test_a_watcher_is_shown_the_table_and_whose_turn_it_is() -> None:
    house, _, wes = watched()
    names = house.names(wes)
    assert names[3] == "PlayersInfo"
    assert names[-2:] == ["GameView", "IsTurnOfPlayer"]


def test_a_watcher_sees_what_no_seat_sees_and_follows_it() -> None:
    house, players, wes = watched()
    first = house.got(wes, GameView)[-1].view
    assert isinstance(first, UnoView)
    assert first.seat is None
    assert first.hand == ()
    view: View = first
    house.boxes[wes].clear()
    for _ in range(40):
        move(house, players)
    updates = house.got(wes, UpdateMessage)
    for update in updates:
        view = apply_change(view, update.change)
    fresh = house.say(wes, RequestView())
    assert isinstance(fresh, GameView)
    assert fresh.view == view
    assert "UnoHandTaken" not in {type(update.change).__name__ for update in updates}
    secret = [u.change for u in updates if getattr(u.change, "cards", ()) not in ((), 7)]
    assert not secret
    sent = {type(message) for message in house.boxes[wes]}
    assert sent <= {UpdateMessage, IsTurnOfPlayer, FinalScores, ChooseMatch}


def test_a_late_watcher_does_not_disturb_the_first() -> None:
    house, players, wes = watched()
    move(house, players)
    zoe = house.guest("zoe")
    house.say(zoe, WatchMatch(1))
    house.boxes[wes].clear()
    house.boxes[zoe].clear()
    move(house, players)
    assert house.names(wes) == house.names(zoe)


def test_the_end_is_told_and_leads_back_to_the_list() -> None:
    house, players, wes = watched()
    house.say(players[0], LeaveMatch())
    assert house.got(wes, PlayerStatus)
    names = house.names(wes)
    assert names[-2:] == ["FinalScores", "ChooseMatch"]
    assert isinstance(house.say(wes, SelectMatch(0)), ActionValid)


def test_a_table_can_be_watched_while_it_fills() -> None:
    house = House()
    ada, bob, wes = house.guest("ada"), house.guest("bob"), house.guest("wes")
    house.say(ada, SelectMatch(0))
    house.say(ada, UNO)
    house.say(wes, WatchMatch(1))
    assert house.got(wes, RoomUpdate)[-1].room.players == ("ada",)
    assert house.refused(wes, RequestView()) == ErrorCode.UNEXPECTEDMESSAGE
    house.say(bob, SelectMatch(1))
    assert house.names(wes)[-2:] == ["GameView", "IsTurnOfPlayer"]


@pytest.mark.parametrize("goodbye", [LeaveMatch(), Quit(), None])
def test_a_watcher_goes_and_nobody_cares(goodbye: Message | None) -> None:
    house, players, wes = watched()
    for peer in players:
        house.names(peer)
    if goodbye is None:
        house.depart(wes)
    else:
        assert isinstance(house.say(wes, goodbye), ActionValid)  # type: ignore[arg-type]
    assert [house.names(peer) for peer in players] == [[], []]
    house.boxes[wes].clear()
    move(house, players)
    assert house.names(wes) == []
    assert house.state.rooms[1].spectators == []
    house.guest("wes2")


def test_a_host_may_forbid_it() -> None:
    house = House()
    house.table("ada", "bob", setup=SelectModeAndPlayers(2, game="uno", watchers=False))
    wes = house.guest("wes")
    assert house.refused(wes, WatchMatch(1)) == ErrorCode.NOTALLOWED
    assert house.refused(wes, WatchMatch(9)) == ErrorCode.CHOICENOTVALID
    assert house.refused(wes, WatchMatch(-1)) == ErrorCode.CHOICENOTVALID
    listed = house.say(wes, RequestRefresh())
    assert isinstance(listed, ChooseMatch)
    assert listed.playing == ()


def test_a_private_match_is_watched_by_its_code_only() -> None:
    house = House()
    ada, bob, wes = house.guest("ada"), house.guest("bob"), house.guest("wes")
    house.say(ada, SelectMatch(0))
    house.say(ada, SelectModeAndPlayers(2, game="uno", private=True))
    house.say(bob, SelectMatch(0, code="CODE1"))
    listed = house.say(wes, RequestRefresh())
    assert isinstance(listed, ChooseMatch)
    assert listed.playing == ()
    assert house.refused(wes, WatchMatch(1)) == ErrorCode.CHOICENOTVALID
    assert house.refused(wes, WatchMatch(1, code="CODE7")) == ErrorCode.CHOICENOTVALID
    assert isinstance(house.say(wes, WatchMatch(0, code="code1")), ActionValid)


def test_matches_under_way_are_listed_for_those_who_ask() -> None:
    house = House()
    house.table("ada", "bob", setup=UNO)
    wes = house.guest("wes")
    assert house.got(wes, ChooseMatch)[-1].playing == ()
    listed = house.say(wes, RequestRefresh())
    assert isinstance(listed, ChooseMatch)
    assert [(room.match, room.state) for room in listed.playing] == [(1, "playing")]
    assert listed.rooms == ()


def test_there_is_room_for_so_many_and_no_more() -> None:
    house = House(Limits(watchers=1))
    house.table("ada", "bob", setup=UNO)
    wes, zoe = house.guest("wes"), house.guest("zoe")
    house.say(wes, WatchMatch(1))
    assert house.refused(zoe, WatchMatch(1)) == ErrorCode.MATCHFULL


def test_a_watcher_who_was_cut_watches_on() -> None:
    house, players, wes = watched()
    token = house.got(wes, SessionOpened)[-1].token
    house.depart(wes)
    move(house, players)
    again = house.arrive()
    house.names(again)
    assert isinstance(house.say(again, Reconnect("wes", token)), SessionOpened)
    assert house.names(again)[-2:] == ["GameView", "IsTurnOfPlayer"]
    move(house, players)
    assert "UpdateMessage" in house.names(again)
    assert len(house.state.rooms[1].spectators) == 1


def test_a_watcher_who_comes_from_somewhere_else_is_there_once() -> None:
    house, _, wes = watched()
    token = house.got(wes, SessionOpened)[-1].token
    again = house.arrive()
    house.say(again, Reconnect("wes", token))
    assert house.ended == [wes]
    assert isinstance(house.say(again, RequestView()), GameView)
    assert len(house.state.rooms[1].spectators) == 1


def test_what_was_watched_may_be_over_when_a_watcher_is_back() -> None:
    house, players, wes = watched()
    token = house.got(wes, SessionOpened)[-1].token
    house.depart(wes)
    house.say(players[0], LeaveMatch())
    again = house.arrive()
    house.say(again, Reconnect("wes", token))
    assert house.names(again)[-1] == "ChooseMatch"
    assert isinstance(house.say(again, SelectMatch(0)), ActionValid)


def test_a_watcher_who_stays_away_is_forgotten() -> None:
    house, _, wes = watched()
    token = house.got(wes, SessionOpened)[-1].token
    house.depart(wes)
    house.tick(house.state.limits.away_seconds + 1)
    assert house.refused(house.arrive(), Reconnect("wes", token)) == ErrorCode.SESSIONUNKNOWN
    assert house.state.rooms[1].spectators == []


def test_the_table_and_its_watchers_talk_and_the_lobby_does_not_hear_it() -> None:
    house, (ada, bob), wes = watched()
    zoe = house.guest("zoe")
    house.say(wes, SendChat("nice move"))
    house.say(ada, SendChat("thank you"))
    said = [ChatMessage("wes", "nice move", watcher=True), ChatMessage("ada", "thank you")]
    assert [house.got(peer, ChatMessage) for peer in (ada, bob, wes)] == [said] * 3
    assert house.got(zoe, ChatMessage) == []
    house.say(zoe, SendChat("anybody here?"))
    assert house.got(wes, ChatMessage) == said
    assert list(house.state.rooms[1].chat) == said


def test_a_watcher_cannot_act() -> None:
    house, _, wes = watched()
    assert house.refused(wes, ListActions()) == ErrorCode.UNEXPECTEDMESSAGE
    assert house.refused(wes, WatchMatch(1)) == ErrorCode.UNEXPECTEDMESSAGE
    assert house.refused(wes, SelectMatch(0)) == ErrorCode.UNEXPECTEDMESSAGE


def test_a_standing_table_is_watched_from_match_to_match() -> None:
    house = House()
    ada, bob, wes = house.guest("ada"), house.guest("bob"), house.guest("wes")
    house.say(ada, SelectMatch(0))
    house.say(ada, SelectModeAndPlayers(2, standing=True))
    house.say(wes, WatchMatch(1))
    house.say(bob, SelectMatch(1))
    assert "SelectWizard" not in house.names(wes)


def test_a_private_room_is_found_by_its_code_only() -> None:
    house = House()
    house.table("ada", "bob")
    (room,) = house.state.rooms.values()
    room.code = "SECRET"
    assert spectators.find_watchable(house.state, 0, f" {room.code.lower()} ") is room
    for number, code in ((room.number, ""), (room.number, "WRONG"), (99, "")):
        with pytest.raises(Refusal) as refused:
            spectators.find_watchable(house.state, number, code)
        assert refused.value.code is ErrorCode.CHOICENOTVALID
