"""A model of the server: seats, valid tokens and the state of each match.

The model uses the rules of the games and nothing of the server; tests compare it with the server.
"""

from dataclasses import dataclass, field
from typing import Any

from games.base import AnyGame
from games.registry import GAMES
from games.rng import Rng
from messages import Message, Refusal, SelectModeAndPlayers
from server.journal.records import (
    Abandoned,
    AnyRecord,
    Ended,
    Left,
    TimedOut,
    state_hash,
)
from tests.harness.journalled import JournalledHarness

OLD_TOKENS = 8
"""Number of previous tokens that are valid until the client has proved the newest one."""
ABSENCE_SECONDS = 15.0
"""The absence policy applies to a player only after this time."""


@dataclass
class PlayerModel:
    """A player with a nickname; ``journalled_old`` are the previous tokens in the journal."""

    name: str
    peer: int | None
    token: str
    old: tuple[str, ...] = ()
    journalled_old: tuple[str, ...] = ()
    replaced_tokens: list[str] = field(default_factory=list)
    """All tokens that were replaced."""
    phase: str = "match"
    room: int = 0
    away_since: float = 0.0
    has_result: bool = False
    """True if the last match has ended and the player has not joined another since."""
    last: tuple[Any, Message] | None = None
    """The last message with an id, and its answer."""
    last_action: tuple[Any, Message] | None = None
    """The last action of the current match and its answer; it survives a crash."""


@dataclass
class RoomModel:
    """A room, and its match once all players have joined."""

    number: int
    setup: SelectModeAndPlayers
    members: list[str | None]
    wizards: dict[str, str] = field(default_factory=dict)
    seed: bytes = b""
    state: Any = None
    events: list[tuple[str, int, Any]] = field(default_factory=list)
    chat: list[tuple[str, str]] = field(default_factory=list)

    @property
    def game(self) -> AnyGame:
        return GAMES[self.setup.game]

    @property
    def names(self) -> list[str]:
        """Nicknames of the members who still have a seat."""
        return [name for name in self.members if name is not None]

    @property
    def is_ready(self) -> bool:
        """True if all seats are taken and all wizards chosen."""
        full = len(self.members) == self.setup.number_of_players
        return full and (not self.game.wizards or len(self.wizards) == len(self.members))

    def start(self, seed: bytes) -> None:
        """Set the first state; all later states follow from ``events``."""
        self.seed = seed
        options = self.game.options(self.setup.mode, self.setup.options)
        self.state = self.game.start(len(self.members), options, Rng(seed)).state

    def apply_event(self, kind: str, seat: int, action: Any = None) -> tuple[int, ...]:
        """Apply an event (act, leave or timeout); return the seats that the rules removed."""
        self.events.append((kind, seat, action))
        if kind == "act":
            step = self.game.apply(self.state, seat, action)
        elif kind == "leave":
            step = self.game.leave(self.state, seat)
        else:
            step = self.game.timeout(self.state, seat)
        self.state = step.state
        return step.removed_seats

    def replayed_hash(self) -> bytes:
        """Replay all events from the seed and return the hash of the resulting state."""
        replayed = RoomModel(self.number, self.setup, list(self.members))
        replayed.start(self.seed)
        for event in self.events:
            replayed.apply_event(*event)
        return state_hash(replayed.state)

    def is_refused(self, seat: int, action: Any) -> bool:
        """Return whether the rules refuse this action now."""
        if seat not in self.game.active(self.state):
            return True
        try:
            self.game.apply(self.state, seat, action)
        except Refusal:
            return True
        return False


