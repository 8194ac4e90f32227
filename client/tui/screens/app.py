"""The full-screen client: connects, listens, and shows one conversation after the other."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from msgspec import structs
from textual.app import App

from client.errors import UserError
from client.tui import recent_servers
from client.tui.screens.dialogs import ConnectScreen
from client.tui.text import screen
from messages import RequestRefresh, SelectModeAndPlayers

if TYPE_CHECKING:
    from client.connections import NotifyingConnection
    from client.tui.conversation import Conversation
    from client.tui.line_client import Replies
    from client.tui.screens.main import MainScreen

LOBBY_SECONDS = 2.0
"""How old the list of matches may become."""

NOTICE_SECONDS = 3.0
"""How long a notice hides a part of the board; it is in the log, too."""

Here = Callable[[], AbstractAsyncContextManager[str]]
"""Runs a server in this process; the value is its address."""

Connect = Callable[[str], "Awaitable[NotifyingConnection]"]


class TavolataApp(App[None]):
    """``server`` leaves the first screen out; ``memory`` is the file of the last addresses."""

    TITLE = screen.TITLE
    CSS_PATH = "look.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (116, "-wide"), (170, "-huge")]  # noqa: RUF012

    def __init__(
        self,
        here: Here,
        wish: SelectModeAndPlayers,
        *,
        server: str = "",
        nickname: str = "",
        memory: Path,
        connect: Connect,
    ) -> None:
        super().__init__()
        self._here = here
        self._wish = wish
        self._server = server
        self._nickname = nickname
        self._memory = memory
        self._recent = recent_servers.load(memory)
        self._connect = connect
        self._connection: NotifyingConnection | None = None
        self._talking: asyncio.Task[None] | None = None
        self._sending: asyncio.Queue[Replies] = asyncio.Queue()
        self.talk: Conversation | None = None

    def on_mount(self) -> None:
        """Ask where to play, unless that is known."""
        self.set_interval(LOBBY_SECONDS, self._refresh_lobby)
        if self._server:
            self._start(self._server)
        else:
            self._ask_where()

    def _ask_where(self, trouble: str = "") -> None:
        self.push_screen(ConnectScreen(self._recent.addresses, trouble), self._start)

    def _start(self, address: str | None) -> None:
        self._talking = asyncio.create_task(self._converse(address or ""))

    async def _converse(self, address: str) -> None:
        """From the first word to the last; afterwards another server may be chosen."""
        trouble = ""
        try:
            async with AsyncExitStack() as stack:
                where = address or await stack.enter_async_context(self._here())
                self._connection = connection = await self._connect(where)
                stack.push_async_callback(connection.close)
                self._remember(address)
                await self._talk(connection)
        except UserError as lost:
            trouble = str(lost)
        self._connection = None
        if self.talk is not None and self.talk.client.finished:
            self.exit()
        else:
            self._begin_again(trouble)

    async def _talk(self, connection: "NotifyingConnection") -> None:
        from client.tui.console import end_tasks  # not needed for the first screen
        from client.tui.conversation import Conversation
        from client.tui.screens.main import MainScreen

        self.talk = talk = Conversation(self._nickname, self._wish)
        self._sending = asyncio.Queue()
        screen = MainScreen(talk, self._sending.put_nowait, self._recent.nickname)
        await self.push_screen(screen)
        sender = asyncio.create_task(self._send_all(connection, talk))
        listener = asyncio.create_task(self._listen(connection, talk, screen))
        try:
            done, _ = await asyncio.wait((sender, listener), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            await sender  # whoever is left alone looks at the last page as long as they like
        finally:
            await end_tasks(sender, listener)

    async def _listen(
        self, connection: "NotifyingConnection", talk: "Conversation", screen: "MainScreen"
    ) -> None:
        while not (talk.client.finished or talk.over):
            message = await connection.receive()
            self._sending.put_nowait(talk.heard(message, monotonic()))
            self._tell_news(talk)
            screen.changed()

    async def _send_all(self, connection: "NotifyingConnection", talk: "Conversation") -> None:
        """In the order in which it was said, until the goodbye is out."""
        while not (talk.client.finished and self._sending.empty()):
            for message in await self._sending.get():
                await connection.send(message)

    def _tell_news(self, talk: "Conversation") -> None:
        for line in talk.news:
            self.notify(line, markup=False, timeout=NOTICE_SECONDS)
        talk.news.clear()

    def _refresh_lobby(self) -> None:
        """The list of matches is alive while somebody looks at it."""
        if self.talk is not None and self._connection is not None and self.talk.in_lobby:
            self._sending.put_nowait(self.talk.send(RequestRefresh()))

    def _begin_again(self, trouble: str) -> None:
        if self.talk is not None:
            self.pop_screen()
            self.talk = None
        self._ask_where(trouble)

    def _remember(self, address: str) -> None:
        if address:
            self._recent = self._recent.with_address(address)
            recent_servers.save(self._memory, self._recent)

    def _remember_name(self) -> None:
        name = self.talk.model.nickname if self.talk is not None else ""
        if name:
            recent_servers.save(self._memory, structs.replace(self._recent, nickname=name))

    async def action_quit(self) -> None:
        """Say goodbye, then end; where nobody listens, just end."""
        if self.talk is None or self._connection is None:
            self.exit()
        else:
            self._sending.put_nowait(self.talk.typed("quit"))

    async def hang_up(self) -> None:
        """Whatever still runs ends here; called when the screen is gone."""
        self._remember_name()
        if self._talking is not None:
            self._talking.cancel()
            await asyncio.gather(self._talking, return_exceptions=True)
