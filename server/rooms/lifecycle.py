"""What happens at a table: opening it, sitting down, computer players, start, leaving, the end.

Every function returns effects or raises Refusal; nothing is sent from here.
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
from server.effects import Effect, Send, StartBot, to
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
from server.rooms.room import NameRule, Phase, Room, Session
from server.rooms.turn_clock import TurnClock
from server.state import ServerState, address, note, tell


def open_table(state: ServerState, host: Session, asked: SelectModeAndPlayers) -> Room:
    """A new table with its host at it. Raises Refusal for settings the game does not have."""
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
    """The open table a player asks for; private ones only by their code."""
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


def arrival(state: ServerState, room: Room, session: Session) -> list[Effect]:
    """What a new arrival means to the table, once the direct answer is out."""
    effects = tell(room, RoomUpdate(room.info(), room.code))
    if room.game.wizards and session.peer is not None:
        effects.append(to(session.peer, SelectWizard(room.free_wizards())))
    return effects + start_if_ready(state, room)


# Computer players


def call_computers(state: ServerState, room: Room, number: int) -> list[Effect]:
    """Ask for so many computer players of the usual kind."""
    return [add_computer(state, room, "", "") for _ in range(number)]


def add_computer(
    state: ServerState, room: Room, strategy: str, name: str, names: NameRule = maybe_name
) -> Effect:
    """Promise a free seat to a computer player and call it; ``names`` is the host's rule."""
    known = state.strategies.get(room.game.name, ())
    if strategy and strategy not in known:
        text = f"{room.game.title} has these computer players: {', '.join(known) or 'none'}."
        raise Refusal(ErrorCode.CHOICENOTVALID, text)
    called = names(name) if name else state.computer_name()
    if called is None:
        raise Refusal(ErrorCode.INVALIDNICKNAME, f"This nickname cannot be used. {NAME_RULE}")
    state.bans.check_name(called)
    if name_key(called) in state.sessions:
        raise Refusal(ErrorCode.DUPLICATENICKNAME, "Somebody here has this nickname already.")
    if room.free_seats <= 0:
        raise Refusal(ErrorCode.MATCHFULL, "No seat is free for another computer player.")
    room.promised += 1
    kind = strategy or (known[0] if known else "")
    state.called[name_key(called)] = kind
    return StartBot(kind, room.game.name, room.number, room.code, called)


# The match


def start_if_ready(state: ServerState, room: Room) -> list[Effect]:
    """Start by itself once every seat is taken and every wizard chosen."""
    if room.match or room.asked.standing or not room.full or room.undecided:
        return []
    return _start(state, room)


def start_by_host(state: ServerState, room: Room, options: Options) -> list[Effect]:
    """Start with those who are here, if the game can be played by so many."""
    seated, title = len(room.members), room.game.title
    check_trouble(state)
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
    return _start(state, room)


def check_trouble(state: ServerState) -> None:
    """Nothing new may happen while nothing can be written down."""
    if state.in_trouble:
        text = "The server cannot save right now, so nothing was done; try again in a moment."
        raise Refusal(ErrorCode.NOTSAVED, text)


def _start(state: ServerState, room: Room) -> list[Effect]:
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
    began = note(state, room, _began(state, room, seed))
    return began + publish_step(state, room, match, match.opening())


def _began(state: ServerState, room: Room, seed: bytes) -> Began:
    players = tuple(
        Player(m.name, m.wizard, m.token_hash, m.strategy, m.dialect) for m in room.present
    )
    at = int(state.wall_clock())
    return Began(FORMAT, room.asked, players, room.host.name, room.code, seed, at)


def publish_step(state: ServerState, room: Room, match: Match, step: MatchStep) -> list[Effect]:
    """Send the messages of a step, go on with the turn clock, and end the match if it is over."""
    effects = address(room, step.messages)
    if room.watchers:
        turned = any(isinstance(m, YourTurn) for _, messages in step.messages for m in messages)
        effects += spectators.follow(room, turned=turned)
    if step.removed_seats:
        for seat in step.removed_seats:
            effects += _dismiss(state, room, seat)
        if not room.people:
            return effects
    for viewer in room.viewers:
        effects += address(room, [((viewer.seat,), (match.view(viewer.seat),))])
    if step.result is not None:
        return effects + _end(state, room, match, step.result)
    if room.clock is not None:
        room.clock.follow(match.waiting, step.seats_to_prompt, state.now)
    return effects


