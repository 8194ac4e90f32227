"""Test the help page: the text is built for its width, and a key closes it."""

import asyncio

from textual.app import App

from client.tui.screens.dialogs import FRAME_WIDTH, HelpScreen


def test_help_gets_the_width_of_the_screen_and_escape_closes_it() -> None:
    widths = []

    def lines(width: int) -> list[str]:
        widths.append(width)
        return ["one line"]

    async def run() -> None:
        app = App[None]()
        async with app.run_test(size=(80, 24)) as pilot:
            await app.push_screen(HelpScreen(lines))
            assert widths == [80 - FRAME_WIDTH]
            await pilot.press("escape")
            assert not isinstance(app.screen, HelpScreen)

    asyncio.run(run())
