"""Tiles, cells and goals in people's words."""

import pytest

from client.games.shelfie.text_words import (
    GOAL_WORDS,
    TILE_NAMES,
    cell_name,
    cell_names,
    maybe_cell,
    tile_names,
)
from messages.shelfie.actions import SHELFIE_GOALS, SHELFIE_TILES


def test_every_tile_and_goal_has_words() -> None:
    assert tuple(GOAL_WORDS) == SHELFIE_GOALS
    assert "".join(TILE_NAMES) == SHELFIE_TILES
    assert tile_names("CBC") == "cat, book, cat"


@pytest.mark.parametrize("cell", [0, 8, 13, 44, 80, 88])
def test_cells_are_read_as_they_are_written(cell: int) -> None:
    assert maybe_cell(cell_name(cell)) == cell
    assert maybe_cell(cell_name(cell).upper()) == cell


@pytest.mark.parametrize("word", ["", "b", "b0", "j1", "b10", "44", "take", "b٣", "é4"])
def test_other_words_are_no_cells(word: str) -> None:
    assert maybe_cell(word) is None


def test_several_cells() -> None:
    assert cell_names((13, 14)) == "b4 b5"
    assert cell_name(-5) == "-5"
