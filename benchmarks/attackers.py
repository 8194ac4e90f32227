"""Guests who mean no good, by the hundred: `python -m benchmarks.attackers [NICENESS]`.

They come from 127.0.1.1 and the addresses after it, which the besieged server does not trust. Each
line KIND ROUTE PORT NUMBER SECONDS is a siege; one line of JSON tells how it went for them. The
route `tls` is a port of either kind where TLS is spoken: they begin a handshake, or not even that.

Where the delays of honest guests are measured from the same core, NICENESS is 19: what attackers
do there for themselves must not look like a delay of the server.

    silent, header, body, drip    begin a message, or not even that, and do not end it
    later                         the same after a good beginning
    hello                         a whole handshake (Pyro5), and then nothing
    slow                          all of these together
    deaf                          ask and ask, and never read an answer
    flood                         send as fast as it goes, and come again when cut off
"""

import asyncio
import os
import socket
import ssl
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import NamedTuple

from benchmarks.servers import say
from messages import ChooseNickname, Heartbeat, ListPlayers
from messages.codec import encode
from messages.framing import frame
from tests.harness.raw_clients import HELLO, remote_call

PER_ADDRESS = 10
"""So few that the deaf may all ask at their pace: who asks too much is cut for that instead."""
APART = 0.001
"""Seconds between two who come: all of them are there within half a second."""
PACE = 0.06
"""Seconds between two questions of the deaf: as fast as the limits allow for long."""
SMALL_BUFFER = 4096
KEY = 43
"""How long the key of a session is."""


class Wire(NamedTuple):
    """How attackers speak on a route: the way to their name, and messages to misuse."""

    first: bytes
    """A message whose beginning is a good beginning."""
    hello: bytes
    beat: bytes


