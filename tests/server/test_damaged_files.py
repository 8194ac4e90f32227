"""Damaged files: a server starts, restores what is readable and tells everybody what is lost."""

import asyncio
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import structlog

from client.__main__ import run
from server.app import Settings, running
from server.cli import COMPUTERS
from tests.harness.live_matches import write_matches_in_turn
from tests.harness.plain_clients import SocketClient
from tests.harness.timeouts import within

FILE, HEADS = "journal.sqlite", "journal.heads"
PAGE = 4096
MATCHES = range(1, 7)
FINISHED = (1, 2)
RESTORED_TEXT = "Somebody here has this nickname"
DAMAGED_TEXT = "was damaged on the server's disk"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder as a stopped server leaves it: two finished matches and four others."""
    folder = tmp_path_factory.mktemp("written")
    write_matches_in_turn(folder, len(MATCHES), 120, finished=len(FINISHED))
    return folder


@pytest.fixture
def data(written: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(written, tmp_path / "data"))


class Start(NamedTuple):
    """The log events of a server, and its answers to players of each unfinished match."""

    events: list[Any]
    login: dict[int, str]
    reconnect: dict[int, str]

    def matches_with(self, text: str) -> set[int]:
        return {match for match, answer in self.login.items() if text in answer}

    def logged(self, event: str) -> list[Any]:
        return [entry for entry in self.events if entry["event"] == event]


def _start(data: Path) -> Start:
    """Start a server, log in over the wire as a player of each unfinished match, and stop."""

    def answer(address: str, kind: str, **fields: Any) -> str:
        with closing(SocketClient(address)) as client:
            client.send(kind, **fields)
            while (message := client.receive())["type"] not in ("Error", "ActionValid"):
                continue
            return str(message.get("message", ""))

    def ask(address: str) -> tuple[dict[int, str], dict[int, str]]:
        names = {match: f"player-{match}-0" for match in MATCHES if match not in FINISHED}
        reconnect = {
            match: answer(address, "Reconnect", nickname=name, token="wrong", last_seq=0)
            for match, name in names.items()
        }
        login = {
            match: answer(address, "ChooseNickname", nickname=name) for match, name in names.items()
        }
        return login, reconnect

    async def serve() -> tuple[dict[int, str], dict[int, str]]:
        settings = Settings(port=0, pyro_port=0, data=data)
        async with running(settings, COMPUTERS) as addresses:
            return await asyncio.to_thread(ask, addresses.socket)

    with structlog.testing.capture_logs() as events:
        login, reconnect = asyncio.run(within(serve()))
    return Start(list(events), login, reconnect)


def _verify(data: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    capsys.readouterr()
    status = run(["verify", "--data", str(data)])
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return status, captured.out + captured.err


def _damaged_matches(text: str) -> set[int]:
    lines = [line for line in text.splitlines() if line.startswith("match") and "damaged" in line]
    return {int(line.split()[1].rstrip(":")) for line in lines}


def _overwrite(file: Path, page: int, content: bytes) -> bytes:
    """Overwrite a page, counted from 0; return the new content of the file."""
    with file.open("r+b") as opened:
        opened.seek(page * PAGE)
        opened.write(content)
    return file.read_bytes()


def _root(data: Path, name: str) -> int:
    """Return the root page of a table or index, counted from 0."""
    with closing(sqlite3.connect(data / FILE)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        ((page,),) = connection.execute(query, (name,))
    return int(page) - 1


NOISE = random.Random(1).randbytes(PAGE)


@pytest.mark.parametrize("content", [NOISE, bytes(PAGE)], ids=["noise", "zeros"])
@pytest.mark.parametrize("place", ["over", "ended", 0.0, 0.02, 0.3, 0.6, 0.8, 0.999])
def test_overwritten_page_costs_only_its_matches_and_the_damaged_file_is_kept(
    data: Path, place: float | str, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    """Overwrite the root of a table or index, or the page at this share of the file."""
    pages = (data / FILE).stat().st_size // PAGE
    page = _root(data, place) if isinstance(place, str) else int(place * pages)
    damaged_file = _overwrite(data / FILE, page, content)
    status, report = _verify(data, capsys)
    assert status == 1
    assert "the database is damaged" in report
    assert (data / FILE).read_bytes() == damaged_file, "verify changed the file"
    started = _start(data)
    damaged = started.matches_with(DAMAGED_TEXT)
    assert len(damaged) <= 2, "a page has records of at most two matches"
    assert started.matches_with(RESTORED_TEXT) | damaged == set(started.login)
    assert all(DAMAGED_TEXT in started.reconnect[match] for match in damaged)
    assert len(started.logged("damaged_journal_replaced")) == 1
    lost = {e["match"] for e in started.logged("match_records_lost") if not e["match_kept"]}
    assert lost - set(FINISHED) == damaged
    assert lost <= _damaged_matches(report)
    assert (data / "damaged-1" / FILE).read_bytes() == damaged_file
    status, report = _verify(data, capsys)
    assert status == 0, report
    again = _start(data)
    assert again.logged("damaged_journal_replaced") == []
    assert again.matches_with(DAMAGED_TEXT) == damaged, "players are also told after a restart"


def test_copy_of_another_page_is_noticed_and_costs_only_the_matches_of_its_place(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """SQLite reads such a page without an error, but does not find the rows that were there."""
    pages = (data / FILE).stat().st_size // PAGE
    start = int(0.3 * pages) * PAGE
    copied = (data / FILE).read_bytes()[start : start + PAGE]
    damaged_file = _overwrite(data / FILE, int(0.8 * pages), copied)
    started = _start(data)
    assert len(started.matches_with(DAMAGED_TEXT)) in (1, 2)
    assert len(started.logged("damaged_journal_replaced")) == 1
    assert (data / "damaged-1" / FILE).read_bytes() == damaged_file
    assert _verify(data, capsys)[0] == 0


def test_damaged_file_is_repaired_again_after_an_interruption_between_two_moves(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged_file = _overwrite(data / FILE, 6, NOISE)
    copy = Path(shutil.copytree(data, data.with_name("copy")))
    _start(data)
    shutil.move(data / FILE, copy / "clean")
    shutil.rmtree(data)
    (copy / "damaged-1").mkdir()
    (copy / "clean").rename(copy / "damaged-1" / "clean.sqlite")
    (copy / HEADS).rename(copy / "damaged-1" / HEADS)
    (copy / FILE).rename(copy / "damaged-1" / FILE)
    started = _start(copy)
    assert len(started.matches_with(RESTORED_TEXT)) >= 3
    assert (copy / "damaged-1" / FILE).read_bytes() == damaged_file
    assert _verify(copy, capsys)[0] == 0


def _delete_rows(data: Path, condition: str) -> None:
    with closing(sqlite3.connect(data / FILE)) as connection, connection:
        connection.execute(f"DELETE FROM journal WHERE {condition}")


def test_deleted_last_row_is_reported_and_the_match_continues_before_it(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _delete_rows(data, "id = (SELECT MAX(id) FROM journal WHERE match = 5)")
    status, report = _verify(data, capsys)
    assert status == 1
    assert "match 5: uno, 120 records" in report or "match 5: eriantys, 120 records" in report
    assert "1 of 121 records are missing" in report
    started = _start(data)
    assert started.matches_with(RESTORED_TEXT) == {3, 4, 5, 6}
    (event,) = started.logged("match_records_lost")
    assert (event["match"], event["lost_records"], event["match_kept"]) == (5, 1, True)
    assert _verify(data, capsys)[0] == 0


@pytest.mark.parametrize("match", [1, 4])
def test_deleted_match_is_reported_with_the_number_of_its_records(
    data: Path, match: int, capsys: pytest.CaptureFixture[str]
) -> None:
    _delete_rows(data, f"match = {match}")
    status, report = _verify(data, capsys)
    assert status == 1
    assert _damaged_matches(report) == {match}
    assert f"all {122 if match in FINISHED else 121} records are missing" in report
    started = _start(data)
    assert [e["match"] for e in started.logged("match_records_lost")] in ([match], [])
    assert started.logged("damaged_journal_replaced")


def test_deleted_end_of_a_finished_match_does_not_revive_it(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _delete_rows(data, "match = 2 AND last = 1")
    assert _damaged_matches(_verify(data, capsys)[1]) == {2}
    started = _start(data)
    (event,) = started.logged("match_records_lost")
    assert (event["match"], event["lost_records"], event["match_kept"]) == (2, 1, False)


def _truncate(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.truncate(file.stat().st_size // 2)


def _corrupt(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.seek(file.stat().st_size // 3)
        opened.write(b"\xff" * 16)


FAULTS: dict[str, Callable[[Path], None]] = {
    "deleted": Path.unlink,
    "truncated": _truncate,
    "corrupted": _corrupt,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faulty_heads_file_is_reported_and_written_again(
    data: Path, fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    FAULTS[fault](data / HEADS)
    status, report = _verify(data, capsys)
    assert status == 1
    assert "missing records cannot be noticed" in report
    started = _start(data)
    assert started.matches_with(RESTORED_TEXT) == {3, 4, 5, 6}
    assert len(started.logged("journal_heads_missing_or_damaged")) == 1
    assert _verify(data, capsys)[0] == 0


@pytest.mark.parametrize("file", [FILE, "both"])
def test_missing_database_is_reported_with_all_its_matches(
    data: Path, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (data / FILE).unlink()
    if file == "both":
        _corrupt(data / HEADS)
        assert _verify(data, capsys)[0] == 1
        return
    assert _damaged_matches(_verify(data, capsys)[1]) == set(MATCHES)
    started = _start(data)
    assert started.matches_with(DAMAGED_TEXT) == {3, 4, 5, 6}
    assert {e["match"] for e in started.logged("match_records_lost")} == set(MATCHES)
