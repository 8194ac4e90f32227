"""Draw the parts of a Codex Naturalis table beside the area: players, hand, cards to draw, goals.

Each part has variants for small and large windows; ``drawing.py`` chooses among them.
"""

from collections.abc import Sequence

from client.games import text as shared
from client.games.codex.area import thumbnail
from client.games.codex.cards import (
    back_label,
    card_block,
    count_chips,
    kingdom_letter,
    kingdom_name,
    need_chips,
    points_label,
)
from client.games.drawing import (
    Drawing,
    Line,
    Marks,
    Names,
    Size,
    Span,
    Zone,
    beside,
    change_sign,
    cut,
    fit,
    frame,
    in_zone,
    join,
    key_label,
    plain,
    width,
    wrap,
)
from messages.base import Seat
from messages.codex.actions import CODEX_SOURCES, PlaceCodexCard
from messages.codex.area import CodexSide
from messages.codex.cards import CODEX_CARDS, KINGDOMS, CodexCard
from messages.codex.table import CodexDeck, CodexView
from messages.text import clean

MAX_POINTS = 20
"""Number of points that ends the match, and length of a score bar."""
SOURCE_ROWS = ((0, 1, 4), (2, 3, 5))
"""Indexes of the sources as they are drawn: visible cards, then the deck of the same kind."""
NAME_WIDTH = 13


# --- players --------------------------------------------------------------------------------------


def seat_zone(seat: Seat) -> Zone:
    """Return the zone of a player, by the index of the seat."""
    return ("seat", str(seat))


def player_lines(view: CodexView, names: Names, columns: int, marks: Marks) -> Drawing:
    """Return a line for each player: turn, colour, name, score, symbols and backs of the hand.

    Lines are cut at ``columns``.
    """
    return [
        cut(in_zone(_player_line(view, names, seat, marks), seat_zone(seat)), columns)
        for seat in range(len(view.players))
    ]


def _player_line(view: CodexView, names: Names, seat: Seat, marks: Marks) -> Line:
    """Return a player as in ``player_lines``; the bar of the score is full from MAX_POINTS on."""
    player = view.players[seat]
    role = "accent" if seat == view.seat else "muted"
    filled = min(player.score, MAX_POINTS)
    return (
        *_label(view, names, seat, NAME_WIDTH),
        change_sign(seat_zone(seat), marks),
        Span("█" * filled, role),
        Span("·" * (MAX_POINTS - filled), "muted"),
        Span("┊", "muted"),
        Span(f"{_score_text(view, seat):>3} pts ", "text+bold"),
        *count_chips(player.area.symbols),
        Span("  "),
        *_public_hand(view, seat),
    )


def _label(view: CodexView, names: Names, seat: Seat, columns: int) -> Line:
    """Return ``▶B ada (you)`` for the player on turn, with the name in this number of columns.

    Other players have a space for ``▶``. Before a colour is taken, a dot replaces its letter.
    """
    color = view.players[seat].color
    chip = Span(color[0], f"chip:{color.lower()}") if color else Span("·", "muted")
    you = " (you)" if seat == view.seat else ""
    name = fit(shared.seat_name(names, seat), columns - len(you)).rstrip() + you
    return (
        Span("▶" if view.turn == seat else " ", "accent+bold"),
        chip,
        Span(" " + fit(name, columns), "accent+bold" if seat == view.seat else "text"),
    )


def _score_text(view: CodexView, seat: Seat) -> str:
    """Return the score, and after the end the points of the objectives after a plus sign."""
    player = view.players[seat]
    return f"{player.score}" + (f"+{sum(player.objective_points)}" * bool(player.objective_points))


def _public_hand(view: CodexView, seat: Seat) -> Line:
    """Return the backs of a hand as ``(F)``, those of gold cards as ``═F═``.

    A player who left has ``has left`` instead; after the match the line is empty.
    """
    player = view.players[seat]
    if player.gone:
        return plain("has left", "muted")
    if view.phase == "OVER":
        return ()
    return plain("".join(_back_sign(back) for back in player.hand), "muted")


def _back_sign(back: str) -> str:
    """Return a back such as ``GOLD FUNGI`` as ``═F═``, that of a resource card as ``(F)``.

    Unknown words have a question mark as letter.
    """
    return back_label(back, "═{}═" if back.startswith("GOLD") else "({})")


