"""The position in a replay, and the texts of its steps."""

import pytest

from client.tui.replay_page import ReplayPosition, ReplayStep
from client.tui.text.replay import BEFORE_START
from tests.client.games.eriantys.tables import full_view

NAMES = ("ada", "bob")


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


def test_board_is_shown_once_and_only_if_there_is_a_view(position: ReplayPosition) -> None:
    assert position.board == [BEFORE_START]
    with_board = ReplayPosition([ReplayStep(("", "ada moves"), full_view(), NAMES)])
    step = with_board.steps[0]
    narrated = ReplayPosition([step._replace(lines=("ada moves", "", *with_board.board))])
    assert any("ada" in line for line in with_board.board)
    assert narrated.events == ["ada moves"]
