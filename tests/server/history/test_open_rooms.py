"""Restored open rooms: which rows become rooms, which are removed, and what is logged."""

from typing import Any

import pytest
from msgspec import structs
from structlog.testing import capture_logs

from games.registry import GAMES
from messages import Reconnect, RoomUpdate, SelectMatch, SelectModeAndPlayers, SessionOpened
from server.history.open_rooms import restore_open_rooms
from server.journal.open_rooms import OpenRoom, RoomMember, encode_room
from server.journal.records import RoomEntry
from server.limits import Limits
from server.session_registry import hash_secret
from server.sessions import Disconnected
from tests.harness.handler import HandlerHarness

UNIX_NOW = 100_000
OPEN_SECONDS = 600
UNO = SelectModeAndPlayers(2, game="uno")


@pytest.fixture
def harness() -> HandlerHarness:
    return new_harness()


def new_harness(games: dict[str, Any] | None = None) -> HandlerHarness:
    """Return a server without rooms, whose clock shows UNIX_NOW."""
    harness = HandlerHarness(Limits(open_room_seconds=OPEN_SECONDS), games)
    harness.state.unix_time = lambda: float(UNIX_NOW)
    return harness


def stored_room(*names: str, age: int = 10, setup: SelectModeAndPlayers = UNO) -> OpenRoom:
    """Return a room whose host is the first member; each token is ``token of NAME``."""
    members = tuple(RoomMember(name, hash_secret(f"token of {name}")) for name in names)
    return OpenRoom(setup=setup, host=names[0], members=members, opened_at=UNIX_NOW - age)


def row(number: int, room: OpenRoom) -> RoomEntry:
    """Return the row of a room."""
    return RoomEntry(number, encode_room(room))


def restore(harness: HandlerHarness, *rows: RoomEntry) -> tuple[list[int], list[tuple[int, str]]]:
    """Restore the rows; return the numbers of the removed ones, and numbers and reasons logged.

    A row is removed by one without a body.
    """
    with capture_logs() as log:
        bots, obsolete = restore_open_rooms(harness.state, list(rows))
    assert bots == []
    assert {entry.body for entry in obsolete} <= {b""}
    assert {(e["event"], e["log_level"]) for e in log} <= {("open_table_not_restored", "warning")}
    assert all(e["effect"] for e in log)
    return [entry.match for entry in obsolete], [(e["match"], e["reason"]) for e in log]


def open_table(harness: HandlerHarness, name: str) -> int:
    """Open a table with a new player; return its number."""
    peer = harness.connect_named(name)
    harness.assert_accepted(peer, SelectMatch(0))
    harness.assert_accepted(peer, UNO)
    return harness.received(peer, RoomUpdate)[-1].room.match


def assert_only_room(harness: HandlerHarness, number: int, *names: str) -> None:
    """Assert that one room was restored and that there are no sessions but its members."""
    state = harness.state
    assert list(state.rooms) == list(state.open_rooms) == [number]
    assert [member.name for member in state.rooms[number].members] == list(names)
    assert {session.name for session in state.sessions.values()} == set(names)
    assert all(isinstance(s.connection, Disconnected) for s in state.sessions.values())


def test_member_returns_with_its_token_to_the_restored_room(harness: HandlerHarness) -> None:
    assert restore(harness, row(3, stored_room("ada"))) == ([], [])
    assert_only_room(harness, 3, "ada")
    ada = harness.connect()
    assert isinstance(harness.send(ada, Reconnect("ada", "token of ada")), SessionOpened)
    info = harness.received(ada, RoomUpdate)[-1].room
    assert (info.match, info.players, info.game) == (3, ("ada",), "uno")


def test_room_whose_host_is_not_a_member_is_logged_and_removed(harness: HandlerHarness) -> None:
    damaged = structs.replace(stored_room("ada", "bob"), host="eve")
    removed, logged = restore(harness, row(1, damaged), row(2, stored_room("dan")))
    assert removed == [1]
    assert logged == [(1, "its host is not one of its members")]
    assert_only_room(harness, 2, "dan")


