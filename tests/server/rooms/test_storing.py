"""The rows of open rooms that an input changes."""

import pytest

from messages import (
    ChooseWizard,
    LeaveMatch,
    RequestRefresh,
    SelectMatch,
    SelectModeAndPlayers,
    SendChat,
)
from messages.base import ClientMessage
from server.effects import Outcome
from server.journal.open_rooms import OpenRoom, decode_room
from server.journal.records import NO_HASH, RoomEntry
from server.rooms.storing import add_room_entries
from tests.harness.handler import HandlerHarness


class StoringHarness(HandlerHarness):
    """A handler with a journal, and the rows that it has stored."""

    def __init__(self) -> None:
        super().__init__()
        self.state.has_journal = True
        self.rows: list[RoomEntry] = []

    def _deliver(self, outcome: Outcome) -> None:
        """Record the rows, too."""
        self.rows += outcome.room_entries
        super()._deliver(outcome)

    def pop_rooms(self) -> list[OpenRoom | None]:
        """Return the stored rooms since the last call; None for a removed row."""
        rows, self.rows = self.rows, []
        return [decode_room(row.body) if row.body else None for row in rows]


@pytest.fixture
def harness() -> StoringHarness:
    return StoringHarness()


def _open_room(harness: StoringHarness, host: str = "ada") -> int:
    """Let a new peer open a room for two; return the peer."""
    peer = harness.connect_named(host)
    harness.assert_accepted(peer, SelectMatch(0))
    harness.assert_accepted(peer, SelectModeAndPlayers(2))
    return peer


def test_room_is_stored_with_each_change_of_its_members(harness: StoringHarness) -> None:
    ada = _open_room(harness)
    (room,) = harness.pop_rooms()
    assert room is not None
    assert (room.host, [member.name for member in room.members]) == ("ada", ["ada"])
    bob = harness.connect_named("bob")
    harness.assert_accepted(bob, SelectMatch(1))
    (room,) = harness.pop_rooms()
    assert room is not None
    assert [member.name for member in room.members] == ["ada", "bob"]
    harness.assert_accepted(ada, LeaveMatch())
    (room,) = harness.pop_rooms()
    assert room is not None
    assert (room.host, [member.name for member in room.members]) == ("bob", ["bob"])


def test_row_has_the_hash_of_the_token_and_not_the_token(harness: StoringHarness) -> None:
    ada = _open_room(harness)
    session = harness.state.peers[ada].session
    (room,) = harness.pop_rooms()
    assert room is not None
    assert session is not None
    assert room.members[0].token_hash == session.token_hash


@pytest.mark.parametrize("message", [RequestRefresh(), SendChat("hello", "")])
def test_input_that_changes_no_room_stores_nothing(
    harness: StoringHarness, message: ClientMessage
) -> None:
    ada = _open_room(harness)
    harness.pop_rooms()
    harness.send(ada, message)
    harness.connect_named("bob")
    assert harness.rows == []


def test_row_is_removed_when_the_match_starts(harness: StoringHarness) -> None:
    ada = _open_room(harness)
    bob = harness.connect_named("bob")
    harness.assert_accepted(bob, SelectMatch(1))
    harness.assert_accepted(ada, ChooseWizard(harness.state.rooms[1].game.wizards[0]))
    harness.pop_rooms()
    harness.assert_accepted(bob, ChooseWizard(harness.state.rooms[1].game.wizards[1]))
    assert harness.state.rooms[1].match is not None
    assert harness.pop_rooms() == [None]


def test_row_is_removed_when_the_last_member_leaves(harness: StoringHarness) -> None:
    ada = _open_room(harness)
    harness.pop_rooms()
    harness.assert_accepted(ada, LeaveMatch())
    assert harness.pop_rooms() == [None]


def test_room_without_a_member_who_can_come_back_is_not_stored(harness: StoringHarness) -> None:
    _open_room(harness)
    harness.pop_rooms()
    room = harness.state.rooms[1]
    room.host.token_hash = NO_HASH
    harness.state.changed_rooms[room] = None
    outcome = Outcome()
    add_room_entries(harness.state, outcome)
    assert outcome.room_entries == [RoomEntry(1, b"")]


def test_server_without_a_journal_stores_nothing(harness: StoringHarness) -> None:
    harness.state.has_journal = False
    _open_room(harness)
    assert harness.rows == []
    assert not harness.state.changed_rooms