def score_lines(view: CodexView, names: Names, columns: int) -> Drawing:
    """Return turn, colour, name and score of each player side by side, wrapped into lines.

    Names are cut to 14 columns.
    """
    parts = []
    for seat in range(len(view.players)):
        name = plain(shared.seat_name(names, seat))
        length = min(14, width(name) + 6 * (seat == view.seat))
        score = Span(f" {_score_text(view, seat)}", "text+bold")
        parts.append(in_zone((*_label(view, names, seat, length), score), seat_zone(seat)))
    return wrap(parts, columns, "", " ")


# --- the hand -------------------------------------------------------------------------------------


def is_placing(view: CodexView) -> bool:
    """Return whether the reader must place a card now."""
    return view.phase == "PLACE" and view.seat is not None and view.turn == view.seat


def side_keys(view: CodexView, marks: Marks) -> Line:
    """Return the two sides to choose from; empty unless the reader must place a card."""
    if not is_placing(view):
        return ()
    return (
        key_label("front", ("side", "front"), marks),
        Span(" "),
        key_label("back", ("side", "back"), marks),
    )


def _shown_side(card: str, marks: Marks) -> CodexSide:
    """Return the side on which a card of the hand is drawn: the back if that is selected."""
    action = marks.preview
    chosen = isinstance(action, PlaceCodexCard) and action.card == card
    return action.side if chosen and isinstance(action, PlaceCodexCard) else "FRONT"


def hand_block(view: CodexView, card: Size, marks: Marks) -> Drawing:
    """Return the own hand as cards with their numbers, below a title with the sides.

    A card shows its back only if a placement with the back up is selected. The drawing is empty for
    a spectator and after the match.
    """
    if view.seat is None or view.phase == "OVER":
        return []
    seen = view.players[view.seat].area.symbols
    blocks = []
    for number, name in enumerate(view.hand, start=1):
        side = _shown_side(name, marks)
        body = hand_body(name, side, seen, card.lines - 2)
        zone = ("card", str(number))
        blocks.append(card_block(name, side, card, body, zone, marks, str(number)))
    title = (Span("HAND ", "text+bold"), *side_keys(view, marks))
    return [title, *beside(blocks)]


def hand_body(name: str, side: CodexSide, seen: Sequence[int], lines: int) -> list[Line]:
    """Return the text of a card for this number of lines; ``seen`` are the visible symbols.

    The back shows letter and name of its kingdom. The front has points, kingdom and needs; with two
    lines the kingdom is a letter, with four lines the back is named. Of an unknown card only the id
    is shown.
    """
    card = CODEX_CARDS.get(name)
    if card is None:
        return [plain(clean(name, 8))]
    letter = kingdom_letter(card)
    needs = need_chips(card.needs, seen)
    if side == "BACK":
        return [plain(f"({letter})"), plain(kingdom_name(card))]
    if lines <= 2:
        return [plain(f"{letter} {points_label(card)}"), needs or plain(kingdom_name(card))]
    body = [plain(_points(card)), plain(kingdom_name(card)), needs]
    return [*body, plain(f"back ({letter})")] if lines > 3 else body


def _points(card: CodexCard) -> str:
    """Return the points of a front with their unit, such as ``2 pts``.

    Points that are counted per something (``2/○``), and none (a dash), have no unit.
    """
    label = points_label(card)
    return f"{label} pt{'' if label == '1' else 's'}" if label.isdigit() else label


def card_words(name: str, seen: Sequence[int]) -> Line:
    """Return a card in a short line: ``F 2/○ FFA``; gold cards have ``═`` before the letter.

    An unknown card is shown by its id, an empty id as ``empty``.
    """
    card = CODEX_CARDS.get(name)
    if card is None:
        return plain(clean(name, 8) or "empty", "muted")
    gold = "═" * (card.kind == "GOLD")
    needs = need_chips(card.needs, seen)
    return (
        Span(f"{gold}{kingdom_letter(card)} {points_label(card)}"),
        Span(" " * bool(needs)),
        *needs,
    )


def hand_in_lines(view: CodexView, columns: int, marks: Marks) -> Drawing:
    """Return the own hand as text, wrapped into lines, and the sides if one must be chosen.

    It is empty for a spectator and after the match.
    """
    if view.seat is None or view.phase == "OVER":
        return []
    seen = view.players[view.seat].area.symbols
    parts = [
        in_zone(
            (key_label(str(n), ("card", str(n)), marks), *card_words(name, seen)), ("card", str(n))
        )
        for n, name in enumerate(view.hand, start=1)
    ]
    sides = side_keys(view, marks)
    return wrap(parts, columns, "hand ", " ") + ([(Span("side "), *sides)] if sides else [])


