"""`tavolata replay`: a match of the journal or of an export as one of its seats saw it."""

import shutil
from pathlib import Path

import pytest

from client.__main__ import run
from client.cli.replay import list_steps, load_entries, step_through
from client.errors import ExitWithMessage
from server.journal.sqlite import FILE, open_lock
from tests.harness.terminal_session import terminal_session

JOURNAL = Path(__file__).parents[2] / "recordings" / "data" / "journal-format-1.sqlite"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(JOURNAL, tmp_path / FILE)
    return tmp_path


def replay(match: str, folder: Path, *options: str) -> int:
    return run(["replay", match, "--data", str(folder), *options])


def export(folder: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Export match 1 as a user would; return the file."""
    assert run(["export", "1", "--data", str(folder)]) == 0
    file = folder / "match.jsonl"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    return file


def test_replay_shows_a_match_from_start_to_result_also_while_a_server_uses_the_journal(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_lock(folder):
        assert replay("1", folder) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[0].startswith("The match begins: ")
    assert out.splitlines()[-1].startswith("The winner")
    assert err == ""


def test_replay_of_an_export_is_the_same_as_that_of_the_journal(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = export(folder, capsys)
    assert replay("1", folder) == 0
    of_journal = capsys.readouterr().out
    assert run(["replay", str(file)]) == 0
    assert capsys.readouterr().out == of_journal


def test_replays_of_two_seats_differ(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for seat in ("0", "1"):
        assert replay("8", folder, "--seat", seat) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] != outputs[1]


@pytest.mark.parametrize(
    ("match", "options", "text"),
    [
        ("9999", (), "Match 9999 cannot be replayed: there is no such match.\n"),
        ("1", ("--seat", "9"), "use one of them for --seat.\n"),
    ],
)
def test_unknown_match_or_seat_is_refused_in_one_line_with_status_1(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    match: str,
    options: tuple[str, ...],
    text: str,
) -> None:
    assert replay(match, folder, *options) == 1
    err = capsys.readouterr().err
    assert err.endswith(text)
    assert err.count("\n") == 1


def test_damaged_export_is_refused_and_a_shortened_one_shown_to_its_end(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = export(folder, capsys)
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([lines[0], "{}", *lines[2:]]), encoding="utf-8")
    with pytest.raises(ExitWithMessage, match="it is not a complete export"):
        load_entries(str(file), folder)
    file.write_text("\n".join([lines[0], *lines[2:]]), encoding="utf-8")
    assert run(["replay", str(file)]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("The match begins: ")
    assert "record 2 is invalid" in err


def test_enter_goes_forward_b_goes_back_and_q_ends_line_by_line(folder: Path) -> None:
    _, steps = list_steps(load_entries("1", folder), 0)
    shown: list[str] = []
    answers = iter(["", "b", "b", "", "q"])
    step_through(steps, shown.append, lambda: next(answers))
    assert list(answers) == []
    expected = [steps[index] for index in (0, 1, 0, 0, 1)]
    assert shown == [line for step in expected for line in step.lines]


def test_steps_are_shown_with_keys_in_full_screen(folder: Path) -> None:
    with terminal_session("replay", "1", "--data", str(folder)) as session:
        session.wait_for("step 1 of")
        session.press(b"\x1b[C")
        session.wait_for("2")
        session.press(b"q")
        assert session.wait_for_exit() == 0
