"""The text of every Eriantys change and prompt."""

import pytest

from client.games.eriantys.text import TEXT
from client.tui.text.messages import prompt_text
from messages import Change, ServerMessage
from messages.base import members
from messages.eriantys.actions import (
    EriantysPrompt,
    SelectAssistantCard,
    SelectCloud,
    SelectEndOfTurn,
    SelectSteps,
    SelectStudent,
)
from messages.eriantys.table import (
    ActionPhaseStarted,
    AssistantPlayed,
    CardRefilled,
    CharacterUsed,
    CloudFilled,
    CloudTaken,
    CoinTaken,
    EriantysChange,
    GameOver,
    IslandConquered,
    IslandsMerged,
    LastRound,
    MotherNatureMoved,
    NoEntryPlaced,
    NoEntryRemoved,
    ProfessorMoved,
    RoundStarted,
    SeatGone,
    StepStarted,
    StudentMoved,
    StudentsReturned,
    StudentsSwapped,
    TurnEnded,
)
from tests.harness.sentences import colored_words, sentence_of

SENTENCES = [
    (RoundStarted(3, (1, 0)), "--- Round 3: assistants are played by bob, you."),
    (
        CloudFilled(1, {"RED": 2, "BLUE": 1}, 60),
        "Cloud 1 got 2 red, 1 blue; 60 are left in the bag.",
    ),
    (AssistantPlayed(0, 7), "You played assistant 7."),
    (ActionPhaseStarted((0, 1)), "The order of this round: you, bob."),
    (StepStarted(0, "STUDENTS", 3), ""),
    (TurnEnded(1), ""),
    (
        StudentMoved(1, "RED", "ENTRANCE", "ISLAND", 3),
        "bob moved a red student to island 3.",
    ),
    (
        StudentMoved(0, "RED", "ENTRANCE", "SCHOOL"),
        "You moved a red student to the dining room.",
    ),
    (
        StudentMoved(1, "PINK", "CARD", "ISLAND", 3, "MONK"),
        "bob moved a pink student from the monk to island 3.",
    ),
    (
        StudentsSwapped(1, "CARD", ("RED", "BLUE"), ("PINK", "PINK")),
        "bob swapped pink and pink of the entrance for red and blue of the card.",
    ),
    (
        StudentsSwapped(0, "SCHOOL", ("RED",), ("PINK",)),
        "You swapped pink of the entrance for red of the dining room.",
    ),
    (
        StudentsReturned("RED", (3, 1), 50),
        "Back in the bag went red students: you 3, bob 1.",
    ),
    (CardRefilled("PRINCESS", "BLUE", 9), "A blue student came from the bag to the princess."),
    (ProfessorMoved("GREEN", 1, 0), "bob took the green professor from you."),
    (ProfessorMoved("GREEN", 0), "You took the green professor."),
    (CoinTaken(0), "You earned 1 coin."),
    (CoinTaken(1, 2), "bob earned 2 coins."),
    (MotherNatureMoved(1, 4), "Mother nature went 1 step to island 4."),
    (MotherNatureMoved(3, 4), "Mother nature went 3 steps to island 4."),
    (NoEntryPlaced(4), "A no-entry tile lies on island 4."),
    (
        NoEntryRemoved(4),
        "The no-entry tile of island 4 is used up; nothing else happened.",
    ),
    (IslandConquered(4, "WHITE", 1), "White built a tower on island 4."),
    (
        IslandConquered(4, "BLACK", 2, "WHITE"),
        "Black built 2 towers on island 4 in place of white.",
    ),
    (IslandsMerged((11, 0, 1)), "Islands 11, 0, 1 are one island now."),
    (CloudTaken(1, 0), "bob took cloud 0."),
    (CharacterUsed(1, "KNIGHT", 2), "bob used the knight for 2 coins."),
    (
        CharacterUsed(0, "MONK", 1, "RED", 3),
        "You used the monk for 1 coin, red, island 3.",
    ),
    (LastRound("The bag is empty."), "This is the last round: The bag is empty."),
    (
        LastRound("The bag is empty.", False),
        "This is the last round: The bag is empty. Nobody takes a cloud in it.",
    ),
    (SeatGone(1), "bob left the match for good."),
    (
        GameOver((0,), "WHITE has built its last tower."),
        "The match is over: WHITE has built its last tower.",
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
    kinds = {kind.__name__ for kind in members(EriantysChange)}
    assert {kind.__name__ for kind in TEXT.changes} >= kinds
    assert {type(change).__name__ for change, _ in SENTENCES} == kinds


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        (SelectAssistantCard(("1", "2")), "Play an assistant."),
        (SelectStudent(3, ("RED",)), "Move 3 more students:"),
        (SelectStudent(1, ("RED",)), "Move one more student:"),
        (SelectSteps(1), "Move mother nature 1 step."),
        (SelectSteps(4), "Move mother nature 1 to 4 steps."),
        (SelectCloud((0, 1)), "Take a cloud; it ends your turn."),
        (SelectEndOfTurn(), "use a character, or end your turn."),
    ],
)
def test_prompt_text_says_what_to_decide_within_79_columns(
    prompt: ServerMessage, words: str
) -> None:
    assert words in prompt_text(prompt)
    assert len(prompt_text(prompt)) <= 79


def test_every_prompt_has_text() -> None:
    assert {kind.__name__ for kind in members(EriantysPrompt)} <= {p.__name__ for p in TEXT.prompts}


def test_students_and_parties_have_their_colour_in_the_log() -> None:
    moved = StudentMoved(1, "PINK", "ENTRANCE", "SCHOOL")
    assert colored_words(moved, who) == [("pink", "ink:pink")]
    built = colored_words(IslandConquered(4, "BLACK", 1, "WHITE"), who)
    assert built == [("Black", "ink:black"), ("white", "ink:white")]
