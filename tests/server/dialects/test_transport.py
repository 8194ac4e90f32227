"""The edge of a dialect: slow readers, slow writers, the end; and how it is started."""

import asyncio
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import typer

from server.delivery.hub import Hub
from server.dialects.base import Dialect
from server.dialects.codex import CODEX
from server.dialects.transport import LegacyTransport
from server.dialects.uno import UNO
from server.dialects.uno.peer import UnoSettings
from server.limits import Limits
from server.operations.config import parse_dialects
from tests.harness.dialects.uno_server import RunScenario, UnoServer

ROOT = Path(__file__).parents[3]
LOST = ["ERR|E007", "BLG|bob", "BM|server:Player bob has disconnected"]


def test_who_does_not_read_is_cut_off(play: RunScenario) -> None:
    async def scenario(server: UnoServer) -> None:
        alice, bob = await server.connect_named("alice"), await server.connect(buffer=4096)
        await bob.handshake("bob")
        lines = await alice.sync()
        while LOST[-1] not in lines:
            lines += await alice.sync(*[f"SM|{'x' * 250}"] * 200)
            assert len(lines) < 100_000, "nobody was cut off"

    play(scenario, limits=Limits(queue_bytes=64 * 1024))


def test_who_asks_for_more_than_fits_is_cut_off_at_once(play: RunScenario) -> None:
    async def scenario(server: UnoServer) -> None:
        alice, bob = await server.connect_named("alice"), await server.connect_named("bob")
        await alice.sync()
        bob.send(*["LOL"] * 100_000)
        assert (await alice.read_until("BM|server"))[-3:] == LOST

    play(scenario, limits=Limits(queue_bytes=16 * 1024))


def test_who_does_not_finish_a_line_is_cut_off(play: RunScenario) -> None:
    async def scenario(server: UnoServer) -> None:
        alice, bob = await server.connect_named("alice"), await server.connect_named("bob")
        await alice.sync()
        start = server.transport.now()
        bob.send_bytes(b"SM|one\nSM|tw")
        assert await bob.read_lines(1) == ["BM|bob:one"]
        server.transport.sweep(start)
        assert await bob.sync("o") == ["BM|bob:two"], "in time"
        server.transport.now = lambda: start + 100
        server.transport.sweep(start + 100)
        assert await bob.sync() == [], "who says nothing is not late"
        bob.send_bytes(b"SM|three\nSM|fo")
        assert await bob.read_line() == "BM|bob:three"
        server.transport.sweep(start + 106)
        assert (await alice.read_until("BM|server"))[-3:] == LOST

    play(scenario)


def test_a_line_that_is_too_long_must_end_in_time_as_well(play: RunScenario) -> None:
    async def scenario(server: UnoServer) -> None:
        bob = await server.connect_named("bob")
        bob.send_bytes(b"x" * 5000)
        assert await bob.read_line() == "ERR|E001"
        server.transport.sweep(server.transport.now() + 6)
        assert await bob.read_to_end() == []

    play(scenario)


def test_a_full_server_says_so(play: RunScenario) -> None:
    async def scenario(server: UnoServer) -> None:
        await server.connect_named("alice")
        bob = await server.connect()
        bob.send("MH|bob|human_player")
        assert await bob.read_to_end() == ["BGM|The server is full; try again later."]

    play(scenario, limits=Limits(connections=1))


def test_the_end_of_the_route_ends_every_connection(play: RunScenario) -> None:
    async def scenario(server: UnoServer) -> None:
        alice, eve = await server.connect_named("alice"), await server.connect()
        await server.run_ready_callbacks()
        stopping = asyncio.create_task(server.transport.stop())
        assert await alice.read_to_end() == await eve.read_to_end() == []
        await stopping
        with pytest.raises(OSError, match="Connect"):
            await server.connect()
        await server.transport.start(0)

    play(scenario)


# --- how it is started --------------------------------------------------------------------------


def test_the_settings_of_a_dialect_have_defaults() -> None:
    def settings(dialect: Dialect, chosen: Any = None) -> Any:
        hub, limits = Hub.__new__(Hub), Limits()
        return LegacyTransport[Any](dialect, hub, limits, "127.0.0.1", chosen).shared.settings

    assert settings(UNO) == UnoSettings()
    assert settings(UNO, UnoSettings(seats=3)) == UnoSettings(seats=3)
    assert settings(CODEX) is None


@contextmanager
def _server(*module: str) -> Iterator[tuple[list[str], "subprocess.Popen[str]"]]:
    """A server with the dialect, in a process of its own; its lines when it is ready."""
    ports = ["--port", "0", "--pyro-port", "0", "--dialect", "uno=0"]
    arguments = [sys.executable, "-m", *module, *ports]
    with subprocess.Popen(arguments, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield [server.stdout.readline().rstrip() for _ in range(3)], server
        finally:
            server.kill()


def test_the_server_prints_where_it_listens_and_tells_everybody_when_it_ends() -> None:
    with _server("server", "--durability", "none") as (lines, server):
        assert lines[2].startswith("uno tcp://127.0.0.1:")
        port = int(lines[2].rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port), 20) as client:
            client.sendall(b"MH|alice|human_player\n")
            stream = client.makefile("rb")
            assert [stream.readline() for _ in range(4)][-1] == b"BPJ|alice\n"
            client.sendall(b"ACP|hal\n")
            assert stream.readline() == b"BPJ|hal\n"
            server.send_signal(signal.SIGTERM)
            assert stream.read() == b"BGM|The server stops now. Goodbye!\n"
            stream.close()
        assert server.wait(20) == 0


@pytest.mark.parametrize("wanted", ["uno", "uno=", "uno=x", "uno=-1", "uno=65536", "chess=1", "=1"])
def test_a_dialect_that_cannot_be_started(wanted: str) -> None:
    with pytest.raises(typer.BadParameter, match="NAME=PORT"):
        parse_dialects([wanted])


def test_who_says_nothing_at_all_is_cut_off_in_the_end(play: RunScenario) -> None:
    async def scenario(server: UnoServer) -> None:
        silent, alice = await server.connect(), await server.connect_named("alice")
        server.transport.sweep(server.transport.now() + 61)
        assert await silent.read_to_end() == []
        assert await alice.sync() == []

    play(scenario)


def test_who_says_too_much_is_heard_more_slowly(play: RunScenario) -> None:
    async def scenario(server: UnoServer) -> None:
        start = server.transport.now()
        server.transport.now = lambda: start
        alice = await server.connect()
        alice.send("MH|alice|human_player", *["LOL"] * 100)
        await alice.read_until("BPJ|alice")
        (wire,) = server.transport.connections
        while not wire._unprocessed:
            await server.run_ready_callbacks()
        left = len(wire._unprocessed)
        assert wire._paused
        assert not wire.is_late(start + 1000), "the wait is not the guest's fault"
        server.transport.now = lambda: start + 2
        while len(wire._unprocessed) == left:
            await server.run_ready_callbacks()
        assert len(wire._unprocessed) == left - 32

    play(scenario, limits=Limits(trusted_networks=(), commands_burst=10.0, commands_per_second=1.0))
