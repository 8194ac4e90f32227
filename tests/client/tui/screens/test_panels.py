"""Test the panels beside the board."""

import asyncio
from pathlib import Path

from rich.text import Text

from client.games.eriantys.text import TEXT
from client.tui.screens.panels import Panels
from client.tui.screens.widgets import LogView
from client.tui.themes import style_of
from messages import ChatMessage
from messages.eriantys.actions import SelectSteps
from messages.eriantys.table import StudentMoved
from messages.registry import UpdateMessage
from tests.harness.drawn_screen import drawn_match


def test_large_window_shows_the_rules_of_the_moment_and_the_chat_beside_the_log(
    tmp_path: Path,
) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path, size=(200, 60)) as user:
            user.server.push(ChatMessage("bob", "hello"))
            await user.wait_until(lambda: "[bob] hello" in user.text("#chat"))
            rules = " ".join(TEXT.prompt_rules[SelectSteps])
            assert user.text("#moment").rstrip() == rules, "wrapped by the panel only"

    asyncio.run(run())


def test_same_text_is_not_drawn_again(tmp_path: Path) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            panels = user.main.query_one(Panels)
            drawn: list[str] = []
            panels.query_one = lambda selector, *more: drawn.append(selector)  # type: ignore[method-assign,assignment]
            panels.show(user.main.conversation, user.main._page.recap)
            assert drawn == []

    asyncio.run(run())


def test_words_of_the_log_have_the_colours_that_the_game_gives_them(tmp_path: Path) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            moved = StudentMoved(1, "RED", "ENTRANCE", "ISLAND", 3)
            chat = ChatMessage("bob", "a red student is only red if a game says so")
            user.server.push(chat, UpdateMessage(moved, seq=11))
            await user.wait_until(lambda: "moved a red student" in user.text("#lines"))
            content = user.main.query_one("#lines", LogView).content
            assert isinstance(content, Text)
            red = style_of("dark", "ink:red")
            colored = [content.plain[s.start : s.end] for s in content.spans if s.style == red]
            assert colored == ["red"], "only the word of the change"

    asyncio.run(run())
