"""Test the full-screen client in a real pseudo-terminal, which it must restore at the end."""

import sys
from pathlib import Path

import pytest

from tests.client.conftest import Served
from tests.harness.server_process import killable, ports_of
from tests.harness.terminal_session import terminal_session

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


def test_full_screen_starts_uno_saves_the_nickname_and_ctrl_q_restores_the_terminal(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with terminal_session("play", "--server", served.pyro, "--nickname", "fully") as session:
        session.wait_for("new table")
        session.press(b"new uno 2 bots 1\r")
        session.wait_for("discards")
        session.press(b"\x11")
        session.wait_for("confirm")
        session.press(b"\x11")
        assert session.wait_for_exit() == 0
        assert session.terminal_is_blocking()
        assert "Traceback" not in session.screen
    assert "fully" in (tmp_path / "tavolata" / "recent.json").read_text()


def test_full_screen_with_no_color_starts_uno_and_ctrl_q_exits_with_0(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("NO_COLOR", "1")
    with terminal_session("play", "--server", served.socket, "--nickname", "greyly") as session:
        session.wait_for("new table")
        session.press(b"new uno 2 bots 1\r")
        session.wait_for("discards")
        session.press(b"\x11")
        session.wait_for("confirm")
        session.press(b"\x11")
        assert session.wait_for_exit() == 0


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_full_screen_reports_a_killed_server_and_continues_its_match_after_the_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, transport: str
) -> None:
    """Both servers and the client are real processes."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with killable(tmp_path / "data") as (server, ports):
        command = ("play", "--server", ports[transport], "--nickname", "ada")
        with terminal_session(*command) as session:
            session.wait_for("new table")
            session.press(b"new eriantys 2 base bots 1\r")
            session.wait_for("Choose your wizard")
            session.press(b"king\r")
            session.wait_for("Play an assistant")
            server.kill()
            server.wait()
            session.wait_for("The connection was lost")
            with killable(tmp_path / "data", *ports_of(ports)):
                session.wait_for("YOUR TURN +Play an assistant")
                session.press(b"assistant 10\r")
                session.wait_for("Bianca-bot's turn|Move 3 more students")
                session.press(b"\x11")
                session.wait_for("confirm")
                session.press(b"\x11")
                assert session.wait_for_exit() == 0


def test_resized_window_is_redrawn_although_the_shell_exports_an_old_size(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    arguments = ("play", "--server", served.socket, "--nickname", "resized")
    with terminal_session(*arguments, COLUMNS="80", LINES="24") as session:
        session.wait_for("new table")
        session.resize(50, 12)
        session.wait_for("50×12")


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_match_continues_in_line_mode_after_enter_in_a_window_that_is_too_small(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, transport: str
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    name, server = f"tiny-{transport}", getattr(served, transport)
    with terminal_session("play", "--server", server, "--nickname", name) as session:
        session.wait_for("new table")
        session.press(b"new uno 2 bots 1\r")
        session.wait_for("YOUR HAND")
        session.wait_for("draw")
        session.resize(50, 12)
        session.wait_for("50×12")
        session.press(b"\r")
        session.wait_for("You continue in line mode")
        session.press(b"board\r")
        session.wait_for("The top card is")
        session.press(b"draw\r")
        session.wait_for("You drew ")
        session.press(b"quit\r")
        session.wait_for("type quit again")
        session.press(b"quit\r")
        session.wait_for("You left the server.")
        assert session.wait_for_exit() == 0
        assert session.terminal_is_blocking()
        assert "Traceback" not in session.screen


def test_host_continues_in_line_mode_and_quits_without_a_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    ports = ("--port", "0", "--pyro-port", "0", "--old-port", "0")
    arguments = ("host", "--game", "uno", "--nickname", "tina", "--address", "127.0.0.1", *ports)
    with terminal_session(*arguments) as session:
        session.wait_for("INVITE")
        session.resize(40, 10)
        session.wait_for("40×10")
        session.press(b"\r")
        session.wait_for("Waiting for the other players")
        session.press(b"bans\r")
        session.wait_for("[Nn]o ban|[Nn]obody")
        session.press(b"quit\r")
        session.wait_for("You left the server.")
        assert session.wait_for_exit() == 0
        assert "Traceback" not in session.screen
