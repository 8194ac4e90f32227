"""Messages that every game has, in words."""

import pytest

from client.tui.text.messages import room_line, say
from messages import (
    ActionValid,
    ChatMessage,
    Error,
    ErrorCode,
    FinalScores,
    GenericMessage,
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
from tests.harness.table_messages import room

EVIL = "\x1b[2J\u202eevil\n\a"


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        (ChatMessage("bob", "hello"), "[bob] hello"),
        (ChatMessage("bob", "psst", "ada"), "[bob to ada] psst"),
        (ChatMessage("wes", "nice move", watcher=True), "[wes, watching] nice move"),
        (PlayerStatus("bob", "absent"), "bob lost the connection; the seat waits."),
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
            "Match 7: 2 of 2 seats taken by bob (king), ada. Friends join with the code ABC.",
        ),
    ],
)
def test_sentences(message: Message, sentence: str) -> None:
    assert say(message) == sentence


def test_a_line_of_the_match_list() -> None:
    assert room_line(room()) == "   7  eriantys, expert, 1 of 2 seats taken: bob"


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
    ],
)
def test_nothing_other_people_write_reaches_the_terminal_raw(message: Message) -> None:
    for line in say(message).split("\n"):
        assert "evil" in line
        assert line.isprintable()
