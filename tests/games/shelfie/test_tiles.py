"""The cells of the living room (A.3), tiles as text, and adjacent tiles (A.4)."""

import pytest

from games.shelfie.tiles import (
    ALL_TILES,
    CELLS,
    STRIDE,
    TILES,
    board_rows,
    has_adjacent_tiles,
    is_line,
    parse_tiles,
    takeable_cells,
    takeable_runs,
    tile_letters,
)
from tests.games.shelfie.tables import NONE, table

EXTRA = {
    3: {3, 22, 26, 38, 50, 62, 66, 85},
    4: {4, 15, 31, 40, 48, 57, 73, 84},
}
COLUMNS = {
    2: ["", "34", "345", "234567", "1234567", "123456", "345", "45", ""],
    3: ["3", "34", "23456", "2345678", "1234567", "0123456", "23456", "45", "5"],
    4: ["34", "345", "23456", "12345678", "012345678", "01234567", "23456", "345", "45"],
}


def test_there_are_132_tiles_22_of_each_type() -> None:
    assert len(ALL_TILES) == 132
    assert all(ALL_TILES.count(tile) == 22 for tile in TILES)


@pytest.mark.parametrize(("players", "count"), [(2, 29), (3, 37), (4, 45)])
def test_number_and_positions_of_cells_depend_on_the_number_of_players(
    players: int, count: int
) -> None:
    assert len(CELLS[players]) == count
    rows = COLUMNS[players]
    assert CELLS[players] == tuple(10 * row + int(c) for row in range(9) for c in rows[row])


def test_third_and_fourth_player_add_their_cells() -> None:
    assert {*CELLS[3]} - {*CELLS[2]} == EXTRA[3]
    assert {*CELLS[4]} - {*CELLS[3]} == EXTRA[4]


@pytest.mark.parametrize("players", CELLS)
def test_living_room_is_symmetric_under_quarter_turns(players: int) -> None:
    turned = {10 * (cell % 10) + 8 - cell // 10 for cell in CELLS[players]}
    assert turned == {*CELLS[players]}


def test_living_room_as_text_has_rows_of_nine_with_spaces_dots_and_letters() -> None:
    board = bytearray(STRIDE * STRIDE)
    board[44] = ord("C")
    rows = board_rows(bytes(board), 2)
    assert rows[0] == " " * 9
    assert rows[1] == "   ..    "
    assert rows[4] == " ...C... "
    assert {len(row) for row in rows} == {9}


def test_tiles_survive_conversion_to_letters_and_back() -> None:
    assert tile_letters(parse_tiles("C.B GFTP")) == "C.BGFTP"


def test_full_living_room_of_two_players_has_eight_takeable_pairs() -> None:
    board = table(NONE, NONE).board
    pairs = {run for run in takeable_runs(board, 2, 3) if len(run) == 2}
    expected = "13-14 13-23 36-37 37-47 41-51 51-52 65-75 74-75"
    assert pairs == {tuple(map(int, pair.split("-"))) for pair in expected.split()}


def test_cells_of_a_line_may_be_in_any_order_and_a_gap_or_corner_is_no_line() -> None:
    assert is_line((45, 43, 44))
    assert is_line((34, 24))
    assert not is_line((43, 45))
    assert not is_line((43, 44, 54))


def test_diagonal_tiles_are_not_adjacent_and_block_no_side_and_neighbours_are_adjacent() -> None:
    board = table(NONE, NONE, cells=(33, 44, 55)).board
    assert not has_adjacent_tiles(board, 2)
    assert takeable_cells(board, 2) == [33, 44, 55]
    assert has_adjacent_tiles(table(NONE, NONE, cells=(33, 43)).board, 2)
