"""`tavolata wire`: a proxy that prints messages, between real clients and a real server."""

import asyncio
import os
import random
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from client.__main__ import run
from client.bots import RandomBot, aplay
from client.cli.wire import MAX_CONNECTIONS, forward_and_print
from client.connections.addresses import split_host
from client.errors import ExitWithMessage
from messages import ChooseNickname
from messages.codec import encode
from messages.framing import frame
from tests.harness.clients import serving
from tests.harness.ports import free_port
from tests.harness.pyro import connect_bytes
from tests.harness.timeouts import within


class Proxy:
    """A running proxy with the lines that it has printed."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._printed = asyncio.Event()

    def print_line(self, line: str) -> None:
        self.lines.append(line)
        self._printed.set()

    @property
    def port(self) -> int:
        return int(self.lines[0].split(",")[0].rpartition(":")[2])

    async def wait_for(self, text: str) -> str:
        """Wait for a line that contains this text, and return it."""
        while not (found := [line for line in self.lines if text in line]):
            self._printed.clear()
            await within(self._printed.wait())
        return found[0]


@asynccontextmanager
async def proxying(server: str) -> AsyncIterator[Proxy]:
    """Run a proxy to this address during the block."""
    proxy = Proxy()
    work = asyncio.create_task(forward_and_print(0, *split_host(server), proxy.print_line))
    await proxy.wait_for("listening on")
    try:
        yield proxy
    finally:
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)


def _run(scenario: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(within(scenario()))


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_bot_plays_through_the_proxy_and_every_message_is_printed(transport: str) -> None:
    async def scenario() -> None:
        async with serving() as server, proxying(getattr(server.addresses, transport)) as proxy:
            address = f"127.0.0.1:{proxy.port}"
            if transport == "pyro":
                address = f"PYRO:tavolata@{address}"
            (outcome,) = await aplay(RandomBot(1), address, bots=1)
            assert not outcome.aborted
            end = await proxy.wait_for("closed: ")
            number = end.split()[0]
            times = [
                float(line.split()[1])
                for line in proxy.lines
                if f"{number} " in line and " s " in line
            ]
            assert times == sorted(times)
            for sign in "><":
                shown = [
                    line
                    for line in proxy.lines
                    if line.startswith(number) and f" s {sign} " in line
                ]
                sizes = sum(int(line.split(f" s {sign} ")[1].split()[0]) for line in shown)
                assert f"{sign} {len(shown)} messages, {sizes} B" in end
            text = "\n".join(proxy.lines)
            nickname, wizard = (
                ("ChooseNickname {", "ChooseWizard {")
                if transport == "socket"
                else (".choose_nickname(", ".choose_wizard(")
            )
            assert nickname in text
            assert wizard in text
            assert "FinalScores" in text

    _run(scenario)


FRAMES = frame(encode(ChooseNickname("ada"))) * 20_000
STREAMS = {
    "frames": FRAMES,
    "pyro": connect_bytes() * 5_000,
    "incomplete frame": FRAMES[:-3],
    "unreadable": random.Random(1).randbytes(500_000),
}


@pytest.mark.parametrize("name", STREAMS)
def test_both_directions_are_forwarded_byte_for_byte(name: str) -> None:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(1000):
            writer.write(data)
            await writer.drain()
        writer.close()

    async def scenario() -> None:
        server = await asyncio.start_server(echo, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server, proxying(f"127.0.0.1:{port}") as proxy:
            reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
            writer.write(STREAMS[name])
            writer.write_eof()
            assert await reader.read() == STREAMS[name]
            writer.close()

    _run(scenario)


def test_server_that_is_not_there_is_reported_and_the_client_is_disconnected() -> None:
    async def scenario() -> None:
        async with proxying(f"127.0.0.1:{free_port()}") as proxy:
            reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
            assert await reader.read() == b""
            await proxy.wait_for("#1 cannot connect to 127.0.0.1:")
            writer.close()

    _run(scenario)


def test_unreadable_bytes_reach_the_server_whose_answer_is_shown() -> None:
    async def scenario() -> None:
        async with serving() as server, proxying(server.addresses.socket) as proxy:
            reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
            writer.write(b"GET / HTTP/1.1\r\n\r\n")
            await reader.read()
            writer.close()
            assert "HTTP cannot be shown" in await proxy.wait_for(" > ")
            await proxy.wait_for("Error {")
            await proxy.wait_for("#1 closed: > 0 messages, 18 B; < 2 messages")

    _run(scenario)


def test_connection_that_is_reset_ends_alone() -> None:
    async def scenario() -> None:
        async with serving() as server, proxying(server.addresses.socket) as proxy:
            broken = socket.create_connection(("127.0.0.1", proxy.port))
            await proxy.wait_for("RequestNickname")
            broken.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            broken.close()
            await proxy.wait_for("#1 broken: ")
            _, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
            await proxy.wait_for("#2 connected")
            writer.close()
            await proxy.wait_for("#2 closed: ")

    _run(scenario)


def test_more_connections_than_the_maximum_are_closed() -> None:
    async def scenario() -> None:
        async with serving() as server, proxying(server.addresses.socket) as proxy:
            connections = [
                await asyncio.open_connection("127.0.0.1", proxy.port)
                for _ in range(MAX_CONNECTIONS + 1)
            ]
            await proxy.wait_for(f"refused: {MAX_CONNECTIONS} connections are open")
            for _, writer in connections:
                writer.close()

    _run(scenario)


@pytest.mark.parametrize(
    "to", ["", "nowhere", "127.0.0.1:0", "tls://127.0.0.1:7700", "127.0.0.1:1,127.0.0.1:2"]
)
def test_wrong_address_is_refused(to: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["wire", "--to", to]) == 2
    assert capsys.readouterr().err.startswith("tavolata: ")


def test_port_in_use_is_reported() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ExitWithMessage, match="cannot listen on"):
            asyncio.run(forward_and_print(port, "127.0.0.1", 1, print))


def test_command_ends_when_nobody_reads_its_output(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "client", "wire", "--to", f"127.0.0.1:{free_port()}"]
    root = Path(__file__).parents[3]
    process = subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, env={**os.environ})
    try:
        assert process.stdout is not None
        line = process.stdout.readline().decode()
        process.stdout.close()
        with socket.create_connection(("127.0.0.1", int(line.split(",")[0].rpartition(":")[2]))):
            assert process.wait(600) in (0, 1, 120)
    finally:
        process.kill()
