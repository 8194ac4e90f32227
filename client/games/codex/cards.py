"""Draw single cards of Codex Naturalis with spans: pure functions from a card to a block of lines.

A card is a frame in the tint of its kingdom. A corner shows its symbol, ``○`` if it is open, and
the plain frame if there is none. A gold card has a double frame, ``(F)`` is the back of a fungi
card. Points are ``3``, ``2/○`` per covered corner or ``1/M`` per manuscript.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from client.games.codex.text import SYMBOL_COLORS
from client.games.drawing import (
    Drawing,
    Line,
    Marks,
    Size,
    Span,
    Weight,
    Zone,
    change_sign,
    cut,
    frame,
    key_label,
    pad,
    weight_of,
    width,
)
from messages.codex.area import CodexSide, face_of
from messages.codex.cards import (
    CODEX_CARDS,
    CODEX_SYMBOLS,
    COUNTED,
    HIDDEN,
    KINGDOMS,
    LETTERS,
    CodexCard,
)

OPEN_CORNER = "○"
NO_POINTS = "—"

Cell = tuple[str, str, Zone | None]
"""One sign with its role and its zone."""
Canvas = dict[tuple[int, int], Cell]
"""Cells by line and column; line numbers increase downwards."""
BLANK: Cell = (" ", "text", None)


# --- the canvas -----------------------------------------------------------------------------------


def stamp(canvas: Canvas, block: Iterable[Line], line: int, column: int) -> None:
    """Copy a block to the canvas with its upper left corner here; its signs have one column."""
    for row, spans in enumerate(block, start=line):
        at = column
        for text, role, zone in spans:
            for sign in text:
                canvas[row, at] = (sign, role, zone)
                at += 1


def crop(canvas: Canvas, lines: range, columns: range) -> Drawing:
    """Return a part of the canvas as lines; neighbours of one role and zone become one span."""
    return [_crop_line(canvas, line, columns) for line in lines]


def _crop_line(canvas: Canvas, line: int, columns: range) -> Line:
    """Return the cells of one line as spans; a missing cell is a space."""
    spans: list[Span] = []
    text, role, zone = "", "text", None
    for column in columns:
        sign, next_role, next_zone = canvas.get((line, column), BLANK)
        if text and (next_role != role or next_zone != zone):
            spans.append(Span(text, role, zone))
            text = ""
        text, role, zone = text + sign, next_role, next_zone
    return (*spans, Span(text, role, zone)) if text else ()


# --- symbols and points ---------------------------------------------------------------------------


def symbol_chip(symbol: int) -> Span:
    """Return a symbol as a chip with its letter."""
    return Span(LETTERS[symbol], f"chip:{SYMBOL_COLORS[symbol]}")


def count_chips(counts: Sequence[int]) -> Line:
    """Return the numbers of visible symbols as chips ``F2 K1``; a dash without symbols."""
    chips = [
        Span(f"{letter}{number}", f"chip:{color}")
        for letter, number, color in zip(LETTERS, counts, SYMBOL_COLORS, strict=False)
        if number
    ]
    spaced = [span for chip in chips for span in (Span(" "), chip)]
    return tuple(spaced[1:]) or (Span(NO_POINTS, "muted"),)


def need_chips(needs: Sequence[int], seen: Sequence[int]) -> Line:
    """Return a chip for each symbol that a card needs, struck out if it is not visible."""
    chips = []
    for symbol, (need, have) in enumerate(zip(needs, seen, strict=False)):
        met = min(need, have)
        chips += [symbol_chip(symbol)] * met
        chips += [Span(LETTERS[symbol], "muted+strike")] * (need - met)
    return tuple(chips)


def points_label(card: CodexCard) -> str:
    """Return the points of a front: ``2``, ``2/○`` per covered corner, ``1/M``, or a dash."""
    if not card.points:
        return NO_POINTS
    if card.rule == "per_covered_corner":
        return f"{card.points}/{OPEN_CORNER}"
    if card.rule in COUNTED:
        return f"{card.points}/{LETTERS[COUNTED[card.rule]]}"
    return str(card.points)


def points_words(card: CodexCard) -> str:
    """Return the points of a front in words, such as ``2 points`` or ``2 per covered corner``."""
    if card.rule == "per_covered_corner":
        return f"{card.points} per covered corner"
    if card.rule in COUNTED:
        return f"{card.points} per {CODEX_SYMBOLS[COUNTED[card.rule]].lower()}"
    if not card.points:
        return "no points"
    return f"{card.points} point{'' if card.points == 1 else 's'}"


def kingdom_name(card: CodexCard) -> str:
    """Return the kingdom of a card in lower case; ``start`` for a starter."""
    return "start" if card.kingdom < 0 else KINGDOMS[card.kingdom].lower()


def kingdom_letter(card: CodexCard) -> str:
    """Return the letter of the kingdom; ``S`` for a starter."""
    return "S" if card.kingdom < 0 else LETTERS[card.kingdom]


def back_label(back: str, sign: str = "({})") -> str:
    """Return the back of a card, such as ``GOLD FUNGI``, as ``(F)``; unknown words as ``(?)``.

    ``sign`` is the text around the letter.
    """
    kingdom = back.split(" ")[-1]
    return sign.format(LETTERS[KINGDOMS.index(kingdom)] if kingdom in KINGDOMS else "?")


def tint_of(card: CodexCard) -> str:
    """Return the role of the body of a card, in the colour of its kingdom; grey for a starter."""
    return f"tint:{'grey' if card.kingdom < 0 else SYMBOL_COLORS[card.kingdom]}"


# --- cards ----------------------------------------------------------------------------------------


def card_block(
    card: str,
    side: CodexSide,
    size: Size,
    body: Sequence[Line],
    zone: Zone,
    marks: Marks,
    key: str = "",
) -> Drawing:
    """Return a card with its corners; the lines of ``body`` are centred in it.

    The key is on the lower border, ``✦`` for a change on the upper one. The border is heavy if the
    card can be chosen; that of a gold card is always double. Spans of the body with the role
    ``text`` get the tint of the card. An unknown card has no corners.
    """
    key_span = key_label(key, zone, marks) if key else None
    sign = change_sign(zone, marks) if zone in marks.changed else None
    at_cursor = zone == marks.cursor
    weight = weight_of(zone, marks)
    return list(
        _render_card(card, side, size, tuple(body), zone, weight, at_cursor, key_span, sign)
    )


@lru_cache(maxsize=4096)
def _render_card(
    card: str,
    side: CodexSide,
    size: Size,
    body: tuple[Line, ...],
    zone: Zone,
    weight: Weight,
    at_cursor: bool,
    key: Span | None,
    sign: Span | None,
) -> tuple[Line, ...]:
    """Return the lines of a card; cached, because most cards stay the same between drawings.

    ``weight`` is ignored for a gold card, whose border is double. An unknown card is grey and has
    no corners.
    """
    known = CODEX_CARDS.get(card)
    tint = tint_of(known) if known else "tint:grey"
    role = "accent+bold" if at_cursor else tint
    weight = "double" if known and known.kind == "GOLD" else weight
    canvas: Canvas = {}
    rows = _center_body(body, Size(size.columns - 2, size.lines - 2), tint)
    stamp(canvas, frame(rows, size.columns, weight=weight, role=role, zone=zone), 0, 0)
    if known:
        _put_corners(canvas, card, side, size, role, zone)
    if key is not None:
        _put_middle(canvas, key, size.lines - 1, size.columns)
    if sign is not None:
        _put_middle(canvas, sign, 0, size.columns)
    return tuple(crop(canvas, range(size.lines), range(size.columns)))


def _center_body(body: Sequence[Line], inner: Size, tint: str) -> Drawing:
    """Return the lines centred in a space of this size; lines beyond it are left out."""
    lines = [_center(line, inner.columns, tint) for line in body[: inner.lines]]
    above = (inner.lines - len(lines)) // 2
    blank: Line = (Span(" " * inner.columns, tint),)
    return [*[blank] * above, *lines, *[blank] * (inner.lines - above - len(lines))]


def _center(line: Line, columns: int, tint: str) -> Line:
    """Return the line centred on the tint, and cut if it is too long."""
    line = tuple(
        span._replace(role=f"{tint}+bold") if span.role == "text" else span
        for span in cut(line, columns)
    )
    left = (columns - width(line)) // 2
    return pad((*((Span(" " * left, tint),) if left > 0 else ()), *line), columns, tint)


def _put_corners(
    canvas: Canvas, card: str, side: CodexSide, size: Size, role: str, zone: Zone | None
) -> None:
    """Write the corners of a card over its border; a missing corner leaves the border."""
    last, right = size.lines - 1, size.columns - 1
    places = ((0, 0), (0, right), (last, 0), (last, right))
    for place, corner in zip(places, face_of(card, side).corners, strict=True):
        if corner != HIDDEN:
            sign, sign_role, _ = symbol_chip(corner) if corner >= 0 else Span(OPEN_CORNER, role)
            canvas[place] = (sign, sign_role, zone)


def _put_middle(canvas: Canvas, span: Span, line: int, columns: int) -> None:
    """Write a span in the middle of a line."""
    stamp(canvas, [(span,)], line, (columns - len(span.text)) // 2)


def placed_body(card: CodexCard, side: CodexSide) -> Line:
    """Return the text in the middle of a card in an area.

    A starter shows its central symbols, or ``start``; a back ``(F)``; a front its kingdom and its
    points, if any.
    """
    if card.kind == "STARTER":
        centre = face_of(card.id, side).centre
        return tuple(map(symbol_chip, centre)) or (Span("start"),)
    letter = kingdom_letter(card)
    if side == "BACK":
        return (Span(f"({letter})"),)
    points = f" {points_label(card)}" if card.points else ""
    return (Span(f"{letter}{points}"),)
