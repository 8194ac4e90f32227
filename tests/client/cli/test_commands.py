"""The commands with their options, run as a user would."""

import subprocess
import sys
from pathlib import Path

import pytest

from client.__main__ import OWN_COMMANDS, run
from client.cli.commands import app
from tests.client.conftest import ROOT, Served
from tests.harness.terminal_session import piped_session
from tests.harness.timeouts import GIVE_UP_SECONDS


def test_first_commands_are_those_of_players() -> None:
    names = [command.callback.__name__ for command in app.registered_commands if command.callback]
    assert names[:8] == ["play", "join", "watch", "learn", "games", "host", "bot", "replay"]
    assert {*names} == {*OWN_COMMANDS} - {"--version"} | {*names[8:]}


@pytest.mark.parametrize("seats", ["0", "3"])
def test_bot_with_a_wrong_number_of_seats_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], seats: str
) -> None:
    assert run(["bot", "--players", "3", "--bots", "1", "--seats", seats]) != 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1


def test_play_without_a_terminal_narrates_a_match_from_round_1_to_the_winner(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["play", "--players", "3", "--expert"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[-1].startswith("The winner")
    assert "Round 1 | planning" in out
    assert err == ""


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_bot_plays_matches_on_a_local_server_and_prints_results_and_win_rates(
    capsys: pytest.CaptureFixture[str], transport: str
) -> None:
    assert run(["bot", "--matches", "2", "--route", transport]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("match 1: ")
    assert lines[-3].startswith("greedy: won ")
    assert lines[-1].startswith("2 matches, ")


def test_strategy_of_the_bot_command_may_be_a_class_in_the_current_folder(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "from client.bots import RandomBot\nclass Mine(RandomBot):\n    name = 'me'\n"
    (tmp_path / "bot_of_mine.py").write_text(code)
    monkeypatch.chdir(tmp_path)
    assert run(["bot", "--strategy", "bot_of_mine:Mine", "--bots", "1"]) == 0
    assert "bot_of_mine:Mine: won" in capsys.readouterr().out


def test_bot_joins_a_private_match_by_its_code(served: Served) -> None:
    with piped_session(
        "play", "--plain", "--server", served.socket, "--nickname", "hosting"
    ) as host:
        host.wait_for("Type new to open one|Type join")
        host.type_line("new 2 base bots 0 private")
        code = host.wait_for(r"the code (\w+)").group(1)
        host.type_line("king")
        options = ("--strategy", "random", "--server", served.pyro, "--join", code.lower())
        command = [sys.executable, "-m", "client", "bot", *options]
        joined = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        host.wait_for("The match begins: hosting, random")
        host.type_line("leave")
        output, _ = joined.communicate(timeout=GIVE_UP_SECONDS)
    assert joined.returncode == 0
    assert "match 1: random" in output
