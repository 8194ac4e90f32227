"""What stands on the screen, phase by phase."""

from client.connections import ConnectionEvent
from client.connections.text import EVENTS
from client.games.eriantys.text import TEXT
from client.tui.pages import MenuEntry, Prefill, ScreenAction, Size, build_help
from client.tui.text import screen
from messages import (
    ChooseMatch,
    Error,
    ErrorCode,
    FinalScores,
    IsTurnOfPlayer,
    PlayerStatus,
    RequestSetUp,
    RoomUpdate,
    SelectWizard,
    TurnReminder,
    YourTurn,
)
from messages.eriantys.actions import MoveMotherNature, MoveStudent, SelectSteps, SelectStudent
from messages.registry import Action, GameView, LegalActions
from tests.client.games.codex.tables import large_view
from tests.client.games.eriantys.tables import full_view
from tests.harness.conversation import SMALL, ConversationHarness, seated
from tests.harness.table_messages import room, table_messages

EVIL = "\x1b[2Jx\u202ey[bold]"


def before(count: int) -> ConversationHarness:
    conversation = ConversationHarness()
    conversation.receive(*table_messages()[:count])
    return conversation


def labels(conversation: ConversationHarness) -> list[str]:
    return [entry.label for entry in conversation.page().entries]


def test_a_name_is_asked_for_and_the_last_one_offered() -> None:
    conversation = before(1)
    assert conversation.page().entries == ()
    assert conversation.page(last_nickname="ada").entries == (MenuEntry("ada", "ada"),)


def test_the_lobby_lists_the_matches_and_offers_a_new_one() -> None:
    shown = before(3).page()
    assert "   7  eriantys  bob                  1/2   expert open" in shown.body
    assert [entry.on_select for entry in shown.entries] == [
        *("join 7", "watch 7", ScreenAction.OPEN_FORM, Prefill("join "), "quit"),
    ]


def test_a_match_that_nobody_may_watch_is_only_joined() -> None:
    conversation = before(2)
    conversation.receive(ChooseMatch((), (room(watchers=False),)))
    assert [entry.on_select for entry in conversation.page().entries][:2] == [
        "join 7",
        ScreenAction.OPEN_FORM,
    ]


def test_an_empty_lobby_says_what_to_do() -> None:
    conversation = before(2)
    conversation.receive(ChooseMatch(()))
    assert any("open one" in line for line in conversation.page().body)


def test_a_set_up_that_was_refused_can_be_tried_again_or_left() -> None:
    conversation = before(3)
    conversation.receive(RequestSetUp(), Error(ErrorCode.CHOICENOTVALID, "no"))
    assert conversation.page().title.startswith("Choose the settings")
    assert [entry.on_select for entry in conversation.page().entries] == [
        ScreenAction.OPEN_FORM,
        "leave",
    ]


def test_wizards_are_offered_and_taken_ones_say_by_whom() -> None:
    conversation = before(3)
    taken = room(players=("bob", "ada"), wizards={"bob": "SAGE"})
    conversation.receive(SelectWizard(("KING", "WITCH", "SAGE")), RoomUpdate(taken, code="ABC"))
    shown = conversation.page()
    assert shown.entries[:3] == (
        MenuEntry("king", "wizard king"),
        MenuEntry("witch", "wizard witch"),
        MenuEntry("sage", "", "taken by bob"),
    )
    assert "Friends join with: join ABC" in shown.body
    assert "  bob                  sage        host" in shown.body


def test_the_host_may_add_computer_players_and_start() -> None:
    conversation = before(3)
    conversation.receive(RoomUpdate(room(players=("ada", "bob"), host="ada", number_of_players=4)))
    done = [entry.on_select for entry in conversation.page().entries]
    assert done == ["add", Prefill("seats "), "start", "leave"]
    conversation.receive(RoomUpdate(room(players=("bob", "ada"), number_of_players=4)))
    assert [entry.on_select for entry in conversation.page().entries] == ["leave"]


def test_the_table_shows_the_board_the_question_and_what_is_legal() -> None:
    conversation = seated(YourTurn(), SelectSteps(1), LegalActions((MoveMotherNature(1),)))
    shown = conversation.page()
    assert shown.title.startswith("Your turn: Move mother nature 1 step")
    assert any("ada (you)" in line for line in shown.body)
    assert shown.entries[0].on_select == MoveMotherNature(1)
    assert shown.entries[0].label.startswith("mother 1")


def test_a_watcher_sees_the_table_and_may_leave_it() -> None:
    conversation = before(2)
    conversation.receive(ChooseMatch((), playing=(room(state="playing"),)))
    assert conversation.page().entries[0] == MenuEntry("watch 7 (eriantys, bob)", "watch 7")
    conversation.receive(*table_messages(full_view(seat=None))[5:], IsTurnOfPlayer("bob"))
    assert conversation.page().title == "Watching: the turn of bob"
    assert [entry.on_select for entry in conversation.page().entries] == ["leave"]


