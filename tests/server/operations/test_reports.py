"""The file of reports: private, bounded, readable after damage, and optional."""

import json
import os
import stat
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from messages import ChatMessage
from server.effects import Report
from server.operations.reports import FILE, PREVIOUS_FILE, Reports

MAX_BYTES = 2000


def _report(number: int = 1, reason: str = "") -> Report:
    chat = (ChatMessage("bob", "bad words"),)
    return Report("2026-01-01", "ada", "127.0.0.1", "bob", "192.0.2.7", number, reason, chat)


def test_report_is_logged_and_appended_to_a_private_file(tmp_path: Path) -> None:
    reports = Reports(tmp_path, MAX_BYTES)
    with capture_logs() as events:
        reports.write(_report(1, "insults"))
    reports.write(_report(2))
    assert [(event["event"], event["reported"], event["reason"]) for event in events] == [
        ("player_reported", "bob", "insults")
    ]
    first, second = (tmp_path / FILE).read_text().splitlines()
    assert json.loads(first)["chat"][0]["text"] == "bad words"
    assert json.loads(second)["match"] == 2
    assert stat.S_IMODE(os.stat(tmp_path / FILE).st_mode) == 0o600
    assert Reports(tmp_path, MAX_BYTES).latest(9) == [_report(1, "insults"), _report(2)]
    assert reports.latest(1) == [_report(2)]


def test_without_a_folder_reports_are_only_logged() -> None:
    with capture_logs() as events:
        Reports(None, MAX_BYTES).write(_report())
    assert [event["event"] for event in events] == ["player_reported"]
    assert Reports(None, MAX_BYTES).latest(9) == []


def test_full_file_replaces_the_previous_one_and_the_latest_reports_are_kept(
    tmp_path: Path,
) -> None:
    reports = Reports(tmp_path, MAX_BYTES)
    for number in range(100):
        reports.write(_report(number))
    assert {path.name for path in tmp_path.iterdir()} == {FILE, PREVIOUS_FILE}
    assert all(path.stat().st_size <= MAX_BYTES for path in tmp_path.iterdir())
    kept = [report.match for report in reports.latest(100)]
    assert kept == list(range(100 - len(kept), 100))
    assert len(kept) > 9


def test_damaged_lines_are_left_out(tmp_path: Path) -> None:
    reports = Reports(tmp_path, MAX_BYTES)
    reports.write(_report(1))
    with (tmp_path / FILE).open("ab") as file:
        file.write(b'{"time": \xff\n{}\n\n')
    reports.write(_report(2))
    assert [report.match for report in reports.latest(9)] == [1, 2]


def test_report_that_fits_only_in_part_on_the_disk_is_logged_and_removed_from_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports, write = Reports(tmp_path, MAX_BYTES), os.write
    reports.write(_report(1))
    with monkeypatch.context() as patch, capture_logs() as events:
        patch.setattr(os, "write", lambda descriptor, line: write(descriptor, line[:9]))
        reports.write(_report(2))
    assert [event["event"] for event in events] == ["player_reported", "report_not_saved"]
    reports.write(_report(3))
    assert [report.match for report in reports.latest(9)] == [1, 3]


def test_error_of_the_disk_is_logged_and_not_raised(tmp_path: Path) -> None:
    with capture_logs() as events:
        Reports(tmp_path / "missing", MAX_BYTES).write(_report())
    assert [event["event"] for event in events] == ["player_reported", "report_not_saved"]
