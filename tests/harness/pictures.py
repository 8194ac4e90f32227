"""Draw the pictures of docs/pictures: ``python -m tests.harness.pictures``.

Each picture is the real screen of ada. Her messages are the same each time, so the pictures change
only when the screen does.
"""

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time
from typing import NamedTuple
from unittest.mock import patch

from client.tui import recent_servers
from client.tui.ping import Pong
from client.tui.recent_servers import DAY_SECONDS, Recent
from client.tui.screens import app as app_module
from client.tui.screens import exchange
from client.tui.screens.form import NewRoomScreen
from client.tui.screens.start import StartScreen
from client.tui.screens.widgets import Menu
from client.tui.start_page import ContinueOffer
from client.tui.text import start
from client.tui.themes import PALETTES, Palette
from tests.harness.fake_connection import FakeServer
from tests.harness.picture_matches import MATCHES, lobby_messages, play_match, waiting_messages
from tests.harness.screen import ScreenUser, is_main_screen, run_app

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
ADDRESS = "games.example:7700"
OLD_ADDRESS = "PYRO:tavolata@lab.example:7701"
MESSAGE_SECONDS = 2.0
"""Time between two messages of a match, for the thinking times on the result page."""
SMALL, USUAL, LARGE = (80, 24), (120, 36), (200, 60)
_FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""Fonts from other servers, which are removed so that the viewer's own fonts are used."""
_UNNEEDED = re.compile(
    r'<clipPath id="terminal-\d+-line-\d+">.*?</clipPath>\s*|'
    r"<text [^>]*>(&#160;|\s)*</text>\s*|"
    r' clip-path="url\(#terminal-\d+-line-\d+\)"| shape-rendering="crispEdges"|'
    r'(?<=[".])terminal-\d+-(?=r\d|matrix|title)',
    re.DOTALL,
)
"""Most of the text of a picture: clip paths of lines, spaces, and prefixes of class names."""


class Picture(NamedTuple):
    """A page of the client at a size and in a look, after some keys."""

    page: str
    """``start``, ``form``, ``lobby``, ``waiting``, or the name of a match."""
    size: tuple[int, int] = USUAL
    keys: tuple[str, ...] = ()
    look: str = "dark"
    no_color: bool = False


KEYS = {
    "eriantys": ("down", "down"),
    "uno": ("down",),
    "codex": ("enter", "down", "down"),
    "shelfie": ("enter", "down"),
    "rummy500": ("down", "down"),
}
"""The keys that select what a picture of a game shows."""
PICTURES = {
    **{f"{game}-80x24": Picture(game, SMALL, keys) for game, keys in KEYS.items()},
    **{f"{game}-120x36": Picture(game, USUAL, keys) for game, keys in KEYS.items()},
    **{f"{game}-200x60": Picture(game, LARGE, KEYS[game]) for game in ("eriantys", "uno")},
    "start": Picture("start"),
    "form": Picture("form", SMALL),
    "lobby": Picture("lobby"),
    "waiting": Picture("waiting"),
    "result": Picture("result"),
    "light": Picture("eriantys", USUAL, KEYS["eriantys"], look="light"),
    "no-color": Picture("uno", USUAL, KEYS["uno"], no_color=True),
    "ascii": Picture("eriantys", SMALL, KEYS["eriantys"], look="ascii"),
}
"""Every picture by its name."""


def picture(name: str) -> str:
    """Return the picture of this name as SVG."""
    wanted = PICTURES[name]
    variables = {"TAVOLATA_SIGNS": "unicode", "TERM": "xterm-256color"}
    with TemporaryDirectory() as folder, patch.dict(os.environ, variables):
        os.environ.pop("NO_COLOR", None)
        if wanted.no_color:
            os.environ["NO_COLOR"] = "1"
        return asyncio.run(_draw(wanted, Path(folder)))


async def _draw(wanted: Picture, folder: Path) -> str:
    async with _screen(wanted, folder) as user:
        for key in wanted.keys:
            await user.press(key)
            await user.wait_until(lambda: _is_drawn(user))
        await user.pilot.pause()
        svg = user.app.export_screenshot(title="tavolata")
        return _smaller(svg, PALETTES[user.app.palette])


def _smaller(svg: str, palette: Palette) -> str:
    """Return a picture without what it does not need; its window has the colours of the theme."""
    svg = _UNNEEDED.sub("", _FONTS.sub("", svg))
    svg = re.sub(rf'<rect fill="{palette.background}" x=[^>]*/>', "", svg)
    svg = svg.replace('<rect fill="#292929"', f'<rect fill="{palette.background}"')
    svg = svg.replace('fill="#c5c8c6" text-anchor', f'fill="{palette.inks["muted"]}" text-anchor')
    return svg.replace("&#160;", "\N{NO-BREAK SPACE}")


@asynccontextmanager
async def _screen(wanted: Picture, folder: Path) -> AsyncIterator[ScreenUser]:
    """Run the client until it shows the page of a picture."""
    recent_servers.save(folder / "recent.json", _recent(wanted))
    if wanted.page in ("start", "form"):
        offers = [ContinueOffer("Eriantys with ugo, Bianca, Lia", ADDRESS, "ada")]
        settings = {"list_offers": lambda: offers, "run_shared_server": app_module.RunLocalServer}
        with patch.object(app_module, "_ping", _ping):
            async with run_app(folder, wanted.size, **settings) as user:
                await user.wait_until(lambda: _is_start_drawn(user))
                if wanted.page == "form":
                    form = NewRoomScreen(game="eriantys", nickname="ada", is_local=False, seats=4)
                    await user.app.push_screen(form)
                yield user
        return
    server, times = _server(wanted.page), count(0.0, MESSAGE_SECONDS)
    with patch.object(exchange, "monotonic", lambda: next(times)):
        async with run_app(folder, wanted.size, server=ADDRESS, connect=server.connect) as user:
            await user.wait_until(lambda: server.empty and _is_drawn(user))
            yield user


def _recent(wanted: Picture) -> Recent:
    now = time()
    used_at = {ADDRESS: now - 1.5 * DAY_SECONDS, OLD_ADDRESS: now - 5 * DAY_SECONDS}
    return Recent((ADDRESS, OLD_ADDRESS), "ada", wanted.look, used_at)


def _server(page: str) -> FakeServer:
    """Return a server that sends the messages of a page."""
    if page in MATCHES:
        messages, actions = play_match(page)
        return FakeServer(*messages, actions=actions)
    return FakeServer(*(lobby_messages() if page == "lobby" else waiting_messages()))


async def _ping(address: str) -> Pong | None:
    return Pong(0.012, rooms=3, people=9) if address == ADDRESS else None


def _is_start_drawn(user: ScreenUser) -> bool:
    screen = user.app.screen
    return isinstance(screen, StartScreen) and not any(
        server.status == start.PINGING for server in screen.state.servers
    )


def _is_drawn(user: ScreenUser) -> bool:
    """Return whether the screen shows all messages and the legal actions."""
    if not is_main_screen(user.app):
        return True
    model = user.main.conversation.model
    is_answered = bool(model.actions) or model.phase != "playing" or model.result is not None
    return (
        is_answered
        and bool(user.main.entries)
        and not user.main._redraw_pending
        and isinstance(user.app.focused, Menu)
        and user.main.query_one("#side").is_vertical_scroll_end
    )


def main() -> None:
    """Draw all pictures, or the named ones."""
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or PICTURES:
        (FOLDER / f"{name}.svg").write_text(picture(name), encoding="utf-8")


if __name__ == "__main__":
    main()
