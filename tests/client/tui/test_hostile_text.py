"""Test that the clients are safe from hostile text, even if the server does not clean it."""

import asyncio
import os
import select
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from client.games.drawing import Marks, Span, to_text
from client.games.registry import ui_of
from client.tui import display
from client.tui.help_pages import build_help
from client.tui.text import screen
from games.registry import GAMES
from games.rng import Rng
from messages import GenericMessage, PlayersInfo, RequestNickname, ServerMessage, YourTurn
from messages.codec import encode
from messages.framing import frame
from messages.registry import GameView, LegalActions
from messages.uno.actions import SelectUnoSwap, SwapUnoHands
from tests.client.games.uno.tables import uno_view
from tests.harness.conversation import ConversationHarness
from tests.harness.corpus import CONTROLS, CORPUS, FORMATS, control_characters
from tests.harness.hostile_text import hostile_messages
from tests.harness.table_messages import table_messages
from tests.harness.terminal_session import TerminalSession, piped_session, terminal_session
from tests.harness.timeouts import GIVE_UP_SECONDS

terminals_only = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


def _messages_with(hostile: str) -> list[ServerMessage]:
    """Return every message that can carry text of another player, with this text."""
    return hostile_messages(hostile.encode("utf-8", "ignore").decode()[:64])


"""Matches the colours of a board; names must not contain any."""
LAST_LINE = "That was all of it."
FRAMES = b"".join(
    frame(encode(message))
    for message in [
        RequestNickname(),
        *(message for hostile in CORPUS for message in _messages_with(hostile)),
        GenericMessage(LAST_LINE),
    ]
)


@contextmanager
def _hostile_server() -> Iterator[str]:
    """Run a server in a thread that sends all hostile messages to every client."""
    loop = asyncio.new_event_loop()

    async def send_all(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(FRAMES)
        with suppress(ConnectionError):
            await reader.read()
        writer.close()

    server = loop.run_until_complete(asyncio.start_server(send_all, "127.0.0.1", 0))
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        server.close()
        loop.run_until_complete(server.wait_closed())
        loop.run_until_complete(loop.shutdown_asyncgens())
        for task in asyncio.all_tasks(loop):
            task.cancel()
            loop.run_until_complete(asyncio.gather(task, return_exceptions=True))
        loop.close()


def _read_until(session: TerminalSession, last_text: str = LAST_LINE) -> bytes:
    """Read bytes from the terminal until the last text has appeared."""
    data = b""
    while last_text.encode() not in data:
        assert select.select([session._reading], [], [], GIVE_UP_SECONDS)[0], "nothing more comes"
        part = os.read(session._reading, 65536)
        assert part, "the client ended too early"
        data += part
    return data


def test_no_page_of_the_full_screen_contains_control_or_stacked_characters() -> None:
    for hostile in CORPUS:
        conversation = ConversationHarness()
        conversation.receive(*table_messages()[:2])
        for message in hostile_messages(hostile.encode("utf-8", "ignore").decode()):
            conversation.receive(message)
            shown = _all_text(conversation)
            assert control_characters(shown) == []
            assert "\u0301" * 5 not in shown


def _all_text(conversation: ConversationHarness) -> str:
    """Return all text that the full screen can show."""
    page = conversation.page()
    lines = [page.title, *page.body]
    body = to_text([(Span(line),) if isinstance(line, str) else line for line in lines])
    entries = [f"{entry.label} {entry.disabled_reason}" for entry in page.entries]
    other_text = (
        *conversation.log.texts,
        *conversation.chat.texts,
        *conversation.notices,
        screen.side_title(conversation.chat_open, conversation.unread),
        *conversation.client.list_completions(""),
    )
    pages = build_help(conversation.model, 80).values()
    return "\n".join([*body, *entries, *other_text, *(line for page in pages for line in page)])


LINES = ("board zzz", "show zzz", "stats", "online", "swap zzz", "zzz")
"""Commands whose answers may contain the name of a player."""


def test_answers_to_typed_lines_contain_no_control_characters() -> None:
    for hostile in CORPUS:
        name = hostile.encode("utf-8", "ignore").decode()
        table = PlayersInfo(("ada", name, f"{name}2"), 3)
        conversation = ConversationHarness()
        conversation.receive(
            *table_messages()[:2], table, GameView(uno_view(("RED 7",))), YourTurn()
        )
        conversation.receive(
            SelectUnoSwap("RED 7", (1, 2)), LegalActions((SwapUnoHands(1), SwapUnoHands(2)))
        )
        assert control_characters(_all_text(conversation)) == []
        for line in (*LINES, f"board {hostile}", hostile):
            conversation.type_line(line)
        assert control_characters(_all_text(conversation)) == []


@pytest.mark.parametrize("game", GAMES)
def test_boards_and_parts_with_hostile_names_contain_no_control_characters(game: str) -> None:
    rules = GAMES[game]
    players = rules.seats[0]
    state = rules.start(players, rules.options(False, {}), Rng(bytes(16))).state
    for hostile in CORPUS:
        names = (hostile.encode("utf-8", "ignore").decode(),) * players
        for seat in (0, None):
            view = rules.view(state, seat)
            shown = [*display.render(view, names), *display.render_part(view, names, Marks())]
            shown += [line for part in ui_of(view).parts.values() for line in part(view, names)]
            assert control_characters("\n".join(shown)) == []


def test_line_client_on_a_pipe_shows_hostile_messages_without_control_characters() -> None:
    with (
        _hostile_server() as address,
        piped_session("play", "--plain", "--server", address) as session,
    ):
        shown = _read_until(session).decode()
        assert control_characters(shown) == []
        assert shown.count("Q@") > 500
        assert "Traceback" not in shown


@terminals_only
def test_line_client_on_a_terminal_writes_no_hostile_control_characters() -> None:
    command = ("play", "--plain", "--server")
    with _hostile_server() as address, terminal_session(*command, address) as session:
        shown = _read_until(session).decode(errors="replace")
        assert shown.count("Q@") > 500
        assert not [c for c in [*CONTROLS, *FORMATS] if c != "\r" and f"Q@{c}" in shown]
        assert "title\x07" not in shown
        assert "\x1b[2JQ" not in shown
        assert "Traceback" not in shown


@terminals_only
def test_full_screen_on_a_terminal_writes_no_hostile_control_characters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    command = ("play", "--nickname", "fully", "--server")
    with _hostile_server() as address, terminal_session(*command, address) as session:
        shown = _read_until(session, f"{CORPUS[-1]} won.").decode(errors="replace")
        assert not [c for c in [*CONTROLS, *FORMATS] if f"Q@{c}" in shown and c != "\x1b"]
        assert "title\x07" not in shown
        assert "\x1b]8;;http" not in shown
        assert "Traceback" not in shown
