"""A handler without I/O for tests: connect peers, send messages, read what was sent to them."""

from collections import defaultdict
from collections.abc import Mapping
from itertools import count
from typing import Any, TypeVar

from games.base import AnyGame
from games.registry import GAMES
from messages import (
    ChooseNickname,
    ChooseWizard,
    Error,
    ErrorCode,
    ListActions,
    Message,
    SelectMatch,
    SelectModeAndPlayers,
)
from messages.registry import AnyClientMessage, LegalActions
from server.effects import Outcome, PeerId, StartBot
from server.handler import GameHandler
from server.limits import Limits
from server.session_registry import Secrets
from server.sessions import OUR_BOT, OUR_CLIENT
from server.state import ServerState

M = TypeVar("M", bound=Message)
S = TypeVar("S")


def numbered_secrets() -> Secrets:
    """Return predictable secrets: seeds, tokens and codes counted upwards."""
    seeds, tokens, codes = count(1), count(1), count(1)
    return Secrets(
        seed=lambda: next(seeds).to_bytes(16, "big"),
        token=lambda: f"token-{next(tokens)}",
        code=lambda: f"CODE{next(codes)}",
    )


class RecordingLogger:
    """A logger that records errors and warnings."""

    def __init__(self) -> None:
        self.errors: list[str] = []
        self.warnings: list[dict[str, object]] = []

    def exception(self, event: str, **_: object) -> None:
        """Record an error."""
        self.errors.append(event)

    def warning(self, event: str, **facts: object) -> None:
        """Record a warning with its fields."""
        self.warnings.append({"event": event, **facts})


class HandlerHarness:
    """A GameHandler and the messages sent to each peer; time advances only on request."""

    def __init__(
        self, limits: Limits | None = None, games: Mapping[str, AnyGame] | None = None
    ) -> None:
        strategies = {"eriantys": ("greedy", "random")}
        self.state = ServerState(
            games=games or GAMES,
            limits=limits or Limits(),
            secrets=numbered_secrets(),
            strategies=strategies,
        )
        self.log = RecordingLogger()
        self.handler = GameHandler(self.state, self.log)
        self.now = 0.0
        self.inboxes: dict[PeerId, list[Message]] = defaultdict(list)
        self.closed_peers: list[PeerId] = []
        self.started_bots: list[StartBot] = []

    def connect(self, *, computer: bool = False, address: str = "127.0.0.1") -> PeerId:
        """Open a connection; addresses of this machine are not limited."""
        client = OUR_BOT if computer else OUR_CLIENT
        peer, outcome = self.handler.connected(address, self.now, client)
        self._deliver(outcome)
        return peer

    def send(self, peer: PeerId, message: AnyClientMessage) -> Message:
        """Send a message and return its answer; there must be exactly one."""
        outcome = self.handler.receive(peer, message, self.now)
        assert outcome.answer is not None
        assert outcome.peer == peer
        self._deliver(outcome)
        return outcome.answer

    def assert_refused(self, peer: PeerId, message: AnyClientMessage) -> ErrorCode:
        """Assert that the message is refused with a sentence and sent to no other peer."""
        before = {p: len(box) for p, box in self.inboxes.items()}
        error = self.send(peer, message)
        assert isinstance(error, Error), error
        assert error.message.endswith(".")
        assert before == {p: len(box) for p, box in self.inboxes.items()}
        return error.error

    def assert_accepted(self, peer: PeerId, message: AnyClientMessage) -> None:
        """Assert that the message is not refused."""
        answer = self.send(peer, message)
        assert not isinstance(answer, Error), answer

    def session_state(self, peer: PeerId, kind: type[S]) -> S:
        """Return the state of the peer's session, which must be of this type."""
        session = self.state.peers[peer].session
        assert session is not None
        assert isinstance(session.state, kind)
        return session.state

    def disconnect(self, peer: PeerId) -> None:
        """Close the connection from the peer's side."""
        self._deliver(self.handler.disconnected(peer, self.now))

    def tick(self, seconds: float) -> None:
        """Advance the time in small steps, as a server's timer does."""
        until = self.now + seconds
        while self.now < until:
            self.now = min(until, self.now + max(1.0, seconds / 1000))
            for outcome in self.handler.tick(self.now):
                self._deliver(outcome)

    def received(self, peer: PeerId, kind: type[M]) -> list[M]:
        """Return all messages of this class that were sent to the peer."""
        return [message for message in self.inboxes[peer] if isinstance(message, kind)]

    def pop_received_types(self, peer: PeerId) -> list[str]:
        """Return the class names of all pushes to the peer, in order, and clear them."""
        names = [type(message).__name__ for message in self.inboxes[peer]]
        self.inboxes[peer].clear()
        return names

    def connect_named(self, name: str) -> PeerId:
        """Connect a peer with a nickname, in the lobby."""
        peer = self.connect()
        self.assert_accepted(peer, ChooseNickname(name))
        return peer

    def start_match(self, *names: str, setup: SelectModeAndPlayers | None = None) -> list[PeerId]:
        """Start a match of named peers; the first is its host."""
        return self.start_match_of([self.connect_named(name) for name in names], setup)

    def start_match_of(
        self, peers: list[PeerId], setup: SelectModeAndPlayers | None = None
    ) -> list[PeerId]:
        """Start a match of peers in the lobby; the first is its host."""
        self.assert_accepted(peers[0], SelectMatch(0))
        self.assert_accepted(peers[0], setup or SelectModeAndPlayers(len(peers)))
        number = max(self.state.rooms)
        for peer in peers[1:]:
            self.assert_accepted(peer, SelectMatch(number))
        wizards = self.state.rooms[number].game.wizards
        for peer, wizard in zip(peers, wizards, strict=False):
            self.assert_accepted(peer, ChooseWizard(wizard))
        return peers

    def _deliver(self, outcome: Outcome) -> None:
        """Record all effects but the answer."""
        for send in outcome.before_answer + outcome.sends:
            for peer in send.peers:
                self.inboxes[peer] += send.messages
        self.closed_peers += outcome.closes
        self.started_bots += outcome.bots


def turn_holder(harness: HandlerHarness, peers: list[int]) -> tuple[int, int]:
    """Return the peer whose turn it is, and another one."""
    for peer in peers:
        actions = harness.send(peer, ListActions())
        assert isinstance(actions, LegalActions)
        if actions.actions:
            return peer, next(p for p in peers if p != peer)
    raise AssertionError("no peer has the turn")


def legal_action(harness: HandlerHarness, peer: int) -> Any:
    """Return the first legal action of the peer."""
    actions = harness.send(peer, ListActions())
    assert isinstance(actions, LegalActions)
    return actions.actions[0]
