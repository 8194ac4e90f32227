"""The report of many matches, on a pipe and on a terminal."""

import io

from rich.console import Console

from client.bots import Outcome
from client.cli.bot_matches import SeatResult
from client.cli.report import LineReport, RichReport, Tally


def seat_results(*winners: str, reason: str = "Over.") -> list[SeatResult]:
    return [
        SeatResult(
            strategy,
            Outcome(match=1, game="eriantys", nickname=name, winners=winners, reason=reason),
        )
        for strategy, name in (("greedy", "ada"), ("random", "bob"))
    ]


def test_tally_counts_seats_wins_shared_wins_and_aborted_matches() -> None:
    tally = Tally()
    for results in (seat_results("ada"), seat_results("ada", "bob"), seat_results()):
        tally.add(results)
    greedy = tally.scores["greedy"]
    assert (greedy.seats, greedy.won, greedy.shared) == (3, 2, 1)
    assert round(greedy.rate, 1) == 66.7
    assert (tally.matches, tally.aborted) == (3, 1)


def test_line_report_has_safe_lines_per_match_lines_per_strategy_and_the_speed() -> None:
    lines: list[str] = []
    times = iter((10.0, 14.0))
    with LineReport(lines.append, lambda: next(times)) as report:
        report.add_match(seat_results("ada", reason="\x1b[2JWHITE has won."))
        report.add_match(seat_results(reason="The server made a mistake."))
    assert lines == [
        "match 1: ada won; [2JWHITE has won.",
        "match 2: aborted; The server made a mistake.",
        "greedy: won 1 of 2 seats (50.0 %)",
        "random: won 0 of 2 seats (0.0 %)",
        "2 matches, 0.5 per second",
    ]


def test_rich_report_shows_progress_and_a_table_of_win_rates() -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=80, color_system=None)
    with RichReport(console, 2) as report:
        report.add_match(seat_results("ada"))
        report.add_match(seat_results("bob"))
    text = out.getvalue()
    assert "2/2" in text
    assert "win rate" in text
    assert "50.0 %" in text


def test_rich_report_without_matches_shows_no_table() -> None:
    out = io.StringIO()
    with RichReport(Console(file=out, force_terminal=True), 2):
        pass
    assert "win rate" not in out.getvalue()
