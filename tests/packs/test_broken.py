"""A pack with a defect ends every command at its start: one line, exit status 2."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.harness.packs import NIM, environment, install, write_package
from tests.harness.terminal_session import ROOT

SERVE = ("serve", "--port", "0", "--pyro-port", "0", "--no-web", "--durability", "none")
COMMANDS = (
    SERVE,
    ("play", "--plain"),
    ("host",),
    ("bot",),
    ("replay", "1"),
    ("export", "1"),
    ("verify",),
)


def run(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the command with the packages of the folder."""
    return subprocess.run(
        [sys.executable, "-m", "client", *arguments],
        cwd=ROOT,
        env=environment(folder) | variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def refusal(folder: Path, *arguments: str, **variables: str) -> str:
    """Run a command that refuses a pack and return its sentence."""
    ended = run(folder, *arguments, **variables)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("tavolata: The game pack ")
    assert ended.stderr.count("\n") == 1
    return ended.stderr.removeprefix("tavolata: ").rstrip("\n")


def copy_of_nim(folder: Path, file: str = "", old: str = "", new: str = "") -> None:
    """Install the pack with one replacement in one of its files."""
    install(NIM, folder)
    if file:
        path = folder / "tavolata_nim" / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_every_command_refuses_a_missing_package_of_the_option_game_pack(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    assert refusal(tmp_path, *command, "--game-pack", "missing") == (
        "The game pack missing (named by --game-pack or TAVOLATA_GAME_PACKS) cannot be used: "
        "there is no module missing."
    )


@pytest.mark.parametrize(
    ("file", "old", "new", "reason"),
    [
        ("messages.py", '"nim"', '"uno"', "there is already a game named uno"),
        ("messages.py", "TakeSticks", "SendChat", "the name SendChat is already taken"),
        (
            "messages.py",
            "view=NimView",
            "view=TakeSticks",
            "<class 'tavolata_nim.messages.TakeSticks'> in view is not a subclass of View",
        ),
        (
            "messages.py",
            "MESSAGES =",
            "OTHER =",
            "tavolata_nim.messages does not define MESSAGES as a GameMessages",
        ),
        ("rules.py", 'name="nim"', 'name="mim"', "its rules are named 'mim', its messages 'nim'"),
        ("rules.py", "GAME:", "OTHER:", "tavolata_nim.rules does not define GAME as a Game"),
        (
            "rules.py",
            "from typing",
            "from tipping",
            "tavolata_nim.rules cannot be imported: No module named 'tipping'",
        ),
        (
            "rules.py",
            "state_type=State",
            "state_type=dict",
            "its state type is <class 'dict'> instead of a subclass of Struct",
        ),
        (
            "rules.py",
            "heaps: tuple[int, ...]",
            "heaps: set[int] | tuple[int, ...]",
            "its state cannot be decoded: Type unions may not contain more than one array-like "
            "(list, set, tuple) type - type `set[int] | tuple[int, ...]` is not supported",
        ),
        (
            "rules.py",
            'title="Nim",',
            'title="Nim", rules_version=0,',
            "0 is no version of rules; use a number from 1",
        ),
        ("ui.py", "UI =", "OTHER =", "tavolata_nim.ui does not define UI as a GameUI"),
    ],
)
def test_server_refuses_an_installed_pack_with_broken_messages_rules_or_ui(
    tmp_path: Path, file: str, old: str, new: str, reason: str
) -> None:
    copy_of_nim(tmp_path, file, old, new)
    assert refusal(tmp_path, *SERVE) == (
        f"The game pack tavolata_nim (distribution tavolata-nim 1.0) cannot be used: {reason}."
    )


def test_play_command_refuses_an_installed_pack_whose_ui_has_another_name(tmp_path: Path) -> None:
    copy_of_nim(tmp_path, "ui.py", 'name="nim"', 'name="mim"')
    assert refusal(tmp_path, "play", "--plain", "--server", "127.0.0.1:1") == (
        "The game pack tavolata_nim (distribution tavolata-nim 1.0) cannot be used: "
        "its UI is named 'mim', its messages 'nim'."
    )


def test_play_command_ignores_broken_rules_of_a_pack_and_fails_only_to_connect(
    tmp_path: Path,
) -> None:
    copy_of_nim(tmp_path, "rules.py", "GAME:", "OTHER:")
    ended = run(tmp_path, "play", "--plain", "--server", "127.0.0.1:1")
    assert ended.returncode == 1
    assert "game pack" not in ended.stderr


def test_server_refuses_a_pack_of_the_environment_variable_without_messages(tmp_path: Path) -> None:
    write_package(tmp_path, "hollow")
    sentence = refusal(tmp_path, *SERVE, TAVOLATA_GAME_PACKS="hollow")
    assert sentence.endswith("cannot be used: there is no module hollow.messages.")
