"""The full-screen client without a terminal: a pilot presses keys, a real server answers."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Static

from client.connections.reconnecting import connect_reconnecting
from client.tui.pages import MenuEntry
from client.tui.screens.app import TavolataApp
from client.tui.screens.main import MainScreen
from client.tui.screens.widgets import CommandLine, Menu
from messages import SelectModeAndPlayers
from server.app import Addresses, Settings, running
from server.cli import COMPUTERS
from tests.harness.handler import numbered_secrets
from tests.harness.timeouts import within

SIZE = (80, 24)
DEFAULT_SETUP = SelectModeAndPlayers(2, mode=True, bots=1)


@asynccontextmanager
async def serving(**more: Any) -> AsyncIterator[Addresses]:
    """A server with computer players on this loop; all chance in it is always the same."""
    settings = Settings(port=0, pyro_port=0, secrets=numbered_secrets(), **more)
    async with running(settings, COMPUTERS) as addresses:
        yield addresses


@asynccontextmanager
async def local_server() -> AsyncIterator[str]:
    """What "play here" starts."""
    async with serving() as addresses:
        yield addresses.socket


class ScreenUser:
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

    def menu_labels(self) -> list[str]:
        return [entry.label for entry in self.app.screen.query_one(Menu).entries or ()]

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def type_line(self, line: str) -> None:
        """Letter by letter, as from the keyboard."""
        names = {" ": "space", "=": "equals_sign", "_": "underscore", "-": "minus"}
        await self.press(*(names.get(letter, letter) for letter in line), "enter")

    async def wait_until(self, true: Callable[[], bool]) -> None:
        """Let the program run until this holds."""

        async def wait() -> None:
            while not true():
                await self.pilot.pause()

        await within(wait())

    async def wait_for_title(self, words: str) -> None:
        await self.wait_until(lambda: is_main_screen(self.app) and words in self.text("#title"))

    async def wait_for_entry(self, words: str) -> int:
        """The place of the entry in the menu."""
        await self.wait_until(
            lambda: is_main_screen(self.app) and any(words in label for label in self.menu_labels())
        )
        return next(n for n, label in enumerate(self.menu_labels()) if words in label)

    async def choose(self, words: str) -> None:
        """With the arrow keys."""
        place = await self.wait_for_entry(words)
        menu = self.app.screen.query_one(Menu)
        while (menu.highlighted or 0) != place:
            await self.press("down" if (menu.highlighted or 0) < place else "up")
        await self.press("enter")

    async def click(self, words: str) -> None:
        """With the mouse."""
        place = await self.wait_for_entry(words)
        menu = self.app.screen.query_one(Menu)
        menu.scroll_to(y=place, animate=False, force=True)
        await self.pilot.pause()
        await self.pilot.click(Menu, offset=(2, place - round(menu.scroll_y)))

    @property
    def line(self) -> CommandLine:
        return self.app.screen.query_one(CommandLine)


async def choose_command(user: ScreenUser, command: str, *, mouse: bool) -> None:
    """Choose the command step by step: at each step the entry that leads to it."""
    take = user.click if mouse else user.choose
    while True:
        fitting = [label for label in user.menu_labels() if leads_to(label, command)]
        (label,) = fitting
        before = user.main.conversation.path
        await take(label)
        if not label.endswith("…"):
            return
        await user.wait_until(lambda now=before: user.main.conversation.path != now)  # type: ignore[misc]
        await user.wait_until(lambda: any(leads_to(label, command) for label in user.menu_labels()))


def leads_to(label: str, command: str) -> bool:
    """Whether this entry of the menu is the command, or a step on the way to it."""
    if label.endswith(" …"):
        return f"{command} ".startswith(label.removesuffix("…"))
    return label.split("   ")[0] == command


def is_main_screen(app: TavolataApp) -> bool:
    """Whether the conversation is in front."""
    return isinstance(app.screen, MainScreen) and app.screen.is_mounted


@asynccontextmanager
async def run_app(
    tmp_path: Path, size: tuple[int, int] = SIZE, **settings: Any
) -> AsyncIterator[ScreenUser]:
    """The client runs as long as the block."""
    usual = {
        "setup": DEFAULT_SETUP,
        "recent_path": tmp_path / "recent.json",
        "connect": connect_reconnecting,
    }
    settings = {**usual, **settings}
    app = TavolataApp(local_server, **settings)
    async with app.run_test(size=size, notifications=True) as pilot:
        yield ScreenUser(app, pilot)
    await app.shut_down()


@asynccontextmanager
async def two_users(
    tmp_path: Path, route: str, other: str
) -> AsyncIterator[tuple[ScreenUser, ScreenUser]]:
    """Ada on the socket, in the lobby, and somebody else on this route."""
    async with (
        serving() as addresses,
        run_app(tmp_path, server=addresses.socket, nickname="ada") as ada,
        run_app(tmp_path, server=getattr(addresses, route), nickname=other) as guest,
    ):
        await ada.wait_for_entry("new table")
        yield ada, guest


def enabled_entries(user: ScreenUser) -> list[MenuEntry]:
    """What can be chosen now; nothing while something new is not drawn yet."""
    model = user.main.conversation.model
    ready = bool(model.actions or model.wizards) or model.phase == "match"
    drawn = ready and not user.main._redraw_pending
    return [entry for entry in user.main.entries if not entry.disabled_reason and drawn]


def random_entry(user: ScreenUser, chance: Random) -> MenuEntry:
    """Anything but giving up, or asking a friend."""
    return chance.choice([e for e in enabled_entries(user) if e.on_select not in ("leave", "add")])


async def choose_by_keys(user: ScreenUser, chance: Random) -> None:
    """Some steps down and Enter."""
    menu = user.app.screen.query_one(Menu)
    wanted = user.main.entries.index(random_entry(user, chance))
    while (menu.highlighted or 0) < wanted:
        await user.press("down")
    await act_and_wait(user, lambda: user.press("enter"))


async def choose_by_mouse(user: ScreenUser, chance: Random) -> None:
    """A click on an entry."""
    label = random_entry(user, chance).label
    await act_and_wait(user, lambda: user.click(label))


async def act_and_wait(user: ScreenUser, act: Callable[[], Awaitable[None]]) -> None:
    """Do it, and wait until something has come of it."""
    before = progress(user)
    await act()
    await user.wait_until(lambda: progress(user) != before)


def progress(user: ScreenUser) -> tuple[object, ...]:
    """Where the conversation stands."""
    model = user.main.conversation.model
    return model.phase, model.seq, model.wizards, model.prompt, user.main.conversation.path
