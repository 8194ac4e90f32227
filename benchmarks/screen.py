"""How quick the full-screen client is: from the start to the first question, and a move's echo.

The start is measured in a real pseudo-terminal and compared with Python's own. The echo is the time
from choosing an entry of the menu to the changed screen, with a server in the same process.
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
from benchmarks.restart import Took
from client.connections.reconnecting import connect_reconnecting
from client.tui.pages import MenuEntry
from client.tui.screens.app import TavolataApp
from client.tui.screens.main import MainScreen
from client.tui.text.screen import CONNECT
from messages import SelectModeAndPlayers
from server.app import Settings, running
from server.cli import COMPUTERS
from tests.harness.processes import ROOT, BenchmarkError

BUSY = 0.9
"""Who got less of a core than that was kept waiting by other work on the machine."""
START_SECONDS = 1.0
ECHO_SECONDS = 0.05
LIMIT = Limit("≤", 1.0)
MOVES = 20
SIZE = (120, 36)
WISH = SelectModeAndPlayers(2, mode=True, bots=1)


def screen(plan: Plan, report: Reporter) -> list[Row]:
    """Both times as parts of what they may be."""
    starts: list[Took] = []
    for index in range(plan.rounds):
        report.step(f"start {index + 1} of {plan.rounds}", index / plan.rounds)
        bare, shown = _bare(), _shown()
        starts.append(Took(shown.seconds - bare.seconds, shown.processor - bare.processor))
    report.step(f"the echo of {MOVES} moves")
    echoes = asyncio.run(_echoes(MOVES))
    return [
        _row("start to the first question, beyond Python's own", starts, START_SECONDS),
        _row("a move's echo on the screen", echoes, ECHO_SECONDS),
    ]


def _row(what: str, took: list[Took], allowed: float) -> Row:
    seconds = median(t.seconds for t in took)
    processor = median(t.processor for t in took)
    low, high = min(t.seconds for t in took), max(t.seconds for t in took)
    return Row(
        name="screen",
        what=f"{what} ÷ {allowed:g} s",
        value=f"{seconds / allowed:.2f}",
        verdict=verdict(seconds / allowed, processor / seconds),
        limit=str(LIMIT),
        detail=f"{seconds * 1000:.0f} ms ({processor * 1000:.0f} of a processor); "
        f"rounds {low * 1000:.0f} to {high * 1000:.0f}",
    )


def verdict(ratio: float, share: float) -> Verdict:
    """A miss on a machine that had other things to do is no miss."""
    judged = LIMIT.verdict(ratio)
    return "disturbed" if judged == "MISS" and share < BUSY else judged


# The start.


def _children() -> float:
    """The processor time of all processes that were started here and have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _bare() -> Took:
    start, used = perf_counter(), _children()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return Took(perf_counter() - start, _children() - used)


def _shown() -> Took:
    """Until the first question stands on the terminal."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(ours, SIZE[::-1])
    start, used = perf_counter(), _children()
    command = [sys.executable, "-m", "client", "play"]
    environment = {**os.environ, "TERM": "xterm-256color"}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=theirs, stdout=theirs, stderr=theirs
    ) as process:
        seen = b""
        while CONNECT.encode() not in seen:
            more = os.read(ours, 65536)
            if not more or process.poll() is not None:
                raise BenchmarkError("the full-screen client did not start")
            seen += more
        took = perf_counter() - start
        process.kill()
    os.close(ours)
    os.close(theirs)
    return Took(took, _children() - used)


# The echo.


@asynccontextmanager
async def _here() -> AsyncIterator[str]:
    async with running(Settings(port=0, pyro_port=0), COMPUTERS) as addresses:
        yield addresses.socket


async def _echoes(count: int) -> list[Took]:
    """Do the first legal thing again and again, and wait until the log on the screen tells it."""
    with TemporaryDirectory() as folder:
        async with _here() as server:
            app = TavolataApp(
                _here,
                WISH,
                server=server,
                nickname="ada",
                recent_path=Path(folder) / "recent.json",
                connect=connect_reconnecting,
            )
            async with app.run_test(size=SIZE):
                main = await _main(app)
                await _until(lambda: main.conversation.in_lobby)
                main.submit_line("new 2 expert bots 1")
                await _until(lambda: bool(main.conversation.model.wizards))
                main.submit_line("wizard king")
                took = [await _echo(main) for _ in range(count)]
            await app.shut_down()
    return took


async def _echo(main: MainScreen) -> Took:
    """In our own turn, so that what the log tells next is what we did."""
    await _until(lambda: bool(main.conversation.model.actions))
    before = main.log_lines
    start, used = perf_counter(), process_time()
    main.choose(MenuEntry("", main.conversation.model.actions[0]))
    await _until(lambda: main.log_lines != before)
    return Took(perf_counter() - start, process_time() - used)


async def _main(app: TavolataApp) -> MainScreen:
    await _until(lambda: isinstance(app.screen, MainScreen) and app.screen.is_mounted)
    assert isinstance(app.screen, MainScreen)
    return app.screen


async def _until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(0)
