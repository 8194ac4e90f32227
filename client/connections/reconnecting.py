"""A connection that comes back by itself.

It remembers the token, the number of the last change and the commands that have no answer yet. When
the connection is lost it tries again with growing, jittered pauses, takes the seat back and says
the unanswered commands again under the same numbers; the server answers a repeated number without
doing anything twice. The caller gets a notice, not an error. Who watched a match and is not known
to the server any more, because that was started again, asks to watch it once more. A server that
says that it ends for good is not waited for.
"""

import asyncio
import contextlib
import random
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import count

from msgspec import UNSET, structs

from client.connections.base import Connection, ConnectionLost
from client.connections.target import Server, connect
from client.connections.text import BACK, GONE, LOST, NOT_BACK
from messages.base import ClientMessage, ServerMessage
from messages.lobby import ChooseMatch, RequestNickname, SelectMatch, SessionOpened, WatchMatch
from messages.play import (
    FinalScores,
    GenericMessage,
    LeaveMatch,
    OtherPlayerWins,
    Quit,
    Reconnect,
    YouWin,
)
from messages.registry import GameView, UpdateMessage

FIRST_PAUSE = 0.2
LONGEST_PAUSE = 5.0
ATTEMPTS = 30
"""About two minutes: longer than a seat waits, except after a restart of the server."""

LAST_WORDS = (YouWin, OtherPlayerWins, FinalScores)
"""How a match ended: said again to one who comes back, for it has no numbers of its own."""


class ReconnectingConnection:
    """``opener`` makes a new connection each time one is needed."""

    def __init__(
        self,
        opener: Callable[[], Awaitable[Connection]],
        first: Connection,
        *,
        attempts: int = ATTEMPTS,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._opener = opener
        self._inner = first
        self._attempts = attempts
        self._pause = pause
        self._ids = count(random.getrandbits(40) + 2**41)
        self._nickname = ""
        self._token = ""
        self._welcome = False
        """Whether there was a session once: from then on it is worth while to come back."""
        self._cursor = 0
        self._unanswered: dict[int, ClientMessage] = {}
        self._last_words: list[ServerMessage] = []
        self._inbox: deque[ServerMessage] = deque()
        self._watched: WatchMatch | None = None
        self._anew = False
        """Whether the conversation began anew and is not back at the list of matches yet."""
        self._away = False
        self._over = False

    async def send(self, message: ClientMessage) -> None:
        """See Connection. While the connection is away the message waits."""
        if message.id is UNSET:
            message = structs.replace(message, id=next(self._ids))
        assert isinstance(message.id, int)
        self._unanswered[message.id] = message
        self._over = self._over or isinstance(message, Quit)
        if isinstance(message, WatchMatch | LeaveMatch | SelectMatch):
            self._watched = message if isinstance(message, WatchMatch) else None
        if self._away:
            return
        try:
            await self._inner.send(message)
        except ConnectionLost:
            if not self._welcome:
                raise

    async def receive(self) -> ServerMessage:
        """See Connection. A notice comes when the connection is lost and when it is back."""
        while True:
            while not self._inbox:
                await (self._come_back() if self._away else self._read())
            message = self._inbox.popleft()
            if message not in self._last_words:
                self._note(message)
                await self._watch_again(message)
                return message

    async def _watch_again(self, message: ServerMessage) -> None:
        if self._anew and isinstance(message, ChooseMatch):
            self._anew = False
            if self._watched is not None:
                await self.send(structs.replace(self._watched, id=next(self._ids)))

    async def close(self) -> None:
        """See Connection."""
        self._over = True
        await self._inner.close()

    async def _read(self) -> None:
        try:
            self._inbox.append(await self._inner.receive())
        except ConnectionLost:
            if self._over or not self._welcome:
                raise
            await self._inner.close()
            self._away = True
            self._inbox.append(GenericMessage(LOST))

    def _note(self, message: ServerMessage) -> None:
        if isinstance(message, SessionOpened):
            self._nickname, self._token = message.nickname, message.token
            self._welcome = True
        elif isinstance(message, UpdateMessage | GameView) and isinstance(message.seq, int):
            self._cursor = message.seq
            self._last_words.clear()
        elif isinstance(message, GenericMessage):
            self._over = self._over or message.final
        elif isinstance(message, LAST_WORDS):
            self._last_words.append(message)
            self._watched = None
        if isinstance(message.reply_to, int):
            self._unanswered.pop(message.reply_to, None)

    async def _come_back(self) -> None:
        """Try until the seat is taken back, then say again what has no answer."""
        wait = FIRST_PAUSE
        for _ in range(self._attempts):
            try:
                await self._try()
                return
            except ConnectionLost:
                if self._over:
                    raise
                await self._pause(wait * random.uniform(0.5, 1.0))
                wait = min(2 * wait, LONGEST_PAUSE)
        self._over = True
        raise ConnectionLost(NOT_BACK)

    async def _try(self) -> None:
        self._inner = await self._opener()
        if not self._token:  # lost again before there was a new session: the server asks anew
            self._away = False
            self._unanswered.clear()
            self._inbox.append(GenericMessage(BACK))
            return
        try:
            answer, early = await self._reclaim()
        except BaseException:
            await self._inner.close()
            raise
        self._away = False
        if not isinstance(answer, SessionOpened):
            self._start_over()
            return
        self._note(answer)  # should this connection break too, the new token is the one to use
        self._inbox += [answer, GenericMessage(BACK), *early]
        with contextlib.suppress(ConnectionLost):  # then the next reading finds out
            for message in list(self._unanswered.values()):
                await self._inner.send(message)

    def _start_over(self) -> None:
        """The seat is gone, and the name with it: the conversation begins anew."""
        self._token, self._cursor, self._anew = "", 0, True
        self._unanswered.clear()
        self._inbox += [GenericMessage(GONE), RequestNickname()]

    async def _reclaim(self) -> tuple[ServerMessage, list[ServerMessage]]:
        """Say Reconnect and wait for its answer; the second value is what came before it.

        That is the greeting, and more only where the first answer was lost on the way and this one
        is its repetition.
        """
        number = next(self._ids)
        await self._inner.send(Reconnect(self._nickname, self._token, self._cursor, id=number))
        early: list[ServerMessage] = []
        while True:
            message = await self._inner.receive()
            if message.reply_to == number:
                return message, early
            if not isinstance(message, RequestNickname):
                early.append(message)


async def connect_reconnecting(server: Server) -> ReconnectingConnection:
    """A lasting connection to this address; the first one must succeed."""
    return ReconnectingConnection(partial(connect, server), await connect(server))
