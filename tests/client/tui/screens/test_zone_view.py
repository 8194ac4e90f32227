"""Test the widget that shows a drawing with zones."""

import asyncio

from textual.app import App, ComposeResult

from client.games.drawing import Span
from client.tui.screens.zone_view import ZoneView, to_text


class Example(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.clicked: list[tuple[str, ...]] = []

    def compose(self) -> ComposeResult:
        yield ZoneView(id="view")

    def on_mount(self) -> None:
        self.query_one(ZoneView).show([(Span("abc"), Span("def", "accent", ("seat", "1")))])

    def on_zone_view_clicked(self, event: ZoneView.Clicked) -> None:
        self.clicked.append(event.zone)


def test_click_posts_the_zone_under_the_mouse_and_nothing_beside_it() -> None:
    async def run() -> None:
        app = Example()
        async with app.run_test() as pilot:
            await pilot.click(ZoneView, offset=(1, 0))
            await pilot.click(ZoneView, offset=(4, 0))
            assert app.clicked == [("seat", "1")]

    asyncio.run(run())


def test_text_has_one_line_for_each_line_of_the_drawing() -> None:
    assert to_text([(Span("a"), Span("b", "muted")), ()], "dark").plain == "ab\n"
