"""The commands of the operator, without I/O.

A command takes text arguments and returns rows of plain values. Its effects are submitted to the
hub as an outcome, in order with all other outcomes.
"""

from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import Any, NamedTuple

from messages import Error, ErrorCode, GenericMessage
from messages.text import clean, name_key
from server.admission.bans import ADDRESS, MUTE, NAME, TOKEN, Ban, BanNotSaved, InvalidBan
from server.admission.connection_limiter import is_in_networks, parse_network
from server.delivery.hub import Hub
from server.effects import Outcome, Report
from server.journal.records import NO_HASH, Abandoned
from server.operations.reload import ReloadFailed
from server.rooms import lifecycle
from server.rooms.room import Room
from server.sessions import Peer, Session

Row = dict[str, Any]
LatestReports = Callable[[int], list[Report]]
"""Returns the given number of reports, the latest last."""
MAX_REPORTS = 100
"""Maximum number of reports that are listed."""
DEFAULT_REPORTS = 10
MAX_NUMBER_DIGITS = 18
"""Maximum length of a match number; Python refuses to convert texts of several thousand digits."""
KICKED_TEXT = "The operator has removed you from this server."
SPACES = "; quote a name with spaces"
MATCH_ENDED_TEXT = "The operator has ended this match."
WITHIN = "--within"
UNDRAINED_TEXT = "The server does not stop now. New matches can start again."
DRAINING_TEXT = "The server will stop when all matches have ended. No new match can start."


class AdminError(Exception):
    """Raised when a command cannot be executed; ``str()`` is the reason."""


class Command(NamedTuple):
    """A command: the allowed numbers of its arguments, its help, its function."""

    args: range
    help: str
    run: Callable[["Operator", Sequence[str]], list[Row]]


