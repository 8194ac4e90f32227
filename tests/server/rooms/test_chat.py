"""The chat history of a match: lines to the room, and private lines of each seat."""

import pytest

from messages import (
    ChatMessage,
    ChooseNickname,
    LeaveMatch,
    Reconnect,
    SelectMatch,
    SelectModeAndPlayers,
    SendChat,
    ServerMessage,
    SessionOpened,
    StartMatch,
    WatchMatch,
)
from messages.registry import GameView
from server.journal.records import ChatRecord, Talked, Whispered
from server.rooms.chat import MAX_CHAT_LINES, ChatHistory
from tests.harness.clients import TRANSPORTS, RunningServer, run
from tests.harness.handler import HandlerHarness

UNO_OF_THREE = SelectModeAndPlayers(3, game="uno")


def test_lines_of_a_seat_are_those_to_the_room_and_its_private_ones_in_their_order() -> None:
    chat = ChatHistory()
    first, second = ChatMessage("ada", "one"), ChatMessage("ada", "two", "bob")
    third, other = ChatMessage("bob", "three"), ChatMessage("bob", "secret", "eve")
    chat.add(first)
    chat.add_private(0, second)
    chat.add_private(1, second)
    chat.add_private(1, other)
    chat.add_private(2, other)
    chat.add(third)
    assert chat.lines_for(0) == [first, second, third]
    assert chat.lines_for(1) == [first, second, other, third]
    assert chat.lines_for(2) == [first, other, third]
    assert chat.lines_for(3) == [first, third]


def test_only_the_latest_lines_are_kept_and_private_ones_replace_none_to_the_room() -> None:
    chat = ChatHistory()
    for number in range(MAX_CHAT_LINES + 3):
        chat.add_private(0, ChatMessage("ada", f"private {number}", "bob"))
    assert len(chat.lines_for(0)) == MAX_CHAT_LINES
    assert chat.lines_for(0)[0].text == "private 3"
    for number in range(MAX_CHAT_LINES + 3):
        chat.add(ChatMessage("ada", str(number)))
    assert len(chat.lines_for(0)) == 2 * MAX_CHAT_LINES
    assert chat.lines_for(1)[0].text == "3"


def test_private_lines_are_forgotten_and_those_to_the_room_kept_in_the_next_match() -> None:
    chat = ChatHistory()
    chat.add(ChatMessage("ada", "hello"))
    chat.add_private(0, ChatMessage("ada", "secret", "bob"))
    chat.forget_private()
    assert chat.lines_for(0) == [ChatMessage("ada", "hello")]


def test_records_of_a_history_make_the_same_history_without_lines_of_outsiders() -> None:
    names = ("ada", "bob", "eve")
    chat, copy = ChatHistory(), ChatHistory()
    lines: list[ChatRecord] = []
    for number in range(2 * MAX_CHAT_LINES):
        whisper = Whispered(0, 1 + number % 7 // 6, f"private {number}")
        lines += [Talked("ada", str(number)), whisper]
    for line in lines:
        chat.add_record(line, names)
    before = [chat.lines_for(seat) for seat in range(3)]
    chat.add(ChatMessage("wes", "from a spectator", watcher=True))
    chat.add_private(1, ChatMessage("zoe", "from the lobby", "bob"))
    for line in chat.records():
        copy.add_record(line, names)
    assert [copy.lines_for(seat) for seat in range(3)] == before
    assert copy.records() == chat.records()
    assert chat.lines_for(1)[-2:] == [
        ChatMessage("wes", "from a spectator", watcher=True),
        ChatMessage("zoe", "from the lobby", "bob"),
    ]


# --- in the handler -----------------------------------------------------------------------------


def lines_after_reconnect(harness: HandlerHarness, peer: int, name: str) -> list[ChatMessage]:
    """Reconnect a session from a new connection and return the chat lines it is sent."""
    token = harness.received(peer, SessionOpened)[-1].token
    harness.disconnect(peer)
    back = harness.connect()
    assert isinstance(harness.send(back, Reconnect(name, token)), SessionOpened)
    return harness.received(back, ChatMessage)


def test_player_is_sent_own_private_lines_after_reconnect_and_others_are_not() -> None:
    harness = HandlerHarness()
    ada, bob, eve = harness.start_match("ada", "bob", "eve", setup=UNO_OF_THREE)
    wes, zoe = harness.connect_named("wes"), harness.connect_named("zoe")
    harness.send(wes, WatchMatch(1))
    for peer, text, to in (
        (ada, "to bob", "BOB"),
        (bob, "to ada", "ada"),
        (eve, "to all", ""),
        (eve, "to bob from eve", "bob"),
        (wes, "from a spectator", "ada"),
        (zoe, "from the lobby", "ada"),
    ):
        harness.send(peer, SendChat(text, to))
    expected = {
        "ada": ["to bob", "to ada", "to all", "from a spectator", "from the lobby"],
        "bob": ["to bob", "to ada", "to all", "to bob from eve"],
        "eve": ["to all", "to bob from eve"],
        "wes": [],
        "zoe": [],
    }
    for peer, name in ((ada, "ada"), (bob, "bob"), (eve, "eve"), (wes, "wes")):
        lines = lines_after_reconnect(harness, peer, name)
        assert [line.text for line in lines] == expected[name]
        assert all(not line.to or name in (line.sender, line.to) for line in lines)


def test_new_session_with_the_name_of_a_former_player_is_not_sent_private_lines() -> None:
    harness = HandlerHarness()
    setup = SelectModeAndPlayers(2, game="uno", standing=True)
    ada, bob = harness.connect_named("ada"), harness.connect_named("bob")
    for message in (SelectMatch(0), setup):
        harness.send(ada, message)
    harness.send(bob, SelectMatch(1))
    harness.send(ada, StartMatch())
    harness.send(ada, SendChat("secret", "bob"))
    harness.send(bob, LeaveMatch())
    harness.disconnect(bob)
    new = harness.connect_named("bob")
    harness.send(new, SelectMatch(1))
    harness.send(ada, StartMatch())
    assert harness.state.rooms[1].match is not None
    assert lines_after_reconnect(harness, new, "bob") == []


# --- over the transports ------------------------------------------------------------------------


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_private_lines_are_sent_to_their_player_after_reconnect(transport: str) -> None:
    async def scenario(server: RunningServer) -> None:
        clients = [await server.connect(transport) for _ in range(3)]
        ada, bob, eve = clients
        tokens = []
        for client, name in zip(clients, ("ada", "bob", "eve"), strict=True):
            await client.send(ChooseNickname(name))
            tokens.append((await client.receive(SessionOpened)).token)
        await ada.send(SelectMatch(0))
        await ada.send(UNO_OF_THREE)
        await bob.send(SelectMatch(1))
        await eve.send(SelectMatch(1))
        await ada.send(SendChat("between us", "bob"))
        await ada.send(SendChat("good luck"))
        whisper, line = ChatMessage("ada", "between us", "bob"), ChatMessage("ada", "good luck")
        for number, expected in ((1, [whisper, line]), (2, [line])):
            back = await server.connect(transport)
            name = ("ada", "bob", "eve")[number]
            await back.send(Reconnect(name, tokens[number]))
            received: list[ChatMessage] = []
            while not isinstance(message := await back.receive(ServerMessage), GameView):
                received += [message] if isinstance(message, ChatMessage) else []
            assert received == expected

    run(scenario)
