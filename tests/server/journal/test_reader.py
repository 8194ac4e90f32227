"""The reader changes nothing and reports damage as JournalDamaged."""

from pathlib import Path

import pytest

from server.journal.base import JournalDamaged, JournalError
from server.journal.reader import connect_read_only, open_reader, placeholders
from server.journal.salvage import FILE
from server.journal.tails import TailIndex
from tests.harness.live_matches import write_matches_in_turn
from tests.harness.snapshot_matches import write_matches_with_snapshots


@pytest.fixture
def file(tmp_path: Path) -> Path:
    write_matches_in_turn(tmp_path, 3, 60, finished=1)
    return tmp_path / FILE


def test_reader_returns_entries_by_match_by_row_and_of_unfinished_matches(file: Path) -> None:
    with open_reader(file) as reader:
        assert reader.matches() == [1, 2, 3]
        assert [len(list(reader.entries(match))) for match in (1, 2, 3, 4)] == [62, 61, 61, 0]
        assert len(list(reader.unfinished())) == 122
        assert [entry.match for entry in reader.entries_after(182)] == [3, 3]
        assert reader.integrity_errors() == []
        assert reader.has_table()
        assert reader.has_heads_mark()
        reader.check_format()


def test_finished_entries_searches_a_limited_number_of_rows_before_the_last(file: Path) -> None:
    with open_reader(file) as reader:
        expected = list(reader.entries(1))
        assert reader.finished_entries(1, 1000) == expected
        assert reader.finished_entries(1, 20) == expected[-20:]
        assert [reader.finished_entries(match, 1000) for match in (2, 99)] == [[], []]


def test_reading_changes_no_byte_of_the_file(file: Path) -> None:
    before = file.read_bytes()
    with open_reader(file) as reader:
        list(reader.unfinished())
    assert file.read_bytes() == before


def test_damaged_page_raises_journal_damaged_and_is_found_by_the_check(file: Path) -> None:
    content = file.read_bytes()
    file.write_bytes(content[: 6 * 4096] + bytes(4096) + content[7 * 4096 :])
    with open_reader(file) as reader:
        assert reader.integrity_errors()
        with pytest.raises(JournalDamaged, match="malformed"):
            list(reader.unfinished())


def test_row_with_values_of_another_type_is_damage(file: Path) -> None:
    with open_reader(file) as reader:
        query = "SELECT 1, 'text', x'00', 0"
        with pytest.raises(JournalDamaged, match="another type"):
            list(reader._entries(query))


def test_missing_file_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="cannot be opened"):
        connect_read_only(tmp_path / "missing")


def test_placeholders_has_a_mark_for_each_value() -> None:
    assert [placeholders(range(count)) for count in range(3)] == ["", "?", "?, ?"]


def test_reader_without_the_index_returns_all_entries_of_unfinished_matches(tmp_path: Path) -> None:
    write_matches_with_snapshots(tmp_path)
    with open_reader(tmp_path / FILE) as reader:
        expected = [entry for match in (2, 3) for entry in reader.entries(match)]
        assert list(reader.unfinished()) == expected
        assert (list(reader.results()), reader.last_match()) == ([], 3)


def test_reader_with_the_index_starts_at_the_last_snapshots(tmp_path: Path) -> None:
    write_matches_with_snapshots(tmp_path)
    with open_reader(tmp_path / FILE) as reader:
        reader.tails = TailIndex.maybe_load(reader.connection)
        tails = [list(reader.entries(match)) for match in (2, 3)]
        starts = [max(n for n, e in enumerate(tail) if e.is_snapshot) for tail in tails]
        expected = [e for tail, n in zip(tails, starts, strict=True) for e in tail[n:]]
        assert list(reader.unfinished()) == expected
        ((snapshot, last),) = reader.results()
        assert (snapshot.is_snapshot, last.last, last.match) == (True, True, 1)
        assert reader.last_match() == 3
