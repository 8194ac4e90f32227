"""The mirror of My Shelfie: single changes; whole games are in tests/games/test_every_game.py."""

import pytest

from client.games.shelfie import mirror
from client.games.shelfie.mirror import apply_change, drop_tiles
from games.shelfie.view import view
from messages.base import members
from messages.shelfie.table import ShelfieChange
from tests.games.shelfie.tables import NONE, A, B, do, place, table, take

SHELF = ("C....", "B....", "B....", "B....", "BG...", "BG...")


@pytest.mark.parametrize("change", members(ShelfieChange))
def test_the_mirror_knows_every_change(change: type) -> None:
    assert change in mirror._MIRRORS


def test_tiles_fall_on_what_is_there() -> None:
    assert drop_tiles(SHELF, 1, "TPF") == ("C....", "BF...", "BP...", "BT...", "BG...", "BG...")
    assert drop_tiles(SHELF, 4, "") == SHELF


@pytest.mark.parametrize("seat", [A, B, None])
def test_a_turn_in_two_steps(seat: int | None) -> None:
    start = table(NONE, NONE)
    taken = do(start, take(13, 14))
    placed = do(taken.state, place(3, 1, 0))
    now = view(start, seat)
    for step in (taken, placed):
        for change in step.changes:
            now = apply_change(now, change)
        assert now == view(step.state, seat)
