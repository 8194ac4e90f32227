"""A server on real sockets in which nothing is left to chance, and a transcript of what it sends.

Seeds, tokens, codes and keys are counted upwards, time stands still unless a scene lets it pass.
After each thing a client sends, everybody's new messages are written into the transcript, client by
client, so that the same scene always gives the same text.
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
from server.state import Secrets
from tests.harness.manual_clock import Connection, ManualClockLoop
from tests.harness.wires import PyroWire, SocketWire, Wire, hashed, plain_json

UNIX_TIME = 1_700_000_000.0
"""What the wall clock shows when a recording begins."""
DELAYING = frozenset({"DrawUnoCard", "DrawRummyStock", "DiscardRummyCard"})
"""Actions that put off the end of a game; they are chosen less often while there are others."""
PREFERRED = 8

_encode = msgspec.msgpack.Encoder().encode


class RecordedClient:
    """One connection with a name for the transcript."""

    def __init__(
        self, server: "RecordedServer", name: str, wire: Wire, connection: Connection
    ) -> None:
        self.name = name
        self.wire = wire
        self.connection = connection
        self.messages: list[bytes] = []
        """Everything that came, cut into messages."""
        self.brief = False
        """Whether the transcript has one line for all messages that came at once."""
        self._server = server
        self._end_written = False

    async def send_bytes(self, data: bytes, text: str = "") -> list[bytes]:
        """Send this; what came of it to this client is returned."""
        assert not self.connection.lost, f"{self.name} is not connected"
        self._server.write(f"> {self.name}: {text or repr(data)}")
        before = len(self.messages)
        self.connection.send(data)
        await self._server.collect()
        return self.messages[before:]

    async def close(self) -> None:
        """End the connection without a word."""
        self._server.write(f"> {self.name}: ends the connection")
        self._end_written = True
        self.connection.close()
        await self._server.collect()

    def kind(self, message: bytes) -> str:
        """What kind of message this is, in a word."""
        return "message"

    def new_lines(self) -> Iterable[str]:
        """Lines about what has come since the last call."""
        came = self.wire.split(self.connection.received)
        self.messages += came
        if came and self.brief:
            yield f"< {self.name}: {summary(map(self.kind, came), b''.join(came))}"
        else:
            yield from (f"< {self.name}: {self.wire.text(message)}" for message in came)
        if self.connection.lost and not self._end_written:
            self._end_written = True
            rest = bytes(self.connection.received)
            yield f"< {self.name}: the connection ends{f' after {rest!r}' if rest else ''}"


class RecordedSocketClient(RecordedClient):
    """Speaks the socket wire in plain dicts."""

    def kind(self, message: bytes) -> str:
        kind: str = SocketWire().plain(message)["type"]
        return kind

    def plain(self) -> list[dict[str, Any]]:
        """Everything that came."""
        return [SocketWire().plain(message) for message in self.messages]

    def last(self, kind: str) -> dict[str, Any]:
        """The last message of this type."""
        return next(m for m in map(SocketWire().plain, self.messages[::-1]) if m["type"] == kind)

    async def send(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a message; its direct answer is returned, or an empty dict."""
        return await self.send_plain({"type": kind, **fields})

    async def send_plain(self, plain: dict[str, Any]) -> dict[str, Any]:
        """The same for a message as a dict."""
        number = self._server.next_id()
        payload = _encode({**plain, "id": number})
        text = plain["type"] if self.brief else plain_json(plain)
        sent = await self.send_bytes(len(payload).to_bytes(4, "big") + payload, text)
        read = map(SocketWire().plain, sent)
        return next((m for m in read if m.get("replyTo") == number), {})

    async def act(self, choose: "Chooser") -> str:
        """Ask what may be done and do one of it; the answer's type, or "" if there is nothing."""
        actions = (await self.send("ListActions")).get("actions")
        if not actions:
            return ""
        kind: str = (await self.send_plain(choose(actions)))["type"]
        return kind


