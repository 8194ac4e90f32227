"""Games known by heart: what to send, and how many bytes each player gets for it.

A script is recorded by playing a match of random legal moves through a GameHandler in this
process. A server that draws the same seed then says the same, byte for byte, to players whose
names have the same length: the load generator need not understand what it reads, only count it.
"""

from collections.abc import Iterator
from functools import cache
from itertools import cycle
from random import Random
from typing import NamedTuple

from games.registry import GAMES
from messages import ActionValid, ChooseNickname, ChooseWizard, SelectMatch, SelectModeAndPlayers
from messages.codec import encode
from messages.eriantys.actions import MatchCreated
from messages.framing import frame
from messages.registry import AnyClientMessage
from server.effects import Outcome, PeerId, Send
from server.handler import GameHandler
from server.limits import DEFAULT_LIMITS
from server.state import Secrets, ServerState

WIZARDS = ("KING", "WITCH")
Fingerprint = tuple[bool, int, frozenset[tuple[str, str]]]
"""Tells the games apart by their beginning: expert or not, and the first look of the islands."""


class Move(NamedTuple):
    """One move of a script; ``sizes`` are the bytes each seat gets when it is accepted."""

    seat: int
    action: AnyClientMessage
    frame: bytes
    sizes: tuple[int, int]


class Script(NamedTuple):
    """One game. ``opening`` is the number of messages each seat gets at the start."""

    fingerprint: Fingerprint
    opening: tuple[int, int]
    moves: tuple[Move, ...]


Book = dict[Fingerprint, Script]


def seed(number: int) -> bytes:
    """The seed of one of the games known by heart."""
    return number.to_bytes(16, "big")


def known_secrets(scripts: int) -> Secrets:
    """Secrets of a server whose matches are all known by heart."""
    seeds: Iterator[bytes] = cycle(seed(number) for number in range(scripts))
    return Secrets(seed=lambda: next(seeds), token=lambda: "t" * 43, code=lambda: "ABCDEF")


def nickname(number: int) -> str:
    """Names all have the same length, so that what is said has the same length."""
    return f"guest{number:05}"


def fingerprint(expert: bool, created: MatchCreated) -> Fingerprint:
    """Which game this is."""
    students = frozenset(created.map_student_island.items())
    return expert, created.mother_nature_position, students


@cache
def book(scripts: int) -> Book:
    """That many seeds, each played in base and in expert mode."""
    recorded = [record(number, expert) for number in range(scripts) for expert in (False, True)]
    return {script.fingerprint: script for script in recorded}


def record(number: int, expert: bool) -> Script:
    """Play one game at random and write it down."""
    table = _Table(number, expert)
    opening = table.sit_down()
    created = next(m for o in opening for m in o.messages if isinstance(m, MatchCreated))
    choices = Random(number)
    moves = []
    while (move := table.maybe_move(choices)) is not None:
        moves.append(move)
    counts = [sum(len(o.messages) for o in opening if peer in o.peers) for peer in table.peers]
    return Script(fingerprint(expert, created), (counts[0], counts[1]), tuple(moves))


class _Table:
    """A server without I/O and its only match."""

    def __init__(self, number: int, expert: bool) -> None:
        secrets = Secrets(seed=lambda: seed(number), token=lambda: "t" * 43, code=lambda: "")
        self._lobby = ServerState(GAMES, DEFAULT_LIMITS, secrets)
        self._handler = GameHandler(self._lobby)
        self._expert = expert
        self.peers: list[PeerId] = []

    def sit_down(self) -> list[Send]:
        """Two guests come to one table; what they are told at the start of the match."""
        for number in range(2):
            peer, _ = self._handler.connected("", 0.0)
            self.peers.append(peer)
            self._say(peer, ChooseNickname(nickname(number)))
        host, guest = self.peers
        self._say(host, SelectMatch(0))
        self._say(host, SelectModeAndPlayers(2, mode=self._expert))
        self._say(guest, SelectMatch(1))
        self._say(host, ChooseWizard(WIZARDS[0]))
        return self._say(guest, ChooseWizard(WIZARDS[1])).sends

    def maybe_move(self, choices: Random) -> Move | None:
        """One random move; None when the match is over."""
        room = self._lobby.rooms.get(1)
        if room is None or room.match is None:
            return None
        (seat,) = room.match.game.active(room.match.state)
        action = choices.choice(room.match.legal(seat))
        outcome = self._say(self.peers[seat], action)
        assert isinstance(outcome.answer, ActionValid), outcome.answer
        sends = [Send((outcome.peer,), (outcome.answer,)), *outcome.sends]
        sizes = [sum(_size(s) for s in sends if peer in s.peers) for peer in self.peers]
        return Move(seat, action, frame(encode(action)), (sizes[0], sizes[1]))

    def _say(self, peer: PeerId, message: AnyClientMessage) -> Outcome:
        return self._handler.receive(peer, message, 0.0)


def _size(send: Send) -> int:
    """The bytes that one peer gets."""
    return sum(len(frame(encode(message))) for message in send.messages)
