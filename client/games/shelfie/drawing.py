"""Draw the My Shelfie table with spans: living room, the own shelf, other shelves and goals."""

from itertools import permutations

from client.games import text as shared
from client.games.drawing import (
    BoardDrawing,
    Drawing,
    Line,
    Marks,
    Names,
    Size,
    Span,
    beside,
    cut,
    fit,
    key_label,
    pad,
    plain,
    wrap,
)
from client.games.shelfie import interaction
from client.games.shelfie import text as phrases
from client.games.shelfie.board import goal_example
from client.games.shelfie.goals import SECRET_TILES, goal_progress, points_of, secret_count
from client.games.shelfie.shelves import (
    LARGE,
    MEDIUM,
    SMALL,
    Tile,
    draw_room,
    draw_shelf,
    draw_small_shelf,
    player_name,
    points_text,
    room_columns,
    shelf_columns,
)
from messages.base import Seat
from messages.shelfie.table import ShelfieView

GOAL_COLUMNS = 16
OTHER_COLUMNS = 10
SPACED_COLUMNS = 12


def draw(view: ShelfieView, names: Names, size: Size, marks: Marks) -> Drawing:
    """Draw the table with the largest tiles for which the window has room.

    A window below 80 columns or 11 lines is folded. Lines are cut at the width.
    """
    wide = room_columns(MEDIUM) + shelf_columns(MEDIUM) + GOAL_COLUMNS + 4
    if size.columns >= 122 and size.lines >= 38:
        lines = _draw_framed(view, names, size, LARGE, marks)
    elif size.columns >= wide and size.lines >= 23:
        lines = _draw_framed(view, names, size, MEDIUM, marks)
    elif size.columns >= 80 and size.lines >= 11:
        lines = _draw_small(view, names, size, marks)
    else:
        lines = _draw_folded(view, names, size, marks)
    return [cut(line, size.columns) for line in lines]


def main_seat(view: ShelfieView, marks: Marks) -> Seat:
    """Return the seat whose shelf is large: the selected one, the reader, or seat 0.

    A selected seat that does not exist is ignored.
    """
    if marks.seat is not None and marks.seat < len(view.players):
        return marks.seat
    return view.seat if view.seat is not None else 0


def _others(view: ShelfieView, marks: Marks) -> list[Seat]:
    """Return the other seats in their order, from the one after the main seat."""
    main, count = main_seat(view, marks), len(view.players)
    return [(main + step) % count for step in range(1, count)]


# --- small windows --------------------------------------------------------------------------------


def _draw_small(view: ShelfieView, names: Names, size: Size, marks: Marks) -> Drawing:
    """Draw the living room, the main shelf and the others side by side, and goals in lines.

    While the reader places tiles, the orders of the hand are above the goals.
    """
    room = draw_room(view, SMALL, marks)
    others = [_draw_small_player(view, names, seat, marks) for seat in _others(view, marks)]
    table = beside([room, _main_shelf(view, names, SMALL, marks), *others], 1)
    below = [*order_lines(view, size.columns, marks), *goal_lines(view, size.columns)]
    is_loose = len(table) + len(below) + 2 <= size.lines
    return [*table, *([()] if is_loose else []), *below]


def _main_shelf(view: ShelfieView, names: Names, tile: Tile, marks: Marks) -> Drawing:
    """Return the main shelf with its name above and what is known about it below."""
    seat = main_seat(view, marks)
    columns = shelf_columns(tile)
    name = pad(player_name(view, names, seat, columns, marks), columns)
    return [name, *draw_shelf(view, seat, tile, marks), _shelf_note(view, seat, columns)]


def _shelf_note(view: ShelfieView, seat: Seat, columns: int) -> Line:
    """Return the points of a shelf and, of the own one, the progress of the secret goal.

    Below 20 columns the goal has a shorter label. The line is not cut.
    """
    points = Span(points_text(view, seat), "text+bold")
    if seat != view.seat or not view.personal:
        return (points,)
    count = secret_count(view.players[seat].shelf, view.personal)
    goal = f"goal {count}/{SECRET_TILES}" if columns < 20 else f"secret goal {count}/{SECRET_TILES}"
    return (points, Span(f" {goal}", "muted"))


