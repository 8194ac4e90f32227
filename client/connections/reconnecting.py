"""A connection that reconnects automatically.

It stores the token, the number of the last change and the unanswered messages. When the connection
is lost, it reconnects with exponential back-off and jitter, resumes the session and sends the
unanswered messages again with the same ids. The server answers a repeated id without a second
effect. Queries get new ids, because the answer to an old id may be out of date; the caller receives
their answers with the first id. It receives a ``ConnectionEvent`` instead of an error.

If the server no longer knows the session, for example after a restart, the caller opens a new one;
a spectator's request to watch a match is then repeated. After ``Quit``, after the server has
announced that it stops permanently, and after another client has resumed the session, there is no
reconnecting.
"""

import asyncio
import contextlib
import random
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import count

from msgspec import UNSET, structs

from client.connections.base import (
    QUERIES,
    Connection,
    ConnectionEvent,
    ConnectionLost,
    UntrustedServer,
)
from client.connections.target import Server, connect
from client.connections.text import NOT_RESTORED, SUPERSEDED
from messages import lobby, play
from messages.base import ClientMessage, ServerMessage
from messages.errors import ErrorCode
from messages.registry import GameView, UpdateMessage

FIRST_PAUSE_SECONDS = 0.2
MAX_PAUSE_SECONDS = 5.0
MAX_ATTEMPTS = 30
"""About two minutes: longer than the server keeps a seat, except after its restart."""

RESULT_MESSAGES = (play.YouWin, play.OtherPlayerWins, play.FinalScores)
"""Results of a match. The server repeats them after a resume, and they have no ``seq``."""


