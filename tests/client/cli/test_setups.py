"""The set-up of a match from the options of a command."""

import pytest
import typer

from client.cli.setups import SetupOptions, check_setup, make_setup
from games.registry import GAMES
from messages import SelectModeAndPlayers


def test_defaults_are_valid_and_fill_the_other_seats_with_bots() -> None:
    assert not SetupOptions().is_given
    setup = make_setup(SetupOptions())
    check_setup(setup)
    assert (setup.number_of_players, setup.bots) == (2, 1)
    assert make_setup(SetupOptions(), default_bots=0).bots == 0


def test_setup_has_the_given_options_and_fills_other_seats_with_bots() -> None:
    given = SetupOptions("UNO", 4, True, ("mode=jump_in",), 2)
    assert given.is_given
    assert make_setup(given) == SelectModeAndPlayers(
        4, mode=True, game="uno", options={"mode": "jump_in"}, bots=2
    )
    assert make_setup(SetupOptions("uno", 4), default_bots=None).bots == 3
    assert make_setup(SetupOptions("uno", 4), default_bots=0).bots == 0


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_accepted_with_its_numbers_of_players_only(game: str) -> None:
    seats = GAMES[game].seats
    for players in seats:
        check_setup(SelectModeAndPlayers(players, game=game))
    for players in (seats[0] - 1, seats[-1] + 1):
        with pytest.raises(typer.BadParameter, match=f"is for {seats[0]} to {seats[-1]} players"):
            check_setup(SelectModeAndPlayers(players, game=game))
