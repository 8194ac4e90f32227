"""What guests say between games: a name once, then a table for two, wizards, and the opening.

The first guest of a table is always the host. Tables with an odd number play in expert mode.
"""

from collections.abc import Callable

import msgspec

from benchmarks.load import Load, ScriptedConnection, Table
from benchmarks.scripts import WIZARDS, Book, Script, fingerprint, nickname
from messages import (
    ChooseNickname,
    ChooseWizard,
    Error,
    RoomUpdate,
    SelectMatch,
    SelectModeAndPlayers,
)
from messages.codec import encode
from messages.eriantys.actions import MatchCreated
from messages.framing import MAX_SERVER_FRAME, FrameDecoder, frame
from messages.registry import AnyClientMessage
from tests.harness.processes import Worker


class Envelope(msgspec.Struct):
    """As much of a message as says what to do with it."""

    type: str


_envelopes = msgspec.msgpack.Decoder(Envelope)
_created = msgspec.msgpack.Decoder(MatchCreated)
_errors = msgspec.msgpack.Decoder(Error)
_rooms = msgspec.msgpack.Decoder(RoomUpdate)


class LobbyDialogue:
    """One guest's part in the lobby; its Guest is given back to counting when a game begins."""

    def __init__(self, load: "GameLoad", connection: ScriptedConnection, seat: int) -> None:
        self._load = load
        self._connection = connection
        self._table = connection.table
        self._seat = seat
        self._frames = FrameDecoder(MAX_SERVER_FRAME)
        self._script: Script | None = None
        self._opening = 0
        self._chosen = False
        self._invited = False
        connection.lobby_reader = self

    def receive(self, data: bytes) -> None:
        """React to each whole message."""
        for payload in self._frames.feed(data):
            if self._opening:
                self._follow_opening(payload)
                continue
            react = _REACTIONS.get(_envelopes.decode(payload).type)
            if react is not None:
                react(self, payload)

    def _send(self, message: AnyClientMessage) -> None:
        self._connection.transport.write(frame(encode(message)))

    def name_asked(self, payload: bytes) -> None:
        number = 2 * self._table.number + self._seat
        self._send(ChooseNickname(nickname(number)))

    def list_came(self, payload: bytes) -> None:
        """In the lobby, at the beginning or after a game."""
        self._load.arrived(self._table)

    def table_asked(self) -> None:
        """Both guests are here; the host opens a table."""
        self._send(SelectMatch(0))

    def settings_asked(self, payload: bytes) -> None:
        self._send(SelectModeAndPlayers(2, mode=_is_expert(self._table)))

    def room_changed(self, payload: bytes) -> None:
        """The host's table is open; the other guest may come."""
        if self._seat == 0 and not self._invited:
            self._invited = True
            room = _rooms.decode(payload).room
            self._load.dialogues[self._table.number][1]._send(SelectMatch(room.match))

    def wizard_asked(self, payload: bytes) -> None:
        if not self._chosen:
            self._chosen = True
            self._send(ChooseWizard(WIZARDS[self._seat]))

    def refused(self, payload: bytes) -> None:
        self._load.fail(f"the server refused something: {_errors.decode(payload).message}")

    def opening_began(self, payload: bytes) -> None:
        self._opening = 1

    def _follow_opening(self, payload: bytes) -> None:
        self._opening += 1
        if self._script is None and _envelopes.decode(payload).type == "MatchCreated":
            known = fingerprint(_is_expert(self._table), _created.decode(payload))
            self._script = self._load.book[known]
        if self._script and self._opening == self._script.opening[self._seat]:
            self._connection.lobby_reader = None
            self._load.opened(self._table, self._script)


_REACTIONS: dict[str, Callable[[LobbyDialogue, bytes], None]] = {
    "RequestNickname": LobbyDialogue.name_asked,
    "Error": LobbyDialogue.refused,
    "ChooseMatch": LobbyDialogue.list_came,
    "RequestSetUp": LobbyDialogue.settings_asked,
    "RoomUpdate": LobbyDialogue.room_changed,
    "SelectWizard": LobbyDialogue.wizard_asked,
    "PlayersInfo": LobbyDialogue.opening_began,
}


def _is_expert(table: Table) -> bool:
    return table.number % 2 == 1


class GameLoad(Load):
    """Tables at the real server. Games follow each other; new ones are part of the load."""

    def __init__(self, server: Worker, address: str, tables: int, book: Book) -> None:
        super().__init__(server, address, tables)
        self.book = book
        self.dialogues: dict[int, tuple[LobbyDialogue, LobbyDialogue]] = {}
        self._waiting: dict[int, int] = {}
        self._playing: set[int] = set()
        for table in self.tables:
            self._start_dialogues(table)

    def last_move(self, table: Table) -> None:
        """From here on the guests listen again: how the list of matches looks is not known."""
        self._start_dialogues(table)
        self._playing.add(table.number)

    def arrived(self, table: Table) -> None:
        """A guest is in the lobby; the second of a table ends one game and starts the next."""
        self._waiting[table.number] += 1
        if self._waiting[table.number] < 2:
            return
        self._waiting[table.number] = 0
        if table.number in self._playing:
            self._playing.discard(table.number)
            self.moved(table)
        self.dialogues[table.number][0].table_asked()

    def opened(self, table: Table, script: Script) -> None:
        """A guest has read its opening; the second one begins the game."""
        self._waiting[table.number] += 1
        if self._waiting[table.number] == 2:
            self._waiting[table.number] = 0
            table.begin(script)

    def _start_dialogues(self, table: Table) -> None:
        first, second = table.connections
        self._waiting[table.number] = 0
        self.dialogues[table.number] = (
            LobbyDialogue(self, first, 0),
            LobbyDialogue(self, second, 1),
        )
