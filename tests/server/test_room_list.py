"""The list of rooms: fair order, pages, cursors, filters, and pages shared until a change."""

import pytest

from messages import (
    ChooseMatch,
    ChooseNickname,
    ChooseWizard,
    ErrorCode,
    LeaveMatch,
    RequestRefresh,
    SelectMatch,
)
from messages import SelectModeAndPlayers as SetUp
from messages.codec import encode
from messages.framing import HEADER, MAX_SERVER_FRAME
from server.limits import Limits
from server.room_list import MAX_OPENINGS, MAX_PAGES, PAGE_ENTRIES, Openings, PageRequest, RoomList
from tests.harness.handler import HandlerHarness

LONG_NAME = "\U00020000" * 40
"""The name of a table with the most bytes: 160."""


def _open_room(
    harness: HandlerHarness, host: str, address: str = "127.0.0.1", setup: SetUp | None = None
) -> int:
    """Open a room from an address and return the peer of its host."""
    peer = harness.connect(address=address)
    harness.assert_accepted(peer, ChooseNickname(host))
    harness.assert_accepted(peer, SelectMatch(0))
    harness.assert_accepted(peer, setup or SetUp(3))
    return peer


def _list(harness: HandlerHarness, peer: int, **fields: object) -> ChooseMatch:
    answer = harness.send(peer, RequestRefresh(**fields))  # type: ignore[arg-type]
    assert isinstance(answer, ChooseMatch), answer
    return answer


def _hosts(page: ChooseMatch) -> list[str]:
    return [room.host for room in page.rooms]


def _all_pages(harness: HandlerHarness, peer: int, **fields: object) -> list[ChooseMatch]:
    pages = [_list(harness, peer, **fields)]
    while pages[-1].next:
        pages.append(_list(harness, peer, **{**fields, "after": pages[-1].next}))
    return pages


def test_list_has_public_rooms_with_free_seats_and_on_request_matches_to_watch() -> None:
    harness = HandlerHarness()
    _open_room(harness, "ada")
    _open_room(harness, "bob", setup=SetUp(2, private=True))
    _open_room(harness, "eve", setup=SetUp(2, bots=1))
    harness.start_match("fay", "gil")
    assert (_hosts(harness.state.match_list()), harness.state.match_list().playing) == (["ada"], ())
    listed = harness.state.room_list.page(PageRequest(watchable=True))
    assert [room.host for room in listed.playing] == ["fay"]
    assert (listed.total, listed.total_playing, listed.next) == (1, 1, "")
    assert listed.matches == ("1: Eriantys, 1 of 3 seats taken, host ada",)


def test_rooms_of_one_address_are_behind_the_newest_room_of_each_other_address() -> None:
    harness = HandlerHarness()
    _open_room(harness, "old", "192.0.2.1")
    for number in range(3):
        _open_room(harness, f"many{number}", "192.0.2.2")
    _open_room(harness, "new", "192.0.2.3")
    ada = harness.connect_named("ada")
    assert _hosts(_list(harness, ada)) == ["new", "many2", "old", "many1", "many0"]


def test_new_room_is_the_first_of_the_list_and_of_its_game() -> None:
    harness = HandlerHarness()
    for number in range(2 * PAGE_ENTRIES):
        _open_room(harness, f"host{number}", f"192.0.2.{number}")
    _open_room(harness, "eve", "192.0.2.1", SetUp(2, game="uno"))
    ada = harness.connect_named("ada")
    assert _hosts(_list(harness, ada))[0] == "eve"
    assert _hosts(_list(harness, ada, game="UNO")) == ["eve"]
    assert "eve" not in _hosts(_list(harness, ada, game="eriantys"))


def test_pages_have_all_rooms_once_and_count_them() -> None:
    harness = HandlerHarness()
    for number in range(2 * PAGE_ENTRIES + 7):
        _open_room(harness, f"host{number}", f"192.0.2.{number % 20}")
    pages = _all_pages(harness, harness.connect_named("ada"))
    assert [len(page.rooms) for page in pages] == [PAGE_ENTRIES, PAGE_ENTRIES, 7]
    assert {page.total for page in pages} == {2 * PAGE_ENTRIES + 7}
    hosts = [host for page in pages for host in _hosts(page)]
    assert len(set(hosts)) == len(hosts) == 2 * PAGE_ENTRIES + 7


