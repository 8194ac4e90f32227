"""Clients that know only the protocol: maps over a socket, or calls of a stock Pyro5 proxy."""

import re
import socket
import struct
from collections.abc import Callable
from typing import Any, Protocol

import msgspec
from Pyro5.api import Proxy

from tests.harness.timeouts import GIVE_UP_SECONDS


class PlainClient(Protocol):
    """Sends messages with snake_case fields and receives maps as they are on the wire."""

    def send(self, kind: str, **fields: Any) -> None: ...

    def receive(self) -> dict[str, Any]: ...

    def close(self) -> None: ...


class SocketClient:
    """One TCP connection."""

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        self._socket = socket.create_connection((host, int(port)), GIVE_UP_SECONDS)
        self._stream = self._socket.makefile("rb")

    def send(self, kind: str, **fields: Any) -> None:
        message = {"type": kind} | {_camel_case(name): value for name, value in fields.items()}
        payload = msgspec.msgpack.encode(message)
        self._socket.sendall(struct.pack(">I", len(payload)) + payload)

    def receive(self) -> dict[str, Any]:
        (length,) = struct.unpack(">I", self._stream.read(4))
        message: dict[str, Any] = msgspec.msgpack.decode(self._stream.read(length))
        return message

    def close(self) -> None:
        self._stream.close()
        self._socket.close()


class PyroClient:
    """One proxy, which belongs to the thread that used it last."""

    def __init__(self, uri: str) -> None:
        self._server = Proxy(uri)
        self._server._pyroSerializer = "msgpack"
        self._server._pyroTimeout = GIVE_UP_SECONDS
        self._key = self._server.open()
        self._cursor = 0
        self._received: list[dict[str, Any]] = []

    def send(self, kind: str, **fields: Any) -> None:
        self._server._pyroClaimOwnership()
        method = getattr(self._server, _snake_case(kind))
        self._received.append(method(self._key, **fields))

    def receive(self) -> dict[str, Any]:
        self._server._pyroClaimOwnership()
        while not self._received:
            answer = self._server.poll(self._key, self._cursor, 10)
            self._cursor = answer["cursor"]
            self._received += answer["messages"]
        return self._received.pop(0)

    def close(self) -> None:
        self._server._pyroClaimOwnership()
        self._server._pyroRelease()


class PlainPlayer:
    """Plays one match with a plain client: always the first legal action."""

    def __init__(self, client: PlainClient, nickname: str, prompt: str) -> None:
        self.client = client
        self.nickname = nickname
        self.prompt = prompt
        """The message that asks for an action."""
        self.match = 0
        """The match to join; 0 creates one."""
        self.setup: dict[str, Any] = {}
        self.token = ""
        self.seq = 0
        self.actions = 0
        self.received: list[dict[str, Any]] = []

    def play_until(self, is_last: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Answer messages until one fulfils the condition; that one is not answered."""
        while True:
            message = self.client.receive()
            self.received.append(message)
            self.seq = max(self.seq, message.get("seq", 0))
            assert message["type"] != "Error", message
            if message["type"] == "SessionOpened":
                self.token = message["token"]
            if is_last(message):
                return message
            self._answer(message)

    def resume(self, client: PlainClient) -> None:
        """Take the seat back over a new connection."""
        self.client = client
        assert client.receive()["type"] == "RequestNickname"
        client.send("Reconnect", nickname=self.nickname, token=self.token, last_seq=self.seq)

    def _answer(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "RequestNickname":
                self.client.send("ChooseNickname", nickname=self.nickname)
            case "ChooseMatch":
                self.client.send("SelectMatch", match=self.match)
            case "RequestSetUp":
                self.client.send("SelectModeAndPlayers", **self.setup)
            case self.prompt:
                self.client.send("ListActions")
            case "LegalActions" if message["actions"]:
                action = dict(message["actions"][0])
                kind = action.pop("type")
                self.actions += 1
                self.client.send(kind, **{_snake_case(k): v for k, v in action.items()})


def _camel_case(name: str) -> str:
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), name)


def _snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
