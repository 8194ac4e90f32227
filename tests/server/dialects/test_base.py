"""Test the lists of rooms that dialects send."""

import json

from messages import ChooseNickname, SelectMatch, SelectModeAndPlayers
from server.dialects.base import MAX_LISTED, public_rooms
from server.dialects.shelfie.views import server_view
from server.dialects.uno.lobby import lobby_list_line
from server.limits import Limits
from tests.harness.handler import HandlerHarness


def _open_uno_rooms(count: int) -> HandlerHarness:
    """Return a server with so many open UNO rooms of one address, and then one of another."""
    limits = Limits(open_rooms_per_address=count, connections_per_address=count)
    harness = HandlerHarness(limits)
    for number in range(count + 1):
        peer = harness.connect(address="192.0.2.1" if number < count else "192.0.2.2")
        harness.send(peer, ChooseNickname(f"host{number}"))
        harness.send(peer, SelectMatch(0))
        harness.assert_accepted(peer, SelectModeAndPlayers(4, game="uno", name=f"lobby{number}"))
    return harness


def test_public_rooms_has_open_rooms_before_matches_and_is_fair_to_each_address() -> None:
    harness = _open_uno_rooms(2)
    harness.start_match("ada", "bob", setup=SelectModeAndPlayers(2, game="uno"))
    rooms = public_rooms(harness.state, "uno")
    assert [room.host.name for room in rooms] == ["host2", "host1", "host0", "ada"]
    assert public_rooms(harness.state, "codex") == []


def test_uno_lobby_list_has_at_most_50_entries_main_first_then_the_newest() -> None:
    names = lobby_list_line(_open_uno_rooms(60).state).removeprefix("LOL|").split(";")
    assert names[:4] == ["main:0", "lobby60:1", "lobby59:1", "lobby58:1"]
    assert len(names) == MAX_LISTED


def test_shelfie_room_list_has_at_most_50_entries_the_newest_first() -> None:
    harness = HandlerHarness()
    for number in range(MAX_LISTED + 5):
        peer = harness.connect_named(f"host{number}")
        harness.send(peer, SelectMatch(0))
        harness.assert_accepted(peer, SelectModeAndPlayers(2, game="shelfie"))
    rows = json.loads(server_view(harness.state, "ada", {}))["virtualMatchList"]
    assert (len(rows), rows[0][0]) == (MAX_LISTED, str(MAX_LISTED + 5))