class RecordedPyroClient(RecordedClient):
    """Calls the remote object as a stock proxy does; a handshake and open() come first."""

    key = ""
    cursor = 0

    def __init__(
        self, server: "RecordedServer", name: str, wire: Wire, connection: Connection
    ) -> None:
        super().__init__(server, name, wire, connection)
        self._numbers = count(1)

    async def handshake(self, target: str = "tavolata") -> None:
        """The handshake."""
        payload = serializers["msgpack"].dumps({"handshake": "hello", "object": target})
        await self.send_message(protocol.MSG_CONNECT, payload, f"handshake {target}")

    async def call(self, method: str, *args: Any, target: str = "tavolata", **kwargs: Any) -> Any:
        """Call a method; the plain answer is returned, None if it does not come at once."""
        payload = serializers["msgpack"].dumpsCall(target, method, args, kwargs)
        words = [*map(repr, args), *(f"{name}={value!r}" for name, value in kwargs.items())]
        text = f"{method}({', '.join(words)})"
        answers = await self.send_message(protocol.MSG_INVOKE, payload, text)
        return PyroWire().plain(answers[-1]) if answers else None

    async def send_message(self, kind: int, payload: bytes, text: str) -> list[bytes]:
        """Any message; what came of it."""
        made = protocol.SendingMessage(kind, 0, next(self._numbers), 4, payload)
        return await self.send_bytes(bytes(made.data), text)

    async def open(self) -> None:
        """A handshake and a session."""
        await self.handshake()
        self.key = await self.call("open")

    async def send(self, method: str, *args: Any, **kwargs: Any) -> Any:
        """Call a method of the session."""
        return await self.call(method, self.key, *args, **kwargs)

    async def poll(self, wait: float = 0.0) -> list[dict[str, Any]]:
        """Fetch what was pushed; nothing if the poll waits."""
        answer = await self.call("poll", self.key, self.cursor, wait)
        return [] if answer is None else self.take_poll(answer)

    def take_poll(self, answer: dict[str, Any]) -> list[dict[str, Any]]:
        """The messages in the answer to a poll."""
        self.cursor = answer.get("cursor", self.cursor)
        found: list[dict[str, Any]] = answer.get("messages", [])
        return found

    async def act(self, choose: "Chooser") -> str:
        """Ask what may be done and do one of it; the answer's type, or "" if there is nothing."""
        actions = (await self.send("list_actions")).get("actions")
        if not actions:
            return ""
        action = choose(actions)
        fields = {_snake_case(k): v for k, v in action.items() if k != "type"}
        kind: str = (await self.send(_snake_case(action["type"]), **fields))["type"]
        return kind


def summary(kinds: Iterable[str], data: bytes) -> str:
    """Messages that came at once, in one line: their kinds, their size and their hash."""
    words = [f"{kind}*{n}" if (n := len(list(same))) > 1 else kind for kind, same in groupby(kinds)]
    return f"{' '.join(words)}, {len(data)} bytes {hashed(data)}"


def _snake_case(name: str) -> str:
    letters = [f"_{sign.lower()}" if sign.isupper() else sign for sign in name]
    return "".join(letters).removeprefix("_")


class Chooser:
    """Chooses among actions: first a kind, then one of the kind. The same salt, the same game."""

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
        """The next number below a limit."""
        return zlib.crc32(f"{self._salt} {next(self._numbers)}".encode()) % limit


C = TypeVar("C", bound=RecordedClient)


@dataclass
class RecordedServer:
    """A running server, its clients, and the transcript."""

    loop: ManualClockLoop
    addresses: Addresses
    full: bool = False
    """Whether nothing is told briefly."""
    lines: list[str] = field(default_factory=list)
    clients: list[RecordedClient] = field(default_factory=list)
    next_id: Callable[[], int] = field(default_factory=lambda: count(1).__next__)

    def write(self, line: str) -> None:
        """One line of the transcript."""
        self.lines.append(line)

    def heading(self, text: str) -> None:
        """What the next part shows."""
        self.lines += ["", f"# {text}"]

    async def collect(self) -> None:
        """Wait until nothing is under way, and write down what came."""
        await self.loop.settle()
        for client in self.clients:
            self.lines += client.new_lines()

    async def advance(self, seconds: float) -> None:
        """Let time pass."""
        self.write(f"= {seconds:g} seconds pass")
        await self.loop.advance(seconds)
        await self.collect()

    async def connect_socket(self, name: str, *, brief: bool = False) -> RecordedSocketClient:
        """A client of the socket transport."""
        address = self.addresses.socket
        return await self._connect(RecordedSocketClient, name, SocketWire(), address, brief=brief)

    async def connect_pyro(self, name: str) -> RecordedPyroClient:
        """A client of the Pyro5 transport."""
        address = self.addresses.pyro.rpartition("@")[2]
        return await self._connect(RecordedPyroClient, name, PyroWire(), address)

    async def connect_dialect(self, dialect: str, name: str, wire: Wire) -> RecordedClient:
        """A client of a legacy dialect."""
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
    """Play a scene against a fresh server; the transcript, with what the server says at its end.

    ``full`` shows every message of those parts, too, that are told briefly.
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
    """Seeds, tokens and codes counted upwards."""
    seeds, tokens, codes = count(1), count(1), count(1)
    return Secrets(
        seed=lambda: next(seeds).to_bytes(16, "big"),
        token=lambda: f"token-{next(tokens)}",
        code=lambda: f"CODE{next(codes)}",
    )


class _Computer:
    """A computer player that takes the first of everything it may do."""

    def __init__(self, match: int, code: str, name: str, token: str = "") -> None:
        self._name, self._token = name, token
        self._join = {"type": "SelectMatch", "match": match, "code": code}
        self._joined = bool(token)

    def receive(self, message: Message) -> Iterable[Any]:
        """What it answers."""
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
    dict.fromkeys(GAMES, ("first",)), lambda bot: _Computer(*bot[2:]).receive
)
