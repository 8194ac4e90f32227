"""Test the line client on a terminal: lines, completion and keys."""

import asyncio
import sys

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from client.tui.line_client import LineClient
from client.tui.questions import SecretQuestion
from client.tui.terminal import terminal_reader
from messages import RequestNickname
from tests.client.conftest import Served
from tests.harness.terminal_session import piped_session, play_by_hints, terminal_session
from tests.harness.timeouts import within

terminals_only = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


@pytest.mark.parametrize(
    ("keys", "line"),
    [("hello\r", "hello"), ("\x03", None), ("\x04", None)],
)
def test_reader_returns_a_line_or_none_for_ctrl_c_and_ctrl_d(keys: str, line: str | None) -> None:
    async def read() -> str | None:
        client = LineClient(print)
        client.on_message(RequestNickname())
        with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
            pipe.send_text(keys)
            return await terminal_reader(client, SecretQuestion(print))()

    assert asyncio.run(within(read())) == line


@terminals_only
def test_match_on_a_terminal_is_played_by_hints_after_a_refused_nickname(served: Served) -> None:
    with terminal_session("play", "--plain", "--server", served.pyro) as session:
        session.wait_for("Choose a nickname")
        session.type_line("x")
        session.wait_for("No: This nickname cannot be used")
        session.type_line("terry")
        session.wait_for("Type new to open one|Type join")
        session.type_line("new 2 base bots 1")
        session.wait_for("4  druid")
        session.type_line("wizard sage")
        assert play_by_hints(session).startswith("The winner")
        session.wait_for("Type new for another match")
        session.type_line("quit")
        assert session.wait_for_exit() == 0


@terminals_only
@pytest.mark.parametrize("key", [b"\x03", b"\x04"], ids=["ctrl-c", "ctrl-d"])
def test_ctrl_c_and_ctrl_d_restore_the_terminal_exit_with_0_and_free_the_nickname(
    served: Served, key: bytes
) -> None:
    with terminal_session(
        "play", "--plain", "--server", served.socket, "--nickname", "keyed"
    ) as session:
        session.wait_for("Type new to open one|Type join")
        session.wait_for(">")  # before that the terminal itself would take the key
        session.press(key)
        session.wait_for("You left the server.")
        assert session.wait_for_exit() == 0
        assert session.terminal_is_blocking()
    with piped_session(
        "play", "--plain", "--server", served.socket, "--nickname", "keyed"
    ) as again:
        again.wait_for("Type new to open one|Type join")


@terminals_only
def test_tab_completes_a_command_whose_wrong_argument_is_refused() -> None:
    with terminal_session("play", "--plain", "--nickname", "tabby") as session:
        session.wait_for("4  druid")
        session.type_line("king")
        session.wait_for("Type one of")
        session.press(b"assis\t")
        session.wait_for("assistant")
        session.type_line(" 99")
        session.wait_for("No: ")
