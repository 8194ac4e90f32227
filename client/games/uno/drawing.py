"""Draws the UNO table in the full-screen client: players, piles, questions and the own hand.

Cards that can be played are raised, have heavy frames and their key below; the others are tinted.
"""

from functools import partial

from client.games import text as shared
from client.games.cards import Piece, Variant, first_fit, hand_bar, overlay, variant_of
from client.games.drawing import (
    BoardDrawing,
    Drawing,
    Line,
    Marks,
    Names,
    Size,
    Span,
    Zone,
    key_label,
    plain,
    wrap,
)
from client.games.uno import interaction, outcomes
from client.games.uno import text as phrases
from client.games.uno.faces import COLOR_ROLES, FaceSize, card_chip, card_value, draw_face
from client.games.uno.interaction import CHALLENGE, KEEP, SAY_UNO, card_zone, color_zone
from client.games.uno.table_drawing import (
    draw_boxes,
    draw_key,
    draw_list,
    flag,
    name_span,
    player_zone,
)
from messages.uno.table import UnoView

MIN_COLUMNS, MIN_LINES = 78, 11
"""A smaller board is folded: legal cards first, without frames."""
BOX_LINES = 19
"""Minimum number of lines with boxes of the players."""
ONE_ROW = (
    *(FaceSize(11, 7, pitch) for pitch in (13, 12, 11)),
    *(FaceSize(8, 5, pitch) for pitch in (10, 9)),
    FaceSize(7, 4, 8),
    *(FaceSize(6, 3, pitch) for pitch in (8, 7, 6, 5)),
    FaceSize(5, 3, 4),
)
"""Sizes of the cards of a hand in one row, from large to small; narrow ones overlap."""
MORE_ROWS = (FaceSize(11, 7, 12), FaceSize(8, 5, 9), FaceSize(6, 3, 7), FaceSize(5, 3, 4))
LARGE_COLUMNS = 116
"""Minimum number of columns for the largest cards."""


def draw(view: UnoView, names: Names, size: Size, marks: Marks) -> Drawing:
    """Draw the table in the largest variant that fits, or folded if the window is small.

    If no framed hand fits, the hand is drawn as chips.
    """
    if size.columns < MIN_COLUMNS or size.lines < MIN_LINES:
        return _draw_folded(view, names, size.columns, marks)
    tables = [variant_of(draw_list(view, names, marks))]
    if size.lines >= BOX_LINES:
        tables.insert(0, variant_of(draw_boxes(view, names, marks, size.columns)))
    title = _title_and_answers(view, marks, size.columns)
    heads = [variant_of([(), *title]), variant_of(title)]
    hands = _framed_hands(view, marks, size.columns)
    least = tables[-1].lines + len(title) + min(hand.lines for hand in hands)
    if least > size.lines:
        hands = [variant_of(_hand_chips(view, marks, size.columns))]
    return first_fit([tables, heads, hands], size.lines)


# --- questions ------------------------------------------------------------------------------------


def _title_and_answers(view: UnoView, marks: Marks, columns: int) -> Drawing:
    """Return the title of the hand, then the possible answers that are no cards, see ``_answers``.

    With answers, a window below LARGE_COLUMNS gets the short title.
    """
    answers = _answers(view, marks)
    is_short = bool(answers) and columns < LARGE_COLUMNS
    title = _hand_title(view, marks, is_short=is_short)
    return wrap([title, *answers], columns, separator="   ")


def _hand_title(view: UnoView, marks: Marks, *, is_short: bool) -> Line:
    """Return the number of cards and points of the hand, and whether raised cards can be played.

    A short title has no numbers. A spectator and a player who left get a sentence instead.
    """
    if view.seat is None:
        return plain(shared.WATCHING, "muted")
    if view.players[view.seat].gone:
        return plain(shared.YOU_LEFT, "muted")
    points = sum(map(card_value, view.hand))
    notes = [] if is_short else [f"{shared.card_count(len(view.hand))}, {points} points"]
    if any(zone[0] == "card" for zone in marks.legal):
        notes.append(phrases.RAISED)
    return (Span("YOUR HAND  ", "text+bold"), Span(" · ".join(notes), "muted"))


def _answers(view: UnoView, marks: Marks) -> list[Line]:
    """Return the answers that are no cards: colours, UNO, and keeping or challenging a card.

    Only answers that are legal or at the cursor are returned.
    """
    buttons: list[tuple[Zone, str]] = [
        (SAY_UNO, "UNO!"),
        (KEEP, "keep it"),
        (CHALLENGE["yes"], "challenge"),
        (CHALLENGE["no"], "accept"),
    ]
    shown = [*marks.legal, marks.cursor]
    lines: list[Line] = [(key_label(text, zone, marks),) for zone, text in buttons if zone in shown]
    colors = [_color_chip(color, marks) for color in COLOR_ROLES if color_zone(color) in shown]
    if colors:
        parts = [part for chip in colors for part in (Span(" "), chip)]
        lines.append((Span("colour", "text+bold"), *parts))
    return lines


def _color_chip(color: str, marks: Marks) -> Span:
    """Return the name of a colour as a chip with the marks of its zone."""
    label = key_label(color.lower(), color_zone(color), marks)
    return label._replace(role=f"chip:{COLOR_ROLES[color]}+bold")


# --- the hand -------------------------------------------------------------------------------------


def _is_marked(zone: Zone, marks: Marks) -> bool:
    """Return whether a zone is legal or at the cursor."""
    return zone in marks.legal or zone == marks.cursor


