"""Test the pages of the full screen, phase by phase."""

from client.connections import ConnectionEvent
from client.connections.text import EVENTS
from client.games.drawing import plain, to_text
from client.games.eriantys.text import TEXT
from client.tui.pages import MenuEntry, Prefill, ScreenAction, Size, build_help
from client.tui.text import screen
from messages import (
    ChooseMatch,
    ChoosePartner,
    Error,
    ErrorCode,
    FinalScores,
    IsTurnOfPlayer,
    PlayerStatus,
    RequestRefresh,
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

HOSTILE = "\x1b[2Jx\u202ey[bold]"


def conversation_after(count: int) -> ConversationHarness:
    conversation = ConversationHarness()
    conversation.receive(*table_messages()[:count])
    return conversation


def body(conversation: ConversationHarness, size: Size = SMALL) -> list[str]:
    lines = conversation.page(size).body
    return to_text([plain(line) if isinstance(line, str) else line for line in lines])


def labels(conversation: ConversationHarness) -> list[str]:
    return [entry.label for entry in conversation.page().entries]


def test_nickname_page_offers_only_the_last_nickname_if_there_is_one() -> None:
    conversation = conversation_after(1)
    assert conversation.page().entries == ()
    assert conversation.page(last_nickname="ada").entries == (MenuEntry("ada", "ada"),)


def test_refused_nickname_is_explained_and_offered_to_be_changed() -> None:
    conversation = conversation_after(1)
    conversation.type_line("x y")
    conversation.receive(Error(ErrorCode.INVALIDNICKNAME, "Use letters."))
    assert any("Use letters." in line for line in body(conversation))
    assert conversation.page().entries == (MenuEntry("change x y …", Prefill("x y")),)
    assert conversation.client.lobby.take_refused_nickname() == "x y"
    assert conversation.client.lobby.take_refused_nickname() == ""


def test_lobby_lists_rooms_and_offers_join_watch_new_room_code_and_quit() -> None:
    page = conversation_after(3).page()
    row = next(line for line in body(conversation_after(3)) if line.startswith("  7 "))
    assert row.split() == ["7", "Eriantys", "█░", "1/2", "bob", "expert", "[join]"]
    assert [entry.on_select for entry in page.entries] == [
        *("join 7", "watch 7", ScreenAction.OPEN_FORM, Prefill("join "), "quit"),
    ]


def test_room_without_spectators_can_be_joined_but_not_watched() -> None:
    conversation = conversation_after(2)
    conversation.receive(ChooseMatch((), (room(watchers=False),)))
    assert [entry.on_select for entry in conversation.page().entries][:2] == [
        "join 7",
        ScreenAction.OPEN_FORM,
    ]


def test_lobby_with_several_pages_offers_the_others_and_refreshes_the_shown_one() -> None:
    conversation = conversation_after(2)
    conversation.receive(ChooseMatch((), (room(),), next="c1", total=51))
    entries = [entry.on_select for entry in conversation.page().entries]
    assert entries[2:4] == ["more", Prefill("list ")]
    assert any("1 of 51 tables" in line for line in body(conversation))
    conversation.on_line("more", 0.0)
    conversation.receive(ChooseMatch((), (room(match=8),), total=51, reply_to=1))
    entries = [entry.on_select for entry in conversation.page().entries]
    assert entries[2:4] == ["back", Prefill("list ")]
    (request,) = conversation.refresh_rooms()
    assert isinstance(request, RequestRefresh)
    assert request.after == "c1"


def test_empty_lobby_suggests_a_new_room() -> None:
    conversation = conversation_after(2)
    conversation.receive(ChooseMatch(()))
    assert any("Make a table" in line for line in body(conversation))


def test_refused_setup_can_be_changed_or_left() -> None:
    conversation = conversation_after(3)
    conversation.receive(RequestSetUp(), Error(ErrorCode.CHOICENOTVALID, "no"))
    assert conversation.page().title.startswith("Choose the settings")
    assert [entry.on_select for entry in conversation.page().entries] == [
        ScreenAction.OPEN_FORM,
        "leave",
    ]


def test_room_page_disables_taken_wizards_with_a_reason_and_shows_code_and_host() -> None:
    conversation = conversation_after(3)
    taken = room(players=("bob", "ada"), wizards={"bob": "SAGE"})
    conversation.receive(SelectWizard(("KING", "WITCH", "SAGE")), RoomUpdate(taken, code="ABC"))
    page = conversation.page()
    assert page.entries[:3] == (
        MenuEntry("king", "wizard king"),
        MenuEntry("witch", "wizard witch"),
        MenuEntry("sage", "", "taken by bob"),
    )
    seats = "\n".join(body(conversation))
    assert "│ sage " in seats
    assert "ready     host" in seats


def test_host_is_offered_add_seats_kick_start_and_leave_and_others_only_leave() -> None:
    conversation = conversation_after(3)
    conversation.receive(RoomUpdate(room(players=("ada", "bob"), host="ada", number_of_players=4)))
    done = [entry.on_select for entry in conversation.page().entries]
    assert done == [
        *("start", "add easy", "add medium", "add hard"),
        *("fill easy", "fill medium", "fill hard", Prefill("seats "), Prefill("kick "), "leave"),
    ]
    conversation.receive(RoomUpdate(room(players=("bob", "ada"), number_of_players=4)))
    assert [entry.on_select for entry in conversation.page().entries] == ["leave"]


def test_player_of_a_room_with_teams_is_offered_every_other_player_of_another_team() -> None:
    conversation = conversation_after(3)
    names, teams = ("bob", "ada", "cyd"), (("bob", "cyd"), ("ada",))
    conversation.receive(RoomUpdate(room(players=names, number_of_players=4, teams=teams)))
    page = conversation.page()
    assert page.entries == (
        MenuEntry("play in one team with bob", ChoosePartner("bob")),
        MenuEntry("play in one team with cyd", ChoosePartner("cyd")),
        MenuEntry("leave", "leave"),
    )
    assert "╭─ team 1 ───────╮ ┏━ team 2 ━━━━━━━┓" in "\n".join(body(conversation))
    assert conversation.type_line("partner cyd") == [ChoosePartner("cyd")]


def test_match_page_shows_board_prompt_and_legal_actions() -> None:
    conversation = seated(YourTurn(), SelectSteps(1), LegalActions((MoveMotherNature(1),)))
    page = conversation.page()
    assert page.title.startswith("Your turn: Move mother nature 1 step")
    assert any("ada (you)" in line for line in body(conversation))
    assert page.entries[0].on_select == MoveMotherNature(1)
    assert page.entries[0].label.startswith("mother 1")


def test_spectator_is_offered_a_match_to_watch_and_then_only_to_leave() -> None:
    conversation = conversation_after(2)
    conversation.receive(ChooseMatch((), playing=(room(state="playing"),)))
    assert conversation.page().entries[0] == MenuEntry("watch 7 (eriantys, bob)", "watch 7")
    conversation.receive(*table_messages(full_view(seat=None))[5:], IsTurnOfPlayer("bob"))
    assert conversation.page().title == "Watching: the turn of bob"
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
    assert conversation.page().title == "move blue island …  (Esc goes back)"
    assert conversation.page().entries[3].on_select == MoveStudent("ISLAND", "BLUE", 3)


def test_title_names_a_player_who_lost_the_connection() -> None:
    conversation = seated(YourTurn(), PlayerStatus("bob", "absent"))
    assert "bob lost the connection" in conversation.page().title


def test_title_starts_with_the_countdown_and_fits_80_columns() -> None:
    conversation = seated(YourTurn(), SelectStudent(3, ("RED",)), TurnReminder(75))
    assert conversation.page().title.startswith("[1:15] Your turn: Move 3 more students")
    assert len(conversation.page().title) < SMALL.columns


def test_lost_connection_is_in_the_title_and_the_menu_is_empty() -> None:
    conversation = seated(YourTurn(), SelectSteps(1), LegalActions((MoveMotherNature(1),)))
    conversation.receive(ConnectionEvent.LOST)
    assert conversation.page().title == EVENTS[ConnectionEvent.LOST]
    assert conversation.page().entries == ()


def test_result_page_shows_scores_and_offers_another_match_until_it_is_seen() -> None:
    conversation = seated(FinalScores(("bob",), {"ada": 3, "bob": 8}, "no towers are left"))
    conversation.receive(ChooseMatch(()))
    page = conversation.page()
    assert page.title == "bob won. no towers are left"
    assert [line.split() for line in body(conversation)[3:5]] == [[">", "bob", "8"], ["ada", "3"]]
    assert [e.on_select for e in page.entries] == [
        "again",
        ScreenAction.OPEN_FORM,
        ScreenAction.CLOSE_RESULT,
        "quit",
    ]
    conversation.result_seen = True
    assert conversation.page().entries[0].on_select is ScreenAction.OPEN_FORM


def test_result_page_stays_with_only_quit_when_the_server_ends() -> None:
    conversation = seated(FinalScores(("bob",), {"ada": 3, "bob": 8}, "no towers are left"))
    conversation.receive(ChooseMatch(()), ConnectionEvent.ENDED)
    page = conversation.page()
    assert page.title == screen.SERVER_ENDED
    assert page.body[1] == "bob won. no towers are left"
    assert [e.on_select for e in page.entries] == ["quit"]
    conversation.result_seen = True
    assert not conversation.shows_room_list, "there is no list to be asked for"


def test_large_board_keeps_its_height_below_the_scores_of_the_result_page() -> None:
    conversation = ConversationHarness()
    conversation.receive(*table_messages()[:6], GameView(large_view(), seq=1))
    assert len(conversation.page(Size(80, 20)).body) == 20
    conversation.receive(FinalScores(("bob",), {"ada": 3, "bob": 8}, "it is over"), ChooseMatch(()))
    assert len(conversation.page(Size(80, 20)).body) == 6 + 20, "below the scores"


def test_lobby_room_and_result_pages_contain_no_control_characters() -> None:
    conversation = conversation_after(3)
    hostile_room = room(
        host=HOSTILE, name=HOSTILE, game=HOSTILE, players=(HOSTILE,), options={HOSTILE: HOSTILE}
    )
    conversation.receive(ChooseMatch((), (hostile_room,)))
    pages = [conversation.page()]
    conversation.receive(RoomUpdate(hostile_room, code=HOSTILE), SelectWizard((HOSTILE,)))
    pages.append(conversation.page())
    conversation.receive(
        *table_messages()[5:], FinalScores((HOSTILE,), {HOSTILE: 3}, HOSTILE), ChooseMatch(())
    )
    pages.append(conversation.page())
    for page in pages:
        text = [
            page.title,
            *to_text([plain(line) if isinstance(line, str) else line for line in page.body]),
            *(entry.label + entry.disabled_reason for entry in page.entries),
        ]
        assert not any(char in line for line in text for char in "\x1b\u202e")


def test_help_starts_with_the_prompt_and_has_its_rules_and_signs_before_commands() -> None:
    lines = build_help(seated(YourTurn(), SelectSteps(2)).model, 1000)
    assert lines[0] == "Move mother nature 1 to 2 steps."
    assert " ".join(TEXT.prompt_rules[SelectSteps]) in lines
    signs = next(n for n, line in enumerate(lines) if "On the board * is mother nature" in line)
    assert signs < lines.index(screen.HELP_COMMANDS), "nobody scrolls to learn what they look at"


def test_help_before_a_match_lists_lobby_and_then_room_commands() -> None:
    conversation = ConversationHarness()
    conversation.receive(*table_messages()[:3])
    assert any("join 3" in line for line in build_help(conversation.model, 80))
    conversation.receive(table_messages()[3])
    assert any("seats 3" in line for line in build_help(conversation.model, 80))


def test_help_wrapped_to_60_columns_keeps_explanations_in_their_column() -> None:
    lines = build_help(seated(YourTurn(), SelectSteps(2)).model, 60)
    assert max(map(len, lines)) <= 60
    row = next(n for n, line in enumerate(lines) if line.startswith("chat TEXT"))
    assert lines[row].startswith("chat TEXT                 talk to the table")
    assert lines[row + 1].startswith(" " * 26)
    assert lines[row + 1][26] != " "