def test_rooms_that_open_or_close_between_pages_move_no_other_room() -> None:
    harness = HandlerHarness(Limits(open_rooms_per_address=64))
    peers = [
        _open_room(harness, f"host{number}", f"192.0.2.{number % 8}")
        for number in range(3 * PAGE_ENTRIES)
    ]
    ada = harness.connect_named("ada")
    first = _list(harness, ada)
    shown = {room.match for room in first.rooms}
    closed = [peer for number, peer in enumerate(peers, 1) if number in shown][::2]
    hidden = [peer for number, peer in enumerate(peers, 1) if number not in shown]
    for peer in (*closed, hidden.pop(3)):
        harness.send(peer, LeaveMatch())
    for number in range(20):
        _open_room(harness, f"late{number}", f"192.0.2.{number % 8}")
    pages = _all_pages(harness, ada, after=first.next)
    assert {page.total for page in pages} == {len(peers) - len(closed) - 1}
    later = [room for page in pages for room in page.rooms]
    assert len(later) == len(hidden)
    assert {room.match for room in later} == {peers.index(peer) + 1 for peer in hidden}


def test_list_of_matches_to_watch_has_pages_of_its_own() -> None:
    harness = HandlerHarness()
    for number in range(PAGE_ENTRIES + 2):
        harness.start_match(f"a{number:02}x", f"b{number:02}x")
    ada = harness.connect_named("ada")
    pages = _all_pages(harness, ada)
    assert [len(page.playing) for page in pages] == [PAGE_ENTRIES, 2]
    assert pages[0].total_playing == PAGE_ENTRIES + 2
    assert _list(harness, ada, free_seats=True).playing == ()
    assert _list(harness, ada, game="uno").playing == ()


@pytest.mark.parametrize("after", ["x", "1", "1.2.3.4", "1.2.3.4.5.6", "9.0.0.0.0", "-1.0.0.0.0"])
def test_bad_cursor_is_refused_with_the_way_to_the_first_page(after: str) -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    assert harness.assert_refused(ada, RequestRefresh(after=after)) == ErrorCode.CHOICENOTVALID


def test_unknown_game_is_refused_with_the_names_of_the_games() -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    assert harness.assert_refused(ada, RequestRefresh("chess")) == ErrorCode.CHOICENOTVALID


def test_page_is_the_same_object_until_a_room_changes() -> None:
    harness = HandlerHarness()
    host = _open_room(harness, "gina")
    page = harness.state.match_list()
    harness.connect_named("ada")
    assert harness.state.match_list() is page
    harness.send(host, ChooseWizard("KING"))
    changed = harness.state.match_list()
    assert changed is not page
    assert changed.rooms[0].wizards == {"gina": "KING"}


def test_copies_for_requests_with_an_id_share_the_rooms_of_the_page() -> None:
    harness = HandlerHarness()
    _open_room(harness, "gina")
    ada = harness.connect_named("ada")
    assert _list(harness, ada, id=1).rooms is _list(harness, ada, id=2).rooms


def test_page_with_the_longest_texts_fits_into_a_frame() -> None:
    harness = HandlerHarness()
    for number in range(PAGE_ENTRIES):
        name = f"{number:02}" + "\U00020000" * 18
        setup = SetUp(4, name=LONG_NAME, clock=3600)
        peer = _open_room(harness, name, setup=setup)
        assert harness.state.peers[peer].session is not None
    pages = _all_pages(harness, harness.connect_named("ada"))
    assert len(pages) > 1
    assert sum(len(page.rooms) for page in pages) == PAGE_ENTRIES
    assert all(HEADER + len(encode(page)) <= MAX_SERVER_FRAME for page in pages)


def test_cached_pages_are_bounded() -> None:
    harness = HandlerHarness()
    for number in range(2):
        _open_room(harness, f"host{number}")
    rooms = harness.state.room_list
    for opening in range(3 * MAX_PAGES):
        rooms.page(PageRequest(after=f"2.0.{-opening}.0.0"))
    assert len(rooms._pages) <= MAX_PAGES


def test_openings_of_an_address_are_bounded_and_forgotten_with_its_last_room() -> None:
    openings = Openings()
    for number in range(MAX_OPENINGS + 5):
        openings.add(number)
    assert len(openings.numbers) == MAX_OPENINGS
    harness = HandlerHarness()
    host = _open_room(harness, "gina", "192.0.2.1")
    assert list(harness.state.room_list._openings) == ["192.0.2.1"]
    harness.send(host, LeaveMatch())
    assert list(harness.state.room_list._openings) == []


def test_list_of_a_server_without_rooms_is_empty() -> None:
    page = RoomList({}).page(PageRequest(watchable=True))
    assert (page.rooms, page.playing, page.next, page.total) == ((), (), "", 0)
