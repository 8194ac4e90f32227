import pytest

from client.model import Model
from client.tui.text import screen
from messages import IsTurnOfPlayer, Message, YourTurn
from messages.eriantys.actions import SelectSteps
from tests.client.games.eriantys.tables import full_view
from tests.harness.table_messages import table_messages

BEFORE = table_messages(full_view())


@pytest.mark.parametrize(
    ("messages", "line"),
    [
        (BEFORE[:1], "Choose a nickname"),
        (BEFORE[:3], "In the lobby"),
        (BEFORE[:4], "Waiting for the other players"),
        (BEFORE[:5], "Choose your wizard"),
        (BEFORE, "Waiting"),
        ([*BEFORE, IsTurnOfPlayer("bob")], "Waiting for bob"),
        ([*BEFORE, YourTurn(), SelectSteps(2)], "Your turn: Move mother nature 1 to 2 steps."),
    ],
)
def test_status_line_describes_phase_or_turn_in_80_columns(
    messages: list[Message], line: str
) -> None:
    model = Model()
    for message in messages:
        model.receive(message)
    assert screen.status_line(model).startswith(line)
    assert len(screen.status_line(model)) <= 80


def test_common_help_fits_80_columns() -> None:
    assert max(map(len, screen.COMMON_HELP)) <= 80


def test_unknown_command_is_quoted_without_control_characters() -> None:
    assert screen.unknown_command("\x1b[2J" + "x" * 99).isprintable()
