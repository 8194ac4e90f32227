"""What happens in a room: opening it, joining, computer players, start, leaving, the end.

What a function causes it adds to the outcome; it raises Refusal before anything has changed.
"""

from msgspec import structs

from games.base import Result, Table
from messages import (
    ErrorCode,
    GenericMessage,
    Options,
    PlayerStatus,
    Refusal,
    RoomUpdate,
    Seat,
    SelectModeAndPlayers,
    SelectWizard,
    YourTurn,
)
from messages.text import NAME_RULE, clean, maybe_name, name_key
from server.effects import Outcome, StartBot
from server.journal.records import (
    FORMAT,
    NO_HASH,
    Abandoned,
    Began,
    Ended,
    Left,
    Player,
    state_hash,
)
from server.match import Match, MatchStep
from server.rooms import spectators
from server.rooms.opening import counted_place, game_for
from server.rooms.room import Room
from server.rooms.turn_clock import TurnClock
from server.sessions import NameRule, Phase, Session
from server.state import ServerState


def open_table(state: ServerState, host: Session, asked: SelectModeAndPlayers) -> Room:
    """Open a room with its host in it. Raises Refusal for settings the game does not have."""
    game = game_for(state, asked)
    place = counted_place(state, host)
    options = game.options(asked.mode, asked.options)
    asked = structs.replace(asked, name=clean(asked.name, 40))
    code = state.secrets.code() if asked.private else ""
    room = Room(next(state.numbers), game, asked, options, code, host)
    room.place, room.opened_at = place, state.now
    state.rooms[room.number] = state.open_rooms[room.number] = room
    _sit(room, host)
    return room


def find_table(state: ServerState, number: int, code: str) -> Room:
    """The open room a player asks for; a private one only by its code."""
    if code:
        wanted = code.strip().upper()
        room = next((r for r in state.open_rooms.values() if r.code == wanted), None)
    else:
        room = state.open_rooms.get(number)
    if room is None or (room.code and not code):
        text = f"No open match has the number {number}; choose one of the list, or 0 for a new one."
        if code:
            text = "No open match has this code; ask the host for it again."
        raise Refusal(ErrorCode.CHOICENOTVALID, text)
    return room


def join(room: Room, session: Session) -> None:
    """Take a seat. Raises Refusal when there is none."""
    if room.full or (not session.computer and room.free_seats <= 0):
        text = "Every seat of this match is taken; choose another or 0 for a new one."
        raise Refusal(ErrorCode.MATCHFULL, text)
    _sit(room, session)


def announce_member(state: ServerState, room: Room, session: Session, outcome: Outcome) -> None:
    """Tell everybody that somebody joined; ask for a wizard; start if all are there."""
    outcome.send(room.audience, RoomUpdate(room.info(), room.code))
    if room.game.wizards and session.peer is not None:
        outcome.send((session.peer,), SelectWizard(room.free_wizards()))
    start_if_ready(state, room, outcome)


# Computer players


def add_computer(
    state: ServerState, room: Room, strategy: str, name: str, names: NameRule = maybe_name
) -> StartBot:
    """Reserve a free seat for a computer player; ``names`` is the host's rule for nicknames."""
    known = state.strategies.get(room.game.name, ())
    if strategy and strategy not in known:
        text = f"{room.game.title} has these computer players: {', '.join(known) or 'none'}."
        raise Refusal(ErrorCode.CHOICENOTVALID, text)
    nickname = names(name) if name else state.computer_name()
    if nickname is None:
        raise Refusal(ErrorCode.INVALIDNICKNAME, f"This nickname cannot be used. {NAME_RULE}")
    state.bans.check_name(nickname)
    if name_key(nickname) in state.sessions:
        raise Refusal(ErrorCode.DUPLICATENICKNAME, "Somebody here has this nickname already.")
    if room.free_seats <= 0:
        raise Refusal(ErrorCode.MATCHFULL, "No seat is free for another computer player.")
    room.promised += 1
    kind = strategy or (known[0] if known else "")
    state.called[name_key(nickname)] = kind
    return StartBot(kind, room.game.name, room.number, room.code, nickname)


