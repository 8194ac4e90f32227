"""Whole matches at the screen, from the first question to the result: one way to choose at a time.

Everything from the first screen on is done with the arrow keys, or with the mouse, or by typing;
the server is the one that "play here" starts, and its computer player plays against us.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from textual.widgets import Button, OptionList, Select
from textual.widgets._select import SelectOverlay

from client.games.registry import ui_of
from client.tui.recent_servers import Recent, save
from client.tui.screens.dialogs import FormScreen
from client.tui.text import screen
from messages import SelectModeAndPlayers
from tests.harness.screen import (
    Seat,
    after,
    at_the_screen,
    by_keys,
    by_mouse,
    on_main,
    open_entries,
    serving,
    some,
)

GAMES = {
    "eriantys": SelectModeAndPlayers(2, mode=True, bots=1),
    "uno": SelectModeAndPlayers(2, game="uno", bots=1, options={"target_score": 1}),
}
Choose = Callable[[Seat, Random], Awaitable[None]]


async def finish(seat: Seat, choose: Choose) -> None:
    """Do what is asked, this way or that, until the match is over."""
    chance = Random(7)
    while screen.AGAIN not in seat.labels():
        await seat.until(lambda: bool(open_entries(seat)))
        if screen.AGAIN not in seat.labels():
            await choose(seat, chance)


async def by_typing(seat: Seat, chance: Random) -> None:
    """A whole command, letter by letter."""
    model = seat.main.talk.model
    if model.view is None or not model.actions:
        await after(seat, lambda: seat.type(some(seat, chance).label))
        return
    command = ui_of(model.view).commands(model.view, model.names).text(chance.choice(model.actions))
    await after(seat, lambda: seat.type(command))


# From the first screen to the table.


async def start_by_keys(seat: Seat) -> None:
    await seat.press("enter")
    await seat.until_title("Choose a nickname")
    await seat.press("enter")
    await seat.choose(screen.NEW_MATCH)
    await seat.until(lambda: isinstance(seat.app.screen, FormScreen))
    await seat.press("enter")
    await seat.until(lambda: on_main(seat.app))


async def start_by_mouse(seat: Seat) -> None:
    await seat.pilot.click(OptionList, offset=(4, 1))
    await seat.click("ada")
    await seat.click(screen.NEW_MATCH)
    await seat.until(lambda: isinstance(seat.app.screen, FormScreen))
    await choose_game_by_mouse(seat, seat.app.screen)
    await seat.pilot.click("#make")
    await seat.until(lambda: on_main(seat.app))


async def choose_game_by_mouse(seat: Seat, form: object) -> None:
    """Open the list of games and take the one that is in it already."""
    assert isinstance(form, FormScreen)
    await seat.until(lambda: form.query_one("#make", Button).is_mounted)
    await seat.pilot.click("#game")
    await seat.until(lambda: form.query_one("#game", Select).expanded)
    overlay = form.query_one("#game SelectOverlay", SelectOverlay)
    await seat.pilot.click(overlay, offset=(3, overlay.highlighted or 0))
    await seat.until(lambda: not form.query_one("#game", Select).expanded)


async def start_by_typing(seat: Seat) -> None:
    await seat.press("enter")
    await seat.until_title("Choose a nickname")
    await seat.type("ada")
    await seat.until_offered(screen.NEW_MATCH)
    await seat.type("new")
    await seat.until(lambda: not seat.main.talk.in_lobby)


WAYS: dict[str, tuple[Callable[[Seat], Awaitable[None]], Choose]] = {
    "keys": (start_by_keys, by_keys),
    "mouse": (start_by_mouse, by_mouse),
    "typing": (start_by_typing, by_typing),
}


@pytest.mark.parametrize(
    ("way", "game"),
    [
        *(("keys", "eriantys"), ("mouse", "eriantys")),
        pytest.param("typing", "eriantys", marks=pytest.mark.soak),
        *(("keys", "uno"), ("mouse", "uno"), ("typing", "uno")),
    ],
)
def test_a_whole_match(tmp_path: Path, way: str, game: str) -> None:
    async def run() -> None:
        start, choose = WAYS[way]
        save(tmp_path / "recent.json", Recent(nickname="ada"))
        async with at_the_screen(tmp_path, wish=GAMES[game]) as seat:
            await start(seat)
            await finish(seat, choose)
            assert "won" in seat.text("#title")
            assert "ada" in seat.text("#page")

    asyncio.run(run())


@asynccontextmanager
async def at_the_end(tmp_path: Path, route: str, choose: Choose) -> AsyncIterator[Seat]:
    """A match of UNO is over."""
    async with serving() as addresses:
        server = getattr(addresses, route)
        async with at_the_screen(
            tmp_path, wish=GAMES["uno"], server=server, nickname="ada"
        ) as seat:
            await seat.until_offered(screen.NEW_MATCH)
            await seat.type("new")
            await finish(seat, choose)
            yield seat


@pytest.mark.parametrize("route", ["socket", "pyro"])
def test_the_end_has_the_scores_and_another_match_like_it(tmp_path: Path, route: str) -> None:
    async def run() -> None:
        async with at_the_end(tmp_path, route, by_keys) as seat:
            _, title, *scores = seat.text("#page").splitlines()[:5]
            assert title == seat.text("#title")
            assert " won. " in title
            assert [line[:1] for line in scores if line] == [">", " "], "the winner comes first"
            await seat.choose(screen.AGAIN)
            await seat.until(lambda: ", to 1 points\n" in seat.text("#page"))
            await seat.type("leave")
            await seat.until_title(screen.LOBBY)

    asyncio.run(run())


@pytest.mark.parametrize("route", ["socket", "pyro"])
def test_from_the_end_back_to_the_lobby(tmp_path: Path, route: str) -> None:
    async def run() -> None:
        async with at_the_end(tmp_path, route, by_mouse) as seat:
            await seat.click(screen.TO_LOBBY)
            await seat.until_title(screen.LOBBY)

    asyncio.run(run())
