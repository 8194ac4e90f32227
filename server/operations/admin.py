"""The commands of the operator, without I/O.

A command gets words and returns rows of plain values. What it causes goes to the hub as an outcome,
like everything else.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from messages import Error, ErrorCode, GenericMessage
from messages.text import clean, name_key
from server.admission.bans import InvalidBan
from server.admission.connection_limiter import is_in_networks, parse_network
from server.delivery.hub import Hub
from server.effects import Outcome
from server.journal.records import NO_HASH, Abandoned
from server.rooms import lifecycle
from server.rooms.room import Room
from server.sessions import Peer, Session

Row = dict[str, Any]
SENT_AWAY = "The operator has sent you away."
ENDED = "The operator has ended this match."
DRAINING = "The server stops when the matches that are on have ended; no new ones are begun."


class AdminError(Exception):
    """Raised when a command cannot be executed; ``str()`` says why."""


class Command(NamedTuple):
    """A command: the number of its arguments, its help, its function."""

    words: int
    help: str
    run: Callable[["Operator", Sequence[str]], list[Row]]


class Operator:
    """Executes commands on one server."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._state = hub.handler.state

    def answer(self, words: Sequence[str]) -> dict[str, object]:
        """Execute a command and return its rows or its error as plain data."""
        try:
            return {"rows": self.obey(words)}
        except AdminError as error:
            return {"error": str(error)}

    def obey(self, words: Sequence[str]) -> list[Row]:
        """Execute a command. Raises AdminError."""
        name, *rest = words or ["help"]
        command = COMMANDS.get(name)
        if command is None:
            raise AdminError(f"there is no command {clean(name, 40)!r}; help lists them")
        if len(rest) < command.words:
            raise AdminError(f"{name}: {command.help}")
        try:
            return command.run(self, rest)
        except InvalidBan as error:
            raise AdminError(str(error)) from None

    # Commands that show something

    def help(self, words: Sequence[str]) -> list[Row]:
        """Every command."""
        return [{"command": name, "does": command.help} for name, command in COMMANDS.items()]

    def matches(self, words: Sequence[str]) -> list[Row]:
        """Every table."""
        return [_match(room) for room in self._state.rooms.values()]

    def match(self, words: Sequence[str]) -> list[Row]:
        """One table: itself, then who sits there."""
        room = self._room(words[0])
        return [_match(room), *(_seat(member) for member in room.members)]

    def connections(self, words: Sequence[str]) -> list[Row]:
        """Every connection but those of our own computer players."""
        return [_peer(peer, self._state.now) for peer in self._people()]

    def bans(self, words: Sequence[str]) -> list[Row]:
        """Every ban."""
        return [{"ban": line} for line in self._state.bans.lines()]

    # Commands that change something

    def announce(self, words: Sequence[str]) -> list[Row]:
        """Say something to everybody."""
        text = clean(" ".join(words))
        peers = tuple(peer.id for peer in self._people())
        outcome = Outcome()
        outcome.send(peers, GenericMessage(text))
        self._hub.submit(outcome)
        return [{"told": len(peers)}]

    def kick(self, words: Sequence[str]) -> list[Row]:
        """End the session of this name: the seat is given up, the token worth nothing."""
        session = self._state.sessions.get(name_key(words[0]))
        if session is None:
            raise AdminError(f"nobody here is called {clean(words[0], 40)!r}")
        self._kick(session)
        return [{"kicked": session.name}]

    def ban(self, words: Sequence[str]) -> list[Row]:
        """Keep a name, an address or the tokens of a name out, now and after a restart."""
        kind, value = words[0], words[1]
        gone = self._concerned(kind, value)
        if kind == "token":
            self._ban_tokens(value)
        else:
            self._state.bans.add(kind, value)
        for session in gone:
            self._kick(session)
        for peer in self._people():
            if kind == "address" and _is_in(peer, value):
                self._hub.submit(Outcome(closes=[peer.id]))
        return [{"banned": f"{kind} {clean(value)}", "kicked": len(gone)}]

    def unban(self, words: Sequence[str]) -> list[Row]:
        """Take a ban back."""
        self._state.bans.remove(words[0], words[1])
        return self.bans(())

    def end(self, words: Sequence[str]) -> list[Row]:
        """End a match without a winner."""
        room = self._room(words[0])
        outcome = Outcome()
        outcome.send(room.audience, GenericMessage(ENDED))
        self._state.journal(room, Abandoned("ended by the operator"), outcome)
        lifecycle.close(self._state, room, outcome)
        self._hub.submit(outcome)
        return [{"ended": room.number}]

    def drain(self, words: Sequence[str]) -> list[Row]:
        """Begin no new matches; the server stops when the last one has ended."""
        self._state.draining = True
        self.announce([DRAINING])
        return [{"draining": True, "matches": self._state.playing_count}]

    @property
    def drained(self) -> bool:
        """Whether the server may stop."""
        return self._state.draining and not self._state.playing_count

    def _people(self) -> list[Peer]:
        return [peer for peer in self._state.peers.values() if not peer.is_computer]

    def _room(self, word: str) -> Room:
        room = self._state.rooms.get(int(word)) if word.isdecimal() else None
        if room is None:
            raise AdminError(f"there is no match {clean(word, 20)!r}; matches lists them")
        return room

    def _concerned(self, kind: str, value: str) -> list[Session]:
        """The sessions a ban would end. Raises AdminError for a token of nobody."""
        if kind == "address":
            peers = [peer for peer in self._people() if _is_in(peer, value)]
            return [peer.session for peer in peers if peer.session]
        session = self._state.sessions.get(name_key(value))
        if session is None and kind == "token":
            raise AdminError("give the name of somebody who is here, to ban the tokens of")
        return [session] if session and kind in ("name", "token") else []

    def _ban_tokens(self, name: str) -> None:
        session = self._state.sessions[name_key(name)]
        if session.token_hash == NO_HASH:
            raise AdminError("a guest of an old dialect has no token; ban the name or the address")
        for token in (session.token_hash, *session.previous_token_hashes):
            self._state.bans.add("token", token.hex())

    def _kick(self, session: Session) -> None:
        outcome = Outcome()
        if session.peer is not None:
            outcome.send((session.peer,), Error(ErrorCode.NOTALLOWED, SENT_AWAY))
            outcome.closes.append(session.peer)
        lifecycle.release_seat_and_name(self._state, session, outcome)
        self._hub.submit(outcome)


