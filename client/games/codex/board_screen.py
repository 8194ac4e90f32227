"""The Codex Naturalis table on a screen that is redrawn: the area beside everything else.

Players stand above. To the left is a window into the area, as large as the screen allows; to the
right the hand, the objectives and what can be drawn. The first line says where the area goes on.
"""

from collections.abc import Sequence
from itertools import zip_longest

from client.games.base import Place, Viewport
from client.games.codex.area_drawing import Size, step
from client.games.codex.board import (
    ALONE,
    chosen_spot,
    decks,
    drawn_area,
    headline,
    known_objectives,
    players,
    shown_seat,
)
from client.games.codex.board_goals import progress
from client.games.codex.text_cards import card_line, card_short, objective_short
from messages.codex.table import CodexView
from messages.text import clean

SIDE = 48
"""Columns of everything beside the area."""
LEAST_LINES = 8


def render(view: CodexView, names: Sequence[str], viewport: Viewport) -> list[str]:
    """The whole table."""
    size = _room(view, viewport)
    area, beyond = drawn_area(view, size, viewport)
    rows = zip_longest(area, _side(view), fillvalue="")
    panels = [f"{left:<{size.width}} {right}".rstrip() for left, right in rows]
    top = [_headline(view, names, viewport, beyond), *players(view, names), *_starter(view)]
    return [*top, *panels]


def scroll(view: CodexView, viewport: Viewport, way: Place) -> None:
    """Look some cards further, on a screen or where only the area is written down."""
    seat = shown_seat(view, viewport)
    if seat < len(view.players):
        size = _room(view, viewport) if viewport.height else ALONE
        area = view.players[seat].area
        viewport.center = step(area, size, viewport.center or chosen_spot(viewport), way)


def _room(view: CodexView, viewport: Viewport) -> Size:
    """What is left for the area."""
    above = 1 + len(view.players) + len(_starter(view))
    return Size(viewport.width - SIDE - 2, max(viewport.height - above, LEAST_LINES))


def _headline(view: CodexView, names: Sequence[str], viewport: Viewport, beyond: str) -> str:
    """Where the match stands, whose area this is if it is not clear, and where it goes on."""
    parts = [headline(view)]
    seat = shown_seat(view, viewport)
    if seat != view.seat and seat < len(names):
        parts.append(f"area of {clean(names[seat], 14)}")
    return " | ".join([*parts, f"more {beyond}"] if beyond else parts)


def _starter(view: CodexView) -> list[str]:
    """Before it lies there are two sides to choose from."""
    if view.seat is None or view.players[view.seat].area.placed:
        return []
    return [f"Your starter: {card_line(view.players[view.seat].starter)}"]


def _side(view: CodexView) -> list[str]:
    """What has to be decided stands first."""
    if view.phase == "OVER":
        return _goals(view)
    hand = _labelled("hand", _numbered([card_short(card) for card in view.hand]))
    slots = [card_short(card) for card in view.slots]
    draw = _labelled("draw", _numbered([*slots, *decks(view)]))
    if view.phase == "DRAW":
        return [*draw, *hand, *_goals(view)]
    return [*hand, *_goals(view), *draw]


def _goals(view: CodexView) -> list[str]:
    lines = []
    for kind, objective in known_objectives(view):
        how_far = progress(view, objective)
        label = {"secret": "own", "offered": "or"}.get(kind, "goal")
        name = f"{objective} " if kind == "offered" else ""
        text = f"{name}{objective_short(objective)}{f': {how_far}' if how_far else ''}"
        lines.append(f"{label:<5}{text}")
    return lines


def _numbered(lines: Sequence[str]) -> list[str]:
    return [f"{number} {line}" for number, line in enumerate(lines, start=1)]


def _labelled(label: str, lines: Sequence[str]) -> list[str]:
    """The label stands before the first line only."""
    return [f"{label if not n else '':<5}{line}" for n, line in enumerate(lines)]
