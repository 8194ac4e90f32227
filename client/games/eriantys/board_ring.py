"""The Eriantys board as a ring of islands: from 80 columns upwards, and the more the roomier.

Islands go clockwise from the upper left corner; the ring shrinks when they are unified. An island
is three lines: its number with what stands on it, its students, and the influence of each party.
The clouds are inside the ring, characters and schools below it.
"""

from collections.abc import Sequence

from client.games.eriantys.board import (
    character_name,
    headline,
    influence,
    parties_of,
    schools,
    students,
    tile_range,
)
from client.games.eriantys.text_words import EFFECTS
from messages.eriantys.actions import Students
from messages.eriantys.table import EriantysView, IslandView

CELL = range(16, 25)
"""How wide an island may be."""


def render(view: EriantysView, names: Sequence[str], width: int, height: int) -> list[str]:
    """The whole board; where there are lines enough, each island has a frame."""
    framed = _board(view, names, width, framed=True)
    return framed if len(framed) <= height else _board(view, names, width, framed=False)


def _board(view: EriantysView, names: Sequence[str], width: int, *, framed: bool) -> list[str]:
    return [
        headline(view),
        *ring(view, width, framed),
        *characters(view),
        *schools(view, names)[1:],
    ]


# The ring.


def ring(view: EriantysView, width: int, framed: bool) -> list[str]:
    """Upper row, the two sides with the clouds between them, lower row."""
    columns = max(2, (len(view.islands) - 1) // 2)
    cell = min(max(width // columns, CELL[0]), CELL[-1])
    cells = [_cell(view, island, cell, framed) for island in view.islands]
    empty = [" " * cell] * len(cells[0])
    upper, rest = cells[:columns], cells[columns:]
    right = rest[0] if rest else empty
    lower = rest[1 : columns + 1]
    left = rest[columns + 1] if len(rest) > columns + 1 else empty
    gap = (columns - 2) * cell
    inside, below = _clouds(view, gap, len(empty))
    middle = [a + f"{b:^{gap}}" + c for a, b, c in zip(left, inside, right, strict=True)]
    lower += [empty] * (columns - len(lower))
    lines = [*_beside(upper), *middle, *_beside(lower[::-1]), *below]
    return [line.rstrip() for line in lines]


def _beside(cells: Sequence[Sequence[str]]) -> list[str]:
    return ["".join(parts) for parts in zip(*cells, strict=True)]


def _cell(view: EriantysView, island: IslandView, cell: int, framed: bool) -> list[str]:
    room = cell - 2 if framed else cell - 1
    lines = [_head(view, island, room), _students(island.students, room), _influence(view, island)]
    if not framed:
        return [f"{line:<{cell}}" for line in lines]
    heavy = view.mother_nature in island.tiles
    across, side = ("═", "║") if heavy else ("─", "│")
    corners = "╔╗╚╝" if heavy else "╭╮╰╯"
    top, bottom = (corners[i] + across * room + corners[i + 1] for i in (0, 2))
    return [top, *(f"{side}{line:<{room}}{side}" for line in lines), bottom]


def _head(view: EriantysView, island: IslandView, room: int) -> str:
    """``*3-5 white 3 x1``: mother nature, the tiles, the towers, no-entry tiles."""
    mother = "*" if view.mother_nature in island.tiles else " "
    no_entry = f" x{island.no_entry}" if island.no_entry else ""
    start = f"{mother}{tile_range(island.tiles)}"
    if island.tower is None:
        return start + no_entry
    long = f"{start} {island.tower.lower()} {island.towers}{no_entry}"
    return (
        long if len(long) <= room else f"{start} {island.tower.lower()[0]}{island.towers}{no_entry}"
    )


def _students(counts: Students, room: int) -> str:
    text = f" {students(counts)}"
    return text if len(text) <= room else text.replace(" ", "")


def _influence(view: EriantysView, island: IslandView) -> str:
    strengths = influence(view, island)
    if not any(strengths.values()):
        return ""
    return " " + " ".join(f"{party.lower()[0]}:{strengths[party]}" for party in parties_of(view))


def _clouds(view: EriantysView, gap: int, rows: int) -> tuple[list[str], list[str]]:
    """Inside the ring if they fit there, in one line below it otherwise."""
    clouds = [f"cloud {number}  {students(cloud)}" for number, cloud in enumerate(view.clouds)]
    if len(clouds) > rows:
        clouds = [f"{a:<22}{b}" for a, b in zip(clouds[::2], clouds[1::2], strict=True)]
    if max(map(len, clouds)) > gap:
        return [""] * rows, ["   ".join(clouds)]
    widest = max(map(len, clouds))
    above = (rows - len(clouds)) // 2
    inside = ["" for _ in range(above)] + [f"{cloud:<{widest}}" for cloud in clouds]
    return inside + [""] * (rows - len(inside)), []


# Characters.


def characters(view: EriantysView) -> list[str]:
    """One line each: name, price, what lies on it, what it does."""
    lines = []
    for card in view.characters:
        coins = "1 coin" if card.price == 1 else f"{card.price} coins"
        extras = f" [{students(card.students)}]" if card.students else ""
        tiles = f" [{card.no_entry} x]" if card.name == "GRANDMA" else ""
        what = f"{character_name(card.name)}, {coins}{extras}{tiles}"
        lines.append(f" {what:<38} {EFFECTS[card.name]}")
    return lines
