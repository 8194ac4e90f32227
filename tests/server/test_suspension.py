"""Time in which the process was suspended does not count for transports; real sockets."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
import pytest
from Pyro5 import protocol

from server import app
from server.app import Addresses, ComputerPlayers, Settings
from server.limits import Limits
from tests.harness.manual_clock import Connection, ManualClockLoop
from tests.harness.pyro import call_bytes, connect_bytes

LIMITS = Limits(remote_idle_seconds=45.0, message_seconds=5.0, tick_gap_seconds=5.0)
HOUR = 3600.0
COMPUTERS = ComputerPlayers({}, lambda bot: lambda message: ())
"""No game has computer players."""
Scenario = Callable[[Addresses, ManualClockLoop], Awaitable[None]]


def _run(scenario: Scenario) -> None:
    """Run a scenario against a server with a manual clock."""

    async def play() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, ManualClockLoop)
        settings = Settings(port=0, pyro_port=0, limits=LIMITS)
        async with app.running(settings, COMPUTERS) as addresses:
            await scenario(addresses, loop)
            loop.runs_free = True

    with asyncio.Runner(loop_factory=ManualClockLoop) as runner:
        runner.run(play())


class Proxy:
    """A Pyro5 client that makes calls one by one."""

    def __init__(self, connection: Connection, loop: ManualClockLoop) -> None:
        self.connection = connection
        self._loop = loop

    @classmethod
    async def connect(cls, addresses: Addresses, loop: ManualClockLoop) -> "Proxy":
        """Connect and make the handshake."""
        connection = await loop.connect("127.0.0.1", int(addresses.pyro.rpartition(":")[2]))
        connection.send(connect_bytes())
        await loop.settle()
        connection.received.clear()
        return cls(connection, loop)

    async def call(self, method: str, *args: object) -> object:
        """Make a call and return its answer."""
        self.connection.received.clear()
        self.connection.send(call_bytes(method, *args))
        await self._loop.settle()
        answer = protocol.ReceivingMessage(bytes(self.connection.received[:40]))
        answer.add_payload(bytes(self.connection.received[40:]))
        return msgspec.msgpack.decode(bytes(answer.data))


def test_idle_key_is_valid_after_a_suspension() -> None:
    async def scenario(addresses: Addresses, loop: ManualClockLoop) -> None:
        proxy = await Proxy.connect(addresses, loop)
        key = await proxy.call("open")
        await loop.advance(40.0)
        await loop.suspend(HOUR)
        await loop.advance(4.0)
        answer = await proxy.call("choose_nickname", key, "ada")
        assert isinstance(answer, dict)
        assert answer["type"] == "ActionValid"

    _run(scenario)


def test_key_that_is_idle_too_long_without_the_suspension_is_unknown() -> None:
    async def scenario(addresses: Addresses, loop: ManualClockLoop) -> None:
        proxy = await Proxy.connect(addresses, loop)
        key = await proxy.call("open")
        await loop.suspend(HOUR)
        await loop.advance(46.0)
        answer = await proxy.call("choose_nickname", key, "ada")
        assert isinstance(answer, dict)
        assert answer["error"] == "SESSIONUNKNOWN"

    _run(scenario)


@pytest.mark.parametrize("port", ["socket", "pyro"])
def test_rest_of_a_message_is_accepted_after_a_suspension_and_a_late_one_is_not(port: str) -> None:
    async def scenario(addresses: Addresses, loop: ManualClockLoop) -> None:
        number = int(getattr(addresses, port).rpartition(":")[2])
        connection = await loop.connect("127.0.0.1", number)
        connection.send(connect_bytes()[:10] if port == "pyro" else b"\0\0")
        await loop.suspend(HOUR)
        await loop.advance(4.0)
        assert not connection.lost
        await loop.advance(60.0)
        assert connection.lost

    _run(scenario)
