"""Guests who mean no good, by the hundred: `python -m tests.server.siege KIND PORT NUMBER SECONDS`.

They come from 127.0.1.1 and the addresses after it, which the besieged server does not trust. At
the end one line of JSON tells how it went for them.
"""

import asyncio
import json
import sys
from collections import Counter
from contextlib import suppress
from time import monotonic

from messages import ChooseNickname, Heartbeat
from messages.codec import encode
from messages.framing import frame

PER_ADDRESS = 50
BEAT = frame(encode(Heartbeat()))
HALF = frame(encode(ChooseNickname("somebody")))
BEGINNINGS = {"silent": b"", "header": HALF[:2], "body": HALF[:12], "drip": HALF[:1]}


async def _connect(port: int, number: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    address = f"127.0.1.{1 + number // PER_ADDRESS}"
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))


async def _slow(kind: str, port: int, number: int, told: Counter[str]) -> None:
    """Say a part of a message, or drip it, until the server has had enough."""
    reader, writer = await _connect(port, number)
    start = monotonic()
    writer.write(BEGINNINGS[kind])
    with suppress(ConnectionError):
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    if not await reader.read(65536):
                        break
            if kind == "drip":
                writer.write(b"\0")
    told["cut"] += 1
    told["longest ms"] = max(told["longest ms"], round(1000 * (monotonic() - start)))
    writer.close()


async def _flood(kind: str, port: int, number: int, told: Counter[str]) -> None:
    """Send as fast as it goes, and come again when cut off."""
    while True:
        with suppress(ConnectionError):
            reader, writer = await _connect(port, number)
            told["connections"] += 1
            reading = asyncio.create_task(_count(reader, told))
            try:
                while not reading.done():
                    writer.write(BEAT * 200)
                    await writer.drain()
                    await asyncio.sleep(0)
            finally:
                reading.cancel()
                writer.close()
        await asyncio.sleep(0.05)


async def _count(reader: asyncio.StreamReader, told: Counter[str]) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(65536):
            told["warned"] += data.count(b"RATELIMITED")


async def besiege(kind: str, port: int, number: int, seconds: float) -> Counter[str]:
    """How many were warned, cut, and so on."""
    told: Counter[str] = Counter()
    attack = _flood if kind == "flood" else _slow
    guests = [asyncio.create_task(attack(kind, port, n, told)) for n in range(number)]
    await asyncio.wait(guests, timeout=seconds)
    told["still there"] = sum(not guest.done() for guest in guests)
    for guest in guests:
        guest.cancel()
    await asyncio.gather(*guests, return_exceptions=True)
    return told


if __name__ == "__main__":
    _, kind, port, number, seconds = sys.argv
    found = asyncio.run(besiege(kind, int(port), int(number), float(seconds)))
    sys.stdout.write(json.dumps(found) + "\n")
