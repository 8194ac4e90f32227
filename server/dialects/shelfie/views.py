"""My Shelfie's dialect: build the JSON of match views and server views (B.6).

Match views are made from the client's own view only, so they cannot contain secrets: before the end
of the match the personal goals and hidden points of other players are 0.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.shelfie.scoring import PERSONAL_GOALS, personal_points
from games.shelfie.shelf import shelf_rows
from games.shelfie.state import NOBODY, State
from games.shelfie.tiles import parse_tiles
from messages.shelfie.actions import ShelfieGoal
from messages.shelfie.table import ShelfieResult, ShelfieView
from server.dialects.base import MAX_LISTED, public_rooms
from server.rooms.room import Room
from server.state import ServerState

ITEM_CODES = {
    "C": "__Cats__1.1",
    "B": "_Books__1.1",
    "G": "_Games__1.1",
    "F": "_Frames_1.1",
    "T": "Trophies1.1",
    "P": "_Plants_1.1",
}
GOAL_NAMES: dict[ShelfieGoal, str] = {
    "PAIRS": "CommonGoal6Group",
    "FOURS": "CommonGoal4Group",
    "CORNERS": "CommonGoalCorner",
    "SQUARES": "CommonGoalSquare",
    "COLS3": "CommonGoal3Column",
    "EIGHT": "CommonGoal8Tiles",
    "DIAG": "CommonGoalDiagonal",
    "ROWS3": "CommonGoal4Lines",
    "COLS6": "CommonGoal2Columns",
    "ROWS5": "CommonGoal2Lines",
    "X": "CommonGoalXShape",
    "STAIRS": "CommonGoalStairs",
}
CARD_NUMBERS = {shelf_rows(card): number for number, card in enumerate(PERSONAL_GOALS, start=1)}


class RoomInfo(NamedTuple):
    """The parts of a match view that do not come from the view of the game."""

    number: int
    host: str
    seats: int
    names: tuple[str, ...]
    chat: Sequence[str]


def to_json(data: object) -> str:
    """Return compact JSON, with ``/`` for ``|``, which separates arguments."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("|", "/")


# --- the match ----------------------------------------------------------------------------------


def match_view(view: ShelfieView, room: RoomInfo) -> str:
    """Return the JSON of ``virtualView``; hidden parts are as in the client's own view."""
    names = room.names
    return to_json(
        {
            "matchID": room.number,
            "admin": room.host,
            "maxSeats": room.seats,
            "players": names,
            "currentPlayer": "" if view.turn is None else names[view.turn],
            "board": _board_codes(view),
            "currentPlayerHand": item_codes(tiles_in_hand(view)),
            "shelves": [[_row_codes(row) for row in player.shelf] for player in view.players],
            "scores": _scores(view),
            "hiddenPoints": _personal_goal_points(view),
            "personalGoals": _personal_goals(view),
            "commonGoals": [GOAL_NAMES[goal] for goal in view.goals],
            "commonGoalScores": [stack[0] if stack else 0 for stack in view.stacks],
            "endGameToken": not any(player.end_token for player in view.players),
            "publicChat": list(room.chat),
            "gameResults": _result_rows(view, names),
        }
    )


