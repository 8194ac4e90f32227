"""The text of every UNO change, prompt and card."""

import pytest

from client.games.uno.text import TEXT, card_name
from client.tui.text.messages import prompt_text
from messages import Change, ServerMessage
from messages.base import members
from messages.uno.actions import (
    SelectDrawnUnoCard,
    SelectUnoCard,
    SelectUnoChallenge,
    SelectUnoColor,
    SelectUnoInterrupt,
    SelectUnoSwap,
    UnoPrompt,
)
from messages.uno.table import (
    UnoCardPlayed,
    UnoCardsDrawn,
    UnoChallenged,
    UnoChange,
    UnoColorNamed,
    UnoDirectionChanged,
    UnoGameEnded,
    UnoHandsPassed,
    UnoHandsSwapped,
    UnoHandTaken,
    UnoPileReshuffled,
    UnoRoundEnded,
    UnoRoundStarted,
    UnoSaid,
    UnoSeatGone,
    UnoStepStarted,
    UnoTurnLost,
)
from tests.harness.sentences import colored_words, sentence_of

SENTENCES = [
    (UnoRoundStarted(3, 1, "RED 5", 7, 86), "--- Round 3: bob dealt 7 cards each; red 5 is up."),
    (UnoHandTaken(0, ("RED 5", "WILD WILD")), "Your hand: red 5, wild."),
    (UnoHandTaken(1, ("RED 5",)), ""),
    (UnoCardPlayed(1, "RED DRAW_2"), "bob played red draw 2."),
    (UnoCardPlayed(0, "BLUE WILD"), "You played wild."),
    (UnoCardPlayed(1, "RED 7", jumped=True), "bob jumped in with red 7."),
    (UnoHandsSwapped(1, 0), "bob swapped hands with you."),
    (UnoHandsPassed(1, True), "Every hand went one seat down the list."),
    (UnoHandsPassed(1, False), "Every hand went one seat up the list."),
    (UnoColorNamed(0, "BLUE"), "You named blue."),
    (UnoDirectionChanged(False), "Play goes up the list now."),
    (UnoCardsDrawn(1, 1, "CHOICE"), "bob drew a card."),
    (UnoCardsDrawn(1, 4, "PENALTY"), "bob drew 4 cards."),
    (UnoCardsDrawn(1, 1, "CHOICE", ("RED 5",)), "bob drew a card."),
    (UnoCardsDrawn(0, 2, "PENALTY", ("RED 5", "WILD WILD")), "You drew red 5, wild."),
    (UnoCardsDrawn(1, 2, "MISSED_UNO"), "bob did not say UNO in time and drew 2 cards."),
    (UnoPileReshuffled(40), "The discards were shuffled: 40 cards can be drawn again."),
    (UnoTurnLost(1, "SKIP"), "bob lost the turn."),
    (UnoTurnLost(0, "TIMEOUT"), "You took too long and lost the turn."),
    (
        UnoChallenged(0, 1, True),
        "You challenged the draw 4 of bob: a card of the colour was there.",
    ),
    (UnoChallenged(1, 0, False), "bob challenged the draw 4 of you: it was fair."),
    (UnoSaid(1), "bob said UNO."),
    (UnoStepStarted(1, "PLAY"), ""),
    (UnoSeatGone(1, "LEFT", 50), "bob left the match for good; the cards are in the draw pile."),
    (UnoSeatGone(1, "IDLE", 50), "bob missed too many turns; the cards are in the draw pile."),
    (UnoRoundEnded(0, 45, (0, 45)), "You won the round and got 45 points."),
    (
        UnoRoundEnded(1, 45, (0, 45), stuck=True),
        "Nobody could go on. bob had the lowest hand and got 45 points.",
    ),
    (
        UnoGameEnded((0,), "500 points were the target."),
        "The match is over: 500 points were the target.",
    ),
]


def who(seat: int) -> str:
    return ("You", "bob")[seat]


@pytest.mark.parametrize(("change", "sentence"), SENTENCES)
def test_change_is_described_by_its_sentence_within_80_columns_or_not_at_all(
    change: Change, sentence: str
) -> None:
    assert sentence_of(change, who) == sentence
    assert len(sentence) <= 80


def test_every_change_has_text_and_a_test_case() -> None:
    kinds = {kind.__name__ for kind in members(UnoChange)}
    assert {kind.__name__ for kind in TEXT.changes} >= kinds
    assert {type(change).__name__ for change, _ in SENTENCES} == kinds


def test_drawn_cards_of_a_player_who_is_not_called_you_are_not_named() -> None:
    change = UnoCardsDrawn(0, 1, "CHOICE", ("RED 5",))
    assert sentence_of(change, lambda seat: "ada") == "ada drew a card."


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        (SelectUnoCard(cards=("RED 5",)), "Play a card that fits, or draw one."),
        (SelectUnoCard(cards=()), "No card of yours fits; draw one."),
        (SelectUnoCard(cards=(), pending=4), "Draw 4 cards."),
        (
            SelectUnoCard(cards=("RED DRAW_2",), pending=2),
            "Answer with the same draw card, or draw 2 cards.",
        ),
        (SelectDrawnUnoCard(card="RED 5"), "The red 5 fits: play it now or keep it?"),
        (SelectUnoColor(), "Name a colour: red, yellow, green or blue."),
        (SelectUnoSwap(card="RED 7", seats=(1, 2)), "With whom do you swap hands?"),
        (SelectUnoChallenge(seat=1), "Challenge it? If it was fair, you draw 6."),
        (SelectUnoInterrupt(cards=("RED 5",)), "You may jump in with red 5."),
        (SelectUnoInterrupt(say_uno=True), "Say UNO before the next player goes on!"),
    ],
)
def test_prompt_text_says_what_to_decide_within_79_columns(
    prompt: ServerMessage, words: str
) -> None:
    assert words in prompt_text(prompt)
    assert len(prompt_text(prompt)) <= 79


def test_every_prompt_has_text() -> None:
    assert {kind.__name__ for kind in members(UnoPrompt)} <= {p.__name__ for p in TEXT.prompts}


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("RED 7", "red 7"),
        ("BLUE DRAW_2", "blue draw 2"),
        ("GREEN REVERSE", "green reverse"),
        ("WILD WILD", "wild"),
        ("RED WILD", "wild"),
        ("WILD DRAW_4", "wild draw 4"),
        ("BLUE DRAW_4", "wild draw 4"),
        ("\x1b[2J", "[2j"),
    ],
)
def test_card_name_is_lower_case_without_color_of_a_wild_or_control_characters(
    card: str, name: str
) -> None:
    assert card_name(card) == name


def test_cards_and_named_colours_have_their_colour_in_the_log_but_wilds_do_not() -> None:
    assert colored_words(UnoCardPlayed(1, "GREEN SKIP"), who) == [("green skip", "ink:green")]
    assert colored_words(UnoColorNamed(1, "BLUE"), who) == [("blue", "ink:blue")]
    assert colored_words(UnoCardPlayed(1, "RED WILD"), who) == []
    assert colored_words(UnoCardPlayed(1, "\x1b[31m 7"), who) == []
