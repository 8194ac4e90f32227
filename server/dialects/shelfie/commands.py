"""My Shelfie's dialect: the table of requests, their checks, and the requests of a match.

Every refused request is answered with ``return|name|false``; the connection stays open (B.2).
Changes are sent before the result of the request (B.4).

selectCell only marks tiles, visibly for all players; confirmSelection takes them from the board. If
a client sends confirmSelection, its insertion takes effect at endTurn. Otherwise the insertion
takes the tiles and ends the turn (B.3, B.7).
"""

from collections.abc import Callable
from typing import NamedTuple

from games.shelfie.shelf import COLUMNS, free_spaces, max_tiles
from games.shelfie.tiles import parse_tiles
from messages.shelfie import actions
from messages.shelfie.table import ShelfieView
from server.dialects.requests import Refused, RequestCoroutine, require
from server.dialects.shelfie import lobby, replies
from server.dialects.shelfie.peer import ShelfiePeer
from server.dialects.shelfie.views import tiles_in_hand
from server.dialects.shelfie.wire import maybe_number, return_line

BOARD_SIZE = 9


# --- requests of a match -------------------------------------------------------------------------


async def select_cell(peer: ShelfiePeer, row: str, column: str) -> None:
    """Mark one more tile; a tile already marked is unmarked instead, and the request is refused.

    Raises Refused also outside the client's turn, after the tiles were taken, and for a cell that
    may not be marked.
    """
    view = _require_turn(peer)
    illegal = replies.FAILED.format(reason=replies.ILLEGAL_CELL)
    position = require(maybe_number(row), illegal), require(maybe_number(column), illegal)
    if view.step != "PICK":
        raise Refused(replies.NOT_NOW)
    cell = 10 * position[0] + position[1]
    if max(position) < BOARD_SIZE and cell in view.picked:
        await peer.act(actions.MarkShelfieTiles(cells=_deselect_cell(view.picked, cell)))
        raise Refused(replies.FAILED.format(reason=replies.ALREADY_SELECTED))
    reason = _selection_refusal(view, *position)
    if reason:
        raise Refused(replies.FAILED.format(reason=reason))
    await peer.act(actions.MarkShelfieTiles(cells=(*view.picked, cell)))
    peer.send_text(replies.SELECTED)


def _deselect_cell(picked: tuple[int, ...], cell: int) -> tuple[int, ...]:
    """Return the cells that stay marked; none if the middle of three is deselected."""
    rest = tuple(other for other in picked if other != cell)
    return () if len(rest) == 2 and not _are_adjacent(*rest) else rest


def _selection_refusal(view: ShelfieView, row: int, column: int) -> str:
    """Return the first reason why the tile cannot be selected; empty if it can."""
    tile = _tile_at(view, row, column)
    shelf = parse_tiles("".join(view.players[view.turn or 0].shelf))
    if tile == " ":
        return replies.ILLEGAL_CELL
    if tile == ".":
        return replies.EMPTY_CELL
    if len(view.picked) >= max_tiles(shelf):
        return replies.HAND_LIMIT
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    if not any(_tile_at(view, r, c) in " ." for r, c in around):
        return replies.NO_FREE_SIDE
    return "" if _is_in_line(view.picked, 10 * row + column) else replies.NOT_IN_LINE


def _tile_at(view: ShelfieView, row: int, column: int) -> str:
    """Return the tile of a cell: ``.`` if the cell is empty, a space outside the board."""
    is_inside = 0 <= row < BOARD_SIZE and 0 <= column < BOARD_SIZE
    return view.board[row][column] if is_inside else " "


