"""The line-by-line client, message by message and line by line."""

from typing import Any

from msgspec import UNSET, structs

from client.tui.line_client import LineClient
from messages import (
    ActionValid,
    AddComputerPlayer,
    ChatMessage,
    ChooseMatch,
    ChooseNickname,
    ChooseWizard,
    ClientMessage,
    Error,
    ErrorCode,
    FinalScores,
    IsTurnOfPlayer,
    LeaveMatch,
    ListActions,
    ListPlayers,
    Message,
    OnlinePlayer,
    PlayersInfo,
    PlayersOnline,
    Quit,
    RequestNickname,
    RequestRefresh,
    RequestSetUp,
    RequestView,
    SelectMatch,
    SelectModeAndPlayers,
    SendChat,
    SessionOpened,
    WatchMatch,
    YourTurn,
)
from messages.eriantys.actions import ChooseCloud, MoveMotherNature, MoveStudent, SelectSteps
from messages.eriantys.table import MotherNatureMoved
from messages.registry import GameView, LegalActions, UpdateMessage
from tests.client.games.codex.tables import codex_view
from tests.client.games.eriantys.tables import full_view
from tests.harness.table_messages import room, table_messages

STEPS = LegalActions((MoveMotherNature(1), MoveMotherNature(2)))


class Desk:
    """A client, what it wrote, and what it sent (without ids)."""

    def __init__(self, **settings: Any) -> None:
        self.lines: list[str] = []
        self.client = LineClient(self.lines.append, **settings)

    def hear(self, *messages: Message) -> list[ClientMessage]:
        return [_bare(sent) for message in messages for sent in self.client.heard(message)]

    def type(self, line: str) -> list[ClientMessage]:
        self.lines.clear()
        return [_bare(sent) for sent in self.client.typed(line)]

    def wrote(self, part: str) -> bool:
        return any(part in line for line in self.lines)


def _bare(message: ClientMessage) -> ClientMessage:
    return structs.replace(message, id=UNSET)


def seated(*more: Message) -> Desk:
    desk = Desk()
    desk.hear(*table_messages(full_view()), *more)
    return desk


def asked() -> Desk:
    return seated(YourTurn(), SelectSteps(2), STEPS)


def test_asks_for_a_nickname_until_one_is_taken() -> None:
    desk = Desk()
    assert desk.hear(RequestNickname()) == []
    assert desk.wrote("Choose a nickname")
    assert desk.type("  ada ") == [ChooseNickname("ada")]
    desk.hear(Error(ErrorCode.DUPLICATENICKNAME, "ChooseNickname or Reconnect."))
    assert desk.lines == [
        "No: Somebody here has this nickname; choose another.",
        "Choose a nickname (3 to 20 letters, digits, _ or -):",
    ]


def test_a_given_nickname_is_used_once() -> None:
    desk = Desk(nickname="ada")
    assert desk.hear(RequestNickname()) == [ChooseNickname("ada")]
    assert desk.hear(RequestNickname()) == []


def test_a_wished_match_is_made_at_once() -> None:
    wish = SelectModeAndPlayers(3, mode=True, bots=2)
    desk = Desk(wish=wish, at_once=True)
    assert desk.hear(SessionOpened("ada", "x"), ChooseMatch(())) == [SelectMatch(0)]
    assert desk.hear(RequestSetUp()) == [wish]
    assert desk.hear(ChooseMatch(())) == []
    assert desk.type("again") == [SelectMatch(0)]
    assert desk.hear(RequestSetUp()) == [wish]


def test_matches_under_way_are_listed_and_watched() -> None:
    desk = Desk()
    desk.hear(*table_messages()[:2], ChooseMatch((), playing=(room(state="playing"),)))
    assert desk.wrote("Matches to watch")
    assert desk.type("watch 7") == [WatchMatch(7)]
    assert desk.type("watch abc") == [WatchMatch(0, code="ABC")]
    assert desk.type("watch") == []
    assert desk.wrote("Like this: watch 3")
    desk.hear(*table_messages(full_view(seat=None))[5:], IsTurnOfPlayer("bob"))
    assert desk.type("") == []
    assert desk.wrote("Watching: the turn of bob")
    assert desk.type("leave") == [LeaveMatch()]


