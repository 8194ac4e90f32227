"""Test the pages of a match and of its result."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from client.connections import ConnectionEvent
from client.connections.text import EVENTS
from client.games.drawing import BoardDrawing, Line, Size, Span, to_text, width
from client.tui.conversation import Conversation
from client.tui.match_pages import Pointer, entry_of, highlighted, recap_line
from client.tui.pages import MenuEntry, ScreenAction
from client.tui.selection import Picked
from client.tui.text import screen
from messages import (
    ChooseMatch,
    FinalScores,
    IsTurnOfPlayer,
    PlayerStatus,
    RoomUpdate,
    SelectWizard,
    TurnReminder,
    YourTurn,
)
from messages.eriantys.actions import MoveMotherNature, MoveStudent, SelectSteps, SelectStudent
from messages.eriantys.table import MotherNatureMoved
from messages.registry import Action, LegalActions, UpdateMessage
from tests.client.games.eriantys.tables import full_view
from tests.harness.conversation import SMALL, ConversationHarness, seated
from tests.harness.drawn_board import DRAWING, SCHOOL, drawn_with, island, student
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


@pytest.fixture
def drawn() -> Iterator[None]:
    with drawn_with(DRAWING):
        yield


@pytest.fixture
def undrawn() -> Iterator[None]:
    with drawn_with(None):
        yield


def title(conversation: ConversationHarness, size: Size = SMALL) -> str:
    shown = conversation.page(size).title
    return shown if isinstance(shown, str) else to_text([shown])[0]


def body(conversation: ConversationHarness) -> list[str]:
    lines = conversation.page().body
    return to_text([(Span(line),) if isinstance(line, str) else line for line in lines])


def labels(conversation: ConversationHarness) -> list[str]:
    return [entry.label for entry in conversation.page().entries]


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
    assert conversation.page().entries[0] == MenuEntry("watch 7 (eriantys, bob)", "watch 7")
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
    conversation.partial_choice.append(Picked(student("red")))
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


def _fail(*args: Any) -> Any:
    raise KeyError("x")


@pytest.mark.parametrize("name", ["draw", "zones", "preview", "changed", "recap", "summary"])
def test_failing_function_of_a_drawing_is_replaced_and_logged_once(name: str) -> None:
    broken: BoardDrawing = replace(DRAWING, **{name: _fail})
    with drawn_with(broken):
        conversation = seated(YourTurn(), SelectSteps(2), STEPS, IsTurnOfPlayer("bob"))
        conversation.receive(UpdateMessage(MotherNatureMoved(5, 8), seq=11), YourTurn())
        conversation.receive(SelectSteps(2), STEPS)
        for _ in range(2):
            page = conversation.match_page()
        assert len(page.page.entries) >= 2
        failures = [line for line in conversation.log if "could not be drawn" in line]
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


def test_remembered_result_is_computed_again_only_for_other_objects() -> None:
    conversation, calls, key = Conversation(), [0], object()

    def count() -> int:
        calls[0] += 1
        return calls[0]

    assert [conversation.remember("x", (key,), count) for _ in range(2)] == [1, 1]
    assert conversation.remember("x", (object(),), count) == 2


# --- the result -----------------------------------------------------------------------------------

RESULT = FinalScores(("bob",), {"ada": 3, "bob": 8}, "no towers are left")


def test_result_page_shows_scores_and_offers_another_match_until_it_is_seen() -> None:
    conversation = seated(RESULT)
    conversation.receive(ChooseMatch(()))
    assert title(conversation) == " ERIANTYS  MATCH OVER  bob won. no towers are left"
    assert body(conversation)[1] == "  bob won.   no towers are left"
    assert [line.split() for line in body(conversation)[3:6]] == [
        ["place", "player", "towers"],
        ["★", "1", "bob", "8"],
        ["2", "ada", "(you)", "3"],
    ]
    assert [e.on_select for e in conversation.page().entries] == [
        "again",
        ScreenAction.OPEN_FORM,
        ScreenAction.TOGGLE_BOARD,
        ScreenAction.CLOSE_RESULT,
        "quit",
    ]
    conversation.result_seen = True
    assert conversation.page().entries[0].on_select is ScreenAction.OPEN_FORM


def test_winner_is_congratulated_and_equal_players_share_a_place() -> None:
    conversation = seated(FinalScores(("ada",), {"cyd": 4, "bob": 4, "ada": 3}, "so"))
    assert "YOU WIN" in body(conversation)[1]
    assert [line.split()[-3:] for line in body(conversation)[4:]] == [
        ["ada", "(you)", "3"],
        ["2", "cyd", "4"],
        ["2", "bob", "4"],
    ]


@pytest.mark.usefixtures("drawn")
def test_board_is_one_step_away_from_the_scores() -> None:
    conversation = seated(RESULT)
    conversation.board_shown = True
    assert body(conversation)[0] == f"size {SMALL.columns}x{SMALL.lines}"
    assert screen.SHOW_SCORES in labels(conversation)


def test_result_page_stays_with_only_quit_when_the_server_ends() -> None:
    conversation = seated(RESULT)
    conversation.receive(ChooseMatch(()), ConnectionEvent.ENDED)
    assert title(conversation) == screen.SERVER_ENDED
    assert body(conversation)[1].startswith("  bob won.")
    assert [e.on_select for e in conversation.page().entries] == ["quit"]
    conversation.result_seen = True
    assert not conversation.shows_room_list, "there is no list to be asked for"


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
