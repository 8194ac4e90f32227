"""A deterministic server on real sockets, and a transcript of the messages it sends.

Seeds, tokens, codes and keys are counted upwards; time advances only when a scenario advances it.
After each request, the new messages of all clients are added to the transcript, client by client,
so that the same scenario always gives the same text.
"""

import asyncio
import secrets
import time
import zlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count, groupby
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

import msgspec
from Pyro5 import protocol
from Pyro5.serializers import serializers

from games.registry import GAMES
from messages.base import Message
from messages.codec import decode_client, to_plain
from server.app import Addresses, ComputerPlayers, Settings, running
from server.limits import Limits
from server.operations.config import make_settings
from server.session_registry import Secrets
from tests.harness.manual_clock import Connection, ManualClockLoop
from tests.harness.wires import PyroWire, SocketWire, Wire, plain_json, short_hash

UNIX_TIME = 1_700_000_000.0
"""Wall-clock time at the start of a recording."""
DELAYING = frozenset({"DrawUnoCard", "DrawRummyStock", "DiscardRummyCard"})
"""Actions that delay the end of a game; they are chosen less often than others."""
PREFERRED = 8

_encode = msgspec.msgpack.Encoder().encode


class RecordedClient:
    """A connection with a name for the transcript."""

    def __init__(
        self, server: "RecordedServer", name: str, wire: Wire, connection: Connection
    ) -> None:
        self.name = name
        self.wire = wire
        self.connection = connection
        self.messages: list[bytes] = []
        """All received messages."""
        self.brief = False
        """True if the transcript has one line for all messages that arrive together."""
        self._server = server
        self._end_written = False

    async def send_bytes(self, data: bytes, text: str = "") -> list[bytes]:
        """Send bytes and return the messages that this client receives in response."""
        assert not self.connection.lost, f"{self.name} is not connected"
        self._server.write(f"> {self.name}: {text or repr(data)}")
        before = len(self.messages)
        self.connection.send(data)
        await self._server.collect()
        return self.messages[before:]

    async def close(self) -> None:
        """Close the connection."""
        self._server.write(f"> {self.name}: ends the connection")
        self._end_written = True
        self.connection.close()
        await self._server.collect()

    def kind(self, message: bytes) -> str:
        """Return the type of a message for the transcript."""
        return "message"

    def new_lines(self) -> Iterable[str]:
        """Yield transcript lines for everything received since the last call."""
        messages = self.wire.split(self.connection.received)
        self.messages += messages
        if messages and self.brief:
            yield f"< {self.name}: {summary(map(self.kind, messages), b''.join(messages))}"
        else:
            yield from (f"< {self.name}: {self.wire.text(message)}" for message in messages)
        if self.connection.lost and not self._end_written:
            self._end_written = True
            rest = bytes(self.connection.received)
            yield f"< {self.name}: the connection ends{f' after {rest!r}' if rest else ''}"


