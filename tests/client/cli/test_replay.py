"""`tavolata replay`: a match of the journal as one of its seats saw it."""

import shutil
import sys
from pathlib import Path

import pytest
import typer

from client.__main__ import run
from client.cli.replay import replay_match
from server.journal.sqlite import FILE

JOURNAL = Path(__file__).parents[2] / "recordings" / "data" / "journal-format-1.sqlite"


def replay(match: str, folder: Path, *options: str) -> int:
    shutil.copy(JOURNAL, folder / FILE)
    return run(["replay", match, "--data", str(folder), *options])


def test_replay_shows_a_match_from_start_to_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay("1", tmp_path) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[0].startswith("The match begins: ")
    assert out.splitlines()[-1].startswith("The winner")
    assert err == ""


def test_replays_of_two_seats_differ(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for seat in ("0", "1"):
        assert replay("8", tmp_path, "--seat", seat) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] != outputs[1]


def test_unknown_match_is_refused_in_one_line_with_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay("9999", tmp_path) == 1
    assert (
        capsys.readouterr().err
        == "tavolata: Match 9999 cannot be replayed: there is no such match.\n"
    )


def test_on_a_terminal_replay_waits_for_enter_and_q_ends_it_before_the_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(JOURNAL, tmp_path / FILE)
    typed = iter(["", "", "q"])
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(typer, "prompt", lambda *_, **__: next(typed))
    replay_match(1, tmp_path, 0)
    assert list(typed) == []
    out = capsys.readouterr().out
    assert out.startswith("The match begins: ")
    assert "The winner" not in out