def test_a_long_choice_goes_step_by_step() -> None:
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
    assert conversation.page().title == "move blue island …  (Esc goes back)"
    assert conversation.page().entries[3].on_select == MoveStudent("ISLAND", "BLUE", 3)


def test_who_is_away_is_in_the_title() -> None:
    conversation = seated(YourTurn(), PlayerStatus("bob", "absent"))
    assert "bob lost the connection" in conversation.page().title


def test_the_clock_comes_first_and_the_longest_question_fits_a_small_screen() -> None:
    conversation = seated(YourTurn(), SelectStudent(3, ("RED",)), TurnReminder(75))
    assert conversation.page().title.startswith("[1:15] Your turn: Move 3 more students")
    assert len(conversation.page().title) < SMALL.columns


def test_a_lost_connection_is_in_the_title_and_nothing_can_be_chosen() -> None:
    conversation = seated(YourTurn(), SelectSteps(1), LegalActions((MoveMotherNature(1),)))
    conversation.receive(ConnectionEvent.LOST)
    assert conversation.page().title == EVENTS[ConnectionEvent.LOST]
    assert conversation.page().entries == ()


def test_the_end_shows_the_scores_and_offers_another_match() -> None:
    conversation = seated(FinalScores(("bob",), {"ada": 3, "bob": 8}, "no towers are left"))
    conversation.receive(ChooseMatch(()))
    shown = conversation.page()
    assert shown.title == "bob won. no towers are left"
    assert [line.split() for line in shown.body[3:5]] == [[">", "bob", "8"], ["ada", "3"]]
    assert [e.on_select for e in shown.entries] == [
        "again",
        ScreenAction.OPEN_FORM,
        ScreenAction.CLOSE_RESULT,
        "quit",
    ]
    conversation.result_seen = True
    assert conversation.page().entries[0].on_select is ScreenAction.OPEN_FORM


def test_a_server_that_is_gone_leaves_the_scores_to_be_looked_at() -> None:
    conversation = seated(FinalScores(("bob",), {"ada": 3, "bob": 8}, "no towers are left"))
    conversation.receive(ChooseMatch(()), ConnectionEvent.ENDED)
    shown = conversation.page()
    assert shown.title == screen.SERVER_ENDED
    assert shown.body[1] == "bob won. no towers are left"
    assert [e.on_select for e in shown.entries] == ["quit"]
    conversation.result_seen = True
    assert not conversation.in_lobby, "there is no list to be asked for"


def test_a_large_board_has_the_whole_screen_also_at_the_end() -> None:
    conversation = ConversationHarness()
    conversation.receive(*table_messages()[:6], GameView(large_view(), seq=1))
    assert len(conversation.page(Size(80, 20)).body) == 20
    conversation.receive(FinalScores(("bob",), {"ada": 3, "bob": 8}, "it is over"), ChooseMatch(()))
    assert len(conversation.page(Size(80, 20)).body) == 6 + 20, "below the scores"


def test_what_people_write_is_harmless_everywhere() -> None:
    conversation = before(3)
    evil = room(host=EVIL, name=EVIL, game=EVIL, players=(EVIL,), options={EVIL: EVIL})
    conversation.receive(ChooseMatch((), (evil,)))
    pages = [conversation.page()]
    conversation.receive(RoomUpdate(evil, code=EVIL), SelectWizard((EVIL,)))
    pages.append(conversation.page())
    conversation.receive(
        *table_messages()[5:], FinalScores((EVIL,), {EVIL: 3}, EVIL), ChooseMatch(())
    )
    pages.append(conversation.page())
    for shown in pages:
        text = [
            shown.title,
            *shown.body,
            *(entry.label + entry.disabled_reason for entry in shown.entries),
        ]
        assert not any(char in line for line in text for char in "\x1b\u202e")


def test_the_rules_of_the_question_come_first() -> None:
    lines = build_help(seated(YourTurn(), SelectSteps(2)).model, 1000)
    assert lines[0] == "Move mother nature 1 to 2 steps."
    assert " ".join(TEXT.prompt_rules[SelectSteps]) in lines
    signs = next(n for n, line in enumerate(lines) if "On the board * is mother nature" in line)
    assert signs < lines.index(screen.HELP_COMMANDS), "nobody scrolls to learn what they look at"


def test_before_a_match_it_tells_how_to_make_one() -> None:
    conversation = ConversationHarness()
    conversation.receive(*table_messages()[:3])
    assert any("join 3" in line for line in build_help(conversation.model, 80))
    conversation.receive(table_messages()[3])
    assert any("wizard" in line for line in build_help(conversation.model, 80))


def test_a_narrow_page_keeps_what_a_command_means_in_its_column() -> None:
    lines = build_help(seated(YourTurn(), SelectSteps(2)).model, 60)
    assert max(map(len, lines)) <= 60
    place = next(n for n, line in enumerate(lines) if line.startswith("chat TEXT"))
    assert lines[place].startswith("chat TEXT                 talk to the table")
    assert lines[place + 1].startswith(" " * 26)
    assert lines[place + 1][26] != " "