# --- cards to draw --------------------------------------------------------------------------------


def source_zone(index: int) -> Zone:
    """Return the zone of a source, by its index in CODEX_SOURCES."""
    return ("source", str(index + 1))


def deck_card(kind: str, deck: CodexDeck) -> str:
    """Return the id of a card whose back looks like the top of a deck; empty if the deck is."""
    for card in CODEX_CARDS.values():
        if card.kind == kind and deck.top in (KINGDOMS[card.kingdom], card.back_text):
            return card.id
    return ""


def sources_block(view: CodexView, card: Size, marks: Marks) -> Drawing:
    """Return the four visible cards and the two decks, three in a row; none after the end."""
    if view.phase == "OVER":
        return []
    rows = [
        beside([_source_block(view, index, card, marks) for index in row]) for row in SOURCE_ROWS
    ]
    return [line for row in rows for line in row]


def _source_block(view: CodexView, index: int, card: Size, marks: Marks) -> Drawing:
    """Return one source as a card; an empty one is dotted."""
    zone, number = source_zone(index), str(index + 1)
    seen = view.players[view.seat].area.symbols if view.seat is not None else (0,) * 7
    source = CODEX_SOURCES[index]
    if source in ("RESOURCE", "GOLD"):
        deck = view.resource if source == "RESOURCE" else view.gold
        name = deck_card(source, deck) if deck.left else ""
        body = [plain(f"{back_label(deck.top or '')} {deck.left}")]
        side: CodexSide = "BACK"
    else:
        name, side = view.slots[index] if index < len(view.slots) else "", "FRONT"
        body = _slot_body(name, seen, card.lines - 2)
    if not name:
        empty = [plain("empty", "muted")] + [()] * (card.lines - 3)
        return frame(empty, card.columns, weight="dotted", zone=zone)
    return card_block(name, side, card, body, zone, marks, number)


def _slot_body(name: str, seen: Sequence[int], lines: int) -> list[Line]:
    """Return the text of a visible card; with one line the kingdom and the points."""
    card = CODEX_CARDS.get(name)
    if card is None or lines > 1:
        return hand_body(name, "FRONT", seen, lines)
    return [plain(f"{kingdom_letter(card)} {points_label(card)}")]


def sources_in_lines(view: CodexView, columns: int, marks: Marks) -> Drawing:
    """Return the cards and decks to draw from as text, wrapped into lines; none after the end."""
    if view.phase == "OVER":
        return []
    parts = []
    for index in (index for row in SOURCE_ROWS for index in row):
        zone = source_zone(index)
        label = key_label(str(index + 1), zone, marks)
        parts.append(in_zone((label, *_source_words(view, index)), zone))
    return wrap(parts, columns, "", " ")


def _source_words(view: CodexView, index: int) -> Line:
    """Return a source in one short line: kingdom and points of a card, or a deck with its size.

    An empty slot and an unknown card are ``empty``.
    """
    source = CODEX_SOURCES[index]
    if source == "RESOURCE":
        return plain(f"{back_label(view.resource.top or '')}{view.resource.left}")
    if source == "GOLD":
        return plain(f"{back_label(view.gold.top or '', '═{}═')}{view.gold.left}")
    card = CODEX_CARDS.get(view.slots[index]) if index < len(view.slots) else None
    if card is None:
        return plain("empty", "muted")
    gold = "═" * (card.kind == "GOLD")
    return plain(f"{gold}{kingdom_letter(card)} {points_label(card)}")


# --- other players --------------------------------------------------------------------------------


def thumbnails(view: CodexView, names: Names, size: Size, shown: Seat) -> Drawing:
    """Return small drawings of the areas that are not shown, side by side, below their names.

    Names are cut at the width of a drawing. Empty areas are left out. Without areas, or with less
    than three lines, there is nothing.
    """
    seats = [
        seat for seat, player in enumerate(view.players) if seat != shown and player.area.placed
    ]
    if not seats or size.lines < 3:
        return []
    columns = min(24, (size.columns - 2 * (len(seats) - 1)) // len(seats))
    blocks = []
    for seat in seats:
        zone = seat_zone(seat)
        title = plain(fit(shared.seat_name(names, seat), columns), "text+bold", zone)
        area = thumbnail(view.players[seat].area, Size(columns, size.lines - 1), zone)
        blocks.append([title, *area])
    return beside(blocks, 2)


def heading(text: str, note: str = "") -> Line:
    """Return a title in bold with a muted note after it."""
    return join([plain(text, "text+bold"), plain(note, "muted")])
