"""The players of a chaos run: bots that reconnect, record answered actions and check their mirrors.

A client requests its view after each reconnect and compares it with its mirror, which contains all
changes that were received before the answer. The view may be ahead of the mirror only if the
connection is lost: the last answers over Pyro5 are delivered although the pushes before them are
lost.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count
from random import Random

from client.bots import BotPlayer, Plan, RandomBot
from client.bots.plan import RoomChoice
from client.connections import Connection, ConnectionEvent, ConnectionLost
from client.connections.reconnecting import ReconnectingConnection
from messages import Error, ErrorCode, Message, RequestView
from messages.registry import GameView, UpdateMessage
from tests.harness.answered_actions import ACTIONS, AnsweredActions

ATTEMPTS = 10_000
"""Failed attempts to reconnect before a client gives up; there is no reason to."""
RECENT = 15
"""Number of last messages and events in a report."""
MAX_TEXT = 200
"""Number of characters of a message in a report."""
FIRST_VIEW_ID = 1 << 40
"""First id of requests for a view; the bot counts from 1."""
RETRIED = (ErrorCode.NOTSAVED,)
"""Errors after which a client starts again with a new session, because its bot gave up."""


@dataclass
class SharedResults:
    """The counts and problems of all clients of a run."""

    actions: AnsweredActions = field(default_factory=AnsweredActions)
    problems: list[str] = field(default_factory=list)
    errors: Counter[ErrorCode] = field(default_factory=Counter)
    reconnects: int = 0
    compared_views: int = 0
    matches: int = 0


class ChaosClient:
    """One client, which plays matches one after the other until it is cancelled."""

    def __init__(
        self,
        name: str,
        opener: Callable[[], Awaitable[Connection]],
        room: RoomChoice,
        pause_seconds: float,
        results: SharedResults,
    ) -> None:
        self.name = name
        self._opener, self._room, self._results = opener, room, results
        self._pause_seconds = pause_seconds
        self._rng = Random(name)
        self._connection: ReconnectingConnection | None = None
        self._player = BotPlayer(RandomBot(), Plan())
        self._view_ids = count(FIRST_VIEW_ID)
        self._requested_views: set[object] = set()
        self._sessions = 0
        self._recent: deque[str] = deque(maxlen=RECENT)
        self._has_gap = False
        """True if a view was ahead of the mirror; no change may follow on the same connection."""

    @property
    def has_room(self) -> bool:
        """True in a room, before and during a match."""
        return self._player.model.phase in ("room", "playing")

    @property
    def is_playing(self) -> bool:
        """True during a match."""
        model = self._player.model
        return model.phase == "playing" and model.view is not None and model.result is None

    @property
    def position(self) -> tuple[int, int, int]:
        """A value that changes with each change of a match, each match and each new session."""
        return self._sessions, len(self._player.outcomes), self._player.model.seq

    @property
    def waits_for_view(self) -> bool:
        """True if a requested view has not been received yet."""
        return bool(self._requested_views)

    async def run(self) -> None:
        """Play until cancelled; start a new session if the bot gives up for a known reason."""
        while True:
            self._sessions += 1
            connection = ReconnectingConnection(
                self._opener, await self._open(), attempts=ATTEMPTS, pause=_short_pause
            )
            self._connection = connection
            try:
                await self._play(connection)
            except ConnectionLost as error:
                if self._player.model.nickname:
                    self._results.problems.append(f"{self.describe()} was not restored: {error}")
            finally:
                self._connection = None
                self._requested_views.clear()
                await connection.close()

    async def request_view(self) -> None:
        """Request the view of a match in progress, to compare it with the mirror."""
        if self._connection is not None and self.is_playing:
            request = RequestView(id=next(self._view_ids))
            self._requested_views.add(request.id)
            self._recent.append(f"> {request}")
            await self._connection.send(request)

    def describe(self) -> str:
        """Return the state of this client for reports."""
        model = self._player.model
        return (
            f"{self.name} as {model.nickname!r}: {model.phase}, seq {model.seq}, turn "
            f"{model.turn!r}, last messages:\n    " + "\n    ".join(self._recent)
        )

    async def _open(self) -> Connection:
        """Connect; try again until it works."""
        while True:
            try:
                return await self._opener()
            except ConnectionLost:
                await _short_pause(1.0)

    async def _play(self, connection: ReconnectingConnection) -> None:
        nickname = f"{self.name}-s{self._sessions}"
        plan = Plan(nickname=nickname, room=self._room, matches=1_000_000)
        self._player = player = BotPlayer(RandomBot(self._rng.getrandbits(32)), plan)
        while not player.done:
            message = await connection.receive()
            self._recent.append(f"< {message}"[:MAX_TEXT])
            if isinstance(message, ConnectionEvent):
                await self._handle_event(message)
                continue
            self._check(message)
            outcomes = len(player.outcomes)
            for reply in player.receive(message):
                if isinstance(reply, ACTIONS):
                    await asyncio.sleep(self._pause_seconds * self._rng.random())
                self._recent.append(f"> {reply}"[:MAX_TEXT])
                self._results.actions.add_sent(player.model.nickname, reply)
                await connection.send(reply)
            self._results.matches += len(player.outcomes) - outcomes
        error = player.model.error
        if error is None or error.error not in RETRIED:
            self._results.problems.append(f"{self.describe()} gave up: {player.failure}")

    async def _handle_event(self, event: ConnectionEvent) -> None:
        if event is ConnectionEvent.LOST:
            self._has_gap = False
        elif event is ConnectionEvent.REFUSED:
            self._requested_views.clear()
        elif event is ConnectionEvent.RESTORED:
            self._results.reconnects += 1
            await self.request_view()

    def _check(self, message: Message) -> None:
        """Record an answered action or an error; compare a requested view with the mirror."""
        model = self._player.model
        self._results.actions.add_received(model.nickname, message)
        if isinstance(message, Error):
            self._results.errors[message.error] += 1
        elif isinstance(message, UpdateMessage) and self._has_gap:
            self._results.problems.append(f"{self.describe()}: changes before a view were lost")
        reply_to = getattr(message, "reply_to", None)
        if reply_to not in self._requested_views:
            return
        self._requested_views.remove(reply_to)
        if isinstance(message, GameView):
            self._results.compared_views += 1
            if isinstance(message.seq, int) and message.seq > model.seq:
                self._has_gap = True
            elif (message.seq, message.view) != (model.seq, model.view):
                text = f"the view at {message.seq} differs from the mirror"
                self._results.problems.append(f"{self.describe()}: {text}")


async def _short_pause(seconds: float) -> None:
    """Sleep for a quarter of the pause, to reconnect quickly."""
    await asyncio.sleep(seconds / 4)
