"""The line client on a server in this process, and on one that is restarted."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

import pytest

from client.cli.arguments import Transport
from client.cli.play import Visit, play_lines, server_or_local, with_standing
from client.connections import CannotConnect, Server, Target, connect
from client.connections.seating import JoinOrCreate, JoinTable
from messages import RequestNickname, SelectModeAndPlayers
from tests.client.conftest import ROOT
from tests.harness.terminal_session import piped_session
from tests.harness.timeouts import within


@contextmanager
def _run_server(port: str) -> "Iterator[subprocess.Popen[str]]":
    ports = [
        "--port",
        port,
        "--pyro-port",
        "0",
        "--no-web",
        "--durability",
        "none",
        "--bot-delay",
        "0",
    ]
    command = [sys.executable, "-m", "client", "serve", *ports]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        try:
            yield server
        finally:
            server.kill()


def test_line_client_reports_a_lost_connection_and_reconnects_after_a_server_restart() -> None:
    with _run_server("0") as server:
        assert server.stdout is not None
        address = server.stdout.readline().split("//")[1].strip()
        with piped_session(
            "play", "--plain", "--server", address, "--nickname", "loser"
        ) as session:
            session.wait_for("Type new to open one")
            server.kill()
            session.wait_for("The connection was lost; reconnecting.")
            with _run_server(address.rpartition(":")[2]):
                session.wait_for("Connected again")
                session.wait_for("Type new to open one")
                session.type_line("quit")
                assert session.wait_for_exit() == 0
            assert "Traceback" not in session.screen


def test_without_an_address_play_lines_creates_the_match_immediately(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("king\nleave\nquit\n"))
    setup = SelectModeAndPlayers(2, mode=True, bots=1)
    visit = Visit(Target(""), "ada", setup, JoinOrCreate(setup, create_only=True))
    asyncio.run(within(play_lines(visit, terminal=False)))
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("The match begins: ada, ") for line in lines)
    assert lines[-1] == "You left the server."


def test_only_the_request_for_a_new_table_becomes_standing() -> None:
    setup = SelectModeAndPlayers(2, game="uno")
    standing = with_standing(JoinOrCreate(setup, create_only=True))
    expected = SelectModeAndPlayers(2, game="uno", standing=True)
    assert standing == JoinOrCreate(expected, create_only=True)
    assert with_standing(JoinTable(7)) == JoinTable(7)
    assert with_standing(None) is None


def test_server_or_local_yields_a_given_server_unchanged() -> None:
    async def run() -> None:
        remote = Target("example.org:7700", password="secret")
        async with server_or_local(remote) as server:
            assert server is remote

    asyncio.run(run())


@pytest.mark.parametrize("transport", [None, *Transport])
def test_without_an_address_a_local_server_of_the_transport_runs_inside_the_context(
    transport: Transport | None,
) -> None:
    async def greeting(server: Server) -> object:
        connection = await connect(server)
        try:
            return await connection.receive()
        finally:
            await connection.close()

    async def run() -> None:
        async with server_or_local(Target(""), transport) as server:
            assert str(server).startswith("PYRO:") == (transport is Transport.pyro)
            assert isinstance(await greeting(server), RequestNickname)
        with pytest.raises(CannotConnect):
            await greeting(server)

    asyncio.run(run())
