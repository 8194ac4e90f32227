"""Test whole matches on the full screen, from the first screen to the result.

Each match uses one input method only: arrow keys, mouse or typing. The server is the local one that
"play here" starts, and the opponent is a computer player.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.widgets import Button, OptionList, Select
from textual.widgets._select import SelectOverlay

from client.games.registry import ui_of
from client.tui.recent_servers import Recent, save
from client.tui.screens.dialogs import NewRoomScreen
from client.tui.text import screen
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
    while screen.AGAIN not in user.menu_labels():
        await user.wait_until(lambda: bool(enabled_entries(user)))
        if screen.AGAIN not in user.menu_labels():
            await choose(user, rng)


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
    await user.wait_for_title("Choose a nickname")
    await user.press("enter")
    await user.choose(screen.NEW_TABLE)
    await user.wait_until(lambda: isinstance(user.app.screen, NewRoomScreen))
    await user.press("enter")
    await user.wait_until(lambda: is_main_screen(user.app))


async def start_by_mouse(user: ScreenUser) -> None:
    def click(*target: Any, **offset: Any) -> Callable[[], Awaitable[object]]:
        return lambda: user.pilot.click(*target, **offset)

    def has_entry(text: str) -> bool:
        return is_main_screen(user.app) and any(text in label for label in user.menu_labels())

    await repeat_until(user, click(OptionList, offset=(4, 1)), lambda: has_entry("ada"))
    await repeat_until(user, lambda: user.click("ada"), lambda: has_entry(screen.NEW_TABLE))
    await repeat_until(
        user,
        lambda: user.click(screen.NEW_TABLE),
        lambda: isinstance(user.app.screen, NewRoomScreen),
    )
    await choose_game_by_mouse(user, user.app.screen)
    await repeat_until(user, click("#open"), lambda: is_main_screen(user.app))


async def choose_game_by_mouse(user: ScreenUser, form: object) -> None:
    """Open the list of games and choose the highlighted one."""
    assert isinstance(form, NewRoomScreen)
    await user.wait_until(lambda: form.query_one("#open", Button).is_mounted)
    games = form.query_one("#game", Select)
    await repeat_until(user, lambda: user.pilot.click("#game"), lambda: games.expanded)
    overlay = form.query_one("#game SelectOverlay", SelectOverlay)
    await repeat_until(
        user,
        lambda: user.pilot.click(overlay, offset=(3, overlay.highlighted or 0)),
        lambda: not games.expanded,
    )


async def start_by_typing(user: ScreenUser) -> None:
    await user.press("enter")
    await user.wait_for_title("Choose a nickname")
    await user.type_line("ada")
    await user.wait_for_entry(screen.NEW_TABLE)
    await user.type_line("new")
    await user.wait_until(lambda: not user.main.conversation.shows_room_list)


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
            await user.type_line("new")
            await play_to_end(user, choose)
            yield user


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_result_page_shows_the_winner_first_and_again_opens_a_room_with_the_same_options(
    tmp_path: Path, transport: str
) -> None:
    async def run() -> None:
        async with finished_match(tmp_path, transport, choose_by_keys) as user:
            _, verdict, _, head, *scores = user.text("#page").splitlines()[:6]
            assert "YOU WIN" in verdict or " won." in verdict
            assert " won. " in user.text("#title")
            assert head.split() == ["place", "player", "points"]
            assert [line[:1] for line in scores if line] == ["★", " "], "the winner comes first"
            await user.choose(screen.AGAIN)
            await user.wait_until(lambda: ", to 1 points\n" in user.text("#page"))
            await user.type_line("leave")
            await user.wait_for_title(screen.LOBBY)

    asyncio.run(run())


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_result_page_leads_back_to_the_lobby(tmp_path: Path, transport: str) -> None:
    async def run() -> None:
        async with finished_match(tmp_path, transport, choose_by_mouse) as user:
            await user.click(screen.TO_LOBBY)
            await user.wait_for_title(screen.LOBBY)

    asyncio.run(run())
