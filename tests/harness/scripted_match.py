"""A match of Eriantys that always goes the same way, and what is left of it to compare.

The seed is fixed and both players choose by a checksum of what they see, so the same position
always gets the same answer. The salt was searched for: with it the match is over after 54 actions,
by the last tower, where most take 120.
"""

import asyncio
import zlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from msgspec import UNSET, msgpack, structs

from client.bots import Bot, BotPlayer, Create, Join, Plan
from client.connections import Connection, ConnectionEvent, ConnectionLost, connect
from client.connections.reconnecting import ReconnectingConnection
from games.registry import GAMES
from messages import Message, RoomUpdate
from messages.registry import Action, AnyView, GameView, UpdateMessage
from server.app import Addresses, Settings, running
from server.history.archive import verify
from server.journal.records import Acted, AnyRecord, Began, Ended, Resumed, decode_record
from server.journal.sqlite import SqliteJournal
from server.limits import Limits
from tests.harness.clients import COMPUTERS
from tests.harness.faulty_proxy import FRAMES, REMOTE_CALLS, Fault, FaultyProxy, faulty_proxy
from tests.harness.handler import numbered_secrets
from tests.harness.timeouts import within

NAMES = ("ada", "bob")
SALT = 1159
ATTEMPTS = 50
LONG_TIMEOUTS = Limits(
    away_seconds=3600,
    absent_seconds=3600,
    suspend_seconds=3600,
    remote_idle_seconds=3600,
    poll_seconds=3600,
    heartbeat_seconds=3600,
)
"""Nobody loses a seat because this machine is slow, and nothing but the match moves: a heartbeat of
the server could help a stuck client out."""

_encode = msgpack.Encoder(order="sorted").encode
Connect = Callable[[], Awaitable[Connection]]


class ChecksumBot(Bot):
    """What it sees decides what it does."""

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action:
        """The same action whenever the view is the same."""
        return actions[zlib.crc32(_encode(view), SALT) % len(actions)]


class MatchSummary(NamedTuple):
    """A match as it must be told whatever happens on the way."""

    acted: list[tuple[int, Action]]
    state_hash: bytes
    views: list[AnyView | None]
    winners: list[tuple[int, ...]]


@dataclass
class ScriptedPlayer:
    """One of the two, with the numbers of all changes that were heard."""

    name: str
    connect: Connect
    in_room: asyncio.Event
    received_seqs: list[int] = field(default_factory=list)

    async def play(self) -> BotPlayer:
        """Play the match to its end and say goodbye."""
        way = Create(players=2) if self.name == NAMES[0] else Join(1)
        bot = BotPlayer(ChecksumBot(), Plan(nickname=self.name, room=way))
        while not bot.done:
            await self._run_connection(bot)
        return bot

    async def _run_connection(self, bot: BotPlayer) -> None:
        """One reconnecting connection; before there is a token it may end early."""
        connection = ReconnectingConnection(self.connect, await self._open(), pause=_short_pause)
        try:
            while True:  # until the server has heard the goodbye and hangs up
                message = await connection.receive()
                if isinstance(message, ConnectionEvent):
                    continue
                self._check_seq(message)
                for reply in bot.receive(message):
                    await connection.send(reply)
        except ConnectionLost:
            assert bot.done or not bot.model.players_info, "a player with a seat must come back"
        finally:
            await connection.close()

    async def _open(self) -> Connection:
        for _ in range(ATTEMPTS):
            try:
                return await self.connect()
            except ConnectionLost:
                await _short_pause(0)
        raise AssertionError("the proxy never let anybody in again")

    def _check_seq(self, message: Message) -> None:
        """Every change is heard once: each number follows the one before, or a fresh view."""
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
    """The pauses of a client that is in a hurry."""
    await asyncio.sleep(0.001)


def play_match(
    route: str, victim: str, cut: Fault | None, data: Path
) -> tuple[MatchSummary, FaultyProxy]:
    """Play the match; the one cut happens to ``victim``, who comes by ``route``."""

    async def scenario() -> tuple[list[BotPlayer], FaultyProxy]:
        limits, secrets = LONG_TIMEOUTS, numbered_secrets()
        settings = Settings(port=0, pyro_port=0, data=data, secrets=secrets, limits=limits)
        async with running(settings, COMPUTERS) as addresses:
            return await within(_play(addresses, route, victim, cut))

    bots, proxy = asyncio.run(scenario())
    return _summarize(bots, data), proxy


async def _play(
    addresses: Addresses, route: str, victim: str, cut: Fault | None
) -> tuple[list[BotPlayer], FaultyProxy]:
    target = addresses.socket if route == "socket" else addresses.pyro.rpartition("@")[2]
    wire = FRAMES if route == "socket" else REMOTE_CALLS
    async with faulty_proxy(wire, target, cut) as (proxy, door):
        door = door if route == "socket" else f"PYRO:tavolata@{door}"
        ready = {name: asyncio.Event() for name in NAMES}
        players = [
            ScriptedPlayer(
                name, _connector(door if name == victim else addresses.socket), ready[name]
            )
            for name in NAMES
        ]
        first = asyncio.create_task(players[0].play())
        waiting = asyncio.create_task(ready[NAMES[0]].wait())
        await asyncio.wait((first, waiting), return_when=asyncio.FIRST_COMPLETED)
        bots = await asyncio.gather(first, players[1].play())
        return list(bots), proxy


def _connector(address: str) -> Connect:
    return lambda: connect(address)


def _summarize(bots: list[BotPlayer], data: Path) -> MatchSummary:
    """What the players and the journal tell; they must not contradict each other."""
    records = _records(data)
    assert isinstance(records[0], Began)
    ended = records[-1]
    assert isinstance(ended, Ended)
    strange = [r for r in records[1:-1] if not isinstance(r, Acted | Resumed)]
    assert strange == []
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
        assert [v.damage for v in verify(journal, GAMES)] == [""]
        return [decode_record(entry.body) for entry in journal.entries(1)]
    finally:
        journal.close()
