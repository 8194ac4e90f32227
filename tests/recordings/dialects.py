"""Conversations in the legacy dialects: refusals first, then a whole match by scripted clients."""

import json
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from tests.harness.dialects.codex_client import CodexClient
from tests.harness.dialects.rummy_client import LaterClient, SeedClient
from tests.harness.dialects.shelfie_client import ShelfieClient
from tests.harness.dialects.uno_client import UnoClient
from tests.harness.recorded_server import RecordedClient, RecordedServer, record
from tests.harness.wires import HeaderWire, JavaTextWire, LineWire, Wire

MAX_ROUNDS = 3000


class Player(Protocol):
    """A scripted client that returns the requests to send."""

    def start(self) -> list[bytes]:
        """Return the first requests of a connection."""

    def receive(self, message: bytes) -> list[bytes]:
        """Process a message and return the requests to send."""

    @property
    def done(self) -> bool:
        """True if the match is over."""


async def _play_match(connections: Sequence[RecordedClient], players: Sequence[Player]) -> None:
    """Let the clients act in turn until each has received the end of the match."""
    read = [0] * len(players)
    for client, player in zip(connections, players, strict=True):
        for request in player.start():
            await client.send_bytes(request)
    for _ in range(MAX_ROUNDS):
        for number, (client, player) in enumerate(zip(connections, players, strict=True)):
            while read[number] < len(client.messages) and not player.done:
                read[number] += 1
                for request in player.receive(client.messages[read[number] - 1]):
                    if not client.connection.lost:
                        await client.send_bytes(request)
        if all(player.done for player in players):
            return
    raise AssertionError("the match must end")


async def _send_all(client: RecordedClient, *requests: bytes | str) -> None:
    for request in requests:
        data = request if isinstance(request, bytes) else f"{request}\n".encode()
        text = "" if len(data) < 300 else f"{len(data)} bytes"
        await client.send_bytes(data, text)


async def _connect_all(
    server: RecordedServer, dialect: str, wire: Callable[[], Wire], *names: str
) -> Any:
    return [await server.connect_dialect(dialect, name, wire()) for name in names]


# UNO.


def uno_conversation(full: bool) -> str:
    """Refusals and lobbies; then a match of two."""
    match_settings = {"uno": {"target_score": 1}}
    conversation = record(_uno_refusals, dialects=("uno",))
    return conversation + record(_uno_match, dialects=("uno",), dialect_settings=match_settings)


async def _uno_refusals(server: RecordedServer) -> None:
    server.heading("before the handshake")
    eve, ada, bob, cat = await _connect_all(server, "uno", LineWire, "eve", "ada", "bob", "cat")
    await _send_all(eve, "LOL", "PC|RED 5", "", "DANCE", b"\xff\xfe\n", b"x" * 5000 + b"\n")
    await _send_all(
        eve, "MH", "MH|", "MH|eve|robot", "MH|a b|human_player", "MH|eve|human_player|x"
    )
    server.heading("lobbies and chat")
    await _send_all(ada, " MH | Ada | human_player \r", "MH|ada|human_player", "LOL")
    await _send_all(bob, "MH|ADA|human_player", "MH|bob|computer_player")
    await _send_all(cat, "MH|cat|human_player", "CL", "CL|a b", "CL|main", "CL|side", "JL|side")
    await _send_all(bob, "JL|nowhere", "JL|side", "JL|main", "SM|hello|there", "SM", "SM|hello")
    server.heading("the start")
    await _send_all(bob, "SG|normal", "ACP|robo", "DC")
    await _send_all(ada, "SG", "SG|fast", "ACP|robo|genius", "ACP|a b", "ACP|robo", "SG|seven_o")
    await _send_all(cat, "JL|main", "LOL")
    server.heading("the game")
    for client in (ada, bob):
        await _send_all(client, "PC", "PC|PURPLE 1", "PC|WILD 5", "RC|true", "CC|RED", "CC|PINK")
        await _send_all(client, "MC7|nobody", "CH|true", "UNO", "SM|well", "DC|x", "DC", "RC|true")
    server.heading("time, then the end of a connection, then leaving")
    await server.advance(61)
    await bob.close()
    await _send_all(ada, "LG")
    await _send_all(cat, "LG")


class _UnoPlayer:
    def __init__(self, client: UnoClient) -> None:
        self._client = client

    @property
    def done(self) -> bool:
        return bool(self._client.winner)

    def start(self) -> list[bytes]:
        return [f"{line}\n".encode() for line in self._client.hello()]

    def receive(self, message: bytes) -> list[bytes]:
        requests = self._client.receive(message.decode().removesuffix("\n"))
        return [f"{line}\n".encode() for line in requests]


