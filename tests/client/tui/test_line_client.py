"""Test the line client: messages and typed lines in, text and messages out."""

import pytest
from msgspec import structs

from client.tui import line_client as line_client_module
from client.tui.line_client import LineClient
from client.tui.text import screen
from messages import (
    ActionValid,
    AddComputerPlayer,
    ChatMessage,
    ChooseMatch,
    ChooseNickname,
    ChoosePartner,
    ChooseWizard,
    ClientMessage,
    Error,
    ErrorCode,
    FinalScores,
    IsTurnOfPlayer,
    KickPlayer,
    LeaveMatch,
    ListPlayers,
    Message,
    OnlinePlayer,
    PlayersOnline,
    Quit,
    RequestNickname,
    RequestRefresh,
    RequestSetUp,
    RequestView,
    RoomUpdate,
    SelectMatch,
    SelectModeAndPlayers,
    SessionOpened,
    WatchMatch,
    YourTurn,
)
from messages.eriantys.actions import MoveMotherNature, MoveStudent, SelectSteps
from messages.eriantys.table import MotherNatureMoved
from messages.registry import GameView, LegalActions, UpdateMessage
from tests.client.games.eriantys.tables import full_view
from tests.harness.line_client import LineClientHarness
from tests.harness.table_messages import room, table_messages

STEPS = LegalActions((MoveMotherNature(1), MoveMotherNature(2)))


def seated(*more: Message) -> LineClientHarness:
    line_client = LineClientHarness()
    line_client.receive(*table_messages(full_view()), *more)
    return line_client


def prompted() -> LineClientHarness:
    return seated(YourTurn(), SelectSteps(2), STEPS)


def test_welcome_is_written_before_any_message() -> None:
    lines: list[str] = []
    LineClient(lines.append)
    assert lines == [screen.WELCOME]


def test_typed_nickname_is_sent_and_asked_for_again_after_a_refusal() -> None:
    line_client = LineClientHarness()
    assert line_client.receive(RequestNickname()) == []
    assert line_client.has_written("Choose a nickname")
    assert line_client.type_line("  ada ") == [ChooseNickname("ada")]
    line_client.receive(Error(ErrorCode.DUPLICATENICKNAME, "ChooseNickname or Reconnect."))
    assert line_client.lines == [
        "No: Somebody here has this nickname or a similar one; choose another.",
        "Choose a nickname (3 to 20 letters, digits, _ or -):",
    ]


def test_given_nickname_is_sent_once() -> None:
    line_client = LineClientHarness(nickname="ada")
    assert line_client.receive(RequestNickname()) == [ChooseNickname("ada")]
    assert line_client.receive(RequestNickname()) == []


def test_auto_create_opens_one_room_with_the_given_setup_and_again_repeats_it() -> None:
    setup = SelectModeAndPlayers(3, mode=True, bots=2)
    line_client = LineClientHarness(setup=setup, auto_create=True)
    assert line_client.receive(SessionOpened("ada", "x"), ChooseMatch(())) == [SelectMatch(0)]
    assert line_client.receive(RequestSetUp()) == [setup]
    assert line_client.receive(ChooseMatch(())) == []
    assert line_client.type_line("again") == [SelectMatch(0)]
    assert line_client.receive(RequestSetUp()) == [setup]


def test_matches_in_progress_are_listed_watched_by_number_or_code_and_left() -> None:
    line_client = LineClientHarness()
    line_client.receive(*table_messages()[:2], ChooseMatch((), playing=(room(state="playing"),)))
    assert line_client.has_written("Tables to watch")
    assert line_client.type_line("watch 7") == [WatchMatch(7)]
    assert line_client.type_line("watch abc") == [WatchMatch(0, code="ABC")]
    assert line_client.type_line("watch") == []
    assert line_client.has_written("Like this: watch 3")
    line_client.receive(*table_messages(full_view(seat=None))[5:], IsTurnOfPlayer("bob"))
    assert line_client.type_line("") == []
    assert line_client.has_written("Watching: the turn of bob")
    assert line_client.type_line("leave") == [LeaveMatch()]


