"""Typed My Shelfie commands, in both directions."""

import random

import pytest
from msgspec.structs import replace

from client.games.parsing import CommandError
from client.games.registry import ui_of
from client.games.shelfie.commands import command_text, explain, offer, parse, unavailable_choices
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
def test_line_is_parsed_as_action_that_survives_a_round_trip_through_text(
    line: str, action: ShelfieAction
) -> None:
    assert parse(line, shelfie_view()) == action
    assert parse(command_text(action)) == action


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
def test_invalid_line_raises_a_command_error_with_reason_or_usage(line: str, help: str) -> None:
    with pytest.raises(CommandError, match=help):
        parse(line, shelfie_view())


def test_every_legal_action_in_60_decisions_survives_a_round_trip_through_text() -> None:
    game, rng = GAMES["shelfie"], random.Random(1)
    state = game.start(3, game.options(False, {}), Rng(b"commands")).state
    for _ in range(60):
        (seat,) = game.active(state)
        view, actions = game.view(state, seat), game.legal(state, seat)
        commands = ui_of(view).commands(view, NAMES)
        assert [commands.parse(commands.text(action), view) for action in actions] == list(actions)
        state = game.apply(state, seat, rng.choice(actions)).state


def test_help_and_legend_fit_80_columns() -> None:
    commands = ui_of(shelfie_view()).commands(shelfie_view(), NAMES)
    assert all(len(line) <= 80 for line in (*commands.help, *commands.legend))


def test_takes_of_several_tiles_are_numbered_before_single_tiles() -> None:
    actions = [TakeShelfieTiles(cells=cells) for cells in ((13,), (14,), (13, 14), (13, 23))]
    offered = offer(shelfie_view(), actions)
    assert offered.numbers == {1: actions[2], 2: actions[3], 3: actions[0], 4: actions[1]}
    assert offered.lines == ("  1 b4 b5 (cat, book)  2 b4 c4 (cat, game)  3 b4 (cat)  4 b5 (book)",)


def test_columns_are_offered_with_their_tiles_and_an_example_of_another_order() -> None:
    actions = [
        PlaceShelfieTiles(column=column, order=order) for column in (0, 3) for order in ((), (1, 0))
    ]
    offered = offer(placing_view(), actions)
    assert offered.numbers == {1: actions[0], 4: actions[2]}
    assert offered.lines == (
        "  1  column 1, then from the bottom: cat, book, cat, cat, book",
        "  4  column 4, then from the bottom: plant, cat, book",
        "  another order: place 4 2 1",
    )


def test_another_order_is_not_offered_if_only_one_is_legal() -> None:
    offered = offer(placing_view(), [PlaceShelfieTiles(column=2)])
    assert offered.lines == ("  3  column 3, then from the bottom: cat, book",)


def test_explanation_shows_taken_tiles_or_the_resulting_column_and_nothing_for_marks() -> None:
    assert explain(shelfie_view(), TakeShelfieTiles(cells=(13, 14))) == "cat, book"
    assert explain(placing_view(), PlaceShelfieTiles(column=0)) == ". B C C B C"
    assert explain(placing_view(), PlaceShelfieTiles(column=4, order=(1, 0))) == ". . . . C B"
    assert explain(shelfie_view(), MarkShelfieTiles()) == ""


def view_with_shelf(*rows: str) -> ShelfieView:
    view = placing_view()
    assert view.seat is not None
    players = list(view.players)
    players[view.seat] = replace(players[view.seat], shelf=rows)
    return replace(view, players=tuple(players))


def test_columns_without_room_are_unavailable_with_the_room_left() -> None:
    view = view_with_shelf(".C...", ".CC..", *(("CCC..",) * 4))
    legal = [PlaceShelfieTiles(0), PlaceShelfieTiles(3), PlaceShelfieTiles(4)]
    assert unavailable_choices(view, legal) == [
        ("place 2", "it is full"),
        ("place 3", "it has room for 1"),
    ]


def test_nothing_is_unavailable_while_tiles_are_taken() -> None:
    assert unavailable_choices(shelfie_view(), [TakeShelfieTiles((13,))]) == []
