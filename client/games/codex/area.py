"""Draw the area of a player of Codex Naturalis with spans, or the part of it inside a window.

Cards share their corners with their neighbours; the newer card is on top. Open spots have numbers.
The window keeps its place as long as everything fits; otherwise it shows the centre that the player
scrolled to, or the last card and the selected spot.
"""

from collections.abc import Sequence
from typing import NamedTuple

from client.games.codex.cards import Canvas, card_block, crop, placed_body, stamp, symbol_chip
from client.games.drawing import Drawing, Marks, Point, Size, Span, Zone, key_label, plain
from messages.base import Seat
from messages.codex.actions import PlaceCodexCard
from messages.codex.area import CodexArea, CodexPlaced, CodexSpot, with_card
from messages.codex.cards import CODEX_CARDS
from messages.codex.table import CodexView

SMALL_CARD, LARGE_CARD = Size(7, 3), Size(9, 5)
"""Sizes of a card in an area."""
SCROLL_STEP = 2
"""Number of cards by which the window scrolls at once."""
MORE = "more {where} · Shift+arrows"


class Window(NamedTuple):
    """The lines and columns of a canvas that are shown."""

    lines: range
    columns: range

    def contains(self, top: int, left: int, size: Size) -> bool:
        """Return whether a block of this size is completely visible."""
        return (
            top in self.lines
            and top + size.lines - 1 in self.lines
            and left in self.columns
            and left + size.columns - 1 in self.columns
        )


def shown_seat(view: CodexView, marks: Marks) -> Seat:
    """Return the seat whose area is drawn.

    It is the selected seat, otherwise that of the reader. For a spectator it is the player on turn,
    or seat 0.
    """
    if marks.seat is not None and marks.seat < len(view.players):
        return marks.seat
    seat = view.seat if view.seat is not None else view.turn or 0
    return seat if 0 <= seat < len(view.players) else 0


def placed_zone(seat: Seat, at: CodexPlaced | CodexSpot) -> Zone:
    """Return the zone of a card in an area, by seat and position."""
    return ("placed", str(seat), str(at.x), str(at.y))


def known_cards(area: CodexArea) -> list[CodexPlaced]:
    """Return the cards of an area that this version knows, in the order of placing."""
    return [placed for placed in area.placed if placed.card in CODEX_CARDS]


def shown_spots(view: CodexView, seat: Seat) -> tuple[CodexSpot, ...]:
    """Return the spots that are drawn: those of the own area, except in the set-up."""
    is_own = seat == view.seat and view.phase != "SETUP"
    return view.players[seat].area.spots if is_own else ()


def _items(view: CodexView, seat: Seat) -> list[CodexPlaced | CodexSpot]:
    """Return everything that is drawn in an area: its cards, then its spots."""
    return [*known_cards(view.players[seat].area), *shown_spots(view, seat)]


# --- the visible part -----------------------------------------------------------------------------


def draw_area(view: CodexView, seat: Seat, size: Size, card: Size, marks: Marks) -> Drawing:
    """Return the area of a seat in exactly ``size.lines`` lines, with cards of one size.

    Only the own area has spots, except in the set-up, and a previewed placement. If the area is
    cut, the last line says where it continues, unless there are no more lines than a card has.
    """
    area = view.players[seat].area
    spots = shown_spots(view, seat)
    items = _items(view, seat)
    if not items:
        return [() for _ in range(size.lines)]
    boxes = [_top_left(item.x, item.y, card) for item in items]
    focus = _focus(view, area, marks)
    window = make_window(boxes, size, card, focus, marks.center)
    has_note_line = size.lines > card.lines
    outside = count_outside(window, boxes, card) if has_note_line else ""
    if outside:
        window = make_window(boxes, size._replace(lines=size.lines - 1), card, focus, marks.center)
        outside = count_outside(window, boxes, card)
    canvas: Canvas = {}
    for placed in known_cards(area):
        _stamp_card(canvas, placed, card, placed_zone(seat, placed), marks)
    _stamp_spots(canvas, spots, window, card, marks)
    if seat == view.seat:
        _stamp_preview(canvas, area, card, marks)
    drawn = crop(canvas, window.lines, window.columns)
    note: Drawing = [plain(MORE.format(where=outside), "muted")] if outside else []
    return [*drawn, *note, *[() for _ in range(size.lines - len(drawn) - len(note))]]