def _client_hello() -> bytes:
    """The first thing a client says when it speaks TLS."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = ssl.create_default_context().wrap_bio(incoming, outgoing, server_hostname="localhost")
    with suppress(ssl.SSLWantReadError):
        client.do_handshake()
    return outgoing.read()


WIRES = {
    "socket": Wire(frame(encode(ChooseNickname("somebody"))), b"", frame(encode(Heartbeat()))),
    "pyro": Wire(HELLO, HELLO, remote_call("heartbeat", "k" * KEY)),
    "tls": Wire(_client_hello(), b"", b""),
}
BEGINNINGS: dict[str, Callable[[Wire], bytes]] = {
    "silent": lambda wire: b"",
    "header": lambda wire: wire.first[:2],
    "body": lambda wire: wire.first[:-5],
    "drip": lambda wire: wire.first[:1],
    "later": lambda wire: wire.hello + wire.beat + wire.beat[:3],
    "hello": lambda wire: wire.hello,
}
_EVERY = tuple(BEGINNINGS)
SLOW = {"socket": _EVERY[:5], "pyro": _EVERY, "tls": _EVERY[:4]}


class Attacker(NamedTuple):
    """One of them."""

    kind: str
    route: str
    port: int
    number: int
    told: Counter[str]
    came: float

    @property
    def wire(self) -> Wire:
        """How it speaks."""
        return WIRES[self.route]

    def socket(self) -> socket.socket:
        """From an address it shares with a few others."""
        one = socket.socket()
        one.setblocking(False)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        one.bind((f"127.0.1.{1 + self.number // PER_ADDRESS}", 0))
        return one

    def cut(self) -> None:
        """The server has had enough of it."""
        self.told["cut"] += 1
        self.stayed()

    def stayed(self) -> None:
        """Until now, cut or not."""
        taken = round(1000 * (monotonic() - self.came))
        self.told["longest ms"] = max(self.told["longest ms"], taken)


async def _connect(guest: Attacker) -> socket.socket:
    one = guest.socket()
    await asyncio.get_running_loop().sock_connect(one, ("127.0.0.1", guest.port))
    guest.told["connections"] += 1
    return one


async def _slow(guest: Attacker) -> None:
    """Say a part of a message, or drip it, until the server has had enough."""
    loop = asyncio.get_running_loop()
    with await _connect(guest) as one, suppress(ConnectionError):
        await loop.sock_sendall(one, BEGINNINGS[guest.kind](guest.wire))
        rest = iter(guest.wire.first[1:])
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(1.0):
                    if not await loop.sock_recv(one, 65536):
                        break
            if guest.kind == "drip":
                await loop.sock_sendall(one, bytes([next(rest)]))
    guest.cut()


async def _deaf(guest: Attacker) -> None:
    """Ask for long answers; the key of a session is the last thing that is read."""
    loop = asyncio.get_running_loop()
    with await _connect(guest) as one, suppress(ConnectionError):
        name = f"deaf{one.getsockname()[1]:08}{guest.number:08}"  # those of before are still known
        if guest.route == "pyro":
            await loop.sock_sendall(one, HELLO + remote_call("open"))
            key = await _read_key(one)
            named, asked = (
                remote_call("choose_nickname", key, name),
                remote_call("list_players", key),
            )
        else:
            named, asked = frame(encode(ChooseNickname(name))), frame(encode(ListPlayers()))
        await loop.sock_sendall(one, named)
        while True:
            await loop.sock_sendall(one, asked)
            await asyncio.sleep(PACE)
    guest.cut()


async def _read_key(one: socket.socket) -> str:
    """The answer to open() ends with the key."""
    data = b""
    while len(data) < KEY or data[-KEY - 2 : -KEY] != b"\xd9\x2b":
        part = await asyncio.get_running_loop().sock_recv(one, 65536)
        if not part:
            raise ConnectionError
        data += part
    return data[-KEY:].decode()


async def _flood(guest: Attacker) -> None:
    """Send as fast as it goes, and come again when cut off."""
    while True:
        with suppress(ConnectionError), await _connect(guest) as one:
            await _pour(guest, one)
        await asyncio.sleep(0.05)


async def _pour(guest: Attacker, one: socket.socket) -> None:
    loop, data = asyncio.get_running_loop(), b"?"
    await loop.sock_sendall(one, guest.wire.hello)
    while data:
        await loop.sock_sendall(one, guest.wire.beat * 200)
        await asyncio.sleep(0)
        with suppress(BlockingIOError):
            data = one.recv(65536)
            guest.told["warned"] += data.count(b"RATELIMITED")


def _ways(kind: str, route: str) -> list[tuple[str, Callable[[Attacker], Awaitable[None]]]]:
    if kind == "slow":
        return [(one, _slow) for one in SLOW[route]]
    return [(kind, {"deaf": _deaf, "flood": _flood}.get(kind, _slow))]


async def besiege(kind: str, route: str, port: int, number: int, seconds: float) -> Counter[str]:
    """How many were warned, cut, and so on; ``seconds`` after the last one came it is over."""
    told: Counter[str] = Counter()
    ways = _ways(kind, route)
    attacks = dict[asyncio.Future[None], Attacker]()
    for index in range(number):
        how, attack = ways[index % len(ways)]
        guest = Attacker(how, route, port, index, told, monotonic())
        attacks[asyncio.ensure_future(attack(guest))] = guest
        await asyncio.sleep(APART)
    _, going_on = await asyncio.wait(attacks, timeout=seconds)
    told["still there"] = len(going_on)
    for one in going_on:
        attacks[one].stayed()
        one.cancel()
    failures = await asyncio.gather(*attacks, return_exceptions=True)
    told["failed"] = sum(isinstance(failure, Exception) for failure in failures)
    return told


def main() -> None:
    """Do what the lines of the standard input ask for."""
    os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    say(ready=True)
    for line in sys.stdin:
        kind, route, port, number, seconds = line.split()
        say(**asyncio.run(besiege(kind, route, int(port), int(number), float(seconds))))


if __name__ == "__main__":
    main()
