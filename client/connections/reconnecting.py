"""A connection that reconnects by itself.

It remembers the token, the number of the last change and the commands without an answer. When the
connection is lost it tries again with growing, jittered pauses, resumes the session and sends the
unanswered commands again under the same ids; the server answers a repeated id without a second
effect. The caller receives a ``ConnectionEvent``, not an error. A spectator whom the server no
longer knows, because it was restarted, asks to watch the match again. A server that announces that
it stops for good is not waited for.
"""

import asyncio
import contextlib
import random
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import count

from msgspec import UNSET, structs

from client.connections.base import Connection, ConnectionEvent, ConnectionLost
from client.connections.target import Server, connect
from client.connections.text import NOT_RESTORED
from messages import lobby, play
from messages.base import ClientMessage, ServerMessage
from messages.registry import GameView, UpdateMessage

FIRST_PAUSE_SECONDS = 0.2
MAX_PAUSE_SECONDS = 5.0
MAX_ATTEMPTS = 30
"""About two minutes: longer than a seat waits, except after a restart of the server."""

RESULT_MESSAGES = (play.YouWin, play.OtherPlayerWins, play.FinalScores)
"""How a match ended: the server repeats these after a resume, and they have no numbers."""


class ReconnectingConnection:
    """``opener`` makes a new connection each time one is needed."""

    def __init__(
        self,
        opener: Callable[[], Awaitable[Connection]],
        first: Connection,
        *,
        attempts: int = MAX_ATTEMPTS,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._opener = opener
        self._inner = first
        self._attempts = attempts
        self._pause = pause
        self._ids = count(random.getrandbits(40) + 2**41)
        self._nickname = ""
        self._token = ""
        self._had_session = False
        """Without a session there is nothing to come back to, and a loss is an error."""
        self._cursor = 0
        self._unanswered: dict[int, ClientMessage] = {}
        self._results: list[ServerMessage] = []
        self._inbox: deque[ServerMessage | ConnectionEvent] = deque()
        self._watched: lobby.WatchMatch | None = None
        self._restarted = False
        """Whether a new session is being opened and the list of matches has not come yet."""
        self._disconnected = False
        self._final = False
        """Whether the next loss is the end: goodbye was said, here or by the server."""

    async def send(self, message: ClientMessage) -> None:
        """See Connection. While the connection is lost the message waits."""
        if message.id is UNSET:
            message = structs.replace(message, id=next(self._ids))
        assert isinstance(message.id, int)
        self._unanswered[message.id] = message
        self._final = self._final or isinstance(message, play.Quit)
        if isinstance(message, lobby.WatchMatch | play.LeaveMatch | lobby.SelectMatch):
            self._watched = message if isinstance(message, lobby.WatchMatch) else None
        if self._disconnected:
            return
        try:
            await self._inner.send(message)
        except ConnectionLost:
            if not self._had_session:
                raise

    async def receive(self) -> ServerMessage | ConnectionEvent:
        """See NotifyingConnection. Raises ConnectionLost after the end, or when giving up."""
        while True:
            while not self._inbox:
                await (self._reconnect() if self._disconnected else self._read())
            received = self._inbox.popleft()
            if isinstance(received, ConnectionEvent):
                return received
            if received not in self._results:
                self._record(received)
                await self._watch_again(received)
                return received

    async def close(self) -> None:
        self._final = True
        await self._inner.close()

    async def _read(self) -> None:
        try:
            self._inbox.append(await self._inner.receive())
        except ConnectionLost:
            if self._final or not self._had_session:
                raise
            await self._inner.close()
            self._disconnected = True
            self._inbox.append(ConnectionEvent.LOST)

    def _record(self, message: ServerMessage) -> None:
        if isinstance(message, lobby.SessionOpened):
            self._nickname, self._token = message.nickname, message.token
            self._had_session = True
        elif isinstance(message, UpdateMessage | GameView) and isinstance(message.seq, int):
            self._cursor = message.seq
            self._results.clear()
        elif isinstance(message, play.GenericMessage) and message.final:
            self._final = True
            self._inbox.appendleft(ConnectionEvent.ENDED)
        elif isinstance(message, RESULT_MESSAGES):
            self._results.append(message)
            self._watched = None
        if isinstance(message.reply_to, int):
            self._unanswered.pop(message.reply_to, None)

    async def _watch_again(self, message: ServerMessage) -> None:
        if self._restarted and isinstance(message, lobby.ChooseMatch):
            self._restarted = False
            if self._watched is not None:
                await self.send(structs.replace(self._watched, id=next(self._ids)))

    async def _reconnect(self) -> None:
        """Try until the server answers; raise ConnectionLost when giving up."""
        wait = FIRST_PAUSE_SECONDS
        for _ in range(self._attempts):
            try:
                await self._attempt()
                return
            except ConnectionLost:
                if self._final:
                    raise
                await self._pause(wait * random.uniform(0.5, 1.0))
                wait = min(2 * wait, MAX_PAUSE_SECONDS)
        self._final = True
        raise ConnectionLost(NOT_RESTORED)

    async def _attempt(self) -> None:
        self._inner = await self._opener()
        if not self._token:  # lost again before there was a new session: the server asks anew
            self._disconnected = False
            self._unanswered.clear()
            self._inbox.append(ConnectionEvent.RESTORED)
            return
        try:
            answer, early = await self._resume_session()
        except BaseException:
            await self._inner.close()
            raise
        self._disconnected = False
        if not isinstance(answer, lobby.SessionOpened):
            self._start_over()
            return
        self._record(answer)  # if this connection breaks too, the new token is the one to use
        self._inbox += [answer, ConnectionEvent.RESTORED, *early]
        with contextlib.suppress(ConnectionLost):  # the next read reports it
            for message in list(self._unanswered.values()):
                await self._inner.send(message)

    def _start_over(self) -> None:
        """The session is gone, and with it the seat and the name."""
        self._token, self._cursor, self._restarted = "", 0, True
        self._unanswered.clear()
        self._inbox += [ConnectionEvent.REFUSED, lobby.RequestNickname()]

    async def _resume_session(self) -> tuple[ServerMessage, list[ServerMessage]]:
        """Send Reconnect and wait for its answer; the second value is what came before it.

        That is the greeting, and more only if the first answer was lost on the way and this one is
        its repetition.
        """
        number = next(self._ids)
        await self._inner.send(play.Reconnect(self._nickname, self._token, self._cursor, id=number))
        early: list[ServerMessage] = []
        while True:
            message = await self._inner.receive()
            if message.reply_to == number:
                return message, early
            if not isinstance(message, lobby.RequestNickname):
                early.append(message)


async def connect_reconnecting(server: Server) -> ReconnectingConnection:
    """Connect to this address, and reconnect from then on; the first connection must succeed."""
    return ReconnectingConnection(partial(connect, server), await connect(server))