def tiles_in_hand(view: ShelfieView) -> str:
    """Return the taken tiles, or else the marked ones, in the order of insertion."""
    return view.hand or "".join(view.board[cell // 10][cell % 10] for cell in view.picked)


def item_codes(tiles: str) -> list[str]:
    """Return the code of each tile on the wire; a tile must not be empty."""
    return [ITEM_CODES[tile] for tile in tiles]


def _row_codes(row: str) -> list[str | None]:
    """Return the code of each tile of a row; None for an empty or missing cell."""
    return [ITEM_CODES.get(tile) for tile in row]


def _board_codes(view: ShelfieView) -> list[list[str | None]]:
    """Return the codes of the board; during PICK, marked tiles are prefixed with ``>``."""
    rows = [_row_codes(row) for row in view.board]
    for cell in view.picked if view.step == "PICK" else ():
        row, column = divmod(cell, 10)
        rows[row][column] = f">{rows[row][column]}"
    return rows


def _scores(view: ShelfieView) -> list[int]:
    """Return the points of the tokens of each player; after the end of the match the totals."""
    if view.results:
        return [result.total for result in view.results]
    return [sum(player.tokens) + player.end_token for player in view.players]


def _personal_goal_points(view: ShelfieView) -> list[int]:
    """Return the points of each personal goal; before the end 0 for all but the client's own."""
    if view.results:
        return [result.personal for result in view.results]
    points = [0] * len(view.players)
    if view.seat is not None:
        card = CARD_NUMBERS[view.personal] - 1
        shelf = parse_tiles("".join(view.players[view.seat].shelf))
        points[view.seat] = personal_points(card, shelf)
    return points


def _personal_goals(view: ShelfieView) -> list[int]:
    """Return the number of each personal goal, 0 if hidden; all are known at the end."""
    if view.results:
        return [CARD_NUMBERS[result.goal] for result in view.results]
    goals = [0] * len(view.players)
    if view.seat is not None:
        goals[view.seat] = CARD_NUMBERS[view.personal]
    return goals


def _result_rows(view: ShelfieView, names: Sequence[str]) -> list[list[str | None]]:
    """Return one row per player and one for the winner; rows of None before the end."""
    if not view.results:
        return [[None] * 6 for _ in range(len(names) + 1)]
    rows: list[list[str | None]] = [
        [name, *map(str, (r.common, r.personal, r.adjacency)), *_end_columns(r)]
        for name, r in zip(names, view.results, strict=True)
    ]
    winner = names[view.winners[0]] if view.winners else None
    return [*rows, [winner, *[None] * 5]]


def _end_columns(result: ShelfieResult) -> list[str | None]:
    """Return the last two columns of a result: the end token, or None without it, and the total."""
    return ["1" if result.end else None, str(result.total)]


# --- the server ---------------------------------------------------------------------------------


def server_view(state: ServerState, name: str, chats: Mapping[str, Sequence[str]]) -> str:
    """Return the JSON of ``serverVirtualView`` for the client with this name.

    It has at most ``MAX_LISTED`` rooms and as many players. ``chats`` are the private chats by the
    name of the other person; without any, their fields are omitted.
    """
    data: dict[str, Any] = {
        "virtualMatchList": [
            _room_row(room) for room in public_rooms(state, "shelfie")[:MAX_LISTED]
        ],
        "virtualOnlinePlayers": _online_rows(state),
    }
    if chats:
        data["virtualPrivateChats"] = [list(lines) for lines in chats.values()]
        data["virtualChatMap"] = [
            ["@".join(sorted((name, other))), index] for index, other in enumerate(chats)
        ]
    return to_json(data)


def maybe_public_room(state: ServerState, number: int) -> Room | None:
    """Return the public My Shelfie room with this number; None if there is none."""
    rooms = public_rooms(state, "shelfie")
    return next((room for room in rooms if room.number == number), None)


def _room_row(room: Room) -> list[str]:
    """Return a room as texts: number, status, players present, seats."""
    players = [str(len(room.members)), str(room.setup.number_of_players)]
    return [str(room.number), _room_status(room), *players]


def _room_status(room: Room) -> str:
    """Return the status of a room on the wire; a full open room is Ready."""
    if room.match is None:
        return "WaitingPlayers" if not room.is_full else "Ready"
    if room.suspended_since is not None:
        return "Pause"
    state = room.match.state
    is_last_round = isinstance(state, State) and state.filler != NOBODY
    return "LastRound" if is_last_round else "GameGoing"


def _online_rows(state: ServerState) -> list[list[str]]:
    """Return name and status of the first ``MAX_LISTED`` sessions, of all games and transports.

    Computer players are included. The status is Suspended without a connection, GameMember in a
    room, otherwise Online.
    """
    people = list(state.sessions.values())[:MAX_LISTED]
    return [
        [s.name, "Suspended" if s.peer is None else "GameMember" if s.room else "Online"]
        for s in people
    ]
