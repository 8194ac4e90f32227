"""Test the pages of a match."""

import pytest

from client.connections import ConnectionEvent
from client.connections.text import EVENTS
from client.games.drawing import Span, to_text
from client.tui.match_pages import Pointer, entry_of, highlighted
from client.tui.pages import MenuEntry
from client.tui.selection import Picked
from messages import (
    ChooseMatch,
    FinalScores,
    IsTurnOfPlayer,
    RoomUpdate,
    SelectWizard,
    YourTurn,
)
from messages.eriantys.actions import MoveMotherNature, MoveStudent, SelectSteps, SelectStudent
from messages.eriantys.table import MotherNatureMoved
from messages.registry import Action, LegalActions, UpdateMessage
from tests.client.games.eriantys.tables import full_view
from tests.harness.conversation import ConversationHarness, body, labels, seated, title
from tests.harness.drawn_board import SCHOOL, island, student
from tests.harness.table_messages import room, table_messages

HOSTILE = "\x1b[2Jx\u202ey[bold]"
STEPS = LegalActions((MoveMotherNature(1), MoveMotherNature(2)))
STUDENTS = LegalActions(
    (
        MoveStudent("SCHOOL", "RED"),
        MoveStudent("ISLAND", "RED", 3),
        MoveStudent("ISLAND", "BLUE", 3),
    )
)


@pytest.mark.usefixtures("undrawn")
def test_match_page_shows_board_prompt_and_legal_actions_without_a_drawing() -> None:
    conversation = seated(YourTurn(), SelectSteps(1), LegalActions((MoveMotherNature(1),)))
    assert title(conversation).startswith(" ERIANTYS  ▶ YOUR TURN  Move mother nature 1 step")
    assert title(conversation).endswith("round 4")
    assert any("ada (you)" in line for line in body(conversation))
    entry = conversation.page().entries[0]
    assert entry.on_select == MoveMotherNature(1)
    assert entry.label.startswith("mother 1")


def test_spectator_is_offered_a_match_to_watch_and_then_only_to_leave() -> None:
    conversation = ConversationHarness()
    conversation.receive(*table_messages()[:2])
    conversation.receive(ChooseMatch((), playing=(room(state="playing"),)))
    assert conversation.page().entries[0] == MenuEntry("watch 7 (Eriantys, bob)", "watch 7")
    conversation.receive(*table_messages(full_view(seat=None))[5:], IsTurnOfPlayer("bob"))
    assert " bob's turn  Watching: the turn of bob" in title(conversation)
    assert [entry.on_select for entry in conversation.page().entries] == ["leave"]


def test_long_list_of_actions_is_grouped_and_a_chosen_group_lists_its_actions() -> None:
    moves: list[Action] = [MoveStudent("SCHOOL", "RED")]
    moves += [MoveStudent("ISLAND", c, n) for c in ("RED", "BLUE") for n in range(12)]
    conversation = seated(YourTurn(), SelectStudent(3, ("RED",)), LegalActions(tuple(moves)))
    assert labels(conversation)[:3] == [
        "move red school",
        "move red island …",
        "move blue island …",
    ]
    conversation.partial_choice.append(("move", "blue", "island"))
    assert labels(conversation) == [f"move blue island {n}" for n in range(12)]
    assert "move blue island …  (Esc goes back)" in title(conversation)
    assert conversation.page().entries[3].on_select == MoveStudent("ISLAND", "BLUE", 3)


def test_descriptions_of_results_start_in_one_column() -> None:
    steps = LegalActions(tuple(MoveMotherNature(n) for n in (1, 10)))
    conversation = seated(YourTurn(), SelectSteps(10), steps)
    starts = [label.index(label.split("   ")[-1].strip()) for label in labels(conversation)[:2]]
    assert starts[0] == starts[1] > len("mother 10")


def test_lost_connection_is_in_the_title_and_the_menu_is_empty() -> None:
    conversation = seated(YourTurn(), SelectSteps(1), LegalActions((MoveMotherNature(1),)))
    conversation.receive(ConnectionEvent.LOST)
    assert title(conversation) == EVENTS[ConnectionEvent.LOST]
    assert conversation.page().entries == ()


