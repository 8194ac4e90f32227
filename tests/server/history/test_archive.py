"""Export and verify: intact matches are valid, changed ones are not."""

import json

import pytest

from games.registry import GAMES
from server.history.archive import export, verify, verify_export
from server.history.replay_file import replay_file
from tests.harness.journalled import JournalledHarness
from tests.harness.memory_journal import MemoryJournal


@pytest.fixture
def journal() -> MemoryJournal:
    harness = JournalledHarness(MemoryJournal())
    harness.play_actions(harness.start_match("ada", "bob"), 1000)
    harness.play_actions(harness.start_match("eve", "fay"), 12)
    return harness.journal


def test_verify_returns_a_verdict_for_a_finished_and_an_unfinished_match(
    journal: MemoryJournal,
) -> None:
    verdicts = list(verify(journal, GAMES))
    assert [(v.match, v.game, v.is_over, v.error) for v in verdicts] == [
        (1, "eriantys", True, ""),
        (2, "eriantys", False, ""),
    ]
    assert verdicts[1].records == 13


def test_export_is_readable_json_and_verify_export_accepts_it(journal: MemoryJournal) -> None:
    lines = list(export(journal, 1, GAMES))
    first = json.loads(lines[0])
    assert first["record"]["kind"] == "Began"
    assert json.loads(lines[1])["record"]["action"]["type"] == "PlayAssistantCard"
    verdict = verify_export(lines, GAMES)
    assert (verdict.is_over, verdict.error) == (True, "")


@pytest.mark.parametrize(
    ("change", "expected_error"),
    [
        (lambda lines: lines[:3] + lines[4:], "hash does not match"),
        (
            lambda lines: [lines[0].replace('"seedHash":"', '"seedHash":"0'), *lines[1:]],
            "published hash",
        ),
        (
            lambda lines: [line.replace('"seat":0', '"seat":1') for line in lines],
            "differs from its encoded",
        ),
        (lambda lines: [], "empty"),
        (lambda lines: ["hello"], "not a complete export"),
        (lambda lines: lines[1:], "record 1"),
    ],
)
def test_changed_empty_or_incomplete_export_is_invalid_with_a_reason(
    journal: MemoryJournal, change: object, expected_error: str
) -> None:
    assert callable(change)
    assert expected_error in verify_export(change(list(export(journal, 1, GAMES))), GAMES).error


def test_last_line_of_a_finished_match_has_its_replay_file(journal: MemoryJournal) -> None:
    *others, last = map(json.loads, export(journal, 1, GAMES))
    assert last["replay"] == json.loads(replay_file(journal.entries(1), 1, GAMES))
    assert not any("replay" in line for line in others)
    assert not any("replay" in json.loads(line) for line in export(journal, 2, GAMES))


def test_changed_replay_file_of_an_export_is_invalid(journal: MemoryJournal) -> None:
    *others, last = export(journal, 1, GAMES)
    line = json.loads(last)
    line["replay"]["players"]["playerNicknames"][0] = "eve"
    for ending in ([], [""], ["\n"]):
        verdict = verify_export([*others, json.dumps(line), *ending], GAMES)
        assert verdict.error == "its replay file differs from its records"


def test_export_of_unknown_match_is_empty(journal: MemoryJournal) -> None:
    assert list(export(journal, 99, GAMES)) == []


def test_verify_reports_a_match_whose_game_is_unknown(journal: MemoryJournal) -> None:
    (first, _) = verify(journal, {})
    assert first.error == ("record 1 is invalid: this program has no game named eriantys")
