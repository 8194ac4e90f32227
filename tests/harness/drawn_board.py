"""A small drawing of Eriantys, to test the screen without the drawing of a game.

It shows islands in two rows, the colours of the entrance and the dining room. Every zone has one
span.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from client.games.base import BoardReading
from client.games.drawing import (
    BoardDrawing,
    Drawing,
    Line,
    Marks,
    Names,
    Point,
    Size,
    Span,
    Zone,
    change_sign,
    key_label,
)
from client.games.eriantys import UI
from messages.base import Change
from messages.eriantys.actions import MoveMotherNature, MoveStudent
from messages.eriantys.table import MotherNatureMoved

ISLANDS = ((0, 1, 2, 3, 4, 5), (11, 10, 9, 8, 7, 6))
CELL = 10
"""Columns of an island."""


def island(number: int) -> Zone:
    return ("island", str(number))


def student(color: str) -> Zone:
    return ("student", color.lower())


SCHOOL: Zone = ("school",)


def draw(view: Any, names: Names, size: Size, marks: Marks) -> Drawing:
    rows: Drawing = [(Span(f"size {size.columns}x{size.lines}", "muted"),)]
    for row in ISLANDS:
        spans: list[Span] = []
        for number in row:
            label = key_label(str(number), island(number), marks)
            spans += [label, change_sign(island(number), marks)]
            spans.append(Span(" " * (CELL - len(label.text) - 1)))
        rows.append(tuple(spans))
    colors = [key_label(c, student(c), marks) for c in ("red", "blue", "pink")]
    rows.append((*colors, Span("  "), key_label("school", SCHOOL, marks)))
    center = f"center {marks.center}" if marks.center else ""
    rows.append((Span(f"seat {marks.seat} {center}".strip()), Span("R2", "chip:red")))
    return rows


def zones(view: Any, action: Any) -> tuple[Zone, ...]:
    match action:
        case MoveMotherNature():
            return (island((view.mother_nature + action.steps) % 12),)
        case MoveStudent(move_to="SCHOOL"):
            return (student(action.color), SCHOOL)
        case MoveStudent():
            return (student(action.color), island(action.island_position or 0))
    return ()


def preview(view: Any, names: Names, action: Any) -> Line:
    return (Span(f"would be {zones(view, action)[-1][-1]}"),)


def changed(before: Any, now: Any) -> frozenset[Zone]:
    return frozenset(
        {island(now.mother_nature)} if before.mother_nature != now.mother_nature else ()
    )


def recap(view: Any, names: Names, changes: Sequence[Change]) -> list[Line]:
    moved = [c for c in changes if isinstance(c, MotherNatureMoved)]
    return [(Span(f"bob ▲+{c.steps}"),) for c in moved]


def scroll(view: Any, marks: Marks, step: Point) -> Point:
    x, y = marks.center or (0, 0)
    return x + step[0], y + step[1]


def summary(view: Any, names: Names, change: Change) -> Drawing:
    is_end = isinstance(change, MotherNatureMoved) and change.steps == 5
    return [(Span("ROUND OVER", "text+bold"),)] if is_end else []


DRAWING = BoardDrawing(
    draw=draw, zones=zones, preview=preview, changed=changed, recap=recap, summary=summary
)


@contextmanager
def read_with(reading: BoardReading | None) -> Iterator[None]:
    """Let Eriantys have this reading during the block."""
    before = UI.reading
    object.__setattr__(UI, "reading", reading)
    try:
        yield
    finally:
        object.__setattr__(UI, "reading", before)


@contextmanager
def drawn_with(drawing: BoardDrawing | None) -> Iterator[None]:
    """Let Eriantys have this drawing during the block."""
    before = UI.drawing
    object.__setattr__(UI, "drawing", drawing)
    try:
        yield
    finally:
        object.__setattr__(UI, "drawing", before)