async def _uno_match(server: RecordedServer) -> None:
    server.heading("a whole match")
    clients = await _connect_all(server, "uno", LineWire, "ada", "bob")
    players = [UnoClient(name, seed, 2, "progressive") for seed, name in enumerate(("ada", "bob"))]
    await _play_match(clients, [_UnoPlayer(player) for player in players])
    for client in clients:
        await client.send_bytes(b"LG\n")


# Codex Naturalis.


def codex_conversation(full: bool) -> str:
    """Refusals and the lobby; a match of two; heartbeats."""
    parts = (_codex_refusals, _codex_match, _codex_heartbeats)
    return "".join(record(part, dialects=("codex",)) for part in parts)


def _codex(kind: str, sender: str, **fields: Any) -> str:
    return json.dumps({"networkType": kind, "sender": sender, **fields})


async def _codex_refusals(server: RecordedServer) -> None:
    server.heading("lines that cannot be read, and names")
    eve, ada, bob, cat = await _connect_all(server, "codex", LineWire, "eve", "ada", "bob", "cat")
    await _send_all(eve, "hello", "{}", '{"networkType": "DANCE", "sender": "eve"}', b"\xff\n")
    await _send_all(eve, b"x" * 9000 + b"\n", _codex("DRAW", "eve", idToDraw=0))
    await _send_all(eve, _codex("CONNECT", "a b"), _codex("CONNECT", "server"))
    server.heading("the lobby")
    await _send_all(ada, _codex("SET_PLAYER_NUMBER", "ada", numPlayers=2))
    await _send_all(ada, _codex("CONNECT", "ada"), _codex("CONNECT", "ada"))
    await _send_all(bob, _codex("CONNECT", "ADA"), _codex("CONNECT", "bob"))
    await _send_all(bob, _codex("SET_PLAYER_NUMBER", "bob", numPlayers=2))
    for number in (1, 9, 3, 3):
        await _send_all(ada, _codex("SET_PLAYER_NUMBER", "ada", numPlayers=number))
    await _send_all(cat, _codex("CONNECT", "cat"))
    await _send_all(eve, _codex("CONNECT", "eve"))
    server.heading("the game")
    for client in (ada, bob, cat):
        name = client.name
        await _send_all(client, _codex("PLACE_STARTER", name, side="TOP"))
        await _send_all(client, _codex("CHOOSE_COLOR", name, color="RED"))
        await _send_all(client, _codex("PLACE_STARTER", name, side="BACK"))
        await _send_all(client, _codex("CHOOSE_COLOR", name, color="BLACK"))
        await _send_all(client, _codex("CHOOSE_COLOR", name, color="RED"))
        await _send_all(client, _codex("DRAW", name, idToDraw=9))
    place = {"frontId": 1, "backId": 2, "side": "FRONT", "position": {"x": 9, "y": 9}}
    await _send_all(ada, _codex("PLACE_CARD", "ada", **place))
    for receiver in ("Everyone", "bob", "nobody"):
        message = {"sender": "ada", "receiver": receiver, "content": "hello", "isBroadcast": False}
        await _send_all(ada, _codex("SEND_CHAT_MESSAGE", "ada", message=message))
    server.heading("a lost connection, the way back, and leaving")
    await bob.close()
    returning = await server.connect_dialect("codex", "bob", LineWire())
    await _send_all(returning, _codex("CONNECT", "bob"))
    await _send_all(returning, _codex("DISCONNECT", "bob"))
    await _send_all(cat, _codex("DISCONNECT", "cat"))


class _CodexPlayer:
    def __init__(self, client: CodexClient) -> None:
        self._client = client

    @property
    def done(self) -> bool:
        return self._client.winners is not None

    def start(self) -> list[bytes]:
        return [f"{line}\n".encode() for line in self._client.hello()]

    def receive(self, message: bytes) -> list[bytes]:
        return [f"{line}\n".encode() for line in self._client.receive(message.decode())]


async def _codex_match(server: RecordedServer) -> None:
    server.heading("a whole match")
    clients = await _connect_all(server, "codex", LineWire, "ada", "bob")
    players = [CodexClient(name, seed, 2) for seed, name in enumerate(("ada", "bob"))]
    await _play_match(clients, [_CodexPlayer(player) for player in players])


