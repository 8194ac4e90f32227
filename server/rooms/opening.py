"""Before a match: opening a room, joining it, adding computer players.

Functions raise Refusal before they change anything.
"""

from collections.abc import Mapping

from msgspec import UNSET, structs

from games.base import AnyGame
from messages import ErrorCode, Refusal, RoomUpdate, SelectModeAndPlayers, SelectWizard
from messages.seeds import parse_seed, player_seed
from messages.text import NAME_RULE, clean, maybe_name, name_key
from server.admission.connection_limiter import address_key
from server.admission.event_log import LimitExceeded
from server.effects import Outcome, StartBot
from server.rooms import lifecycle
from server.rooms.room import Room, maybe_room
from server.sessions import InRoom, NameRule, Peer, Session
from server.state import ServerState

CLOCK_SECONDS = range(5, 3601)
"""Allowed time limits of a turn clock."""
TOO_MANY_OPEN = (
    "{} tables from your address already wait for players; join one of them, or wait until one "
    "starts or closes. The server's operator can raise open_rooms_per_address."
)
NO_SEEDS = (
    "This server does not let players choose a seed; leave `seed` out. "
    "Its operator can allow seeds with --allow-seeds."
)


def open_room(state: ServerState, peer: Peer, host: Session, setup: SelectModeAndPlayers) -> Room:
    """Open and register a room with its host as first member; a private room gets a code.

    Its name is cleaned and cut to 40 characters. Raises Refusal for an invalid set-up or option,
    for a seed that is invalid or not allowed, and for a name chosen by a muted host. Raises it also
    if no more rooms can be opened, on this server or from the address of the peer. Nothing is sent
    here.
    """
    game = check_setup(state, setup)
    _check_rooms_of_address(state, peer.rate_limit_key)
    if setup.name and peer.client.has_token:  # dialects name most of their rooms themselves
        state.bans.check_not_muted(host.name)
    options = game.options(setup.mode, setup.options)
    seed = peer.client.match_seed.hex() or _check_seed(state, setup)
    setup = structs.replace(setup, game=game.name, name=clean(setup.name, 40), seed=seed or UNSET)
    code = state.secrets.code() if setup.private else ""
    room = Room(next(state.match_numbers), game, setup, options, code, host)
    room.rate_limit_key, room.opened_at = peer.rate_limit_key, state.now
    room.address = address_key(peer.address)
    state.rooms[room.number] = state.open_rooms[room.number] = room
    _add_member(room, host)
    state.room_list.opened(room)
    return room


def check_setup(state: ServerState, setup: SelectModeAndPlayers) -> AnyGame:
    """Return the game of the set-up, whose name may have any letter case.

    Raises Refusal if the server drains or is full, and for an unknown game or a wrong number of
    players, computer players or seconds of the turn clock. Options are not checked here.
    """
    state.check_not_draining()
    if len(state.rooms) >= state.limits.matches:
        text = "No more matches fit here; join one or wait."
        raise LimitExceeded("matches", ErrorCode.SERVERFULL, text)
    game = state.games.get(setup.game.lower())
    if game is None:
        raise Refusal(ErrorCode.CHOICENOTVALID, unknown_game_text(state))
    if setup.number_of_players not in game.seats:
        text = f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players."
        raise Refusal(ErrorCode.CHOICENOTVALID, text)
    if not 0 <= setup.bots < setup.number_of_players:
        text = f"Choose 0 to {setup.number_of_players - 1} computer players: you sit there too."
        raise Refusal(ErrorCode.CHOICENOTVALID, text)
    if setup.clock and setup.clock not in CLOCK_SECONDS:
        text = "The clock gives 5 to 3600 seconds for a decision; 0 means no clock."
        raise Refusal(ErrorCode.CHOICENOTVALID, text)
    return game


def _check_seed(state: ServerState, setup: SelectModeAndPlayers) -> str:
    """Return the seed that the host chose, in lower case; empty if none was chosen.

    Raises Refusal if this server does not allow it, and for a text that is not a seed.
    """
    if not setup.seed:
        return ""
    if not state.allow_seeds:
        raise Refusal(ErrorCode.NOTALLOWED, NO_SEEDS)
    try:
        return parse_seed(setup.seed).hex()
    except ValueError as error:
        raise Refusal(ErrorCode.CHOICENOTVALID, str(error)) from None


def unknown_game_text(state: ServerState) -> str:
    """Return the refusal of a game that this server does not have; it names those it has."""
    return f"No such game here; choose one of: {', '.join(state.games)}."