def _framed_hands(view: UnoView, marks: Marks, columns: int) -> list[Variant]:
    """Return the hand with framed cards: sizes that fit into one row, then several rows.

    The largest cards need LARGE_COLUMNS. An empty hand has one variant without lines.
    """
    count = len(view.hand)
    if not count:
        return [variant_of([])]
    sizes = [size for size in ONE_ROW if _per_row(size, columns) >= count]
    return [
        Variant(
            -(-count // _per_row(size, columns)) * (size.lines + 1),
            partial(_draw_hand, view, marks, size, columns),
        )
        for size in (*sizes, *MORE_ROWS)
        if size.columns < 11 or columns >= LARGE_COLUMNS
    ]


def _per_row(size: FaceSize, columns: int) -> int:
    """Return the number of cards in a row of the hand, at least 1."""
    return max(1, (columns - 1 - size.columns) // size.pitch + 1)


def _draw_hand(view: UnoView, marks: Marks, size: FaceSize, columns: int) -> Drawing:
    """Return rows of framed cards; the keys are drawn last, because narrow cards overlap.

    Cards that are legal or at the cursor are raised by a line; only they have keys. New cards have
    a sign.
    """
    per_row = _per_row(size, columns)
    cards: list[Piece] = []
    keys: list[Piece] = []
    for index, card in enumerate(view.hand):
        row, place = divmod(index, per_row)
        x, y = 1 + place * size.pitch, row * (size.lines + 1)
        zone = card_zone(view, card)
        is_raised = _is_marked(zone, marks)
        cards.append((x, y + (not is_raised), _draw_card(card, size, zone, is_raised=is_raised)))
        if zone in marks.changed:
            sign = plain("✦", "change", zone)
            cards.append((x + size.columns - 2, y + (not is_raised), [sign]))
        if is_raised:
            label = _card_key(view, index, marks)
            keys.append((x + (size.columns - len(label.text)) // 2, y + size.lines, [(label,)]))
    return overlay([*cards, *keys])


def _draw_card(card: str, size: FaceSize, zone: Zone, *, is_raised: bool) -> Drawing:
    """Return a card that can be played in its full colour, any other in its tint."""
    if is_raised:
        return draw_face(card, size, card_chip(card).role + "+bold", "heavy", zone)
    return draw_face(card, size, card_chip(card, kind="tint").role, "light", zone)


def _card_key(view: UnoView, index: int, marks: Marks) -> Span:
    """Return the number of a card in the hand, with the marks of its zone.

    Equal cards have one zone. Only the first of them shows the cursor, the others are marked as
    legal.
    """
    card = view.hand[index]
    zone = card_zone(view, card)
    if view.hand.index(card) != index:
        marks = marks._replace(cursor=None, legal=marks.legal | {zone})
    return key_label(str(index + 1), zone, marks)


def _hand_chips(view: UnoView, marks: Marks, columns: int) -> Drawing:
    """Return the hand as chips without frames, wrapped into lines; legal cards have keys."""
    return wrap([_hand_chip(view, index, marks) for index in range(len(view.hand))], columns)


def _hand_chip(view: UnoView, index: int, marks: Marks) -> Line:
    """Return a card of the own hand as a chip, after its key if it is legal or at the cursor.

    Any other card has no key and is drawn in its tint.
    """
    card = view.hand[index]
    zone = card_zone(view, card)
    if not _is_marked(zone, marks):
        return (card_chip(card, zone, "tint"),)
    return (_card_key(view, index, marks), card_chip(card, zone))


# --- small windows --------------------------------------------------------------------------------


def _draw_folded(view: UnoView, names: Names, columns: int, marks: Marks) -> Drawing:
    """Return top card, answers, hand and players in a small number of lines.

    Cards that can be played come first. The number of lines is not limited.
    """
    color = f" {view.color or 'no colour'}"
    top = (Span("top "), card_chip(view.top, ("top",)), Span(color, "text+bold"))
    pile = (Span("░ ", "muted"), Span(f"{view.draw_pile} "), draw_key(view, marks))
    hand = sorted(
        range(len(view.hand)), key=lambda i: not _is_marked(card_zone(view, view.hand[i]), marks)
    )
    cards = [_hand_chip(view, index, marks) for index in hand]
    players = [_folded_player(view, names, seat, marks) for seat in range(len(view.players))]
    return [
        *wrap([top, pile, *_answers(view, marks)], columns),
        *wrap([plain("hand", "muted"), *cards], columns, separator=" "),
        *wrap(players, columns, separator="  "),
    ]


def _folded_player(view: UnoView, names: Names, seat: int, marks: Marks) -> Line:
    """Return name, cards, score and flag of a player; of one who left only the name."""
    player, zone = view.players[seat], player_zone(seat)
    turn = Span("▶", "accent+bold", zone) if view.turn == seat else Span(" ", "text", zone)
    name = name_span(view, names, seat, 12, marks)
    if player.gone:
        return (turn, name)
    counts = Span(
        f" {hand_bar(min(player.cards, 1), 1)}{player.cards} {player.score} ", "text", zone
    )
    return (turn, name, counts, flag(view, seat))


DRAWING = BoardDrawing(
    draw=draw,
    zones=interaction.zones,
    preview=outcomes.preview,
    changed=interaction.changed,
    recap=interaction.recap,
    summary=interaction.summary,
    signs=phrases.SIGNS,
)