def _draw_small_player(view: ShelfieView, names: Names, seat: Seat, marks: Marks) -> Drawing:
    """Return the shelf of another player with one column for each tile.

    The name is above it, the points are below.
    """
    name = player_name(view, names, seat, OTHER_COLUMNS, marks)
    shelf = [
        pad((Span(" "), *line), OTHER_COLUMNS)
        for line in draw_small_shelf(view, seat, spaced=False)
    ]
    points = plain(" " + points_text(view, seat))
    return [cut(name, OTHER_COLUMNS), (), *shelf, points]


def order_lines(view: ShelfieView, columns: int, marks: Marks) -> Drawing:
    """Return the orders of the own hand as keys; no line if there is only one order.

    There is also no line unless the reader is on turn and places tiles.
    """
    if view.step != "PLACE" or view.turn is None or view.turn != view.seat:
        return []
    orders = dict.fromkeys("".join(order) for order in permutations(view.hand))
    if len(orders) < 2:
        return []
    keys = [(key_label(order, ("order", order), marks),) for order in orders]
    return wrap([plain("lowest first", "muted"), *keys], columns, " ", " ")


# --- goals ----------------------------------------------------------------------------------------


def goal_lines(view: ShelfieView, columns: int) -> Drawing:
    """Return the common goals with their next tokens and the progress of the reader.

    They are side by side, wrapped into lines.
    """
    return wrap(
        [_goal_line(view, number) for number in range(len(view.goals))], columns, " ", "   "
    )


def _goal_line(view: ShelfieView, number: int) -> Line:
    """Return ``8 four groups of 4: 1 of 4``; a goal whose token the reader has is ``done``.

    The number before the goal is its next token, 0 if none is left.
    """
    goal, stack = view.goals[number], view.stacks[number]
    token = Span(f"{stack[0] if stack else 0} ", "change+bold")
    words = phrases.GOAL_NAMES[goal]
    same = " of one type" if goal == "SQUARES" and view.squares_same_type else ""
    return (token, Span(f"{words}{same}"), Span(goal_state(view, number), "muted"))


def goal_state(view: ShelfieView, number: int) -> str:
    """Return ``: 1 of 4`` for the reader, or ``: done +8``; empty for a spectator."""
    if view.seat is None:
        return ""
    player = view.players[view.seat]
    if player.tokens[number]:
        return f": done +{player.tokens[number]}"
    progress = goal_progress(view.goals[number], player.shelf, view.squares_same_type)
    return f": {progress.have} of {progress.need}"


def goal_drawing(view: ShelfieView, number: int) -> Drawing:
    """Return an example of a common goal with its tokens beside it.

    Equal numbers are tiles of one type, ``#`` is any tile. The next token is highlighted, or 0 if
    none is left. The progress of the reader is in the last row.
    """
    goal, stack = view.goals[number], view.stacks[number]
    title = plain(fit(phrases.GOAL_TITLES[goal], GOAL_COLUMNS), "text+bold")
    rows = [_example_row(row) for row in goal_example(view, goal)]
    tokens = [Span(f" {stack[0]} ", "brand+bold")] if stack else [Span(" 0 ", "muted")]
    tokens += [Span(f" {token} ", "muted") for token in stack[1:]]
    sides = [*tokens, *[Span("")] * (len(rows) - 1 - len(tokens)), _short_state(view, number)]
    return [title, *((*row, Span(" "), side) for row, side in zip(rows, sides, strict=True))]


def _short_state(view: ShelfieView, number: int) -> Span:
    """Return the progress of the reader as ``1/4`` or ``done``; empty for a spectator."""
    state = goal_state(view, number).removeprefix(": ").replace(" of ", "/")
    return Span(state.partition(" ")[0], "text+bold")


def _example_row(row: str) -> Line:
    """Return a row of an example; empty places are dots."""
    return tuple(
        Span("· ", "muted") if sign == "." else Span(f"{sign} ", "change+bold") for sign in row
    )


# --- large windows --------------------------------------------------------------------------------


