"""The replay in full screen: keys go forward and back."""

import asyncio

from textual.widgets import Static

from client.tui.replay_page import ReplayStep
from client.tui.screens.board import DrawingView
from client.tui.screens.replay import PAGE, ReplayApp
from tests.client.games.eriantys.tables import full_view


def test_keys_show_other_steps_and_q_ends() -> None:
    async def run() -> None:
        steps = [ReplayStep((f"event {n}",), full_view(), ("ada", "bob")) for n in range(30)]
        app = ReplayApp(steps)

        def text(selector: str) -> str:
            return str(app.query_one(selector, Static).content)

        async with app.run_test(size=(80, 24)) as pilot:
            for key, index in (
                ("right", 1),
                ("space", 2),
                ("left", 1),
                ("pagedown", 1 + PAGE),
                ("end", 29),
                ("right", 29),
                ("home", 0),
            ):
                await pilot.press(key)
                assert text("#title") == f"Replay: step {index + 1} of 30"
                assert text("#events") == f"event {index}"
            board = app.query_one(DrawingView).text
            assert "ada" in board
            assert "╭" in board
            await pilot.press("q")
        assert app.return_code == 0

    asyncio.run(run())
