"""One shelf: free spaces, inserted tiles, regions."""

import pytest

from games.shelfie.shelf import (
    ADJACENT_PLACES,
    NO_TILES,
    free_spaces,
    insert_tiles,
    max_tiles,
    regions,
    shelf_rows,
)
from games.shelfie.tiles import parse_tiles


def test_inserted_tiles_stack_in_their_column_and_use_up_its_free_spaces() -> None:
    shelf = insert_tiles(insert_tiles(NO_TILES, 2, parse_tiles("CBG")), 2, parse_tiles("F"))
    assert shelf_rows(shelf) == (".....", ".....", "..F..", "..G..", "..B..", "..C..")
    assert [free_spaces(shelf, column) for column in range(5)] == [6, 6, 2, 6, 6]


@pytest.mark.parametrize(
    ("shelf", "most"),
    [
        ("..... ..... ..... ..... ..... .....", 3),
        ("CCCC. CCCC. CCCC. CCCCC CCCCC CCCCC", 3),
        ("CCC.. CCC.C CCCCC CCCCC CCCCC CCCCC", 2),
        ("..... CCCCC CCCCC CCCCC CCCCC CCCCC", 1),
        ("CCCCC CCCCC CCCCC CCCCC CCCCC CCCCC", 0),
    ],
)
def test_max_tiles_is_the_free_spaces_of_the_emptiest_column_up_to_three(
    shelf: str, most: int
) -> None:
    assert max_tiles(parse_tiles(shelf)) == most


def test_regions_are_joined_by_sides_not_by_corners() -> None:
    found = regions(parse_tiles("..... ..... ..... C.... BC... CB..."))
    assert sorted(size for _, size in found) == [1] * 5
    found = regions(parse_tiles("..... ..... ..... CC... BC... BCCC."))
    assert sorted((chr(tile), size) for tile, size in found) == [("B", 2), ("C", 6)]


def test_cell_of_a_shelf_is_adjacent_by_sides_to_two_cells_in_a_corner_and_four_inside() -> None:
    assert sum(map(len, ADJACENT_PLACES)) == 2 * (6 * 4 + 5 * 5)
    assert ADJACENT_PLACES[0] == (1, 5)
    assert ADJACENT_PLACES[12] == (7, 11, 13, 17)
