"""The ban list of a host: which bans a command causes, and what is refused."""

import socket
from collections.abc import Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from client.cli.bans import BanCommands, default_path
from client.cli.text import BAN_OF_HOST, BAN_USAGE, NO_BANS, UNBAN_USAGE
from client.games.parsing import CommandError
from server.admission.bans import Bans
from tests.harness.terminal_session import TerminalSession, piped_session

OWN = {"name": "ada", "address": "10.0.0.1"}
OTHERS = ({"name": "bob", "address": "10.0.0.2"}, {"name": "cat", "address": "10.0.0.1"})


class FakeAdmin:
    """Records commands; answers those that list with fixed rows."""

    def __init__(self, error: str = "") -> None:
        self.commands: list[tuple[str, ...]] = []
        self.bans: list[str] = []
        self._error = error

    def __call__(self, command: Sequence[str]) -> dict[str, Any]:
        if command[0] == "connections":
            return {"rows": [OWN, *OTHERS]}
        if command[0] == "bans":
            return {"rows": [{"ban": ban} for ban in self.bans]}
        self.commands.append(tuple(command))
        return {"error": self._error} if self._error else {"rows": []}


def ban(line: str, tmp_path: Path) -> list[tuple[str, ...]]:
    """Return the commands of the operator that a command of the host causes."""
    admin = FakeAdmin()
    BanCommands(admin, tmp_path / "bans.txt").ban(line.split(), "ada")
    return admin.commands


def test_ban_of_a_player_removes_the_player_and_bans_name_and_address(tmp_path: Path) -> None:
    bans = [("ban", "name", "BOB"), ("ban", "address", "10.0.0.2")]
    assert ban("BOB", tmp_path) == [("kick", "BOB"), *bans]


@pytest.mark.parametrize("name", ["cat", "eve"])
def test_player_at_the_address_of_the_host_or_absent_is_banned_by_name(
    name: str, tmp_path: Path
) -> None:
    assert ban(name, tmp_path) == [("kick", name), ("ban", "name", name)]


def test_name_and_network_are_banned_as_given(tmp_path: Path) -> None:
    assert ban("name eve", tmp_path) == [("kick", "eve"), ("ban", "name", "eve")]
    assert ban("address 10.9.0.0/16", tmp_path) == [("ban", "address", "10.9.0.0/16")]


@pytest.mark.parametrize("line", ["ada", "Ada", "name ada", "address 10.0.0.0/24"])
def test_ban_of_the_host_is_refused_and_changes_nothing(line: str, tmp_path: Path) -> None:
    admin = FakeAdmin()
    with pytest.raises(CommandError, match=BAN_OF_HOST):
        BanCommands(admin, tmp_path / "bans.txt").ban(line.split(), "ada")
    assert admin.commands == []


@pytest.mark.parametrize("line", ["", "token bob", "a b c"])
def test_other_words_are_refused_with_the_usage(line: str, tmp_path: Path) -> None:
    commands = BanCommands(FakeAdmin(), tmp_path / "bans.txt")
    with pytest.raises(CommandError, match=BAN_USAGE):
        commands.ban(line.split(), "ada")
    with pytest.raises(CommandError, match=UNBAN_USAGE):
        commands.unban(line.split())


def test_unban_removes_a_name_or_a_network_and_lists_the_rest(tmp_path: Path) -> None:
    admin = FakeAdmin()
    commands = BanCommands(admin, tmp_path / "bans.txt")
    assert commands.unban(["bob"]) == [NO_BANS]
    admin.bans = ["name eve"]
    assert commands.unban(["address", "10.0.0.2"]) == ["name eve"]
    assert admin.commands == [("unban", "name", "bob"), ("unban", "address", "10.0.0.2")]


def test_error_of_the_operator_and_a_list_that_cannot_be_saved_are_reported(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no such thing"):
        BanCommands(FakeAdmin("no such thing"), tmp_path / "bans.txt").unban(["bob"])
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match="cannot be saved"):
        BanCommands(FakeAdmin(), tmp_path / "file" / "bans.txt").ban(["bob"], "ada")


def test_default_list_is_in_the_configuration_directory_which_the_first_start_creates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "new"))
    path = default_path()
    assert path.parts[-2:] == ("tavolata", "bans.txt")
    Bans.load(path).check_writable()


@contextmanager
def hosting(bans: Path) -> Any:
    """Host a table for Rummy; yield the session and the port of legacy clients."""
    options = ("--nickname", "hosting", "--address", "0.0.0.0", "--port", "0", "--pyro-port", "0")
    files = ("--old-port", "0", "--bans", str(bans))
    with piped_session("host", "--game", "rummy500", *options, *files) as host:
        port = int(host.wait_for(r"rummy dialect: \S+, port (\d+)").group(1))
        host.wait_for("1 of 2 seats taken")
        yield host, port
        host.type_line("quit")
        assert host.wait_for_exit() == 0


def connect_rummy(port: int, name: str) -> socket.socket:
    """Send CONNECT from an address other than that of the host."""
    client = socket.create_connection(("127.0.0.1", port), source_address=("127.0.0.2", 0))
    body = f"IP Address: 127.0.0.2\nPort Num: 55000\nPlayer: {name}"
    client.sendall(f"Message Type: CONNECT\nSender: {name}\n\n{body}\n\n".encode())
    return client


def read_to_end(client: socket.socket) -> str:
    with client, client.makefile("rb") as stream:
        return stream.read().decode()


REFUSAL = "Message Type: ERR\nSender: host\n\nError Connecting ip banned\n\n"


def test_player_banned_by_the_host_is_removed_and_refused_also_at_the_next_table(
    tmp_path: Path,
) -> None:
    bans = tmp_path / "config" / "bans.txt"
    session: TerminalSession
    with hosting(bans) as (session, port):
        session.type_line("seats 3")
        session.wait_for("1 of 3 seats taken")
        rude = connect_rummy(port, "rude")
        session.wait_for("2 of 3 seats taken")
        session.type_line("ban rude")
        session.wait_for("Banned: address 127.0.0.2")
        assert "connected" in read_to_end(rude)
        assert read_to_end(connect_rummy(port, "polite")) == REFUSAL
    with hosting(bans) as (session, port):
        assert read_to_end(connect_rummy(port, "other")) == REFUSAL
        session.type_line("unban address 127.0.0.2")
        session.wait_for("name rude")
        with connect_rummy(port, "other"):
            session.wait_for("The match begins: hosting, other")


def test_help_of_the_host_lists_the_commands_of_the_ban_list(tmp_path: Path) -> None:
    with hosting(tmp_path / "bans.txt") as (session, _):
        session.type_line("help")
        session.wait_for("ban NAME")
        session.type_line("bans")
        session.wait_for(NO_BANS)
