"""Heartbeat, chat, leaving and quitting."""

import pytest

from messages import (
    ActionValid,
    ChatMessage,
    ErrorCode,
    FinalScores,
    Heartbeat,
    LeaveMatch,
    ListPlayers,
    PlayersOnline,
    PlayerStatus,
    Quit,
    Refusal,
    SelectMatch,
    SelectModeAndPlayers,
    SendChat,
    YouWin,
)
from server.phases import common
from server.sessions import Playing
from tests.harness.handler import House


def test_every_heartbeat_is_answered_with_one() -> None:
    house = House()
    peer = house.arrive()
    assert house.say(peer, Heartbeat(id=5)) == Heartbeat(reply_to=5)


def test_chat_at_a_table_stays_at_the_table() -> None:
    house = House()
    ada, bob = house.table("ada", "bob")
    carl = house.guest("carl")
    house.say(ada, SendChat("good luck"))
    for peer in (ada, bob):
        assert house.got(peer, ChatMessage) == [ChatMessage("ada", "good luck")]
    assert house.got(carl, ChatMessage) == []


def test_chat_in_the_lobby_reaches_everybody_there() -> None:
    house = House()
    ada, bob = house.guest("ada"), house.guest("bob")
    house.say(ada, SendChat("anybody for a game?"))
    assert house.got(bob, ChatMessage) == [ChatMessage("ada", "anybody for a game?")]


def test_a_private_word_reaches_one_player_anywhere() -> None:
    house = House()
    ada, bob = house.table("ada", "bob")
    carl = house.guest("carl")
    house.say(carl, SendChat("join us later", "ADA"))
    assert house.got(ada, ChatMessage) == [ChatMessage("carl", "join us later", "ada")]
    assert house.got(carl, ChatMessage) == house.got(ada, ChatMessage)
    assert house.got(bob, ChatMessage) == []


def test_a_word_to_nobody_is_refused() -> None:
    house = House()
    assert house.refused(house.guest("ada"), SendChat("hello", "zoe")) == ErrorCode.CHOICENOTVALID


@pytest.mark.parametrize("text", ["\x1b[2Jhi", "hi\u202e", "h\u200bi", "hi\r\n"])
def test_chat_is_cleaned_at_the_door(text: str) -> None:
    house = House()
    ada = house.guest("ada")
    house.say(ada, SendChat(text))
    shown = house.got(ada, ChatMessage)[0].text
    assert shown in ("hi", "[2Jhi")


def test_chat_of_nothing_visible_is_refused() -> None:
    house = House()
    assert house.refused(house.guest("ada"), SendChat("\u200b\x00")) == ErrorCode.CHOICENOTVALID


def test_quitting_frees_the_name_and_ends_the_connection() -> None:
    house = House()
    ada = house.guest("ada")
    assert house.say(ada, Quit()) == ActionValid("Goodbye")
    assert house.ended == [ada]
    house.guest("ada")


def test_leaving_a_match_of_two_makes_the_other_the_winner() -> None:
    house = House()
    ada, bob = house.table("ada", "bob")
    assert house.say(ada, LeaveMatch()) == ActionValid("You left the match")
    assert PlayerStatus("ada", "gone") in house.got(bob, PlayerStatus)
    assert house.got(bob, YouWin)
    assert house.got(bob, FinalScores)[0].winners == ("bob",)
    assert house.got(ada, FinalScores) == [], "who left is not told how it went on"
    assert house.names(bob)[-1] == "ChooseMatch"
    assert house.state.rooms == {}


def test_both_can_start_again_afterwards() -> None:
    house = House()
    ada, bob = house.table("ada", "bob")
    house.say(ada, LeaveMatch())
    for peer in (ada, bob):
        assert isinstance(house.say(peer, SelectMatch(0)), ActionValid)


def test_leaving_without_a_match_is_unexpected() -> None:
    house = House()
    assert house.refused(house.guest("ada"), LeaveMatch()) == ErrorCode.UNEXPECTEDMESSAGE


def test_everybody_may_ask_who_is_online_and_where() -> None:
    house = House()
    ada, _ = house.table("ada", "bob")
    carl, dora = house.guest("carl"), house.guest("dora")
    house.say(dora, SelectMatch(0))
    house.say(dora, SelectModeAndPlayers(2, private=True))
    house.depart(ada)
    answer = house.say(carl, ListPlayers(id=7))
    assert isinstance(answer, PlayersOnline)
    assert answer.reply_to == 7
    assert [(p.nickname, p.place, p.match, p.game) for p in answer.players] == [
        ("ada", "away", 0, ""),
        ("bob", "playing", 1, "eriantys"),
        ("carl", "lobby", 0, ""),
        ("dora", "table", 0, ""),
    ]
    assert house.refused(house.arrive(), ListPlayers()) == ErrorCode.UNEXPECTEDMESSAGE


def test_a_refused_line_of_chat_changes_nothing() -> None:
    house = House()
    ada, _ = house.table("ada", "bob")
    peer, playing = house.state.peers[ada], house.state_of(ada, Playing)
    for message in (SendChat("\x1b \n"), SendChat("hello", "nobody")):
        with pytest.raises(Refusal) as refused:
            common.chat(house.state, peer, playing, message)
        assert refused.value.code is ErrorCode.CHOICENOTVALID
    assert not house.state.rooms[1].chat
    assert house.state_of(ada, Playing) is playing