def test_a_host_may_want_no_watchers() -> None:
    desk = Desk()
    desk.hear(*table_messages()[:3])
    assert desk.type("new 2 base bots 1 unwatched") == [SelectMatch(0)]
    wanted = SelectModeAndPlayers(2, bots=1, watchers=False)
    assert desk.hear(RequestSetUp()) == [wanted]


def test_the_lobby() -> None:
    desk = Desk()
    desk.hear(*table_messages()[:3])
    assert desk.wrote("   7  eriantys, expert, 1 of 2 seats taken: bob")
    assert desk.type("join 7") == [SelectMatch(7)]
    assert desk.type("7") == [SelectMatch(7)]
    assert desk.type("j abc") == [SelectMatch(0, code="ABC")]
    assert desk.type("list") == [RequestRefresh()]
    assert desk.type("refresh") == [RequestRefresh()]
    assert desk.type("new 3 expert bots 2") == [SelectMatch(0)]
    assert desk.hear(RequestSetUp()) == [SelectModeAndPlayers(3, mode=True, bots=2)]


def test_nonsense_in_the_lobby_is_answered() -> None:
    desk = Desk()
    desk.hear(*table_messages()[:2], ChooseMatch(()))
    assert desk.wrote("No match is open")
    for line in ("dance", "join", "new bots", "board", "leave", "actions"):
        assert desk.type(line) == []
        assert len(desk.lines) == 1


def test_a_set_up_question_can_be_answered_by_typing() -> None:
    desk = Desk()
    desk.hear(*table_messages()[:3], RequestSetUp())
    assert desk.wrote("How shall it be played?")
    assert desk.type("new 2 base bots 0") == [SelectModeAndPlayers(2)]


REFUSED = Error(ErrorCode.CHOICENOTVALID, "no")


def test_a_refused_set_up_is_asked_about_again_and_leaves_nothing_behind() -> None:
    desk = Desk()
    desk.hear(*table_messages()[:3])
    desk.type("new 3 bots 2")
    desk.hear(RequestSetUp(), *table_messages()[2:3])
    desk.type("new uno mode=nonsense")
    desk.hear(RequestSetUp(), REFUSED)
    assert desk.wrote("How shall it be played?")
    assert desk.type("new expert") == [SelectModeAndPlayers(3, mode=True, bots=2)]
    desk.hear(REFUSED)
    assert desk.type("again") == [SelectModeAndPlayers(3, bots=2)]


def test_a_wish_that_is_refused_at_once_is_not_the_next_one_too() -> None:
    desk = Desk(wish=SelectModeAndPlayers(2, game="chess"), at_once=True)
    desk.hear(*table_messages()[:3], RequestSetUp(), REFUSED)
    assert desk.type("new") == [SelectModeAndPlayers(2, bots=1)]


def test_at_an_open_table() -> None:
    desk = Desk()
    desk.hear(*table_messages()[:5])
    assert desk.lines[-3:] == ["Choose your wizard:", "  1  king", "  2  witch"]
    assert desk.type("witch") == [ChooseWizard("WITCH")]
    assert desk.type("add") == [AddComputerPlayer()]
    assert desk.type("leave") == [LeaveMatch()]
    assert desk.type("help") == []
    assert desk.wrote("start with those who are here")


def test_my_turn_shows_the_board_and_asks_what_is_legal() -> None:
    desk = seated()
    assert desk.hear(YourTurn(), SelectSteps(2)) == [ListActions()]
    assert desk.wrote("Schools")
    assert desk.lines[-1] == "Move mother nature 1 to 2 steps."
    desk.hear(STEPS)
    assert desk.lines[-1] == "  2  mother 2   to island 9: white 0, black 0; nothing changes"