def _is_in_line(picked: tuple[int, ...], cell: int) -> bool:
    """Return whether a cell is adjacent to a selected one and in line with all of them.

    The first cell always is.
    """
    cells = (*picked, cell)
    in_line = len({c // 10 for c in cells}) == 1 or len({c % 10 for c in cells}) == 1
    return not picked or (in_line and any(_are_adjacent(cell, other) for other in picked))


def _are_adjacent(one: int, other: int) -> bool:
    """Return whether two cells, each a row times 10 plus a column, share a side."""
    return abs(one - other) in (1, 10)


async def deselect_all(peer: ShelfiePeer) -> None:
    """Unmark all tiles and send a confirmation.

    Raises Refused if none is marked, after they were taken, or out of turn.
    """
    view = _require_turn(peer)
    if view.step != "PICK":
        raise Refused(replies.DESELECT_FAILED)
    if not view.picked:
        raise Refused(replies.NOTHING_SELECTED)
    await peer.act(actions.MarkShelfieTiles())
    peer.send_text(replies.DESELECTED)


async def confirm_selection(peer: ShelfiePeer) -> None:
    """Take the marked tiles from the board; from now on only endTurn ends this turn.

    Raises Refused without marked tiles, after they were taken, or out of turn.
    """
    view = _require_turn(peer)
    if view.step != "PICK" or not view.picked:
        raise Refused(replies.NOT_NOW)
    await peer.act(actions.TakeShelfieTiles(cells=view.picked))
    peer.has_confirmed = True


async def sort_hand(peer: ShelfiePeer, one: str, other: str) -> None:
    """Swap the tiles of the hand at two indices; take the marked tiles from the board first.

    Sends a confirmation. Raises Refused out of turn, for fewer than two tiles, for equal or bad
    indices, and after an insertion.
    """
    view = _require_turn(peer)
    count = 0 if peer.inserted_column is not None else len(tiles_in_hand(view))
    if count < 2:
        raise Refused(replies.TILES_MISSING)
    first = require(maybe_number(one), replies.BAD_INDEX)
    second = require(maybe_number(other), replies.BAD_INDEX)
    if max(first, second) >= count or first == second:
        raise Refused(replies.BAD_INDEX)
    order = list(range(count))
    order[first], order[second] = second, first
    await _take_selected(peer, view)
    await peer.act(actions.SortShelfieTiles(order=tuple(order)))
    peer.send_text(replies.ORDER_CHANGED)


async def insert(peer: ShelfiePeer, column: str) -> None:
    """Insert the hand into a column; after confirmSelection only remember the column until endTurn.

    Marked tiles are taken first. Raises Refused out of turn, without tiles, after another
    insertion, or if the tiles do not fit.
    """
    view = _require_turn(peer)
    index = require(maybe_number(column), replies.NO_SUCH_COLUMN)
    tiles = tiles_in_hand(view)
    if not tiles or peer.inserted_column is not None:
        raise Refused(replies.NOT_NOW)
    if index >= COLUMNS:
        raise Refused(replies.NO_SUCH_COLUMN)
    if free_spaces(parse_tiles("".join(view.players[view.turn or 0].shelf)), index) < len(tiles):
        raise Refused(replies.COLUMN_TOO_SMALL)
    if peer.has_confirmed:
        peer.inserted_column, peer.must_send_match = index, True
    else:
        await _take_selected(peer, view)
        await peer.act(actions.PlaceShelfieTiles(column=index))
    peer.send_text(replies.INSERTED)


async def end_turn(peer: ShelfiePeer) -> None:
    """End the turn with the remembered insertion (B.7).

    Raises Refused without an insertion, or out of turn.
    """
    view = _require_turn(peer)
    if peer.inserted_column is None:
        raise Refused(replies.TILES_IN_HAND if view.hand else replies.NOT_NOW)
    await peer.act(actions.PlaceShelfieTiles(column=peer.inserted_column))


async def _take_selected(peer: ShelfiePeer, view: ShelfieView) -> None:
    """Take the marked tiles from the board, unless they were taken before."""
    if view.step == "PICK":
        await peer.act(actions.TakeShelfieTiles(cells=view.picked))


def _require_turn(peer: ShelfiePeer) -> ShelfieView:
    """Return the view of the match; raise Refused outside a match or the client's turn."""
    view = peer.view
    if view is None:
        raise Refused(replies.NOT_NOW)
    if view.turn != view.seat:
        raise Refused(replies.NOT_YOUR_TURN)
    return view


# --- all requests --------------------------------------------------------------------------------


class Command(NamedTuple):
    """One request; surplus arguments are ignored."""

    run: Callable[..., RequestCoroutine]
    arguments: int = 0
    result_name: str = ""
    """Name in the ``return`` message; empty: the name of the request."""


COMMANDS: dict[str, Command] = {
    "login": Command(lobby.login, 1),
    "createMatch": Command(lobby.create_match, 1),
    "join": Command(lobby.join, 1),
    "selectCell": Command(select_cell, 2),
    "deselectCards": Command(deselect_all),
    "confirmSelection": Command(confirm_selection),
    "sortHand": Command(sort_hand, 2),
    "insertInColumnCards": Command(insert, 1, "insertInColumn"),
    "insertInColumn": Command(insert, 1),
    "endTurn": Command(end_turn),
    "sendPublicMessage": Command(lobby.send_public_message, 1),
    "sendPrivateMessage": Command(lobby.send_private_message, 2),
    "changeMatchSeats": Command(lobby.change_seats, 1),
    "leaveMatch": Command(lobby.leave_match),
    "exitGame": Command(lobby.exit_game),
}


async def handle(peer: ShelfiePeer, text: str | None) -> None:
    """Handle one request (None: an unreadable one), then send changes and its result.

    An empty request is ignored. A refusal is sent as a text, if it has one, and as the result
    ``false``. Nothing is sent to a client that has left.
    """
    if text is not None and not text.strip():
        return
    name, *arguments = (text or "").split("|")
    name = name.strip()
    command = COMMANDS.get(name)
    is_done = False
    try:
        run, needed, _ = _require_command(peer, command, name, arguments)
        await run(peer, *arguments[:needed])
        is_done = True
    except Refused as refused:
        if refused.reason:
            peer.send_text(refused.reason)
    if not peer.has_left:
        peer.send_unsent(caused_by_client=True)
        peer.send(return_line(command.result_name or name if command else name, is_done))


def _require_command(
    peer: ShelfiePeer, command: Command | None, name: str, arguments: list[str]
) -> Command:
    """Return the command; raise Refused if it is unknown or lacks arguments.

    Also refused are any command but login before the login, and a second login.
    """
    if command is None:
        raise Refused(replies.UNKNOWN)
    if (name == "login") is bool(peer.name):
        raise Refused(replies.NOT_NOW if peer.name else replies.FIRST_LOGIN)
    if len(arguments) < command.arguments:
        raise Refused(replies.NOT_NOW)
    return command