class RecordedSocketClient(RecordedClient):
    """A client of the socket transport that sends and receives dicts."""

    def kind(self, message: bytes) -> str:
        kind: str = SocketWire().plain(message)["type"]
        return kind

    def plain(self) -> list[dict[str, Any]]:
        """Return all received messages as dicts."""
        return [SocketWire().plain(message) for message in self.messages]

    def last(self, kind: str) -> dict[str, Any]:
        """Return the last message of this type."""
        return next(m for m in map(SocketWire().plain, self.messages[::-1]) if m["type"] == kind)

    async def send(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a message; return its direct answer, or an empty dict."""
        return await self.send_plain({"type": kind, **fields})

    async def send_plain(self, plain: dict[str, Any]) -> dict[str, Any]:
        """Send a message given as a dict; return its direct answer, or an empty dict."""
        number = self._server.next_id()
        payload = _encode({**plain, "id": number})
        text = plain["type"] if self.brief else plain_json(plain)
        sent = await self.send_bytes(len(payload).to_bytes(4, "big") + payload, text)
        plain_messages = map(SocketWire().plain, sent)
        return next((m for m in plain_messages if m.get("replyTo") == number), {})

    async def act(self, choose: "Chooser") -> str:
        """Take one of the legal actions; return the type of the answer, "" if there are none."""
        actions = (await self.send("ListActions")).get("actions")
        if not actions:
            return ""
        kind: str = (await self.send_plain(choose(actions)))["type"]
        return kind


class RecordedPyroClient(RecordedClient):
    """A client of the Pyro5 transport that calls as a stock proxy does."""

    key = ""
    cursor = 0

    def __init__(
        self, server: "RecordedServer", name: str, wire: Wire, connection: Connection
    ) -> None:
        super().__init__(server, name, wire, connection)
        self._numbers = count(1)

    async def handshake(self, target: str = "tavolata") -> None:
        """Do the handshake."""
        payload = serializers["msgpack"].dumps({"handshake": "hello", "object": target})
        await self.send_message(protocol.MSG_CONNECT, payload, f"handshake {target}")

    async def call(self, method: str, *args: Any, target: str = "tavolata", **kwargs: Any) -> Any:
        """Call a method; return the decoded answer, None if it does not arrive immediately."""
        payload = serializers["msgpack"].dumpsCall(target, method, args, kwargs)
        texts = [*map(repr, args), *(f"{name}={value!r}" for name, value in kwargs.items())]
        text = f"{method}({', '.join(texts)})"
        answers = await self.send_message(protocol.MSG_INVOKE, payload, text)
        return PyroWire().plain(answers[-1]) if answers else None

    async def send_message(self, kind: int, payload: bytes, text: str) -> list[bytes]:
        """Send a Pyro5 message and return the messages received in response."""
        message = protocol.SendingMessage(kind, 0, next(self._numbers), 4, payload)
        return await self.send_bytes(bytes(message.data), text)

    async def open(self) -> None:
        """Do the handshake and open a session."""
        await self.handshake()
        self.key = await self.call("open")

    async def send(self, method: str, *args: Any, **kwargs: Any) -> Any:
        """Call a method of the session."""
        return await self.call(method, self.key, *args, **kwargs)

    async def poll(self, wait: float = 0.0) -> list[dict[str, Any]]:
        """Return the pushed messages; none if the poll waits."""
        answer = await self.call("poll", self.key, self.cursor, wait)
        return [] if answer is None else self.take_poll(answer)

    def take_poll(self, answer: dict[str, Any]) -> list[dict[str, Any]]:
        """Update the cursor from the answer to a poll and return its messages."""
        self.cursor = answer.get("cursor", self.cursor)
        found: list[dict[str, Any]] = answer.get("messages", [])
        return found

    async def act(self, choose: "Chooser") -> str:
        """Take one of the legal actions; return the type of the answer, "" if there are none."""
        actions = (await self.send("list_actions")).get("actions")
        if not actions:
            return ""
        action = choose(actions)
        fields = {_snake_case(k): v for k, v in action.items() if k != "type"}
        kind: str = (await self.send(_snake_case(action["type"]), **fields))["type"]
        return kind


def summary(kinds: Iterable[str], data: bytes) -> str:
    """Summarize messages in one line: their types, total size and hash."""
    texts = [
        f"{kind}*{n}" if (n := len(list(group))) > 1 else kind for kind, group in groupby(kinds)
    ]
    return f"{' '.join(texts)}, {len(data)} bytes {short_hash(data)}"


def _snake_case(name: str) -> str:
    parts = [f"_{letter.lower()}" if letter.isupper() else letter for letter in name]
    return "".join(parts).removeprefix("_")


class Chooser:
    """Chooses a type of action, then an action of it; the same salt gives the same choices."""

    def __init__(self, salt: str) -> None:
        self._salt = salt
        self._numbers = count()

    def __call__(self, actions: list[dict[str, Any]]) -> dict[str, Any]:
        kinds: dict[str, list[dict[str, Any]]] = {}
        for action in actions:
            kinds.setdefault(action["type"], []).append(action)
        weighted = [k for k in kinds for _ in range(1 if k in DELAYING else PREFERRED)]
        kind = kinds[weighted[self.below(len(weighted))]]
        return kind[self.below(len(kind))]

    def below(self, limit: int) -> int:
        """Return the next pseudo-random number below a limit."""
        return zlib.crc32(f"{self._salt} {next(self._numbers)}".encode()) % limit


C = TypeVar("C", bound=RecordedClient)


@dataclass
class RecordedServer:
    """A running server, its clients, and the transcript."""

    loop: ManualClockLoop
    addresses: Addresses
    full: bool = False
    """True if no client is brief."""
    lines: list[str] = field(default_factory=list)
    clients: list[RecordedClient] = field(default_factory=list)
    next_id: Callable[[], int] = field(default_factory=lambda: count(1).__next__)

    def write(self, line: str) -> None:
        """Add a line to the transcript."""
        self.lines.append(line)

    def heading(self, text: str) -> None:
        """Add a heading to the transcript."""
        self.lines += ["", f"# {text}"]

    async def collect(self) -> None:
        """Wait until everything is processed, and add the received messages."""
        await self.loop.settle()
        for client in self.clients:
            self.lines += client.new_lines()

    async def advance(self, seconds: float) -> None:
        """Advance the time and add the messages received meanwhile."""
        self.write(f"= {seconds:g} seconds pass")
        await self.loop.advance(seconds)
        await self.collect()

    async def connect_socket(self, name: str, *, brief: bool = False) -> RecordedSocketClient:
        """Connect a client over the socket transport."""
        address = self.addresses.socket
        return await self._connect(RecordedSocketClient, name, SocketWire(), address, brief=brief)

    async def connect_pyro(self, name: str) -> RecordedPyroClient:
        """Connect a client over the Pyro5 transport."""
        address = self.addresses.pyro.rpartition("@")[2]
        return await self._connect(RecordedPyroClient, name, PyroWire(), address)

    async def connect_dialect(self, dialect: str, name: str, wire: Wire) -> RecordedClient:
        """Connect a client over a legacy dialect."""
        return await self._connect(RecordedClient, name, wire, self.addresses.dialects[dialect])

    async def _connect(
        self, kind: type[C], name: str, wire: Wire, address: str, *, brief: bool = False
    ) -> C:
        self.write(f"> {name}: connects")
        host, _, port = address.rpartition(":")
        client = kind(self, name, wire, await self.loop.connect(host, int(port)))
        client.brief = brief and not self.full
        self.clients.append(client)
        await self.collect()
        return client


Scenario = Callable[[RecordedServer], Awaitable[None]]


def record(
    scenario: Scenario,
    *,
    limits: Limits | None = None,
    dialects: Iterable[str] = (),
    dialect_settings: Mapping[str, Mapping[str, Any]] | None = None,
    data: Path | None = None,
    full: bool = False,
) -> str:
    """Run a scenario against a new server and return the transcript, including the shutdown.

    With ``full``, every message is shown, also of brief clients.
    """
    with asyncio.Runner(loop_factory=ManualClockLoop) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, ManualClockLoop)
        settings = Settings(
            port=0,
            pyro_port=0,
            dialects=dict.fromkeys(dialects, 0),
            dialect_settings=make_settings(dialect_settings or {}),
            data=data,
            reaction_seconds=0.0,
            limits=limits or Limits(),
            secrets=counted_secrets(),
        )
        keys = count(1)
        with (
            patch.object(secrets, "token_urlsafe", lambda _: f"key-{next(keys)}"),
            patch.object(time, "time", lambda: UNIX_TIME + loop.time()),
        ):
            return runner.run(_play(scenario, settings, loop, full))


async def _play(scenario: Scenario, settings: Settings, loop: ManualClockLoop, full: bool) -> str:
    async with running(settings, COMPUTERS) as addresses:
        server = RecordedServer(loop, addresses, full)
        await scenario(server)
        server.heading("the server stops")
        loop.runs_free = True
    loop.runs_free = False
    await server.collect()
    assert all(client.connection.lost for client in server.clients)
    return "\n".join(server.lines).strip() + "\n"


def counted_secrets() -> Secrets:
    """Return predictable secrets: seeds, tokens and codes counted upwards."""
    seeds, tokens, codes = count(1), count(1), count(1)
    return Secrets(
        seed=lambda: next(seeds).to_bytes(16, "big"),
        token=lambda: f"token-{next(tokens)}",
        code=lambda: f"CODE{next(codes)}",
    )


class _Computer:
    """A computer player that always takes the first legal action."""

    def __init__(self, match: int, code: str, name: str, token: str = "") -> None:
        self._name, self._token = name, token
        self._join = {"type": "SelectMatch", "match": match, "code": code}
        self._joined = bool(token)

    def receive(self, message: Message) -> Iterable[Any]:
        """Return the answers to a message."""
        return [decode_client(_encode(plain)) for plain in self._answers(to_plain(message))]

    def _answers(self, plain: dict[str, Any]) -> Iterable[dict[str, Any]]:
        kind = plain["type"]
        if kind == "RequestNickname" and self._token:
            yield {"type": "Reconnect", "nickname": self._name, "token": self._token}
        elif kind == "RequestNickname":
            yield {"type": "ChooseNickname", "nickname": self._name}
        elif kind == "ChooseMatch":
            yield {"type": "Quit"} if self._joined else self._join
            self._joined = True
        elif kind == "SelectWizard":
            yield {"type": "ChooseWizard", "wizard": plain["availableWizards"][0]}
        elif kind == "LegalActions" and plain["actions"]:
            yield plain["actions"][0]
        elif kind in ("YourTurn", "ActionValid") and self._joined:
            yield {"type": "ListActions"}


COMPUTERS = ComputerPlayers(
    dict.fromkeys(GAMES, ("first",)), lambda bot: _Computer(*bot[2:6]).receive
)
