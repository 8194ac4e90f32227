"""Test the command line of the benchmarks and the table of results."""

import pytest
from rich.console import Console
from typer.testing import CliRunner

from benchmarks import __main__ as command
from benchmarks.harness import Plan, Reporter, Row
from benchmarks.results_table import print_results, reporter
from tests.harness.processes import BenchmarkError

MISS = Row(name="n", description="w", value="0.10", verdict="MISS", limit="≥ 0.25")


def _run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(command.app, arguments)
    return result.exit_code, result.output


def test_quick_frame_size_prints_progress_and_sizes_as_plain_lines() -> None:
    status, text = _run("frame-size", "--quick")
    assert status == 0
    assert "frame-size: measuring frames" in text
    assert "MoveStudent" in text


def test_unknown_benchmark_name_is_refused_with_the_known_ones() -> None:
    status, text = _run("nonsense")
    assert status == 2
    assert "moves-socket" in text


@pytest.mark.parametrize(("arguments", "status"), [((), 0), (("--strict",), 1)])
def test_missed_limit_is_printed_and_fails_only_with_strict(
    arguments: tuple[str, ...], status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(command.BENCHMARKS, "scale", lambda plan, report: [MISS])
    code, text = _run("scale", *arguments)
    assert code == status
    assert "MISSED: n, w: 0.10, limit ≥ 0.25" in text


def test_failing_benchmark_does_not_stop_the_others_but_the_status_is_2(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(plan: Plan, report: Reporter) -> list[Row]:
        raise BenchmarkError("no server")

    monkeypatch.setitem(command.BENCHMARKS, "scale", broken)
    code, text = _run("scale", "frame-size")
    assert code == 2
    assert "FAILED: scale: no server" in text
    assert "MoveStudent" in text


def test_progress_and_missed_limits_are_shown_on_a_terminal() -> None:
    console = Console(force_terminal=True, width=100)
    with console.capture() as capture:
        with reporter(console, "scale") as report:
            report.step("round 1 of 1")
        print_results(console, [MISS])
    assert "round 1 of 1" in capture.get()
    assert "MISSED" in capture.get()
