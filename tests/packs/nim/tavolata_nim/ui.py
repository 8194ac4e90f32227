"""Nim: its mirror and its drawing. Commands, texts and bots are the generic ones."""

from collections.abc import Sequence

from msgspec.structs import replace

from client.games.base import GameUI, Names
from client.games.drawing import (
    BoardDrawing,
    Drawing,
    Line,
    Marks,
    Size,
    Zone,
    change_sign,
    key_label,
    plain,
)
from client.games.text import seat_name
from messages.base import Change

from .messages import NimEnded, NimSeatGone, NimTurnStarted, NimView, SticksTaken, TakeSticks


def mirror(view: NimView, change: Change) -> NimView:
    """Return the view after a change."""
    match change:
        case SticksTaken():
            heaps = list(view.heaps)
            heaps[change.heap] -= change.count
            return replace(view, heaps=tuple(heaps))
        case NimTurnStarted():
            return replace(view, turn=change.seat)
        case NimSeatGone():
            return replace(view, gone=(*view.gone, change.seat))
        case NimEnded():
            return replace(view, turn=None, winners=change.winners)
    return view


def stick(heap: int, count: int) -> Zone:
    """Return the zone of a stick; choosing it takes ``count`` sticks of its heap."""
    return ("stick", str(heap), str(count))


def draw(view: NimView, names: Names, size: Size, marks: Marks) -> Drawing:
    """Draw a line for each heap, with a key for each number of sticks to take."""
    return [
        (
            change_sign(("heap", str(heap)), marks),
            *plain(f"heap {heap}:"),
            *(key_label(str(n), stick(heap, n), marks) for n in range(1, sticks + 1)),
        )
        for heap, sticks in enumerate(view.heaps)
    ]


def zones(view: NimView, action: TakeSticks) -> tuple[Zone, ...]:
    """Return the stick to choose."""
    return (stick(action.heap, action.count),)


def preview(view: NimView, names: Names, action: TakeSticks) -> Line:
    """Return the size of the heap before and after the action."""
    sticks = view.heaps[action.heap]
    return plain(f"heap {action.heap}: {sticks} → {sticks - action.count} sticks")


def changed(before: NimView, now: NimView) -> frozenset[Zone]:
    """Return the heaps that have another size."""
    pairs = enumerate(zip(before.heaps, now.heaps, strict=True))
    return frozenset(("heap", str(heap)) for heap, (old, new) in pairs if old != new)


def recap(view: NimView, names: Names, changes: Sequence[Change]) -> list[Line]:
    """Return who took how many sticks."""
    return [
        plain(f"{seat_name(names, change.seat)} took {change.count} of heap {change.heap}")
        for change in changes
        if isinstance(change, SticksTaken)
    ]


DRAWING = BoardDrawing(draw=draw, zones=zones, preview=preview, changed=changed, recap=recap)
UI = GameUI(name="nim", mirror=mirror, drawing=DRAWING)