class ReconnectingConnection:
    """A connection that reconnects; ``opener`` opens each new connection after the first.

    It gives up after ``attempts`` failed attempts in a row.
    """

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
        self._max_attempts = attempts
        self._pause = pause
        self._ids = count(random.getrandbits(40) + 2**41)
        self._nickname = ""
        self._token = ""
        self._had_session = False
        """True once a session was opened; before that a lost connection is an error."""
        self._cursor = 0
        self._unanswered: dict[int, ClientMessage] = {}
        self._first_ids: dict[int, int] = {}
        """The first id of each unanswered query that was sent again, by its current id."""
        self._recent_results: list[ServerMessage] = []
        self._inbox: deque[ServerMessage | ConnectionEvent] = deque()
        self._watch_request: lobby.WatchMatch | None = None
        self._awaits_room_list = False
        """True while a new session is being opened, until the list of rooms arrives."""
        self._is_disconnected = False
        self._is_final = False
        """True if a lost connection is not restored, because one side has announced the end."""

    async def send(self, message: ClientMessage) -> None:
        """Send a message, with a new id if it has none, and store it until it is answered.

        While disconnected it is only stored; after Quit a lost connection is final. WatchMatch is
        also remembered and repeated after a reconnection, until the client leaves or joins a room.
        Raises ConnectionLost only before the first session.
        """
        if message.id is UNSET:
            message = structs.replace(message, id=next(self._ids))
        assert isinstance(message.id, int)
        self._unanswered[message.id] = message
        self._is_final = self._is_final or isinstance(message, play.Quit)
        if isinstance(message, lobby.WatchMatch | play.LeaveMatch | lobby.SelectMatch):
            self._watch_request = message if isinstance(message, lobby.WatchMatch) else None
        if self._is_disconnected:
            return
        try:
            await self._inner.send(message)
        except ConnectionLost:
            if not self._had_session:
                raise

    async def receive(self) -> ServerMessage | ConnectionEvent:
        """Return the next message or event; reconnect if the connection was lost.

        Results that the server repeats after a resume are skipped, and the answer to a repeated
        query has its first id. A new session may repeat the request to watch. Raises ConnectionLost
        if the connection is final, had no session, or could not be restored, and if another client
        has resumed the session.
        """
        while True:
            while not self._inbox:
                await (self._reconnect() if self._is_disconnected else self._read())
            received = self._inbox.popleft()
            if isinstance(received, ConnectionEvent):
                return received
            if received.reply_to in self._first_ids:
                received = self._restore_first_id(received)
            if received not in self._recent_results:
                self._record(received)
                await self._resume_watching(received)
                return received

    async def close(self) -> None:
        """Close the connection and do not reconnect."""
        self._is_final = True
        await self._inner.close()

    async def _read(self) -> None:
        """Add the next message to the inbox, or LOST if the connection ended and can be restored.

        In the second case the connection is closed. Raises ConnectionLost after a final message or
        before the first session.
        """
        try:
            self._inbox.append(await self._inner.receive())
        except ConnectionLost:
            if self._is_final or not self._had_session:
                raise
            await self._inner.close()
            self._is_disconnected = True
            self._inbox.append(ConnectionEvent.LOST)

    def _record(self, message: ServerMessage) -> None:
        """Store the parts of a message that a resume needs: token, cursor, results, answers.

        A message that announces the final stop also adds the event ENDED; a result ends watching.
        Raises ConnectionLost if another client has resumed the session.
        """
        if isinstance(message, play.Error) and message.error is ErrorCode.SUPERSEDED:
            self._is_final = True
            raise ConnectionLost(SUPERSEDED)
        if isinstance(message, lobby.SessionOpened):
            self._nickname, self._token = message.nickname, message.token
            self._had_session = True
        elif isinstance(message, UpdateMessage | GameView) and isinstance(message.seq, int):
            self._cursor = message.seq
            self._recent_results.clear()
        elif isinstance(message, play.GenericMessage) and message.final:
            self._is_final = True
            self._inbox.appendleft(ConnectionEvent.ENDED)
        elif isinstance(message, RESULT_MESSAGES):
            self._recent_results.append(message)
            self._watch_request = None
        if isinstance(message.reply_to, int):
            self._unanswered.pop(message.reply_to, None)

    def _restore_first_id(self, answer: ServerMessage) -> ServerMessage:
        """Return the answer to a query that was sent again as the answer to its first id.

        The query is no longer unanswered.
        """
        assert isinstance(answer.reply_to, int)
        del self._unanswered[answer.reply_to]
        return structs.replace(answer, reply_to=self._first_ids.pop(answer.reply_to))

    def _renew_queries(self) -> None:
        """Give all unanswered queries new ids, and remember the first ones; keep the order."""
        for old_id, message in list(self._unanswered.items()):
            del self._unanswered[old_id]
            new_id = next(self._ids) if isinstance(message, QUERIES) else old_id
            self._unanswered[new_id] = structs.replace(message, id=new_id)
            if new_id != old_id:
                self._first_ids[new_id] = self._first_ids.pop(old_id, old_id)

    async def _resume_watching(self, message: ServerMessage) -> None:
        """Repeat the request to watch when a new session receives its first list of rooms.

        Do nothing if no match was watched.
        """
        if self._awaits_room_list and isinstance(message, lobby.ChooseMatch):
            self._awaits_room_list = False
            if self._watch_request is not None:
                await self.send(structs.replace(self._watch_request, id=next(self._ids)))

    async def _reconnect(self) -> None:
        """Attempt to reconnect, with growing pauses, until an attempt succeeds.

        Raises ConnectionLost after too many attempts, after ``close``, and for another server with
        the same address, which must not be trusted.
        """
        delay_seconds = FIRST_PAUSE_SECONDS
        for _ in range(self._max_attempts):
            try:
                await self._attempt()
                return
            except ConnectionLost as error:
                self._is_final = self._is_final or isinstance(error, UntrustedServer)
                if self._is_final:
                    raise
                await self._pause(delay_seconds * random.uniform(0.5, 1.0))
                delay_seconds = min(2 * delay_seconds, MAX_PAUSE_SECONDS)
        self._is_final = True
        raise ConnectionLost(NOT_RESTORED)

    async def _attempt(self) -> None:
        """Connect, resume the session, add RESTORED and send the unanswered messages again.

        Without a token only connect and drop the unanswered messages. If the server does not know
        the session, add REFUSED instead, and the caller must open a new one. Raises ConnectionLost,
        also if the rate limit of the address is exceeded: the seat is not lost then.
        """
        self._inner = await self._opener()
        if not self._token:  # lost before a new session was opened: the server requests a nickname
            self._is_disconnected = False
            self._forget_unanswered()
            self._inbox.append(ConnectionEvent.RESTORED)
            return
        try:
            answer, early = await self._resume_session()
        except BaseException:
            await self._inner.close()
            raise
        self._is_disconnected = False
        if not isinstance(answer, lobby.SessionOpened):
            self._drop_session()
            return
        self._record(answer)  # first, because the next resume needs the new token
        self._inbox += [answer, ConnectionEvent.RESTORED, *early]
        self._renew_queries()
        with contextlib.suppress(ConnectionLost):  # the next read reports it
            for message in list(self._unanswered.values()):
                await self._inner.send(message)

    def _drop_session(self) -> None:
        """Forget the old session and its unanswered messages, because the server refused it.

        Adds REFUSED and RequestNickname to the inbox, so that the caller opens a new session. A
        watched match is requested again when the list of rooms arrives in the new session.
        """
        self._token, self._cursor, self._awaits_room_list = "", 0, True
        self._forget_unanswered()
        self._inbox += [ConnectionEvent.REFUSED, lobby.RequestNickname()]

    def _forget_unanswered(self) -> None:
        """Forget all messages that the server has not answered."""
        self._unanswered.clear()
        self._first_ids.clear()

    async def _resume_session(self) -> tuple[ServerMessage, list[ServerMessage]]:
        """Send Reconnect; return its answer and the messages that arrived before it.

        The greeting is left out. Other messages precede the answer only if it repeats an answer
        that was lost. Raises ConnectionLost, also for an answer with RATELIMITED.
        """
        message_id = next(self._ids)
        await self._inner.send(
            play.Reconnect(self._nickname, self._token, self._cursor, id=message_id)
        )
        early: list[ServerMessage] = []
        while True:
            message = await self._inner.receive()
            if message.reply_to == message_id:
                if isinstance(message, play.Error) and message.error is ErrorCode.RATELIMITED:
                    raise ConnectionLost(message.message)
                return message, early
            if not isinstance(message, lobby.RequestNickname):
                early.append(message)


async def connect_reconnecting(server: Server) -> ReconnectingConnection:
    """Connect to a server; the connection reconnects automatically from then on.

    Raises CannotConnect if the first attempt fails.
    """
    return ReconnectingConnection(partial(connect, server), await connect(server))
