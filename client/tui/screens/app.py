"""The full-screen client: connects to a server and shows the screens.

A conversation ends with its connection; if the user did not quit, another server can be chosen.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from functools import partial
from pathlib import Path
from time import monotonic, time
from typing import TYPE_CHECKING

from client.errors import UserError
from client.tui.notices import ConnectNotices
from client.tui.recent_servers import RecentFile
from client.tui.screens.looks import LooksApp
from client.tui.screens.start import StartScreen
from client.tui.start_page import ContinueOffer, ServerRow, StartChoice
from client.tui.text import start
from messages import SelectModeAndPlayers

if TYPE_CHECKING:
    from client.connections import NotifyingConnection
    from client.tui.conversation import Conversation
    from client.tui.line_client import LineClient
    from client.tui.line_mode import LineMode
    from client.tui.ping import Pong
    from client.tui.screens.exchange import Exchange
    from client.tui.screens.main import MainScreen

LOBBY_REFRESH_SECONDS = 2.0
"""Interval at which the list of rooms is requested while it is shown."""

NOTICE_SECONDS = 3.0
"""Time for which a notice hides a part of the board; its text is in the log, too."""

CONNECT_NOTICE_SECONDS = 10.0
"""Time for which a notice of the connection hides a part of the log, which has its text, too."""

RunLocalServer = Callable[[], AbstractAsyncContextManager[str]]
"""Runs a server in this process until the context ends; the value is its address."""

Connect = Callable[[str], "Awaitable[NotifyingConnection]"]


class TavolataApp(LooksApp):
    """The Textual application.

    With ``server``, ``play_here`` or ``first_choice`` the start screen is skipped at first;
    ``first_choice`` takes precedence, then ``server``. ``recent_path`` is the file of the last
    addresses, nickname and look; it is read at once. ``list_offers`` returns the seats to continue
    at. Without ``run_shared_server`` no table can be hosted; ``run_tutorial_server`` runs
    a server for lessons. ``make_client`` makes the line client of a conversation, whose log begins
    with ``first_log_lines``.
    """

    TITLE = start.TITLE
    CSS_PATH = ["styles.tcss", "start.tcss"]  # noqa: RUF012
    """The second is also that of the start screen: loaded later, all styles are parsed again."""
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (116, "-wide"), (170, "-huge")]  # noqa: RUF012

    def __init__(
        self,
        run_local_server: RunLocalServer,
        setup: SelectModeAndPlayers,
        *,
        server: str = "",
        nickname: str = "",
        recent_path: Path,
        connect: Connect,
        play_here: bool = False,
        list_offers: Callable[[], Sequence[ContinueOffer]] = tuple,
        run_shared_server: RunLocalServer | None = None,
        run_tutorial_server: RunLocalServer | None = None,
        first_choice: StartChoice | None = None,
        make_client: "Callable[..., LineClient] | None" = None,
        first_log_lines: Sequence[str] = (),
    ) -> None:
        self._file = RecentFile(recent_path)
        super().__init__(self._file.recent.theme)
        self._run_local_server = run_local_server
        self._setup = setup
        self._server = server
        self._nickname = nickname
        self._connect = connect
        self._list_offers = list_offers
        self._make_client = make_client
        self._failure: BaseException | None = None
        """The exception that ended the application; None if it did not fail."""
        self._run_shared_server = run_shared_server
        self._run_tutorial_server = run_tutorial_server or run_local_server
        self._first_choice = first_choice
        if server and first_choice is None:
            self._first_choice = StartChoice("server", nickname, server)
        elif play_here and first_choice is None:
            self._first_choice = StartChoice("play", nickname or self._file.recent.nickname)
        self._exchange: Exchange | None = None
        """Sends and receives the messages of the conversation; None without a connection."""
        self._conversation_task: asyncio.Task[None] | None = None
        self.conversation: Conversation | None = None
        self._line_mode: LineMode | None = None
        """Continues the conversation after the full screen; None while there is a screen."""
        self._connect_notices = ConnectNotices(first_log_lines)

    def on_mount(self) -> None:
        """Start the conversation of the first choice, or show the start screen if there is none.

        Also start the timer that refreshes the lobby.
        """
        self.set_interval(LOBBY_REFRESH_SECONDS, self._refresh_lobby)
        if self._first_choice is not None:
            self._start_conversation(self._first_choice)
        else:
            self._show_start_screen()

    def _show_start_screen(self, error: str = "") -> None:
        """Show the start screen, with the error if there is one; its result starts a conversation.

        The saved servers are listed there and pinged.
        """
        now, recent = time(), self._file.recent
        servers = [
            ServerRow(each, start.PINGING, start.last_used(recent.days_since(each, now)))
            for each in recent.addresses
        ]
        start_screen = StartScreen(
            nickname=self._nickname or recent.nickname,
            offers=self._list_offers(),
            servers=servers,
            error=error,
            ping=_ping,
            setup=self._setup,
            can_host=self._run_shared_server is not None,
            is_first_start=recent.is_first_start,
        )
        self.push_screen(start_screen, self._start_conversation)

    def _start_conversation(self, choice: StartChoice | None) -> None:
        """Start the task of a conversation, and propose its nickname again in later start screens.

        The nickname is kept in memory only. Notices of an earlier conversation are not repeated in
        the question for a password. Do nothing without a choice.
        """
        if choice is not None:
            self._nickname = choice.nickname
            self._connect_notices.take_unrepeated()
            self._conversation_task = asyncio.create_task(self._run_conversation(choice))
            self._conversation_task.add_done_callback(self._on_conversation_ended)

    def _on_conversation_ended(self, task: asyncio.Task[None]) -> None:
        """Store the exception of a failed conversation and exit with status 1.

        Do nothing if the task has ended normally or was cancelled.
        """
        if not task.cancelled() and (error := task.exception()) is not None:
            self._failure = self._failure or error
            self.exit(return_code=1)

    def _handle_exception(self, error: Exception) -> None:
        """Store an exception of a screen and end the application without printing a traceback.

        Only the first exception is kept, for ``raise_failure``.
        """
        self._failure = self._failure or error
        super()._handle_exception(error)
        self._exit_renderables.clear()

    def raise_failure(self) -> None:
        """Raise the exception that has ended the application; do nothing if there was none."""
        if self._failure is not None:
            raise self._failure

    async def ask_password(self, text: str) -> str:
        """Ask for a password, on top of the screen if there is one.

        The notices that the connection has just shown move into the question, which they would
        hide in a narrow window. Return an empty text if the question is cancelled.
        """
        from client.tui.screens.passwords import PasswordScreen  # rarely needed

        if self._line_mode is not None:
            return await self._line_mode.question.ask(text)
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        if notices := self._connect_notices.take_unrepeated():
            self.clear_notifications()
        question = PasswordScreen(text, notices)
        await self.push_screen(question, lambda typed: answer.set_result(typed or ""))
        return await answer

    def _server_for(self, choice: StartChoice) -> RunLocalServer:
        """Return the function that runs the server for a choice: a shared, tutorial or local one.

        Without ``run_shared_server`` a hosted table is on the local one.
        """
        if choice.kind == "host" and self._run_shared_server is not None:
            return self._run_shared_server
        return self._run_tutorial_server if choice.kind == "learn" else self._run_local_server

    async def _run_conversation(self, choice: StartChoice) -> None:
        """Connect, save the address and play; then exit, or return to the start screen.

        It exits if the user has quit. Without an address a server runs in this process until the
        end. The text of a UserError is shown on the start screen; other exceptions are raised. In
        line mode a UserError is raised, too, unless the user has quit, and nothing follows.
        """
        error = ""
        try:
            async with AsyncExitStack() as stack:
                run_server = self._server_for(choice)
                address = choice.address or await stack.enter_async_context(run_server())
                connection = await self._connect(address)
                stack.push_async_callback(connection.close)
                if choice.address:  # otherwise the server is in this process
                    self._file.add_address(choice.address, time())
                await self._run_screen(connection, choice, address)
        except UserError as user_error:
            error = str(user_error)
            if self._line_mode is not None and not self._has_quit:
                raise
        self._exchange = None
        if self._line_mode is not None:
            return
        if self._has_quit:
            self.exit()
        else:
            self._return_to_start_screen(error)

    @property
    def _has_quit(self) -> bool:
        """True if the user has quit the conversation; the server closes the connection then."""
        return self.conversation is not None and self.conversation.client.is_finished

    async def _run_screen(
        self, connection: "NotifyingConnection", choice: StartChoice, address: str
    ) -> None:
        """Start a conversation on the main screen and exchange its messages until the user quits.

        Line mode continues the exchange. Raises ConnectionLost if the connection fails.
        """
        from client.tui.conversation import Conversation  # not needed for the first screen
        from client.tui.line_client import LineClient
        from client.tui.message_ids import random_first_id
        from client.tui.screens.exchange import Exchange, prepare_conversation
        from client.tui.screens.main import MainScreen

        make_client = partial(self._make_client or LineClient, first_id=random_first_id())
        self.conversation = conversation = Conversation(
            self._nickname, self._setup, make_client=make_client
        )
        prepare_conversation(conversation, choice, address)
        conversation.log.extend(self._connect_notices.take_log_lines())
        self._exchange = exchange = Exchange(connection, conversation)
        last_nickname = self._nickname or self._file.recent.nickname
        screen = MainScreen(conversation, exchange.queue, last_nickname)
        await self.push_screen(screen)
        await exchange.run(partial(self._show_received, conversation, screen))

    def _show_received(self, conversation: "Conversation", screen: "MainScreen") -> None:
        """Show the pending notices and redraw the main screen after a message.

        A refused nickname stays on the command line to be changed.
        """
        from client.tui.screens.widgets import CommandLine  # not needed for the first screen

        self._show_notices(conversation)
        if refused := conversation.client.lobby.take_refused_nickname():
            screen.query_one(CommandLine).edit(refused)
        screen.request_redraw()

    def _show_notices(self, conversation: "Conversation") -> None:
        """Show each notice of the conversation for NOTICE_SECONDS and clear the list of notices."""
        for line in conversation.notices:
            self.notify(line, markup=False, timeout=NOTICE_SECONDS)
        conversation.notices.clear()

    def add_notice(self, text: str) -> None:
        """Show a notice of the connection, and add it to the log of the next conversation.

        In line mode it is only written.
        """
        if self._line_mode is not None:
            self._line_mode.write(text)
            return
        self.notify(text, markup=False, timeout=CONNECT_NOTICE_SECONDS, severity="warning")
        self._connect_notices.add(text)

    def _refresh_lobby(self) -> None:
        """Request the list of rooms; do nothing unless it is shown and there is a connection."""
        conversation, exchange = self.conversation, self._exchange
        if conversation is not None and exchange is not None and conversation.shows_room_list:
            exchange.queue(conversation.refresh_rooms())

    def _return_to_start_screen(self, error: str) -> None:
        """Close the main screen, drop its conversation and notices, and show the start screen."""
        self.clear_notifications()
        if self.conversation is not None:
            self.pop_screen()
            self.conversation = None
        self._show_start_screen(error)

    def _save_nickname(self) -> None:
        """Save the nickname of the session; do nothing without a conversation or nickname."""
        name = self.conversation.model.nickname if self.conversation is not None else ""
        if name:
            self._file.update(nickname=name)

    def save_look(self, look: str) -> None:
        """Save the look in the file of recent servers, for the next start."""
        self._file.update(theme=look)

    async def action_quit(self) -> None:
        """Queue Quit, after which the application exits; without a connection exit immediately.

        In a running match the first call only shows a notice that asks to confirm.
        """
        if self.conversation is None or self._exchange is None:
            self.exit()
        else:
            self._exchange.queue(self.conversation.on_line("quit", monotonic()))
            self._show_notices(self.conversation)

    def action_continue_in_lines(self) -> None:
        """End the screen; ``run_to_end`` continues with the same conversation in line mode.

        Do nothing without a connection, or if line mode has begun already.
        """
        from client.tui.line_mode import LineMode  # rarely needed

        if self.conversation is None or self._exchange is None:
            return
        if self._line_mode is None:
            self._line_mode = LineMode(self.conversation, self._exchange.queue)
            self.exit()

    async def run_to_end(self) -> None:
        """Run the application, and after it line mode if the user has chosen that."""
        await self.run_async()
        if self._line_mode is not None and self._conversation_task is not None:
            await self._line_mode.run(self._conversation_task)

    async def shut_down(self) -> None:
        """Save the nickname, cancel the conversation and wait for its end.

        Call it after the application has run.
        """
        self._save_nickname()
        if self._conversation_task is not None:
            self._conversation_task.cancel()
            await asyncio.gather(self._conversation_task, return_exceptions=True)


async def _ping(address: str) -> "Pong | None":
    """Return what a server says about itself; None if it is not reachable."""
    from client.tui.ping import ping  # not needed before the first screen is shown

    return await ping(address)