def test_numbers_and_commands_do_the_same() -> None:
    desk = asked()
    assert desk.type("2") == [MoveMotherNature(2)]
    assert desk.type("mother 2") == [MoveMotherNature(2)]
    assert desk.type("move red island 3") == [MoveStudent("ISLAND", "RED", 3)]


def test_a_number_means_nothing_once_the_board_has_changed() -> None:
    desk = asked()
    assert desk.type("7") == []
    assert desk.wrote("This number is not offered now")
    desk.hear(UpdateMessage(MotherNatureMoved(1, 8), seq=11), IsTurnOfPlayer("bob"))
    assert desk.type("2") == []
    assert desk.lines == ["Waiting for bob"]


def test_a_refusal_is_shown_with_its_reason() -> None:
    desk = asked()
    desk.hear(Error(ErrorCode.ACTIONNONVALID, "Move mother nature 1 to 2 islands."))
    assert desk.lines[-1] == "No: Move mother nature 1 to 2 islands."


def test_changes_are_told_and_whose_turn_it_is() -> None:
    desk = seated()
    desk.lines.clear()
    desk.hear(UpdateMessage(MotherNatureMoved(1, 8), seq=11), IsTurnOfPlayer("bob"))
    assert desk.lines == ["Mother nature went 1 step to island 8.", "It is the turn of bob."]
    desk.type("")
    assert desk.lines == ["Waiting for bob"]


def test_actions_lists_everything_and_hint_suggests() -> None:
    desk = asked()
    assert desk.type("actions") == [ListActions()]
    desk.hear(STEPS)
    assert desk.lines == ["  mother 1  mother 2"]
    assert desk.type("hint") == [ListActions()]
    desk.hear(STEPS)
    assert desk.wrote("A computer player would type: mother")
    desk.type("hint")
    desk.hear(LegalActions(()))
    assert desk.wrote("Nothing is asked of you now.")
    desk.type("actions")
    desk.hear(LegalActions(()))
    assert desk.wrote("Nothing is asked of you now.")


def test_what_lies_before_one_player() -> None:
    desk = Desk()
    players = PlayersInfo(("ada", "bob"), 2, match=7, game="codex")
    desk.hear(RequestNickname(), SessionOpened("ada", "t"), players, GameView(codex_view(), seq=1))
    assert desk.type("board bo") == []
    assert desk.lines[0].startswith(" bob ")
    assert desk.lines[1] == "F---P"
    desk.type("board carol")
    assert desk.lines == ["'carol' is no player here: use ada or bob."]


def test_board_help_refresh_leave() -> None:
    desk = asked()
    desk.type("board")
    assert desk.wrote("Islands")
    desk.type("help")
    assert desk.wrote("move red island 3")
    assert desk.type("refresh") == [RequestView()]
    desk.lines.clear()
    desk.hear(GameView(full_view(), seq=12, reply_to=5))
    assert desk.wrote("Islands")
    assert desk.type("leave") == [LeaveMatch()]
    assert desk.type("lea") == []


def test_chat() -> None:
    desk = seated()
    assert desk.type("chat  hello there") == [SendChat("hello there")]
    assert desk.type("whisper bob psst psst") == [SendChat("psst psst", to="bob")]
    assert desk.type("chat") == []
    assert desk.type("whisper bob") == []
    assert desk.wrote("Say what?")
    assert desk.type("chat " + "x" * 999) == [SendChat("x" * 300)]
    desk.hear(ChatMessage("bob", "\x1b[31mhi"))
    assert desk.lines[-1] == "[bob] [31mhi"


def test_the_end_shows_the_result_and_what_to_do_next() -> None:
    desk = asked()
    desk.lines.clear()
    desk.hear(FinalScores(("bob",), {"ada": 2, "bob": 8}, "Over."), ChooseMatch((), (room(),)))
    assert desk.wrote("The winner is bob.")
    assert desk.lines[-1] == "Type new for another match, again for one like it, or quit."
    desk.type("board")
    assert desk.wrote("Islands")


