"""Test the panels beside the board."""

import asyncio
from pathlib import Path

from client.games.eriantys.text import TEXT
from client.tui.screens.panels import Panels
from messages import ChatMessage
from messages.eriantys.actions import SelectSteps
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