def test_pages_of_tables_are_turned_filtered_and_refreshed_and_hidden_tables_joined() -> None:
    line_client = LineClientHarness()
    first = ChooseMatch((), (room(),), next="c1", total=51)
    line_client.receive(*table_messages()[:2], first)
    assert line_client.has_written("1 of 51 tables: more shows the next page")
    assert line_client.type_line("back") == []
    assert line_client.has_written("This is the first page")
    assert line_client.type_line("list uno") == [RequestRefresh("uno")]
    line_client.receive(structs.replace(first, reply_to=1))
    assert line_client.type_line("more") == [RequestRefresh("uno", after="c1")]
    line_client.receive(ChooseMatch((), (room(match=8),), total=51, reply_to=2))
    assert line_client.has_written("back shows the previous page")
    assert line_client.type_line("more") == []
    assert line_client.has_written("There are no more tables")
    assert line_client.type_line("refresh") == [RequestRefresh("uno", after="c1")]
    assert line_client.type_line("join 40") == [SelectMatch(40)]
    assert line_client.type_line("back") == [RequestRefresh("uno")]


def test_new_unwatched_sends_a_setup_that_forbids_spectators() -> None:
    line_client = LineClientHarness()
    line_client.receive(*table_messages()[:3])
    assert line_client.type_line("new 2 base bots 1 unwatched") == [SelectMatch(0)]
    wanted = SelectModeAndPlayers(2, bots=1, watchers=False)
    assert line_client.receive(RequestSetUp()) == [wanted]


def test_lobby_lists_rooms_and_join_list_refresh_and_new_send_their_messages() -> None:
    line_client = LineClientHarness()
    line_client.receive(*table_messages()[:3])
    assert line_client.has_written("   7  Eriantys, expert, 1 of 2 seats taken: bob")
    assert line_client.type_line("join 7") == [SelectMatch(7)]
    assert line_client.type_line("7") == [SelectMatch(7)]
    assert line_client.type_line("j abc") == [SelectMatch(0, code="ABC")]
    assert line_client.type_line("list") == [RequestRefresh()]
    assert line_client.type_line("refresh") == [RequestRefresh()]
    assert line_client.type_line("new 3 expert bots 2") == [SelectMatch(0)]
    assert line_client.receive(RequestSetUp()) == [SelectModeAndPlayers(3, mode=True, bots=2)]


def test_wrong_commands_in_an_empty_lobby_are_explained_in_one_line() -> None:
    line_client = LineClientHarness()
    line_client.receive(*table_messages()[:2], ChooseMatch(()))
    assert line_client.has_written("No table is open")
    for line in ("dance", "join", "new bots", "board", "leave", "actions"):
        assert line_client.type_line(line) == []
        assert len(line_client.lines) == 1


def test_setup_request_is_shown_and_answered_by_typing_new() -> None:
    line_client = LineClientHarness()
    line_client.receive(*table_messages()[:3], RequestSetUp())
    assert line_client.has_written("Choose the settings")
    assert line_client.type_line("new 2 base bots 0") == [SelectModeAndPlayers(2)]


REFUSED = Error(ErrorCode.CHOICENOTVALID, "no")


def test_refused_setup_is_asked_for_again_and_not_used_as_default_or_by_again() -> None:
    line_client = LineClientHarness()
    line_client.receive(*table_messages()[:3])
    line_client.type_line("new 3 bots 2")
    line_client.receive(RequestSetUp(), *table_messages()[2:3])
    line_client.type_line("new uno mode=nonsense")
    line_client.receive(RequestSetUp(), REFUSED)
    assert line_client.has_written("Choose the settings")
    assert line_client.type_line("new expert") == [SelectModeAndPlayers(2, mode=True)]
    line_client.receive(REFUSED)
    assert line_client.type_line("again") == [SelectModeAndPlayers(3, bots=2)]


def test_refused_auto_create_setup_is_not_the_next_default() -> None:
    line_client = LineClientHarness(setup=SelectModeAndPlayers(2, game="chess"), auto_create=True)
    line_client.receive(*table_messages()[:3], RequestSetUp(), REFUSED)
    assert line_client.type_line("new") == [SelectModeAndPlayers(2)]


def test_room_lists_wizards_and_sends_wizard_add_kick_and_leave_or_shows_help() -> None:
    line_client = LineClientHarness()
    line_client.receive(*table_messages()[:5])
    assert line_client.lines[-3:] == ["Choose your wizard:", "  1  king", "  2  witch"]
    assert line_client.type_line("witch") == [ChooseWizard("WITCH")]
    assert line_client.type_line("add") == [AddComputerPlayer()]
    assert line_client.type_line("partner bob") == [ChoosePartner("bob")]
    assert line_client.type_line("kick bob") == [KickPlayer("bob")]
    assert line_client.type_line("leave") == [LeaveMatch()]
    assert line_client.type_line("help") == []
    assert line_client.has_written("start with those who are here")


