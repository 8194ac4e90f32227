"""The full-screen client in a match of Eriantys with the drawing of ``drawn_board.py``."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from client.games.drawing import BoardDrawing, Zone
from client.tui import selection
from client.tui.screens.board import Board
from client.tui.screens.widgets import Menu
from messages import ServerMessage, YourTurn
from messages.eriantys.actions import MoveMotherNature, MoveStudent, SelectSteps, SelectStudent
from messages.registry import LegalActions
from tests.client.games.eriantys.tables import full_view
from tests.harness.drawn_board import DRAWING, drawn_with
from tests.harness.fake_connection import FakeServer
from tests.harness.screen import ScreenUser, is_main_screen, run_app
from tests.harness.table_messages import table_messages

STEPS = LegalActions((MoveMotherNature(1), MoveMotherNature(2)))
STUDENTS = LegalActions(
    (
        MoveStudent("SCHOOL", "RED"),
        MoveStudent("ISLAND", "RED", 3),
        MoveStudent("ISLAND", "BLUE", 3),
        MoveStudent("ISLAND", "BLUE", 4),
    )
)
PROMPTS: dict[LegalActions, ServerMessage] = {
    STEPS: SelectSteps(2),
    STUDENTS: SelectStudent(3, ("RED", "BLUE")),
}


class BoardUser(ScreenUser):
    """Points at zones of the board, and reads board and menu."""

    def __init__(self, user: ScreenUser, server: FakeServer) -> None:
        super().__init__(user.app, user.pilot)
        self.server = server

    @property
    def board(self) -> Board:
        return self.main.query_one(Board)

    def _offset(self, zone: Zone) -> tuple[int, int]:
        place = selection.positions(self.board.drawing)[zone]
        left, top = self.board.scroll_offset
        return round(place.x) - left, round(place.y) - top

    async def hover_zone(self, zone: Zone) -> None:
        await self.pilot.hover(Board, offset=self._offset(zone))

    async def click_zone(self, zone: Zone) -> None:
        await self.pilot.click(Board, offset=self._offset(zone))

    @property
    def highlighted(self) -> object:
        """The effect of the highlighted entry."""
        menu = self.main.query_one(Menu)
        return (
            self.main.entries[menu.highlighted].on_select if menu.highlighted is not None else None
        )

    @property
    def cursor(self) -> Zone | None:
        return self.board.marks.cursor

    @property
    def sent(self) -> list[object]:
        """The actions that were sent."""
        actions = (MoveMotherNature, MoveStudent)
        return [message for message in self.server.received if isinstance(message, actions)]


@asynccontextmanager
async def drawn_match(
    tmp_path: Path,
    actions: LegalActions = STEPS,
    size: tuple[int, int] = (80, 24),
    drawing: BoardDrawing | None = DRAWING,
    **settings: Any,
) -> AsyncIterator[BoardUser]:
    """Run the client in a match on the turn of the user, with these legal actions."""
    start = [*table_messages(full_view()), YourTurn(), PROMPTS[actions]]
    server = FakeServer(*start, actions=actions)
    settings = {"server": "x", "connect": server.connect, **settings}
    with drawn_with(drawing):
        async with run_app(tmp_path, size, **settings) as user:
            await user.wait_until(
                lambda: (
                    is_main_screen(user.app)
                    and bool(user.main.conversation.model.actions)
                    and not user.main._redraw_pending
                    and len(user.main.entries) >= 2
                )
            )
            yield BoardUser(user, server)
