"""Test the widgets that show drawings, in an application of their own."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.pilot import Pilot

from client.games.drawing import Drawing, Marks, Span
from client.tui.screens.board import Board, Overlay
from client.tui.themes import DARK

DRAWING: Drawing = [
    (
        Span("日", "text", ("a",)),
        Span("R2", "chip:red", ("b",)),
        Span("  "),
        Span("x", zone=("c",)),
    ),
    (Span("second"),),
    (Span("third", "muted", ("d",)),),
]


class BoardApp(App[None]):
    """A board; it records the zones that are pointed at and chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[str] = []

    def compose(self) -> ComposeResult:
        yield Board()
        yield Overlay()

    def on_board_pointed(self, event: Board.Pointed) -> None:
        self.events.append(f"pointed {event.zone[0]}")

    def on_board_chosen(self, event: Board.Chosen) -> None:
        self.events.append(f"chose {event.zone[0]} {event.is_final}")

    def on_board_scrolled(self, event: Board.Scrolled) -> None:
        self.events.append(f"scrolled {event.direction}")

    def on_overlay_closed(self) -> None:
        self.events.append("closed")


@asynccontextmanager
async def run_board() -> AsyncIterator[tuple[BoardApp, "Pilot[None]", Board]]:
    app = BoardApp()
    async with app.run_test(size=(40, 10)) as pilot:
        app.query_one(Overlay).display = False
        board = app.query_one(Board)
        board.show_marked(DRAWING, Marks(legal=frozenset({("a",), ("d",)}), cursor=("a",)))
        await pilot.pause()
        yield app, pilot, board


def test_line_is_drawn_with_the_colours_of_its_roles_and_filled_to_the_width() -> None:
    async def run() -> None:
        async with run_board() as (_, _, board):
            strip = board.render_line(0)
            assert strip.text.rstrip() == "日R2  x"
            assert strip.cell_length == board.size.width
            chip = next(s for s in strip if s.text == "R2")
            assert chip.style is not None
            assert chip.style.bgcolor is not None
            assert chip.style.bgcolor.name == "#c8372e"
            last = list(strip)[-1]
            assert last.style is not None
            assert last.style.bgcolor is not None
            assert last.style.bgcolor.name == DARK.background
            assert board.text.splitlines()[1] == "second"

    asyncio.run(run())


def test_only_changed_lines_are_refreshed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with run_board() as (_, _, board):
            refreshed: list[Region] = []

            def refresh(*regions: Region, **more: object) -> Board:
                refreshed.extend(regions)
                return board

            monkeypatch.setattr(board, "refresh", refresh)
            board.show([DRAWING[0], (Span("SECOND"),), DRAWING[2]])
            assert [region.y for region in refreshed] == [1]
            refreshed.clear()
            board.show(board.drawing)
            assert refreshed == []

    asyncio.run(run())


def test_mouse_points_at_zones_and_chooses_them_by_coordinates() -> None:
    async def run() -> None:
        async with run_board() as (app, pilot, _):
            await pilot.hover(Board, offset=(1, 0))
            await pilot.hover(Board, offset=(2, 0))
            await pilot.hover(Board, offset=(3, 0))
            await pilot.hover(Board, offset=(4, 0))
            await pilot.click(Board, offset=(6, 0))
            await pilot.click(Board, offset=(3, 1))
            await pilot.pause()
            assert app.events == ["pointed a", "pointed b", "chose c False"]

    asyncio.run(run())


def test_arrows_point_at_legal_zones_and_enter_takes_the_cursor() -> None:
    async def run() -> None:
        async with run_board() as (app, pilot, board):
            board.focus()
            await pilot.press("down", "up", "enter")
            await pilot.pause()
            assert app.events == ["pointed d", "pointed a", "chose a True"]

    asyncio.run(run())


def test_terminal_cursor_follows_the_cursor_of_a_focused_board() -> None:
    async def run() -> None:
        async with run_board() as (app, pilot, board):
            board.focus()
            await pilot.pause()
            board.show_marked(DRAWING, Marks(cursor=("d",)))
            assert app.cursor_position.y == board.content_region.y + 2

    asyncio.run(run())


def test_overlay_is_centred_and_closed_by_any_key() -> None:
    async def run() -> None:
        async with run_board() as (app, pilot, _):
            overlay = app.query_one(Overlay)
            overlay.open([(Span("scores"),)], 3600.0)
            await pilot.pause()
            assert overlay.has_focus
            await pilot.press("x")
            await pilot.pause()
            assert not overlay.display
            overlay.close()
            await pilot.pause()
            assert app.events == ["closed"]

    asyncio.run(run())
