"""Who is connected, which names and tables exist, and how people come to a table and leave it.

Every function that tells somebody something returns effects; nothing is sent from here.
"""

import hmac
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import count

from msgspec import UNSET, UnsetType

from games.base import AnyGame, Table
from messages import (
    ActionValid,
    ChooseMatch,
    ErrorCode,
    Message,
    PlayerStatus,
    Refusal,
    RoomUpdate,
    SelectModeAndPlayers,
    SelectWizard,
    ServerMessage,
)
from messages.text import name_key
from server.limits import Limits
from server.match import Match, Said
from server.outgoing import CallComputer, Effect, Outgoing, PeerId
from server.rooms import Peer, Phase, Room, Session

BOT_NAMES = (
    *("Bianca", "Ugo", "Carla", "Dino", "Elsa", "Fausto", "Gina", "Italo", "Lia", "Marco"),
    *("Nora", "Olmo", "Pia", "Remo", "Silva", "Tito", "Vera", "Zeno"),
)
LISTED = 200
"""Rooms in one ChooseMatch: more than anybody reads, well inside a frame."""


@dataclass(frozen=True)
class Secrets:
    """Where unguessable things come from; tests pass their own."""

    seed: Callable[[], bytes]
    token: Callable[[], str]
    code: Callable[[], str]


