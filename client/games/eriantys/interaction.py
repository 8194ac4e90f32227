"""Zones of actions, and zones that differ between two views of Eriantys."""

from collections.abc import Iterator

from client.games.drawing import Zone
from client.games.eriantys.forecast import island_after, island_at
from client.games.eriantys.pieces import (
    DINING,
    END_TURN,
    assistant_zone,
    character_zone,
    cloud_zone,
    dining_zone,
    entrance_zone,
    island_zone,
    table_zone,
)
from messages.base import Seat
from messages.eriantys import actions as eriantys
from messages.eriantys.actions import COLORS, Color, EriantysAction, UseCharacterCard
from messages.eriantys.table import EriantysView, IslandView


def zones(view: EriantysView, action: EriantysAction) -> tuple[Zone, ...]:
    """Return the zones of an action in the order in which a player chooses them.

    A colour that is swapped twice is there twice. Island positions must be tiles of the board; a
    move to an island without a position is to tile 0.
    """
    match action:
        case eriantys.PlayAssistantCard():
            return (assistant_zone(action.card_value),)
        case eriantys.MoveStudent(move_to="SCHOOL"):
            return (entrance_zone(action.color), DINING)
        case eriantys.MoveStudent():
            island = island_at(view, action.island_position or 0)
            return (entrance_zone(action.color), island_zone(island))
        case eriantys.MoveMotherNature():
            return (island_zone(island_after(view, action.steps)),)
        case eriantys.ChooseCloud():
            return (cloud_zone(action.cloud),)
        case UseCharacterCard():
            return tuple(_character_zones(view, action))
        case eriantys.EndTurn():
            return (END_TURN,)


def _character_zones(view: EriantysView, use: UseCharacterCard) -> Iterator[Zone]:
    """Yield the character, then colours on it or in the dining room, then the rest."""
    yield character_zone(use.asset)
    if use.color is not None:
        yield character_zone(use.asset, use.color)
    for color in use.taken:
        is_minstrel = use.asset == "MINSTREL"
        yield dining_zone(color) if is_minstrel else character_zone(use.asset, color)
    for color in use.given:
        yield entrance_zone(color)
    if use.island_position is not None:
        yield island_zone(island_at(view, use.island_position))


# --- changes between views ------------------------------------------------------------------------


def changed(before: EriantysView, now: EriantysView) -> frozenset[Zone]:
    """Return the islands, clouds, characters and dining tables that differ.

    An island also differs if mother nature came to it. Entrances are left out, because they change
    in every turn. Both views must be of the same match.
    """
    return frozenset(
        (
            *_changed_islands(before, now),
            *_changed_cards(before, now),
            *_changed_tables(before, now),
        )
    )


def _changed_islands(before: EriantysView, now: EriantysView) -> Iterator[Zone]:
    """Yield the islands whose pieces differ, and the one that mother nature has reached."""
    earlier = {_pieces(before, island) for island in before.islands}
    for island in now.islands:
        moved = now.mother_nature in island.tiles and before.mother_nature not in island.tiles
        if moved or _pieces(now, island) not in earlier:
            yield island_zone(island)


def _pieces(view: EriantysView, island: IslandView) -> tuple[object, ...]:
    """Return everything on an island but mother nature."""
    students = tuple(island.students.get(color, 0) for color in COLORS)
    return island.tiles, students, island.towers, island.tower, island.no_entry


def _changed_cards(before: EriantysView, now: EriantysView) -> Iterator[Zone]:
    """Yield the clouds and characters that differ.

    Raises ValueError if the views have other numbers of them.
    """
    for number, (old, new) in enumerate(zip(before.clouds, now.clouds, strict=True)):
        if old != new:
            yield cloud_zone(number)
    for earlier, later in zip(before.characters, now.characters, strict=True):
        if earlier != later:
            yield character_zone(later.name)


def _changed_tables(before: EriantysView, now: EriantysView) -> Iterator[Zone]:
    """Yield the dining tables whose students or professor differ."""
    for seat in range(len(now.schools)):
        for color in COLORS:
            if _table(before, seat, color) != _table(now, seat, color):
                yield table_zone(seat, color)


def _table(view: EriantysView, seat: Seat, color: Color) -> tuple[int, bool]:
    """Return the students of a colour in a dining room, and whether the professor is there."""
    return view.schools[seat].dining.get(color, 0), view.professors.get(color) == seat
