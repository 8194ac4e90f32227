"""Matches exported for analysis; ``tests/server/test_cli.py`` tests the command."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from client.__main__ import run
from client.bots import RandomBot, play
from games.registry import GAMES
from messages.registry import Action, AnyView
from server.history.match_export import FORMAT, match_line
from server.journal.reader import open_reader
from tests.harness.killable_server import KillableServer
from tests.recordings.files import JOURNAL, UNTIMED_JOURNAL


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


def _lines(journal: Path) -> list[dict[str, Any]]:
    """Return the export of all matches of a journal."""
    with open_reader(journal) as reader:
        return [
            json.loads(match_line(reader.entries(number), number, GAMES))
            for number in reader.matches()
        ]


def test_steps_have_times_except_in_journals_of_earlier_versions() -> None:
    timed, untimed = _lines(JOURNAL), _lines(UNTIMED_JOURNAL)
    late = [step for match in timed for step in match["steps"] if step["time"] >= 1000]
    assert {"timeout", "left"} <= {step.get("event") for match in timed for step in match["steps"]}
    assert late, "the recorded server advances its clock"
    for match in timed:
        times = [step.pop("time") for step in match["steps"]]
        assert times == sorted(times)
    assert [match["steps"] for match in timed] == [match["steps"] for match in untimed]


class ExportingBot(RandomBot):
    """Exports all matches of the running server in the middle of its match."""

    name = "exporting"

    def __init__(self, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
        super().__init__(1)
        self._arguments = ["export", "--all", "--format", "matches", "--data", str(data)]
        self._capsys = capsys
        self._choices = 0
        self.exports: list[dict[str, Any]] = []

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
        self._choices += 1
        if self._choices in (2, 6):
            self.export()
        return super().choose(view, actions)

    def export(self) -> None:
        """Run the command and keep the line of the only match."""
        self._capsys.readouterr()
        assert run(self._arguments) == 0
        (line,) = self._capsys.readouterr().out.splitlines()
        self.exports.append(json.loads(line))


def test_export_works_while_a_server_writes_the_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = KillableServer(tmp_path)
    server.start()
    try:
        bot = ExportingBot(tmp_path, capsys)
        play(bot, server.addresses[0])
        bot.export()
    finally:
        server.kill()
    early, later, final = bot.exports
    assert 0 < len(early["steps"]) < len(later["steps"]) < len(final["steps"])
    assert final["steps"][: len(later["steps"])] == later["steps"]
    assert (early["winners"], early["seed"], early["error"]) == (None, "", "")
    assert final["winners"]
    assert final["seed"]
    assert all(step["time"] >= 0 for step in final["steps"])
