"""A seat survives the client process, and friends join with one line; with real processes."""

import os
import signal
import sys
from pathlib import Path

import pytest

from client.cli import start
from client.cli.arguments import sessions_path
from client.cli.play import Visit, with_stored_seat
from client.cli.text import continue_label
from client.connections import Target
from client.connections.sessions import SessionStore, StoredSession, load_sessions
from client.errors import ExitWithMessage
from messages import SelectModeAndPlayers
from tests.client.conftest import Served
from tests.harness.terminal_session import TerminalSession, piped_session, terminal_session

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
STARTED = "The match begins: "
SETUP = SelectModeAndPlayers(2)


@pytest.fixture(autouse=True)
def _configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


def kill(session: TerminalSession) -> None:
    session.process.send_signal(signal.SIGKILL)
    session.process.wait()


@pytest.mark.parametrize("transport", ["socket", "pyro"])
@pytest.mark.parametrize("arguments", [("--continue",), ("--server", "--nickname")])
def test_killed_client_returns_to_its_seat(
    served: Served, transport: str, arguments: tuple[str, ...]
) -> None:
    server = getattr(served, transport)
    name = f"ada{transport}{len(arguments)}"
    given = ("--server", server, "--nickname", name)
    with piped_session("play", "--plain", *given, "--game", "uno", "--bots", "1") as session:
        session.wait_for(STARTED + name)
        kill(session)
    back = arguments if len(arguments) == 1 else given
    with piped_session("play", "--plain", *back) as session:
        session.wait_for(STARTED + name)
        session.type_line("quit")
        assert session.wait_for_exit() == 0
    assert load_sessions(sessions_path()) == ()


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_messages_after_a_return_are_not_taken_for_repetitions_of_earlier_ones(
    served: Served, transport: str
) -> None:
    """The server ignores a message whose id the session has used before."""
    name = f"again{transport}"
    given = ("--server", getattr(served, transport), "--nickname", name)
    with piped_session("play", "--plain", *given, "--game", "uno", "--bots", "1") as session:
        session.wait_for(STARTED)
        for number in range(5):
            session.type_line(f"chat before {number}")
            session.wait_for(f"before {number}")
        kill(session)
    with piped_session("play", "--plain", "--continue") as session:
        session.wait_for(STARTED)
        for number in range(5):
            session.type_line(f"chat after {number}")
            session.wait_for(f"after {number}")
        session.type_line("quit")
        assert session.wait_for_exit() == 0


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_closed_window_keeps_the_seat_and_the_first_screen_offers_it(
    served: Served, transport: str
) -> None:
    given = ("--server", getattr(served, transport), "--nickname", f"window{transport}")
    with terminal_session("play", "--plain", *given, "--game", "uno", "--bots", "1") as session:
        session.wait_for(STARTED)
        session.process.send_signal(signal.SIGHUP)
        session.process.wait()
    (stored,) = load_sessions(sessions_path())
    assert continue_label(stored).startswith("Continue your UNO match with ")
    with terminal_session("play") as session:
        session.wait_for(continue_label(stored)[:30])
        session.press(b"\r")
        session.wait_for("YOUR HAND")
        kill(session)


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_older_client_of_a_person_is_told_that_the_newer_one_continues(
    served: Served, transport: str
) -> None:
    server, name = getattr(served, transport), f"twice{transport}"
    given = ("play", "--plain", "--server", server, "--nickname", name)
    with piped_session(*given, "--game", "uno", "--bots", "1") as older:
        older.wait_for(STARTED)
        with piped_session(*given) as newer:
            newer.wait_for(STARTED)
            older.wait_for("You continue in another window or on another device")
            assert older.wait_for_exit() == 1
            newer.type_line("quit")
            assert newer.wait_for_exit() == 0


def test_without_a_stored_seat_there_is_nothing_to_continue(tmp_path: Path) -> None:
    visit = Visit(Target(""), "", SETUP)
    with pytest.raises(ExitWithMessage, match="There is no seat to continue at"):
        with_stored_seat(visit)
    store = SessionStore(sessions_path())
    store.save(StoredSession("one:1", "ada", "t1", "uno", ("ada", "anna"), tls=True))
    store.save(StoredSession("two:2", "bob", "t2", "uno", ("bob", "anna")))
    store.save(StoredSession("two:2", "idle", "t3"))
    assert with_stored_seat(visit).nickname == "bob"
    found = with_stored_seat(visit._replace(nickname="ada"))
    assert (found.target.address, found.target.tls) == ("one:1", True)
    with pytest.raises(ExitWithMessage):
        with_stored_seat(visit._replace(nickname="carl"))


def test_offer_names_the_game_and_the_others() -> None:
    session = StoredSession("one:1", "ada", "t1", "uno", ("ada", "anna"))
    assert continue_label(session) == "Continue your UNO match with anna"


@pytest.mark.parametrize("transport", ["socket", "pyro"])
@pytest.mark.parametrize("command", ["join", "watch"])
def test_table_is_entered_with_one_line(served: Served, transport: str, command: str) -> None:
    given = ("--server", getattr(served, transport), "--nickname", f"host{transport}{command}")
    with piped_session("play", "--plain", *given) as host:
        host.wait_for("Type new to open one|Type join|Tables to watch")
        host.type_line("new uno 3 bots 0 private")
        code = host.wait_for(r"the code (\w+)").group(1)
        address = served.socket
        table = f"{code}@{address}" if command == "join" else f"tavolata://{address}/{code}"
        name = f"friend{transport}{command}"[:20]
        with piped_session(command, table, "--plain", "--nickname", name) as friend:
            friend.wait_for("Table .* seats taken by host")
            friend.type_line("quit")
            assert friend.wait_for_exit() == 0
        host.type_line("quit")
        assert host.wait_for_exit() == 0


def test_dumb_terminal_is_used_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setitem(os.environ, "TERM", "xterm")
    assert start.has_terminal()
    monkeypatch.setitem(os.environ, "TERM", "dumb")
    assert not start.has_terminal()


@pytest.mark.parametrize("options", [(), ("--game", "uno")])
def test_play_in_a_dumb_terminal_is_a_match_line_by_line(options: tuple[str, ...]) -> None:
    with terminal_session("play", *options, TERM="dumb") as session:
        session.wait_for("Choose a nickname")
        session.type_line("ada")
        session.wait_for("Choose your wizard" if not options else "Your hand")
        session.type_line("quit")
        if options:
            session.type_line("quit")  # confirms
        assert session.wait_for_exit() == 0


def test_host_plays_in_full_screen_and_friends_join_with_the_printed_lines() -> None:
    """One friend joins over the socket, and one over Pyro5."""
    ports = ("--address", "127.0.0.1", "--port", "0", "--pyro-port", "0", "--old-port", "0")
    given = ("--game", "uno", "--players", "3", "--nickname", "hosting")
    with terminal_session("host", *given, *ports) as host:
        pyro = host.wait_for(r"tavolata (play --server PYRO:\S+)").group(1)
        line = host.wait_for(r"tavolata (join 1@127\.0\.0\.1:\d+)").group(1)
        with (
            piped_session(*line.split(), "--plain", "--nickname", "near") as near,
            piped_session(*pyro.split(), "--plain", "--nickname", "remote") as remote,
        ):
            near.wait_for("Table 1")
            remote.wait_for("Type join and a number")
            remote.type_line("join 1")
            for friend in (near, remote):
                friend.wait_for(STARTED + "hosting, near, remote")
            host.wait_for("YOUR HAND")
            remote.type_line("quit")
            assert remote.wait_for_exit() == 0
        kill(host)
