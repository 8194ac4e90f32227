"""My Shelfie as typed commands."""

import random

import pytest

from client.games.shelfie.commands import parse, text
from client.tui.commands import CommandError, commands_of
from games.registry import GAMES
from games.rng import Rng
from messages.shelfie.actions import (
    MarkShelfieTiles,
    PlaceShelfieTiles,
    ShelfieAction,
    SortShelfieTiles,
    TakeShelfieTiles,
)
from tests.client.games.shelfie.tables import NAMES, shelfie_view


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("take b4 b5", TakeShelfieTiles(cells=(13, 14))),
        ("TAKE B4, B5", TakeShelfieTiles(cells=(13, 14))),
        ("b5 b4", TakeShelfieTiles(cells=(14, 13))),
        ("t i9", TakeShelfieTiles(cells=(88,))),
        ("mark c6", MarkShelfieTiles(cells=(25,))),
        ("unmark", MarkShelfieTiles()),
        ("sort 2 1 3", SortShelfieTiles(order=(1, 0, 2))),
        ("place 3", PlaceShelfieTiles(column=2)),
        ("p 5 2 1", PlaceShelfieTiles(column=4, order=(1, 0))),
    ],
)
def test_what_a_line_means(line: str, action: ShelfieAction) -> None:
    assert parse(line, shelfie_view()) == action
    assert parse(text(action)) == action


@pytest.mark.parametrize(
    ("line", "help"),
    [
        ("", "Type a command"),
        ("dance", "use take, place, sort, mark or unmark"),
        ("take", "Take which tiles"),
        ("take z9", "'z9' is no cell"),
        ("b4 b", "'b' is no cell"),
        ("b4 b5 b6 b7", "three tiles at most"),
        ("mark", "Mark which tiles"),
        ("unmark b4", "Nothing comes after unmark"),
        ("sort", "In which order"),
        ("sort one", "'one' is no place"),
        ("place", "Into which column"),
        ("place here", "'here' is no column"),
        ("place 1 1 2 3 4", "three tiles at most"),
    ],
)
def test_what_is_no_command_is_explained(line: str, help: str) -> None:
    with pytest.raises(CommandError, match=help):
        parse(line, shelfie_view())


def test_every_legal_action_has_a_command() -> None:
    game, choices = GAMES["shelfie"], random.Random(1)
    state = game.start(3, game.options(False, {}), Rng(b"commands")).state
    for _ in range(60):
        (seat,) = game.active(state)
        view, actions = game.view(state, seat), game.legal(state, seat)
        commands = commands_of(view, NAMES)
        assert [commands.parse(commands.text(action), view) for action in actions] == list(actions)
        state = game.apply(state, seat, choices.choice(actions)).state


def test_help_fits_the_screen() -> None:
    commands = commands_of(shelfie_view(), NAMES)
    assert all(len(line) <= 80 for line in (*commands.help, *commands.legend))
