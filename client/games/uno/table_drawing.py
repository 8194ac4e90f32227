"""Draws the players and the piles of UNO: as a list beside the piles, or as boxes around them.

The arrows between the players show the direction of play.
"""

from collections.abc import Sequence

from client.games.cards import (
    Piece,
    face_down_pile,
    hand_bar,
    overlay,
    player_name,
    score_bar,
)
from client.games.drawing import (
    Drawing,
    Line,
    Marks,
    Names,
    Span,
    Weight,
    Zone,
    beside,
    change_sign,
    frame,
    frame_role,
    in_zone,
    key_label,
    pad,
    plain,
    width,
)
from client.games.uno.faces import COLOR_ROLES, FaceSize, card_chip, draw_face, short_card
from messages.base import Change, Seat
from messages.uno import table
from messages.uno.table import UnoView

DRAW: Zone = ("draw",)
TOP: Zone = ("top",)
MAX_ROW = 5
"""Maximum number of players in one column of the list and in one row of boxes."""
BAR_COLUMNS = 9
LIST_CARD = FaceSize(7, 4, 8)
BOX_CARD = FaceSize(9, 5, 10)
LARGE_CARD = FaceSize(11, 7, 4)
"""The cards of large windows; discards are four columns apart."""
MAX_DISCARDS = 8
"""Number of the last discards that a large window shows."""


def player_zone(seat: Seat) -> Zone:
    """Return the zone of a player."""
    return ("player", str(seat))


def _has_direction(view: UnoView) -> bool:
    """Return whether the direction of play matters: three or more players are left."""
    return sum(not player.gone for player in view.players) > 2


def flag(view: UnoView, seat: Seat) -> Span:
    """Return ``UNO!`` if it was said with one card, ``[catch]`` if it was forgotten.

    The player who forgot it does not see ``[catch]``. Otherwise the text is empty.
    """
    player = view.players[seat]
    if player.said_uno and player.cards == 1:
        return Span("UNO!", "chip:red+bold", player_zone(seat))
    if view.uno_window == seat and view.seat != seat:
        return Span("[catch]", "change+bold", player_zone(seat))
    return Span("")


def name_span(view: UnoView, names: Names, seat: Seat, columns: int, marks: Marks) -> Span:
    """Return the name of a player, with the marks of a zone if it is legal or at the cursor.

    Otherwise the name of a player who left is struck out.
    """
    zone = player_zone(seat)
    if zone in marks.legal or zone == marks.cursor:
        return key_label(player_name(view, names, seat, columns - 2), zone, marks)
    name = player_name(view, names, seat, columns)
    if view.players[seat].gone:
        return Span(name, "muted+strike", zone)
    if view.turn == seat:
        return Span(name, "accent+bold", zone)
    return Span(name, "text+bold" if view.seat == seat else "text", zone)


# --- the list -------------------------------------------------------------------------------------


def draw_list(view: UnoView, names: Names, marks: Marks) -> Drawing:
    """Return the players in one or two columns with the piles beside or between them.

    Beside one column are also facts such as the round. Play goes down the left column and up the
    right one, or the other way round.
    """
    seats = range(len(view.players))
    first, rest = list(seats[:MAX_ROW]), list(seats[MAX_ROW:])
    if len(seats) > MAX_ROW:
        half = (len(seats) + 1) // 2
        first, rest = list(seats[:half]), list(reversed(seats[half:]))
    name_columns = 10 if rest else 17
    left = [_list_row(view, names, seat, marks, name_columns, is_left=True) for seat in first]
    right = [_list_row(view, names, seat, marks, name_columns, is_left=False) for seat in rest]
    piles = _list_piles(view, marks)
    blocks = [left, piles, right or _table_facts(view)]
    return beside(blocks, 1 if rest else 3)


def _list_row(
    view: UnoView, names: Names, seat: Seat, marks: Marks, columns: int, *, is_left: bool
) -> Line:
    """Return direction or turn, name, cards and points of a player in one line.

    A player who left has no numbers.
    """
    player, zone = view.players[seat], player_zone(seat)
    name = pad((name_span(view, names, seat, columns, marks),), columns)
    head: Line = (_row_arrow(view, seat, is_left=is_left), *name, change_sign(zone, marks))
    if player.gone:
        return in_zone((*head, Span(f"{'has left':<{BAR_COLUMNS + 8}}", "muted")), zone)
    counts = Span(f"{player.cards:>3}{player.score:>5}", "text", zone)
    return in_zone((*head, *_bar(view, seat, BAR_COLUMNS), counts), zone)


def _row_arrow(view: UnoView, seat: Seat, *, is_left: bool) -> Span:
    """Return a sign for the player on turn, for others the direction of play.

    It is blank for players who left, after the match, and if the direction does not matter.
    """
    if view.turn == seat:
        return Span("▶ ", "accent+bold")
    if view.players[seat].gone or view.decision == "OVER" or not _has_direction(view):
        return Span("  ")
    return Span("▼ " if view.clockwise == is_left else "▲ ", "legal")


