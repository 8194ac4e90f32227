"""A guest of Codex Naturalis' dialect without a connection: what is said is kept."""

import json
from typing import Any

from games.codex import CODEX
from games.codex.state import State
from games.registry import GAMES
from messages import Message, PlayersInfo
from messages.base import Change
from messages.registry import GameView, UpdateMessage
from server.delivery.hub import Hub
from server.dialects.codex.peer import CodexGuest, CodexHouse
from server.handler import GameHandler
from server.limits import Limits
from server.state import ServerState
from tests.harness.handler import numbered_secrets


class Lonely:
    """The guest, and the lines it was told since the last look."""

    def __init__(self) -> None:
        lobby = ServerState(GAMES, Limits(), numbered_secrets())
        self._lines: list[bytes] = []
        house = CodexHouse(Hub(GameHandler(lobby), lambda: 0.0))
        self.guest = CodexGuest(house, self._lines.append, lambda *_: None, lambda: None)
        self.guest.name = "ada"

    def lines(self) -> list[dict[str, Any]]:
        found = [json.loads(line) for line in self._lines]
        self._lines.clear()
        return found

    def kinds(self) -> list[str]:
        return [line["networkType"] for line in self.lines()]


def beginning(state: State, seat: int = 0) -> list[Message]:
    """What the server says when a game begins for a seat."""
    names = ("ada", "bob", "eve", "fay")[: len(state.hands)]
    return [PlayersInfo(names, len(names)), GameView(CODEX.view(state, seat))]


def update(change: Change) -> UpdateMessage:
    return UpdateMessage(change)
