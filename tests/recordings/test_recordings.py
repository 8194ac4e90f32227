"""Test that the server sends and journals the recorded bytes.

After an intended change of the wire or the journal, ``python -m tests.recordings`` records again.
``python -m tests.recordings NAME`` prints one recording with every message in full.
"""

from itertools import zip_longest
from pathlib import Path

import pytest

from tests.harness.journals import FILE, FORMAT, rows
from tests.recordings.files import FOLDER, JOURNAL, TEXTS, UNTIMED_JOURNAL, path_of
from tests.recordings.matches import play_matches

CONTEXT = 6
"""Number of lines shown before a difference."""


@pytest.mark.parametrize("name", TEXTS)
def test_server_sends_the_recorded_text_line_by_line(name: str) -> None:
    recorded = path_of(name).read_text(encoding="utf-8").splitlines()
    made = TEXTS[name](False).splitlines()
    for number, (before, now) in enumerate(zip_longest(recorded, made)):
        if before != now:
            context = "\n".join(recorded[max(0, number - CONTEXT) : number])
            pytest.fail(f"{name}, line {number + 1}:\n{context}\nrecorded: {before}\nnow: {now}")


def test_journal_entries_equal_the_recorded_ones_byte_for_byte(tmp_path: Path) -> None:
    play_matches(tmp_path)
    written, recorded = rows(tmp_path / FILE), rows(JOURNAL)
    for now, before in zip_longest(written, recorded):
        assert now == before


def test_folder_has_exactly_the_recorded_texts_and_a_journal_of_each_format() -> None:
    texts = {path_of(name) for name in TEXTS}
    journals = {FOLDER / f"journal-format-{number}.sqlite" for number in range(1, FORMAT + 1)}
    assert set(FOLDER.iterdir()) == texts | journals | {UNTIMED_JOURNAL}