def _check_rooms_of_address(state: ServerState, key: str) -> None:
    """Raise Refusal if too many existing rooms were opened from this address.

    The limits are ``matches_per_address`` for all rooms and ``open_rooms_per_address`` for those
    whose match has not started. Trusted addresses have an empty key and are not limited.
    """
    if not key:
        return
    limits = state.limits
    if _count_rooms(state.open_rooms, key) >= limits.open_rooms_per_address:
        text = TOO_MANY_OPEN.format(limits.open_rooms_per_address)
        raise LimitExceeded("open_rooms_per_address", ErrorCode.RATELIMITED, text)
    if _count_rooms(state.rooms, key) >= limits.matches_per_address:
        text = "Too many tables were made from your address; join one, or wait until one closes."
        raise LimitExceeded("matches_per_address", ErrorCode.RATELIMITED, text)


def _count_rooms(rooms: Mapping[int, Room], key: str) -> int:
    """Return the number of rooms that were opened from the address with this key."""
    return sum(room.rate_limit_key == key for room in rooms.values())


def find_open_room(state: ServerState, number: int, code: str) -> Room:
    """Return the open room with this code or, if that is empty, the public one with this number.

    Letter case of the code and spaces around it do not matter. Raises Refusal if there is none, and
    while the server drains.
    """
    state.check_not_draining()
    room = maybe_room(state.open_rooms, number, code)
    if room is None:
        text = f"No open match has the number {number}; choose one of the list, or 0 for a new one."
        if code:
            text = "No open match has this code; ask the host for it again."
        raise Refusal(ErrorCode.CHOICENOTVALID, text)
    return room


def join(room: Room, peer: Peer, session: Session) -> None:
    """Make the session of the peer a member of the room, without messages.

    Raises Refusal if the host has removed this player, and if no seat is free; seats reserved for
    computer players are free only for them.
    """
    check_not_kicked(room, peer, session)
    if room.is_full or (not session.is_computer and room.free_seats <= 0):
        text = "Every seat of this match is taken; choose another or 0 for a new one."
        raise Refusal(ErrorCode.MATCHFULL, text)
    _add_member(room, session)


def check_not_kicked(room: Room, peer: Peer, session: Session) -> None:
    """Raise Refusal if the host has removed this player, or another one from the same address."""
    if room.kicked and room.has_kicked(session.key, peer.rate_limit_key):
        text = "The host has removed you from this match; choose another or 0 for a new one."
        raise Refusal(ErrorCode.NOTALLOWED, text)


def _add_member(room: Room, session: Session) -> None:
    """Give the session the next seat, without checks; set its state and update the room's peers."""
    room.members_by_seat.append(session)
    session.state = InRoom(session.ref, room)
    room.update_peers()


def announce_member(state: ServerState, peer: Peer, room: Room, outcome: Outcome) -> None:
    """Send RoomUpdate to the room and, in games with wizards, SelectWizard to the new member.

    The list of rooms is updated, and the match starts if the room is now ready.
    """
    state.room_list.update(room)
    outcome.send(room.audience, RoomUpdate(room.info(), room.code))
    if room.game.wizards:
        outcome.send((peer.id,), SelectWizard(room.free_wizards()))
    lifecycle.start_if_ready(state, room, outcome)


def reserve_bot_seat(
    state: ServerState, room: Room, strategy: str, name: str, rule: NameRule = maybe_name
) -> StartBot:
    """Reserve a seat and a nickname for a computer player; return the effect that starts it.

    The letter case of ``strategy`` is ignored. An empty one means the first strategy of the game;
    it stays empty on a server without strategies for the game. An empty ``name`` means a generated
    one. ``rule`` checks and cleans a nickname as the host's kind of client demands. Raises Refusal
    if the strategy is unknown, the nickname is invalid or refused by ``check_bot_name``, a muted
    host chose a nickname, or no seat is free.
    """
    known = state.strategies.get(room.game.name, ())
    strategy = next((name for name in known if name.lower() == strategy.lower()), strategy)
    if strategy and strategy not in known:
        text = f"{room.game.title} has these computer players: {', '.join(known) or 'none'}."
        raise Refusal(ErrorCode.CHOICENOTVALID, text)
    nickname = rule(name) if name else state.next_bot_name()
    if nickname is None:
        raise Refusal(ErrorCode.INVALIDNICKNAME, f"This nickname cannot be used. {NAME_RULE}")
    if name:
        state.check_bot_name(nickname)
        state.bans.check_not_muted(room.host.name)
    if room.free_seats <= 0:
        raise Refusal(ErrorCode.MATCHFULL, "No seat is free for another computer player.")
    seed = player_seed(parse_seed(room.setup.seed), room.bot_seats) if room.setup.seed else None
    room.bot_seats += 1
    state.room_list.update(room)
    kind = strategy or (known[0] if known else "")
    state.expected_bots[name_key(nickname)] = kind
    return StartBot(kind, room.game.name, room.number, room.code, nickname, seed=seed)