class Operator:
    """Executes commands on one server; without ``latest_reports`` no reports are stored."""

    def __init__(self, hub: Hub, latest_reports: LatestReports | None = None) -> None:
        self._hub = hub
        self._latest_reports = latest_reports
        self.run_reload: Callable[[], Row] | None = None
        """Reloads limits, bans and certificate; returns what changed."""
        self._state = hub.handler.state
        self._drain_until = inf
        """The time at which the server stops although matches are in progress."""

    def answer(self, command_line: Sequence[str]) -> dict[str, object]:
        """Execute a command; return its rows under ``rows``, or its reason under ``error``."""
        try:
            return {"rows": self.execute(command_line)}
        except AdminError as error:
            return {"error": str(error)}

    def execute(self, command_line: Sequence[str]) -> list[Row]:
        """Execute a command, given its name and arguments; without a name, ``help``.

        Raises AdminError for an unknown command, missing arguments and a command that cannot be
        executed, for example because the disk is full.
        """
        name, *args = command_line or ["help"]
        command = COMMANDS.get(name)
        if command is None:
            raise AdminError(f"unknown command {clean(name, 40)!r}; try help")
        if len(args) not in command.args:
            hint = "" if len(args) < command.args.start else SPACES
            raise AdminError(f"{name}: {command.help}{hint}")
        try:
            return command.run(self, args)
        except (InvalidBan, BanNotSaved) as error:
            raise AdminError(str(error)) from None
        except OSError as error:
            raise AdminError(f"nothing was changed: {error.strerror or error}") from None

    # Commands that list

    def help(self, args: Sequence[str]) -> list[Row]:
        """List all commands with their help."""
        return [{"command": name, "help": command.help} for name, command in COMMANDS.items()]

    def matches(self, args: Sequence[str]) -> list[Row]:
        """List all rooms, open ones included."""
        return [_match_row(room) for room in self._state.rooms.values()]

    def match(self, args: Sequence[str]) -> list[Row]:
        """Show one room, then the players on its seats. Raises AdminError for an unknown number."""
        room = self._find_room(args[0])
        return [_match_row(room), *(_seat_row(member) for member in room.members)]

    def connections(self, args: Sequence[str]) -> list[Row]:
        """List all connections except those of computer players."""
        transport = self._hub.transport_of
        return [_peer_row(p, transport(p.id), self._state.now) for p in self._external_peers()]

    def bans(self, args: Sequence[str]) -> list[Row]:
        """List all bans and muted nicknames."""
        return [{"ban": line} for line in self._state.bans.lines()]

    def reports(self, args: Sequence[str]) -> list[Row]:
        """List the latest reports of players, each followed by its chat lines.

        More than MAX_REPORTS are not listed. Raises AdminError for an argument that is not a
        positive number, and if reports are not stored.
        """
        if self._latest_reports is None:
            raise AdminError("this server has no data folder, so reports are only in its log")
        count = args[0] if args else str(DEFAULT_REPORTS)
        if not (count.isascii() and count.isdecimal() and len(count) < 9 and int(count)):
            raise AdminError(f"reports: {COMMANDS['reports'].help}")
        rows = [_report_rows(one) for one in self._latest_reports(min(int(count), MAX_REPORTS))]
        return [row for report in rows for row in report]

    # Commands with effects

    def announce(self, args: Sequence[str]) -> list[Row]:
        """Send a text to all connections except those of computer players; count the recipients.

        Control characters are removed, and the text is cut to 512 characters.
        """
        text = clean(" ".join(args))
        peers = tuple(peer.id for peer in self._external_peers())
        outcome = Outcome()
        outcome.send(peers, GenericMessage(text))
        self._hub.submit(outcome)
        return [{"recipients": len(peers)}]

    def kick(self, args: Sequence[str]) -> list[Row]:
        """End the session of a nickname, close its connection and release its seat and name.

        The player is told. Raises AdminError if no session has this nickname.
        """
        session = self._state.sessions.get(name_key(args[0]))
        if session is None:
            raise AdminError(f"no player is named {clean(args[0], 40)!r}")
        self._kick(session)
        return [{"kicked": session.name}]

    def ban(self, args: Sequence[str]) -> list[Row]:
        """Ban a nickname, a network or the tokens of a nickname; end the sessions concerned.

        All connections from a banned network are closed, also those without a session. A nickname
        that nobody has can be banned. Raises AdminError for the kind ``mute``, and for the tokens
        of an unknown nickname or a legacy client; InvalidBan. Then nothing changes. Raises
        BanNotSaved, after the sessions were ended, if the file cannot be written.
        """
        kind, value = _ban_kind(args[0]), args[1]
        sessions = self._sessions_to_kick(kind, value)
        not_saved: BanNotSaved | None = None
        try:
            if kind == TOKEN:
                self._ban_tokens(value)
            else:
                self._state.bans.add(kind, value)
        except BanNotSaved as error:
            not_saved = error
        self._end_banned(sessions, value if kind == ADDRESS else "")
        if not_saved is not None:
            raise not_saved
        return [{"banned": f"{kind} {clean(value)}", "kicked": len(sessions)}]

    def _end_banned(self, sessions: list[Session], network: str) -> None:
        """End sessions and close all connections from a network; it may be empty."""
        for session in sessions:
            self._kick(session)
        for peer in self._external_peers():
            if _is_in_network(peer, network):
                self._hub.submit(Outcome(closes=[peer.id]))

    def apply_new_bans(self, bans: Iterable[Ban]) -> int:
        """End the sessions and connections that these bans concern; return their number."""
        ended = 0
        for kind, value in bans:
            if kind == TOKEN:
                sessions = [s for s in self._state.sessions.values() if value == s.token_hash]
            else:
                sessions = self._sessions_to_kick(kind, str(value))
            self._end_banned(sessions, str(value) if kind == ADDRESS else "")
            ended += len(sessions)
        return ended

    def unban(self, args: Sequence[str]) -> list[Row]:
        """Remove a ban and list the remaining ones; a token is given by its hash.

        Raises AdminError for the kind ``mute`` and a ban that does not exist, and InvalidBan; then
        nothing changes. Raises BanNotSaved if the file cannot be written.
        """
        if not self._state.bans.remove(_ban_kind(args[0]), args[1]):
            raise AdminError(f"{args[0]} {clean(args[1], 80)} is not banned; try bans")
        return self.bans(())

    def mute(self, args: Sequence[str]) -> list[Row]:
        """Refuse the chat lines of a nickname until it is unmuted, also if nobody has it now.

        Raises InvalidBan for a nickname without a printable character, and BanNotSaved.
        """
        self._state.bans.add(MUTE, args[0])
        return [{"muted": clean(args[0])}]

    def unmute(self, args: Sequence[str]) -> list[Row]:
        """Unmute a nickname and list the remaining bans.

        Raises AdminError for one that is not muted, InvalidBan for a nickname without a printable
        character, and BanNotSaved.
        """
        if not self._state.bans.remove(MUTE, args[0]):
            raise AdminError(f"{clean(args[0], 40)!r} is not muted; try bans")
        return self.bans(())

    def end(self, args: Sequence[str]) -> list[Row]:
        """End a match without a winner and close its room, also if the match has not started.

        The players and spectators are told, and the end of a match is journalled. Raises AdminError
        for an unknown number.
        """
        room = self._find_room(args[0])
        outcome = Outcome()
        outcome.send(room.audience, GenericMessage(MATCH_ENDED_TEXT))
        self._state.journal(room, Abandoned("ended by the operator"), outcome)
        lifecycle.close(self._state, room, outcome)
        self._hub.submit(outcome)
        return [{"ended": room.number}]

    def drain(self, args: Sequence[str]) -> list[Row]:
        """Start no new matches and announce that the server stops when the last one has ended.

        Open rooms stay, but no match starts in them. Return the number of matches with connected
        people; matches without them do not delay the end. ``--within SECONDS`` limits the time. The
        caller of ``is_drained`` stops the server. Raises AdminError for other arguments.
        """
        seconds = inf if not args else _parse_seconds(args)
        self._state.draining = True
        self._drain_until = self._state.now + seconds
        self.announce([DRAINING_TEXT])
        return [{"draining": True, "matches": sum(map(_has_players, self._state.rooms.values()))}]

    def undrain(self, args: Sequence[str]) -> list[Row]:
        """Let new matches start again, also in rooms that have become ready meanwhile.

        Raises AdminError if the server does not drain.
        """
        if not self._state.draining:
            raise AdminError("the server does not drain")
        self._state.draining = False
        self.announce([UNDRAINED_TEXT])
        outcome = Outcome()
        for room in list(self._state.open_rooms.values()):
            lifecycle.start_if_ready(self._state, room, outcome)
        self._hub.submit(outcome)
        return [{"draining": False, "matches": self._state.match_count}]

    def reload(self, args: Sequence[str]) -> list[Row]:
        """Read limits, bans and certificate again; return what changed.

        Raises AdminError if something cannot be read; then nothing changes.
        """
        if self.run_reload is None:
            raise AdminError("this server has nothing to reload")
        try:
            return [self.run_reload()]
        except ReloadFailed as error:
            raise AdminError(f"nothing was changed: {error}") from None

    @property
    def is_drained(self) -> bool:
        """True if the server is draining and no match has connected people, or time is over."""
        if not self._state.draining:
            return False
        is_over = self._state.now >= self._drain_until
        return is_over or not any(map(_has_players, self._state.rooms.values()))

    def _external_peers(self) -> list[Peer]:
        """Return all peers except computer players, also those without a session."""
        return [peer for peer in self._state.peers.values() if not peer.is_computer]

    def _find_room(self, number: str) -> Room:
        """Return the room with this number. Raises AdminError if there is none."""
        is_number = number.isdecimal() and len(number) <= MAX_NUMBER_DIGITS
        room = self._state.rooms.get(int(number)) if is_number else None
        if room is None:
            raise AdminError(f"there is no match {clean(number, 20)!r}; try matches")
        return room

    def _sessions_to_kick(self, kind: str, value: str) -> list[Session]:
        """Return the sessions that a ban ends; none if nobody matches or the kind is unknown.

        ``value`` is a network for the kind ``address``, otherwise a nickname. Raises AdminError for
        the tokens of an unknown nickname.
        """
        if kind == ADDRESS:
            peers = [peer for peer in self._external_peers() if _is_in_network(peer, value)]
            return [peer.session for peer in peers if peer.session]
        session = self._state.sessions.get(name_key(value))
        if session is None and kind == TOKEN:
            raise AdminError(f"no player is named {clean(value, 40)!r}")
        return [session] if session and kind in (NAME, TOKEN) else []

    def _ban_tokens(self, name: str) -> None:
        """Ban the current and the previous tokens of the session with this nickname.

        Raises AdminError for the session of a legacy client, which has no token.
        """
        session = self._state.sessions[name_key(name)]
        if session.token_hash == NO_HASH or session.dialect:
            raise AdminError("a legacy client has no token; ban its name or its address")
        hashes = (session.token_hash, *session.previous_token_hashes)
        self._state.bans.add(TOKEN, *(token_hash.hex() for token_hash in hashes))

    def _kick(self, session: Session) -> None:
        """End a session, which frees its nickname and seat; tell the player and disconnect."""
        outcome = Outcome()
        if session.peer is not None:
            outcome.send((session.peer,), Error(ErrorCode.NOTALLOWED, KICKED_TEXT))
            outcome.closes.append(session.peer)
        lifecycle.release_seat_and_name(self._state, session, outcome)
        self._hub.submit(outcome)


