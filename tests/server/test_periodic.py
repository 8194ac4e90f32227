"""Periodic work continues after a failure, which is logged once."""

import asyncio

from structlog.testing import capture_logs

from server.periodic import PeriodicWork, run_sweeps
from server.state import Counts
from tests.harness.timeouts import within


def fail(now: float) -> None:
    raise RuntimeError("a bug")


def test_failing_function_does_not_stop_the_others() -> None:
    times: list[float] = []
    with capture_logs():
        PeriodicWork([fail, times.append]).run(7.0)
    assert times == [7.0]


def test_failure_is_logged_once_for_each_function() -> None:
    work = PeriodicWork([fail])
    with capture_logs() as logs:
        work.run(1.0)
        work.run(2.0)
    (entry,) = logs
    assert (entry["event"], entry["function"]) == ("periodic_work_failed", "fail")
    assert "further failures of it are not logged" in entry["effect"]


def test_functions_for_suspensions_are_called_first_and_only_after_one() -> None:
    calls: list[tuple[float, ...]] = []
    work = PeriodicWork(
        [lambda now: calls.append((now,))], [lambda seconds, now: calls.append((seconds, now))]
    )
    work.run(1.0)
    work.run(9.0, suspended_seconds=8.0)
    assert calls == [(1.0,), (8.0, 9.0), (9.0,)]


def test_sweeps_run_until_they_are_cancelled() -> None:
    async def run() -> None:
        second_call = asyncio.Event()
        times: list[float] = []

        def sweep(now: float) -> None:
            times.append(now)
            if len(times) == 2:
                second_call.set()

        with capture_logs():
            task = asyncio.create_task(run_sweeps(PeriodicWork([fail, sweep]), Counts(), 1e9))
            await within(second_call.wait())
        task.cancel()

    asyncio.run(run())
