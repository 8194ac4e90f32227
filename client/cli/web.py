"""Play in a browser: run a server on loopback, and open its page."""

import asyncio
import signal
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from client.cli.text import WEB_ADDRESS, WEB_NOT_BUILT
from client.errors import ExitWithMessage
from client.tui.console import write
from messages import SelectModeAndPlayers
from server.app import BOT_DELAY_SECONDS, Settings, running
from server.cli import COMPUTERS, WEB_PORT, WEB_ROOT, is_page_built


def form_path(setup: SelectModeAndPlayers) -> str:
    """Return the path of the page that opens the form of a new table with this set-up.

    It has the game, players, computer players, mode and options; other settings are left out.
    """
    wishes = {"game": setup.game, "players": setup.number_of_players, "bots": setup.bots}
    if setup.mode:
        wishes["expert"] = 1
    for name, value in setup.options.items():
        wishes[f"option.{name}"] = str(value).lower() if isinstance(value, bool) else value
    return f"/n?{urlencode(wishes)}"


async def play_in_browser(path: str) -> None:
    """Run a server, open its page in the browser of the user, and wait for SIGINT or SIGTERM.

    Its usual port is preferred, because a browser keeps settings by address; if it is taken, a free
    one is used. Matches are stored until the end, so that they can be replayed. Raises
    ExitWithMessage if the page is not built.
    """
    if not is_page_built():
        raise ExitWithMessage(WEB_NOT_BUILT)
    stop_requested = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # under Windows SIGINT raises KeyboardInterrupt
            asyncio.get_running_loop().add_signal_handler(name, stop_requested.set)
    with TemporaryDirectory(prefix="tavolata-") as data:
        settings = Settings(
            port=0,
            pyro_port=0,
            web_port=WEB_PORT,
            web_port_optional=True,
            web_root=WEB_ROOT,
            bot_delay=BOT_DELAY_SECONDS,
            data=Path(data),
            ephemeral=True,
        )
        async with running(settings, COMPUTERS) as addresses:
            address = f"{addresses.web}{path}"
            write(WEB_ADDRESS.format(address=address))
            # A browser in the terminal would block, and must not delay the end.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
            await stop_requested.wait()
