"""Test line mode as the continuation of a full screen: nothing is lost and nothing is sent twice.

``tests/client/tui/screens/test_terminal.py`` tests it in a terminal.
"""

from client.tui.line_mode import LineMode
from client.tui.message_ids import Replies
from client.tui.text import screen
from messages import ChatMessage, Error, ErrorCode, YourTurn
from messages.eriantys.actions import MoveMotherNature, SelectSteps
from messages.registry import LegalActions
from tests.harness.conversation import ConversationHarness, seated

STEPS = LegalActions((MoveMotherNature(1), MoveMotherNature(2)))


def in_lines(conversation: ConversationHarness) -> tuple[LineMode, list[str]]:
    sent: list[Replies] = []
    mode = LineMode(conversation, sent.append)
    assert sent == [], "continuing sends nothing"
    assert mode._kept is not None
    return mode, mode._kept


def test_pending_question_and_its_choices_are_written_again() -> None:
    _, lines = in_lines(seated(YourTurn(), SelectSteps(2), STEPS))
    assert lines[:2] == [screen.IN_LINES, "Move mother nature 1 to 2 steps."]
    assert lines[2].startswith("  1  mother 1")


def test_messages_that_arrive_before_the_terminal_is_free_are_kept_in_order() -> None:
    conversation = seated()
    _, lines = in_lines(conversation)
    assert lines == [screen.IN_LINES, screen.status_line(conversation.model)]
    conversation.receive(ChatMessage("bob", "hi"), YourTurn(), SelectSteps(2), STEPS)
    assert "[bob] hi" in lines
    assert lines.index("[bob] hi") < lines.index("Move mother nature 1 to 2 steps.")


def test_typed_line_after_the_switch_sends_the_action_of_the_same_match() -> None:
    conversation = seated(YourTurn(), SelectSteps(2), STEPS)
    conversation.partial_choice.append(("mother",))
    _, lines = in_lines(conversation)
    assert conversation.partial_choice == []
    assert conversation.type_line("2") == [MoveMotherNature(2)]
    conversation.receive(Error(ErrorCode.ACTIONNONVALID, "Not so far."))
    assert lines[-1] == "No: Not so far."


def test_line_for_the_terminal_is_kept_until_it_can_be_written() -> None:
    mode, lines = in_lines(seated())
    mode.write("later")
    assert lines[-1] == "later"
