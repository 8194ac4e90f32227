"""What guests of Codex Naturalis' dialect share, and what each one knows (codex_guest)."""

from messages import ChooseNickname, SelectMatch, SelectModeAndPlayers
from server.dialects.codex.news import hear
from server.transports.memory import MemoryPeer
from tests.games.codex.tables import area, table
from tests.harness.dialects.codex_alone import Lonely, beginning

PLAIN = area("S03 back")


def test_seats_are_counted_from_the_first_player() -> None:
    lonely = Lonely()
    hear(lonely.guest, beginning(table(PLAIN, PLAIN, PLAIN, first=2)))
    assert [lonely.guest.index(seat) for seat in range(3)] == [1, 2, 0]


def test_an_open_table_of_the_game_is_found_but_no_private_one() -> None:
    house = Lonely().guest.house
    for name, private, game in (("ann", True, "codex"), ("ben", False, "uno")):
        MemoryPeer(house.hub, lambda _: [], lambda work: work())
        peer = max(house.records.peers)
        wanted = SelectModeAndPlayers(2, game=game, private=private)
        for message in (ChooseNickname(name), SelectMatch(0), wanted):
            house.hub.receive(peer, message)
    assert house.maybe_table() is None
    MemoryPeer(house.hub, lambda _: [], lambda work: work())
    peer = max(house.records.peers)
    for message in (ChooseNickname("cat"), SelectMatch(0), SelectModeAndPlayers(2, game="codex")):
        house.hub.receive(peer, message)
    table = house.maybe_table()
    assert table is not None
    assert table.host.name == "cat"


def test_who_sits_nowhere_knows_nobody_who_is_connected() -> None:
    guest = Lonely().guest
    assert guest.room is None
    assert guest.session is None
    assert not guest.is_connected(0)
