"""Test the text of messages: those of every game, and those of one game."""

import pytest

from client.model import Model
from client.tui.text.messages import describe, message_text, prompt_text, room_line
from messages import (
    ActionValid,
    ChatMessage,
    Error,
    ErrorCode,
    FinalScores,
    GenericMessage,
    Heartbeat,
    IsTurnOfPlayer,
    Message,
    OtherPlayerWins,
    PlayersInfo,
    PlayerStatus,
    RoomUpdate,
    TurnReminder,
    WaitForOtherPlayer,
    YourTurn,
    YouWin,
)
from messages.eriantys.table import CloudTaken
from messages.registry import UpdateMessage
from tests.client.games.eriantys.tables import full_view
from tests.harness.table_messages import room, table_messages

EVIL = "\x1b[2J\u202eevil\n\a"
TAKEN = UpdateMessage(CloudTaken(0, 1), seq=11)


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        (ChatMessage("bob", "hello"), "[bob] hello"),
        (ChatMessage("bob", "psst", "ada"), "[bob to ada] psst"),
        (ChatMessage("wes", "nice move", watcher=True), "[wes, watching] nice move"),
        (PlayerStatus("bob", "absent"), "bob lost the connection; the seat is kept."),
        (PlayerStatus("bob", "present"), "bob is back."),
        (GenericMessage("Welcome."), "Welcome."),
        (Error(ErrorCode.NOTYOURTURN, "Wait."), "No: Wait."),
        (PlayersInfo(("ada", "bob"), 2), "The match begins: ada, bob."),
        (
            PlayersInfo(("ada", "bob"), 2, game="tarot"),
            "The match begins: ada, bob.\n"
            "This program does not know tarot: start it with --game-pack and its package.",
        ),
        (YourTurn(), "It is your turn."),
        (IsTurnOfPlayer("bob"), "It is the turn of bob."),
        (TurnReminder(10), "10 seconds are left for your turn."),
        (YouWin(), "Congratulations, you won!"),
        (OtherPlayerWins("bob"), "bob wins."),
        (WaitForOtherPlayer(), "Waiting for the other players."),
        (ActionValid("You played the assistant card selected"), ""),
        (
            FinalScores(("ada",), {"ada": 8, "bob": 2}, "Over."),
            "Final scores: ada 8, bob 2.\nThe winner is ada.",
        ),
        (
            FinalScores(("ada", "bob"), {"ada": 5, "bob": 5}, "Over."),
            "Final scores: ada 5, bob 5.\nThe winners are ada and bob.",
        ),
        (
            RoomUpdate(room(players=("bob", "ada"), wizards={"bob": "KING"}), "ABC"),
            "Table 7: 2 of 2 seats taken by bob (king), ada. Friends join with the code ABC.",
        ),
        (
            RoomUpdate(room(players=("bob", "ada", "cyd"), teams=(("bob", "cyd"), ("ada",)))),
            "Table 7: 3 of 2 seats taken by bob, ada, cyd. Teams: bob and cyd; ada.",
        ),
    ],
)
def test_message_has_its_text_and_action_valid_an_empty_one(
    message: Message, sentence: str
) -> None:
    assert message_text(message) == sentence


def test_room_line_has_match_number_game_mode_seats_and_players() -> None:
    assert room_line(room()) == "   7  Eriantys, expert, 1 of 2 seats taken: bob"


@pytest.mark.parametrize(
    "message",
    [
        ChatMessage(EVIL, EVIL, EVIL),
        PlayerStatus(EVIL, "gone"),
        GenericMessage(EVIL),
        Error(ErrorCode.NOTALLOWED, EVIL),
        PlayersInfo((EVIL,), 2),
        IsTurnOfPlayer(EVIL),
        OtherPlayerWins(EVIL),
        FinalScores((EVIL,), {EVIL: 1}, EVIL),
        RoomUpdate(room(players=(EVIL,), wizards={EVIL: EVIL}), EVIL),
        RoomUpdate(room(players=(EVIL,), teams=((EVIL,), ()))),
    ],
)
def test_text_of_other_people_is_shown_in_printable_lines(message: Message) -> None:
    for line in message_text(message).split("\n"):
        assert "evil" in line
        assert line.isprintable()


def seated() -> Model:
    model = Model()
    for message in table_messages(full_view()):
        model.receive(message)
    return model


def test_own_seat_is_you_unless_own_is_false() -> None:
    assert describe(seated(), TAKEN) == [("You took cloud 1.",)]
    assert describe(seated(), TAKEN, own=False) == [("ada took cloud 1.",)]


def test_seat_without_a_name_is_shown_by_number() -> None:
    assert describe(Model(), TAKEN) == [("seat 0 took cloud 1.",)]


def test_message_with_text_has_one_line_and_heartbeat_none() -> None:
    assert describe(Model(), GenericMessage("Hello.")) == [("Hello.",)]
    assert describe(Model(), Heartbeat()) == []


def test_prompt_of_an_unknown_game_has_a_generic_text() -> None:
    assert prompt_text(YourTurn()) == "Your turn: text it's your turn"
