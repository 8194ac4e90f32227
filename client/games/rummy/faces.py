"""Playing cards as text and as white cards: ``10♥`` in four colours, one for each suit."""

from collections.abc import Iterable

from client.games.drawing import Drawing, Line, Marks, Span, Zone, fit, key_label, plain
from client.games.rummy.text import SUIT_INKS, card_sign
from messages.text import clean

SUIT_ROLES = {"S": "card:spade", "H": "card:heart", "D": "card:diamond", "C": "card:club"}
EDGE = "▏"
"""The right edge of a card, which separates cards without colours."""


def short_card(card: str) -> str:
    """Return a card in at most three columns: ``5♥``, ``10♣``.

    Other text is cut to three characters, with ``?`` for those that are not ASCII.
    """
    return card_sign(card) or clean(card, 3).encode("ascii", "replace").decode()


def card_role(card: str) -> str:
    """Return the role of a white card with the colour of its suit.

    Unknown text has the role of spades.
    """
    return SUIT_ROLES.get(card[1:], "card:spade")


def card_zone(card: str) -> Zone:
    """Return the zone of a card in the hand."""
    return ("card", card)


def prose_cards(cards: Iterable[str]) -> Line:
    """Return cards as coloured text for sentences, separated by spaces."""
    spans: list[Span] = []
    for card in cards:
        spans += [Span(" ")] * bool(spans)
        spans.append(Span(short_card(card), SUIT_INKS.get(card[1:], "text")))
    return tuple(spans)


def white_cards(cards: Iterable[str]) -> Line:
    """Return cards side by side on a white background, a space after each."""
    return tuple(Span(f"{short_card(card)} ", card_role(card)) for card in cards)


def draw_face(card: str, columns: int, lines: int, zone: Zone, marks: Marks) -> Drawing:
    """Return a white card that is ``columns`` wide with its edge.

    The name is in brackets if the zone is legal, between arrows at the cursor. On a narrow card
    these marks are in the last line, or missing if it has only one line.
    """
    role, inner = card_role(card), columns - 1
    name = short_card(card)
    label, sign = _marked_name(card, zone, marks), ""
    if len(label) > inner:
        label, sign = name, _narrow_mark(zone, marks)
    rows = [fit(label, inner), *[" " * inner] * (lines - 1)]
    if lines > 1:
        corner = "" if inner < 4 else name[-1:]
        rows[-1] = f"{sign:<{inner - len(corner)}}{corner}"
    return [(Span(row, role, zone), *plain(EDGE, "muted", zone)) for row in rows]


def _marked_name(card: str, zone: Zone, marks: Marks) -> str:
    """Return the name of a card, in brackets if it is legal, between arrows at the cursor."""
    is_marked = zone in marks.legal or zone == marks.cursor
    return key_label(short_card(card), zone, marks).text if is_marked else short_card(card)


def _narrow_mark(zone: Zone, marks: Marks) -> str:
    """Return arrows at the cursor, brackets if the zone is legal, otherwise an empty text."""
    return "▶◀" if zone == marks.cursor else "[]" if zone in marks.legal else ""