def test_free_wizards_are_listed_again_when_they_change_and_after_a_refusal() -> None:
    line_client = LineClientHarness()
    line_client.receive(*table_messages()[:5])
    players, taken = ("bob", "ada"), {"bob": "KING"}
    update = RoomUpdate(room(players=players, wizards=taken, free_wizards=("WITCH", "SAGE")))
    line_client.receive(update)
    listed = ["Choose your wizard:", "  1  witch", "  2  sage"]
    assert line_client.lines[-3:] == listed
    line_client.receive(update)
    assert line_client.lines[-1].startswith("Table 7"), "an unchanged list is not repeated"
    assert line_client.type_line("2") == [ChooseWizard("SAGE")]
    line_client.receive(Error(ErrorCode.CHOICENOTVALID, "Choose another."))
    assert line_client.lines[-3:] == listed
    line_client.receive(RoomUpdate(room(players=players, wizards={**taken, "ada": "SAGE"})))
    assert line_client.lines[-1].startswith("Table 7")


def test_refusal_is_shown_with_its_reason() -> None:
    line_client = prompted()
    line_client.receive(Error(ErrorCode.ACTIONNONVALID, "Move mother nature 1 to 2 islands."))
    assert line_client.lines[-1] == "No: Move mother nature 1 to 2 islands."


def test_change_and_turn_are_described_and_an_empty_line_shows_who_must_act() -> None:
    line_client = seated()
    line_client.lines.clear()
    line_client.receive(UpdateMessage(MotherNatureMoved(1, 8), seq=11), IsTurnOfPlayer("bob"))
    assert line_client.lines == ["Mother nature went 1 step to island 8.", "It is the turn of bob."]
    line_client.type_line("")
    assert line_client.lines == ["Waiting for bob"]


def test_board_help_and_refresh_work_in_a_match() -> None:
    line_client = prompted()
    line_client.type_line("board")
    assert line_client.has_written("Islands")
    line_client.type_line("help")
    assert line_client.has_written("move red island 3")
    assert line_client.type_line("refresh") == [RequestView()]
    line_client.lines.clear()
    line_client.receive(GameView(full_view(), seq=12, reply_to=5))
    assert line_client.has_written("Islands")


def test_leave_in_a_match_must_be_repeated_and_not_abbreviated() -> None:
    line_client = prompted()
    assert line_client.type_line("lea") == []
    assert not line_client.client.is_confirming
    assert line_client.type_line("lea") == []
    assert line_client.type_line("leave") == []
    assert line_client.client.is_confirming
    assert line_client.type_line("leave") == [LeaveMatch()]


def test_end_of_a_match_shows_result_and_next_commands_and_board_shows_the_last_view() -> None:
    line_client = prompted()
    line_client.lines.clear()
    line_client.receive(
        FinalScores(("bob",), {"ada": 2, "bob": 8}, "Over."), ChooseMatch((), (room(),))
    )
    assert line_client.has_written("The winner is bob.")
    assert line_client.lines[-1] == "Type new for another match, again for one like it, or quit."
    line_client.type_line("board")
    assert line_client.has_written("Islands")


def test_quit_sends_quit_says_so_and_finishes() -> None:
    line_client = LineClientHarness()
    line_client.receive(*table_messages()[:3])
    assert line_client.type_line("quit") == [Quit()]
    assert line_client.client.is_finished
    assert line_client.lines[-1] == "You left the server."


@pytest.mark.parametrize(("line", "sent"), [("leave", LeaveMatch()), ("quit", Quit())])
def test_leaving_a_running_match_asks_and_is_executed_only_when_repeated(
    line: str, sent: ClientMessage
) -> None:
    line_client = seated()
    assert line_client.type_line(line) == []
    assert line_client.lines[-1].startswith("This gives up your seat: the others go on")
    assert line_client.client.is_confirming
    assert line_client.type_line("timer") == []
    assert not line_client.client.is_confirming
    assert line_client.type_line(line) == [], "another command was between"
    assert line_client.type_line(line) == [sent]


def test_leaving_is_not_asked_on_a_pipe_by_a_spectator_or_after_the_match() -> None:
    piped = seated()
    piped.client.asks_before_leaving = False
    assert piped.type_line("leave") == [LeaveMatch()]
    spectator = LineClientHarness()
    spectator.receive(*table_messages(full_view(seat=None)))
    assert spectator.type_line("leave") == [LeaveMatch()]
    finished = seated()
    finished.receive(FinalScores(("bob",), {"ada": 2, "bob": 8}, "Over."))
    assert finished.type_line("quit") == [Quit()]


