"""KickPlayer: the host of an open room removes a member, who cannot come back."""

import pytest

from messages import (
    ActionValid,
    AddComputerPlayer,
    ChooseMatch,
    ChooseNickname,
    Error,
    ErrorCode,
    KickPlayer,
    LeaveMatch,
    PlayerStatus,
    Quit,
    Reconnect,
    RoomUpdate,
    SelectMatch,
    SelectModeAndPlayers,
    SendChat,
    SessionOpened,
    StartMatch,
    WatchMatch,
)
from server.limits import Limits
from server.sessions import InLobby, InRoom
from tests.harness.handler import HandlerHarness

SETUP = SelectModeAndPlayers(3, game="uno", standing=True)


def _connect(harness: HandlerHarness, name: str, address: str = "127.0.0.1") -> int:
    peer = harness.connect(address=address)
    harness.assert_accepted(peer, ChooseNickname(name))
    return peer


def _open_room(harness: HandlerHarness, address: str = "127.0.0.1") -> int:
    """Open room 1 with ada as host."""
    ada = _connect(harness, "ada", address)
    harness.assert_accepted(ada, SelectMatch(0))
    harness.assert_accepted(ada, SETUP)
    return ada


def _join(harness: HandlerHarness, name: str, address: str = "127.0.0.1") -> int:
    peer = _connect(harness, name, address)
    harness.assert_accepted(peer, SelectMatch(1))
    return peer


def test_kicked_player_is_told_and_is_in_the_lobby_with_the_list_and_the_others_see_it() -> None:
    harness = HandlerHarness()
    ada, bob, cyd = _open_room(harness), _join(harness, "bob"), _join(harness, "cyd")
    for peer in (ada, bob, cyd):
        harness.pop_received_types(peer)
    assert harness.send(ada, KickPlayer("BOB")) == ActionValid("bob was removed from the match")
    error, rooms = harness.inboxes[bob]
    text = "The host has removed you from match 1; choose another match."
    assert error == Error(ErrorCode.NOTALLOWED, text)
    assert isinstance(rooms, ChooseMatch)
    assert [room.players for room in rooms.rooms] == [("ada", "cyd")]
    harness.session_state(bob, InLobby)
    assert harness.closed_peers == []
    for peer in (ada, cyd):
        gone, update = harness.inboxes[peer]
        assert gone == PlayerStatus("bob", "gone")
        assert isinstance(update, RoomUpdate)
        assert update.room.players == ("ada", "cyd")


def test_kicked_player_cannot_join_or_watch_the_room_again_but_may_join_another() -> None:
    harness = HandlerHarness()
    ada, bob = _open_room(harness), _join(harness, "bob")
    harness.send(ada, KickPlayer("bob"))
    assert harness.assert_refused(bob, SelectMatch(1)) is ErrorCode.NOTALLOWED
    assert harness.assert_refused(bob, WatchMatch(1)) is ErrorCode.NOTALLOWED
    cyd = _connect(harness, "cyd")
    harness.send(cyd, SelectMatch(0))
    harness.send(cyd, SETUP)
    harness.assert_accepted(bob, SelectMatch(2))


def test_kicked_player_stays_excluded_after_a_match_of_a_standing_room() -> None:
    harness = HandlerHarness()
    ada, bob, cyd = _open_room(harness), _join(harness, "bob"), _join(harness, "cyd")
    harness.send(ada, KickPlayer("bob"))
    harness.assert_accepted(ada, StartMatch())
    assert harness.assert_refused(bob, WatchMatch(1)) is ErrorCode.NOTALLOWED
    harness.assert_accepted(cyd, LeaveMatch())
    harness.session_state(ada, InRoom)
    assert harness.assert_refused(bob, SelectMatch(1)) is ErrorCode.NOTALLOWED


def test_kicked_player_cannot_join_a_private_room_by_its_code() -> None:
    harness = HandlerHarness()
    ada, bob = harness.connect_named("ada"), harness.connect_named("bob")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SelectModeAndPlayers(3, game="uno", private=True))
    harness.assert_accepted(bob, SelectMatch(0, code="CODE1"))
    harness.send(ada, KickPlayer("bob"))
    assert harness.assert_refused(bob, SelectMatch(0, code="CODE1")) is ErrorCode.NOTALLOWED


