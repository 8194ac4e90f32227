"""TLS on the socket and the Pyro5 port: clients verify the certificate, silent ones are closed."""

import asyncio
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.__main__ import run
from client.connections import CannotConnect, Target, connect
from messages import ActionValid, ChooseNickname, Error, RequestNickname, ServerMessage
from messages.fingerprints import fingerprint_of
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
        *(sys.executable, "-m", "server", "--port", "0", "--pyro-port", "0", "--no-web"),
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


async def _choose_nickname(target: Target) -> ServerMessage:
    connection = await connect(target)
    assert isinstance(await connection.receive(), RequestNickname)
    await connection.send(ChooseNickname("ada"))
    answer = await connection.receive()
    await connection.close()
    return answer


def test_client_with_password_that_trusts_the_certificate_is_admitted(served: Served) -> None:
    target = Target(served.socket, PASSWORD, tls=True, ca=OURS)
    assert isinstance(asyncio.run(within(_choose_nickname(target))), ActionValid)


def test_tls_client_without_the_password_is_refused(served: Served) -> None:
    answer = asyncio.run(within(_choose_nickname(Target(served.socket, "", tls=True, ca=OURS))))
    assert isinstance(answer, Error)
    assert "password" in answer.message


@pytest.mark.parametrize("ca", [FOREIGN, None])
def test_socket_client_refuses_a_certificate_it_does_not_trust(
    served: Served, ca: Path | None
) -> None:
    with pytest.raises(CannotConnect, match="certificate is not valid"):
        asyncio.run(within(_connect_and_clean_up(Target(served.socket, tls=True, ca=ca))))


async def _connect_and_clean_up(target: Target) -> None:
    try:
        await connect(target)
    finally:
        for _ in range(3):  # asyncio closes a failed handshake in later iterations
            await asyncio.sleep(0)


def test_client_with_missing_or_invalid_ca_file_cannot_connect(
    served: Served, tmp_path: Path
) -> None:
    for ca in (tmp_path / "nothing.pem", ROOT / "README.md"):
        with pytest.raises(CannotConnect, match="not a PEM file of certificates"):
            asyncio.run(connect(Target(served.socket, tls=True, ca=ca)))


def test_silent_socket_and_pyro_connections_are_closed_while_a_client_is_admitted(
    served: Served,
) -> None:
    hosts_and_ports = [served.socket, served.pyro.partition("@")[2]]
    addresses = [
        (host_and_port.split(":")[0], int(host_and_port.split(":")[1]))
        for host_and_port in hosts_and_ports
    ]
    silent = [socket.create_connection(address, 20) for address in addresses * 20]
    target = Target(served.socket, PASSWORD, tls=True, ca=OURS)
    assert isinstance(asyncio.run(within(_choose_nickname(target))), ActionValid)
    for connection in silent:
        assert connection.recv(1) == b""
        connection.close()


def _run_bot(served: Served, ca: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "client", "bot", "--game", "uno", "--server", served.pyro]
    return subprocess.run(
        [*command, "--ca", str(ca), *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=GIVE_UP_SECONDS,
    )


def test_bot_with_password_plays_over_pyro5_with_tls(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text(PASSWORD)
    done = _run_bot(served, OURS, "--password-file", str(file), "--strategy", "random")
    assert (done.returncode, done.stderr) == (0, "")


def test_bot_command_trusts_on_first_use_and_fails_with_one_line_for_another_key(
    served: Served,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Without the password a bot that has connected fails with another line."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    known = tmp_path / "tavolata" / "known-servers.txt"
    command = ["bot", "--server", served.socket]

    def error_lines(*options: str) -> list[str]:
        assert run([*command, *options]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        return list(err.splitlines())

    *notice, last = error_lines("--tls")
    assert f"fingerprint {served_fingerprint()}" in notice
    assert "password" in last
    (last,) = error_lines("--tls")
    assert "password" in last
    known.write_text(known.read_text().replace(served_fingerprint(), "SHA256:" + 43 * "a"))
    (warning,) = error_lines("--tls")
    assert "WARNING" in warning
    (last,) = error_lines("--fingerprint", served_fingerprint())
    assert "password" in last


def served_fingerprint() -> str:
    return fingerprint_of(ssl.PEM_cert_to_DER_cert(OURS.read_text()))


def test_pyro5_bot_refuses_a_foreign_certificate_with_one_line(served: Served) -> None:
    done = _run_bot(served, FOREIGN)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "Cannot connect" in done.stderr
