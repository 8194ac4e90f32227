"""Zones, previews, changes and recaps; previews are compared with the rules in random matches."""

from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from client.games.drawing import Line, to_text
from client.games.shelfie.goals import group_points, points_of
from client.games.shelfie.interaction import changed, preview, recap, zones
from games.registry import GAMES
from messages.shelfie import table
from messages.shelfie.actions import (
    MarkShelfieTiles,
    PlaceShelfieTiles,
    SortShelfieTiles,
    TakeShelfieTiles,
)
from tests.client.games.random_matches import play
from tests.client.games.shelfie.tables import NAMES, placing_view, shelfie_view


def text(line: Line) -> str:
    """Return the text of a line."""
    return to_text([line])[0]


def test_every_action_has_the_zones_that_choose_it() -> None:
    view = placing_view()
    take = TakeShelfieTiles((13, 14))
    assert zones(view, take) == (("tile", "b4"), ("tile", "b5"), ("take", "2"))
    assert zones(view, PlaceShelfieTiles(4)) == (("order", "CB"), ("column", "5"))
    assert zones(view, PlaceShelfieTiles(4, (1, 0))) == (("order", "BC"), ("column", "5"))
    assert zones(replace(view, hand="CC"), PlaceShelfieTiles(4)) == (("column", "5"),)
    assert zones(view, MarkShelfieTiles((13,))) == ()
    assert zones(view, SortShelfieTiles((1, 0))) == ()


@pytest.mark.parametrize("players", [2, 4])
def test_actions_of_a_position_have_different_zones(players: int) -> None:
    for position in islice(play("shelfie", players, 1), 0, None, 3):
        found = [frozenset(zones(position.view, action)) for action in position.legal]
        assert len(set(found)) == len(found)


def test_preview_of_tiles_names_columns_and_the_best_one() -> None:
    view = shelfie_view()
    assert text(preview(view, NAMES, TakeShelfieTiles((13,)))) == (
        "C from b4: room in column 1, 2, 3, 4, 5"
    )
    three = replace(view, board=tuple(row.replace("F", "C") for row in view.board))
    assert text(preview(three, NAMES, TakeShelfieTiles((14, 24)))).endswith("3, 4, 5")
    full = replace(view.players[0], shelf=("CBGFT",) * 6)
    no_room = replace(view, players=(full, view.players[1]))
    assert text(preview(no_room, NAMES, TakeShelfieTiles((13,)))) == (
        "C from b4: no column has room for them"
    )


def test_preview_of_a_placement_has_its_group_and_points() -> None:
    view = replace(placing_view(), hand="CC", personal=())
    assert text(preview(view, NAMES, PlaceShelfieTiles(0))) == (
        "C C → column 1: group of 3 = 2 points, +2"
    )
    assert text(preview(view, NAMES, PlaceShelfieTiles(2))) == "C C → column 3: group of 2"
    assert preview(view, NAMES, PlaceShelfieTiles(9)) == ()
    assert preview(replace(view, seat=None), NAMES, PlaceShelfieTiles(0)) == ()
    assert preview(view, NAMES, MarkShelfieTiles()) == ()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_preview_of_a_placement_agrees_with_the_rules(players: int) -> None:
    """The sum at the end is the difference of the points before and after the placement."""
    compared = 0
    for seed in range(2):
        for number, position in enumerate(play("shelfie", players, 10 * players + seed)):
            for action in position.legal[number % 3 :: 5]:
                if isinstance(action, PlaceShelfieTiles):
                    _compare(position, action)
                    compared += 1
    assert compared > 50


def _compare(position: Any, action: PlaceShelfieTiles) -> None:
    """Compare a preview with the next state."""
    game: Any = GAMES["shelfie"]
    step = game.apply(position.state, position.seat, action)
    now, seat = game.view(step.state, position.seat), position.seat
    shown = text(preview(position.view, NAMES, action))
    assert points_of(replace(position.view, results=()), seat).secret is not None
    before, after = points_of(position.view, seat), points_of(replace(now, results=()), seat)
    difference = after.total - before.total
    last = shown.rpartition(", ")[2]
    assert last == f"{difference:+}" if difference else not last.startswith("+")
    taken = [c for c in step.changes if isinstance(c, table.ShelfieTokenTaken)]
    assert shown.count("common goal") == len(taken)
    for token in taken:
        assert f"common goal +{token.points}" in shown
    ended = any(isinstance(c, table.ShelfieEndTokenTaken) for c in step.changes)
    assert ("fills the shelf +1" in shown) == ended
    assert group_points(now.players[seat].shelf) == after.groups


def test_preview_names_the_token_of_a_common_goal_that_is_met() -> None:
    view = replace(placing_view(), goals=("STAIRS",), hand="P", personal=())
    stairs = (".....", "C....", "BC...", "CBC..", "GGBG.", "TTFT.")
    view = replace(view, players=(replace(view.players[0], shelf=stairs), view.players[1]))
    assert text(preview(view, NAMES, PlaceShelfieTiles(4))) == (
        "P → column 5: no group, common goal +8, +8"
    )
    assert text(preview(view, NAMES, PlaceShelfieTiles(3))) == "P → column 4: no group"


def test_changed_zones_are_taken_tiles_and_filled_shelves() -> None:
    before = shelfie_view()
    board = (before.board[0], before.board[1].replace("C", "."), *before.board[2:])
    shelf = (*before.players[1].shelf[:-1], "C....")
    now = replace(
        before, board=board, players=(before.players[0], replace(before.players[1], shelf=shelf))
    )
    assert changed(before, now) == {("tile", "b4"), ("seat", "1")}
    assert changed(now, before) == {("seat", "1")}


def test_recap_has_one_line_per_player() -> None:
    changes = (
        table.ShelfieTilesTaken(1, (13, 14), "GB"),
        table.ShelfieTilesPlaced(1, 1, "GB"),
        table.ShelfieTokenTaken(1, "X", 8),
        table.ShelfieEndTokenTaken(1),
        table.ShelfieTurnStarted(2),
        table.ShelfieTurnLost(2),
        table.ShelfieSeatGone(3),
        table.ShelfieBoardRefilled((), 3),
    )
    assert to_text(recap(shelfie_view(), NAMES, changes)) == [
        "bob G B → 2, goal +8, shelf full +1",
        "carol lost the turn",
        "dave left the match",
    ]
