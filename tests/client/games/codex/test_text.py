"""The text of every Codex Naturalis change, prompt and card."""

import pytest

from client.games.codex.text import TEXT, card_line, symbols_text
from client.tui.text.messages import prompt_text
from messages import Change, ServerMessage
from messages.base import members
from messages.codex.actions import (
    CodexPrompt,
    SelectCodexCard,
    SelectCodexColor,
    SelectCodexDraw,
    SelectCodexObjective,
    SelectCodexStarter,
)
from messages.codex.cards import CODEX_CARDS, CODEX_OBJECTIVES
from messages.codex.table import (
    CodexAdditionalTurn,
    CodexCardDrawn,
    CodexCardPlaced,
    CodexChange,
    CodexColorChosen,
    CodexDeck,
    CodexEndTriggered,
    CodexGameEnded,
    CodexObjectiveChosen,
    CodexObjectivesScored,
    CodexSeatGone,
    CodexStarterPlaced,
    CodexStepStarted,
    CodexTurnSkipped,
)
from tests.harness.sentences import colored_words, sentence_of

DECKS = CodexDeck(3, "PLANT"), CodexDeck(0)
SENTENCES = [
    (CodexStarterPlaced(0, "FRONT"), "You laid the starter front up."),
    (CodexColorChosen(1, "RED"), "bob took red."),
    (CodexObjectiveChosen(0, "O05"), "You kept a secret objective O05."),
    (CodexObjectiveChosen(1), "bob kept a secret objective."),
    (
        CodexCardPlaced(1, "G02", "FRONT", 2, -2, 3),
        "bob placed G02 front up at (2, -2) for 3 points.",
    ),
    (CodexCardPlaced(0, "R02", "BACK", 1, 1), "You placed R02 back up at (1, 1)."),
    (
        CodexCardDrawn(1, "SLOT_1", "RESOURCE FUNGI", *DECKS, "R09", "R01"),
        "bob drew R01 fungi  [F./Fx]. R09 took its place.",
    ),
    (CodexCardDrawn(1, "GOLD", "GOLD FUNGI", *DECKS), "bob drew a card from the gold deck."),
    (
        CodexCardDrawn(0, "RESOURCE", "RESOURCE FUNGI", *DECKS, "", "R01"),
        "You drew R01 fungi  [F./Fx] from the resource deck.",
    ),
    (
        CodexEndTriggered("POINTS"),
        "The end is near: 20 points are reached. After this round everybody has one more turn.",
    ),
    (
        CodexEndTriggered("DECKS"),
        "The end is near: the decks are empty. After this round everybody has one more turn.",
    ),
    (CodexTurnSkipped(1, "BLOCKED"), "bob had no open spot and lost the turn."),
    (CodexTurnSkipped(0, "TIMEOUT"), "You took too long and lost the turn."),
    (CodexAdditionalTurn(), "--- The additional turn: one more card for everybody."),
    (CodexStepStarted(0, "PLACE", 2), ""),
    (CodexSeatGone(1), "bob left the match for good."),
    (CodexObjectivesScored(1, (2, 0, 3)), "bob got 5 points for objectives (2 + 0 + 3)."),
    (CodexGameEnded((0,), "Done."), "The match is over: Done."),
]


def who(seat: int) -> str:
    return ("You", "bob")[seat]


@pytest.mark.parametrize(("change", "sentence"), SENTENCES)
def test_change_is_described_by_its_sentence_or_not_at_all(change: Change, sentence: str) -> None:
    assert sentence_of(change, who) == sentence


def test_every_change_has_text_and_a_test_case_and_every_prompt_has_text() -> None:
    assert {type(change) for change, _ in SENTENCES} == set(CodexChange.__args__)
    assert set(members(CodexChange)) <= set(TEXT.changes)
    assert set(members(CodexPrompt)) <= set(TEXT.prompts)


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        (SelectCodexStarter("S01"), "Which side"),
        (SelectCodexColor(("RED", "BLUE")), "red, blue"),
        (SelectCodexObjective(("O01", "O02")), "Which objective"),
        (SelectCodexCard((), ()), "Place a card"),
        (SelectCodexDraw(()), "Draw a card"),
    ],
)
def test_prompt_text_says_what_to_decide(prompt: ServerMessage, text: str) -> None:
    assert text in prompt_text(prompt)


@pytest.mark.parametrize(
    ("card", "line"),
    [
        ("R01", "R01 fungi  [F./Fx]"),
        ("R40", "R40 insect [xI/..] 1 point"),
        ("G02", "G02 fungi  [.K/x.] 1 per inkwell if F2 P1"),
        ("G16", "G16 plant  [.x/..] 2 per corner if F1 P3"),
        ("G20", "G20 plant  [../xx] 5 points if P5"),
        ("S01", "S01 starter  front [FP/IA]  back [.P/I.] with I in the centre"),
        ("O01", "O01 2 per three fungi in a line rising to the right"),
        ("O02", "O02 2 per three plant in a line falling to the right"),
        ("O05", "O05 3 per two fungi in a column, plant below right"),
        ("O06", "O06 3 per two plant in a column, insect below left"),
        ("O07", "O07 3 per two animal in a column, fungi above right"),
        ("O08", "O08 3 per two insect in a column, animal above left"),
        ("O13", "O13 3 per set of Q1 K1 M1"),
        ("", "empty"),
        ("\x1b[2JR99", "[2JR99"),
    ],
)
def test_card_or_objective_is_described_in_one_line_without_control_characters(
    card: str, line: str
) -> None:
    assert card_line(card) == line


def test_every_card_and_objective_line_fits_68_columns() -> None:
    for card in (*CODEX_CARDS, *CODEX_OBJECTIVES):
        assert len(card_line(card)) <= 68


def test_symbol_counts_omit_zeros_and_are_a_dash_if_all_are_zero() -> None:
    assert symbols_text((2, 0, 1, 0, 0, 3, 0)) == "F2 A1 K3"
    assert symbols_text((0,) * 7) == "-"


def test_card_in_the_log_of_the_screen_is_its_kind_in_the_colour_of_its_kingdom() -> None:
    placed = CodexCardPlaced(1, "G02", "FRONT", 2, -2, 3)
    assert colored_words(placed, who) == [("a gold fungi card", "ink:red")]
    assert colored_words(CodexColorChosen(1, "YELLOW"), who) == [("yellow", "ink:yellow")]
    assert colored_words(CodexCardPlaced(1, "X99", "FRONT", 0, 2, 0), who) == []