def _has_players(room: Room) -> bool:
    """Return whether the room has a match with a person who is connected."""
    return room.match is not None and any(
        not (member.is_computer or member.disconnected)
        for member in room.members_by_seat
        if member is not None
    )


def _parse_seconds(args: Sequence[str]) -> float:
    """Return the seconds of ``--within SECONDS``. Raises AdminError for anything else."""
    seconds = args[-1]
    is_number = seconds.isascii() and seconds.isdecimal() and len(seconds) < 9
    if len(args) != 2 or args[0] != WITHIN or not is_number:
        raise AdminError(f"drain: {COMMANDS['drain'].help}")
    return float(seconds)


def _ban_kind(kind: str) -> str:
    """Return the kind of a ban. Raises AdminError for muted nicknames, which are no bans."""
    if kind == MUTE:
        raise AdminError("use mute NAME or unmute NAME")
    return kind


def _is_in_network(peer: Peer, text: str) -> bool:
    """Return whether the peer connects from this network; False if the text is no network."""
    try:
        return is_in_networks(peer.address, [parse_network(text)])
    except ValueError:
        return False


def _report_rows(report: Report) -> list[Row]:
    """Describe a report, then each of its chat lines."""
    fields = ("time", "reporter", "reported", "address", "match", "reason")
    chat = [
        {"chat": f"[{line.sender}{f' to {line.to}' if line.to else ''}] {line.text}"}
        for line in report.chat
    ]
    return [{name: getattr(report, name) for name in fields}, *chat]