class Lobby:
    """The records of one server. Two lobbies in one process know nothing of each other."""

    def __init__(self, games: Mapping[str, AnyGame], limits: Limits, secrets: Secrets) -> None:
        self.games = games
        self.limits = limits
        self.secrets = secrets
        self.peers: dict[PeerId, Peer] = {}
        self.sessions: dict[str, Session] = {}
        self.lost: dict[str, Session] = {}
        self.rooms: dict[int, Room] = {}
        self.open_rooms: dict[int, Room] = {}
        self._numbers = count(1)
        self._computers = count()

    # Names

    def open_session(self, peer: Peer, name: str) -> tuple[Session, str]:
        """Give the peer this name; the second value is its token, which is not kept."""
        token = self.secrets.token()
        session = Session(name, name_key(name), _hash(token), peer.computer, peer.id)
        self.sessions[session.key] = session
        peer.session = session
        return session, token

    def maybe_resume(self, name: str, token: str) -> Session | None:
        """The session of that name if the token is its token."""
        session = self.sessions.get(name_key(name))
        if session and hmac.compare_digest(session.token_hash, _hash(token)):
            return session
        return None

    def attach(self, session: Session, peer: Peer) -> str:
        """The session goes on at this peer, with a new token."""
        token = self.secrets.token()
        session.token_hash = _hash(token)
        session.peer, session.lost_at = peer.id, None
        self.lost.pop(session.key, None)
        peer.session = session
        if session.room:
            session.room.recount()
        return token

    def lose(self, session: Session, now: float) -> list[Effect]:
        """The connection is gone; a seat waits for its owner, a mere name does not."""
        session.peer = None
        if session.room is None or session.computer:
            return self.end_session(session)
        session.lost_at = now
        self.lost[session.key] = session
        session.room.recount()
        return self.tell_room(session.room, PlayerStatus(session.name, "absent"))

    def end_session(self, session: Session) -> list[Effect]:
        """The name is free again and the seat given up."""
        self.sessions.pop(session.key, None)
        self.lost.pop(session.key, None)
        if session.peer is not None and session.peer in self.peers:
            self.peers[session.peer].session = None
        return self.leave_room(session)

    def computer_name(self) -> str:
        """A name for a computer player that nobody has and nobody was just promised."""
        while True:
            level, index = divmod(next(self._computers), len(BOT_NAMES))
            name = f"{BOT_NAMES[index]}-bot{level + 1 if level else ''}"
            if name_key(name) not in self.sessions:
                return name

    # Rooms

    def open_room(self, host: Session, asked: SelectModeAndPlayers) -> Room:
        """A new table with its host at it. Raises Refusal for settings the game does not have."""
        game = self._game_for(asked)
        code = self.secrets.code() if asked.private else ""
        options = game.options(asked.mode, asked.options)
        room = Room(next(self._numbers), game, asked, options, code, host)
        self.rooms[room.number] = self.open_rooms[room.number] = room
        self._sit(room, host)
        return room

    def find_room(self, number: int, code: str) -> Room:
        """The open room a player asks for; private ones only by their code."""
        if code:
            found = [r for r in self.open_rooms.values() if r.code == code.strip().upper()]
            room = found[0] if found else None
        else:
            room = self.open_rooms.get(number)
        if room is None or (room.code and not code):
            raise Refusal(ErrorCode.CHOICENOTVALID, self._no_room_sentence(number, code))
        return room

    def join(self, room: Room, session: Session) -> None:
        """Take a seat. Raises Refusal when there is none."""
        if room.full or (not session.computer and room.free_seats <= 0):
            text = "Every seat of this match is taken; choose another or 0 for a new one."
            raise Refusal(ErrorCode.MATCHFULL, text)
        self._sit(room, session)

    def call_computers(self, room: Room) -> list[Effect]:
        """Ask for the computer players this room was promised."""
        return [CallComputer(room.number, room.code) for _ in range(room.asked.bots)]

    def arrival(self, room: Room, session: Session) -> list[Effect]:
        """What a new arrival means to the room, once the direct answer is out."""
        effects = self.tell_room(room, RoomUpdate(room.info(), room.code))
        if room.game.wizards and session.peer is not None:
            question = SelectWizard(room.free_wizards())
            effects.append(Outgoing((session.peer,), question))
        return effects + self.start_if_ready(room)

    def start_if_ready(self, room: Room) -> list[Effect]:
        """Start the match once every seat is taken and every wizard chosen."""
        ready = room.full and all(m.wizard or not room.game.wizards for m in room.present)
        if room.match or not ready:
            return []
        members = room.present
        names = tuple(member.name for member in members)
        table = Table(room.number, names, tuple(member.wizard for member in members))
        room.match = Match(room.game, room.options, table, self.secrets.seed())
        del self.open_rooms[room.number]
        for seat, member in enumerate(members):
            member.seat, member.phase = seat, Phase.TURN
        return self.address(room, room.match.opening())

    def leave_room(self, session: Session) -> list[Effect]:
        """Give up the seat, if there is one, and tell the others."""
        room = session.room
        if room is None:
            return []
        self._stand_up(session)
        if room.match:
            room.members[room.members.index(session)] = None
        else:
            room.members.remove(session)
        room.recount()
        if not room.people:
            return self.close_room(room)
        if room.host is session:
            room.host = room.people[0]
        effects = self.tell_room(room, PlayerStatus(session.name, "gone"))
        if room.match is None:
            return effects + self.tell_room(room, RoomUpdate(room.info(), room.code))
        seat = room.match.table.nicknames.index(session.name)
        return effects + self.after(room, room.match.leave(seat))

    def close_room(self, room: Room) -> list[Effect]:
        """The table is no more; everybody who still sits there is back at the list of matches."""
        self.rooms.pop(room.number, None)
        self.open_rooms.pop(room.number, None)
        peers = room.peers
        for member in room.present:
            self._stand_up(member)
            if member.peer is None:
                self.sessions.pop(member.key, None)
                self.lost.pop(member.key, None)
        room.members, room.peers = [], ()
        return [Outgoing(peers, self.match_list())] if peers else []

    def after(self, room: Room, said: list[Said]) -> list[Effect]:
        """What a step of the match means to the room: its messages, and the end if it is over."""
        effects = self.address(room, said)
        if room.match and room.match.result is not None:
            effects += self.close_room(room)
        return effects

    def match_list(self, reply_to: int | UnsetType = UNSET) -> ChooseMatch:
        """The open matches that anybody may join."""
        public = [r for r in self.open_rooms.values() if not r.code and r.free_seats > 0][:LISTED]
        lines = tuple(room.line() for room in public)
        return ChooseMatch(lines, tuple(room.info() for room in public), reply_to=reply_to)

    # Telling

    def address(self, room: Room, said: Iterable[Said]) -> list[Effect]:
        """Messages for seats become messages for the connections that sit there now."""
        members = room.members
        effects: list[Effect] = []
        for seats, message in said:
            if seats is None:
                peers = room.peers
            else:
                there = (members[seat] for seat in seats)
                peers = tuple(m.peer for m in there if m is not None and m.peer is not None)
            if peers:
                effects.append(Outgoing(peers, message))
        return effects

    def tell_room(self, room: Room, message: ServerMessage) -> list[Effect]:
        """One message for everybody who sits here."""
        return [Outgoing(room.peers, message)] if room.peers else []

    def _sit(self, room: Room, session: Session) -> None:
        room.members.append(session)
        session.room, session.phase = room, Phase.WIZARD
        room.recount()

    def _stand_up(self, session: Session) -> None:
        session.room, session.phase = None, Phase.MATCH
        session.seat, session.wizard = -1, ""

    def _game_for(self, asked: SelectModeAndPlayers) -> AnyGame:
        if len(self.rooms) >= self.limits.matches:
            raise Refusal(ErrorCode.SERVERFULL, "No more matches fit here; join one or wait.")
        game = self.games.get(asked.game)
        if game is None:
            known = ", ".join(self.games)
            raise Refusal(ErrorCode.CHOICENOTVALID, f"No such game here; choose one of: {known}.")
        if asked.number_of_players not in game.seats:
            text = f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players."
            raise Refusal(ErrorCode.CHOICENOTVALID, text)
        if not 0 <= asked.bots < asked.number_of_players:
            text = f"Choose 0 to {asked.number_of_players - 1} computer players: you sit there too."
            raise Refusal(ErrorCode.CHOICENOTVALID, text)
        return game

    def _no_room_sentence(self, number: int, code: str) -> str:
        if code:
            return "No open match has this code; ask the host for it again."
        return f"No open match has the number {number}; RequestRefresh gives the list, 0 a new one."


def _hash(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogatepass")).digest()


def answer(peer: Peer, message: Message) -> Outgoing:
    """The direct answer to what this peer just said."""
    return Outgoing((peer.id,), message, answer=True)


def valid(peer: Peer, text: str, request: object) -> Outgoing:
    """ActionValid as the direct answer to a request."""
    return answer(peer, ActionValid(text, reply_to=request.id))  # type: ignore[attr-defined]
