"""Matches exported for analysis; ``tests/server/test_cli.py`` tests the command."""

import json

from games.registry import GAMES
from server.history.match_export import FORMAT, match_line
from server.journal.reader import open_reader
from tests.recordings.files import JOURNAL


def test_damaged_record_ends_the_steps_with_an_error_and_a_match_without_start_has_no_line() -> (
    None
):
    with open_reader(JOURNAL) as journal:
        entries = list(journal.entries(1))
    whole = json.loads(match_line(entries, 1, GAMES))
    assert (whole["format"], whole["error"]) == (FORMAT, "")
    part = json.loads(match_line(entries[:20] + entries[21:], 1, GAMES))
    assert part["error"].startswith("record 21 is invalid")
    assert part["steps"] == whole["steps"][: len(part["steps"])]
    assert part["seed"] == ""
    assert match_line(entries[1:], 1, GAMES) == ""
