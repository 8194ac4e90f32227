"""A full house at a steady pace: many tables of all games, on both routes, match after match.

Each table plays its part: as soon as a move is answered it may make the next one, and it makes it
when its time comes. When a match is over the same guests open the next table.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Sequence
from ssl import SSLContext
from time import perf_counter
from typing import NamedTuple

import msgspec

from benchmarks.parts import Part
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

STEP = 0.001
"""How often the pace is looked at: the finest an event loop waits."""
BEAT_SECONDS = 5.0
STUCK_SECONDS = 30.0


_rooms = msgspec.msgpack.Decoder(RoomUpdate)
_players = msgspec.msgpack.Decoder(PlayersInfo)
_errors = msgspec.msgpack.Decoder(Error)


class TableSetup(NamedTuple):
    """Who sits at a table."""

    part: Part
    sockets: int
    remotes: int


class Table:
    """The guests of one table, and how far they are in their part."""

    def __init__(self, load: "MixedLoad", number: int, setup: TableSetup) -> None:
        self.due = 0.0
        self.actor: RawClient | None = None
        """Whose move is not answered yet."""
        self._load = load
        self._part = setup.part
        kinds = [RawSocketClient] * setup.sockets + [RawPyroClient] * setup.remotes
        self.clients: list[RawClient] = [
            kind(
                f"g{number}-{index}",
                load.addresses[kind.remote],
                self.on_message,
                load.lost,
                load.tls,
            )
            for index, kind in enumerate(kinds)
        ]
        self._begin()

    def _begin(self) -> None:
        self._at = 0
        self._here = self._views = 0
        self._invited = False
        self._chosen: set[str] = set()
        self._seats: dict[int, RawClient] = {}

    def move(self) -> None:
        """The next move of the part."""
        seat, action = self._part.moves[self._at]
        self._at += 1
        self.actor = self._seats[seat]
        self.actor.send(action)

    def on_message(self, client: RawClient, payload: bytes) -> None:
        """One of the guests is told something."""
        react = _REACTIONS.get(envelope_decoder.decode(payload).type)
        if react is not None:
            react(self, client, payload)

    def answered(self, client: RawClient, payload: bytes) -> None:
        """A move counts when it is accepted; what is said between matches does not."""
        if self.actor is client:
            self.actor = None
            self._load.moved(self, client)
            if self._at < len(self._part.moves):
                self._load.ready(self)

    def refused(self, client: RawClient, payload: bytes) -> None:
        """It should not happen; the table stops here."""
        self.actor = None
        self._load.errors[_errors.decode(payload).message] += 1

    def name_asked(self, client: RawClient, payload: bytes) -> None:
        client.send(ChooseNickname(client.name))

    def list_came(self, client: RawClient, payload: bytes) -> None:
        """In the lobby, at the beginning or after a match; the last to come lets it begin."""
        self._here += 1
        if self._here == len(self.clients):
            self._begin()
            self.clients[0].send(SelectMatch(0))

    def settings_asked(self, client: RawClient, payload: bytes) -> None:
        client.send(self._part.set_up)

    def room_changed(self, client: RawClient, payload: bytes) -> None:
        """The host's table is open; the others may come."""
        if client is self.clients[0] and not self._invited:
            self._invited = True
            for other in self.clients[1:]:
                other.send(SelectMatch(_rooms.decode(payload).room.match))

    def wizard_asked(self, client: RawClient, payload: bytes) -> None:
        if client.name not in self._chosen:
            self._chosen.add(client.name)
            wizards = GAMES[self._part.set_up.game].wizards
            client.send(ChooseWizard(wizards[self.clients.index(client)]))

    def seats_told(self, client: RawClient, payload: bytes) -> None:
        names = _players.decode(payload).player_nicknames
        self._seats = {names.index(one.name): one for one in self.clients}

    def view_came(self, client: RawClient, payload: bytes) -> None:
        """When everybody sees the table, the match is on."""
        self._views += 1
        if self._views == len(self.clients):
            self._load.ready(self)


_REACTIONS: dict[str, Callable[[Table, RawClient, bytes], None]] = {
    "ActionValid": Table.answered,
    "Error": Table.refused,
    "RequestNickname": Table.name_asked,
    "ChooseMatch": Table.list_came,
    "RequestSetUp": Table.settings_asked,
    "RoomUpdate": Table.room_changed,
    "SelectWizard": Table.wizard_asked,
    "PlayersInfo": Table.seats_told,
    "GameView": Table.view_came,
}


class Delays(NamedTuple):
    """How long answers took, in seconds, on each route."""

    sockets: list[float]
    remotes: list[float]


class MixedLoad:
    """Everybody. ``addresses`` are those of the socket and of the Pyro5 route.

    With ``tls`` they speak it on both.
    """

    def __init__(
        self,
        addresses: tuple[str, str],
        companies: Sequence[TableSetup],
        tls: SSLContext | None = None,
    ) -> None:
        self.addresses, self.tls = addresses, tls
        self.errors: Counter[str] = Counter()
        self.delays = Delays([], [])
        self.tables = [Table(self, number, one) for number, one in enumerate(companies)]
        self._ready: deque[Table] = deque()
        self._closing = False

    # What tables and guests say.

    def ready(self, table: Table) -> None:
        """The table could make its next move."""
        self._ready.append(table)

    def moved(self, table: Table, client: RawClient) -> None:
        """A move was accepted."""
        self.delays[client.remote].append(perf_counter() - table.due)

    def lost(self, client: RawClient, why: str) -> None:
        """A guest cannot go on."""
        if not self._closing:
            self.errors[why] += 1

    # What a benchmark does.

    async def open(self) -> None:
        """Everybody comes; all matches are on when this returns."""
        for table in self.tables:
            for client in table.clients:
                await client.open()
        self._beating = asyncio.create_task(self._send_heartbeats())
        start = perf_counter()
        while len(self._ready) < len(self.tables):
            self._check(perf_counter() - start)
            await asyncio.sleep(STEP)

    async def play(self, rate: int, seconds: float) -> Delays:
        """Offer moves at this rate; one that has to wait for its table is late from the start."""
        self.delays = Delays([], [])
        start = perf_counter()
        for number in range(int(rate * seconds)):
            due = start + number / rate
            while (now := perf_counter()) < due or not self._ready:
                self._check(now - due)
                await asyncio.sleep(STEP)
            table = self._ready.popleft()
            table.due = due
            table.move()
        while any(table.actor for table in self.tables):
            self._check(perf_counter() - due)
            await asyncio.sleep(STEP)
        return self.delays

    def close(self) -> None:
        """Everybody goes."""
        self._closing = True
        self._beating.cancel()
        for table in self.tables:
            for client in table.clients:
                client.close()

    async def _send_heartbeats(self) -> None:
        """A sign of life from each guest every few seconds."""
        guests = [client for table in self.tables for client in table.clients]
        while True:
            for client in guests:
                client.send(Heartbeat())
                await asyncio.sleep(BEAT_SECONDS / len(guests))

    def _check(self, waited: float) -> None:
        if waited > STUCK_SECONDS:
            told = "; ".join(self.errors) or "nothing was refused"
            raise BenchmarkError(f"no table can go on: {told}")
