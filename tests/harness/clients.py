"""Run scenarios with real clients against a real server, over any transport."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from msgspec import structs

from client.bots import create_computer_player
from client.connections import Connection
from client.model import Model
from messages import Error, ErrorCode, Message
from server.app import Addresses, ComputerPlayers, Settings, running
from server.effects import StartBot
from server.limits import Limits
from server.transports.memory import OnMessage
from tests.harness.handler import numbered_secrets
from tests.harness.timeouts import within
from tests.harness.web_connection import connect_to

TRANSPORTS = ("socket", "pyro", "web")
M = TypeVar("M", bound=Message)


class ConnectedClient:
    """One connected client; every received message also updates a client model."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._ids = count(1)
        self._pushed: deque[Any] = deque()
        self.model = Model()

    async def send(self, message: Any) -> Any:
        """Send a message and return its answer; pushes wait for ``receive``."""
        number = next(self._ids)
        await self._connection.send(structs.replace(message, id=number))
        while True:
            answer = await self._read()
            if getattr(answer, "reply_to", None) == number:
                return answer
            self._pushed.append(answer)

    async def receive(self, kind: type[M]) -> M:
        """Return the next push of this class; skip others before it."""
        while True:
            message = self._pushed.popleft() if self._pushed else await self._read()
            if isinstance(message, kind):
                return message

    async def assert_refused(self, message: Any) -> ErrorCode:
        """Send a message, assert that it is refused with a sentence, and return the code."""
        error = await self.send(message)
        assert isinstance(error, Error), error
        assert len(error.message) > 20
        assert error.message.endswith(".")
        return error.error

    async def pushed_until_answer(self, message: Any) -> list[Any]:
        """Send a message, and return and drop all pushes that were received before its answer."""
        await self.send(message)
        pushed = list(self._pushed)
        self._pushed.clear()
        return pushed

    async def close(self) -> None:
        """Close the connection."""
        await self._connection.close()

    async def _read(self) -> Any:
        message = await within(self._connection.receive())
        self.model.receive(message)
        return message


@dataclass
class RunningServer:
    """A running server and its clients."""

    addresses: Addresses
    clients: list[ConnectedClient] = field(default_factory=list)

    async def connect(self, transport: str) -> ConnectedClient:
        client = ConnectedClient(await connect_to(getattr(self.addresses, transport)))
        self.clients.append(client)
        return client


def _make(bot: StartBot) -> OnMessage:
    return create_computer_player(*bot).receive


COMPUTERS = ComputerPlayers({"eriantys": ("random", "greedy")}, _make)


@asynccontextmanager
async def serving(
    limits: Limits | None = None, data: Path | None = None, password: str = ""
) -> AsyncIterator[RunningServer]:
    """Run a server during the block; with a folder for ``data`` it has a journal."""
    settings = Settings(
        port=0,
        pyro_port=0,
        web_port=0,
        limits=limits or Limits(),
        secrets=numbered_secrets(),
        data=data,
        password=password,
    )
    async with running(settings, COMPUTERS) as addresses:
        server = RunningServer(addresses)
        try:
            yield server
        finally:
            for client in server.clients:
                await client.close()


def run(
    scenario: Callable[[RunningServer], Awaitable[None]],
    limits: Limits | None = None,
    data: Path | None = None,
    password: str = "",
) -> None:
    """Run a scenario against a fresh server."""

    async def play() -> None:
        async with serving(limits, data, password) as server:
            await scenario(server)

    asyncio.run(within(play()))
