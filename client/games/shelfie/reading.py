"""Reads My Shelfie in sentences of one fact, for the line client."""

from client.games import text as shared
from client.games.base import BoardReading, Names
from client.games.drawing import Marks
from client.games.shelfie import text as phrases
from client.games.shelfie.board import has_free_side, render_end_token, render_goal_lines
from client.games.shelfie.goals import goal_progress, points_of
from client.games.shelfie.text import ROW_LETTERS, TILE_NAMES, cell_name, tile_names
from messages.base import Seat
from messages.shelfie.table import ShelfieView

ROWS, COLUMNS = 6, 5
"""The size of a shelf."""


def read_board(view: ShelfieView, names: Names) -> list[str]:
    """Return turn, bag, the living room row by row, goals and the shelves of the other players.

    The last sentence is about the end token.
    """
    seats = (seat for seat in range(len(view.players)) if seat != view.seat)
    facts = [
        shared.turn_sentence(view, names),
        f"The bag has {shared.amount(view.bag, 'tile')}.",
        *(_read_row(view, row) for row in range(len(view.board))),
        *(f"{line}." for line in render_goal_lines(view)),
        *(fact for seat in seats for fact in _read_shelf(view, names, seat)),
        *render_end_token(view, names),
    ]
    return [fact for fact in facts if fact]


def _read_row(view: ShelfieView, row: int) -> str:
    """Return a sentence with the tiles of a row of the living room; empty if there are none.

    It has the place of each tile and marks those with a free side.
    """
    tiles = [
        f"{cell_name(10 * row + column)} {TILE_NAMES.get(tile, tile)}"
        f"{' free' if has_free_side(view, row, column) else ''}"
        for column, tile in enumerate(view.board[row])
        if tile not in " ."
    ]
    return f"Row {ROW_LETTERS[row]}: {', '.join(tiles)}." if tiles else ""


def _read_shelf(view: ShelfieView, names: Names, seat: Seat) -> list[str]:
    """Return a sentence for each column of a shelf that has tiles, from the bottom.

    An empty shelf, and that of a player who left, is one sentence.
    """
    player = view.players[seat]
    if player.gone:
        return [shared.gone_sentence(names, seat)]
    whose = shared.possessor(view, names, seat)
    columns = [_column(player.shelf, column) for column in range(COLUMNS)]
    facts = [
        f"{whose} column {number} from the bottom: {tile_names(tiles)}."
        for number, tiles in enumerate(columns, start=1)
        if tiles
    ]
    return facts or [f"{whose} shelf is empty."]


def _column(shelf: tuple[str, ...], column: int) -> str:
    """Return the tiles of a column, the lowest first."""
    return "".join(row[column] for row in reversed(shelf) if row[column] != ".")


def read_own(view: ShelfieView, names: Names, marks: Marks) -> list[str]:
    """Return the own hand, shelf, secret goal and progress of the common goals.

    There are no sentences for a spectator.
    """
    if view.seat is None:
        return []
    shelf = view.players[view.seat].shelf
    is_own_hand = view.hand and view.turn == view.seat
    hand = [f"Your hand, lowest first: {tile_names(view.hand)}."] if is_own_hand else []
    progress = [goal_progress(goal, shelf, view.squares_same_type) for goal in view.goals]
    goals = [
        f"Your progress for {phrases.GOAL_TEXTS[goal]}: {made.have} of {made.need}."
        for goal, made in zip(view.goals, progress, strict=True)
    ]
    return [*hand, *_read_shelf(view, names, view.seat), *_read_secret_goal(view), *goals]


def _read_secret_goal(view: ShelfieView) -> list[str]:
    """Return a sentence for each tile of the secret goal that is not in its place.

    If none is missing, return one sentence that the goal is complete. The reader must be a player.
    """
    assert view.seat is not None
    shelf = view.players[view.seat].shelf
    missing = [
        f"{TILE_NAMES.get(tile, tile)} in column {column + 1}, place {ROWS - row} from the bottom"
        for row, line in enumerate(view.personal)
        for column, tile in enumerate(line)
        if tile != "." and shelf[row][column] != tile
    ]
    if not missing:
        return ["Your secret goal is complete."]
    return [f"Your secret goal needs: {place}." for place in missing]


def read_scores(view: ShelfieView, names: Names) -> list[str]:
    """Return the points so far of each player who has not left.

    The secret goals of others are not included until the match is over; the sentence says so.
    """
    return [
        f"{shared.player_has(view, names, seat)} "
        f"{shared.amount(points_of(view, seat).total, 'point')}"
        f"{'' if points_of(view, seat).secret is not None else ' without the secret goal'}."
        for seat, player in enumerate(view.players)
        if not player.gone
    ]


READING = BoardReading(board=read_board, own=read_own, scores=read_scores)