def _bar(view: UnoView, seat: Seat, columns: int) -> Line:
    """Return a bar of the hand; a flag is in the free part, because its player has one card."""
    mark = flag(view, seat)
    if not mark.text:
        return plain(hand_bar(view.players[seat].cards, columns), "muted")
    return pad((Span(hand_bar(view.players[seat].cards, 1) + " ", "muted"), mark), columns)


def _list_piles(view: UnoView, marks: Marks) -> Drawing:
    """Return the top card with the colour below, and the draw pile with its key below."""
    card = [*_top_card(view, LIST_CARD), _color_line(view, marks)]
    pile = face_down_pile(view.draw_pile, 7, 3, frame_role(DRAW, marks), DRAW)
    return beside([card, [*pile, (draw_key(view, marks),)]])


def _table_facts(view: UnoView) -> Drawing:
    """Return round, target, discards, mode, cards to draw and direction, one per line.

    The normal mode, no cards to draw and a direction that does not matter are left out.
    """
    facts = [f"round {view.round}, to {view.target_score}", f"discards {view.discard_pile}"]
    if view.mode != "normal":
        facts.append(f"mode {view.mode}")
    if view.pending:
        facts.append(f"{view.pending} cards to draw")
    if _has_direction(view):
        facts.append(f"play goes {'▼ down' if view.clockwise else '▲ up'}")
    return [plain(fact, "muted") for fact in facts]


# --- piles ----------------------------------------------------------------------------------------


def _top_card(view: UnoView, size: FaceSize) -> Drawing:
    """Return the top card, filled with the current colour."""
    role = f"chip:{COLOR_ROLES.get(view.color or '', 'grey')}+bold"
    return draw_face(view.top, size, role, "heavy", TOP)


def draw_discards(view: UnoView, changes: Sequence[Change]) -> Drawing:
    """Return the last discards as a fan, the oldest left; the top card is always at one place."""
    size, cards = LARGE_CARD, last_discards(view, changes)
    pieces: list[Piece] = []
    first = MAX_DISCARDS - len(cards)
    for place, card in enumerate(cards[:-1], start=first):
        pieces.append((place * size.pitch, 0, _covered_card(card, size)))
    return overlay([*pieces, ((MAX_DISCARDS - 1) * size.pitch, 0, _top_card(view, size))])


def _covered_card(card: str, size: FaceSize) -> Drawing:
    """Return a card of which only the left edge will be visible; its short name is there."""
    role = card_chip(card, kind="tint").role
    inner = size.columns - 2
    block = [
        plain(f"{text:<{inner}}", role) for text in (short_card(card), *[""] * (size.lines - 3))
    ]
    return frame(block, size.columns, role=role, zone=TOP)


def last_discards(view: UnoView, changes: Sequence[Change]) -> list[str]:
    """Return at most MAX_DISCARDS cards of the discard pile, the top card last.

    Only cards that were played in ``changes`` are known, and none from before a new round or a
    shuffle of the pile.
    """
    cards: list[str] = []
    for change in changes:
        match change:
            case table.UnoRoundStarted():
                cards = [change.top]
            case table.UnoPileReshuffled():
                cards = cards[-1:]
            case table.UnoCardPlayed():
                cards.append(change.card)
            case table.UnoColorNamed() if cards:
                cards[-1] = f"{change.color} {cards[-1].partition(' ')[2]}"
    return [*cards[:-1], view.top][-MAX_DISCARDS:]


def _color_line(view: UnoView, marks: Marks) -> Line:
    """Return the current colour as a chip, or ``no colour`` until it is named.

    A sign after the chip shows that the top card has changed.
    """
    if view.color is None:
        return plain("no colour", "muted")
    chip = Span(f" {view.color} ", f"chip:{COLOR_ROLES[view.color]}+bold", TOP)
    return (chip, change_sign(TOP, marks))


def draw_key(view: UnoView, marks: Marks) -> Span:
    """Return the key of the draw pile, with the number of pending cards if there are any."""
    return key_label(f"draw {view.pending}" if view.pending else "draw", DRAW, marks)


# --- boxes ----------------------------------------------------------------------------------------