def test_quit_says_goodbye() -> None:
    desk = seated()
    assert desk.type("quit") == [Quit()]
    assert desk.client.finished
    assert desk.lines == ["Goodbye."]


def test_typed_ahead_lines_wait_until_they_make_sense() -> None:
    desk = Desk()
    assert not desk.client.takes("ada")
    desk.hear(RequestNickname())
    assert desk.client.takes("ada")
    [sent] = desk.client.typed("ada")
    assert not desk.client.takes("quit")
    desk.hear(ActionValid("Registered", reply_to=sent.id))
    assert desk.client.takes("quit")
    desk.hear(*table_messages(full_view())[1:4])
    assert not desk.client.takes("king")
    assert desk.client.takes("start")
    desk.hear(*table_messages(full_view())[4:])
    assert not desk.client.takes("mother 1")
    assert desk.client.takes("board")
    for request in desk.client.heard(YourTurn()) + desk.client.heard(SelectSteps(2)):
        desk.hear(structs.replace(STEPS, reply_to=request.id))
    assert desk.client.takes("mother 1")


def answered() -> Desk:
    """Somebody who is asked, and to whom every request was answered."""
    desk = seated()
    for request in desk.client.heard(YourTurn()) + desk.client.heard(SelectSteps(2)):
        desk.hear(structs.replace(STEPS, reply_to=request.id))
    return desk


def test_a_question_stays_open_while_others_act() -> None:
    """Where several decide at once, what others do takes no choice away."""
    desk = answered()
    desk.hear(UpdateMessage(MotherNatureMoved(0, 1)))
    assert desk.client.takes("mother 1")
    assert desk.type("1") == [MoveMotherNature(1)]


def test_an_answered_question_is_open_again_only_when_the_answer_is_refused() -> None:
    for answer in (ActionValid("Yes."), Error(ErrorCode.ACTIONNONVALID, "No.")):
        desk = answered()
        [sent] = desk.client.typed("1")
        desk.hear(structs.replace(answer, reply_to=sent.id))
        desk.hear(UpdateMessage(MotherNatureMoved(0, 1)))
        assert desk.client.takes("1") is isinstance(answer, Error)


def test_completion_knows_what_is_legal() -> None:
    desk = seated(LegalActions((MoveStudent("SCHOOL", "RED"), MoveStudent("ISLAND", "RED", 3))))
    assert desk.client.completions("mo") == ["move"]
    assert desk.client.completions("move ") == ["red"]
    assert desk.client.completions("move red ") == ["island", "school"]
    assert desk.client.completions("move red i") == ["island"]
    assert desk.client.completions("le") == ["leave"]
    assert desk.client.completions("move blue ") == []
    assert Desk().client.completions("he") == ["help"]


def test_a_cloud_is_taken_by_its_own_number() -> None:
    desk = seated(LegalActions((ChooseCloud(0),)))
    assert desk.type("0") == [ChooseCloud(0)]


def test_the_rules_stats_and_who_is_online_at_any_time() -> None:
    desk = Desk()
    desk.hear(RequestNickname())
    assert desk.type("online") == []
    desk.hear(*table_messages()[:3])
    assert desk.type("rules shelfie") == []
    assert desk.wrote("MY SHELFIE")
    assert desk.type("online") == [ListPlayers()]
    players = (
        OnlinePlayer("ada", "lobby"),
        OnlinePlayer("b\x1b[2J", "playing", computer=True, match=3, game="uno"),
    )
    desk.hear(PlayersOnline(players))
    assert desk.wrote("  ada                  in the lobby")
    assert desk.wrote("plays at table 3 (uno), a computer player")
    assert not desk.wrote("\x1b")
    assert desk.type("stats") == []
    assert desk.wrote("No match is on")
    desk = seated()
    assert desk.type("stats") == []
    assert desk.wrote("ada")
    assert desk.type("show islands") == []
    assert desk.type("exit") == [Quit()]
