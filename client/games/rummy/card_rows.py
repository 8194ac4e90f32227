"""Draws rows of playing cards of Rummy 500: stock and discard pile, and the own hand.

Discards are from the oldest at the left to the top card at the right. All that would be taken is
underlined. Cards of the hand that the selected action uses are raised.
"""

from functools import partial
from typing import NamedTuple

from client.games import text as shared
from client.games.cards import Piece, Variant, face_down_pile, overlay, variant_of
from client.games.drawing import Drawing, Line, Marks, Span, frame_role, key_label, plain, wrap
from client.games.rummy import text as phrases
from client.games.rummy.faces import card_role, card_zone, draw_face, prose_cards, short_card
from client.games.rummy.interaction import PILE, STOCK, discard_zone
from client.games.rummy.melds import longest_melds, points_of
from client.games.rummy.previews import used_cards
from client.games.rummy.text import sort_by_rank, sort_by_suit
from messages.rummy import actions
from messages.rummy.table import RummyView

PILE_LEFT, PILE_RIGHT = 10, 11
"""Columns for the stock left of the discards, and for the place of a discard right of them."""
LARGE_COLUMNS = 116


class CardSize(NamedTuple):
    """The columns of a card with its edge, and its lines."""

    columns: int
    lines: int


PILE_SIZES = (
    *(
        CardSize(9, 6),
        CardSize(8, 5),
        CardSize(7, 4),
        CardSize(6, 3),
        CardSize(6, 2),
        CardSize(5, 3),
        CardSize(5, 2),
    ),
    *(CardSize(4, 3), CardSize(4, 2), CardSize(4, 1)),
)
HAND_SIZES = (
    *(
        CardSize(11, 7),
        CardSize(10, 6),
        CardSize(9, 5),
        CardSize(8, 5),
        CardSize(7, 4),
        CardSize(7, 3),
        CardSize(7, 2),
    ),
    *(CardSize(6, 4), CardSize(6, 3), CardSize(6, 2), CardSize(5, 3), CardSize(5, 2)),
    *(CardSize(4, 3), CardSize(4, 2)),
)
ROW_SIZES = (CardSize(7, 4), CardSize(6, 3), CardSize(6, 2), CardSize(4, 3), CardSize(4, 2))
"""Sizes of the cards of a hand in several rows."""


# --- stock and discards ---------------------------------------------------------------------------


