"""The replay of a match in full screen: the board after each step, and what happened in it."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from client.games.drawing import Size
from client.tui.replay_page import ReplayPosition, ReplayStep
from client.tui.screens.board import DrawingView
from client.tui.screens.looks import LooksApp
from client.tui.text.replay import KEYS

FORWARD = ("right", "space", "enter", "down", "n")
BACK = ("left", "backspace", "up", "p", "b")
PAGE = 10
"""Steps of a page key."""


class ReplayApp(LooksApp):
    """Shows one step at a time; keys go forward and back."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #title { text-style: bold; height: 1; }
    #board { height: 1fr; }
    #events { height: 5; overflow-y: auto; }
    #keys { dock: bottom; height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, "step(1)", show=False, priority=True) for key in FORWARD),
        *(Binding(key, "step(-1)", show=False, priority=True) for key in BACK),
        Binding("pagedown", f"step({PAGE})", show=False, priority=True),
        Binding("pageup", f"step({-PAGE})", show=False, priority=True),
        Binding("home", "step(-1000000)", show=False, priority=True),
        Binding("end", "step(1000000)", show=False, priority=True),
        Binding("q,escape,ctrl+c", "quit", show=False, priority=True),
    ]

    def __init__(self, steps: list[ReplayStep]) -> None:
        super().__init__()
        self.position = ReplayPosition(steps)

    def compose(self) -> ComposeResult:
        """Create the title, the board, the events and the line of keys."""
        yield Static(id="title", markup=False)
        yield DrawingView(id="board")
        yield Static(id="events", markup=False)
        yield Static(KEYS, id="keys", markup=False)

    def on_mount(self) -> None:
        """Show the first step as soon as the size of the board is known."""
        self.call_after_refresh(self._show)

    def on_resize(self) -> None:
        """Draw the board for the new size."""
        self.call_after_refresh(self._show)

    def action_step(self, steps: int) -> None:
        """Show the step so many further, or back with a negative number; stop at both ends."""
        self.position.move(steps)
        self._show()

    def _show(self) -> None:
        """Show the title, the board and the events of the current step."""
        position = self.position
        self.query_one("#title", Static).update(position.title)
        board = self.query_one("#board", DrawingView)
        board.show(position.draw_board(Size(*board.outer_size)))
        self.query_one("#events", Static).update("\n".join(position.events))
