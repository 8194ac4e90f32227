"""Mutated frames get typed errors or a closed connection, while other clients are served."""

import asyncio
import resource
from collections.abc import Iterator

import pytest

from messages import ChooseNickname, ErrorCode, SendChat
from messages import Error as ErrorMessage
from messages.codec import decode_server, encode
from messages.framing import FrameDecoder, frame
from tests.harness.mutations import mutated
from tests.harness.socket_server import RawConnection, SocketServer, run


async def _read_and_check_all(client: RawConnection, seen: set[str]) -> None:
    """Read everything; check that all errors are typed and contain no internal details."""
    frames = FrameDecoder(2**22)
    while data := await client.reader.read(65536):
        assert b"Traceback" not in data
        assert b'.py"' not in data
        for payload in frames.feed(data):
            message = decode_server(payload)
            assert message is not None
            seen.add(type(message).__name__)
            if isinstance(message, ErrorMessage):
                assert message.error in set(ErrorCode) - {ErrorCode.INTERNALERROR}


async def _attack(server: SocketServer, frames: Iterator[bytes], seen: set[str]) -> int:
    """Send all frames, over a new connection whenever the server closes one.

    Return the number of connections.
    """
    connections = 0
    rest = list(frames)
    while rest:
        client = await server.connect()
        connections += 1
        reading = asyncio.create_task(_read_and_check_all(client, seen))
        while rest and not reading.done():
            try:
                client.writer.write(rest.pop())
                await client.writer.drain()
            except ConnectionError:
                break
            await asyncio.sleep(0)
        client.writer.close()
        try:
            await reading
        except ConnectionError:
            continue
        finally:
            server.connections.remove(client)
    return connections


def _fuzz(count: int) -> None:
    async def scenario(server: SocketServer) -> None:
        crashes = list[object]()
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: crashes.append(context))
        bystander = await server.connect()
        bystander.writer.write(frame(encode(ChooseNickname("bystander"))))
        for _ in range(4):
            await bystander.read()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        seen: set[str] = set()
        attack = asyncio.create_task(_attack(server, mutated(count, 11), seen))
        served = 0
        while not attack.done():
            bystander.writer.write(frame(encode(SendChat("still here", "bystander"))))
            while type(await bystander.read()).__name__ != "ActionValid":
                pass
            served += 1
        assert await attack > 1
        assert served > 10
        assert "Error" in seen
        assert crashes == [], "an exception in the transport also closes a connection"
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        assert grown < 100_000, f"memory grew by {grown} KiB"

    run(scenario)


def test_3000_mutated_frames_get_typed_errors_or_close_while_another_client_is_served() -> None:
    _fuzz(3_000)


@pytest.mark.soak
def test_100_000_mutated_frames_get_typed_errors_or_close_while_another_client_is_served() -> None:
    _fuzz(100_000)