# The match


def start_if_ready(state: ServerState, room: Room, outcome: Outcome) -> bool:
    """Start once every seat is taken and every wizard chosen; return whether it started."""
    if room.match or room.asked.standing or not room.full or room.undecided:
        return False
    _start(state, room, outcome)
    return True


def start_by_host(state: ServerState, room: Room, options: Options, outcome: Outcome) -> None:
    """Start with the members there are, if the game can be played by so many."""
    seated, title = len(room.members), room.game.title
    check_journal(state)
    if seated not in room.game.seats:
        first, last = room.game.seats[0], room.game.seats[-1]
        text = f"{title} is for {first} to {last} players; {seated} are here."
        raise Refusal(ErrorCode.CHOICENOTVALID, text)
    if room.undecided:
        names = ", ".join(member.name for member in room.undecided)
        raise Refusal(ErrorCode.CHOICENOTVALID, f"Wait until these chose a wizard: {names}.")
    merged = {**room.asked.options, **options}
    room.options = room.game.options(room.asked.mode, merged)
    room.asked = structs.replace(room.asked, options=merged)
    _start(state, room, outcome)


def check_journal(state: ServerState) -> None:
    """Raise Refusal while the journal fails: then nothing new may happen."""
    if state.in_trouble:
        text = "The server cannot save right now, so nothing was done; try again in a moment."
        raise Refusal(ErrorCode.NOTSAVED, text)


def _start(state: ServerState, room: Room, outcome: Outcome) -> None:
    members = room.present
    names = tuple(member.name for member in members)
    number = next(state.numbers) if room.played else room.number
    table = Table(number, names, tuple(member.wizard for member in members))
    seed = state.secrets.seed()
    match = room.match = Match(room.game, room.options, table, seed)
    room.played, room.chain, room.shown = True, NO_HASH, None
    state.open_rooms.pop(room.number, None)
    for seat, member in enumerate(members):
        member.seat, member.phase, member.finished = seat, Phase.TURN, None
    if room.asked.clock:
        room.clock = TurnClock(room.asked.clock)
        state.clocked_rooms[room.number] = room
    state.journal(room, _began(state, room, seed), outcome)
    publish_step(state, room, match, match.opening(), outcome)


def _began(state: ServerState, room: Room, seed: bytes) -> Began:
    players = tuple(
        Player(m.name, m.wizard, m.token_hash, m.strategy, m.dialect) for m in room.present
    )
    at = int(state.wall_clock())
    return Began(FORMAT, room.asked, players, room.host.name, room.code, seed, at)


def publish_step(
    state: ServerState, room: Room, match: Match, step: MatchStep, outcome: Outcome
) -> None:
    """Send the messages of a step, go on with the turn clock, and end the match if it is over."""
    outcome.sends += room.to_peers(step.messages)
    if room.watchers:
        turned = any(isinstance(m, YourTurn) for _, messages in step.messages for m in messages)
        spectators.send_step(room, match, outcome, turned=turned)
    if step.removed_seats:
        for seat in step.removed_seats:
            _remove_by_rules(state, room, seat, outcome)
        if not room.people:
            return
    for viewer in room.viewers:
        outcome.sends += room.to_peers([((viewer.seat,), (match.view(viewer.seat),))])
    if step.result is not None:
        _end(state, room, match, step.result, outcome)
    elif room.clock is not None:
        room.clock.follow(match.waiting, step.seats_to_prompt, state.now)


def _end(state: ServerState, room: Room, match: Match, result: Result, outcome: Outcome) -> None:
    if state.journalled:
        ended = Ended(result.winners, result.reason, state_hash(match.state))
        state.journal(room, ended, outcome)
    for member in room.people:
        member.finished = match if member.client.reads_results_later else None
    (reopen if room.asked.standing else close)(state, room, outcome)


