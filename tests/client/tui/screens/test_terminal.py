"""The full-screen client in a real pseudo-terminal: it comes up, plays, and leaves no traces."""

import sys
from pathlib import Path

import pytest

from tests.client.conftest import Served
from tests.harness.server_process import killable, ports_of
from tests.harness.terminal_session import terminal_session

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


def test_it_comes_up_and_goes_politely(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with terminal_session("play", "--server", served.pyro, "--nickname", "fully") as session:
        session.wait_for("new table")
        session.press(b"new uno 2 bots 1\r")
        session.wait_for("Top card")
        session.press(b"\x11")
        assert session.wait_for_exit() == 0
        assert session.terminal_is_blocking()
        assert "Traceback" not in session.screen
    assert "fully" in (tmp_path / "tavolata" / "recent.json").read_text()


def test_without_colours_the_board_is_the_same(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("NO_COLOR", "1")
    with terminal_session("play", "--server", served.socket, "--nickname", "greyly") as session:
        session.wait_for("new table")
        session.press(b"new uno 2 bots 1\r")
        session.wait_for("Top card")
        session.press(b"\x11")
        assert session.wait_for_exit() == 0


@pytest.mark.parametrize("route", ["socket", "pyro"])
def test_the_server_is_killed_in_mid_turn_and_play_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, route: str
) -> None:
    """Nothing but real processes: the server, its successor, and the client at a terminal."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with killable(tmp_path / "data") as (server, ports):
        command = ("play", "--server", ports[route], "--nickname", "ada")
        with terminal_session(*command) as session:
            session.wait_for("new table")
            session.press(b"new eriantys 2 base bots 1\r")
            session.wait_for("Choose your wizard")
            session.press(b"king\r")
            session.wait_for("Your turn: Play an assistant")
            server.kill()
            server.wait()
            session.wait_for("The connection was lost")
            with killable(tmp_path / "data", *ports_of(ports)):
                session.wait_for("Connected again")
                session.press(b"assistant 10\r")
                session.wait_for("played 10")
                session.press(b"\x11")
                assert session.wait_for_exit() == 0
