"""A load of many matches of all games at a fixed rate, on both transports.

Each group of clients plays its script: it is ready for the next move when the last one is accepted,
and sends it when it is due. When a match is over, the same clients create the next room.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Sequence
from ssl import SSLContext
from time import perf_counter
from typing import NamedTuple

import msgspec

from benchmarks.action_scripts import ActionScript
from games.registry import GAMES
from messages import (
    ChooseNickname,
    ChooseWizard,
    Error,
    Heartbeat,
    PlayersInfo,
    RoomUpdate,
    SelectMatch,
)
from tests.harness.processes import BenchmarkError
from tests.harness.raw_clients import RawClient, RawPyroClient, RawSocketClient, envelope_decoder

POLL_SECONDS = 0.001
"""Interval at which due moves are checked; the finest resolution of the event loop."""
HEARTBEAT_SECONDS = 5.0
NO_PROGRESS_SECONDS = 30.0


_room_decoder = msgspec.msgpack.Decoder(RoomUpdate)
_players_decoder = msgspec.msgpack.Decoder(PlayersInfo)
_error_decoder = msgspec.msgpack.Decoder(Error)


class GroupSetup(NamedTuple):
    """The script of a group, and its number of socket and of Pyro5 clients."""

    script: ActionScript
    sockets: int
    remotes: int


class ClientGroup:
    """The clients of one match, and their position in the script."""

    def __init__(self, load: "MixedLoad", number: int, setup: GroupSetup) -> None:
        self.due_at = 0.0
        self.actor: RawClient | None = None
        """The client whose move is not answered yet."""
        self._load = load
        self._script = setup.script
        kinds = [RawSocketClient] * setup.sockets + [RawPyroClient] * setup.remotes
        self.clients: list[RawClient] = [
            kind(
                f"g{number}-{index}",
                load.addresses[kind.remote],
                self.on_message,
                load.on_lost,
                load.tls,
            )
            for index, kind in enumerate(kinds)
        ]
        self._reset()

    def _reset(self) -> None:
        self._next_move = 0
        self._in_lobby = self._views = 0
        self._invited = False
        self._chosen: set[str] = set()
        self._seats: dict[int, RawClient] = {}

    def send_next_move(self) -> None:
        """Send the next move of the script."""
        seat, action = self._script.moves[self._next_move]
        self._next_move += 1
        self.actor = self._seats[seat]
        self.actor.send(action)

    def on_message(self, client: RawClient, payload: bytes) -> None:
        """Handle a message that one of the clients received."""
        handle = _HANDLERS.get(envelope_decoder.decode(payload).type)
        if handle is not None:
            handle(self, client, payload)

    def on_action_valid(self, client: RawClient, payload: bytes) -> None:
        """Count an accepted move; answers between matches do not count."""
        if self.actor is client:
            self.actor = None
            self._load.on_move_accepted(self, client)
            if self._next_move < len(self._script.moves):
                self._load.on_ready(self)

    def on_error(self, client: RawClient, payload: bytes) -> None:
        """Count an unexpected refusal; this group does not continue."""
        self.actor = None
        self._load.errors[_error_decoder.decode(payload).message] += 1

    def on_request_nickname(self, client: RawClient, payload: bytes) -> None:
        """Choose the nickname of the client."""
        client.send(ChooseNickname(client.name))

    def on_choose_match(self, client: RawClient, payload: bytes) -> None:
        """Create the next room when all clients of the group are in the lobby."""
        self._in_lobby += 1
        if self._in_lobby == len(self.clients):
            self._reset()
            self.clients[0].send(SelectMatch(0))

    def on_request_set_up(self, client: RawClient, payload: bytes) -> None:
        """Send the setup of the script."""
        client.send(self._script.setup)

    def on_room_update(self, client: RawClient, payload: bytes) -> None:
        """Let the other clients join when the host has created the room."""
        if client is self.clients[0] and not self._invited:
            self._invited = True
            for other in self.clients[1:]:
                other.send(SelectMatch(_room_decoder.decode(payload).room.match))

    def on_select_wizard(self, client: RawClient, payload: bytes) -> None:
        """Choose a wizard, once for each client."""
        if client.name not in self._chosen:
            self._chosen.add(client.name)
            wizards = GAMES[self._script.setup.game].wizards
            client.send(ChooseWizard(wizards[self.clients.index(client)]))

    def on_players_info(self, client: RawClient, payload: bytes) -> None:
        """Store which client has which seat."""
        names = _players_decoder.decode(payload).player_nicknames
        self._seats = {names.index(member.name): member for member in self.clients}

    def on_game_view(self, client: RawClient, payload: bytes) -> None:
        """Start to play when all clients have received their first view."""
        self._views += 1
        if self._views == len(self.clients):
            self._load.on_ready(self)


_HANDLERS: dict[str, Callable[[ClientGroup, RawClient, bytes], None]] = {
    "ActionValid": ClientGroup.on_action_valid,
    "Error": ClientGroup.on_error,
    "RequestNickname": ClientGroup.on_request_nickname,
    "ChooseMatch": ClientGroup.on_choose_match,
    "RequestSetUp": ClientGroup.on_request_set_up,
    "RoomUpdate": ClientGroup.on_room_update,
    "SelectWizard": ClientGroup.on_select_wizard,
    "PlayersInfo": ClientGroup.on_players_info,
    "GameView": ClientGroup.on_game_view,
}


class Delays(NamedTuple):
    """Seconds from when each move was due to its answer, by transport."""

    sockets: list[float]
    remotes: list[float]
    timed: list[tuple[float, float]]
    """Time when each move was due, and its delay, of both transports."""


class MixedLoad:
    """All groups of clients. ``addresses`` are those of the socket and of the Pyro5 transport.

    With ``tls``, clients of both transports use TLS.
    """

    def __init__(
        self,
        addresses: tuple[str, str],
        setups: Sequence[GroupSetup],
        tls: SSLContext | None = None,
    ) -> None:
        self.addresses, self.tls = addresses, tls
        self.errors: Counter[str] = Counter()
        self.delays = Delays([], [], [])
        self.groups = [ClientGroup(self, number, setup) for number, setup in enumerate(setups)]
        self._ready: deque[ClientGroup] = deque()
        self._closing = False

    # Called by groups and clients.

    def on_ready(self, group: ClientGroup) -> None:
        """Note that the group can send its next move."""
        self._ready.append(group)

    def on_move_accepted(self, group: ClientGroup, client: RawClient) -> None:
        """Record the delay of an accepted move."""
        delay = perf_counter() - group.due_at
        (self.delays.remotes if client.remote else self.delays.sockets).append(delay)
        self.delays.timed.append((group.due_at, delay))

    def on_lost(self, client: RawClient, reason: str) -> None:
        """Count a lost connection as an error, unless the load is closing."""
        if not self._closing:
            self.errors[reason] += 1

    # Called by benchmarks.

    async def open(self) -> None:
        """Connect all clients and wait until all matches have started."""
        for group in self.groups:
            for client in group.clients:
                await client.open()
        self._heartbeat_task = asyncio.create_task(self._send_heartbeats())
        start = perf_counter()
        while len(self._ready) < len(self.groups):
            self._check(perf_counter() - start)
            await asyncio.sleep(POLL_SECONDS)

    async def play(self, rate: int, seconds: float) -> Delays:
        """Send moves at this rate; a move's delay includes the time until a group is ready."""
        self.delays = Delays([], [], [])
        start = perf_counter()
        for number in range(int(rate * seconds)):
            due_at = start + number / rate
            while (now := perf_counter()) < due_at or not self._ready:
                self._check(now - due_at)
                await asyncio.sleep(POLL_SECONDS)
            group = self._ready.popleft()
            group.due_at = due_at
            group.send_next_move()
        while any(group.actor for group in self.groups):
            self._check(perf_counter() - due_at)
            await asyncio.sleep(POLL_SECONDS)
        return self.delays

    def close(self) -> None:
        """Close all connections."""
        self._closing = True
        self._heartbeat_task.cancel()
        for group in self.groups:
            for client in group.clients:
                client.close()

    async def _send_heartbeats(self) -> None:
        """Send a heartbeat from each client every HEARTBEAT_SECONDS, evenly spread."""
        clients = [client for group in self.groups for client in group.clients]
        while True:
            for client in clients:
                client.send(Heartbeat())
                await asyncio.sleep(HEARTBEAT_SECONDS / len(clients))

    def _check(self, waited: float) -> None:
        if waited > NO_PROGRESS_SECONDS:
            errors = "; ".join(self.errors) or "nothing was refused"
            raise BenchmarkError(f"no match makes progress: {errors}")
