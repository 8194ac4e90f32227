"""Test the chats of a session (client.tui.chats)."""

from client.connections import ConnectionEvent
from client.model import Model
from client.tui.chats import MAX_CHATS, MAX_LINES, ChatHistory
from client.tui.text import typing
from messages import ChatMessage, Message, RoomUpdate
from messages.registry import GameView
from tests.client.games.eriantys.tables import full_view
from tests.harness.table_messages import room, table_messages


def chat_history(*messages: Message | ConnectionEvent) -> tuple[Model, ChatHistory]:
    """Return the history of ada after these messages at a table with bob."""
    model, history = Model(), ChatHistory()
    for message in (*table_messages(), *messages):
        if not isinstance(message, ConnectionEvent):
            model.receive(message)
        history.on_message(model, message)
    return model, history


def test_lines_repeated_after_a_reconnection_are_not_added_again() -> None:
    before = [ChatMessage("bob", "hi"), ChatMessage("bob", "psst", to="ada")]
    missed = ChatMessage("bob", "hi")
    view = GameView(full_view())
    _, history = chat_history(*before, ConnectionEvent.RESTORED, *before, missed, view, *before)
    assert history.show("table") == ["[bob] hi"] * 3
    assert history.show("bob") == ["[bob to ada] psst"] * 2


def test_chat_of_another_table_replaces_that_of_the_table_before() -> None:
    line = ChatMessage("bob", "hi")
    _, history = chat_history(line, RoomUpdate(room(match=7)))
    assert history.show("table") == ["[bob] hi"]
    _, history = chat_history(line, RoomUpdate(room(match=8)))
    assert history.show("") == [typing.NO_CHATS]


def test_lines_and_chats_are_limited_and_the_oldest_are_dropped() -> None:
    people = [f"eve{number:02}" for number in range(MAX_CHATS + 1)]
    lines = [ChatMessage(name, f"{n}", to="ada") for name in people for n in range(MAX_LINES + 1)]
    _, history = chat_history(*lines)
    assert len(history.show("")) == 1 + MAX_CHATS
    assert "eve00" not in "".join(history.show(""))
    assert history.show("eve01")[0] == "[eve01 to ada] 1"
