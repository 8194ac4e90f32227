"""TLS on the socket and the Pyro5 port: clients verify; silent and foreign ones harm nobody."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.connections import CannotConnect, Target, connect
from messages import ActionValid, ChooseNickname, Error, RequestNickname, ServerMessage
from tests.client.conftest import Served
from tests.harness.timeouts import GIVE_UP_SECONDS, within

ROOT = Path(__file__).parents[2]
CERTIFICATES = ROOT / "tests" / "certificates"
OURS, FOREIGN = CERTIFICATES / "ours.pem", CERTIFICATES / "foreign.pem"
PASSWORD = "open sesame"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    file = tmp_path_factory.mktemp("tls") / "password"
    file.write_text(PASSWORD + "\n")
    command = [
        *(sys.executable, "-m", "server", "--port", "0", "--pyro-port", "0"),
        *("--durability", "none", "--password-file", str(file)),
        *("--tls-cert", str(OURS), "--tls-key", str(OURS.with_suffix(".key"))),
        *("--limit", "message_seconds=0.5"),
    ]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        scheme, address = server.stdout.readline().split()[1].split("://")
        assert scheme == "tls"
        yield Served(address, server.stdout.readline().split()[1])
        server.terminate()


async def _come_in(target: Target) -> ServerMessage:
    connection = await connect(target)
    assert isinstance(await connection.receive(), RequestNickname)
    await connection.send(ChooseNickname("ada"))
    answer = await connection.receive()
    await connection.close()
    return answer


def test_a_client_that_trusts_the_certificate_comes_in(served: Served) -> None:
    target = Target(served.socket, PASSWORD, tls=True, ca=OURS)
    assert isinstance(asyncio.run(within(_come_in(target))), ActionValid)


def test_without_the_password_nobody_comes_in(served: Served) -> None:
    answer = asyncio.run(within(_come_in(Target(served.socket, "", tls=True, ca=OURS))))
    assert isinstance(answer, Error)
    assert "password" in answer.message


@pytest.mark.parametrize("ca", [FOREIGN, None])
def test_a_foreign_certificate_is_refused_by_the_client(served: Served, ca: Path | None) -> None:
    with pytest.raises(CannotConnect, match="certificate is not valid"):
        asyncio.run(within(_fail(Target(served.socket, tls=True, ca=ca))))


async def _fail(target: Target) -> None:
    try:
        await connect(target)
    finally:
        for _ in range(3):  # asyncio closes what is left of a failed handshake a little later
            await asyncio.sleep(0)


def test_certificates_that_cannot_be_read_are_named(served: Served, tmp_path: Path) -> None:
    for ca in (tmp_path / "nothing.pem", ROOT / "README.md"):
        with pytest.raises(CannotConnect, match="not a PEM file of certificates"):
            asyncio.run(connect(Target(served.socket, tls=True, ca=ca)))


def test_silent_connections_are_cut_and_others_come_in_meanwhile(served: Served) -> None:
    places = [served.socket, served.pyro.partition("@")[2]]
    addresses = [(place.split(":")[0], int(place.split(":")[1])) for place in places]
    silent = [socket.create_connection(address, 20) for address in addresses * 20]
    target = Target(served.socket, PASSWORD, tls=True, ca=OURS)
    assert isinstance(asyncio.run(within(_come_in(target))), ActionValid)
    for one in silent:
        assert one.recv(1) == b""
        one.close()


def _bot(served: Served, ca: Path, *more: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "client", "bot", "--game", "uno", "--server", served.pyro]
    return subprocess.run(
        [*command, "--ca", str(ca), *more],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=GIVE_UP_SECONDS,
    )


def test_bots_play_over_pyro5_with_tls(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text(PASSWORD)
    done = _bot(served, OURS, "--password-file", str(file), "--strategy", "random")
    assert (done.returncode, done.stderr) == (0, "")


def test_over_pyro5_a_foreign_certificate_is_refused_too(served: Served) -> None:
    done = _bot(served, FOREIGN)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "Cannot connect" in done.stderr