def test_end_of_the_input_quits_a_match_without_a_question() -> None:
    client = seated().client
    (sent,) = client.quit()
    assert isinstance(sent, Quit)
    assert client.is_finished


def test_message_whose_text_fails_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> list[str]:
        raise KeyError("x")

    line_client = seated()
    monkeypatch.setattr(line_client_module, "describe", fail)
    line_client.receive(ChatMessage("bob", "hi"))
    assert line_client.lines[-1] == "A message could not be shown (ChatMessage); the match goes on."


def test_line_is_accepted_only_in_its_phase_and_without_an_unanswered_message() -> None:
    line_client = LineClientHarness()
    assert not line_client.client.accepts("ada")
    line_client.receive(RequestNickname())
    assert line_client.client.accepts("ada")
    [sent] = line_client.client.on_line("ada")
    assert not line_client.client.accepts("quit")
    line_client.receive(ActionValid("Registered", reply_to=sent.id))
    assert not line_client.client.accepts("new"), "the lobby follows"
    session, listed, _ = table_messages(full_view())[1:4]
    line_client.receive(session, listed)
    assert line_client.client.accepts("quit")
    asked = room(players=("bob", "ada"), free_wizards=("KING", "WITCH"))
    line_client.receive(RoomUpdate(asked))
    assert not line_client.client.accepts("king"), "the question for the wizard follows"
    assert line_client.client.accepts("start")
    assert line_client.client.accepts("partner bob")
    line_client.receive(*table_messages(full_view())[4:])
    assert not line_client.client.accepts("mother 1")
    assert line_client.client.accepts("board")
    for request in line_client.client.on_message(YourTurn()) + line_client.client.on_message(
        SelectSteps(2)
    ):
        line_client.receive(structs.replace(STEPS, reply_to=request.id))
    assert line_client.client.accepts("mother 1")


def test_game_command_in_a_room_waits_for_bots_but_is_refused_if_people_are_missing() -> None:
    for line, waits in (("new uno 2 bots 1 hard", True), ("new uno 2", False)):
        line_client = LineClientHarness()
        line_client.receive(*table_messages()[:3])
        line_client.client.on_line(line)
        line_client.receive(
            ActionValid("", reply_to=1), RequestSetUp(), ActionValid("", reply_to=2)
        )
        opened = room(game="uno", players=("ada",), host="ada")
        replies = line_client.client.on_message(RoomUpdate(opened))
        line_client.receive(*(ActionValid("", reply_to=reply.id) for reply in replies))
        assert line_client.client.accepts("play 1") is not waits
        assert line_client.client.accepts("leave")
        assert line_client.type_line("play 1") == []
        assert line_client.has_written("Wait for the others")


def test_completions_are_words_of_legal_actions_and_common_commands() -> None:
    line_client = seated(
        LegalActions((MoveStudent("SCHOOL", "RED"), MoveStudent("ISLAND", "RED", 3)))
    )
    assert line_client.client.list_completions("mo") == ["move"]
    assert line_client.client.list_completions("move ") == ["red"]
    assert line_client.client.list_completions("move red ") == ["island", "school"]
    assert line_client.client.list_completions("move red i") == ["island"]
    assert line_client.client.list_completions("le") == ["leave"]
    assert line_client.client.list_completions("move blue ") == []
    assert LineClientHarness().client.list_completions("he") == ["help"]


def test_rules_online_stats_show_and_exit_work_in_lobby_or_match() -> None:
    line_client = LineClientHarness()
    line_client.receive(RequestNickname())
    assert line_client.type_line("online") == []
    line_client.receive(*table_messages()[:3])
    assert line_client.type_line("rules shelfie") == []
    assert line_client.has_written("MY SHELFIE")
    assert line_client.type_line("online") == [ListPlayers()]
    players = (
        OnlinePlayer("ada", "lobby"),
        OnlinePlayer("b\x1b[2J", "playing", computer=True, match=3, game="uno"),
    )
    line_client.receive(PlayersOnline(players))
    assert line_client.has_written("  ada                  in the lobby")
    assert line_client.has_written("plays at table 3 (UNO), a computer player")
    assert not line_client.has_written("\x1b")
    assert line_client.type_line("stats") == []
    assert line_client.has_written("No match is on")
    line_client = seated()
    assert line_client.type_line("stats") == []
    assert line_client.has_written("ada")
    assert line_client.type_line("show islands") == []
    assert line_client.type_line("exit") == []
    assert line_client.type_line("exit") == [Quit()]
