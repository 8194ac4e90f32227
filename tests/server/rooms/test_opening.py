"""Checks of a set-up before a room is opened; ``phases/test_lobby.py`` tests the phase."""

import pytest

from games.registry import GAMES
from messages import (
    AddComputerPlayer,
    ChooseNickname,
    ErrorCode,
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


def test_draining_server_refuses_set_ups_as_full() -> None:
    state = HandlerHarness().state
    state.draining = True
    with pytest.raises(Refusal, match="about to stop") as caught:
        check_setup(state, SelectModeAndPlayers(2))
    assert caught.value.code == ErrorCode.SERVERFULL


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