async def _codex_heartbeats(server: RecordedServer) -> None:
    server.heading("heartbeats, and a client whose heartbeats stop")
    ada = await server.connect_dialect("codex", "ada", LineWire())
    await _send_all(ada, _codex("CONNECT", "ada"))
    await server.advance(2)
    await _send_all(ada, _codex("HEARTBEAT", "ada", id=5.0))
    await server.advance(12)


# My Shelfie.


def shelfie_conversation(full: bool) -> str:
    """Refusals and rooms; then a match of two, one with frames and one with lines."""
    return record(_shelfie_refusals, dialects=("shelfie",)) + record(
        _shelfie_match, dialects=("shelfie",)
    )


async def _shelfie_refusals(server: RecordedServer) -> None:
    server.heading("before the login, and names")
    ada, bob, cat = await _connect_all(server, "shelfie", LineWire, "ada", "bob", "cat")
    await _send_all(ada, "createMatch|2", "dance", "", "login", "login|a b", b"login|\xff\n")
    await _send_all(ada, "login|ada", "login|ada")
    await _send_all(bob, "login|ADA", "login|bob")
    await _send_all(cat, "login|cat")
    server.heading("rooms")
    await _send_all(ada, "createMatch", "createMatch|9", "createMatch|x", "createMatch|2")
    await _send_all(ada, "createMatch|2", "changeMatchSeats|9", "changeMatchSeats|3")
    await _send_all(bob, "join|77", "join|x", "join|1", "join|1", "changeMatchSeats|2", "endTurn")
    await _send_all(bob, "sendPublicMessage|hello", "sendPrivateMessage|hi|ada", "leaveMatch")
    await _send_all(bob, "leaveMatch", "join|1")
    await _send_all(ada, "changeMatchSeats|2")
    await _send_all(cat, "join|1", "sendPrivateMessage|hello|ada", "sendPrivateMessage|x|nobody")
    server.heading("the match")
    for client in (ada, bob):
        for command in ("selectCell|0|0", "selectCell|9|9", "selectCell|4|4", "selectCell|1|3"):
            await _send_all(client, command, command)
        await _send_all(client, "sortHand|0|5", "insertInColumn|7", "endTurn", "confirmSelection")
        await _send_all(client, "deselectCards", "deselectCards", "insertInColumn|0")
    await _send_all(ada, "sendPublicMessage|well done")
    server.heading("a lost connection, the way back, time, and leaving")
    await bob.close()
    await server.advance(11)
    returning = await server.connect_dialect("shelfie", "bob", LineWire())
    await _send_all(returning, "login|bob")
    await _send_all(ada, "leaveMatch", "exitGame")
    await _send_all(returning, "exitGame")


class _ShelfiePlayer(ShelfieClient):
    """A client that sends over a recorded connection."""

    client: RecordedClient

    async def step(self) -> None:
        """Process received messages, and act if it is this player's turn."""
        self._process_new()
        if not self.done and self.view.get("currentPlayer") == self.name:
            await self._turn()

    async def request(self, text: str) -> bool:
        """Send a request."""
        return await self._request(text)

    async def _request(self, text: str, *, expected: bool | None = True) -> bool:
        data = text.encode()
        framed = len(data).to_bytes(2, "big") + data if self.framed else data + b"\n"
        before = len(self.client.messages)
        await self.client.send_bytes(framed)
        self._process_new()
        answers = [self._text(message) for message in self.client.messages[before:]]
        return any(a.startswith("return|") and a.endswith("|true") for a in answers)

    _read_count = 0

    def _process_new(self) -> None:
        for message in self.client.messages[self._read_count :]:
            self._on_message(self._text(message))
        self._read_count = len(self.client.messages)

    def _text(self, message: bytes) -> str:
        return (message[2:] if self.framed else message[:-1]).decode()


async def _shelfie_match(server: RecordedServer) -> None:
    server.heading("a whole match")
    players = [
        _ShelfiePlayer("ada", 1, 2, framed=True, confirms=True, error_rate=0.1),
        _ShelfiePlayer("bob", 2, 2, framed=False, error_rate=0.1),
    ]
    for player in players:
        wire: Wire = JavaTextWire() if player.framed else LineWire()
        player.client = await server.connect_dialect("shelfie", player.name, wire)
        await player.request(f"login|{player.name}")
    await players[0].request("createMatch|2")
    await players[1].request("join|1")
    for _ in range(MAX_ROUNDS):
        for player in players:
            await player.step()
        if all(player.done for player in players):
            break
    for player in players:
        await player.request("exitGame")


