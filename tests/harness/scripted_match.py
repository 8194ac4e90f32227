"""A reproducible match of Eriantys, and a summary of it to compare.

The seed is fixed, and both players choose by a checksum of their views, so the same position always
gets the same action. With this salt the match ends after 54 actions, instead of about 120.
"""

import asyncio
import zlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from msgspec import UNSET, msgpack, structs

from client.bots import Bot, BotPlayer, Create, Join, Plan
from client.connections import Connection, ConnectionEvent, ConnectionLost
from client.connections.reconnecting import ReconnectingConnection
from games.registry import GAMES
from messages import Message, RoomUpdate
from messages.registry import Action, AnyView, GameView, UpdateMessage
from server.app import Addresses, Settings, running
from server.history.archive import verify
from server.journal.records import Acted, AnyRecord, Began, Ended, Resumed, Snapshot, decode_record
from server.journal.sqlite import SqliteJournal
from server.limits import Limits
from tests.harness.clients import COMPUTERS
from tests.harness.faulty_proxy import WIRES, Fault, FaultyProxy, faulty_proxy
from tests.harness.handler import numbered_secrets
from tests.harness.timeouts import within
from tests.harness.web_connection import connect_to

NAMES = ("ada", "bob")
SALT = 1159
ATTEMPTS = 50
LONG_TIMEOUTS = Limits(
    reconnect_seconds=3600,
    absent_seconds=3600,
    suspend_seconds=3600,
    remote_idle_seconds=3600,
    poll_seconds=3600,
    heartbeat_seconds=3600,
)
"""No player is absent because the machine is slow, and no heartbeat hides a client that hangs."""

_encode = msgpack.Encoder(order="sorted").encode
Connect = Callable[[], Awaitable[Connection]]


class ChecksumBot(Bot):
    """Chooses by a checksum of the view."""

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action:
        """Return the same action for the same view and actions."""
        return actions[zlib.crc32(_encode(view), SALT) % len(actions)]


class MatchSummary(NamedTuple):
    """The parts of a match that must be the same whatever faults occur."""

    acted: list[tuple[int, Action]]
    state_hash: bytes
    views: list[AnyView | None]
    winners: list[tuple[int, ...]]


@dataclass
class ScriptedPlayer:
    """One of the two players, with the sequence numbers of all received changes."""

    name: str
    connect: Connect
    in_room: asyncio.Event
    received_seqs: list[int] = field(default_factory=list)

    async def play(self) -> BotPlayer:
        """Play the match to its end and quit."""
        way = Create(players=2) if self.name == NAMES[0] else Join(1)
        bot = BotPlayer(ChecksumBot(), Plan(nickname=self.name, room=way))
        while not bot.done:
            await self._run_connection(bot)
        return bot

    async def _run_connection(self, bot: BotPlayer) -> None:
        """Play over one reconnecting connection; without a token it may end early."""
        connection = ReconnectingConnection(self.connect, await self._open(), pause=_short_pause)
        try:
            while True:  # until the server closes the connection after Quit
                message = await connection.receive()
                if isinstance(message, ConnectionEvent):
                    continue
                self._check_seq(message)
                for reply in bot.receive(message):
                    await connection.send(reply)
        except ConnectionLost:
            assert bot.done or not bot.model.players_info, "a player with a seat must reconnect"
        finally:
            await connection.close()

    async def _open(self) -> Connection:
        for _ in range(ATTEMPTS):
            try:
                return await self.connect()
            except ConnectionLost:
                await _short_pause(0)
        raise AssertionError("the proxy accepts no connections")

    def _check_seq(self, message: Message) -> None:
        """Assert that every change is received once: each number follows the last or a new view."""
        if isinstance(message, RoomUpdate):
            self.in_room.set()
        elif isinstance(message, GameView):
            assert isinstance(message.seq, int)
            assert message.seq >= max(self.received_seqs, default=0)
            self.received_seqs.append(message.seq)
        elif isinstance(message, UpdateMessage):
            assert message.seq == max(self.received_seqs, default=0) + 1, (
                self.received_seqs,
                message,
            )
            self.received_seqs.append(message.seq)


async def _short_pause(_: float) -> None:
    """Replace the back-off of the client by a very short pause."""
    await asyncio.sleep(0.001)


def play_match(
    transport: str, faulty_player: str, fault: Fault | None, data: Path
) -> tuple[MatchSummary, FaultyProxy]:
    """Play the match; the fault hits ``faulty_player``, who uses ``transport``."""

    async def scenario() -> tuple[list[BotPlayer], FaultyProxy]:
        limits, secrets = LONG_TIMEOUTS, numbered_secrets()
        settings = Settings(
            port=0, pyro_port=0, web_port=0, data=data, secrets=secrets, limits=limits
        )
        async with running(settings, COMPUTERS) as addresses:
            return await within(_play(addresses, transport, faulty_player, fault))

    bots, proxy = asyncio.run(scenario())
    return _summarize(bots, data), proxy


async def _play(
    addresses: Addresses, transport: str, faulty_player: str, fault: Fault | None
) -> tuple[list[BotPlayer], FaultyProxy]:
    server: str = getattr(addresses, transport)
    target = server.rpartition("@")[2].removeprefix("http://")
    async with faulty_proxy(WIRES[transport], target, fault) as (proxy, address):
        address = server.replace(target, address)
        ready = {name: asyncio.Event() for name in NAMES}
        players = [
            ScriptedPlayer(
                name,
                _connector(address if name == faulty_player else addresses.socket),
                ready[name],
            )
            for name in NAMES
        ]
        first = asyncio.create_task(players[0].play())
        waiting = asyncio.create_task(ready[NAMES[0]].wait())
        await asyncio.wait((first, waiting), return_when=asyncio.FIRST_COMPLETED)
        bots = await asyncio.gather(first, players[1].play())
        return list(bots), proxy


def _connector(address: str) -> Connect:
    return lambda: connect_to(address)


def _summarize(bots: list[BotPlayer], data: Path) -> MatchSummary:
    """Return the summary from the players and the journal, and assert that they agree."""
    records = _records(data)
    assert isinstance(records[0], Began)
    ended = records[-1]
    assert isinstance(ended, Ended)
    unexpected = [r for r in records[1:-1] if not isinstance(r, Acted | Resumed | Snapshot)]
    assert unexpected == []
    acted = [r for r in records if isinstance(r, Acted)]
    assert len({(r.seat, r.action.id) for r in acted}) == len(acted), "an action was done twice"
    return MatchSummary(
        [(r.seat, structs.replace(r.action, id=UNSET)) for r in acted],
        ended.state_hash,
        [bot.model.view for bot in bots],
        [_winners(bot) for bot in bots],
    )


def _winners(bot: BotPlayer) -> tuple[int, ...]:
    assert bot.failure == ""
    (outcome,) = bot.outcomes
    return tuple(bot.model.names.index(name) for name in outcome.winners)


def _records(data: Path) -> list[AnyRecord]:
    journal = SqliteJournal(data, "process", lambda _: None)
    try:
        assert [v.error for v in verify(journal, GAMES)] == [""]
        return [decode_record(entry.body) for entry in journal.entries(1)]
    finally:
        journal.close()
