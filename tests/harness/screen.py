"""The full-screen client without a terminal: a pilot presses keys, a real server answers."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Static

from client.connections.reconnecting import connect_reconnecting
from client.tui.pages import Entry
from client.tui.screens.app import TavolataApp
from client.tui.screens.main import MainScreen
from client.tui.screens.widgets import CommandLine, Menu
from messages import SelectModeAndPlayers
from server.app import Addresses, Settings, running
from server.cli import COMPUTERS
from tests.harness.handler import numbered_secrets
from tests.harness.timeouts import within

SIZE = (80, 24)
WISH = SelectModeAndPlayers(2, mode=True, bots=1)


@asynccontextmanager
async def serving(**more: Any) -> AsyncIterator[Addresses]:
    """A server with computer players on this loop; all chance in it is always the same."""
    settings = Settings(port=0, pyro_port=0, secrets=numbered_secrets(), **more)
    async with running(settings, COMPUTERS) as addresses:
        yield addresses


@asynccontextmanager
async def here() -> AsyncIterator[str]:
    """What "play here" starts."""
    async with serving() as addresses:
        yield addresses.socket


class Seat:
    """Somebody in front of the screen."""

    def __init__(self, app: TavolataApp, pilot: "Pilot[None]") -> None:
        self.app = app
        self.pilot = pilot

    @property
    def main(self) -> MainScreen:
        screen = next(s for s in self.app.screen_stack if isinstance(s, MainScreen))
        return screen

    def text(self, place: str) -> str:
        return str(self.app.screen.query_one(place, Static).content)

    def labels(self) -> list[str]:
        return [entry.label for entry in self.app.screen.query_one(Menu).entries or ()]

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def type(self, line: str) -> None:
        """Letter by letter, as from the keyboard."""
        names = {" ": "space", "=": "equals_sign", "_": "underscore", "-": "minus"}
        await self.press(*(names.get(letter, letter) for letter in line), "enter")

    async def until(self, true: Callable[[], bool]) -> None:
        """Let the program run until this holds."""

        async def wait() -> None:
            while not true():
                await self.pilot.pause()

        await within(wait())

    async def until_title(self, words: str) -> None:
        await self.until(lambda: on_main(self.app) and words in self.text("#title"))

    async def until_offered(self, words: str) -> int:
        """The place of the entry in the menu."""
        await self.until(
            lambda: on_main(self.app) and any(words in label for label in self.labels())
        )
        return next(n for n, label in enumerate(self.labels()) if words in label)

    async def choose(self, words: str) -> None:
        """With the arrow keys."""
        place = await self.until_offered(words)
        menu = self.app.screen.query_one(Menu)
        while (menu.highlighted or 0) != place:
            await self.press("down" if (menu.highlighted or 0) < place else "up")
        await self.press("enter")

    async def click(self, words: str) -> None:
        """With the mouse."""
        place = await self.until_offered(words)
        menu = self.app.screen.query_one(Menu)
        menu.scroll_to(y=place, animate=False, force=True)
        await self.pilot.pause()
        await self.pilot.click(Menu, offset=(2, place - round(menu.scroll_y)))

    @property
    def line(self) -> CommandLine:
        return self.app.screen.query_one(CommandLine)


async def reach(seat: Seat, command: str, *, mouse: bool) -> None:
    """Choose the command step by step: at each step the entry that leads to it."""
    take = seat.click if mouse else seat.choose
    while True:
        fitting = [label for label in seat.labels() if leads(label, command)]
        (label,) = fitting
        before = seat.main.talk.path
        await take(label)
        if not label.endswith("…"):
            return
        await seat.until(lambda now=before: seat.main.talk.path != now)  # type: ignore[misc]
        await seat.until(lambda: any(leads(label, command) for label in seat.labels()))


def leads(label: str, command: str) -> bool:
    """Whether this entry of the menu is the command, or a step on the way to it."""
    if label.endswith(" …"):
        return f"{command} ".startswith(label.removesuffix("…"))
    return label.split("   ")[0] == command


def on_main(app: TavolataApp) -> bool:
    """Whether the conversation is in front."""
    return isinstance(app.screen, MainScreen) and app.screen.is_mounted


@asynccontextmanager
async def at_the_screen(
    tmp_path: Path, size: tuple[int, int] = SIZE, **settings: Any
) -> AsyncIterator[Seat]:
    """The client runs as long as the block."""
    usual = {"wish": WISH, "memory": tmp_path / "recent.json", "connect": connect_reconnecting}
    settings = {**usual, **settings}
    app = TavolataApp(here, **settings)
    async with app.run_test(size=size, notifications=True) as pilot:
        yield Seat(app, pilot)
    await app.hang_up()


@asynccontextmanager
async def two_screens(tmp_path: Path, route: str, other: str) -> AsyncIterator[tuple[Seat, Seat]]:
    """Ada on the socket, in the lobby, and somebody else on this route."""
    async with (
        serving() as addresses,
        at_the_screen(tmp_path, server=addresses.socket, nickname="ada") as ada,
        at_the_screen(tmp_path, server=getattr(addresses, route), nickname=other) as guest,
    ):
        await ada.until_offered("new match")
        yield ada, guest


def open_entries(seat: Seat) -> list[Entry]:
    """What can be chosen now; nothing while something new is not drawn yet."""
    model = seat.main.talk.model
    ready = bool(model.actions or model.wizards) or model.phase == "match"
    drawn = ready and not seat.main._waiting
    return [entry for entry in seat.main.entries if not entry.why and drawn]


def some(seat: Seat, chance: Random) -> Entry:
    """Anything but giving up, or asking a friend."""
    return chance.choice([e for e in open_entries(seat) if e.does not in ("leave", "add")])


async def by_keys(seat: Seat, chance: Random) -> None:
    """Some steps down and Enter."""
    menu = seat.app.screen.query_one(Menu)
    wanted = seat.main.entries.index(some(seat, chance))
    while (menu.highlighted or 0) < wanted:
        await seat.press("down")
    await after(seat, lambda: seat.press("enter"))


async def by_mouse(seat: Seat, chance: Random) -> None:
    """A click on an entry."""
    label = some(seat, chance).label
    await after(seat, lambda: seat.click(label))


async def after(seat: Seat, act: Callable[[], Awaitable[None]]) -> None:
    """Do it, and wait until something has come of it."""
    before = moment(seat)
    await act()
    await seat.until(lambda: moment(seat) != before)


def moment(seat: Seat) -> tuple[object, ...]:
    """Where the conversation stands."""
    model = seat.main.talk.model
    return model.phase, model.seq, model.wizards, model.prompt, seat.main.talk.path
