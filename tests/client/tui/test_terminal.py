"""The plain client at a terminal: lines, completion and keys."""

import asyncio
import sys

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from client.tui.line_client import LineClient
from client.tui.terminal import terminal_reader
from messages import RequestNickname
from tests.client.conftest import Served
from tests.harness.timeouts import within
from tests.harness.typist import at_a_terminal, on_a_pipe, play_by_hints

terminals_only = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


@pytest.mark.parametrize(
    ("keys", "line"),
    [("hello\r", "hello"), ("\x03", None), ("\x04", None)],
)
def test_a_line_is_read_until_a_key_ends_the_input(keys: str, line: str | None) -> None:
    async def read() -> str | None:
        client = LineClient(print)
        client.heard(RequestNickname())
        with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
            pipe.send_text(keys)
            return await terminal_reader(client)()

    assert asyncio.run(within(read())) == line


@terminals_only
def test_a_whole_match_at_a_terminal(served: Served) -> None:
    with at_a_terminal("play", "--plain", "--server", served.pyro) as typist:
        typist.wait_for("Choose a nickname")
        typist.type("x")
        typist.wait_for("No: This nickname cannot be used")
        typist.type("terry")
        typist.wait_for("Type new to make one|Type join")
        typist.type("new 2 base bots 1")
        typist.wait_for("4  druid")
        typist.type("wizard sage")
        assert play_by_hints(typist).startswith("The winner")
        typist.wait_for("Type new for another match")
        typist.type("quit")
        assert typist.ends() == 0


@terminals_only
@pytest.mark.parametrize("key", [b"\x03", b"\x04"], ids=["ctrl-c", "ctrl-d"])
def test_leaving_by_key_is_polite(served: Served, key: bytes) -> None:
    with at_a_terminal(
        "play", "--plain", "--server", served.socket, "--nickname", "keyed"
    ) as typist:
        typist.wait_for("Type new to make one|Type join")
        typist.wait_for(">")  # before that the terminal itself would take the key
        typist.press(key)
        typist.wait_for("Goodbye.")
        assert typist.ends() == 0
        assert typist.terminal_is_blocking()
    with on_a_pipe("play", "--plain", "--server", served.socket, "--nickname", "keyed") as again:
        again.wait_for("Type new to make one|Type join")


@terminals_only
def test_the_tab_key_completes() -> None:
    with at_a_terminal("play", "--plain", "--nickname", "tabby") as typist:
        typist.wait_for("4  druid")
        typist.type("king")
        typist.wait_for("Type one of")
        typist.press(b"assis\t")
        typist.wait_for("assistant")
        typist.type(" 99")
        typist.wait_for("No: ")
