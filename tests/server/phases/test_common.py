"""Phase functions of several phases: Heartbeat, SendChat, LeaveMatch, Quit, ListPlayers."""

import pytest

from messages import (
    ActionValid,
    ChatMessage,
    ChooseWizard,
    ErrorCode,
    FinalScores,
    Heartbeat,
    LeaveMatch,
    ListPlayers,
    OnlinePlayer,
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
from server.phases.common import PAGE_PLAYERS
from server.sessions import Playing
from tests.harness.handler import HandlerHarness


def test_heartbeat_before_the_nickname_is_answered_with_heartbeat() -> None:
    harness = HandlerHarness()
    peer = harness.connect()
    assert harness.send(peer, Heartbeat(id=5)) == Heartbeat(reply_to=5)


def test_chat_in_a_match_is_sent_to_its_players_only() -> None:
    harness = HandlerHarness()
    ada, bob = harness.start_match("ada", "bob")
    carl = harness.connect_named("carl")
    harness.send(ada, SendChat("good luck"))
    for peer in (ada, bob):
        assert harness.received(peer, ChatMessage) == [ChatMessage("ada", "good luck")]
    assert harness.received(carl, ChatMessage) == []


def test_chat_in_the_lobby_is_sent_to_others_there() -> None:
    harness = HandlerHarness()
    ada, bob = harness.connect_named("ada"), harness.connect_named("bob")
    harness.send(ada, SendChat("anybody for a game?"))
    assert harness.received(bob, ChatMessage) == [ChatMessage("ada", "anybody for a game?")]


def test_private_chat_is_sent_only_to_sender_and_addressee_in_any_case_of_the_name() -> None:
    harness = HandlerHarness()
    ada, bob = harness.start_match("ada", "bob")
    carl = harness.connect_named("carl")
    harness.send(carl, SendChat("join us later", "ADA"))
    assert harness.received(ada, ChatMessage) == [ChatMessage("carl", "join us later", "ada")]
    assert harness.received(carl, ChatMessage) == harness.received(ada, ChatMessage)
    assert harness.received(bob, ChatMessage) == []


def test_chat_to_unknown_addressee_is_refused() -> None:
    harness = HandlerHarness()
    assert (
        harness.assert_refused(harness.connect_named("ada"), SendChat("hello", "zoe"))
        == ErrorCode.CHOICENOTVALID
    )


@pytest.mark.parametrize("text", ["\x1b[2Jhi", "hi\u202e", "h\u200bi", "hi\r\n"])
def test_control_and_invisible_characters_are_removed_from_chat(text: str) -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    harness.send(ada, SendChat(text))
    received_text = harness.received(ada, ChatMessage)[0].text
    assert received_text in ("hi", "[2Jhi")


def test_chat_without_visible_text_is_refused() -> None:
    harness = HandlerHarness()
    assert (
        harness.assert_refused(harness.connect_named("ada"), SendChat("\u200b\x00"))
        == ErrorCode.CHOICENOTVALID
    )


def test_quit_frees_the_nickname_and_closes_the_connection() -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    assert harness.send(ada, Quit()) == ActionValid("You left the server")
    assert harness.closed_peers == [ada]
    harness.connect_named("ada")


def test_leaving_a_match_of_two_makes_the_other_win_and_closes_the_room() -> None:
    harness = HandlerHarness()
    ada, bob = harness.start_match("ada", "bob")
    assert harness.send(ada, LeaveMatch()) == ActionValid("You left the match")
    assert PlayerStatus("ada", "gone") in harness.received(bob, PlayerStatus)
    assert harness.received(bob, YouWin)
    assert harness.received(bob, FinalScores)[0].winners == ("bob",)
    assert harness.received(ada, FinalScores) == [], "players who left get no result"
    assert harness.pop_received_types(bob)[-1] == "ChooseMatch"
    assert harness.state.rooms == {}


def test_both_players_can_begin_a_set_up_after_one_left_their_match() -> None:
    harness = HandlerHarness()
    ada, bob = harness.start_match("ada", "bob")
    harness.send(ada, LeaveMatch())
    for peer in (ada, bob):
        assert isinstance(harness.send(peer, SelectMatch(0)), ActionValid)


def test_leave_match_is_refused_in_the_lobby() -> None:
    harness = HandlerHarness()
    assert (
        harness.assert_refused(harness.connect_named("ada"), LeaveMatch())
        == ErrorCode.UNEXPECTEDMESSAGE
    )


def test_list_players_shows_what_each_session_does_and_is_refused_without_a_nickname() -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    carl, dora = harness.connect_named("carl"), harness.connect_named("dora")
    harness.send(dora, SelectMatch(0))
    harness.send(dora, SelectModeAndPlayers(2, private=True))
    harness.disconnect(ada)
    answer = harness.send(carl, ListPlayers(id=7))
    assert isinstance(answer, PlayersOnline)
    assert answer.reply_to == 7
    assert [(p.nickname, p.place, p.match, p.game) for p in answer.players] == [
        ("ada", "away", 0, ""),
        ("bob", "playing", 1, "eriantys"),
        ("carl", "lobby", 0, ""),
        ("dora", "table", 0, ""),
    ]
    assert harness.assert_refused(harness.connect(), ListPlayers()) == ErrorCode.UNEXPECTEDMESSAGE


def test_list_of_players_has_pages_in_the_order_of_names() -> None:
    harness = HandlerHarness()
    names = [f"p{number:03}" for number in range(PAGE_PLAYERS + 2)]
    peers = [harness.connect_named(name) for name in reversed(names)]
    first = harness.send(peers[0], ListPlayers())
    assert isinstance(first, PlayersOnline)
    assert [player.nickname for player in first.players] == names[:PAGE_PLAYERS]
    assert (first.next, first.total) == (names[PAGE_PLAYERS - 1], len(names))
    second = harness.send(peers[0], ListPlayers(after=first.next.upper()))
    assert isinstance(second, PlayersOnline)
    assert [player.nickname for player in second.players] == names[PAGE_PLAYERS:]
    assert second.next == ""


def test_entry_in_the_list_of_players_is_built_again_only_after_a_change_of_its_session() -> None:
    harness = HandlerHarness()
    carl = harness.connect_named("carl")
    ada = harness.connect_named("ada")

    def listed() -> OnlinePlayer:
        answer = harness.send(carl, ListPlayers())
        assert isinstance(answer, PlayersOnline)
        return answer.players[0]

    in_lobby = listed()
    assert listed() is in_lobby
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SelectModeAndPlayers(2))
    assert (listed().place, listed().match) == ("table", 1)
    harness.send(carl, SelectMatch(1))
    for peer, wizard in zip((ada, carl), harness.state.rooms[1].game.wizards, strict=False):
        harness.assert_accepted(peer, ChooseWizard(wizard))
    assert listed().place == "playing"
    harness.disconnect(ada)
    assert listed().place == "away"


def test_chat_without_text_or_to_nobody_is_refused_and_changes_nothing() -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    peer, playing = harness.state.peers[ada], harness.session_state(ada, Playing)
    for message in (SendChat("\x1b \n"), SendChat("hello", "nobody")):
        with pytest.raises(Refusal) as refused:
            common.send_chat(harness.state, peer, playing, message)
        assert refused.value.code is ErrorCode.CHOICENOTVALID
    assert harness.state.rooms[1].chat.lines_for(0) == []
    assert harness.session_state(ada, Playing) is playing
