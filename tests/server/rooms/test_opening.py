"""Whether a table may be opened; what the set-up phase makes of it is in phases/test_lobby.py."""

import pytest

from games.registry import GAMES
from messages import ChooseNickname, ErrorCode, Refusal, SelectMatch, SelectModeAndPlayers
from server.limits import Limits
from server.rooms.opening import CLOCK_SECONDS, check_setup
from tests.harness.handler import HandlerHarness


@pytest.mark.parametrize("game", GAMES)
def test_every_game_may_be_asked_for_with_any_clock_there_is(game: str) -> None:
    lobby = HandlerHarness().state
    for clock in (0, CLOCK_SECONDS[0], CLOCK_SECONDS[-1]):
        assert check_setup(lobby, SelectModeAndPlayers(2, game=game, clock=clock)) is GAMES[game]


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        (SelectModeAndPlayers(2, game="chess"), "choose one of: eriantys, uno"),
        (SelectModeAndPlayers(11, game="uno"), "UNO is for 2 to 10 players"),
        (SelectModeAndPlayers(3, bots=3), "Choose 0 to 2 computer players"),
        (SelectModeAndPlayers(2, clock=4), "5 to 3600 seconds"),
        (SelectModeAndPlayers(2, clock=3601), "5 to 3600 seconds"),
        (SelectModeAndPlayers(2, clock=-5), "5 to 3600 seconds"),
    ],
)
def test_a_refusal_says_what_could_be_asked_for(asked: SelectModeAndPlayers, hint: str) -> None:
    with pytest.raises(Refusal, match=hint) as caught:
        check_setup(HandlerHarness().state, asked)
    assert caught.value.code == ErrorCode.CHOICENOTVALID


def test_a_server_that_is_about_to_stop_opens_no_tables() -> None:
    lobby = HandlerHarness().state
    lobby.draining = True
    with pytest.raises(Refusal, match="about to stop") as caught:
        check_setup(lobby, SelectModeAndPlayers(2))
    assert caught.value.code == ErrorCode.SERVERFULL


def test_an_address_has_so_many_tables_and_another_one_its_own() -> None:
    harness = HandlerHarness(Limits(matches_per_address=1))
    addresses = ("192.0.2.1", "192.0.2.1", "192.0.2.2")
    for number, address in enumerate(addresses):
        peer = harness.connect(address=address)
        harness.send(peer, ChooseNickname(f"guest-{number}"))
        harness.send(peer, SelectMatch(0))
    first, second, third = harness.state.peers
    harness.send(first, SelectModeAndPlayers(2))
    assert harness.assert_refused(second, SelectModeAndPlayers(2)) == ErrorCode.RATELIMITED
    harness.send(third, SelectModeAndPlayers(2))
    assert len(harness.state.rooms) == 2
