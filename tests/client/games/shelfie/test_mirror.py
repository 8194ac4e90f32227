"""My Shelfie changes applied to a view; tests/games/test_every_game.py covers whole games."""

import pytest

from client.games.shelfie import mirror
from client.games.shelfie.mirror import apply_change, drop_tiles
from games.shelfie.view import view
from messages.base import members
from messages.shelfie.table import ShelfieChange
from tests.games.shelfie.tables import NONE, A, B, do, place, table, take

SHELF = ("C....", "B....", "B....", "B....", "BG...", "BG...")


@pytest.mark.parametrize("change", members(ShelfieChange))
def test_every_change_has_a_mirror_function(change: type) -> None:
    assert change in mirror._MIRRORS


def test_dropped_tiles_land_on_the_column_and_no_tiles_change_nothing() -> None:
    assert drop_tiles(SHELF, 1, "TPF") == ("C....", "BF...", "BP...", "BT...", "BG...", "BG...")
    assert drop_tiles(SHELF, 4, "") == SHELF


@pytest.mark.parametrize("seat", [A, B, None])
def test_mirror_of_player_or_spectator_equals_the_server_view_after_taking_and_placing(
    seat: int | None,
) -> None:
    start = table(NONE, NONE)
    taken = do(start, take(13, 14))
    placed = do(taken.state, place(3, 1, 0))
    mirrored = view(start, seat)
    for step in (taken, placed):
        for change in step.changes:
            mirrored = apply_change(mirrored, change)
        assert mirrored == view(step.state, seat)
