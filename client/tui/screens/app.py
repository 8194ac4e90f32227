"""The full-screen client: connects to a server, receives and sends, and shows the screens.

A conversation ends with its connection; if the user did not quit, another server can be chosen.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from functools import partial
from pathlib import Path
from time import monotonic, time
from typing import TYPE_CHECKING, ClassVar

from msgspec import structs
from textual.binding import Binding, BindingType

from client.errors import UserError
from client.tui import recent_servers
from client.tui.screens.looks import LooksApp
from client.tui.screens.start import StartScreen
from client.tui.start_page import ContinueOffer, ServerRow, StartChoice
from client.tui.text import lobby, screen, start
from messages import SelectModeAndPlayers

if TYPE_CHECKING:
    from client.connections import NotifyingConnection
    from client.tui.conversation import Conversation
    from client.tui.line_client import LineClient, Replies
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

    TITLE = screen.TITLE
    CSS_PATH = "styles.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f7", "copy_invitation", show=False, priority=True)
    ]
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
        self._recent = recent_servers.load(recent_path)
        super().__init__(self._recent.theme)
        self._run_local_server = run_local_server
        self._setup = setup
        self._server = server
        self._nickname = nickname
        self._recent_path = recent_path
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
            self._first_choice = StartChoice("play", nickname or self._recent.nickname)
        self._connection: NotifyingConnection | None = None
        self._conversation_task: asyncio.Task[None] | None = None
        self._send_queue: asyncio.Queue[Replies] = asyncio.Queue()
        self.conversation: Conversation | None = None
        self._connect_notices = list(first_log_lines)
        """Notices of the connection that are not yet in the log of a conversation."""

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
        now, recent = time(), self._recent
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
        """Store the chosen nickname and start the task of a conversation.

        Do nothing without a choice.
        """
        if choice is not None:
            self._nickname = choice.nickname
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
        """Ask for a password on top of the screen; return an empty text if that is cancelled."""
        from client.tui.screens.passwords import PasswordScreen  # rarely needed

        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        await self.push_screen(PasswordScreen(text), lambda typed: answer.set_result(typed or ""))
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
        end. The text of a UserError is shown on the start screen; other exceptions are raised.
        """
        error = ""
        try:
            async with AsyncExitStack() as stack:
                run_server = self._server_for(choice)
                address = choice.address or await stack.enter_async_context(run_server())
                self._connection = connection = await self._connect(address)
                stack.push_async_callback(connection.close)
                self._save_address(choice.address)
                await self._exchange_messages(connection, choice, address)
        except UserError as user_error:
            error = str(user_error)
        self._connection = None
        if self.conversation is not None and self.conversation.client.is_finished:
            self.exit()
        else:
            self._return_to_start_screen(error)

    async def _exchange_messages(
        self, connection: "NotifyingConnection", choice: StartChoice, address: str
    ) -> None:
        """Start a conversation on the main screen; send and receive until the user quits.

        When the server has ended, the last page stays until the user quits. Raises ConnectionLost
        if the connection fails.
        """
        from client.tui.console import cancel_tasks  # not needed for the first screen
        from client.tui.conversation import Conversation
        from client.tui.line_client import LineClient, random_first_id
        from client.tui.screens.main import MainScreen

        make_client = partial(self._make_client or LineClient, first_id=random_first_id())
        self.conversation = conversation = Conversation(
            self._nickname, self._setup, make_client=make_client
        )
        prepare(conversation, choice, address)
        conversation.log.extend(self._connect_notices)
        self._connect_notices.clear()
        self._send_queue = asyncio.Queue()
        last_nickname = self._nickname or self._recent.nickname
        screen = MainScreen(conversation, self._send_queue.put_nowait, last_nickname)
        await self.push_screen(screen)
        sender = asyncio.create_task(self._send_messages(connection, conversation))
        receiver = asyncio.create_task(self._receive_messages(connection, conversation, screen))
        try:
            done, _ = await asyncio.wait((sender, receiver), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            await sender  # when the server has ended, the last page stays until the user quits
        finally:
            await cancel_tasks(sender, receiver)

    async def _receive_messages(
        self, connection: "NotifyingConnection", conversation: "Conversation", screen: "MainScreen"
    ) -> None:
        """Process messages, queue the replies and redraw, until the user quits or the server ends.

        Each message also shows the pending notices. A refused nickname stays on the command line to
        be changed. Raises ConnectionLost.
        """
        from client.tui.screens.widgets import CommandLine  # not needed for the first screen

        while not (conversation.client.is_finished or conversation.has_server_ended):
            message = await connection.receive()
            self._send_queue.put_nowait(conversation.on_message(message, monotonic()))
            self._show_notices(conversation)
            if refused := conversation.client.lobby.take_refused_nickname():
                screen.query_one(CommandLine).edit(refused)
            screen.request_redraw()

    async def _send_messages(
        self, connection: "NotifyingConnection", conversation: "Conversation"
    ) -> None:
        """Send queued messages in order until the user has quit and Quit is sent.

        Raises ConnectionLost.
        """
        while not (conversation.client.is_finished and self._send_queue.empty()):
            for message in await self._send_queue.get():
                await connection.send(message)

    def _show_notices(self, conversation: "Conversation") -> None:
        """Show each notice of the conversation for NOTICE_SECONDS and clear the list of notices."""
        for line in conversation.notices:
            self.notify(line, markup=False, timeout=NOTICE_SECONDS)
        conversation.notices.clear()

    def add_notice(self, text: str) -> None:
        """Show a notice of the connection, and add it to the log of the next conversation."""
        self.notify(text, markup=False, timeout=CONNECT_NOTICE_SECONDS, severity="warning")
        self._connect_notices += text.splitlines()

    def _refresh_lobby(self) -> None:
        """Request the list of rooms; do nothing unless it is shown and there is a connection."""
        conversation = self.conversation
        if (
            conversation is not None
            and self._connection is not None
            and conversation.shows_room_list
        ):
            self._send_queue.put_nowait(conversation.refresh_rooms())

    def _return_to_start_screen(self, error: str) -> None:
        """Close the main screen, drop its conversation and notices, and show the start screen."""
        self.clear_notifications()
        if self.conversation is not None:
            self.pop_screen()
            self.conversation = None
        self._show_start_screen(error)

    def _save_address(self, address: str) -> None:
        """Save the address as the latest one; ignore an empty one, the server in this process."""
        if address:
            self._recent = self._recent.with_address(address, time())
            recent_servers.save(self._recent_path, self._recent)

    def _save_nickname(self) -> None:
        """Save the nickname of the session; do nothing without a conversation or nickname."""
        name = self.conversation.model.nickname if self.conversation is not None else ""
        if name:
            self._recent = structs.replace(self._recent, nickname=name)
            recent_servers.save(self._recent_path, self._recent)

    def save_look(self, look: str) -> None:
        """Save the look in the file of recent servers, for the next start."""
        self._recent = structs.replace(self._recent, theme=look)
        recent_servers.save(self._recent_path, self._recent)

    def action_copy_invitation(self) -> None:
        """Copy the invitation of the waiting room to the clipboard of the terminal (OSC 52).

        A notice shows the copied line, or that there is nothing to copy.
        """
        from client.tui.lobby_pages import invitation_of  # not needed for the first screen

        model = self.conversation.model if self.conversation is not None else None
        line = ""
        if self.conversation is not None and model is not None and model.room is not None:
            line = invitation_of(model, model.room, self.conversation.client.lobby.address)
        if line:
            self.copy_to_clipboard(line)
        text = lobby.COPIED.format(line=line) if line else lobby.NOTHING_TO_COPY
        self.notify(text, markup=False, timeout=NOTICE_SECONDS)

    async def action_quit(self) -> None:
        """Queue Quit, after which the application exits; without a connection exit immediately.

        In a running match the first call only shows a notice that asks to confirm.
        """
        if self.conversation is None or self._connection is None:
            self.exit()
        else:
            self._send_queue.put_nowait(self.conversation.on_line("quit", monotonic()))
            self._show_notices(self.conversation)

    async def shut_down(self) -> None:
        """Save the nickname, cancel the conversation and wait for its end.

        Call it after the application has run.
        """
        self._save_nickname()
        if self._conversation_task is not None:
            self._conversation_task.cancel()
            await asyncio.gather(self._conversation_task, return_exceptions=True)


async def _ping(address: str) -> float | None:
    """Return the seconds that connecting took; None if the server is not reachable."""
    from client.tui.ping import ping  # not needed before the first screen is shown

    return await ping(address)


def prepare(conversation: "Conversation", choice: StartChoice, address: str) -> None:
    """Set the first command, the address and the tutorial of a new conversation from a choice.

    A lesson creates a table with one easy computer player. A server in this process has no address
    for friends, unless a table is hosted. A client that knows its address for friends keeps it.
    """
    dialogue = conversation.client.lobby
    dialogue.first_line = choice.line
    if choice.kind == "learn":
        conversation.client.start_tutorial(choice.game)
    dialogue.is_local = choice.kind in ("play", "learn")
    if not dialogue.is_local:
        dialogue.address = dialogue.address or address
