"""The cells of the living room (A.3) and tiles as text."""

import pytest

from games.shelfie.tiles import ALL_TILES, CELLS, STRIDE, TILES, board_rows, letters, read

EXTRA = {
    3: {3, 22, 26, 38, 50, 62, 66, 85},
    4: {4, 15, 31, 40, 48, 57, 73, 84},
}
COLUMNS = {
    2: ["", "34", "345", "234567", "1234567", "123456", "345", "45", ""],
    3: ["3", "34", "23456", "2345678", "1234567", "0123456", "23456", "45", "5"],
    4: ["34", "345", "23456", "12345678", "012345678", "01234567", "23456", "345", "45"],
}


def test_there_are_22_tiles_of_each_type() -> None:
    assert len(ALL_TILES) == 132
    assert all(ALL_TILES.count(tile) == 22 for tile in TILES)


@pytest.mark.parametrize(("players", "count"), [(2, 29), (3, 37), (4, 45)])
def test_the_cells_by_number_of_players(players: int, count: int) -> None:
    assert len(CELLS[players]) == count
    rows = COLUMNS[players]
    assert CELLS[players] == tuple(10 * row + int(c) for row in range(9) for c in rows[row])


def test_more_players_have_more_cells() -> None:
    assert {*CELLS[3]} - {*CELLS[2]} == EXTRA[3]
    assert {*CELLS[4]} - {*CELLS[3]} == EXTRA[4]


@pytest.mark.parametrize("players", CELLS)
def test_a_quarter_turn_changes_no_shape(players: int) -> None:
    turned = {10 * (cell % 10) + 8 - cell // 10 for cell in CELLS[players]}
    assert turned == {*CELLS[players]}


def test_the_living_room_as_text() -> None:
    board = bytearray(STRIDE * STRIDE)
    board[44] = ord("C")
    rows = board_rows(bytes(board), 2)
    assert rows[0] == " " * 9
    assert rows[1] == "   ..    "
    assert rows[4] == " ...C... "
    assert {len(row) for row in rows} == {9}


def test_letters_and_back() -> None:
    assert letters(read("C.B GFTP")) == "C.BGFTP"
