"""The faces of UNO cards: short names such as ``Y+2``, chips, and framed cards in several sizes."""

from typing import NamedTuple

from client.games.drawing import Drawing, Span, Weight, Zone, frame, plain
from messages.text import clean

COLOR_ROLES = {"RED": "red", "YELLOW": "yellow", "GREEN": "green", "BLUE": "blue"}
"""The name of each colour in roles; other cards are grey."""
SIGNS = {"SKIP": "⊘", "REVERSE": "⇄", "DRAW_2": "+2", "WILD": "✱", "DRAW_4": "+4"}
POINTS = {"SKIP": 20, "REVERSE": 20, "DRAW_2": 20, "WILD": 50, "DRAW_4": 50}


class FaceSize(NamedTuple):
    """The size of a drawn card with its frame, and the distance to the next card."""

    columns: int
    lines: int
    pitch: int


def card_color(card: str) -> str:
    """Return the colour of a card for roles: ``red`` to ``blue``, otherwise ``grey``.

    A wild is grey until its colour is named.
    """
    return COLOR_ROLES.get(card.partition(" ")[0], "grey")


def color_letter(card: str) -> str:
    """Return the first letter of the colour of a card; ``W`` for a wild without a colour.

    An empty text gives ``?``.
    """
    return clean(card, 1) or "?"


def card_sign(card: str) -> str:
    """Return the number or sign of a card in at most two columns.

    An unknown value is cut to two characters, with ``?`` for those that are not ASCII.
    """
    value = card.partition(" ")[2]
    return SIGNS.get(value) or clean(value, 2).encode("ascii", "replace").decode()


def short_card(card: str) -> str:
    """Return a card in at most three columns: ``Y7``, ``B+2``, ``W✱``."""
    letter = color_letter(card).encode("ascii", "replace").decode()
    return letter + card_sign(card)


def card_chip(card: str, zone: Zone | None = None, kind: str = "chip") -> Span:
    """Return the short name of a card on a background of its colour.

    ``kind`` is the first part of the role: ``chip`` or ``tint``, which is paler.
    """
    return Span(short_card(card), f"{kind}:{card_color(card)}", zone)


def card_value(card: str) -> int:
    """Return the points of a card in a hand at the end of a round; 0 for unknown text."""
    value = card.partition(" ")[2]
    return int(value) if value.isdecimal() else POINTS.get(value, 0)


def draw_face(card: str, size: FaceSize, role: str, weight: Weight, zone: Zone) -> Drawing:
    """Return a framed card: one line with letter and sign, or several lines.

    In several lines the sign is in the middle and the letter at two corners.
    """
    columns, lines = size.columns - 2, size.lines - 2
    short = short_card(card)
    letter, sign = short[:1], short[1:]
    if lines == 1:
        inner = [f"{letter}{sign:>2}"]
    else:
        inner = [""] * lines
        inner[0], inner[-1] = letter, f"{letter:>{columns}}"
        inner[lines // 2] = f"{sign:^{columns}}"
    block = [plain(f"{text:<{columns}}", role, zone) for text in inner]
    return frame(block, size.columns, weight=weight, role=role, zone=zone)