def draw_boxes(view: UnoView, names: Names, marks: Marks, columns: int) -> Drawing:
    """Return a box for each player around the piles; play goes along the line between them.

    More than MAX_ROW players are in two rows.
    """
    seats = list(range(len(view.players)))
    per_row = len(seats) if len(seats) <= MAX_ROW else (len(seats) + 1) // 2
    is_large = columns >= 116
    box = min(24 if not is_large else 30, (columns - 3 - (per_row - 1)) // per_row)
    top, bottom = seats[:per_row], seats[per_row:]
    boxes = {seat: _box(view, names, seat, marks, box, is_large=is_large) for seat in seats}
    middle = _middle(view, marks, is_large=is_large)
    height = len(boxes[0])
    pieces: list[Piece] = [(1 + n * (box + 1), 0, boxes[seat]) for n, seat in enumerate(top)]
    lower = height + len(middle)
    slots = [per_row - 1 - n for n in range(len(bottom))]
    pieces += [(1 + n * (box + 1), lower, boxes[s]) for n, s in zip(slots, bottom, strict=True)]
    right = 1 + per_row * (box + 1)
    indent = max(2, (right - max(map(width, middle))) // 2)
    line = _loop(view, right, per_row, box, lower + 1 if bottom else lower)
    return overlay([*line, *pieces, (indent, height, middle)])


def _loop(view: UnoView, right: int, per_row: int, box: int, bottom: int) -> list[Piece]:
    """Return the line through all boxes with arrows; none if there is no direction to show."""
    if not _has_direction(view):
        return []
    forward, back = ("▶", "◀") if view.clockwise else ("◀", "▶")
    down, up = ("▼", "▲") if view.clockwise else ("▲", "▼")
    across = "─" * (right - 1)
    pieces: list[Piece] = [
        (0, 1, [plain(f"╭{across}╮", "legal")]),
        (0, bottom, [plain(f"╰{across}╯", "legal")]),
    ]
    side = [plain("│", "legal")] * (bottom - 2)
    pieces += [(x, 2, side) for x in (0, right)]
    middle = (bottom + 1) // 2
    pieces += [(0, middle, [plain(up, "legal")]), (right, middle, [plain(down, "legal")])]
    for n in range(1, per_row):
        pieces.append((n * (box + 1), 1, [plain(forward, "legal")]))
        pieces.append((n * (box + 1), bottom, [plain(back, "legal")]))
    return pieces


def _box(
    view: UnoView, names: Names, seat: Seat, marks: Marks, columns: int, *, is_large: bool
) -> Drawing:
    """Return the box of a player with cards, points and flags; a dotted one after leaving.

    A large box also has a bar of the score.
    """
    zone, player = player_zone(seat), view.players[seat]
    inner = columns - 4
    if player.gone:
        lines: list[Line] = [plain(" has left", "muted"), *[()] * (2 if is_large else 1)]
    else:
        count = f"{player.cards:>3}"
        lines = [(Span(" "), *_bar(view, seat, inner - 2), Span(count))]
        sign = change_sign(zone, marks)
        lines.append((Span(f"{f' {player.score} pts':<{inner}}"), sign))
        if is_large:
            filled, empty = score_bar(player.score, view.target_score, inner)
            lines.append((Span(" " + filled, "accent"), Span(empty, "muted")))
    turn = "▶ " if view.turn == seat else ""
    title = turn + name_span(view, names, seat, columns - 5 - len(turn), marks).text
    return frame(
        lines,
        columns,
        weight=_box_weight(view, seat, marks),
        title=title,
        role=_box_role(view, seat, marks),
        zone=zone,
    )


def _box_weight(view: UnoView, seat: Seat, marks: Marks) -> Weight:
    """Return the border of a player: dotted after leaving, heavy for the reader, else light.

    A player who can be chosen, or is at the cursor, has a heavy border too.
    """
    if view.players[seat].gone:
        return "dotted"
    zone = player_zone(seat)
    is_heavy = seat == view.seat or zone in marks.legal or zone == marks.cursor
    return "heavy" if is_heavy else "light"


def _box_role(view: UnoView, seat: Seat, marks: Marks) -> str:
    """Return the role of the border of a player.

    The turn takes precedence over the cursor, a legal choice, and the seat of the reader.
    """
    if view.turn == seat:
        return "accent+bold"
    role = frame_role(player_zone(seat), marks)
    return "text+bold" if role == "muted" and seat == view.seat else role


def _middle(view: UnoView, marks: Marks, *, is_large: bool) -> Drawing:
    """Return the direction, the top card, the draw pile with its key, and facts, side by side.

    The facts are the colour, the discards, and cards to draw. A large window shows the last
    discards beside the top card.
    """
    size = LARGE_CARD if is_large else BOX_CARD
    pile = face_down_pile(view.draw_pile, size.columns, size.lines, frame_role(DRAW, marks), DRAW)
    key = draw_key(view, marks)
    indent = max(0, (size.columns - len(key.text)) // 2)
    facts = [plain("colour now", "muted"), _color_line(view, marks), ()]
    facts += [plain(f"discards {view.discard_pile}", "muted")]
    facts += [plain(f"{view.pending} cards to draw", "change")] if view.pending else []
    return beside(
        [
            [(), *_direction(view)],
            draw_discards(view, marks.recent) if is_large else _top_card(view, size),
            [*pile, (Span(" " * indent), key)],
            facts,
        ],
        3,
    )


def _direction(view: UnoView) -> Drawing:
    """Return the direction of play in two lines; one blank line if it does not matter."""
    if not _has_direction(view):
        return [plain(" " * 18)]
    way = "▶ clockwise" if view.clockwise else "◀ counterclockwise"
    return [plain("play goes", "muted"), plain(f"{way:<18}", "legal+bold")]