@pytest.mark.parametrize(
    ("host", "kicked", "refused"),
    [
        ("192.0.2.1", "192.0.2.7", True),
        ("192.0.2.7", "192.0.2.7", False),
        ("192.0.2.1", "127.0.0.1", False),
        ("127.0.0.1", "2001:db8::7", True),
    ],
    ids=["other address", "address of the host", "trusted address", "IPv6"],
)
def test_another_nickname_from_the_same_address_is_refused_unless_trusted_or_of_the_host(
    host: str, kicked: str, refused: bool
) -> None:
    harness = HandlerHarness()
    ada, bob = _open_room(harness, host), _join(harness, "bob", kicked)
    harness.send(ada, KickPlayer("bob"))
    harness.send(bob, Quit())
    rob = _connect(harness, "rob", kicked)
    if refused:
        assert harness.assert_refused(rob, SelectMatch(1)) is ErrorCode.NOTALLOWED
    else:
        harness.assert_accepted(rob, SelectMatch(1))
    harness.assert_accepted(_connect(harness, "eve", "192.0.2.99"), SelectMatch(1))


def test_refused_kicks_change_nothing() -> None:
    harness = HandlerHarness()
    ada, bob = _open_room(harness), _join(harness, "bob")
    dan = harness.connect_named("dan")
    assert harness.assert_refused(bob, KickPlayer("ada")) is ErrorCode.NOTALLOWED
    for name in ("ada", "dan", "nobody", "", "x" * 64, "\x1b[2J"):
        assert harness.assert_refused(ada, KickPlayer(name)) is ErrorCode.CHOICENOTVALID
    assert harness.assert_refused(dan, KickPlayer("bob")) is ErrorCode.UNEXPECTEDMESSAGE
    harness.assert_accepted(ada, StartMatch())
    assert harness.assert_refused(ada, KickPlayer("bob")) is ErrorCode.UNEXPECTEDMESSAGE
    assert [member.name for member in harness.state.rooms[1].members] == ["ada", "bob"]
    assert harness.state.rooms[1].kicked == []


def test_kicked_computer_player_is_disconnected_and_frees_its_seat_and_name() -> None:
    harness = HandlerHarness()
    ada = _open_room(harness)
    harness.state.strategies = {"uno": ("random",)}
    harness.assert_accepted(ada, AddComputerPlayer(name="robot"))
    bot = harness.connect(computer=True)
    harness.assert_accepted(bot, ChooseNickname("robot"))
    harness.assert_accepted(bot, SelectMatch(1))
    room = harness.state.rooms[1]
    assert room.free_seats == 1
    harness.assert_accepted(ada, KickPlayer("robot"))
    assert harness.closed_peers == [bot]
    assert (room.free_seats, room.bot_seats, room.kicked) == (2, 0, [])
    harness.disconnect(bot)
    assert "robot" not in harness.state.sessions
    harness.assert_accepted(ada, AddComputerPlayer(name="robot"))


def test_kicked_disconnected_player_loses_the_session_and_the_seat() -> None:
    harness = HandlerHarness()
    ada, bob = _open_room(harness), _join(harness, "bob", "192.0.2.7")
    token = harness.received(bob, SessionOpened)[0].token
    harness.disconnect(bob)
    harness.assert_accepted(ada, KickPlayer("bob"))
    again = harness.connect()
    assert harness.assert_refused(again, Reconnect("bob", token)) is ErrorCode.SESSIONUNKNOWN
    harness.assert_accepted(again, ChooseNickname("bob"))
    assert harness.assert_refused(again, SelectMatch(1)) is ErrorCode.NOTALLOWED


def test_spectator_of_an_open_room_can_be_kicked_and_is_silent_there_afterwards() -> None:
    harness = HandlerHarness()
    ada, wes = _open_room(harness), harness.connect_named("wes")
    harness.assert_accepted(wes, WatchMatch(1))
    harness.assert_accepted(ada, KickPlayer("wes"))
    assert [type(message) for message in harness.inboxes[wes][-2:]] == [Error, ChooseMatch]
    harness.session_state(wes, InLobby)
    harness.inboxes[ada].clear()
    harness.send(wes, SendChat("you cannot hear me"))
    assert harness.inboxes[ada] == []
    assert harness.assert_refused(wes, WatchMatch(1)) is ErrorCode.NOTALLOWED


def test_room_remembers_a_bounded_number_of_kicked_players() -> None:
    harness = HandlerHarness(Limits(kicked_per_room=3))
    ada = _open_room(harness)
    for number in range(5):
        peer = _join(harness, f"bob{number}")
        harness.assert_accepted(ada, KickPlayer(f"bob{number}"))
        harness.assert_accepted(peer, Quit())
    assert [kicked.name for kicked in harness.state.rooms[1].kicked] == ["bob2", "bob3", "bob4"]
