"""Run the full-screen client without a terminal, with Textual's pilot and a real server."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Static

from client.connections.reconnecting import connect_reconnecting
from client.tui.pages import MenuEntry, Prefill
from client.tui.screens.app import TavolataApp
from client.tui.screens.board import DrawingView
from client.tui.screens.main import MainScreen
from client.tui.screens.start import StartScreen
from client.tui.screens.widgets import CommandLine, Menu
from messages import SelectModeAndPlayers
from server.app import Addresses, Settings, running
from server.cli import COMPUTERS
from tests.harness.handler import numbered_secrets
from tests.harness.timeouts import within

SIZE = (80, 24)
PAUSES_BEFORE_RETRY = 200
DEFAULT_SETUP = SelectModeAndPlayers(2, mode=True, bots=1)


@asynccontextmanager
async def serving(**more: Any) -> AsyncIterator[Addresses]:
    """Run a server with computer players and predictable secrets on this loop."""
    settings = Settings(port=0, pyro_port=0, secrets=numbered_secrets(), **more)
    async with running(settings, COMPUTERS) as addresses:
        yield addresses


@asynccontextmanager
async def local_server() -> AsyncIterator[str]:
    """Run the server that "play here" starts; yield its address."""
    async with serving() as addresses:
        yield addresses.socket


class ScreenUser:
    """Operates the app with keys and mouse and reads its screen."""

    def __init__(self, app: TavolataApp, pilot: "Pilot[None]") -> None:
        self.app = app
        self.pilot = pilot

    @property
    def main(self) -> MainScreen:
        """The main screen, also if another screen is on top."""
        screen = next(s for s in self.app.screen_stack if isinstance(s, MainScreen))
        return screen

    def text(self, selector: str) -> str:
        """Return the text of the widget that the selector finds."""
        widget = self.app.screen.query_one(selector)
        if isinstance(widget, DrawingView):
            return widget.text
        assert isinstance(widget, Static)
        return str(widget.content)

    def menu_labels(self) -> list[str]:
        """Return the labels of the menu."""
        return [entry.label for entry in self.app.screen.query_one(Menu).entries or ()]

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, as soon as the screen can receive them."""
        await self.wait_until(self._accepts_keys)
        await self.pilot.press(*keys)

    def _accepts_keys(self) -> bool:
        """Return whether a screen is shown; the start screen needs a focused widget, too."""
        screen = self.app.screen
        is_started = not isinstance(screen, StartScreen) or screen.focused is not None
        return len(self.app.screen_stack) > 1 and is_started

    async def type_line(self, line: str) -> None:
        """Type a line key by key, then Enter."""
        names = {" ": "space", "=": "equals_sign", "_": "underscore", "-": "minus"}
        await self.press(*(names.get(letter, letter) for letter in line), "enter")

    async def wait_until(self, condition: Callable[[], bool]) -> None:
        """Let the app run until the condition is true; a failure shows the screen."""

        async def wait() -> None:
            while not condition():
                await self.pilot.pause()

        try:
            await within(wait())
        except TimeoutError:
            raise AssertionError(
                f"the condition was never met; the screen:\n{self.shown}"
            ) from None

    @property
    def shown(self) -> str:
        """Everything that the screen shows, and which widget has the focus."""
        strips = self.app.screen._compositor.render_strips()
        lines = "\n".join(strip.text.rstrip() for strip in strips)
        return f"{lines}\n{self.app.screen} with focus on {self.app.screen.focused}"

    async def wait_for_title(self, text: str) -> None:
        """Wait until the title of the main screen contains the text."""
        await self.wait_until(lambda: is_main_screen(self.app) and text in self.text("#title"))

    async def wait_for_entry(self, text: str) -> int:
        """Wait for a menu entry whose label contains the text; return its index."""
        await self.wait_until(
            lambda: is_main_screen(self.app) and any(text in label for label in self.menu_labels())
        )
        return next(n for n, label in enumerate(self.menu_labels()) if text in label)

    async def choose(self, text: str) -> None:
        """Choose a menu entry with the arrow keys; wait until the line that it prefills is shown.

        The index is looked up after each key, because the list of tables may change meanwhile.
        """
        index = await self.wait_for_entry(text)
        menu = self.app.screen.query_one(Menu)
        while (menu.highlighted or 0) != index:
            await self.press("down" if (menu.highlighted or 0) < index else "up")
            index = await self.wait_for_entry(text)
        on_select = self.main.entries[index].on_select
        await self.press("enter")
        if isinstance(on_select, Prefill):
            await self.wait_until(lambda: self.line.value == on_select.line)

    async def click(self, text: str) -> None:
        """Choose a menu entry with the mouse."""
        index = await self.wait_for_entry(text)
        menu = self.app.screen.query_one(Menu)
        menu.scroll_to(y=index, animate=False, force=True)
        await self.pilot.pause()
        await self.pilot.click(Menu, offset=(2, index - round(menu.scroll_y)))

    @property
    def line(self) -> CommandLine:
        """The command line of the current screen."""
        return self.app.screen.query_one(CommandLine)