def _draw_framed(view: ShelfieView, names: Names, size: Size, tile: Tile, marks: Marks) -> Drawing:
    """Draw large tiles: the room on the left, shelves in the middle, goals on the right.

    Below the room are the orders of the hand while the reader places tiles, the goals in words, and
    the points if there is room.
    """
    room = draw_room(view, tile, marks)
    left = [
        *room,
        *order_lines(view, room_columns(tile), marks),
        *_details(view, names, size, tile, len(room)),
    ]
    left = [cut(line, room_columns(tile)) for line in left]
    goals = [line for n in range(len(view.goals)) for line in [*goal_drawing(view, n), ()]][:-1]
    shelf = _main_shelf(view, names, tile, marks)
    others = beside([_draw_spaced_player(view, names, s, marks) for s in _others(view, marks)], 1)
    right = [*beside([shelf, goals], 2), *others]
    return beside([left, right], 1)


def _draw_spaced_player(view: ShelfieView, names: Names, seat: Seat, marks: Marks) -> Drawing:
    """Return the shelf of another player with two columns for each tile, points below."""
    name = cut(player_name(view, names, seat, SPACED_COLUMNS, marks), SPACED_COLUMNS)
    *shelf, _ = draw_small_shelf(view, seat, spaced=True)
    points = f" {points_text(view, seat)} ".center(SPACED_COLUMNS - 2, "━")
    return [name, *shelf, plain(f"┗{points}┛", "muted")]


def _details(view: ShelfieView, names: Names, size: Size, tile: Tile, used: int) -> Drawing:
    """Return the goals in words and, if there is room, the points of all players so far.

    The goals are without the progress of the reader. ``used`` is the number of lines above.
    """
    goals = [(Span(" "), *_goal_line(view, number)[:2]) for number in range(len(view.goals))]
    table = [(), *points_table(view, names)]
    return [*goals, *table] if used + len(goals) + len(table) + 1 <= size.lines else goals


def points_table(view: ShelfieView, names: Names) -> Drawing:
    """Return the points of all players so far; a secret goal that is not known is ``?``."""
    head = plain(phrases.POINTS_HEAD, "muted")
    return [head, *(_points_row(view, names, seat) for seat in range(len(view.players)))]


def _points_row(view: ShelfieView, names: Names, seat: Seat) -> Line:
    """Return the name and the points of one player by their source, and the total."""
    points = points_of(view, seat)
    secret = "?" if points.secret is None else str(points.secret)
    name = Span(" " + fit(shared.seat_name(names, seat), 15), "text+bold")
    parts = f"{points.common:>6}{points.groups:>7}{secret:>7}{points.end:>4}"
    return (name, Span(parts), Span(f"{points.total:>6}", "text+bold"))


# --- folded ---------------------------------------------------------------------------------------


def _draw_folded(view: ShelfieView, names: Names, size: Size, marks: Marks) -> Drawing:
    """Draw the living room beside the main shelf and the points of all players.

    While the reader places tiles, the orders of the hand are above. Column numbers of the room are
    left out below 10 lines, and the goals if they do not fit.
    """
    room = draw_room(view, SMALL, marks, numbers=size.lines >= 10)
    seat = main_seat(view, marks)
    note = _shelf_note(view, seat, shelf_columns(SMALL))
    shelf = [*draw_shelf(view, seat, SMALL, marks), note]
    scores = [_short_score(view, names, other) for other in range(len(view.players))]
    table = [*order_lines(view, size.columns, marks), *beside([room, shelf, scores], 1)]
    goals = goal_lines(view, size.columns)
    return [*table, *goals] if len(table) + len(goals) <= size.lines else table


def _short_score(view: ShelfieView, names: Names, seat: Seat) -> Line:
    """Return the turn mark, name and points of a player in twelve columns.

    The name of the reader is ``you``.
    """
    name = "you" if seat == view.seat else shared.seat_name(names, seat)
    turn = Span("▶" if view.turn == seat else " ", "accent+bold")
    return (turn, Span(fit(name, 7)), Span(f"{points_of(view, seat).total:>4}", "text+bold"))


DRAWING = BoardDrawing(
    draw=draw,
    zones=interaction.zones,
    preview=interaction.preview,
    changed=interaction.changed,
    recap=interaction.recap,
    signs=phrases.SIGNS,
)
