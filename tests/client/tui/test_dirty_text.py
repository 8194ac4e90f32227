"""The corpus on a real screen, from a server that cleans nothing: the client is safe by itself."""

import asyncio
import os
import re
import select
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from client.games.registry import ui_of
from client.tui import display
from client.tui.pages import build_help
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


def _said(nasty: str) -> list[ServerMessage]:
    """Everything that can carry what another player wrote, as far as it can travel."""
    return hostile_messages(nasty.encode("utf-8", "ignore").decode()[:64])


_COLORS = re.compile(r"\x1b\[(?:[0-9]+;)?[0-9]+m")
"""A board may have colours of its own; no name may bring any."""
LAST = "That was all of it."
FRAMES = b"".join(
    frame(encode(message))
    for message in [
        RequestNickname(),
        *(message for nasty in CORPUS for message in _said(nasty)),
        GenericMessage(LAST),
    ]
)


@contextmanager
def _dirty_server() -> Iterator[str]:
    """Says everything to whoever comes, in a thread of its own."""
    loop = asyncio.new_event_loop()

    async def conversation(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(FRAMES)
        with suppress(ConnectionError):
            await reader.read()
        writer.close()

    server = loop.run_until_complete(asyncio.start_server(conversation, "127.0.0.1", 0))
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


def _raw(session: TerminalSession, last: str = LAST) -> bytes:
    """All bytes up to the last line, as they came."""
    data = b""
    while last.encode() not in data:
        assert select.select([session._reading], [], [], GIVE_UP_SECONDS)[0], "nothing more comes"
        part = os.read(session._reading, 65536)
        assert part, "the client ended too early"
        data += part
    return data


def test_no_page_of_the_full_screen_has_any_of_it() -> None:
    for nasty in CORPUS:
        conversation = ConversationHarness()
        conversation.receive(*table_messages()[:2])
        for message in hostile_messages(nasty.encode("utf-8", "ignore").decode()):
            conversation.receive(message)
            shown = _everything(conversation)
            assert control_characters(shown) == []
            assert "\u0301" * 5 not in shown


def _everything(conversation: ConversationHarness) -> str:
    """All that the screen would show."""
    page = conversation.page()
    body = [_COLORS.sub("", line) for line in page.body]
    entries = [f"{entry.label} {entry.disabled_reason}" for entry in page.entries]
    said = (
        *conversation.log,
        *conversation.chat,
        *conversation.notices,
        screen.side_title(conversation.chat_open, conversation.unread),
        *conversation.client.completions(""),
    )
    return "\n".join([page.title, *body, *entries, *said, *build_help(conversation.model, 80)])


LINES = ("board zzz", "show zzz", "stats", "online", "swap zzz", "zzz")
"""What a person may type; each answer may name somebody."""


def test_no_answer_to_a_typed_line_has_any_of_it() -> None:
    for nasty in CORPUS:
        evil = nasty.encode("utf-8", "ignore").decode()
        table = PlayersInfo(("ada", evil, f"{evil}2"), 3)
        conversation = ConversationHarness()
        conversation.receive(
            *table_messages()[:2], table, GameView(uno_view(("RED 7",))), YourTurn()
        )
        conversation.receive(
            SelectUnoSwap("RED 7", (1, 2)), LegalActions((SwapUnoHands(1), SwapUnoHands(2)))
        )
        assert control_characters(_everything(conversation)) == []
        for line in (*LINES, f"board {nasty}", nasty):
            conversation.type_line(line)
        assert control_characters(_everything(conversation)) == []


@pytest.mark.parametrize("game", GAMES)
def test_no_board_has_any_of_it(game: str) -> None:
    rules = GAMES[game]
    players = rules.seats[0]
    state = rules.start(players, rules.options(False, {}), Rng(bytes(16))).state
    for nasty in CORPUS:
        names = (nasty.encode("utf-8", "ignore").decode(),) * players
        for seat in (0, None):
            view = rules.view(state, seat)
            shown = [*display.render(view, names), *display.render_to_fit(view, names, 120, 40)]
            shown += [line for part in ui_of(view).parts.values() for line in part(view, names)]
            assert control_characters(_COLORS.sub("", "\n".join(shown))) == []


def test_on_a_pipe_not_one_control_byte_comes_through() -> None:
    with (
        _dirty_server() as address,
        piped_session("play", "--plain", "--server", address) as session,
    ):
        shown = _raw(session).decode()
        assert control_characters(shown) == []
        assert shown.count("Q@") > 500
        assert "Traceback" not in shown


@terminals_only
def test_on_a_terminal_nothing_of_it_is_obeyed() -> None:
    command = ("play", "--plain", "--server")
    with _dirty_server() as address, terminal_session(*command, address) as session:
        shown = _raw(session).decode(errors="replace")
        assert shown.count("Q@") > 500
        assert not [c for c in [*CONTROLS, *FORMATS] if c != "\r" and f"Q@{c}" in shown]
        assert "title\x07" not in shown
        assert "\x1b[2JQ" not in shown
        assert "Traceback" not in shown


@terminals_only
def test_on_the_full_screen_nothing_of_it_is_obeyed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    command = ("play", "--nickname", "fully", "--server")
    with _dirty_server() as address, terminal_session(*command, address) as session:
        shown = _raw(session, f"{CORPUS[-1]} won.").decode(errors="replace")
        assert not [c for c in [*CONTROLS, *FORMATS] if f"Q@{c}" in shown and c != "\x1b"]
        assert "title\x07" not in shown
        assert "\x1b]8;;http" not in shown
        assert "Traceback" not in shown
