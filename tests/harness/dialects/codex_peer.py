"""A peer of the Codex dialect without a connection; its written lines are recorded."""

import json
from collections.abc import Iterable
from typing import Any

from games.codex import CODEX as GAME
from games.codex.state import State
from games.registry import GAMES
from messages import Message, PlayersInfo
from messages.base import Change
from messages.registry import GameView, UpdateMessage
from server.delivery.hub import Hub
from server.dialects.codex import CODEX
from server.dialects.codex.events import on_event_end
from server.dialects.codex.peer import CodexPeer, CodexShared
from server.dialects.settings import ReturnSettings
from server.handler import GameHandler
from server.limits import Limits
from server.state import ServerState
from tests.harness.handler import numbered_secrets


class CodexPeerHarness:
    """A peer and its wire, with the lines written since the last call of ``lines``."""

    address, port, closing, is_congested = "", 0, False, False

    def __init__(self) -> None:
        server_state = ServerState(games=GAMES, limits=Limits(), secrets=numbered_secrets())
        self._lines: list[bytes] = []
        hub = Hub(GameHandler(server_state), lambda: 0.0)
        self.peer = CodexPeer(
            CodexShared(CODEX, hub, Limits(), ReturnSettings(), lambda: 0.0), self
        )
        self.peer.name = "ada"

    def write(self, data: bytes) -> None:
        self._lines.append(data)

    def pause_reading(self, on: bool) -> None:
        pass

    def request_turn(self) -> None:
        pass

    def close(self) -> None:
        self.closing = True

    def receive(self, event: Iterable[Message]) -> None:
        """Pass the messages of one server event to the peer."""
        self.peer.event += event
        on_event_end(self.peer)

    def lines(self) -> list[dict[str, Any]]:
        """Return the decoded lines written since the last call, and clear them."""
        lines = [json.loads(line) for line in self._lines]
        self._lines.clear()
        return lines

    def kinds(self) -> list[str]:
        """Return the types of the lines written since the last call."""
        return [line["networkType"] for line in self.lines()]


def start_messages(state: State, seat: int = 0) -> list[Message]:
    """Return the messages that a seat receives at the start of a match."""
    names = ("ada", "bob", "eve", "fay")[: len(state.hands)]
    return [PlayersInfo(names, len(names)), GameView(GAME.view(state, seat))]


def update(change: Change) -> UpdateMessage:
    return UpdateMessage(change)
