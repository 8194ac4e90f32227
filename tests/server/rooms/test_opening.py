"""Checks of a set-up before a room is opened; ``phases/test_lobby.py`` tests the phase."""

import pytest

from games.registry import GAMES
from messages import (
    AddComputerPlayer,
    ChooseNickname,
    Error,
    ErrorCode,
    LeaveMatch,
    Refusal,
    SelectMatch,
    SelectModeAndPlayers,
)
from server.limits import Limits
from server.rooms.opening import CLOCK_SECONDS, check_setup
from tests.harness.handler import HandlerHarness


@pytest.mark.parametrize("game", GAMES)
def test_every_game_accepts_no_clock_and_the_shortest_and_longest(game: str) -> None:
    state = HandlerHarness().state
    for clock in (0, CLOCK_SECONDS[0], CLOCK_SECONDS[-1]):
        assert check_setup(state, SelectModeAndPlayers(2, game=game, clock=clock)) is GAMES[game]


@pytest.mark.parametrize(
    ("setup", "hint"),
    [
        (SelectModeAndPlayers(2, game="chess"), "choose one of: eriantys, uno"),
        (SelectModeAndPlayers(11, game="uno"), "UNO is for 2 to 10 players"),
        (SelectModeAndPlayers(3, bots=3), "Choose 0 to 2 computer players"),
        (SelectModeAndPlayers(2, clock=4), "5 to 3600 seconds"),
        (SelectModeAndPlayers(2, clock=3601), "5 to 3600 seconds"),
        (SelectModeAndPlayers(2, clock=-5), "5 to 3600 seconds"),
    ],
)
def test_invalid_game_players_bots_or_clock_is_refused_with_what_is_allowed(
    setup: SelectModeAndPlayers, hint: str
) -> None:
    with pytest.raises(Refusal, match=hint) as caught:
        check_setup(HandlerHarness().state, setup)
    assert caught.value.code == ErrorCode.CHOICENOTVALID


def test_game_and_strategy_are_found_in_any_letter_case_and_stored_as_the_game_spells_them() -> (
    None
):
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    harness.send(ada, SelectMatch(0))
    harness.assert_accepted(ada, SelectModeAndPlayers(3, game="ERIANTYS"))
    room = harness.state.rooms[1]
    assert (room.setup.game, room.info().game) == ("eriantys", "eriantys")
    harness.assert_accepted(ada, AddComputerPlayer("Random"))
    assert harness.started_bots[-1].strategy == "random"


def test_second_computer_player_of_a_name_is_refused_before_the_first_has_joined() -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SelectModeAndPlayers(3, game="uno"))
    harness.assert_accepted(ada, AddComputerPlayer(name="Robot"))
    refused = harness.assert_refused(ada, AddComputerPlayer(name="robot"))
    assert refused == ErrorCode.DUPLICATENICKNAME
    assert harness.state.rooms[1].bot_seats == 1


def test_computer_player_with_the_name_of_a_damaged_match_is_refused() -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SelectModeAndPlayers(3, game="uno"))
    harness.state.reserve_damaged(7, ["robot"], since=0.0)
    refused = harness.assert_refused(ada, AddComputerPlayer(name="Robot"))
    assert refused == ErrorCode.DUPLICATENICKNAME
    assert harness.state.rooms[1].bot_seats == 0


def test_draining_server_refuses_set_ups_as_full() -> None:
    state = HandlerHarness().state
    state.draining = True
    with pytest.raises(Refusal, match="about to stop") as caught:
        check_setup(state, SelectModeAndPlayers(2))
    assert caught.value.code == ErrorCode.SERVERFULL


def test_open_room_above_the_limit_of_an_address_is_refused_until_a_match_starts() -> None:
    harness = HandlerHarness()
    peers = []
    for number in range(10):
        peers.append(harness.connect(address="192.0.2.1"))
        harness.send(peers[-1], ChooseNickname(f"player-{number}"))
        harness.send(peers[-1], SelectMatch(0))
    for peer in peers[:8]:
        harness.assert_accepted(peer, SelectModeAndPlayers(2, game="uno"))
    refusal = harness.send(peers[8], SelectModeAndPlayers(2, game="uno"))
    assert isinstance(refusal, Error)
    assert refusal.error is ErrorCode.RATELIMITED
    assert "8 tables from your address already wait for players; join one" in refusal.message
    harness.assert_accepted(peers[9], LeaveMatch())
    harness.assert_accepted(peers[9], SelectMatch(1))
    harness.assert_accepted(peers[8], SelectModeAndPlayers(2, game="uno"))


def test_room_above_the_limit_of_an_address_is_refused_and_other_addresses_are_not() -> None:
    harness = HandlerHarness(Limits(matches_per_address=1))
    addresses = ("192.0.2.1", "192.0.2.1", "192.0.2.2")
    for number, address in enumerate(addresses):
        peer = harness.connect(address=address)
        harness.send(peer, ChooseNickname(f"player-{number}"))
        harness.send(peer, SelectMatch(0))
    first, second, third = harness.state.peers
    harness.send(first, SelectModeAndPlayers(2))
    assert harness.assert_refused(second, SelectModeAndPlayers(2)) == ErrorCode.RATELIMITED
    harness.send(third, SelectModeAndPlayers(2))
    assert len(harness.state.rooms) == 2
