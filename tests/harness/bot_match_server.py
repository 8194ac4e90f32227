"""A server in the test's process for one match of bots over the memory transport, without time."""

from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import Any

from client.bots import Bot, BotPlayer, Create, Join, Plan, strategies_by_game
from games.registry import GAMES
from messages import ActionValid, Message
from messages.registry import AnyClientMessage
from server.delivery.hub import Hub
from server.handler import GameHandler
from server.limits import DEFAULT_LIMITS
from server.state import ServerState
from server.transports.memory import MemoryPeer
from tests.harness.handler import RecordingLogger, numbered_secrets


class BotMatchServer:
    """Runs one match of bots; counts and records the messages."""

    def __init__(self) -> None:
        state = ServerState(
            games=GAMES,
            limits=DEFAULT_LIMITS,
            secrets=numbered_secrets(),
            strategies=strategies_by_game(),
        )
        self.log = RecordingLogger()
        self.sent_counts: Counter[str] = Counter()
        self.accepted = 0
        self.received: list[Message] = []
        self._callbacks: deque[Callable[[], None]] = deque()
        self._hub = Hub(GameHandler(state, self.log), lambda: 0.0)

    def play(self, bots: Sequence[Bot], game: str, **options: Any) -> list[BotPlayer]:
        """Play one match to its end, and assert that no error was logged."""
        create = Create(game=game, players=len(bots), options=options)
        ways: list[Create | Join] = [create, *[Join(1)] * (len(bots) - 1)]
        players = [BotPlayer(b, Plan(room=way)) for b, way in zip(bots, ways, strict=True)]
        for player in players:
            MemoryPeer(self._hub, self._receiver(player), self._callbacks.append)
        while self._callbacks:
            self._callbacks.popleft()()
        assert self.log.errors == []
        return players

    def _receiver(self, player: BotPlayer) -> Callable[[Message], list[AnyClientMessage]]:
        def handle(message: Message) -> list[AnyClientMessage]:
            self.received.append(message)
            self.accepted += isinstance(message, ActionValid)
            replies = list(player.receive(message))
            self.sent_counts.update(type(reply).__name__ for reply in replies)
            return list(replies)

        return handle
