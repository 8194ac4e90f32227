"""Draw the folded board of Eriantys for small windows.

It has the legal targets, the reader's school and the towers of each party. If no island can be
chosen, all islands are listed.
"""

from collections.abc import Iterable, Sequence

from client.games.drawing import (
    Drawing,
    Line,
    Marks,
    Names,
    Size,
    Span,
    Zone,
    cut,
    in_zone,
    join,
    wrap,
)
from client.games.eriantys import cards
from client.games.eriantys.board import tile_range_text
from client.games.eriantys.forecast import towers_left
from client.games.eriantys.pieces import (
    DINING,
    bracketed,
    island_pieces,
    island_zone,
    student_chips,
    tower_chip,
)
from client.games.eriantys.schools import entrance_cell, table_cell
from client.games.text import seat_name
from messages.eriantys.actions import COLORS
from messages.eriantys.table import EriantysView, IslandView

LABEL_WIDTH = 7


def draw_folded(view: EriantysView, names: Names, size: Size, marks: Marks) -> Drawing:
    """Return the legal targets, the reader's school and the towers; never wider than the size.

    Clouds and characters that cannot be chosen are drawn only if there is space for them.
    """
    legal = [island for island in view.islands if island_zone(island) in marks.legal]
    islands = [_island(view, island, marks) for island in legal or view.islands]
    required = _labelled("legal" if legal else "isles", islands, size.columns)
    required += _labelled("cards", cards.assistant_parts(view, names, marks), size.columns)
    optional: list[Drawing] = []
    clouds = [*cards.cloud_parts(view, marks), *cards.facts(view, marks)]
    for label, parts in (("clouds", clouds), ("use", cards.character_parts(view, marks))):
        block = _labelled(label, parts, size.columns)
        if _zones(parts) & {*marks.legal, marks.cursor}:
            required += block
        else:
            optional.append(block)
    required += _own_school(view, marks, size.columns)
    required += _labelled("towers", _towers_and_turn(view, names), size.columns)
    for block in optional:
        if len(required) + len(block) <= size.lines:
            required += block
    return [cut(line, size.columns) for line in required]


def _zones(parts: Iterable[Line]) -> set[Zone]:
    """Return the zones of the parts."""
    return {span.zone for part in parts for span in part if span.zone is not None}


def _labelled(label: str, parts: Sequence[Line], columns: int) -> Drawing:
    """Return the parts in lines, with a label before the first line and spaces before others.

    Without parts there are no lines.
    """
    lines = wrap(parts, columns, " " * LABEL_WIDTH, " ")
    if not lines:
        return []
    first = (Span(f"{label:<{LABEL_WIDTH}}", "muted"), *lines[0][1:])
    return [first, *lines[1:]]


def _island(view: EriantysView, island: IslandView, marks: Marks) -> Line:
    """Return tiles, mother nature, towers, no-entry tiles and students of an island."""
    zone = island_zone(island)
    pieces: list[Line] = [(piece,) for piece in island_pieces(view, island)]
    key = bracketed((Span(tile_range_text(island.tiles), "text+bold"),), zone, marks)
    students = student_chips(island.students)
    return in_zone((*key, Span(" "), *join([*pieces, *students]), Span(" ")), zone)


def _own_school(view: EriantysView, marks: Marks, columns: int) -> Drawing:
    """Return entrance, dining room and coins of the reader; no lines for a spectator."""
    if view.seat is None:
        return []
    seat = view.seat
    school = view.schools[seat]
    held = [color for color in COLORS if school.entrance.get(color)]
    entrance = join((entrance_cell(view, seat, color, marks) for color in held), "")
    tables = [color for color in COLORS if school.dining.get(color)]
    dining = join((table_cell(view, seat, color, marks) for color in tables), "")
    label = bracketed((Span("dining", "muted"),), DINING, marks)
    coins: list[Line] = [(Span(f"¢{school.coins}"),)] if view.expert else []
    return _labelled("you", [entrance, (*label, *dining), *coins], columns)


def _towers_and_turn(view: EriantysView, names: Names) -> list[Line]:
    """Return the towers that each party has left to build, as parts of a line.

    The player on turn is added, unless that is the reader or nobody is on turn.
    """
    parts: list[Line] = [(tower_chip(party, left),) for party, left in towers_left(view).items()]
    parts.append((Span("to build ", "muted"),))
    if view.turn is not None and view.turn != view.seat:
        parts.append((Span(f"▶ {seat_name(names, view.turn)}", "accent"),))
    return parts