def fits(view: CodexView, seat: Seat, size: Size, card: Size) -> bool:
    """Return whether all cards and spots of an area fit into a space with cards of one size."""
    items = _items(view, seat)
    across, up = [item.x for item in items] or [0], [item.y for item in items] or [0]
    columns = (max(across) - min(across)) * (card.columns - 1) + card.columns
    lines = (max(up) - min(up)) * (card.lines - 1) + card.lines
    return columns <= size.columns and lines <= size.lines


def _top_left(x: int, y: int, card: Size) -> tuple[int, int]:
    """Return line and column of the upper left corner of a card at a position.

    The starter is at line 0 and column 0. Positions count upwards, lines downwards.
    """
    return -y * (card.lines - 1), x * (card.columns - 1)


def _focus(view: CodexView, area: CodexArea, marks: Marks) -> list[Point]:
    """Return the positions to show: the card placed last, then the selected spot, if any.

    Without cards the first position is that of the starter.
    """
    last = [(area.placed[-1].x, area.placed[-1].y)] if area.placed else [(0, 0)]
    chosen = selected_spot(area, marks)
    return [*last, chosen] if chosen is not None else last


def selected_spot(area: CodexArea, marks: Marks) -> Point | None:
    """Return the position of the previewed placement, or of the spot at the cursor; or None."""
    if isinstance(marks.preview, PlaceCodexCard):
        return marks.preview.x, marks.preview.y
    if marks.cursor is None or marks.cursor[0] != "spot" or not marks.cursor[1].isdigit():
        return None
    index = int(marks.cursor[1]) - 1
    return (area.spots[index].x, area.spots[index].y) if 0 <= index < len(area.spots) else None


def make_window(
    boxes: Sequence[tuple[int, int]],
    size: Size,
    card: Size,
    focus: Sequence[Point],
    center: Point | None,
) -> Window:
    """Return a window on all boxes if they fit, otherwise on a part of them.

    ``boxes`` are the upper left corners of cards and spots. The part is around ``center``, or
    around the first position of ``focus``, and then moved so that the last one is visible too.
    """
    spots = [_top_left(x, y, card) for x, y in ([center] if center is not None else focus)]
    return Window(
        _visible_range([top for top, _ in boxes], card.lines, size.lines, [t for t, _ in spots]),
        _visible_range(
            [left for _, left in boxes], card.columns, size.columns, [s for _, s in spots]
        ),
    )


def _visible_range(starts: Sequence[int], extent: int, length: int, focus: Sequence[int]) -> range:
    """Return ``length`` numbers that contain all boxes, or else those at the focus.

    ``starts`` are the first numbers of the boxes and ``extent`` is their length. If all boxes fit,
    the range is centred on the starter at 0 and moved only as far as necessary.
    """
    first, last = min(starts), max(starts) + extent - 1
    if last - first < length:
        start = extent // 2 - length // 2
        return _range_from(max(min(start, first), last - length + 1), length)
    start = focus[0] + extent // 2 - length // 2
    start = min(max(start, focus[-1] + extent - length), focus[-1])
    return _range_from(max(first, min(start, last - length + 1)), length)


def _range_from(start: int, length: int) -> range:
    """Return ``length`` numbers from ``start`` on."""
    return range(start, start + length)


def count_outside(window: Window, boxes: Sequence[tuple[int, int]], card: Size) -> str:
    """Return counts of the cards and spots that are cut or outside the window: ``←2 ↓14``.

    Directions without any are left out.
    """
    lines, columns = window
    counts = {
        "←": sum(left < columns[0] for _, left in boxes),
        "→": sum(left + card.columns - 1 > columns[-1] for _, left in boxes),
        "↑": sum(top < lines[0] for top, _ in boxes),
        "↓": sum(top + card.lines - 1 > lines[-1] for top, _ in boxes),
    }
    return " ".join(f"{arrow}{number}" for arrow, number in counts.items() if number)


