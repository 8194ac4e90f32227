"""Rows are read from pages without SQLite: from the file, from the log, and around damage."""

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.journal.pages import Row, read_rows

PAGE_BYTES = 4096
TABLE = (
    "CREATE TABLE journal "
    "(id INTEGER PRIMARY KEY, match INTEGER, body BLOB, hash BLOB, last INTEGER)"
)


def _rows(count: int, body_bytes: int = 100, first: int = 1) -> list[Row]:
    rng = random.Random(first)
    return [
        Row(n, n * n * 1000 % 70_001 + 1, rng.randbytes(body_bytes), rng.randbytes(16), n % 2)
        for n in range(first, first + count)
    ]


def _connect(file: Path, page_bytes: int = PAGE_BYTES) -> sqlite3.Connection:
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute(f"PRAGMA page_size={page_bytes}")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute(TABLE)
    return connection


def _insert(connection: sqlite3.Connection, rows: list[Row]) -> None:
    connection.executemany("INSERT INTO journal VALUES (?, ?, ?, ?, ?)", rows)


@pytest.mark.parametrize("page_bytes", [512, 4096, 65536])
@pytest.mark.parametrize("body_bytes", [0, 100, 450, 4058, 4059, 30_000])
def test_all_rows_are_read_also_with_overflow_pages(
    tmp_path: Path, page_bytes: int, body_bytes: int
) -> None:
    file, rows = tmp_path / "file", _rows(60, body_bytes)
    with closing(_connect(file, page_bytes)) as connection:
        _insert(connection, rows)
    assert sorted(set(read_rows(file))) == rows


def test_rows_in_the_log_are_read_also_behind_a_damaged_frame_or_header(tmp_path: Path) -> None:
    file, rows = tmp_path / "file", _rows(300)
    with closing(_connect(file)) as connection:
        for row in rows:
            _insert(connection, [row])
        for name in ("file", "file-wal"):
            shutil.copy(tmp_path / name, tmp_path / f"copy-{name}".replace("copy-file", "copy"))
    copy = tmp_path / "copy"
    log = tmp_path / "copy-wal"
    assert sorted(set(read_rows(copy))) == rows
    content = log.read_bytes()
    log.write_bytes(content[:40] + bytes(8) + content[48:])
    assert sorted(set(read_rows(copy))) == rows
    log.write_bytes(bytes(32) + content[32:])
    assert sorted(set(read_rows(copy))) == rows
    log.write_bytes(content[: len(content) // 2])
    assert 0 < len(set(read_rows(copy))) < len(rows)


@pytest.mark.parametrize("noise", [bytes(PAGE_BYTES), random.Random(2).randbytes(PAGE_BYTES)])
def test_damaged_page_costs_only_its_rows_wherever_it_is(tmp_path: Path, noise: bytes) -> None:
    file, rows = tmp_path / "file", _rows(1000)
    with closing(_connect(file)) as connection:
        _insert(connection, rows)
    content = file.read_bytes()
    pages = len(content) // PAGE_BYTES
    assert pages > 30
    for page in range(pages):
        start = page * PAGE_BYTES
        file.write_bytes(content[:start] + noise + content[start + PAGE_BYTES :])
        found = set(read_rows(file))
        assert found <= set(rows)
        assert len(rows) - len(found) <= PAGE_BYTES // 100


def test_noise_of_any_length_has_no_rows_and_raises_nothing(tmp_path: Path) -> None:
    file, rng = tmp_path / "file", random.Random(3)
    for size in (0, 1, 99, 4095, 4096, 50_000):
        file.write_bytes(rng.randbytes(size))
        assert list(read_rows(file)) == []


def test_damaged_bytes_in_a_page_raise_nothing(tmp_path: Path) -> None:
    file, rng = tmp_path / "file", random.Random(4)
    with closing(_connect(file)) as connection:
        _insert(connection, _rows(60, 300))
    content = bytearray(file.read_bytes())
    for _ in range(300):
        damaged = content.copy()
        for _ in range(20):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        file.write_bytes(damaged)
        assert len(list(read_rows(file))) <= 200


def test_progress_ends_with_all_pages(tmp_path: Path) -> None:
    file, calls = tmp_path / "file", list[tuple[int, int]]()
    with closing(_connect(file)) as connection:
        _insert(connection, _rows(300))
    list(read_rows(file, lambda done, total: calls.append((done, total))))
    pages = file.stat().st_size // PAGE_BYTES
    assert calls == [(done, pages) for done in range(1, pages + 1)]
