"""A view to try changes on."""

from typing import Any

from msgspec.structs import replace

from messages.eriantys.table import CharacterView, EriantysView, IslandView, SchoolView


def school(**fields: Any) -> SchoolView:
    board = SchoolView(
        tower="WHITE", towers=8, entrance={"RED": 2, "BLUE": 5}, dining={}, hand=(1, 2, 3), coins=3
    )
    return replace(board, **fields)


def table(**fields: Any) -> EriantysView:
    """Two seats, three islands of four tiles, all characters that hold something."""
    view = EriantysView(
        seat=0,
        expert=True,
        round=2,
        phase="STUDENTS",
        turn=0,
        order=(0, 1),
        students_left=3,
        max_steps=2,
        islands=(
            IslandView((0, 1, 2, 3), {"RED": 1}),
            IslandView((4, 5, 6, 7), {}),
            IslandView((8, 9, 10, 11), {"PINK": 2}),
        ),
        mother_nature=4,
        clouds=({"RED": 3}, {}),
        bag=50,
        schools=(school(), school(tower="BLACK")),
        professors={},
        characters=(
            CharacterView("JESTER", 1, students={"PINK": 6}),
            CharacterView("MONK", 1, students={"RED": 1, "GREEN": 3}),
            CharacterView("GRANDMA", 3, used=True, no_entry=3),
        ),
        supply=10,
    )
    return replace(view, **fields)
