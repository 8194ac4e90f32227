"""Test the scores, the chart, the highlights and the last move of the result page."""

from dataclasses import replace

import pytest

from client.games import registry
from client.games.base import GameUI
from client.games.drawing import Drawing, block_width, to_text
from client.games.highlights import Standing
from client.tui.match_record import Sample
from client.tui.result_drawing import (
    draw_chart,
    draw_highlights,
    draw_last_move,
    draw_scores,
    draw_story,
    list_highlights,
    sparkline,
)
from messages import FinalScores, YourTurn
from messages.eriantys.table import MotherNatureMoved
from messages.registry import UpdateMessage
from tests.harness.conversation import ConversationHarness, seated

RESULT = FinalScores(("bob",), {"ada": 3, "bob": 8}, "no towers are left")


def text(drawing: Drawing) -> str:
    return "\n".join(to_text(drawing))


def finished(*samples: tuple[int, int]) -> ConversationHarness:
    """Return a conversation after a match with these scores of ada and bob by round."""
    conversation = seated(RESULT)
    conversation.record.is_complete = True
    conversation.record.samples = [
        Sample(number, (Standing((0,), ada), Standing((1,), bob)))
        for number, (ada, bob) in enumerate(samples, start=1)
    ]
    return conversation


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replace the highlights of Eriantys by a list that a test can change."""
    sentences: list[str] = []
    ui: GameUI = replace(
        registry.ui("eriantys"), highlights=lambda view, who, changes: list(sentences)
    )
    monkeypatch.setattr("client.tui.result_drawing.ui_of", lambda message: ui)
    return sentences


def test_sparkline_has_a_level_for_each_value() -> None:
    assert sparkline([0, 4, 8], 0, 8) == "▁▅█"
    assert sparkline([-20, 0, 20], -20, 20) == "▁▅█"
    assert sparkline([5, 5], 5, 5) == "▁▁"


def test_chart_has_a_row_for_each_player_with_the_last_score() -> None:
    lines = to_text(draw_chart(finished((0, 0), (1, 2), (3, 8))))
    assert lines[0] == "  TOWERS ROUND BY ROUND"
    assert lines[1].split()[0::2] == ["ada", "3"]
    assert lines[2].split()[0::2] == ["bob", "8"]
    assert lines[2].split()[1] == "▁" * 7 + "▃" * 7 + "█" * 7


def test_long_match_is_drawn_in_the_same_width() -> None:
    conversation = finished(*((n, 2 * n) for n in range(100)))
    bars = to_text(draw_chart(conversation))[2].split()[1]
    assert len(bars) == 22
    assert (bars[0], bars[-1]) == ("▁", "█")


def test_short_or_incomplete_match_has_no_chart() -> None:
    assert draw_chart(finished((0, 0), (1, 2))) == []
    conversation = finished((0, 0), (1, 2), (3, 8))
    conversation.record.is_complete = False
    assert draw_chart(conversation) == []


def test_thinking_times_are_shown_only_of_a_complete_record() -> None:
    conversation = finished()
    conversation.record.thinking = {"ada": 540.0, "bob": 45.0}
    shown = text(draw_scores(conversation))
    assert "thinking" in shown
    assert "9 min" in shown
    assert "45 s" in shown
    conversation.record.is_complete = False
    assert "thinking" not in text(draw_scores(conversation))


def test_last_move_is_the_recap_of_the_last_turn() -> None:
    conversation = seated(YourTurn(), UpdateMessage(MotherNatureMoved(2, 8), seq=11), RESULT)
    lines = to_text(draw_last_move(conversation))
    assert lines[0] == "  THE LAST MOVE"
    assert "▲+2" in lines[1]
    assert draw_last_move(seated(RESULT)) == []


def test_highlights_are_at_most_four_with_the_longest_turn_last(told: list[str]) -> None:
    conversation = finished()
    assert list_highlights(conversation) == []
    told += [f"Fact {n}." for n in range(9)]
    assert list_highlights(conversation) == [f"Fact {n}." for n in range(4)]
    conversation.record.longest_turn = ("ada", 130.0)
    assert list_highlights(conversation)[2:] == [
        "Fact 2.",
        "The longest turn: you, 2 min 10 s.",
    ]
    conversation.record.is_complete = False
    assert list_highlights(conversation) == []


def test_highlights_are_wrapped_and_cannot_control_the_terminal(told: list[str]) -> None:
    told.append("A sentence with \x1b[2J that is much longer than the columns beside the chart.")
    drawing = draw_highlights(finished(), 36)
    assert block_width(drawing) <= 36
    assert len(drawing) > 2
    assert "\x1b" not in text(drawing)


def test_failing_highlights_of_a_game_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> list[str]:
        raise ValueError

    ui = replace(registry.ui("eriantys"), highlights=fail)
    monkeypatch.setattr("client.tui.result_drawing.ui_of", lambda message: ui)
    conversation = finished()
    assert list_highlights(conversation) == []
    assert "could not be drawn" in conversation.log.texts[-1]


@pytest.mark.parametrize("columns", [80, 120])
def test_chart_and_highlights_stand_side_by_side(columns: int, told: list[str]) -> None:
    told.append("Round 6: you united 4 islands.")
    drawing = draw_story(finished((0, 0), (1, 2), (3, 8)), columns)
    assert block_width(drawing) <= columns
    first = to_text(drawing)[1]
    assert "TOWERS ROUND BY ROUND" in first
    assert "HIGHLIGHTS" in first
    told.clear()
    assert "HIGHLIGHTS" not in text(draw_story(finished((0, 0), (1, 2), (3, 8)), columns))
    assert draw_story(finished(), columns) == []
