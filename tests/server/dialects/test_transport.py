"""Test connections of dialects: slow clients, limits, start, stop."""

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
from server.dialects.settings import ReturnSettings
from server.dialects.transport import LegacyTransport
from server.dialects.uno import UNO
from server.dialects.uno.peer import UnoSettings
from server.limits import Limits
from server.operations.config import parse_dialects
from tests.harness.dialects.uno_server import RunScenario, UnoServer

ROOT = Path(__file__).parents[3]
DISCONNECTED = ["ERR|E007", "BLG|bob", "BM|server:Player bob has disconnected"]


def test_client_that_does_not_read_is_disconnected_and_the_others_are_told(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        alice, bob = await server.connect_named("alice"), await server.connect(buffer=4096)
        await bob.handshake("bob")
        lines = await alice.sync()
        while DISCONNECTED[-1] not in lines:
            lines += await alice.sync(*[f"SM|{'x' * 250}"] * 200)
            assert len(lines) < 100_000, "no client was disconnected"

    run_scenario(scenario, limits=Limits(queue_bytes=64 * 1024))


def test_requests_of_a_client_that_does_not_read_wait_until_it_reads_or_is_disconnected(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        alice, bob = await server.connect_named("alice"), await server.connect(buffer=4096)
        await bob.handshake("bob")
        await alice.sync()
        (wire,) = [p.wire for p in server.transport.shared.peers.values() if p.name == "bob"]
        for _ in range(2):
            bob.send(*["LOL"] * 5_000)
            while not wire.is_congested:
                await server.run_ready_callbacks()
            alice.send("LOL")
            assert await alice.read_line() == "LOL|main:2", "another client is served"
            for _ in range(5_000):
                assert await bob.read_line() == "LOL|main:2"
        bob.send(*["LOL"] * 5_000)
        while not wire.is_congested:
            await server.run_ready_callbacks()
        server.transport.sweep(server.transport.now() + 9)
        assert not wire.closing
        server.transport.sweep(server.transport.now() + 11)
        assert (await alice.read_until("BM|server"))[-3:] == DISCONNECTED

    run_scenario(scenario, limits=Limits(queue_bytes=16 * 1024, unread_bytes=8192))


def test_client_with_an_incomplete_line_is_disconnected_after_the_deadline_an_idle_one_not(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        alice, bob = await server.connect_named("alice"), await server.connect_named("bob")
        await alice.sync()
        start = server.transport.now()
        bob.send_bytes(b"SM|one\nSM|tw")
        assert await bob.read_lines(1) == ["BM|bob:one"]
        server.transport.sweep(start)
        assert await bob.sync("o") == ["BM|bob:two"], "before the deadline"
        server.transport.now = lambda: start + 100
        server.transport.sweep(start + 100)
        assert await bob.sync() == [], "an idle client is not late"
        bob.send_bytes(b"SM|three\nSM|fo")
        assert await bob.read_line() == "BM|bob:three"
        server.transport.sweep(start + 106)
        assert (await alice.read_until("BM|server"))[-3:] == DISCONNECTED

    run_scenario(scenario)


def test_client_with_an_endless_line_gets_e001_and_is_disconnected_after_the_deadline(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        bob = await server.connect_named("bob")
        bob.send_bytes(b"x" * 5000)
        assert await bob.read_line() == "ERR|E001"
        server.transport.sweep(server.transport.now() + 6)
        assert await bob.read_to_end() == []

    run_scenario(scenario)


def test_client_of_a_full_server_is_told_and_disconnected(run_scenario: RunScenario) -> None:
    async def scenario(server: UnoServer) -> None:
        await server.connect_named("alice")
        bob = await server.connect()
        bob.send("MH|bob|human_player")
        assert await bob.read_to_end() == ["BGM|The server is full; try again later."]

    run_scenario(scenario, limits=Limits(connections=1))


def test_stop_closes_named_and_unnamed_connections_and_accepts_no_new_one(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        alice, eve = await server.connect_named("alice"), await server.connect()
        await server.run_ready_callbacks()
        stopping = asyncio.create_task(server.transport.stop())
        assert await alice.read_to_end() == await eve.read_to_end() == []
        await stopping
        with pytest.raises(OSError, match="Connect"):
            await server.connect()
        await server.transport.start(0)

    run_scenario(scenario)


# --- how it is started --------------------------------------------------------------------------


def test_settings_default_to_those_of_the_dialect_and_chosen_ones_replace_them() -> None:
    def settings(dialect: Dialect, chosen: Any = None) -> Any:
        hub, limits = Hub.__new__(Hub), Limits()
        return LegacyTransport[Any](dialect, hub, limits, "127.0.0.1", chosen).shared.settings

    assert settings(UNO) == UnoSettings()
    assert settings(UNO, UnoSettings(seats=3)) == UnoSettings(seats=3)
    assert settings(CODEX) == ReturnSettings()


@contextmanager
def _server(*module: str) -> Iterator[tuple[list[str], "subprocess.Popen[str]"]]:
    """Run a server with the UNO dialect in a process; yield its first lines and the process."""
    ports = ["--port", "0", "--pyro-port", "0", "--no-web", "--dialect", "uno=0"]
    arguments = [sys.executable, "-m", *module, *ports]
    with subprocess.Popen(arguments, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield [server.stdout.readline().rstrip() for _ in range(3)], server
        finally:
            server.kill()


def test_server_prints_the_uno_address_serves_a_client_and_announces_its_stop_at_sigterm() -> None:
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
            assert stream.read() == b"BGM|The server stops now.\n"
            stream.close()
        assert server.wait(20) == 0


@pytest.mark.parametrize(
    "argument", ["uno", "uno=", "uno=x", "uno=-1", "uno=65536", "chess=1", "=1"]
)
def test_malformed_dialect_option_or_unknown_dialect_is_refused(argument: str) -> None:
    with pytest.raises(typer.BadParameter, match="NAME=PORT"):
        parse_dialects([argument])


def test_client_without_a_handshake_after_a_minute_is_disconnected_but_a_named_one_is_not(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        silent, alice = await server.connect(), await server.connect_named("alice")
        server.transport.sweep(server.transport.now() + 61)
        assert await silent.read_to_end() == []
        assert await alice.sync() == []

    run_scenario(scenario)


def test_input_over_the_rate_limit_pauses_the_connection_which_is_not_late_and_continues_later(
    run_scenario: RunScenario,
) -> None:
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
        assert wire._is_reading_paused
        assert not wire.is_late(start + 1000), "a paused connection is not late"
        server.transport.now = lambda: start + 2
        while len(wire._unprocessed) == left:
            await server.run_ready_callbacks()
        assert len(wire._unprocessed) == left - 32

    run_scenario(
        scenario, limits=Limits(trusted_networks=(), commands_burst=10.0, commands_per_second=1.0)
    )
