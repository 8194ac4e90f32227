"""Room: members, connected members, and the peers that get messages."""

import pytest

from games.registry import GAMES
from messages import GenericMessage, RoomInfo, SelectModeAndPlayers
from server.effects import PeerId
from server.match import SeatMessages
from server.rooms.room import Room
from server.sessions import ClientKind, Disconnected, InRoom, Session, Spectating

ONE, TWO = GenericMessage("one"), GenericMessage("two")


def session(name: str, connection: PeerId | Disconnected, *, computer: bool = False) -> Session:
    return Session(name, token_hash=b"", is_computer=computer, connection=connection)


@pytest.fixture
def room() -> Room:
    """Room with ada (peer 1), eve (peer 3), bob (disconnected) and robo (peer 4, a bot)."""
    members = [
        session("ada", 1),
        session("bob", Disconnected(5.0)),
        session("eve", 3),
        session("robo", 4, computer=True),
    ]
    setup = SelectModeAndPlayers(4, name="fun", bots=1)
    made = Room(7, GAMES["eriantys"], setup, None, "", members[0], list(members), bot_seats=1)
    for member in members:
        member.state = InRoom(member.ref, made)
    made.update_peers()
    return made


def names(sessions: list[Session]) -> list[str]:
    return [member.name for member in sessions]


def test_lists_of_members_leave_out_empty_seats(room: Room) -> None:
    assert names(room.members) == ["ada", "bob", "eve", "robo"]
    assert names(room.people) == ["ada", "bob", "eve"]
    assert names(room.connected_people) == ["ada", "eve"]
    assert names(room.disconnected_people) == ["bob"]
    room.members_by_seat[0] = None
    assert names(room.members) == ["bob", "eve", "robo"]


def test_room_with_a_bot_seat_is_full_until_another_seat_is_free(room: Room) -> None:
    assert (room.free_seats, room.is_full) == (0, True)
    del room.members_by_seat[2:]
    assert (room.free_seats, room.is_full) == (1, False)


@pytest.mark.parametrize(
    ("seats", "peers"),
    [(None, (1, 3, 4)), ((0,), (1,)), ((2, 0), (3, 1)), ((1,), None), ((1, 3), (4,)), ((), None)],
)
def test_messages_for_seats_go_to_the_peers_of_connected_members_in_order(
    room: Room, seats: tuple[int, ...] | None, peers: tuple[PeerId, ...] | None
) -> None:
    messages: SeatMessages = (seats, (ONE, TWO))
    sends = [(send.peers, send.messages) for send in room.to_peers([messages])]
    assert sends == ([] if peers is None else [(peers, (ONE, TWO))])


def test_nothing_is_sent_without_messages_or_connected_members(room: Room) -> None:
    assert room.to_peers([(None, ())]) == []
    for member in room.members:
        member.connection = Disconnected(0.0)
    room.update_peers()
    assert room.to_peers([(None, (ONE,)), ((0,), (ONE,))]) == []


def test_audience_is_connected_members_and_spectators_but_peers_only_members(room: Room) -> None:
    for name, connection in (("wes", 9), ("zoe", Disconnected(1.0))):
        spectator = session(name, connection)
        spectator.state = Spectating(spectator.ref, room)
        room.spectators.append(spectator)
    assert room.spectator_peers == (9,)
    assert room.audience == (1, 3, 4, 9)
    assert room.peers == (1, 3, 4)


def test_view_subscribers_are_connected_members_whose_client_wants_views(room: Room) -> None:
    for member in room.members[:2]:
        member.client = ClientKind(wants_views=True)
    room.update_peers()
    assert names(list(room.view_subscribers)) == ["ada"]


def test_chosen_wizard_is_not_free_and_its_member_not_without_wizard(room: Room) -> None:
    king, *others = room.game.wizards
    assert room.free_wizards() == room.game.wizards
    room.host.state = InRoom(room.host.ref, room, king)
    assert room.free_wizards() == tuple(others)
    assert names(room.without_wizard) == ["bob", "eve", "robo"]


def test_absence_policy_is_that_of_the_game_unless_the_set_up_has_one(room: Room) -> None:
    assert room.absence_policy == room.game.absence_policy
    room.setup = SelectModeAndPlayers(4, absent="forfeit")
    assert room.absence_policy == "forfeit"


def test_list_line_counts_taken_seats_and_info_has_players_and_wizards(room: Room) -> None:
    assert room.list_line() == "7: Eriantys (fun), 4 of 4 seats taken, host ada"
    room.host.state = InRoom(room.host.ref, room, "KING")
    assert room.info() == RoomInfo(
        match=7,
        game="eriantys",
        mode=False,
        options={},
        players=("ada", "bob", "eve", "robo"),
        number_of_players=4,
        bots=1,
        host="ada",
        private=False,
        state="open",
        name="fun",
        wizards={"ada": "KING"},
        teams=(("ada", "eve"), ("bob", "robo")),
        free_wizards=("WITCH", "SAGE", "DRUID"),
    )
