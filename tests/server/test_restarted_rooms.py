"""Open rooms after a restart: members take their seats back, and the match can start."""

import asyncio
import signal
import socket
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TypeVar

import pytest

from client.connections import Connection
from messages import (
    ActionValid,
    AddComputerPlayer,
    ChangeSeats,
    ChooseMatch,
    ChooseNickname,
    ChoosePartner,
    ChooseWizard,
    Error,
    ErrorCode,
    PlayersInfo,
    Reconnect,
    RoomInfo,
    RoomUpdate,
    SelectMatch,
    SelectModeAndPlayers,
    ServerMessage,
    SessionOpened,
)
from messages.base import ClientMessage
from tests.harness.operated_server import OperatedServer, operated
from tests.harness.timeouts import within
from tests.harness.web_connection import connect_to

M = TypeVar("M", bound=ServerMessage)

PORTS = ("--port", "0", "--pyro-port", "0", "--web-port", "0")
OPTIONS = ("--bot-delay", "0", "--limit", "trusted_networks=", "--dialect", "shelfie=0")
MAX_SECONDS = 120.0
ENDS = [signal.SIGTERM, signal.SIGKILL]
TRANSPORTS = ("socket", "pyro", "web")


def served(data: Path, *options: str) -> AbstractContextManager[OperatedServer]:
    """Return the context of a server with all transports and the dialect of My Shelfie."""
    return operated(data, *OPTIONS, *options, ports=PORTS, last="shelfie")


def stop(server: OperatedServer, number: signal.Signals) -> None:
    """End the process with this signal."""
    server.process.send_signal(number)
    server.process.wait()


class Member:
    """A client that keeps what it needs to come back."""

    def __init__(self, name: str, transport: str) -> None:
        self.name, self.transport = name, transport
        self.token = ""
        self.connection: Connection | None = None
        opened.append(self)

    async def open(self, server: OperatedServer) -> None:
        """Connect with a new nickname, or come back with the token."""
        address = server.addresses[self.transport]
        if self.transport == "web":
            address = f"http://{address}"
        await self.close()
        self.connection = await connect_to(address)
        if self.token:
            await self.connection.send(Reconnect(self.name, self.token))
        else:
            await self.connection.send(ChooseNickname(self.name))
        self.token = (await self.read_until(SessionOpened)).token

    async def close(self) -> None:
        """Close the connection, if there is one."""
        if self.connection is not None:
            await self.connection.close()

    async def ask(self, message: ClientMessage) -> None:
        """Send a message that is accepted."""
        assert self.connection is not None
        await self.connection.send(message)
        await self.read_until(ActionValid)

    async def read_until(self, kind: type[M]) -> M:
        """Return the next message of this class; the others are dropped."""
        assert self.connection is not None
        while not isinstance(message := await self.connection.receive(), kind):
            assert not isinstance(message, Error), message
        return message

    async def room(self, has: Callable[[RoomInfo], bool] = lambda room: True) -> RoomUpdate:
        """Return the next state of the room that fulfils the condition."""
        while not has((update := await self.read_until(RoomUpdate)).room):
            pass
        return update


class Shelfie:
    """A client of the dialect of My Shelfie: texts after two bytes with their length."""

    def __init__(self, server: OperatedServer) -> None:
        host, _, port = server.addresses["shelfie"].rpartition(":")
        self._socket = socket.create_connection((host, int(port)), MAX_SECONDS)
        self._stream = self._socket.makefile("rb")

    def request(self, text: str) -> str:
        """Send a request and return its answer."""
        self._socket.sendall(len(text).to_bytes(2, "big") + text.encode())
        return self.read_until("return|")

    def read_until(self, start: str) -> str:
        """Return the next message that starts with this text."""
        while True:
            size = int.from_bytes(self._stream.read(2), "big")
            text = self._stream.read(size).decode()
            assert text, "the server closed the connection"
            if text.startswith(start):
                return text

    def close(self) -> None:
        """Close the connection."""
        self._stream.close()
        self._socket.close()


opened: list[Member] = []
"""The members of the current test."""


def run(scenario: Coroutine[None, None, None]) -> None:
    """Run a scenario, then close all connections."""

    async def run_and_close() -> None:
        try:
            await within(scenario, MAX_SECONDS)
        finally:
            for member in opened:
                await member.close()
            opened.clear()

    asyncio.run(run_and_close())


