"""Mutated frames and requests get typed errors or a closed connection; other clients are served."""

import asyncio
import resource
from collections.abc import Awaitable, Callable, Iterator

import msgspec
import pytest

from messages import ChooseNickname, ErrorCode, SendChat
from tests.harness.web_mutations import mutated_frames, mutated_requests
from tests.harness.web_server import CLOSE, TEXT, RawWebConnection, WebServer, run


async def _read_and_check_all(client: RawWebConnection, seen: set[str]) -> None:
    """Read all frames; check that errors are typed and contain no internal details."""
    while (frame := await client.read_frame()) is not None:
        if frame.opcode == CLOSE:
            seen.add(str(frame.close_code))
            continue
        assert b"Traceback" not in frame.payload
        assert b'.py"' not in frame.payload
        if frame.opcode == TEXT:
            message = msgspec.json.decode(frame.payload)
            seen.add(message["type"])
            if message["type"] == "Error":
                assert message["error"] in set(ErrorCode) - {ErrorCode.INTERNALERROR}


async def _send_frames(server: WebServer, frames: list[bytes], seen: set[str]) -> None:
    """Send frames until all are sent or the server closes the connection."""
    client = await server.open()
    reading = asyncio.create_task(_read_and_check_all(client, seen))
    while frames and not reading.done():
        client.writer.write(frames.pop())
        await asyncio.sleep(0)
    client.writer.close()
    await reading
    server.connections.remove(client)


async def _send_request(server: WebServer, requests: list[bytes], seen: set[str]) -> None:
    """Send one request and check that the response, if there is one, is complete."""
    client = await server.connect()
    client.writer.write(requests.pop())
    client.writer.write_eof()
    data = await client.reader.read()
    client.writer.close()
    if data:
        assert data.startswith(b"HTTP/1.1 ")
        seen.add(data[9:12].decode())
    server.connections.remove(client)


Attack = Callable[[WebServer, list[bytes], set[str]], Awaitable[None]]


def _fuzz(attack: Attack, data: Iterator[bytes], expected: set[str]) -> None:
    async def scenario(server: WebServer) -> None:
        crashes = list[object]()
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: crashes.append(context))
        bystander = await server.open()
        bystander.send(ChooseNickname("bystander"))
        for _ in range(3):
            await bystander.read()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        rest, seen, served = list(data), set[str](), 0

        async def attack_until_done() -> None:
            while rest:
                await attack(server, rest, seen)

        attacking = asyncio.create_task(attack_until_done())
        while not attacking.done():
            bystander.send(SendChat("still here", "bystander"))
            while type(await bystander.read()).__name__ != "ActionValid":
                pass
            served += 1
        await attacking
        assert served > 10
        assert expected <= seen
        assert crashes == [], "an exception in the transport also closes a connection"
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        assert grown < 100_000, f"memory grew by {grown} KiB"

    run(scenario)


COUNTS = [3_000, pytest.param(100_000, marks=pytest.mark.soak)]


@pytest.mark.parametrize("count", COUNTS)
def test_mutated_frames_get_typed_errors_or_close_while_another_client_is_served(
    count: int,
) -> None:
    codes = {"1000", "1002", "1003", "1007"}
    _fuzz(_send_frames, mutated_frames(count, 12), {"Error", "ActionValid", *codes})


@pytest.mark.parametrize("count", [500, pytest.param(20_000, marks=pytest.mark.soak)])
def test_mutated_requests_get_a_response_or_close_while_another_client_is_served(
    count: int,
) -> None:
    _fuzz(_send_request, mutated_requests(count, 13), {"200", "400", "404"})
