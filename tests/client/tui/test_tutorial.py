"""Test the notes of the tutorial: their order, how they end, and where they are shown."""

import pytest

from client.games.base import TutorialStep
from client.games.drawing import plain, to_text
from client.games.registry import PLAYABLE, ui
from client.tui.text import tutorial as text
from client.tui.tutorial import SEED, Tutorial, draw_note
from games.registry import GAMES as RULES
from games.rng import Rng
from messages import YourTurn
from messages.eriantys.actions import MoveMotherNature, SelectAssistantCard, SelectSteps
from messages.registry import GAMES, LegalActions
from tests.harness.conversation import ConversationHarness, seated

STEPS = (
    TutorialStep("first note"),
    TutorialStep("choose steps", (SelectSteps,)),
    TutorialStep("last note"),
)


def guided() -> ConversationHarness:
    """Return a conversation on its turn, with the first note."""
    conversation = seated()
    conversation.client.tutorial = Tutorial(STEPS)
    conversation.receive(YourTurn(), SelectSteps(1), LegalActions((MoveMotherNature(1),)))
    return conversation


def note(conversation: ConversationHarness) -> str:
    lines = conversation.page().body
    drawing = [plain(line) if isinstance(line, str) else line for line in lines]
    return "\n".join(line for line in to_text(drawing) if line.startswith(" ▌"))


def test_note_to_read_replaces_the_menu_until_next() -> None:
    conversation = guided()
    assert "LESSON 1/3 first note" in note(conversation)
    assert [entry.on_select for entry in conversation.page().entries] == ["next", "skip"]
    assert conversation.type_line("next") == []
    assert "choose steps" in note(conversation)
    assert conversation.page().entries[0].on_select == MoveMotherNature(1)


def test_note_about_a_decision_ends_with_its_answer() -> None:
    conversation = guided()
    conversation.type_line("next")
    conversation.send(MoveMotherNature(1))
    conversation.receive(YourTurn(), SelectAssistantCard(("1", "2")))
    assert "last note" in note(conversation)
    conversation.type_line("next")
    assert note(conversation) == ""
    assert conversation.client.tutorial is not None
    assert conversation.client.tutorial.is_finished


def test_escape_and_skip_end_the_tutorial_but_first_an_incomplete_choice() -> None:
    conversation = guided()
    conversation.partial_choice.append(("mother",))
    assert conversation.step_back()
    assert "first note" in note(conversation)
    assert conversation.step_back()
    assert note(conversation) == ""
    assert not conversation.step_back()
    other = guided()
    assert other.type_line("skip") == []
    assert note(other) == ""
    assert other.log.texts[-1] == text.SKIPPED


def test_notes_are_shown_only_in_a_match_and_only_in_guided_ones() -> None:
    conversation = ConversationHarness()
    conversation.client.tutorial = Tutorial(STEPS)
    assert note(conversation) == ""
    assert note(seated(YourTurn(), SelectSteps(1))) == ""
    assert draw_note(None, 80) == []


@pytest.mark.parametrize("game", PLAYABLE)
def test_every_game_explains_the_screen_and_each_first_decision(game: str) -> None:
    steps = ui(game).tutorial
    assert sum(not step.prompts for step in steps) >= 3
    known = next(each for each in GAMES if each.name == game).prompts
    asked = [prompt for step in steps for prompt in step.prompts]
    assert asked
    assert set(asked) <= set(known)
    for step in steps:
        note_lines = Tutorial([step])
        assert len(step.text) <= 160
        assert note_lines.lines() == [], "nothing is shown before the match"


@pytest.mark.parametrize(("game", "choices"), [("uno", 2), ("shelfie", 2), ("rummy500", 1)])
def test_learner_begins_the_guided_match_and_has_a_choice(game: str, choices: int) -> None:
    rules = RULES[game]
    state = rules.start(2, rules.options(False, {}), Rng(SEED)).state
    assert len(rules.legal(state, 0)) >= choices
