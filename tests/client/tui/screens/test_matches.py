"""Test whole matches on the full screen, from the first screen to the result.

Each match uses one input method only: arrow keys, mouse or typing. The server is the local one that
"play here" starts, and the opponent is a computer player.
"""

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from client.games.drawing import Size
from client.games.registry import ui_of
from client.tui.recent_servers import Recent, save
from client.tui.screens.start import StartScreen
from client.tui.screens.start_fields import StartBody
from client.tui.start_page import draw_start
from client.tui.text import result, screen
from messages import SelectModeAndPlayers
from tests.harness.screen import (
    ScreenUser,
    act_and_wait,
    choose_by_keys,
    choose_by_mouse,
    enabled_entries,
    is_main_screen,
    random_entry,
    repeat_until,
    run_app,
    serving,
)

GAMES = {
    "eriantys": SelectModeAndPlayers(2, mode=True, bots=1),
    "uno": SelectModeAndPlayers(2, game="uno", bots=1, options={"target_score": 1}),
}
Choose = Callable[[ScreenUser, Random], Awaitable[None]]


async def play_to_end(user: ScreenUser, choose: Choose) -> None:
    """Make random choices until the result page is shown."""
    rng = Random(7)
    model = user.main.conversation.model
    while model.result is None:
        await user.wait_until(lambda: bool(enabled_entries(user)) or model.result is not None)
        if model.result is None:
            await choose(user, rng)
    await user.wait_for_title(result.MATCH_OVER)


async def choose_by_typing(user: ScreenUser, rng: Random) -> None:
    """Type the command of a random action."""
    model = user.main.conversation.model
    if model.view is None or not model.actions:
        await act_and_wait(user, lambda: user.type_line(random_entry(user, rng).label))
        return
    command = ui_of(model.view).commands(model.view, model.names).text(rng.choice(model.actions))
    await act_and_wait(user, lambda: user.type_line(command))


# From the first screen to the table.


async def start_by_keys(user: ScreenUser) -> None:
    await user.press("enter")
    await user.wait_until(lambda: is_main_screen(user.app))


async def start_by_mouse(user: ScreenUser) -> None:
    """Click the card that has the cursor."""
    assert isinstance(user.app.screen, StartScreen)
    body = user.app.screen.query_one(StartBody)
    zone = user.app.screen.state.cursor
    drawing = draw_start(user.app.screen.state, Size(80, 17))
    row = next(n for n, line in enumerate(drawing) if any(span.zone == zone for span in line)) + 1
    before = itertools.takewhile(lambda span: span.zone != zone, drawing[row])
    column = sum(len(span.text) for span in before) + 2
    await repeat_until(
        user,
        lambda: user.pilot.click(body, offset=(column, row)),
        lambda: is_main_screen(user.app),
    )


async def start_by_typing(user: ScreenUser) -> None:
    await user.press("enter")
    await user.wait_until(lambda: is_main_screen(user.app))


INPUT_METHODS: dict[str, tuple[Callable[[ScreenUser], Awaitable[None]], Choose]] = {
    "keys": (start_by_keys, choose_by_keys),
    "mouse": (start_by_mouse, choose_by_mouse),
    "typing": (start_by_typing, choose_by_typing),
}


@pytest.mark.parametrize(
    ("method", "game"),
    [
        ("mouse", "eriantys"),
        *(pytest.param(m, "eriantys", marks=pytest.mark.soak) for m in ("keys", "typing")),
        *(("keys", "uno"), ("mouse", "uno"), ("typing", "uno")),
    ],
)
def test_match_is_played_with_one_input_method_from_first_screen_to_result(
    tmp_path: Path, method: str, game: str
) -> None:
    async def run() -> None:
        start, choose = INPUT_METHODS[method]
        save(tmp_path / "recent.json", Recent(nickname="ada"))
        async with run_app(tmp_path, setup=GAMES[game]) as user:
            await start(user)
            await play_to_end(user, choose)
            assert "won" in user.text("#title")
            assert "ada" in user.text("#page")

    asyncio.run(run())


@asynccontextmanager
async def finished_match(
    tmp_path: Path, transport: str, choose: Choose
) -> AsyncIterator[ScreenUser]:
    """Run the client until a match of UNO has ended."""
    async with serving() as addresses:
        server = getattr(addresses, transport)
        async with run_app(tmp_path, setup=GAMES["uno"], server=server, nickname="ada") as user:
            await user.wait_for_entry(screen.NEW_TABLE)
            await user.type_line("new bots 1")
            await play_to_end(user, choose)
            yield user


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_result_page_shows_the_winner_first_and_the_rematch_has_the_same_options(
    tmp_path: Path, transport: str
) -> None:
    async def run() -> None:
        async with finished_match(tmp_path, transport, choose_by_keys) as user:
            _, verdict, _, head, *scores = user.text("#page").splitlines()[:6]
            assert "YOU WIN" in verdict or " won." in verdict
            assert " won. " in user.text("#title")
            assert head.split() == ["place", "player", "points", "thinking"]
            assert [line[:1] for line in scores if line] == ["★", " "], "the winner comes first"
            await user.choose(result.REMATCH)
            await user.wait_until(lambda: "round 1, to 1" in user.text("#page"))
            await user.type_line("leave")
            await user.type_line("leave")  # confirms
            await user.wait_for_title("LOBBY")

    asyncio.run(run())


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_result_page_leads_back_to_the_lobby(tmp_path: Path, transport: str) -> None:
    async def run() -> None:
        async with finished_match(tmp_path, transport, choose_by_mouse) as user:
            await user.click(result.LEAVE_TABLE)
            await user.wait_for_title("LOBBY")

    asyncio.run(run())
