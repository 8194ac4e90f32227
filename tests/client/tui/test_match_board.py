"""Test the board of a match with failing drawings, its title and the recap."""

from dataclasses import replace
from typing import Any

import pytest

from client.games.drawing import BoardDrawing, Line, Size, Span, to_text, width
from client.tui.match_board import game_heading, recap_line
from games.registry import GAMES
from games.rng import Rng
from messages import IsTurnOfPlayer, PlayerStatus, TurnReminder, YourTurn
from messages.eriantys.actions import MoveMotherNature, SelectSteps, SelectStudent
from messages.eriantys.table import MotherNatureMoved
from messages.registry import LegalActions, UpdateMessage
from tests.harness.conversation import body, seated, title
from tests.harness.drawn_board import DRAWING, drawn_with

STEPS = LegalActions((MoveMotherNature(1), MoveMotherNature(2)))


def test_title_names_a_player_who_lost_the_connection() -> None:
    conversation = seated(YourTurn(), PlayerStatus("bob", "absent"))
    assert "bob lost the connection" in title(conversation, Size(120, 17))


def test_title_ends_with_the_countdown_and_fits_the_columns() -> None:
    conversation = seated(YourTurn(), SelectStudent(3, ("RED",)), TurnReminder(75))
    for columns in (60, 80, 120):
        shown = conversation.page(Size(columns, 17)).title
        assert not isinstance(shown, str)
        assert width(shown) == columns
        assert to_text([shown])[0].endswith("round 4 · 1:15")
    assert " ▶ YOURS " in title(conversation, Size(60, 15))


@pytest.mark.parametrize(
    ("game", "narrow", "wide"),
    [
        ("rummy500", "RUMMY 500", "RUMMY 500"),
        ("shelfie", "MY SHELFIE", "MY SHELFIE"),
        ("codex", "CODEX", "CODEX NATURALIS"),
    ],
)
def test_heading_is_the_title_of_the_game_not_its_name_on_the_wire(
    game: str, narrow: str, wide: str
) -> None:
    rules = GAMES[game]
    view = rules.view(rules.start(2, rules.options(False, {}), Rng(bytes(16))).state, 0)
    assert (game_heading(view, 80), game_heading(view, 116)) == (narrow, wide)


@pytest.mark.usefixtures("undrawn")
def test_recap_of_a_game_without_a_drawing_has_the_sentences_of_the_log() -> None:
    conversation = seated(YourTurn(), IsTurnOfPlayer("bob"))
    conversation.receive(UpdateMessage(MotherNatureMoved(2, 8), seq=11), YourTurn())
    assert "Mother nature" in to_text(conversation.match_page().recap)[0]


def test_recap_line_keeps_the_last_parts_that_fit() -> None:
    parts: list[Line] = [(Span(f"part {n}"),) for n in range(3)]
    assert to_text([recap_line(parts, 80)]) == ["✦ since your turn: part 0 · part 1 · part 2"]
    assert to_text([recap_line(parts, 40)]) == ["✦ since your turn: … part 1 · part 2"]
    assert recap_line([], 80) == ()
    assert width(recap_line([(Span("x" * 99),)], 60)) == 60


def _fail(*args: Any) -> Any:
    raise KeyError("x")


@pytest.mark.parametrize("name", ["draw", "zones", "preview", "changed", "recap", "summary"])
def test_failing_function_of_a_drawing_is_replaced_and_logged_once(name: str) -> None:
    functions: dict[str, Any] = {name: _fail}
    broken: BoardDrawing = replace(DRAWING, **functions)
    with drawn_with(broken):
        conversation = seated(YourTurn(), SelectSteps(2), STEPS, IsTurnOfPlayer("bob"))
        conversation.receive(UpdateMessage(MotherNatureMoved(5, 8), seq=11), YourTurn())
        conversation.receive(SelectSteps(2), STEPS)
        for _ in range(2):
            page = conversation.match_page()
        assert len(page.page.entries) >= 2
        failures = [line for line in conversation.log.texts if "could not be drawn" in line]
        assert len(failures) == 1
        assert len(page.page.body) > 3


def test_drawing_with_an_unknown_role_is_shown_as_text() -> None:
    broken = replace(DRAWING, draw=lambda *args: [(Span("x", "chip:mauve"),)])
    with drawn_with(broken):
        assert any("ada (you)" in line for line in body(seated()))


def test_control_characters_of_a_drawing_are_made_visible() -> None:
    hostile = replace(DRAWING, draw=lambda *args: [(Span("a\x1b[2Jb"),)])
    with drawn_with(hostile):
        assert "\x1b" not in body(seated())[0]
