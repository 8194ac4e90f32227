"""Measure the full-screen client: time to the first prompt, and time to display a move.

The start is measured in a pseudo-terminal; the start of a bare Python interpreter is subtracted.
The first start is not counted: it stores the bytecode, which an installation would have stored.
The time of a move is from choosing a menu entry to the changed screen, with a server in the same
process.
"""

import asyncio
import os
import pty
import subprocess
import sys
import termios
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from benchmarks.harness import Limit, Plan, Reporter, Row, Verdict
from benchmarks.restart import Duration
from client.connections.reconnecting import connect_reconnecting
from client.tui.pages import MenuEntry
from client.tui.screens.app import TavolataApp
from client.tui.screens.main import MainScreen
from client.tui.text.start import PLAY_HERE
from messages import SelectModeAndPlayers
from server.app import Settings, running
from server.cli import COMPUTERS
from tests.harness.processes import ROOT, BenchmarkError

MIN_BUSY_SHARE = 0.9
"""A process that used a smaller share of its core was delayed by other processes."""
START_SECONDS = 0.5
MOVE_SECONDS = 0.02
LIMIT = Limit("≤", 1.0)
MOVES = 20
SIZE = (120, 36)
DEFAULT_SETUP = SelectModeAndPlayers(2, mode=True, bots=1)


def screen(plan: Plan, report: Reporter) -> list[Row]:
    """Compare both times with their limits."""
    starts: list[Duration] = []
    _time_first_prompt()
    for index in range(plan.rounds):
        report.step(f"start {index + 1} of {plan.rounds}", index / plan.rounds)
        bare_python, first_prompt = _time_bare_python(), _time_first_prompt()
        starts.append(
            Duration(
                first_prompt.seconds - bare_python.seconds,
                first_prompt.cpu_seconds - bare_python.cpu_seconds,
            )
        )
    report.step(f"displaying {MOVES} moves")
    moves = asyncio.run(_time_moves(MOVES))
    return [
        _row("start to the first prompt, without Python's own start", starts, START_SECONDS),
        _row("display of a move on the screen", moves, MOVE_SECONDS),
    ]


def _row(description: str, durations: list[Duration], allowed: float) -> Row:
    seconds = median(t.seconds for t in durations)
    cpu_seconds = median(t.cpu_seconds for t in durations)
    low, high = min(t.seconds for t in durations), max(t.seconds for t in durations)
    return Row(
        name="screen",
        description=f"{description} ÷ {allowed:g} s",
        value=f"{seconds / allowed:.2f}",
        verdict=verdict(seconds / allowed, cpu_seconds / seconds),
        limit=str(LIMIT),
        detail=f"{seconds * 1000:.0f} ms ({cpu_seconds * 1000:.0f} of processor time); "
        f"rounds {low * 1000:.0f} to {high * 1000:.0f}",
    )


def verdict(ratio: float, share: float) -> Verdict:
    """Return the verdict; a missed limit is "disturbed" if the process did not have its core."""
    found = LIMIT.verdict(ratio)
    return "disturbed" if found == "MISS" and share < MIN_BUSY_SHARE else found


def _children_cpu_seconds() -> float:
    """Return the processor time of all child processes that have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _time_bare_python() -> Duration:
    start, used = perf_counter(), _children_cpu_seconds()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return Duration(perf_counter() - start, _children_cpu_seconds() - used)


def _time_first_prompt() -> Duration:
    """Start the client in a pseudo-terminal and wait until the first prompt is displayed."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(ours, SIZE[::-1])
    start, used = perf_counter(), _children_cpu_seconds()
    command = [sys.executable, "-m", "client", "play"]
    environment = {**os.environ, "TERM": "xterm-256color", "PYTHONDONTWRITEBYTECODE": ""}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=theirs, stdout=theirs, stderr=theirs
    ) as process:
        output = b""
        while PLAY_HERE.encode() not in output:
            data = os.read(ours, 65536)
            if not data or process.poll() is not None:
                raise BenchmarkError("the full-screen client did not start")
            output += data
        seconds = perf_counter() - start
        process.kill()
    os.close(ours)
    os.close(theirs)
    return Duration(seconds, _children_cpu_seconds() - used)


@asynccontextmanager
async def _local_server() -> AsyncIterator[str]:
    async with running(Settings(port=0, pyro_port=0), COMPUTERS) as addresses:
        yield addresses.socket


async def _time_moves(count: int) -> list[Duration]:
    """Play first legal actions and time each until the log on the screen shows it."""
    with TemporaryDirectory() as folder:
        async with _local_server() as server:
            app = TavolataApp(
                _local_server,
                DEFAULT_SETUP,
                server=server,
                nickname="ada",
                recent_path=Path(folder) / "recent.json",
                connect=connect_reconnecting,
            )
            async with app.run_test(size=SIZE):
                main = await _wait_for_main_screen(app)
                await _wait_until(lambda: main.conversation.shows_room_list)
                main.submit_line("new 2 expert bots 1")
                await _wait_until(lambda: bool(main.conversation.model.wizards))
                main.submit_line("wizard king")
                durations = [await _time_move(main) for _ in range(count)]
            await app.shut_down()
    return durations


async def _time_move(main: MainScreen) -> Duration:
    """Wait for our own turn, act, and wait for the next log line, which shows our action."""
    await _wait_until(lambda: bool(main.conversation.model.actions))
    before = main.log_lines
    start, used = perf_counter(), process_time()
    main.choose(MenuEntry("", main.conversation.model.actions[0]))
    await _wait_until(lambda: main.log_lines != before)
    return Duration(perf_counter() - start, process_time() - used)


async def _wait_for_main_screen(app: TavolataApp) -> MainScreen:
    await _wait_until(lambda: isinstance(app.screen, MainScreen) and app.screen.is_mounted)
    assert isinstance(app.screen, MainScreen)
    return app.screen


async def _wait_until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0)