# --- marks ----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("drawn")
def test_legal_zones_cursor_and_preview_follow_the_highlighted_entry() -> None:
    conversation = seated(YourTurn(), SelectSteps(2), STEPS)
    first = conversation.match_page()
    assert first.choice.marks.legal == {island(7), island(8)}
    assert first.choice.marks.cursor == island(7)
    assert to_text([first.preview]) == [" preview would be 7"]
    second = conversation.match_page(pointer=Pointer(MoveMotherNature(2)))
    assert second.choice.marks.cursor == island(8)
    assert second.choice.marks.preview == MoveMotherNature(2)
    assert "▶8◀" in to_text(second.page.body)[2]  # type: ignore[arg-type]


@pytest.mark.usefixtures("drawn")
def test_zone_under_the_mouse_comes_before_the_highlighted_entry() -> None:
    conversation = seated(YourTurn(), SelectStudent(3, ("RED",)), STUDENTS)
    page = conversation.match_page(pointer=Pointer(zone=island(3)))
    assert page.choice.marks.cursor == island(3)
    assert page.choice.marks.preview is None, "red and blue can go there"
    assert page.choice.marks.legal == {student("red"), student("blue")}
    other = conversation.match_page(pointer=Pointer(zone=("cloud", "1")))
    assert other.choice.marks.cursor == SCHOOL, "that of the first entry"


@pytest.mark.usefixtures("drawn")
def test_picked_zone_narrows_the_menu_and_the_legal_zones() -> None:
    conversation = seated(YourTurn(), SelectStudent(3, ("RED",)), STUDENTS)
    question = title(conversation)
    conversation.partial_choice.append(Picked(student("red")))
    assert title(conversation) == question, "no words are chosen yet"
    page = conversation.match_page()
    assert [entry.on_select for entry in page.page.entries] == list(STUDENTS.actions[:2])
    assert page.choice.marks.legal == {SCHOOL, island(3)}


@pytest.mark.usefixtures("drawn")
def test_nothing_can_be_chosen_while_an_action_is_unanswered() -> None:
    conversation = seated(YourTurn(), SelectSteps(2), STEPS)
    conversation.send(MoveMotherNature(1))
    assert conversation.match_page().choice.left == []
    assert not conversation.match_page().choice.marks.legal


@pytest.mark.usefixtures("drawn")
def test_remark_replaces_the_preview() -> None:
    conversation = seated(YourTurn(), SelectSteps(2), STEPS)
    page = conversation.match_page(pointer=Pointer(remark="Not now."))
    assert page.preview == (Span(" Not now.", "error"),)


@pytest.mark.usefixtures("drawn")
def test_changes_since_the_last_turn_are_marked_and_listed() -> None:
    conversation = seated(YourTurn(), IsTurnOfPlayer("bob"))
    conversation.receive(UpdateMessage(MotherNatureMoved(2, 8), seq=11), YourTurn())
    page = conversation.match_page()
    assert page.choice.marks.changed == {island(8)}
    assert to_text(page.recap) == ["bob ▲+2"]


def test_entry_of_an_action_is_its_own_or_a_group_and_disabled_entries_are_skipped() -> None:
    conversation = seated(YourTurn(), SelectStudent(3, ("RED",)), STUDENTS)
    candidate = conversation.match_page().choice.left[1]
    group = MenuEntry("move red …", ("move", "red"))
    exact = MenuEntry("move red island 3", candidate.action)
    assert entry_of((group,), candidate) == group
    assert entry_of((exact, group), candidate) == exact
    assert entry_of((MenuEntry("x", "leave"),), candidate) is None
    closed = MenuEntry("use", "", "no coins")
    assert highlighted((closed, exact), None) == exact
    assert highlighted((exact, group), ("move", "red")) == group
    assert highlighted((closed,), None) is None


# --- failures -------------------------------------------------------------------------------------


def test_lobby_room_and_result_pages_contain_no_control_characters() -> None:
    conversation = ConversationHarness()
    conversation.receive(*table_messages()[:3])
    hostile_room = room(
        host=HOSTILE, name=HOSTILE, game=HOSTILE, players=(HOSTILE,), options={HOSTILE: HOSTILE}
    )
    conversation.receive(ChooseMatch((), (hostile_room,)))
    texts = [title(conversation), *body(conversation), *labels(conversation)]
    conversation.receive(RoomUpdate(hostile_room, code=HOSTILE), SelectWizard((HOSTILE,)))
    texts += [title(conversation), *body(conversation), *labels(conversation)]
    conversation.receive(
        *table_messages()[5:], FinalScores((HOSTILE,), {HOSTILE: 3}, HOSTILE), ChooseMatch(())
    )
    texts += [title(conversation), *body(conversation), *labels(conversation)]
    assert not any(char in line for line in texts for char in "\x1b\u202e")
