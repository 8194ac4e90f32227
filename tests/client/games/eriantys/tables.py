"""Views of an Eriantys match for tests: a full one with every kind of piece, and a small one."""

from typing import Any

from msgspec.structs import replace

from messages.eriantys.table import CharacterView, EriantysView, IslandView, SchoolView

NAMES = ("ada", "bob")


def full_view(**fields: Any) -> EriantysView:
    """Return a view of two seats in expert mode, during the turn of the first one."""
    view = EriantysView(
        seat=0,
        expert=True,
        round=4,
        phase="STUDENTS",
        turn=0,
        order=(0, 1),
        students_left=2,
        max_steps=3,
        islands=(
            IslandView((0,), {"YELLOW": 1, "RED": 2}),
            IslandView((1, 2), {"YELLOW": 2, "BLUE": 2, "GREEN": 10, "RED": 1}, 2, "WHITE", 1),
            IslandView((3,), {}),
            IslandView((4,), {"GREEN": 1}),
            IslandView((5, 6, 7), {"PINK": 1, "RED": 1}, 3, "BLACK"),
            IslandView((8,), {"PINK": 1}),
            IslandView((9,), {"BLUE": 1}),
            IslandView((10, 11), {"PINK": 4}),
        ),
        mother_nature=6,
        clouds=({"BLUE": 1, "RED": 2}, {}),
        bag=74,
        schools=(
            SchoolView(
                tower="WHITE",
                towers=6,
                entrance={"YELLOW": 2, "BLUE": 1, "RED": 3},
                dining={"YELLOW": 1, "RED": 3},
                hand=(1, 2, 4, 6, 7, 9, 10),
                played=5,
                coins=2,
            ),
            SchoolView(
                tower="BLACK",
                towers=1,
                entrance={"GREEN": 4, "PINK": 3},
                dining={"GREEN": 10, "YELLOW": 1},
                hand=(1, 2, 3, 6, 7, 8),
                played=4,
                coins=1,
            ),
        ),
        professors={"RED": 0, "GREEN": 1},
        characters=(
            CharacterView("MONK", 1, students={"RED": 2, "PINK": 2}),
            CharacterView("GRANDMA", 3, used=True, no_entry=3),
            CharacterView("JESTER", 1, students={"BLUE": 2, "RED": 2, "PINK": 2}),
        ),
        supply=16,
    )
    return replace(view, **fields)


def school(**fields: Any) -> SchoolView:
    """Return a school board with some fields replaced."""
    board = SchoolView(
        tower="WHITE", towers=8, entrance={"RED": 2, "BLUE": 5}, dining={}, hand=(1, 2, 3), coins=3
    )
    return replace(board, **fields)


def small_view(**fields: Any) -> EriantysView:
    """Return a view of two seats, three islands and the characters that hold students or tiles."""
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
