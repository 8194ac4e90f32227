"""My Shelfie as typed commands."""

import random

import pytest
from msgspec.structs import replace

from client.games.parsing import CommandError
from client.games.registry import ui_of
from client.games.shelfie.commands import explain, offer, parse, text, unavailable
from games.registry import GAMES
from games.rng import Rng
from messages.shelfie.actions import (
    MarkShelfieTiles,
    PlaceShelfieTiles,
    ShelfieAction,
    SortShelfieTiles,
    TakeShelfieTiles,
)
from messages.shelfie.table import ShelfieView
from tests.client.games.shelfie.tables import NAMES, placing_view, shelfie_view


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
        commands = ui_of(view).commands(view, NAMES)
        assert [commands.parse(commands.text(action), view) for action in actions] == list(actions)
        state = game.apply(state, seat, choices.choice(actions)).state


def test_help_fits_the_screen() -> None:
    commands = ui_of(shelfie_view()).commands(shelfie_view(), NAMES)
    assert all(len(line) <= 80 for line in (*commands.help, *commands.legend))


def test_several_tiles_have_numbers_and_single_ones_their_cells() -> None:
    actions = [TakeShelfieTiles(cells=cells) for cells in ((13,), (14,), (13, 14), (13, 23))]
    found = offer(shelfie_view(), actions)
    assert found.numbers == {1: actions[2], 2: actions[3]}
    assert found.lines == (
        "  1 b4 b5 (CB)  2 b4 c4 (CG)",
        "  or any tile with a capital letter, like b4",
    )


def test_single_tiles_only() -> None:
    found = offer(shelfie_view(), [TakeShelfieTiles(cells=(25,))])
    assert found.numbers == {}
    assert found.lines == ("  or any tile with a capital letter, like c6",)


def test_a_number_is_a_column_and_the_shelf_is_shown() -> None:
    actions = [
        PlaceShelfieTiles(column=column, order=order) for column in (0, 3) for order in ((), (1, 0))
    ]
    found = offer(placing_view(), actions)
    assert found.numbers == {1: actions[0], 4: actions[2]}
    assert found.lines[-2:] == ("   column 1     column 4", "  another order: place 4 2 1")
    assert len(found.lines) == 8


def test_one_tile_has_no_other_order() -> None:
    found = offer(placing_view(), [PlaceShelfieTiles(column=2)])
    assert found.lines[-1] == "   column 3"


def test_every_choice_says_what_comes_of_it() -> None:
    assert explain(shelfie_view(), TakeShelfieTiles(cells=(13, 14))) == "cat, book"
    assert explain(placing_view(), PlaceShelfieTiles(column=0)) == ". B C C B C"
    assert explain(placing_view(), PlaceShelfieTiles(column=4, order=(1, 0))) == ". . . . C B"
    assert explain(shelfie_view(), MarkShelfieTiles()) == ""


def with_shelf(*rows: str) -> ShelfieView:
    view = placing_view()
    assert view.seat is not None
    players = list(view.players)
    players[view.seat] = replace(players[view.seat], shelf=rows)
    return replace(view, players=tuple(players))


def test_columns_say_how_much_room_they_have() -> None:
    view = with_shelf(".C...", ".CC..", *(("CCC..",) * 4))
    legal = [PlaceShelfieTiles(0), PlaceShelfieTiles(3), PlaceShelfieTiles(4)]
    assert unavailable(view, legal) == [("place 2", "it is full"), ("place 3", "it has room for 1")]


def test_while_tiles_are_taken_nothing_is_dimmed() -> None:
    assert unavailable(shelfie_view(), [TakeShelfieTiles((13,))]) == []
