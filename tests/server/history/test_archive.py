"""Export and verify: everything fits, and every change shows."""

import json

import pytest

from games.registry import GAMES
from server.history.archive import export, verify, verify_export
from tests.harness.journalled import JournalledHarness
from tests.harness.memory_journal import MemoryJournal


@pytest.fixture
def journal() -> MemoryJournal:
    harness = JournalledHarness(MemoryJournal())
    harness.play_actions(harness.start_match("ada", "bob"), 1000)
    harness.play_actions(harness.start_match("eve", "fay"), 12)
    return harness.journal


def test_a_journal_is_verified_match_by_match(journal: MemoryJournal) -> None:
    verdicts = list(verify(journal, GAMES))
    assert [(v.match, v.game, v.is_over, v.error) for v in verdicts] == [
        (1, "eriantys", True, ""),
        (2, "eriantys", False, ""),
    ]
    assert verdicts[1].records == 13


def test_an_export_is_readable_and_verified_by_itself(journal: MemoryJournal) -> None:
    lines = list(export(journal, 1))
    first = json.loads(lines[0])
    assert first["record"]["kind"] == "Began"
    assert json.loads(lines[1])["record"]["action"]["type"] == "PlayAssistantCard"
    verdict = verify_export(lines, GAMES)
    assert (verdict.is_over, verdict.error) == (True, "")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda lines: lines[:3] + lines[4:], "hash does not fit"),
        (lambda lines: [lines[0].replace('"seedHash":"', '"seedHash":"0'), *lines[1:]], "promised"),
        (lambda lines: [line.replace('"seat":0', '"seat":1') for line in lines], "for reading"),
        (lambda lines: [], "empty"),
        (lambda lines: ["hello"], "not a complete export"),
        (lambda lines: lines[1:], "record 1"),
    ],
)
def test_whatever_is_changed_shows(journal: MemoryJournal, change: object, words: str) -> None:
    assert callable(change)
    assert words in verify_export(change(list(export(journal, 1))), GAMES).error


def test_a_match_that_does_not_exist(journal: MemoryJournal) -> None:
    assert list(export(journal, 99)) == []


def test_a_match_of_a_game_that_is_not_installed_is_reported(journal: MemoryJournal) -> None:
    (first, _) = verify(journal, {})
    assert first.error == ("record 1 is invalid: this program has no game named eriantys")