async def choose_command(user: ScreenUser, command: str, *, mouse: bool) -> None:
    """Choose a command step by step: at each step the entry that leads to it."""
    choose_entry = user.click if mouse else user.choose
    while True:
        fitting = [label for label in user.menu_labels() if leads_to(label, command)]
        (label,) = fitting
        before = user.main.conversation.chosen_words
        await choose_entry(label)
        if not label.endswith("…"):
            return
        await user.wait_until(lambda now=before: user.main.conversation.chosen_words != now)  # type: ignore[misc]
        await user.wait_until(lambda: any(leads_to(label, command) for label in user.menu_labels()))


def leads_to(label: str, command: str) -> bool:
    """Return whether a menu entry is the command, or a step on the way to it."""
    if label.endswith(" …"):
        return f"{command} ".startswith(label.removesuffix("…"))
    return label.split("   ")[0] == command


def is_main_screen(app: TavolataApp) -> bool:
    """Return whether the main screen is on top and mounted."""
    return isinstance(app.screen, MainScreen) and app.screen.is_mounted


@asynccontextmanager
async def run_app(
    tmp_path: Path, size: tuple[int, int] = SIZE, **settings: Any
) -> AsyncIterator[ScreenUser]:
    """Run the client during the block."""
    defaults = {
        "setup": DEFAULT_SETUP,
        "recent_path": tmp_path / "recent.json",
        "connect": connect_reconnecting,
    }
    settings = {**defaults, **settings}
    app = TavolataApp(local_server, **settings)
    async with app.run_test(size=size, notifications=True) as pilot:
        yield ScreenUser(app, pilot)
    await app.shut_down()


@asynccontextmanager
async def two_users(
    tmp_path: Path, transport: str, other: str
) -> AsyncIterator[tuple[ScreenUser, ScreenUser]]:
    """Run two clients: ada on the socket, in the lobby, and another user on this transport."""
    async with (
        serving() as addresses,
        run_app(tmp_path, server=addresses.socket, nickname="ada") as ada,
        run_app(tmp_path, server=getattr(addresses, transport), nickname=other) as other_user,
    ):
        await ada.wait_for_entry("new table")
        yield ada, other_user


def enabled_entries(user: ScreenUser) -> list[MenuEntry]:
    """Return the entries that can be chosen; none while a redraw is pending."""
    model = user.main.conversation.model
    ready = bool(model.actions or model.wizards) or model.phase == "match"
    drawn = ready and not user.main._redraw_pending
    return [entry for entry in user.main.entries if not entry.disabled_reason and drawn]


def random_entry(user: ScreenUser, rng: Random) -> MenuEntry:
    """Return a random entry, except leaving and those of the host of a table."""
    excluded = ("leave", "add", "fill", "start")
    entries = [e for e in enabled_entries(user) if str(e.on_select).split()[0] not in excluded]
    return rng.choice([e for e in entries if not isinstance(e.on_select, Prefill)])


async def choose_by_keys(user: ScreenUser, rng: Random) -> None:
    """Choose a random entry with the keyboard and wait for its effect."""
    menu = user.app.screen.query_one(Menu)
    wanted = user.main.entries.index(random_entry(user, rng))
    while (menu.highlighted or 0) < wanted:
        await user.press("down")
    await act_and_wait(user, lambda: user.press("enter"))


async def choose_by_mouse(user: ScreenUser, rng: Random) -> None:
    """Choose a random entry with the mouse and wait for its effect."""
    label = random_entry(user, rng).label
    await act_and_wait(user, lambda: user.click(label))


async def act_and_wait(user: ScreenUser, act: Callable[[], Awaitable[None]]) -> None:
    """Do something until it has changed the progress.

    It is repeated when nothing has changed for ``PAUSES_BEFORE_RETRY`` pauses, because a click that
    meets a menu while it is redrawn has no effect; on a busy machine that happens.
    """
    before = progress(user)

    async def act_if_possible() -> None:
        if enabled_entries(user):
            await act()

    await repeat_until(user, act_if_possible, lambda: progress(user) != before)


async def repeat_until(
    user: ScreenUser, act: Callable[[], Awaitable[object]], condition: Callable[[], bool]
) -> None:
    """Do something; repeat it every ``PAUSES_BEFORE_RETRY`` pauses until the condition is true."""

    async def repeat() -> None:
        for pauses in count():
            if condition():
                return
            if not pauses % PAUSES_BEFORE_RETRY:
                await act()
            await user.pilot.pause()

    await within(repeat())


def progress(user: ScreenUser) -> tuple[object, ...]:
    """Return values that change whenever the conversation advances."""
    model = user.main.conversation.model
    return model.phase, model.seq, model.wizards, model.prompt, user.main.conversation.chosen_words