@pytest.mark.parametrize("number", ENDS)
@pytest.mark.parametrize("durability", ["process", "disk"])
def test_members_of_all_transports_return_to_their_seats_and_the_match_starts(
    tmp_path: Path, number: signal.Signals, durability: str
) -> None:
    members = [Member(name, at) for name, at in zip(("ada", "bob", "eve"), TRANSPORTS, strict=True)]
    ada, bob, eve = members
    setup = SelectModeAndPlayers(4, True, "eriantys", private=True, name="Friday", clock=60)

    async def before(server: OperatedServer) -> RoomUpdate:
        for member in members:
            await member.open(server)
        await ada.ask(SelectMatch(0))
        await ada.ask(setup)
        code = (await ada.room()).code
        for member in (bob, eve):
            await member.ask(SelectMatch(0, code=code))
        for member, wizard in zip(members, ("KING", "WITCH", "SAGE"), strict=True):
            await member.ask(ChooseWizard(wizard))
        await eve.ask(ChoosePartner("ada"))
        await ada.ask(ChangeSeats(4))
        return await eve.room(lambda room: len(room.wizards) == 3)

    async def scenario() -> None:
        with served(tmp_path, "--durability", durability) as server:
            old = await before(server)
            stop(server, number)
        with served(tmp_path, "--durability", durability) as server:
            for member in (eve, bob, ada):
                await member.open(server)
                update = await member.room()
                assert update.code == old.code
                assert update.room == old.room
            dan = Member("dan", "socket")
            await dan.open(server)
            await dan.ask(SelectMatch(0, code=old.code))
            await dan.ask(ChooseWizard("DRUID"))
            info = await ada.read_until(PlayersInfo)
            assert set(info.player_nicknames) == {"ada", "bob", "eve", "dan"}

    run(scenario())


@pytest.mark.parametrize("number", ENDS)
def test_computer_players_take_their_seats_again_and_the_last_person_starts_the_match(
    tmp_path: Path, number: signal.Signals
) -> None:
    async def scenario() -> None:
        ada = Member("ada", "socket")
        with served(tmp_path) as server:
            await ada.open(server)
            await ada.ask(SelectMatch(0))
            await ada.ask(SelectModeAndPlayers(3, game="uno"))
            await ada.ask(AddComputerPlayer(name="robo"))
            await ada.room(lambda room: "robo" in room.players)
            stop(server, number)
        with served(tmp_path) as server:
            await ada.open(server)
            assert (await ada.room()).room.bots == 1
            bob = Member("bob", "pyro")
            await bob.open(server)
            await bob.ask(SelectMatch(1))
            info = await bob.read_until(PlayersInfo)
            assert info.player_nicknames == ("ada", "robo", "bob")

    run(scenario())


def test_limits_on_open_rooms_count_restored_ones_and_new_rooms_get_other_numbers(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        limit = ("--limit", "open_rooms_per_address=2")
        with served(tmp_path, *limit) as server:
            for name in ("ada", "bob"):
                member = Member(name, "socket")
                await member.open(server)
                await member.ask(SelectMatch(0))
                await member.ask(SelectModeAndPlayers(2, game="uno"))
            stop(server, signal.SIGKILL)
        with served(tmp_path, *limit) as server:
            eve = Member("eve", "socket")
            await eve.open(server)
            assert [room.match for room in (await eve.read_until(ChooseMatch)).rooms] == [2, 1]
            await eve.ask(SelectMatch(0))
            assert eve.connection is not None
            await eve.connection.send(SelectModeAndPlayers(2, game="uno"))
            while not isinstance(answer := await eve.connection.receive(), Error):
                pass
            assert answer.error is ErrorCode.RATELIMITED
            stop(server, signal.SIGKILL)
        with served(tmp_path) as server:
            eve = Member("eve", "socket")
            await eve.open(server)
            await eve.ask(SelectMatch(0))
            await eve.ask(SelectModeAndPlayers(2, game="uno"))
            assert (await eve.room()).room.match == 3

    run(scenario())


def test_legacy_player_returns_by_nickname_to_its_open_table(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        ada = Shelfie(server)
        assert ada.request("login|ada") == "return|login|true"
        assert ada.request("createMatch|2").startswith("return|createMatch")
        ada.close()
        stop(server, signal.SIGKILL)
    with served(tmp_path) as server:
        ada, bert = Shelfie(server), Shelfie(server)
        assert ada.request("login|ada") == "return|login|true"
        assert bert.request("login|bert") == "return|login|true"
        assert bert.request("join|1") == "return|join|true"
        assert ada.read_until("notifyStart")
        ada.close()
        bert.close()
