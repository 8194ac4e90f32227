"""Test the pages before a match, phase by phase."""

from client.games.drawing import Size, plain, to_text
from client.tui.pages import MenuEntry, Prefill, ScreenAction, title_line
from messages import (
    ChooseMatch,
    ChoosePartner,
    Error,
    ErrorCode,
    RequestRefresh,
    RequestSetUp,
    RoomUpdate,
    SelectWizard,
)
from tests.harness.conversation import SMALL, ConversationHarness
from tests.harness.table_messages import room, table_messages


def conversation_after(count: int) -> ConversationHarness:
    conversation = ConversationHarness()
    conversation.receive(*table_messages()[:count])
    return conversation


def body(conversation: ConversationHarness, size: Size = SMALL) -> list[str]:
    lines = conversation.page(size).body
    return to_text([plain(line) if isinstance(line, str) else line for line in lines])


def test_nickname_page_offers_only_the_last_nickname_if_there_is_one() -> None:
    conversation = conversation_after(1)
    assert conversation.page().entries == ()
    assert conversation.page(last_nickname="ada").entries == (MenuEntry("ada", "ada"),)


def test_title_of_a_table_names_game_free_seats_and_host_in_the_width_of_the_window() -> None:
    conversation = conversation_after(3)
    conversation.receive(RoomUpdate(room(number_of_players=3)))
    for columns in (60, 80, 120):
        page = conversation.page(Size(columns, 24))
        (title,) = to_text([title_line(page, columns)])
        assert title.startswith(" ERIANTYS  WAITING  2 seats are free")
        assert title.rstrip().endswith("table 7, bob hosts")
        assert len(title) <= columns
    (title,) = to_text([title_line(page, 40)])
    assert title.endswith("  table 7, bob hosts")


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
    assert str(conversation.page().title).startswith("Choose the settings")
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
