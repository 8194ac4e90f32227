"""Test the screen with pages to read."""

import asyncio

import pytest
from textual.app import App

from client.tui.screens.board import DrawingView
from client.tui.screens.reader import ReaderScreen

PAGES = {"now": ["one"], "rules": [f"line {n}" for n in range(60)], "keys": ["three"]}


class ReaderApp(App[None]):
    CSS_PATH = "../../../../client/tui/screens/styles.tcss"


@pytest.mark.parametrize(
    ("keys", "page"),
    [
        ((), "rules"),
        (("right",), "keys"),
        (("tab", "tab"), "now"),
        (("left",), "now"),
        (("left", "left"), "keys"),
    ],
)
def test_arrows_and_tab_turn_the_pages(keys: tuple[str, ...], page: str) -> None:
    async def run() -> None:
        app = ReaderApp()
        async with app.run_test() as pilot:
            reader = ReaderScreen(PAGES, "rules")
            await app.push_screen(reader)
            await pilot.press(*keys)
            assert reader.page == page
            assert reader.text == "\n".join(PAGES[page])
            assert f"▶{page}◀" in reader.query_one("#reader-tabs", DrawingView).text

    asyncio.run(run())


@pytest.mark.parametrize("key", ["escape", "question_mark", "f1", "enter"])
def test_keys_close_the_pages(key: str) -> None:
    async def run() -> None:
        app = ReaderApp()
        async with app.run_test() as pilot:
            await app.push_screen(ReaderScreen(PAGES, "unknown"))
            await pilot.press(key)
            await pilot.pause()
            assert not isinstance(app.screen, ReaderScreen)

    asyncio.run(run())


def test_text_scrolls_a_click_on_a_name_opens_its_page_and_one_outside_closes_all() -> None:
    async def run() -> None:
        app = ReaderApp()
        async with app.run_test(size=(120, 30)) as pilot:
            reader = ReaderScreen(PAGES, "rules")
            await app.push_screen(reader)
            await pilot.press("down", "pagedown")
            await pilot.pause()
            assert reader.query_one("#reader-text").scroll_y == 11
            await pilot.click("#reader-tabs", offset=(2, 0))
            await pilot.pause()
            assert reader.page == "now"
            await pilot.click(offset=(0, 0))
            await pilot.pause()
            assert app.screen is not reader

    asyncio.run(run())