def scroll(view: CodexView, marks: Marks, step: Point) -> Point:
    """Return the centre after scrolling by SCROLL_STEP cards, inside the area of the shown player.

    Scrolling starts at the centre of the marks, or else at the selected spot or the card placed
    last. An area without cards and spots gives (0, 0).
    """
    seat = shown_seat(view, marks)
    area, items = view.players[seat].area, _items(view, seat)
    if not items:
        return 0, 0
    x, y = marks.center or _focus(view, area, marks)[-1]
    across, up = [item.x for item in items], [item.y for item in items]
    return (
        min(max(x + SCROLL_STEP * step[0], min(across)), max(across)),
        min(max(y + SCROLL_STEP * step[1], min(up)), max(up)),
    )


# --- cards and spots ------------------------------------------------------------------------------


def _stamp_card(canvas: Canvas, placed: CodexPlaced, card: Size, zone: Zone, marks: Marks) -> None:
    """Draw a card over older cards, with ``✦`` if it is new."""
    body = [placed_body(CODEX_CARDS[placed.card], placed.side)]
    block = card_block(placed.card, placed.side, card, body, zone, marks)
    stamp(canvas, block, *_top_left(placed.x, placed.y, card))


def _stamp_spots(
    canvas: Canvas, spots: Sequence[CodexSpot], window: Window, card: Size, marks: Marks
) -> None:
    """Write the numbers of the open spots; a spot that is cut has none."""
    for number, spot in enumerate(spots, start=1):
        top, left = _top_left(spot.x, spot.y, card)
        if window.contains(top, left, card):
            label = key_label(str(number), ("spot", str(number)), marks)
            middle = left + (card.columns - len(label.text)) // 2
            stamp(canvas, [(label,)], top + card.lines // 2, middle)


def _stamp_preview(canvas: Canvas, area: CodexArea, card: Size, marks: Marks) -> None:
    """Draw the card of the selected placement at its spot, with the number of the spot.

    Nothing is drawn for an unknown card or a spot that is not open.
    """
    action = marks.preview
    if not isinstance(action, PlaceCodexCard) or action.card not in CODEX_CARDS:
        return
    spot = CodexSpot(action.x, action.y)
    if spot not in area.spots:
        return
    number = str(area.spots.index(spot) + 1)
    zone = ("spot", number)
    label = key_label(number, zone, marks)
    if zone != marks.cursor:
        label = Span(f"‹{number}›", "accent+bold", zone)
    block = card_block(action.card, action.side, card, [(label,)], zone, marks)
    stamp(canvas, block, *_top_left(action.x, action.y, card))


def after_placement(area: CodexArea, action: PlaceCodexCard) -> CodexArea | None:
    """Return the area after a placement; None for a spot that is not open.

    Also None for an unknown card, and if the area has one.
    """
    known = action.card in CODEX_CARDS and len(known_cards(area)) == len(area.placed)
    if not known or CodexSpot(action.x, action.y) not in area.spots:
        return None
    return with_card(area, action.card, action.side, action.x, action.y)


# --- thumbnails -----------------------------------------------------------------------------------


def thumbnail(area: CodexArea, size: Size, zone: Zone) -> Drawing:
    """Return an area with one chip for each card; of a large area the part with the last card.

    There are at most ``size.lines`` lines, and none without cards.
    """
    cards = known_cards(area)
    if not cards:
        return []
    cell = Size(3, 2)
    boxes = [_top_left(item.x, item.y, cell) for item in cards]
    rows = min(size.lines, max(t for t, _ in boxes) - min(t for t, _ in boxes) + 1)
    last = (cards[-1].x, cards[-1].y)
    tops = _visible_range([top for top, _ in boxes], 1, rows, [_top_left(*last, cell)[0]])
    lefts = _visible_range(
        [left for _, left in boxes], 1, size.columns, [_top_left(*last, cell)[1]]
    )
    canvas: Canvas = {}
    for placed, (top, left) in zip(cards, boxes, strict=True):
        letter, role, _ = _thumbnail_chip(placed)
        canvas[top, left] = (letter, role, zone)
    return crop(canvas, tops, lefts)


def _thumbnail_chip(placed: CodexPlaced) -> Span:
    """Return the letter of a card as a chip; ``S`` for the starter."""
    kingdom = CODEX_CARDS[placed.card].kingdom
    return Span("S", "chip:grey") if kingdom < 0 else symbol_chip(kingdom)
