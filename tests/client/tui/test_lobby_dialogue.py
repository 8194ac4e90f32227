"""Test the dialogue in the lobby: joining, new tables with levels, invitations."""

import pytest

from client.games.parsing import CommandError
from client.model import Model
from client.tui.lobby_dialogue import LobbyDialogue, parse_room_choice
from client.tui.text.typing import JOIN_USAGE
from messages import (
    AddComputerPlayer,
    ChooseMatch,
    ClientMessage,
    Error,
    ErrorCode,
    Message,
    PlayersInfo,
    RequestSetUp,
    RoomUpdate,
    SelectMatch,
    SelectModeAndPlayers,
    SessionOpened,
)
from tests.harness.table_messages import room


class Dialogue(LobbyDialogue):
    """A dialogue in the lobby whose model receives each message first."""

    def __init__(self) -> None:
        self.model = Model()
        self.written: list[str] = []
        setup = SelectModeAndPlayers(2, bots=1)
        super().__init__(self.model, self.written.append, "ada", setup, auto_create=False)

    def receive(self, *messages: Message) -> list[ClientMessage]:
        replies = []
        for message in messages:
            self.model.receive(message)
            replies += self.on_message(message)
        return replies


def test_join_selects_by_number_or_code_and_is_refused_without_one() -> None:
    assert parse_room_choice(["3"], SelectMatch, JOIN_USAGE) == SelectMatch(3)
    assert parse_room_choice(["abc234"], SelectMatch, JOIN_USAGE) == SelectMatch(0, code="ABC234")
    with pytest.raises(CommandError, match="join 3"):
        parse_room_choice([], SelectMatch, JOIN_USAGE)


def test_private_table_on_a_shared_server_gets_no_bot_and_later_tables_are_public() -> None:
    dialogue = Dialogue()
    dialogue.receive(ChooseMatch(()))
    assert dialogue.on_line("new uno 2 private") == [SelectMatch(0)]
    assert dialogue.receive(RequestSetUp()) == [SelectModeAndPlayers(2, game="uno", private=True)]
    dialogue.receive(ChooseMatch(()))
    dialogue.on_line("new uno 2")
    assert dialogue.receive(RequestSetUp()) == [SelectModeAndPlayers(2, game="uno")]


def test_new_on_a_local_server_fills_the_table_with_bots() -> None:
    dialogue = Dialogue()
    dialogue.is_local = True
    dialogue.receive(ChooseMatch(()))
    dialogue.on_line("new uno 3")
    assert dialogue.receive(RequestSetUp()) == [SelectModeAndPlayers(3, game="uno", bots=2)]
    assert dialogue.own_bots == 2


def test_hard_bots_are_requested_once_when_the_table_is_open_and_again_repeats_them() -> None:
    dialogue = Dialogue()
    for line in ("new uno 3 bots 2 hard", "again"):
        dialogue.receive(ChooseMatch(()))
        dialogue.on_line(line)
        assert dialogue.receive(RequestSetUp()) == [SelectModeAndPlayers(3, game="uno")]
        opened = RoomUpdate(room(game="uno", host="ada", players=("ada",)))
        assert dialogue.receive(opened) == [AddComputerPlayer("advanced")] * 2
        assert dialogue.receive(opened) == []


def test_refused_table_is_forgotten_with_its_bots() -> None:
    dialogue = Dialogue()
    dialogue.receive(ChooseMatch(()))
    dialogue.on_line("new uno 3 bots 2 hard mode=nonsense")
    dialogue.receive(RequestSetUp(), Error(ErrorCode.CHOICENOTVALID, "no"))
    assert dialogue.last_setup == SelectModeAndPlayers(2)
    dialogue.on_line("new uno 2")
    assert dialogue.receive(RoomUpdate(room())) == []


def test_first_line_is_executed_once_on_entry() -> None:
    dialogue = Dialogue()
    dialogue.first_line = "join abc234"
    assert dialogue.receive(ChooseMatch(())) == [SelectMatch(0, code="ABC234")]
    assert dialogue.receive(ChooseMatch(())) == []


def test_first_line_may_open_a_table_and_an_error_in_it_is_written() -> None:
    dialogue = Dialogue()
    dialogue.first_line = "new uno 2"
    assert dialogue.receive(ChooseMatch(())) == [SelectMatch(0)]
    assert dialogue.receive(RequestSetUp()) == [SelectModeAndPlayers(2, game="uno")]
    dialogue.first_line = "new chess"
    assert dialogue.receive(ChooseMatch(())) == []
    assert "'chess' is no setting" in dialogue.written[-1]


def test_again_after_a_continued_match_opens_a_table_with_its_settings() -> None:
    dialogue = Dialogue()
    dialogue.receive(SessionOpened("ada", "token"))
    setup = SelectModeAndPlayers(
        3, game="uno", options={"target_score": 100}, private=True, bots=1, clock=30, watchers=False
    )
    players = PlayersInfo(
        ("ada", "bob", "Ugo-bot"),
        3,
        game="uno",
        options=setup.options,
        private=True,
        clock=30,
        watchers=False,
    )
    dialogue.receive(players, ChooseMatch(()))
    dialogue.on_line("again")
    assert dialogue.receive(RequestSetUp()) == [setup]


def test_again_after_joining_repeats_the_settings_but_not_those_of_a_watched_table() -> None:
    dialogue = Dialogue()
    dialogue.receive(SessionOpened("ada", "token"), ChooseMatch(()))
    dialogue.receive(
        PlayersInfo(("bob", "ada"), 2, game="uno", options={"target_score": 100}, clock=30)
    )
    dialogue.receive(ChooseMatch(()), PlayersInfo(("bob", "eve"), 2, game="codex"), ChooseMatch(()))
    dialogue.on_line("again")
    expected = SelectModeAndPlayers(2, game="uno", options={"target_score": 100}, clock=30)
    assert dialogue.receive(RequestSetUp()) == [expected]
