"""The commands with their options, run as a user would."""

import json
import os
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from client.__main__ import OWN_COMMANDS, run
from client.bots.strategies import strategies_for
from client.cli.commands import app
from messages.registry import GAME_NAMES
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
    assert [line for line in lines if line.startswith("greedy: won ") and "95 % interval" in line]
    assert [line for line in lines if line.startswith("  seat 2: won ")]
    assert lines[-1].startswith("2 matches, ")


def test_bot_prints_results_as_json_or_only_the_summary(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["bot", "--strategy", "random", "--game", "shelfie", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["matches"] == 1
    assert summary["strategies"]["random"]["seats"] == 2
    assert run(["bot", "--strategy", "random", "--game", "shelfie", "--quiet"]) == 0
    assert capsys.readouterr().out.startswith("random: won ")


ILLEGAL_BOT = """
from tavolata import Bot
from messages.eriantys.actions import MoveMotherNature
class Illegal(Bot):
    name = "illegal"
    def choose(self, view, actions):
        return MoveMotherNature(steps=99)
class Crashing(Bot):
    name = "crashing"
    def choose(self, view, actions):
        return 1 / 0
"""


@pytest.fixture
def bots_of_a_student(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "illegal_bot.py").write_text(ILLEGAL_BOT)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("bots_of_a_student")
@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_illegal_action_fails_the_bot_command_in_one_line(
    capsys: pytest.CaptureFixture[str], transport: str
) -> None:
    command = ["bot", "--strategy", "illegal_bot:Illegal", "--bots", "1", "--route", transport]
    assert run([*command, "--matches", "3"]) == 1
    out, err = capsys.readouterr()
    assert "won" not in out
    assert err.startswith("tavolata: Illegal.choose returned MoveMotherNature(steps=99), which ")
    assert err.count("\n") == 1


@pytest.mark.usefixtures("bots_of_a_student")
@pytest.mark.parametrize("policy", ["warn", "random", "forfeit"])
def test_option_on_illegal_finishes_the_match_and_reports_illegal_actions(
    capsys: pytest.CaptureFixture[str], policy: str
) -> None:
    command = ["bot", "--strategy", "illegal_bot:Illegal", "--bots", "1", "--on-illegal", policy]
    assert run(command) == 0
    out, err = capsys.readouterr()
    assert "  illegal actions: " in out
    assert ("which the server refused" in err) is (policy == "warn")


@pytest.mark.usefixtures("bots_of_a_student")
def test_crashing_bot_shows_its_own_part_of_the_traceback(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["bot", "--strategy", "illegal_bot:Crashing", "--bots", "1"]) == 1
    err = capsys.readouterr().err
    assert "return 1 / 0" in err
    assert err.count("  File ") == 1
    assert err.splitlines()[-1].startswith("tavolata: Crashing raised ZeroDivisionError")


def test_help_says_that_tables_do_not_make_one_core_faster(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["bot", "--help"]) == 0
    assert "makes one core no faster" in " ".join(capsys.readouterr().out.split())


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


@pytest.mark.parametrize(
    ("words", "completions"),
    [
        (["tavolata", "re"], {"replay", "repair"}),
        (["tavolata", "play", "--game", "u"], {"uno"}),
        (["tavolata", "learn", "er"], {"eriantys"}),
        (["tavolata", "bot", "--strategy", "gr"], {"greedy"}),
        (["tavolata", "host", "--abs"], {"--absent"}),
    ],
)
def test_bash_completes_commands_options_and_games(words: list[str], completions: set[str]) -> None:
    """The script is the one that --show-completion prints, run by bash."""
    typed = " ".join(f"'{word}'" for word in words)
    program = (
        'eval "$(tavolata --show-completion bash)"\n'
        f"COMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}\n"
        '_tavolata_completion tavolata\nprintf "%s\\n" "${COMPREPLY[@]}"'
    )
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    done = subprocess.run(
        ["bash", "-c", program],
        cwd=ROOT,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=GIVE_UP_SECONDS,
    )
    assert completions <= set(done.stdout.split())


def test_version_is_that_of_the_distribution(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"tavolata {version('tavolata')}\n"


@pytest.mark.parametrize("option", ["--port", "--pyro-port", "--web-port", "--old-port"])
def test_host_refuses_a_number_that_is_no_port(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in ("-1", "65536"):
        assert run(["host", option, number]) == 2
        assert f"Invalid value for '{option}'" in capsys.readouterr().err


def test_help_of_every_command_says_what_it_is_for_and_lists_games_and_strategies(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["--help"]) == 0
    commands = capsys.readouterr().out.split("Commands:")[1]
    names = re.findall(r"^  (\w+)  +\S", commands, re.M)
    assert {"play", "join", "watch", "learn", "games", "host", "bot", "replay", "serve"} <= {*names}
    for name in names:
        assert run([name, "--help"]) == 0
        text = " ".join(capsys.readouterr().out.split())
        assert re.search(rf"Usage: tavolata {name} .*?(OPTIONS|COMMAND).*? [A-Z][a-z]+.*\.", text)
        if "--game " in text or name == "learn":
            assert all(game in text for game in GAME_NAMES)
        if name == "bot":
            assert all(strategy in text for strategy in strategies_for(""))