def pile_variants(view: RummyView, marks: Marks, columns: int, *, has_notes: bool) -> list[Variant]:
    """Return stock and discards in sizes that fit into one row, then in several rows.

    Cards of four or more lines need LARGE_COLUMNS. With ``has_notes`` an explanation is beside
    them.
    """
    count = len(view.discard)
    sizes = [size for size in PILE_SIZES if _pile_cards_per_row(size, columns) >= count]
    return [
        Variant(
            max(-(-count // _pile_cards_per_row(size, columns)), 1) * (size.lines + 1),
            partial(_draw_piles, view, marks, size, columns, has_notes=has_notes),
        )
        for size in (*sizes, CardSize(4, 2), CardSize(4, 1))
        if size.lines < 4 or columns >= LARGE_COLUMNS
    ]


def _pile_cards_per_row(size: CardSize, columns: int) -> int:
    """Return the number of discards in a row beside stock and place; at least 1."""
    return max(1, (columns - PILE_LEFT - PILE_RIGHT) // size.columns)


def _draw_piles(
    view: RummyView, marks: Marks, size: CardSize, columns: int, *, has_notes: bool
) -> Drawing:
    """Return the stock with its key, the discards with their places, and notes beside them.

    Changed discards have a sign, and those that would be taken are underlined. The notes are those
    of ``_pile_notes``, which explain the pile only with ``has_notes``.
    """
    per_row = _pile_cards_per_row(size, columns)
    height = size.lines + 1
    pieces: list[Piece] = []
    for index, card in enumerate(reversed(view.discard)):
        row, column = divmod(index, per_row)
        x, y, place = PILE_LEFT + column * size.columns, row * height, len(view.discard) - index
        pieces.append((x, y, draw_face(card, size.columns, size.lines, discard_zone(place), _NONE)))
        pieces.append((x, y + size.lines, [_place_label(view, place, marks, size.columns - 1)]))
        if discard_zone(place) in marks.changed:
            sign = plain("✦", card_role(card), discard_zone(place))
            pieces.append((x + size.columns - 2, y, [sign]))
    rows, used = divmod(max(len(view.discard) - 1, 0), per_row)
    right = PILE_LEFT + (used + 1) * size.columns
    room = columns - right if has_notes else 0
    pieces += _pile_notes(view, marks, right, rows * height, size.lines, room)
    stock = face_down_pile(view.stock, 6, size.lines, frame_role(STOCK, marks), STOCK)
    pieces += [(1, 0, stock), (0, size.lines, [(key_label("stock", STOCK, marks),)])]
    return overlay(pieces)


_NONE = Marks()


def taken_place(view: RummyView, marks: Marks) -> int:
    """Return the place down to which the pile would be taken, or 0 if it would not.

    A discard at the cursor takes precedence over the selected action.
    """
    if marks.cursor is not None and marks.cursor[0] == "discard":
        return int(marks.cursor[1])
    action = marks.preview
    if isinstance(action, actions.TakeRummyDiscard) and action.card in view.discard:
        return view.discard.index(action.card) + 1
    return 0


def _place_label(view: RummyView, place: int, marks: Marks, columns: int) -> Line:
    """Return the place of a discard, underlined if it would be taken."""
    zone = discard_zone(place)
    is_taken = place <= taken_place(view, marks)
    label = key_label(str(place), zone, marks)
    sign, role = ("━", "accent+bold") if is_taken else (" ", "muted")
    free = max(0, columns - len(label.text))
    left = free // 2
    return (Span(sign * left, role, zone), label, Span(sign * (free - left), role, zone))


def _pile_notes(
    view: RummyView, marks: Marks, x: int, y: int, lines: int, columns: int
) -> list[Piece]:
    """Return the place for a discard if it is legal or at the cursor, otherwise an explanation.

    The explanation says that there are no discards, if so. It is left out if there is no room.
    """
    if PILE in marks.legal or marks.cursor == PILE:
        return [(x, y + lines, [(key_label("discard", PILE, marks),)])]
    texts = (phrases.PILE_ORDER, phrases.PILE_TAKE)
    notes = [plain(text, "muted") for text in texts]
    if not view.discard:
        notes = [plain(" no discards", "muted")]
    return [(x, y, notes[: max(lines, 1)])] if columns >= 28 else []


def folded_piles(view: RummyView, marks: Marks) -> list[Line]:
    """Return stock, discards and the place for a discard as short parts of a line.

    Discards go from the oldest to the top card; those that would be taken are underlined. The place
    is shown only if it can be chosen or is at the cursor.
    """
    stock: Line = (Span(f"░ {view.stock} ", "muted", STOCK), key_label("stock", STOCK, marks))
    cards: list[Line] = []
    for place in range(len(view.discard), 0, -1):
        zone, card = discard_zone(place), view.discard[place - 1]
        role = card_role(card) + ("+underline" if place <= taken_place(view, marks) else "")
        cards.append((key_label(str(place), zone, marks), Span(short_card(card), role, zone)))
    is_marked = PILE in marks.legal or marks.cursor == PILE
    target: list[Line] = [(key_label("discard", PILE, marks),)] if is_marked else []
    return [stock, *cards, *target]


# --- the hand -------------------------------------------------------------------------------------


def sorted_hand(view: RummyView, marks: Marks) -> list[str]:
    """Return the hand by suit, or by rank if the reader chose that order."""
    return (sort_by_rank if marks.order == "rank" else sort_by_suit)(view.hand)


def hand_title(view: RummyView, marks: Marks) -> Line:
    """Return cards and points of the hand, and its best meld or a card that must be used.

    The card replaces the meld. A spectator and a player who left get a sentence instead.
    """
    if view.seat is None:
        return plain(shared.WATCHING, "muted")
    if view.players[view.seat].gone:
        return plain(shared.YOU_LEFT, "muted")
    order = "rank" if marks.order == "rank" else "suit"
    counts = f"{shared.card_count(len(view.hand))}, {points_of(view.hand)} points · by {order}"
    line: Line = (Span("YOUR HAND  ", "text+bold"), Span(counts, "muted"))
    if view.owed is not None and view.turn == view.seat:
        owed = (Span(" · ✦ "), *prose_cards((view.owed,)), Span(" must be used"))
        return (*line, *[span._replace(role="change+bold") for span in owed])
    melds = sorted(longest_melds(view.hand, view.ace_runs), key=points_of)
    if not melds:
        return line
    return (*line, Span(" · ready: ", "muted"), *prose_cards(melds[-1]))


def hand_variants(view: RummyView, marks: Marks, columns: int) -> list[Variant]:
    """Return the hand in sizes that fit into one row, then in several rows.

    Cards of five or more lines need LARGE_COLUMNS. An empty hand has one variant without lines.
    """
    count = len(view.hand)
    if not count:
        return [variant_of([])]
    sizes = [size for size in HAND_SIZES if _per_row(size, columns) >= count]
    return [
        Variant(
            -(-count // _per_row(size, columns)) * (size.lines + 1),
            partial(_draw_hand, view, marks, size, columns),
        )
        for size in (*sizes, *ROW_SIZES)
        if size.lines < 5 or columns >= LARGE_COLUMNS
    ]


def _per_row(size: CardSize, columns: int) -> int:
    """Return the number of cards in a row of the hand, at least 1."""
    return max(1, (columns - 1) // size.columns)


def _draw_hand(view: RummyView, marks: Marks, size: CardSize, columns: int) -> Drawing:
    """Return rows of cards; those of the selected action and at the cursor are raised.

    Raised cards are underlined. New cards, and one that must be used, have a sign.
    """
    per_row, used = _per_row(size, columns), used_cards(view, marks.preview)
    pieces: list[Piece] = []
    for index, card in enumerate(sorted_hand(view, marks)):
        row, column = divmod(index, per_row)
        x, y, zone = 1 + column * size.columns, row * (size.lines + 1), card_zone(card)
        is_raised = card in used or zone == marks.cursor
        face = draw_face(card, size.columns, size.lines, zone, marks)
        pieces.append((x, y + (not is_raised), face))
        if is_raised:
            line = plain("━" * (size.columns - 1), "accent+bold", zone)
            pieces.append((x, y + size.lines, [line]))
        if zone in marks.changed or card == view.owed:
            sign = plain("✦", card_role(card), zone)
            pieces.append((x + size.columns - 2, y + (not is_raised), [sign]))
    return overlay(pieces)


def folded_hand(view: RummyView, marks: Marks, columns: int) -> Drawing:
    """Return the hand in lines of card names; those that can be chosen are in brackets."""
    parts: list[Line] = []
    for card in sorted_hand(view, marks):
        zone = card_zone(card)
        is_marked = zone in marks.legal or zone == marks.cursor
        label = key_label(short_card(card), zone, marks)
        parts.append((label if is_marked else Span(short_card(card), card_role(card), zone),))
    return wrap(parts, columns, separator=" ")
