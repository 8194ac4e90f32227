"""The drawing of the My Shelfie table: every size, every choice, and exact pictures."""

from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from client.games.drawing import Marks, Size, block_width, to_text
from client.games.shelfie import UI
from client.games.shelfie.drawing import draw, goal_drawing, main_seat
from client.games.shelfie.text import GOAL_NAMES, GOAL_TITLES
from games.registry import GAMES
from messages.shelfie.actions import SHELFIE_GOALS, PlaceShelfieTiles
from messages.shelfie.table import ShelfieView
from tests.client.games.random_matches import NAMES as LONG_NAMES
from tests.client.games.random_matches import drawn_zones, end_view, play, select
from tests.client.games.shelfie.tables import NAMES, placing_view, shelfie_view

assert UI.drawing is not None
ZONES = UI.drawing.zones
SIZES = [Size(60, 9), Size(79, 14), Size(80, 13), Size(80, 16), Size(84, 24), Size(124, 46)]
SIZES += [Size(100, 30), Size(200, 55)]
CLICK_SIZES = [Size(60, 9), Size(80, 16), Size(84, 24), Size(124, 46)]
MARKS = Marks(
    legal=frozenset({("order", "CB"), ("order", "BC")}),
    cursor=("column", "5"),
    preview=PlaceShelfieTiles(4, (1, 0)),
    changed=frozenset({("seat", "1")}),
)


def text(view: ShelfieView, size: Size, marks: Marks = MARKS) -> str:
    """Return the drawing without roles."""
    return "\n".join(to_text(draw(view, NAMES, size, marks)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_line_is_too_wide_at_any_size(players: int) -> None:
    game: Any = GAMES["shelfie"]
    for number, position in enumerate(islice(play("shelfie", players, players), 0, None, 4)):
        marks = select(UI, position.view, position.legal, position.legal[-1 - number % 2])
        for size in SIZES:
            for view in (position.view, game.view(position.state, None)):
                drawing = draw(view, LONG_NAMES, size, marks)
                assert block_width(drawing) <= size.columns
                assert len(drawing) <= max(size.lines, 10), size


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_choice_is_drawn_with_its_zone(players: int) -> None:
    for number, position in enumerate(play("shelfie", players, 10 + players)):
        size = CLICK_SIZES[number % len(CLICK_SIZES)]
        legal = {zone for action in position.legal for zone in ZONES(position.view, action)}
        shown = drawn_zones(draw(position.view, LONG_NAMES, size, Marks(legal=frozenset(legal))))
        assert legal <= shown, (size, legal - shown)
        for action in position.legal[number % 5 :: 9]:
            marks = select(UI, position.view, position.legal, action)
            assert marks.cursor in drawn_zones(draw(position.view, LONG_NAMES, size, marks))


def test_small_window_shows_the_drop_and_the_orders() -> None:
    assert text(placing_view(), Size(80, 16)) == SMALL.strip("\n")


def test_medium_window_has_edges_goal_drawings_and_framed_shelves() -> None:
    shown = text(placing_view(), Size(84, 24))
    assert "▀▀▀" in shown
    assert "X of 5 equal" in shown
    assert "┗━ 0 pts ━━┛" in shown
    assert "lowest first [CB] [BC]" in shown


def test_large_window_has_the_points_of_everybody() -> None:
    shown = text(placing_view(), Size(124, 46)).splitlines()
    assert any(line.startswith(" points so far   goals groups secret end total") for line in shown)
    assert any(line.startswith(" bob                 0      0      ?   0     0") for line in shown)


def test_folded_window_has_room_shelf_and_points() -> None:
    lines = text(shelfie_view(), Size(60, 9), Marks()).splitlines()
    assert len(lines) == 9
    assert lines[0].endswith("▶you       0")
    assert lines[8].startswith("i  1  2  3")


def test_end_of_a_match_shows_the_totals_and_nothing_to_choose() -> None:
    view = end_view("shelfie", 2, 5)
    drawing = draw(view, NAMES, Size(80, 16), Marks())
    assert f"{view.results[0].total} pts" in "\n".join(to_text(drawing))
    assert not {zone[0] for zone in drawn_zones(drawing)} & {"take", "order"}


def test_selected_player_has_the_large_shelf() -> None:
    view = shelfie_view()
    assert main_seat(view, Marks(seat=1)) == 1
    assert main_seat(view, Marks(seat=7)) == 0
    assert main_seat(replace(view, seat=None), Marks()) == 0
    assert text(view, Size(80, 16), Marks(seat=1)).splitlines()[0].index("bob") < 40


def test_every_goal_has_an_example_and_short_names() -> None:
    for goal in SHELFIE_GOALS:
        view = shelfie_view(goals=(goal, "X"))
        drawing = goal_drawing(view, 0)
        assert len(drawing) == 7
        assert block_width(drawing) <= 16
        assert to_text(drawing)[0] == GOAL_TITLES[goal]
        assert len(GOAL_NAMES[goal]) <= 34
    done = replace(view.players[0], tokens=(8, 0))
    shown = to_text(goal_drawing(replace(view, players=(done, view.players[1])), 0))
    assert shown[-1].endswith("done")
    assert "done +8" in text(replace(view, players=(done, view.players[1])), Size(80, 16), Marks())


SMALL = """
   1  2  3  4  5  6  7  8  9  ▶ ada (you)       bob ✦
a                      bag 50  [1][2][3][4]▶5◀
b          [C][B]             ┃ p  ·  f  ·  · ┃  ·····
c           G  F  T           ┃ ·  ·  ·  ·  c ┃  ·····
d        ·  ·  ·  ·  ·  ·     ┃ ·  ·  ·  b  · ┃  ·····
e     ·  ·  ·  ·  ·  ·  ·     ┃ C  g  ·  ·  · ┃  ·····
f     ·  ·  ·  ·  ·  ·        ┃ B  T  ·  · ‹C›┃  ·····
g           ·  ·  ·           ┃ C  G  t  P ‹B›┃  ·····
h              ·  ·           ┗━━━━━━━━━━━━━━━┛  ━━━━━
i                             0 pts goal 0/6     0 pts

 lowest first [CB] [BC]
 8 five equal tiles in an X: 2 of 5
"""