def _end(state: ServerState, room: Room, match: Match, result: Result) -> list[Effect]:
    written = []
    if state.journalled:
        ended = Ended(result.winners, result.reason, state_hash(match.state))
        written = note(state, room, ended)
    for member in room.people:
        member.finished = match if member.client.reads_results_later else None
    return written + (reopen(state, room) if room.asked.standing else close(state, room))


def reopen(state: ServerState, room: Room) -> list[Effect]:
    """A standing table is open again for those who sit there."""
    state.clocked_rooms.pop(room.number, None)
    room.match, room.clock = None, None
    room.members = list(room.present)
    room.recount()
    for member in room.present:
        member.phase, member.seat, member.wizard = Phase.WIZARD, -1, ""
    state.open_rooms[room.number] = room
    room.opened_at = state.now
    effects = tell(room, RoomUpdate(room.info(), room.code))
    if room.game.wizards:
        effects += address(room, [(None, (SelectWizard(room.game.wizards),))])
    return effects


def close(state: ServerState, room: Room) -> list[Effect]:
    """The table is no more; everybody who still sits there is back at the list of matches."""
    for index in (state.rooms, state.open_rooms, state.clocked_rooms):
        index.pop(room.number, None)
    peers = room.peers
    for member in room.present:
        _stand_up(member)
        if member.peer is None and member.finished is None:
            state.forget(member)
    room.members = []
    room.recount()
    peers += spectators.watching(room)
    for watcher in list(room.watchers):
        spectators.stop(watcher)
    return [Send(peers, (state.match_list(),))] if peers else []


def close_idle(state: ServerState) -> list[Effect]:
    """Close the tables that wait for too long; ``open_rooms`` has the oldest first."""
    effects: list[Effect] = []
    for room in list(state.open_rooms.values()):
        if state.now - room.opened_at < state.limits.lobby_seconds:
            break
        effects += tell(room, GenericMessage("This table waited too long and is closed now."))
        effects += close(state, room)
    return effects


# Leaving


def leave(state: ServerState, session: Session) -> list[Effect]:
    """Give up the seat, if there is one, and tell the others; or watch no more."""
    spectators.stop(session)
    room, seat = session.room, session.seat
    if room is None:
        return []
    effects = _depart(state, room, session)
    if not room.people:
        return effects
    if room.match is None:
        return effects + tell(room, RoomUpdate(room.info(), room.code))
    effects += note(state, room, Left(seat))
    return effects + publish_step(state, room, room.match, room.match.leave(seat))


def _dismiss(state: ServerState, room: Room, seat: Seat) -> list[Effect]:
    """The rules took the seat away: its owner is free, as one who left."""
    session = room.members[seat] if room.members else None
    if session is None:
        return []
    effects = _depart(state, room, session)
    if session.lost_at is not None:
        state.forget(session)
    elif session.peer is not None:
        effects.append(to(session.peer, state.match_list()))
    return effects


def _depart(state: ServerState, room: Room, session: Session) -> list[Effect]:
    """Stand up and tell the others; a table that no person is left at is closed."""
    seat = session.seat
    _stand_up(session)
    if room.match:
        room.members[seat] = None
    else:
        room.members.remove(session)
    room.promised -= session.computer
    room.recount()
    if not room.people:
        return note(state, room, Abandoned("everybody left")) + close(state, room)
    if room.host is session:
        room.host = room.people[0]
    return tell(room, PlayerStatus(session.name, "gone"))


def lose(state: ServerState, session: Session) -> list[Effect]:
    """The connection is gone; a seat, a result or what was watched waits, a mere name does not."""
    session.peer = None
    match = session.match
    spectators.look_away(session)
    if session.computer or not (session.room or match or session.watched):
        return give_up(state, session)
    session.lost_at, session.stand_in = state.now, NO_HASH
    session.lost_in = match.table.match if match else 0
    state.lost[session.key] = session
    if session.room is None:
        return []
    session.room.recount()
    return tell(session.room, PlayerStatus(session.name, "absent"))


def give_up(state: ServerState, session: Session) -> list[Effect]:
    """The name is free again and the seat given up."""
    state.forget(session)
    return leave(state, session)


def _sit(room: Room, session: Session) -> None:
    room.members.append(session)
    session.room, session.phase = room, Phase.WIZARD
    room.recount()


def _stand_up(session: Session) -> None:
    session.room, session.phase = None, Phase.MATCH
    session.seat, session.wizard = -1, ""
