"""The messages of clients between matches: nickname, a room for two, wizards, start of the match.

The first client of a group is always the host. Groups with an odd number play in expert mode.
"""

from collections.abc import Callable

import msgspec

from benchmarks.load import ClientGroup, Load, ScriptedConnection
from benchmarks.load_wires import SOCKET, LoadWire
from benchmarks.scripts import WIZARDS, Script, ScriptIndex, fingerprint, nickname
from messages import (
    ChooseNickname,
    ChooseWizard,
    Error,
    RoomUpdate,
    SelectMatch,
    SelectModeAndPlayers,
)
from messages.eriantys.actions import MatchCreated
from messages.registry import AnyClientMessage
from tests.harness.processes import Worker


class Envelope(msgspec.Struct):
    """The field of a message that determines how to decode it."""

    type: str


class Decoders:
    """Decoders of the messages that a dialogue reads."""

    def __init__(self, wire: LoadWire) -> None:
        self.envelope = wire.make_decoder(Envelope)
        self.match = wire.make_decoder(MatchCreated)
        self.error = wire.make_decoder(Error)
        self.room = wire.make_decoder(RoomUpdate)


class LobbyDialogue:
    """Acts for one client in the lobby; its connection counts bytes again when a match starts."""

    def __init__(self, load: "GameLoad", connection: ScriptedConnection, seat: int) -> None:
        self._load = load
        self._connection = connection
        self._group = connection.group
        self._seat = seat
        self._decoders = load.decoders
        self._frames = load.wire.make_reader()
        self._script: Script | None = None
        self._opening_count = 0
        self._wizard_sent = False
        self._invitation_sent = False
        connection.lobby_reader = self

    def receive(self, data: bytes) -> None:
        """Handle each complete message."""
        for payload in self._frames.feed(data):
            if self._opening_count:
                self._count_opening_message(payload)
                continue
            handle = _HANDLERS.get(self._decoders.envelope.decode(payload).type)
            if handle is not None:
                handle(self, payload)

    def _send(self, message: AnyClientMessage) -> None:
        self._connection.transport.write(self._load.wire.encode(message))

    def on_request_nickname(self, payload: bytes) -> None:
        """Choose the nickname of this seat."""
        number = 2 * self._group.number + self._seat
        self._send(ChooseNickname(nickname(number)))

    def on_choose_match(self, payload: bytes) -> None:
        """Note that the client is in the lobby, at the start or after a match."""
        self._load.on_in_lobby(self._group)

    def create_room(self) -> None:
        """Create a room as the host."""
        self._send(SelectMatch(0))

    def on_request_set_up(self, payload: bytes) -> None:
        """Choose the mode of the group."""
        self._send(SelectModeAndPlayers(2, mode=_is_expert(self._group)))

    def on_room_update(self, payload: bytes) -> None:
        """Let the other client join when the host has created the room."""
        if self._seat == 0 and not self._invitation_sent:
            self._invitation_sent = True
            room = self._decoders.room.decode(payload).room
            self._load.dialogues[self._group.number][1]._send(SelectMatch(room.match))

    def on_select_wizard(self, payload: bytes) -> None:
        """Choose the wizard of this seat, once."""
        if not self._wizard_sent:
            self._wizard_sent = True
            self._send(ChooseWizard(WIZARDS[self._seat]))

    def on_error(self, payload: bytes) -> None:
        """Fail the run, because nothing should be refused."""
        message = self._decoders.error.decode(payload).message
        self._load.fail(f"the server refused a message: {message}")

    def on_players_info(self, payload: bytes) -> None:
        """Start to count the messages at the start of a match."""
        self._opening_count = 1

    def _count_opening_message(self, payload: bytes) -> None:
        self._opening_count += 1
        if self._script is None and self._decoders.envelope.decode(payload).type == "MatchCreated":
            key = fingerprint(_is_expert(self._group), self._decoders.match.decode(payload))
            self._script = self._load.scripts[key]
        if self._script and self._opening_count == self._script.opening[self._seat]:
            self._connection.lobby_reader = None
            self._load.on_opening_read(self._group, self._script)


_HANDLERS: dict[str, Callable[[LobbyDialogue, bytes], None]] = {
    "RequestNickname": LobbyDialogue.on_request_nickname,
    "Error": LobbyDialogue.on_error,
    "ChooseMatch": LobbyDialogue.on_choose_match,
    "RequestSetUp": LobbyDialogue.on_request_set_up,
    "RoomUpdate": LobbyDialogue.on_room_update,
    "SelectWizard": LobbyDialogue.on_select_wizard,
    "PlayersInfo": LobbyDialogue.on_players_info,
}


def _is_expert(group: ClientGroup) -> bool:
    return group.number % 2 == 1


class GameLoad(Load):
    """Load for the real server. Each group starts a new match after the last one."""

    def __init__(
        self, server: Worker, groups: int, scripts: ScriptIndex, wire: LoadWire = SOCKET
    ) -> None:
        super().__init__(server, groups, wire)
        self.scripts = scripts
        self.decoders = Decoders(wire)
        self.dialogues: dict[int, tuple[LobbyDialogue, LobbyDialogue]] = {}
        self._waiting: dict[int, int] = {}
        self._playing: set[int] = set()
        for group in self.groups:
            self._start_dialogues(group)

    def on_last_move(self, group: ClientGroup) -> None:
        """Decode messages from here on, because the size of the list of matches is not known."""
        self._start_dialogues(group)
        self._playing.add(group.number)

    def on_in_lobby(self, group: ClientGroup) -> None:
        """When both clients are in the lobby, count the last move and create the next room."""
        self._waiting[group.number] += 1
        if self._waiting[group.number] < 2:
            return
        self._waiting[group.number] = 0
        if group.number in self._playing:
            self._playing.discard(group.number)
            self.on_move_accepted(group)
        self.dialogues[group.number][0].create_room()

    def on_opening_read(self, group: ClientGroup, script: Script) -> None:
        """When both clients have received the start of their match, start its script."""
        self._waiting[group.number] += 1
        if self._waiting[group.number] == 2:
            self._waiting[group.number] = 0
            group.start_script(script)

    def _start_dialogues(self, group: ClientGroup) -> None:
        first, second = group.connections
        self._waiting[group.number] = 0
        self.dialogues[group.number] = (
            LobbyDialogue(self, first, 0),
            LobbyDialogue(self, second, 1),
        )