class ServerModel:
    """All players and rooms of a server."""

    def __init__(self) -> None:
        self.players: dict[str, PlayerModel] = {}
        self.rooms: dict[int, RoomModel] = {}
        self.started: list[int] = []
        self._next = 1

    def room_of(self, player: PlayerModel) -> RoomModel:
        """Return the room of a player."""
        return self.rooms[player.room]

    def seat_of(self, player: PlayerModel) -> int:
        """Return the seat of a player."""
        return self.room_of(player).members.index(player.name)

    def is_taken(self, name: str) -> bool:
        """Return whether a nickname is in use; a player with only a result does not keep it."""
        player = self.players.get(name)
        return player is not None and (player.peer is not None or player.room != 0)

    # Before a match

    def create(self, player: PlayerModel, setup: SelectModeAndPlayers, seeds: list[bytes]) -> None:
        """Create a room and join it."""
        self.rooms[self._next] = RoomModel(self._next, setup, [])
        self.join(player, self._next, seeds)
        self._next += 1

    def join(self, player: PlayerModel, number: int, seeds: list[bytes]) -> None:
        """Join an open room; its match starts if it is ready."""
        self.rooms[number].members.append(player.name)
        player.room, player.phase = number, "wizard"
        self._start_if_ready(self.rooms[number], seeds)

    def choose_wizard(self, player: PlayerModel, wizard: str, seeds: list[bytes]) -> None:
        """Choose a free wizard; the match starts if it is ready."""
        self.room_of(player).wizards[player.name] = wizard
        self._start_if_ready(self.room_of(player), seeds)

    def _start_if_ready(self, room_model: RoomModel, seeds: list[bytes]) -> None:
        if not room_model.is_ready:
            return
        room_model.start(seeds[-1])
        self.started.append(room_model.number)
        for name in room_model.names:
            player = self.players[name]
            player.phase, player.journalled_old, player.last_action = "turn", (), None
            player.has_result = False

    # During a match

    def act(self, player: PlayerModel, action: Any) -> None:
        """Apply an accepted action."""
        player.journalled_old = ()
        self._apply_event(self.room_of(player), "act", self.seat_of(player), action)

    def leave(self, player: PlayerModel) -> None:
        """Leave the room or the setup."""
        if player.phase != "setup":
            room_model, seat = self.room_of(player), self.seat_of(player)
            self._leave_room(player)
            self._free_seat(room_model, seat)
        player.phase = "match"

    def _free_seat(self, room_model: RoomModel, seat: int) -> None:
        name = room_model.members[seat]
        if room_model.state is None:
            room_model.members.pop(seat)
            room_model.wizards.pop(name or "", None)
        else:
            room_model.members[seat] = None
        if not room_model.names:
            self.close(room_model)
        elif room_model.state is not None:
            self._apply_event(room_model, "leave", seat)

    def _apply_event(self, room_model: RoomModel, kind: str, seat: int, action: Any = None) -> None:
        """Apply an event; players removed by the rules get no result."""
        for gone in room_model.apply_event(kind, seat, action):
            if (name := room_model.members[gone]) is not None:
                room_model.members[gone] = None
                self._leave_room(self.players[name])
                if self.players[name].peer is None:
                    del self.players[name]
        if room_model.names:
            self._close_if_over(room_model)
        else:
            self.close(room_model)

    def _close_if_over(self, room_model: RoomModel) -> None:
        if room_model.game.result(room_model.state) is not None:
            for name in room_model.names:
                self.players[name].has_result = True
            self.close(room_model)

    def close(self, room_model: RoomModel) -> None:
        """Remove a room; disconnected players are forgotten unless they have a result."""
        self.rooms.pop(room_model.number, None)
        for name in room_model.names:
            player = self.players[name]
            self._leave_room(player)
            if player.peer is None and not player.has_result:
                del self.players[name]

    def _leave_room(self, player: PlayerModel) -> None:
        player.room, player.phase, player.last_action = 0, "match", None

    # Connections

    def disconnect(self, player: PlayerModel, now: float) -> None:
        """Disconnect a player; without a seat or a result the player is forgotten."""
        player.peer, player.away_since = None, now
        if not player.room and not player.has_result:
            del self.players[player.name]

    def reconnect(self, player: PlayerModel, peer: int, token: str) -> None:
        """Resume the session of a player with a new token."""
        player.replaced_tokens.append(player.token)
        player.old = (*player.old, player.token)[-OLD_TOKENS:]
        if player.phase == "turn":
            player.journalled_old = (*player.journalled_old, player.token)[-OLD_TOKENS:]
        player.token, player.peer = token, peer

    def apply_records(self, records: list[tuple[int, AnyRecord]], now: float) -> None:
        """Apply the records that the server has journalled because time has passed."""
        for number, record in records:
            room_model = self.rooms.get(number)
            if isinstance(record, Left) and room_model is not None:
                self._remove_absent(room_model, record.seat, now)
            elif isinstance(record, TimedOut) and room_model is not None:
                assert record.seat in room_model.game.waiting(room_model.state)
                self._apply_event(room_model, "timeout", record.seat)
            elif isinstance(record, Abandoned) and room_model is not None:
                assert all(self.players[name].peer is None for name in room_model.names)
                self.close(room_model)
            else:
                assert isinstance(record, Ended | Abandoned), record

    def _remove_absent(self, room_model: RoomModel, seat: int, now: float) -> None:
        player = self.players.pop(room_model.members[seat] or "")
        assert player.peer is None, "a connected player must not lose the seat"
        assert now - player.away_since >= ABSENCE_SECONDS
        self._free_seat(room_model, seat)

    def forget(self, names: set[str], now: float) -> None:
        """Forget disconnected players whose sessions have expired; none is in a match."""
        for name in names:
            player = self.players.pop(name)
            assert player.peer is None
            assert now - player.away_since >= ABSENCE_SECONDS
            assert player.phase != "turn"
            if player.room:
                room_model = self.rooms[player.room]
                self._free_seat(room_model, room_model.members.index(name))

    def crash(self) -> None:
        """Restart the server: only matches and the sessions of their players remain."""
        self.rooms = {
            n: room_model for n, room_model in self.rooms.items() if room_model.state is not None
        }
        self._next = max(self.started, default=0) + 1
        self.players = {n: player for n, player in self.players.items() if player.phase == "turn"}
        for player in self.players.values():
            player.peer, player.away_since = None, 0.0
            player.old, player.last = player.journalled_old, player.last_action


def snapshot(harness: JournalledHarness) -> tuple[object, ...]:
    """Return everything that a message without effect must not change."""
    state = harness.state
    return (
        {n: (room.info(), room.last_hash, _states(room)) for n, room in state.rooms.items()},
        {name: (s.state.phase, s.peer, s.seat, s.token_hash) for name, s in state.sessions.items()},
        {peer: len(box) for peer, box in harness.inboxes.items() if box},
        len(harness.journal._entries),
        tuple(harness.closed_peers),
    )


def _states(room: Any) -> tuple[int, int] | None:
    return (id(room.match.state), room.match.seq) if room.match else None
