"""A whole evening in real terminals: tutorial, matches, an invitation, a return and a replay."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.client.conftest import Served
from tests.harness.emulated_terminal import EmulatedTerminal, emulated_terminal
from tests.harness.server_process import killable

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

BOARD = r"YOUR HAND"
MY_TURN = r"YOUR TURN"
OVER = r"MATCH OVER"
INVITATION = r"tavolata (join \w+@\S+)"
LOG_COLUMN, LOG_LINES = 40, slice(19, 23)
"""The place of the log on a screen of 80 columns and 24 lines."""


@pytest.fixture(autouse=True)
def _configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def as_another_person(tmp_path: Path, name: str) -> dict[str, str]:
    """Return the environment of a person with files of their own."""
    return {"XDG_CONFIG_HOME": str(tmp_path / name)}


def log_of(terminal: EmulatedTerminal) -> str:
    lines = terminal.text.split("\n")[LOG_LINES]
    return " ".join(line[LOG_COLUMN:].rstrip("▁▂▃▄▅▆▇█ ").strip() for line in lines)


def has_hint(terminal: EmulatedTerminal) -> bool:
    """Return whether a hint is the last entry of the log: nothing has happened since."""
    return re.search(r"would type: [^.:]*$", log_of(terminal)) is not None


def follow_hint(terminal: EmulatedTerminal) -> None:
    """Play the hinted action, and wait until its effect is in the log."""
    terminal.press("f3")
    terminal.wait_until(lambda: has_hint(terminal), "no hint")
    terminal.press("enter")
    terminal.wait_until(lambda: not has_hint(terminal), "still the same hint")


def play_by_hints(*terminals: EmulatedTerminal) -> None:
    """Follow the hints at all of these terminals until the match is over."""
    while True:
        for terminal in terminals:
            terminal.wait_for(f"{MY_TURN}|{OVER}")
            if re.search(OVER, terminal.text):
                return
            follow_hint(terminal)


def leave_match(terminal: EmulatedTerminal) -> None:
    terminal.type_line("leave")
    terminal.wait_for("To confirm")
    terminal.type_line("leave")


def quit_client(terminal: EmulatedTerminal) -> None:
    """Quit outside of a running match."""
    terminal.press("ctrl+q")
    assert terminal.wait_for_exit() == 0


def test_first_start_leads_to_the_tutorial_and_to_a_match_here() -> None:
    with emulated_terminal("play", "--nickname", "ada") as ada:
        ada.wait_for("new here")
        ada.press("right")
        ada.wait_for(r"learn UNO")
        ada.press("down")
        ada.press("enter")
        ada.wait_for("LESSON 1/")
        ada.wait_for(MY_TURN)
        ada.press("enter")
        ada.wait_for("LESSON 2/")
        ada.press("enter")
        ada.wait_for("LESSON 3/")
        ada.wait_for(BOARD)
        ada.press("escape")
        ada.wait_for("The tutorial has ended")
        follow_hint(ada)
        leave_match(ada)
        ada.wait_for("new table")
        ada.type_line("new shelfie 2")
        ada.wait_for("SHELFIE")
        ada.press("ctrl+q")
        ada.wait_for("To confirm|confirm")
        ada.press("ctrl+q")
        assert ada.wait_for_exit() == 0


def test_whole_match_against_a_bot_is_played_by_hints_and_repeated(served: Served) -> None:
    """My Shelfie is played, because it has no scores of rounds that cover the board."""
    given = ("--server", served.socket, "--nickname", "ada", "--game", "shelfie", "--bots", "1")
    with emulated_terminal("play", *given) as ada:
        play_by_hints(ada)
        ada.wait_for("rematch, same table")
        ada.press("enter")
        ada.wait_for(f"{MY_TURN}|Waiting for Bianca")
        leave_match(ada)
        ada.wait_for("new table")
        quit_client(ada)


def test_friend_joins_the_host_by_the_printed_line_and_both_play_again(tmp_path: Path) -> None:
    ports = ("--address", "127.0.0.1", "--port", "0", "--pyro-port", "0", "--old-port", "0")
    with emulated_terminal("host", "--game", "uno", "--nickname", "hosting", *ports) as host:
        line = shlex.split(host.wait_for(INVITATION).group(1))
        friends_files = as_another_person(tmp_path, "friend")
        with emulated_terminal(*line, "--nickname", "friend", environment=friends_files) as friend:
            for terminal in (host, friend):
                terminal.wait_for(BOARD)
            leave_match(friend)
            host.wait_for(OVER)
            host.press("enter")
            host.wait_for(INVITATION)
            friend.wait_for("join 1")
            friend.type_line("join 1")
            for terminal in (host, friend):
                terminal.wait_for(BOARD)


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_killed_terminal_returns_and_the_match_is_repeated_and_replayed(
    tmp_path: Path, transport: str
) -> None:
    data, bobs_files = tmp_path / "data", as_another_person(tmp_path, "bob")
    with killable(data) as (_, addresses):
        given = ("play", "--server", addresses[transport], "--nickname", "ada")
        with emulated_terminal(*given, "--game", "uno") as ada:
            line = shlex.split(ada.wait_for(INVITATION).group(1))
            with emulated_terminal(*line, "--nickname", "bob", environment=bobs_files) as bob:
                for terminal in (ada, bob):
                    terminal.wait_for(BOARD)
                ada.kill()
                if transport == "socket":  # over Pyro5 an absence is noticed after a time-out
                    bob.wait_for(r"ada.*(away|absent|connection)")
                with emulated_terminal("play", "--continue") as returned:
                    returned.wait_for(BOARD)
                    leave_match(bob)
                    returned.wait_for(OVER)
                    returned.press("enter")
                    table = returned.wait_for(r"tavolata join (\w+)@").group(1)
                    bob.type_line(f"join {table}")
                    for terminal in (returned, bob):
                        terminal.wait_for(BOARD)
        watch_replay(data)


def watch_replay(data: Path) -> None:
    """Step through the first match while the server runs."""
    with emulated_terminal("replay", "1", "--data", str(data)) as replay:
        replay.wait_for(r"tep 1 of")
        replay.press("right")
        replay.wait_for(r"tep 2 of")
        replay.press("left")
        replay.wait_for(r"tep 1 of")
        replay.press("q")
        assert replay.wait_for_exit() == 0