def reopen(state: ServerState, room: Room, outcome: Outcome) -> None:
    """Open a standing room again for its members after a match."""
    state.clocked_rooms.pop(room.number, None)
    room.match, room.clock = None, None
    room.members = list(room.present)
    room.recount()
    for member in room.present:
        member.phase, member.seat, member.wizard = Phase.WIZARD, -1, ""
    state.open_rooms[room.number] = room
    room.opened_at = state.now
    outcome.send(room.audience, RoomUpdate(room.info(), room.code))
    if room.game.wizards:
        outcome.send(room.peers, SelectWizard(room.game.wizards))


def close(state: ServerState, room: Room, outcome: Outcome) -> None:
    """Remove the room; its members and spectators are back in the lobby."""
    for index in (state.rooms, state.open_rooms, state.clocked_rooms):
        index.pop(room.number, None)
    peers = room.audience
    for member in room.present:
        _stand_up(member)
        if member.peer is None and member.finished is None:
            state.forget(member)
    room.members = []
    room.recount()
    for watcher in list(room.watchers):
        spectators.stop(watcher)
    outcome.send(peers, state.match_list())


def close_idle(state: ServerState, outcome: Outcome) -> None:
    """Close the rooms that wait for too long; ``open_rooms`` has the oldest first."""
    for room in list(state.open_rooms.values()):
        if state.now - room.opened_at < state.limits.lobby_seconds:
            break
        outcome.send(room.audience, GenericMessage("This table waited too long and is closed now."))
        close(state, room, outcome)


# Leaving


def leave(state: ServerState, session: Session, outcome: Outcome) -> None:
    """Give up the seat, if there is one, and tell the others; or stop watching."""
    spectators.stop(session)
    room, seat = session.room, session.seat
    if room is None:
        return
    _remove_member(state, room, session, outcome)
    if not room.people:
        return
    if room.match is None:
        outcome.send(room.audience, RoomUpdate(room.info(), room.code))
        return
    state.journal(room, Left(seat), outcome)
    publish_step(state, room, room.match, room.match.leave(seat), outcome)


def _remove_by_rules(state: ServerState, room: Room, seat: Seat, outcome: Outcome) -> None:
    """Send a member whose seat the rules took away back to the lobby."""
    session = room.members[seat] if room.members else None
    if session is None:
        return
    _remove_member(state, room, session, outcome)
    if session.lost_at is not None:
        state.forget(session)
    elif session.peer is not None:
        outcome.send((session.peer,), state.match_list())


def _remove_member(state: ServerState, room: Room, session: Session, outcome: Outcome) -> None:
    """Free the seat and tell the others; a room without people is closed."""
    seat = session.seat
    _stand_up(session)
    if room.match:
        room.members[seat] = None
    else:
        room.members.remove(session)
    room.promised -= session.computer
    room.recount()
    if not room.people:
        state.journal(room, Abandoned("everybody left"), outcome)
        close(state, room, outcome)
        return
    if room.host is session:
        room.host = room.people[0]
    outcome.send(room.audience, PlayerStatus(session.name, "gone"))


def on_disconnect(state: ServerState, session: Session, outcome: Outcome) -> None:
    """Keep a seat, a result or a place as a spectator for a while, but not a mere nickname."""
    session.peer = None
    match = session.match
    spectators.pause_watching(session)
    if session.computer or not (session.room or match or session.watched):
        release_seat_and_name(state, session, outcome)
        return
    session.lost_at, session.stand_in = state.now, NO_HASH
    session.lost_in = match.table.match if match else 0
    state.lost[session.key] = session
    if session.room is not None:
        session.room.recount()
        outcome.send(session.room.audience, PlayerStatus(session.name, "absent"))


def release_seat_and_name(state: ServerState, session: Session, outcome: Outcome) -> None:
    """End a session: the nickname is free again, the seat is given up."""
    state.forget(session)
    leave(state, session, outcome)


def _sit(room: Room, session: Session) -> None:
    room.members.append(session)
    session.room, session.phase = room, Phase.WIZARD
    room.recount()


def _stand_up(session: Session) -> None:
    session.room, session.phase = None, Phase.MATCH
    session.seat, session.wizard = -1, ""
