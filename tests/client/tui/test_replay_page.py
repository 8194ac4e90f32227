"""The position in a replay, and the texts of its steps."""

from dataclasses import replace

import pytest

from client.games.drawing import Marks, Size, to_text
from client.games.registry import ui_of
from client.tui import display, replay_page
from client.tui.replay_page import ReplayPosition, ReplayStep
from client.tui.text.replay import BEFORE_START
from tests.client.games.eriantys.tables import full_view

NAMES = ("ada", "bob")
SIZE = Size(80, 17)


@pytest.fixture
def position() -> ReplayPosition:
    steps = [ReplayStep((f"step {n}",), None, ()) for n in range(4)]
    return ReplayPosition(steps)


@pytest.mark.parametrize(
    ("moves", "index"), [((1,), 1), ((-1,), 0), ((1, 1, -1), 1), ((10,), 3), ((10, -10), 0)]
)
def test_position_moves_and_stops_at_both_ends(
    position: ReplayPosition, moves: tuple[int, ...], index: int
) -> None:
    for move in moves:
        position.move(move)
    assert position.index == index
    assert position.title == f"Replay: step {index + 1} of 4"
    assert position.events == [f"step {index}"]


def test_board_is_drawn_only_if_there_is_a_view(position: ReplayPosition) -> None:
    assert to_text(position.draw_board(SIZE)) == [BEFORE_START]
    view = full_view()
    drawing = ui_of(view).drawing
    assert drawing is not None
    with_board = ReplayPosition([ReplayStep(("ada moves",), view, NAMES)])
    assert with_board.draw_board(SIZE) == drawing.draw(view, NAMES, SIZE, Marks())


def test_game_without_a_drawing_is_shown_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    view = full_view()
    text_only = replace(ui_of(view), drawing=None)
    monkeypatch.setattr(replay_page, "ui_of", lambda view: text_only)
    position = ReplayPosition([ReplayStep(("ada moves",), view, NAMES)])
    assert to_text(position.draw_board(SIZE)) == display.render(view, NAMES)


def test_events_leave_out_the_board_of_a_narration() -> None:
    view = full_view()
    lines = ("ada moves", "", *display.render(view, NAMES))
    assert ReplayPosition([ReplayStep(lines, view, NAMES)]).events == ["ada moves"]
