"""A connection that stores the session of its client, and resumes a stored one.

When the client chooses a nickname with a stored session on this server, the session is resumed
instead. If the server no longer knows it, it is removed, and the nickname is chosen as usual.
"""

import random
from itertools import count

from msgspec import UNSET, structs

from client.connections.base import ConnectionEvent, NotifyingConnection
from client.connections.sessions import SessionStore, StoredSession
from client.connections.text import SEAT_GIVEN_UP
from messages import lobby, play
from messages.base import ClientMessage, ServerMessage


class RecordingConnection:
    """A connection to the server with this address, whose sessions are in the store."""

    def __init__(
        self, inner: NotifyingConnection, store: SessionStore, address: str, *, tls: bool = False
    ) -> None:
        self._inner = inner
        self._store = store
        self._address = address
        self._tls = tls
        self._ids = count(random.getrandbits(40) + 2**41)
        self._session: StoredSession | None = None
        """The stored session; None before it is opened and after its end."""
        self._replaced: lobby.ChooseNickname | None = None
        """The choice that was replaced by Reconnect, until that is answered."""
        self._first_ids: dict[int, int] = {}
        """The id of a choice that was sent again, by its new id."""
        self._is_disconnected = False
        """True while the inner connection reconnects, and a message is only stored by it."""

    async def send(self, message: ClientMessage) -> None:
        """Send a message; ChooseNickname becomes Reconnect if there is a stored session.

        After Quit the session is removed, but not while disconnected: Quit ends the program, so
        the server never receives it and keeps the seat. Raises ConnectionLost.
        """
        if isinstance(message, lobby.ChooseNickname):
            message = self._with_stored_token(message)
        try:
            await self._inner.send(message)
        finally:
            if isinstance(message, play.Quit) and not self._is_disconnected:
                self._remove()

    async def receive(self) -> ServerMessage | ConnectionEvent:
        """Return the next message or event after it was recorded. Raises ConnectionLost.

        If the server refuses a stored session, the session is removed and the nickname is chosen
        instead. If that session had a seat, a message that the seat was given up is returned first.
        REFUSED removes the session, too.
        """
        received = await self._inner.receive()
        if isinstance(received, ConnectionEvent):
            self._is_disconnected = received is ConnectionEvent.LOST
            if received is ConnectionEvent.REFUSED:
                self._remove()
            return received
        replaced = self._replaced
        if replaced is not None and received.reply_to == replaced.id:
            self._replaced = None
            if isinstance(received, play.Error):
                return await self._choose_nickname(replaced)
        self._record(received)
        if isinstance(received.reply_to, int) and received.reply_to in self._first_ids:
            received = structs.replace(received, reply_to=self._first_ids.pop(received.reply_to))
        return received

    async def close(self) -> None:
        """Close the connection; the session stays stored."""
        await self._inner.close()

    def _with_stored_token(self, message: lobby.ChooseNickname) -> ClientMessage:
        """Return Reconnect for a nickname with a stored session, otherwise the message.

        The replaced message is kept until Reconnect is answered. Nothing is replaced if a session
        is open already. The token of a session with TLS is never sent without it.
        """
        session = self._store.maybe_find(self._address, message.nickname)
        if session is None or self._session is not None or session.tls > self._tls:
            return message
        if message.id is UNSET:
            message = structs.replace(message, id=next(self._ids))
        self._session, self._replaced = session, message
        return play.Reconnect(session.nickname, session.token, 0, id=message.id)

    async def _choose_nickname(
        self, message: lobby.ChooseNickname
    ) -> ServerMessage | ConnectionEvent:
        """Remove the refused session and choose the nickname with a new id.

        Return a message that the seat was given up, or the next message if the session had no seat.
        Raises ConnectionLost.
        """
        had_seat = self._session is not None and self._session.game
        self._remove()
        new_id = next(self._ids)
        assert isinstance(message.id, int)
        self._first_ids[new_id] = message.id
        await self._inner.send(structs.replace(message, id=new_id))
        return play.GenericMessage(SEAT_GIVEN_UP) if had_seat else await self.receive()

    def _record(self, received: ServerMessage) -> None:
        """Store a new token, the table of the player, or that the player has left it.

        Other messages are ignored.
        """
        match received:
            case lobby.SessionOpened():
                self._on_opened(received)
            case lobby.RoomUpdate():
                self._set_table(received.room.game, received.room.players)
            case lobby.PlayersInfo():
                self._set_table(received.game, received.player_nicknames)
            case lobby.ChooseMatch() | play.FinalScores():
                self._set_table("", ())

    def _on_opened(self, message: lobby.SessionOpened) -> None:
        """Store a new token at once: the next start needs it, whatever happens to this process."""
        if self._session is None:
            self._session = StoredSession(
                self._address, message.nickname, message.token, tls=self._tls
            )
        else:
            self._session = structs.replace(self._session, token=message.token)
        self._store.save(self._session)

    def _set_table(self, game: str, players: tuple[str, ...]) -> None:
        """Store the table of the player, or that there is none; a spectator has none.

        The file is changed only if the table is new and the file still has this token.
        """
        session = self._session
        if session is None:
            return
        if session.nickname not in players:
            game, players = "", ()
        if (session.game, session.players) != (game, players):
            self._session = structs.replace(session, game=game, players=players)
            self._store.save(self._session, before=session.token)

    def _remove(self) -> None:
        """Forget the session and remove it from the file, if there is one."""
        if self._session is not None:
            self._store.remove(self._session)
            self._session = None