def test_room_without_members_is_logged_and_removed(harness: HandlerHarness) -> None:
    empty = structs.replace(stored_room("ada"), members=())
    assert restore(harness, row(1, empty)) == ([1], [(1, "its host is not one of its members")])
    assert harness.state.rooms == {}


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "truncated"),
        (encode_room(stored_room("ada"))[:-1], "truncated"),
        (encode_room({"host": "ada"}), "missing required field"),
        (encode_room(structs.replace(stored_room("ada"), format=2)), "format 2 is not known"),
    ],
)
def test_unreadable_room_is_logged_and_removed(
    harness: HandlerHarness, body: bytes, reason: str
) -> None:
    removed, logged = restore(harness, RoomEntry(1, body), row(2, stored_room("dan")))
    assert removed == [1]
    assert [number for number, _ in logged] == [1]
    assert reason in logged[0][1]
    assert_only_room(harness, 2, "dan")


def test_room_that_waited_too_long_is_removed_and_not_logged(harness: HandlerHarness) -> None:
    old = row(1, stored_room("ada", age=OPEN_SECONDS))
    recent = row(2, stored_room("dan", age=OPEN_SECONDS - 1))
    assert restore(harness, old, recent) == ([1], [])
    assert_only_room(harness, 2, "dan")
    harness.tick(2)
    assert harness.state.rooms == {}, "the time before the restart counts"


def test_room_stored_by_a_later_clock_waits_for_the_whole_time(harness: HandlerHarness) -> None:
    assert restore(harness, row(1, stored_room("ada", age=-5000))) == ([], [])
    assert harness.state.rooms[1].opened_at == harness.state.now


def test_room_of_a_game_that_the_server_does_not_have_stays_stored() -> None:
    entry = row(7, stored_room("ada"))
    without = new_harness({"eriantys": GAMES["eriantys"]})
    assert restore(without, entry) == ([], [])
    assert without.state.rooms == {}
    assert without.state.sessions == {}
    assert next(without.state.match_numbers) == 8, "a new room must not replace the row"
    again = new_harness()
    assert restore(again, entry) == ([], [])
    assert_only_room(again, 7, "ada")


def test_room_with_invalid_options_is_logged_and_removed(harness: HandlerHarness) -> None:
    setup = structs.replace(UNO, options={"removed_option": 1})
    rows = row(1, stored_room("ada", setup=setup)), row(2, stored_room("dan"))
    removed, logged = restore(harness, *rows)
    assert removed == [1]
    assert [number for number, _ in logged] == [1]
    assert "removed_option" in logged[0][1]
    assert_only_room(harness, 2, "dan")


def test_room_is_logged_and_removed_if_a_member_sits_elsewhere(harness: HandlerHarness) -> None:
    rows = row(1, stored_room("eve", "ada", age=10)), row(2, stored_room("ada", age=20))
    removed, logged = restore(harness, *rows)
    assert removed == [1]
    assert [number for number, _ in logged] == [1]
    assert_only_room(harness, 2, "ada")


def test_row_of_a_room_that_exists_is_removed(harness: HandlerHarness) -> None:
    number = open_table(harness, "dan")
    room = harness.state.rooms[number]
    assert restore(harness, row(number, stored_room("ada"))) == ([number], [])
    assert harness.state.rooms == {number: room}


def test_rooms_are_restored_in_the_order_in_which_they_were_opened(harness: HandlerHarness) -> None:
    ages = {4: 20, 5: 40, 9: 30}
    rows = [row(number, stored_room(f"host{number}", age=age)) for number, age in ages.items()]
    assert restore(harness, *rows) == ([], [])
    assert list(harness.state.open_rooms) == [5, 9, 4]
    assert [room.match for room in harness.state.match_list().rooms] == [4, 9, 5], "newest first"
    assert open_table(harness, "eve") == 10


@pytest.mark.parametrize("body", [b"damaged", row(6, stored_room("ada", age=OPEN_SECONDS)).body])
def test_new_room_gets_no_number_of_a_removed_row(harness: HandlerHarness, body: bytes) -> None:
    assert restore(harness, RoomEntry(6, body), row(2, stored_room("dan")))[0] == [6]
    assert open_table(harness, "eve") == 7


def test_numbers_of_matches_are_not_used_again(harness: HandlerHarness) -> None:
    assert open_table(harness, "ada") == 1
    assert open_table(harness, "bob") == 2
    assert restore(harness) == ([], [])
    assert open_table(harness, "eve") == 3