# Rummy.


def rummy_conversation(full: bool) -> str:
    """Refusals; then a match of two, one of each profile."""
    settings = {"rummy": {"target": 30}}
    conversation = record(_rummy_refusals, dialects=("rummy",))
    return conversation + record(_rummy_match, dialects=("rummy",), dialect_settings=settings)


def _rummy(kind: str, sender: str, *body: str, key: str = "Message Type") -> bytes:
    return "\n".join((f"{key}: {kind}", f"Sender: {sender}", "", *body, "", "")).encode()


def _rummy_connect(name: str, key: str = "Message Type") -> bytes:
    return _rummy("CONNECT", name, "IP Address: 127.0.0.1", f"Player: {name}", key=key)


async def _rummy_refusals(server: RecordedServer) -> None:
    server.heading("messages that make no sense")
    eve, mel, ada, bob, cat = await _connect_all(
        server, "rummy", HeaderWire, "eve", "mel", "ada", "bob", "cat"
    )
    for data in (b"hello\n\n", _rummy("TURN", "eve", "T"), _rummy("DANCE", "eve", "x")):
        await eve.send_bytes(data)
    await _send_all(mel, b"x" * 300)
    server.heading("the lobby")
    await ada.send_bytes(_rummy_connect("a b c"))
    await ada.send_bytes(_rummy_connect("ada", key="Type"))
    await ada.send_bytes(_rummy("BEGIN", "ada", "Start", key="Type"))
    await bob.send_bytes(_rummy_connect("ADA"))
    await bob.send_bytes(_rummy_connect("bob"))
    await bob.send_bytes(_rummy("BEGIN", "bob", "Start"))
    await ada.send_bytes(_rummy("ERR", "ada", "Resend CONNECT", key="Type"))
    await ada.send_bytes(_rummy("OK", "ada", "CONNECT", key="Type"))
    await ada.send_bytes(b"start\n")
    await cat.send_bytes(_rummy_connect("cat"))
    server.heading("turns; bob has the first one")
    turn = ("player: bob", "cards remaining: 0")
    await bob.send_bytes(_rummy("TURN", "bob", *turn, "new turn: DRAW STOCK"))
    await bob.send_bytes(_rummy("OK", "bob", "begun"))
    await ada.send_bytes(_rummy("TURN", "ada", "T", key="Type"))
    await ada.send_bytes(_rummy("OK", "ada", "BEGIN", key="Type"))
    for text in ("DANCE", "MELD 2 of Hearts", "DISCARD 2 of Hearts", "DRAW DISCARD K of Clubs"):
        await bob.send_bytes(_rummy("TURN", "bob", *turn, f"new turn: {text}"))
    for text in ("DRAW STOCK", "DRAW STOCK", "MELD A of Hearts, 2 of Clubs", "DISCARD 3 of Hearts"):
        await bob.send_bytes(_rummy("TURN", "bob", *turn, f"new turn: {text}"))
    await bob.send_bytes(_rummy("OK", "bob", "move received"))
    await ada.send_bytes(_rummy("OK", "ada", "MOVE", key="Type"))
    for body in (("P", "99"), ("T",), ("D", "Hand: A of Hearts", "Points: 1", "K of Clubs")):
        await ada.send_bytes(_rummy("TURN", "ada", *body, key="Type"))
    server.heading("time: messages are repeated, pings, a player who is silent")
    await server.advance(6)
    await bob.send_bytes(_rummy("OK", "bob", "ping"))
    await server.advance(30)


class _RummyPlayer:
    def __init__(self, client: SeedClient | LaterClient) -> None:
        self._client = client

    @property
    def done(self) -> bool:
        return bool(self._client.winner)

    def start(self) -> list[bytes]:
        self._client.hello()
        return self._take_output()

    def receive(self, message: bytes) -> list[bytes]:
        lines = message.decode().split("\n")
        self._client.receive(lines[0].split(": ")[1], lines[3:-2])
        return self._take_output()

    def _take_output(self) -> list[bytes]:
        output = list(self._client.out)
        self._client.out.clear()
        return output


async def _rummy_match(server: RecordedServer) -> None:
    server.heading("a whole match")
    clients = await _connect_all(server, "rummy", HeaderWire, "ada", "bob")
    ada, bob = SeedClient("ada", seed=1, players=2), LaterClient("bob", seed=2)
    await _play_match(clients, [_RummyPlayer(ada), _RummyPlayer(bob)])
