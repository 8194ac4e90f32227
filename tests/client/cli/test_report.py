"""The report of many matches, on a pipe and on a terminal."""

import io
import json

import pytest
from msgspec import structs
from rich.console import Console

from client.bots import Outcome, WinRate
from client.cli.bot_matches import SeatResult
from client.cli.report import (
    JsonReport,
    LineReport,
    RichReport,
    Tally,
    create_report,
)


def seat_results(
    *winners: str, reason: str = "Over.", swapped: bool = False, refused: int = 0
) -> list[SeatResult]:
    """Return the results of greedy (ada) and random (bob); ``swapped`` exchanges their seats."""
    return [
        SeatResult(
            strategy,
            Outcome(
                match=1,
                game="eriantys",
                nickname=name,
                winners=winners,
                reason=reason,
                seat=seat if not swapped else 1 - seat,
                refused=refused if name == "ada" else 0,
            ),
        )
        for seat, (strategy, name) in enumerate((("greedy", "ada"), ("random", "bob")))
    ]


def test_tally_counts_wins_per_seat_shared_wins_illegal_actions_and_aborted_matches() -> None:
    tally = Tally()
    tally.add(seat_results("ada", refused=2))
    tally.add(seat_results("ada", "bob", swapped=True))
    tally.add(seat_results("bob", swapped=True))
    tally.add(seat_results(refused=1))
    greedy = tally.scores["greedy"]
    assert greedy.total == WinRate(won=2, shared=1, matches=3)
    assert greedy.by_seat == {1: WinRate(1, 0, 1), 2: WinRate(1, 1, 2)}
    assert greedy.refused == 3
    assert (tally.matches, tally.aborted) == (4, 1)


def test_forfeited_match_counts_as_lost_and_not_as_aborted() -> None:
    tally = Tally()
    (first, second) = seat_results()
    forfeited = structs.replace(first.outcome, forfeited=True)
    won = structs.replace(second.outcome, winners=("bob",))
    tally.add([SeatResult("greedy", forfeited), SeatResult("random", won)])
    assert tally.aborted == 0
    assert tally.scores["greedy"].total == WinRate(won=0, shared=0, matches=1)


def test_line_report_has_safe_lines_per_match_lines_per_strategy_and_seat_and_the_speed() -> None:
    lines: list[str] = []
    times = iter((10.0, 14.0))
    with LineReport(lines.append, lambda: next(times)) as report:
        report.add_match(seat_results("ada", reason="\x1b[2JWHITE has won.", refused=3))
        report.add_match(seat_results(reason="The server made a mistake."))
    assert lines == [
        "match 1: ada won; [2JWHITE has won.",
        "match 2: aborted; The server made a mistake.",
        "greedy: won 1 of 1 (100.0 %, 95 % interval 20.7 to 100.0 %), 0 shared",
        "  seat 1: won 1 of 1 (100.0 %, 95 % interval 20.7 to 100.0 %), 0 shared",
        "  illegal actions: 3",
        "random: won 0 of 1 (0.0 %, 95 % interval 0.0 to 79.3 %), 0 shared",
        "  seat 2: won 0 of 1 (0.0 %, 95 % interval 0.0 to 79.3 %), 0 shared",
        "2 matches, 0.5 per second",
    ]


def test_quiet_line_report_has_only_the_summary() -> None:
    lines: list[str] = []
    times = iter((10.0, 14.0))
    with LineReport(lines.append, lambda: next(times), quiet=True) as report:
        report.add_match(seat_results("ada"))
    assert lines[0].startswith("greedy: won 1 of 1 ")


def test_json_report_is_one_object_with_counts_and_intervals() -> None:
    written: list[str] = []
    times = iter((10.0, 14.0))
    with JsonReport(written.append, lambda: next(times)) as report:
        report.add_match(seat_results("ada", "bob"))
        report.add_match(seat_results("bob", swapped=True))
    (text,) = written
    summary = json.loads(text)
    assert (summary["matches"], summary["aborted"], summary["seconds"]) == (2, 0, 4.0)
    greedy = summary["strategies"]["greedy"]
    assert (greedy["seats"], greedy["won"], greedy["shared"], greedy["rate"]) == (2, 1, 1, 0.5)
    assert greedy["interval95"] == pytest.approx([0.0945, 0.9055], abs=1e-4)
    assert greedy["bySeat"]["2"]["won"] == 0


@pytest.mark.parametrize(
    ("is_terminal", "as_json", "kind"),
    [(False, False, LineReport), (True, False, RichReport), (True, True, JsonReport)],
)
def test_progress_bar_is_only_for_terminals(
    monkeypatch: pytest.MonkeyPatch, is_terminal: bool, as_json: bool, kind: type
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: is_terminal)
    report = create_report(2, as_json=as_json, quiet=True)
    assert type(report) is kind


def test_rich_report_shows_progress_and_a_table_of_win_rates() -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=100, color_system=None)
    with RichReport(console, 2) as report:
        report.add_match(seat_results("ada"))
        report.add_match(seat_results("bob"))
    text = out.getvalue()
    assert "2/2" in text
    assert "win rate" in text
    assert "50.0 %" in text
    assert "9.5–90.5 %" in text


def test_quiet_rich_report_has_a_table_without_progress() -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=100, color_system=None)
    with RichReport(console, 1, quiet=True) as report:
        report.add_match(seat_results("ada"))
    assert "win rate" in out.getvalue()
    assert "1/1" not in out.getvalue()


def test_rich_report_without_matches_shows_no_table() -> None:
    out = io.StringIO()
    with RichReport(Console(file=out, force_terminal=True), 2):
        pass
    assert "win rate" not in out.getvalue()
