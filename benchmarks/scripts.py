"""Recorded matches: the frames to send, and how many bytes each player receives for each.

A script is recorded by playing random legal moves through a GameHandler in this process. A server
with the same seed sends messages of the same lengths, if nicknames have the same length. So the
load generator only counts bytes and does not decode messages.
"""

from collections.abc import Iterator
from functools import cache
from itertools import cycle
from random import Random
from typing import NamedTuple

from benchmarks.load_wires import SOCKET, LoadWire
from games.registry import GAMES
from messages import ActionValid, ChooseNickname, ChooseWizard, SelectMatch, SelectModeAndPlayers
from messages.eriantys.actions import MatchCreated
from messages.registry import AnyClientMessage
from server.effects import Outcome, PeerId, Send
from server.handler import GameHandler
from server.limits import DEFAULT_LIMITS
from server.session_registry import Secrets
from server.state import ServerState

WIZARDS = ("KING", "WITCH")
Fingerprint = tuple[bool, int, frozenset[tuple[str, str]]]
"""Identifies a script by the start of its match: expert mode, and the initial islands."""


class Move(NamedTuple):
    """One move of a script; ``sizes`` are the bytes that each seat receives for it."""

    seat: int
    action: AnyClientMessage
    frame: bytes
    sizes: tuple[int, int]


class Script(NamedTuple):
    """One match. ``opening`` is the number of messages that each seat receives at the start."""

    fingerprint: Fingerprint
    opening: tuple[int, int]
    moves: tuple[Move, ...]


ScriptIndex = dict[Fingerprint, Script]


def seed(number: int) -> bytes:
    """Return the seed of a recorded match."""
    return number.to_bytes(16, "big")


def script_secrets(scripts: int) -> Secrets:
    """Return secrets for a server, with the seeds of the recorded matches in turn."""
    seeds: Iterator[bytes] = cycle(seed(number) for number in range(scripts))
    return Secrets(seed=lambda: next(seeds), token=lambda: "t" * 43, code=lambda: "ABCDEF")


def nickname(number: int) -> str:
    """Return a nickname; all have the same length, so that messages have the same length."""
    return f"bench{number:05}"


def fingerprint(expert: bool, created: MatchCreated) -> Fingerprint:
    """Return the key of the script that a new match follows."""
    students = frozenset(created.map_student_island.items())
    return expert, created.mother_nature_position, students


@cache
def record_scripts(scripts: int, wire: LoadWire = SOCKET) -> ScriptIndex:
    """Record a match in base and in expert mode for each of that many seeds."""
    recorded = [
        record_script(number, expert, wire) for number in range(scripts) for expert in (False, True)
    ]
    return {script.fingerprint: script for script in recorded}


def record_script(number: int, expert: bool, wire: LoadWire = SOCKET) -> Script:
    """Play a match of random legal moves and return it as a script."""
    recorder = _MatchRecorder(number, expert, wire)
    opening = recorder.start_match()
    created = next(m for o in opening for m in o.messages if isinstance(m, MatchCreated))
    rng = Random(number)
    moves = []
    while (move := recorder.maybe_move(rng)) is not None:
        moves.append(move)
    counts = [sum(len(o.messages) for o in opening if peer in o.peers) for peer in recorder.peers]
    return Script(fingerprint(expert, created), (counts[0], counts[1]), tuple(moves))


class _MatchRecorder:
    """A handler with one match of two players."""

    def __init__(self, number: int, expert: bool, wire: LoadWire) -> None:
        secrets = Secrets(seed=lambda: seed(number), token=lambda: "t" * 43, code=lambda: "")
        self._state = ServerState(games=GAMES, limits=DEFAULT_LIMITS, secrets=secrets)
        self._handler = GameHandler(self._state)
        self._expert = expert
        self._wire = wire
        self.peers: list[PeerId] = []

    def start_match(self) -> list[Send]:
        """Start a match of two players; return the messages sent at its start."""
        for number in range(2):
            peer, _ = self._handler.connected("", 0.0)
            self.peers.append(peer)
            self._send(peer, ChooseNickname(nickname(number)))
        host, joiner = self.peers
        self._send(host, SelectMatch(0))
        self._send(host, SelectModeAndPlayers(2, mode=self._expert))
        self._send(joiner, SelectMatch(1))
        self._send(host, ChooseWizard(WIZARDS[0]))
        return self._send(joiner, ChooseWizard(WIZARDS[1])).sends

    def maybe_move(self, rng: Random) -> Move | None:
        """Play one random move; return None when the match is over."""
        room = self._state.rooms.get(1)
        if room is None or room.match is None:
            return None
        (seat,) = room.match.game.active(room.match.state)
        action = rng.choice(room.match.legal(seat))
        outcome = self._send(self.peers[seat], action)
        assert isinstance(outcome.answer, ActionValid), outcome.answer
        sends = [Send((outcome.peer,), (outcome.answer,)), *outcome.sends]
        sizes = [sum(self._size(s) for s in sends if peer in s.peers) for peer in self.peers]
        return Move(seat, action, self._wire.encode(action), (sizes[0], sizes[1]))

    def _send(self, peer: PeerId, message: AnyClientMessage) -> Outcome:
        return self._handler.receive(peer, message, 0.0)

    def _size(self, send: Send) -> int:
        """Return the number of bytes that each peer of a send receives."""
        return sum(len(self._wire.encode_received(message)) for message in send.messages)