def _is_in(peer: Peer, text: str) -> bool:
    """Whether the peer connects from this network; text that names none has no peers."""
    try:
        return is_in_networks(peer.address, [parse_network(text)])
    except ValueError:
        return False


def _match(room: Room) -> Row:
    return {
        "match": room.number,
        "game": room.game.name,
        "state": "playing" if room.match else "open",
        "players": ",".join(member.name for member in room.members),
        "here": len(room.connected),
        "seats": room.setup.number_of_players,
        "changes": room.match.seq if room.match else 0,
    }


def _seat(member: Session) -> Row:
    state = "absent" if member.disconnected else "present"
    kind = member.strategy or "person"
    return {"seat": member.seat, "name": member.name, "kind": kind, "state": state}


def _peer(peer: Peer, now: float) -> Row:
    session = peer.session
    return {
        "connection": peer.id,
        "address": peer.address,
        "name": session.name if session else "-",
        "phase": peer.phase,
        "match": session.room.number if session and session.room else 0,
        "silent": round(now - peer.last_received_at, 1),
    }


COMMANDS: dict[str, Command] = {
    "help": Command(0, "the commands there are", Operator.help),
    "matches": Command(0, "all tables", Operator.matches),
    "match": Command(1, "match NUMBER: one table and who sits there", Operator.match),
    "connections": Command(0, "all connections", Operator.connections),
    "bans": Command(0, "all bans", Operator.bans),
    "announce": Command(1, "announce TEXT: say something to everybody", Operator.announce),
    "kick": Command(1, "kick NAME: send somebody away, the seat is given up", Operator.kick),
    "ban": Command(2, "ban name NAME | address NETWORK | token NAME", Operator.ban),
    "unban": Command(2, "unban name NAME | address NETWORK | token HASH", Operator.unban),
    "end": Command(1, "end NUMBER: end a match without a winner", Operator.end),
    "drain": Command(0, "stop when the matches that are on have ended", Operator.drain),
}
