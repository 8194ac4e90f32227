"""The ring of islands."""

import pytest

from client.games.eriantys.board_ring import render
from client.tui import boards
from messages.eriantys.actions import Students
from messages.eriantys.table import EriantysView, IslandView
from tests.client.tables import NAMES, full_view

BUSY: Students = {"YELLOW": 10, "BLUE": 12, "GREEN": 10, "RED": 11, "PINK": 1}

NARROW = """\
Round 4 | moving students | bag 74 | coins left 16
 0                       1-2 white 2 x1          3
 Y1 R2                   Y2 B2 G10 R1            -
 w:2 b:0                 w:3 b:10
 10-11                       cloud 0  B1 R2      4
 P4                          cloud 1  -          G1
                                                 w:0 b:1
 9                       8                      *5-7 black 3
 B1                      P1                      R1 P1
                                                 w:1 b:3
 monk, 1 coin [R2 P2]                   one of its students to an island
 grandma, 3 coins [3 x]                 a no-entry tile x on an island
 jester, 1 coin [B2 R2 P2]              swap up to 3: card, entrance
>ada (you) | 6 white towers left | 2 coins | played 5
   entrance Y2 B1 R3        dining Y1 B0 G0 R3* P0     hand 1-2 4 6-7 9-10
 bob | 1 black tower left | 1 coin | played 4
   entrance G4 P3           dining Y1 B0 G10* R0 P0    hand 1-3 6-8"""


def with_islands(count: int, students: Students) -> EriantysView:
    islands = [IslandView((n,), students) for n in range(count - 1)]
    last = IslandView(tuple(range(count - 1, 12)), students, 2, "WHITE", 1)
    return full_view(islands=(*islands, last), mother_nature=0)


def test_the_board_of_a_small_terminal() -> None:
    lines = render(full_view(), NAMES, 80, 17)
    assert "\n".join(lines) == NARROW
    assert lines == boards.fit(full_view(), NAMES, 80, 17)


def test_a_high_terminal_has_frames_and_a_heavy_one_for_mother_nature() -> None:
    lines = render(full_view(), NAMES, 120, 23)
    assert len(lines) == 23
    assert "╔" not in "".join(render(full_view(), NAMES, 120, 22))
    assert len([line for line in lines if "╔" in line]) == 1
    assert any("║*5-7 black 3          ║" in line for line in lines)
    assert any("│ 9                    ││ 8                    │" in line for line in lines)


@pytest.mark.parametrize("width", [80, 84, 116, 144, 200])
@pytest.mark.parametrize("height", [17, 60])
@pytest.mark.parametrize("count", range(1, 13))
def test_every_ring_shows_every_island_and_fits(width: int, height: int, count: int) -> None:
    lines = render(with_islands(count, BUSY), NAMES, width, height)
    assert max(map(len, lines)) <= width
    ring = "\n".join(lines)
    assert ring.count("P1") == count
    assert ring.count("*0") == 1


@pytest.mark.parametrize("count", range(1, 13))
def test_frames_stay_whole_whatever_lies_on_an_island(count: int) -> None:
    lines = render(with_islands(count, BUSY), NAMES, 84, 60)
    ring = [line for line in lines if set("│╭╰║╔╚") & set(line)]
    assert {len(line) for line in ring} == {max(map(len, ring))}


def test_many_clouds_find_a_place() -> None:
    full: Students = {"YELLOW": 1, "BLUE": 1, "GREEN": 1}
    for count in (12, 9, 5, 3):
        view = with_islands(count, {"RED": 1})
        for clouds in range(2, 5):
            shown = "\n".join(
                render(full_view(islands=view.islands, clouds=(full,) * clouds), NAMES, 80, 17)
            )
            assert shown.count("Y1 B1 G1") == clouds
            assert f"cloud {clouds - 1}" in shown
