"""Codex Naturalis: one player's area, its free positions and its visible symbols.

The starter is at (0, 0), y grows upwards, and a card touches four diagonal neighbours with its
corners; the newer card is on top.

This module is in ``messages`` because both ends interpret an area: a change has only the card and
its position, and the rules, the client's mirror, the board and the bots derive the rest. Clients do
not import ``games``.
"""

from operator import ge
from typing import Annotated, Literal

from msgspec import Meta, Struct

from messages.base import Number, Word
from messages.codex.cards import CODEX_CARDS, COUNTED, HIDDEN, CodexCard, CodexFace

CodexSide = Literal["FRONT", "BACK"]
Position = tuple[int, int]

DIRECTIONS: tuple[Position, ...] = ((-1, 1), (1, 1), (-1, -1), (1, -1))
"""The directions of a card's corners, in their order; the opposite of corner i is 3 - i."""


class CodexSpot(Struct, frozen=True, gc=False):
    """A position in an area."""

    x: Number
    y: Number


class CodexPlaced(Struct, frozen=True, gc=False):
    """A card in an area, and its visible side."""

    card: Word
    side: CodexSide
    x: Number
    y: Number

    @property
    def face(self) -> CodexFace:
        """The visible side of the card."""
        return face_of(self.card, self.side)


class CodexArea(Struct, frozen=True, gc=False):
    """The cards of one player. `placed` is in the order of placing.

    `symbols` has the number of visible symbols in the order FUNGI, PLANT, ANIMAL, INSECT, QUILL,
    INKWELL, MANUSCRIPT; `spots` are the positions at which a card may be placed, sorted by `x`,
    then `y`.
    """

    placed: Annotated[tuple[CodexPlaced, ...], Meta(max_length=81)] = ()
    symbols: Annotated[tuple[Number, ...], Meta(max_length=7)] = (0,) * 7
    spots: Annotated[tuple[CodexSpot, ...], Meta(max_length=256)] = ()


_FACES: dict[tuple[str, CodexSide], CodexFace] = {
    **{(card.id, "FRONT"): card.front for card in CODEX_CARDS.values()},
    **{(card.id, "BACK"): card.back for card in CODEX_CARDS.values()},
}


def face_of(card: str, side: CodexSide) -> CodexFace:
    """Return one side of a card."""
    return _FACES[card, side]


def neighbours(x: int, y: int) -> list[Position]:
    """Return the four positions that a card here touches, in the order of its corners."""
    return [(x + dx, y + dy) for dx, dy in DIRECTIONS]


def is_open(area: CodexArea, x: int, y: int) -> bool:
    """Return whether a card may be placed here (Codex 6)."""
    return CodexSpot(x, y) in area.spots


def is_affordable(area: CodexArea, card: CodexCard) -> bool:
    """Return whether the symbols that the front of the card needs are visible."""
    return card.kind != "GOLD" or all(map(ge, area.symbols, card.needs))


def covered_by(area: CodexArea, x: int, y: int) -> list[Position]:
    """Return the positions of the cards of which a card placed here covers a corner."""
    existing = {(placed.x, placed.y) for placed in area.placed}
    return [position for position in neighbours(x, y) if position in existing]


def with_card(area: CodexArea, card: str, side: CodexSide, x: int, y: int) -> CodexArea:
    """Return the area with one more card; the position must be open, or (0, 0) for a starter."""
    faces = {(placed.x, placed.y): _FACES[placed.card, placed.side] for placed in area.placed}
    face = face_of(card, side)
    symbols, spots = list(area.symbols), {(spot.x, spot.y): spot for spot in area.spots}
    spots.pop((x, y), None)
    for corner, position in enumerate(neighbours(x, y)):
        if position in faces:
            covered = faces[position].corners[3 - corner]
            if covered >= 0:
                symbols[covered] -= 1
        elif face.corners[corner] == HIDDEN:
            spots.pop(position, None)
        elif position not in spots and not _blocked(faces, position):
            spots[position] = CodexSpot(*position)
    for symbol in face.symbols:
        symbols[symbol] += 1
    placed = (*area.placed, CodexPlaced(card, side, x, y))
    return CodexArea(placed, tuple(symbols), tuple([spots[at] for at in sorted(spots)]))


def _blocked(faces: dict[Position, CodexFace], position: Position) -> bool:
    """Return whether a hidden corner of any neighbour points to this position (Codex 6.3)."""
    for corner, around in enumerate(neighbours(*position)):
        face = faces.get(around)
        if face is not None and face.corners[3 - corner] == HIDDEN:
            return True
    return False


def placement_points(card: CodexCard, side: CodexSide, area: CodexArea, x: int, y: int) -> int:
    """Return the points for a card just placed here; ``area`` contains it already (Codex 7)."""
    if side == "BACK":
        return 0
    if card.rule == "per_covered_corner":
        return card.points * len(covered_by(area, x, y))
    if card.rule in COUNTED:
        return card.points * area.symbols[COUNTED[card.rule]]
    return card.points