def _match_row(room: Room) -> Row:
    """Describe a room; ``changes`` is 0 before its match has started.

    ``connected`` counts people with a seat only, ``players`` also lists computer players.
    """
    return {
        "match": room.number,
        "game": room.game.name,
        "state": "playing" if room.match else "open",
        "players": ",".join(member.name for member in room.members),
        "connected": len(room.connected_people),
        "seats": room.setup.number_of_players,
        "changes": room.match.seq if room.match else 0,
    }


def _seat_row(member: Session) -> Row:
    """Describe a player; ``kind`` is the strategy of a computer player, otherwise "person".

    The state is "absent" as soon as the player is disconnected.
    """
    state = "absent" if member.disconnected else "present"
    kind = member.strategy or "person"
    return {"seat": member.seat, "name": member.name, "kind": kind, "state": state}


def _peer_row(peer: Peer, transport: str, now: float) -> Row:
    """Describe a connection; without a session the name is "-", without a room the match is 0."""
    session = peer.session
    return {
        "connection": peer.id,
        "transport": transport,
        "address": peer.address,
        "name": session.name if session else "-",
        "phase": peer.phase,
        "match": session.room.number if session and session.room else 0,
        "silent_seconds": round(now - peer.last_received_at, 1),
    }


EXACTLY = [range(number, number + 1) for number in range(3)]
"""Ranges that allow exactly 0, 1 or 2 arguments, by that number."""

COMMANDS: dict[str, Command] = {
    "help": Command(EXACTLY[0], "list the commands", Operator.help),
    "matches": Command(EXACTLY[0], "list all tables", Operator.matches),
    "match": Command(EXACTLY[1], "match NUMBER: show one table and its seats", Operator.match),
    "connections": Command(EXACTLY[0], "list all connections", Operator.connections),
    "bans": Command(EXACTLY[0], "list all bans and muted players", Operator.bans),
    "reports": Command(
        range(2), "reports [COUNT]: list the latest reports of players", Operator.reports
    ),
    "announce": Command(
        range(1, 10_000), "announce TEXT: send a text to all players", Operator.announce
    ),
    "kick": Command(EXACTLY[1], "kick NAME: end a session and release its seat", Operator.kick),
    "ban": Command(EXACTLY[2], "ban name NAME | address NETWORK | token NAME", Operator.ban),
    "unban": Command(EXACTLY[2], "unban name NAME | address NETWORK | token HASH", Operator.unban),
    "mute": Command(EXACTLY[1], "mute NAME: refuse the chat lines of a player", Operator.mute),
    "unmute": Command(EXACTLY[1], "unmute NAME", Operator.unmute),
    "end": Command(EXACTLY[1], "end NUMBER: end a match without a winner", Operator.end),
    "reload": Command(
        EXACTLY[0], "read limits, bans and certificate again, like SIGHUP", Operator.reload
    ),
    "drain": Command(
        range(3),
        "drain [--within SECONDS]: start no new matches; stop when all with people have ended",
        Operator.drain,
    ),
    "undrain": Command(EXACTLY[0], "let new matches start again", Operator.undrain),
}
