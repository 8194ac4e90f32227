"""Storage of a running server: what it logs about its files, and what players are told."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import structlog

from games.registry import GAMES
from server import storage
from server.app import Settings, running
from server.cli import COMPUTERS
from server.journal.reader import JournalReader
from server.journal.sqlite import FILE
from server.session_registry import hash_secret
from server.storage import Storage, open_storage
from server.transports.admin import FILE as ADMIN_FILE
from tests.harness.handler import HandlerHarness
from tests.harness.live_matches import state_hashes, write_matches_in_turn
from tests.harness.snapshot_matches import write_matches_with_snapshots
from tests.harness.timeouts import within


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    write_matches_in_turn(folder, 4, 60, finished=1)
    return folder


def _open(folder: Path, retain_seconds: float | None = None) -> tuple[Storage, HandlerHarness]:
    harness = HandlerHarness()
    opened, _ = open_storage(folder, "process", lambda call: call(), harness.state, retain_seconds)
    return opened, harness


def _events(work: Callable[[], object]) -> list[Any]:
    with structlog.testing.capture_logs() as events:
        work()
    return list(events)


def _execute(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / FILE)) as connection, connection:
        connection.execute(statement)


def test_intact_private_folder_logs_nothing(folder: Path) -> None:
    assert _events(lambda: _open(folder)[0].close()) == []


def test_exposed_folder_is_logged_with_the_command_that_helps(folder: Path) -> None:
    folder.chmod(0o755)
    (event,) = _events(lambda: _open(folder)[0].close())
    assert event == {
        "event": "data_readable_by_other_accounts",
        "log_level": "warning",
        "path": str(folder),
        "remedy": f"chmod 700 {folder}",
    }


def test_players_of_a_match_that_cannot_be_replayed_are_told(folder: Path) -> None:
    _execute(folder, "UPDATE journal SET body = x'00' WHERE id = 100")
    opened, harness = _open(folder)
    opened.close()
    assert {seat.match for seat in harness.state.damaged_seats.values()} == {2}
    assert "player-2-0" in harness.state.damaged_seats
    assert harness.state.damaged_matches == 1
    assert harness.state.rooms.keys() == {3, 4}


def test_damage_that_the_start_does_not_read_is_logged_later(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, _ = _open(folder)
    monkeypatch.setattr(JournalReader, "integrity_errors", lambda *_: ["page 7 is bad"])
    check = storage._BackgroundCheck(folder / FILE)
    assert opened._check is not None
    opened._check.close()
    opened._check = check
    check._result.result()
    (event,) = [*_events(lambda: opened.sweep(1)), *_events(lambda: opened.sweep(2))]
    assert (event["event"], event["reason"]) == (
        "journal_damage_found_while_running",
        "page 7 is bad",
    )
    opened.close()


def test_failing_heads_are_logged_once_until_they_are_written_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, _ = _open(folder)

    def fail(now: float) -> None:
        raise OSError("no space left")

    def sweep_twice() -> None:
        with monkeypatch.context() as patch:
            patch.setattr(opened.journal, "sweep", fail)
            opened.sweep(1)
            opened.sweep(2)

    for _ in range(2):
        assert [event["event"] for event in _events(sweep_twice)] == ["journal_heads_write_failed"]
        opened.sweep(3)
    opened.close()


def test_server_with_retention_removes_old_matches_and_logs_it(folder: Path) -> None:
    _execute(folder, "UPDATE ended SET at = 0")
    settings = Settings(port=0, pyro_port=0, data=folder, retain=90 * 86_400.0)

    async def serve(events: list[Any]) -> None:
        async with running(settings, COMPUTERS):
            assert (folder / ADMIN_FILE).exists()
            while not any(event["event"] == "matches_exported_and_removed" for event in events):
                await asyncio.sleep(0.01)

    with structlog.testing.capture_logs() as events:
        asyncio.run(within(serve(events)))
    (removed,) = [event for event in events if event["event"] == "matches_exported_and_removed"]
    assert (removed["removed_matches"], removed["export_folder"]) == (1, str(folder / "exports"))
    assert (folder / "exports" / "match-1.jsonl").exists()


def test_result_is_kept_and_matches_continue_from_snapshots_after_a_repair(tmp_path: Path) -> None:
    token = write_matches_with_snapshots(tmp_path)
    _execute(tmp_path, "UPDATE journal SET body = 'text' WHERE id = (SELECT MAX(id) FROM journal)")
    opened, harness = _open(tmp_path)
    opened.close()
    assert (tmp_path / "damaged-1").is_dir()
    assert harness.state.rooms.keys() == {2, 3}
    assert harness.state.rooms[3].missing_records == 1
    assert hash_secret(token) in harness.state.kept_results


def test_match_that_lost_early_records_continues_without_a_notice_after_a_repair(
    tmp_path: Path,
) -> None:
    write_matches_with_snapshots(tmp_path)
    _execute(tmp_path, "DELETE FROM journal WHERE id = 57")  # match 3, before its last snapshot
    _execute(tmp_path, "DELETE FROM journal WHERE id = 53")  # the last record of match 2
    opened, harness = _open(tmp_path)
    opened.close()
    missing = {number: room.missing_records for number, room in harness.state.rooms.items()}
    assert missing == {2: 1, 3: 0}
    again, after = _open(tmp_path)
    again.close()
    assert state_hashes(after.state) == state_hashes(harness.state)


def test_matches_of_other_rules_are_logged_with_their_remedy_and_are_not_damaged(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def versions(number: int) -> list[tuple[str, int]]:
        for name, game in GAMES.items():
            monkeypatch.setitem(GAMES, name, replace(game, rules_version=number))
        found: list[HandlerHarness] = []

        def start() -> None:
            harness = HandlerHarness(games=GAMES)
            opened, restored = open_storage(
                folder, "process", lambda call: call(), harness.state, None
            )
            opened.journal.append(restored.end_records, lambda _: None)
            opened.close()
            found.append(harness)

        events = _events(start)
        assert found[0].state.damaged_matches == 0
        return [(event["event"], event["match"]) for event in events]

    assert versions(2) == [("match_of_older_rules_ended", number) for number in (2, 3, 4)]
    assert versions(2) == [], "they have ended, in the journal"
