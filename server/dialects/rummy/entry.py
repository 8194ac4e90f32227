"""Rummy's old dialect: coming in, and the start signal (Rummy 9).

The checks are made in the digest's order. After a refused alias the connection stays and another
CONNECT may follow; after any other refusal it ends.
"""

from ipaddress import ip_address

from messages import (
    ChooseNickname,
    Error,
    SelectMatch,
    SelectModeAndPlayers,
    StartMatch,
)
from messages.registry import AnyClientMessage
from messages.text import name_key
from server.dialects.rummy.frames import Frame
from server.dialects.rummy.guest import RummyGuest, RummyHouse, Steps
from server.dialects.rummy.profiles import Later, Seed
from server.dialects.rummy.words import maybe_alias
from server.rooms.room import Room
from server.state import ServerState

GAME = "rummy500"
TABLE = "rummy"

BANNED = "ip banned"
BEGUN = "game in progress already"
FULL = "lobby full"
TWICE = "ip in use"
ALIAS = "need new alias"


def connect(guest: RummyGuest, frame: Frame, peer_address: str) -> Steps:
    """CONNECT: every check, then a name and a seat."""
    guest.profile = Later() if frame.later else Seed()
    claimed = frame.field("ip address") or ""
    guest.address = claimed if is_loopback(peer_address) else peer_address
    alias = frame.field("player") or frame.sender
    banned = guest.house.is_banned(peer_address, claimed)
    reason = BANNED if banned else _why_not(guest.house, guest.address)
    if reason:
        _turn_away(guest, reason)
    elif maybe_alias(alias) is None or name_key(alias) in guest.house.records.sessions:
        guest.say("ERR", (f"Error Connecting {ALIAS}",))
    else:
        yield from _sit_down(guest, alias)


def _turn_away(guest: RummyGuest, reason: str) -> None:
    guest.say("ERR", (f"Error Connecting {reason}",))
    guest.part()


def _why_not(house: RummyHouse, address: str) -> str:
    """The first reason not to let a stranger in; empty if there is none."""
    rooms = rummy_rooms(house.records)
    if rooms and maybe_open(house.records) is None:
        return BEGUN if any(room.match for room in rooms) else FULL
    taken = {guest.address for guest in house.guests}
    if house.settings.one_player_per_ip and address in taken and not is_loopback(address):
        return TWICE
    return ""


def is_loopback(address: str) -> bool:
    """Whether it is the machine's own address; what is no address at all says as little."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return True


def rummy_rooms(records: ServerState) -> list[Room]:
    """The public Rummy tables of this server, whoever opened them."""
    return [room for room in records.rooms.values() if room.game.name == GAME and not room.code]


def maybe_open(records: ServerState) -> Room | None:
    """The first of them that waits for players."""
    found = (r for r in rummy_rooms(records) if r.match is None and r.free_seats > 0 and not r.full)
    return next(found, None)


def _sit_down(guest: RummyGuest, alias: str) -> Steps:
    (named,) = yield [ChooseNickname(alias)]
    if isinstance(named, Error):
        guest.say("ERR", (f"Error Connecting {ALIAS}",))
        return
    room = maybe_open(guest.house.records)
    guest.alias = alias
    guest.house.guests.append(guest)
    guest.entering = True
    answers = yield _new_table(guest) if room is None else [SelectMatch(room.number)]
    if isinstance(answers[-1], Error):
        guest.house.guests.remove(guest)
        _turn_away(guest, FULL)


def _new_table(guest: RummyGuest) -> list[AnyClientMessage]:
    settings = guest.house.settings
    table = SelectModeAndPlayers(
        settings.max_players,
        game=GAME,
        name=TABLE,
        standing=True,
        clock=settings.turn_limit,
        absent="forfeit",
        options={"forgiving": True, **settings.options},
    )
    return [SelectMatch(0), table]


def begin(guest: RummyGuest) -> Steps:
    """BEGIN: the hosting player's signal; the answer is the BEGIN of the first round."""
    (answer,) = yield [StartMatch()]
    if isinstance(answer, Error):
        guest.refuse("BEGIN", f"Reason: {answer.message}")
