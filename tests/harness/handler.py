"""A server without I/O for tests: guests arrive, say something, and read what they were told."""

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
from server.sessions import OUR_BOT, OUR_CLIENT
from server.state import Secrets, ServerState

M = TypeVar("M", bound=Message)
S = TypeVar("S")


def numbered_secrets() -> Secrets:
    """Secrets anybody can guess: seeds, tokens and codes counted upwards."""
    seeds, tokens, codes = count(1), count(1), count(1)
    return Secrets(
        seed=lambda: next(seeds).to_bytes(16, "big"),
        token=lambda: f"token-{next(tokens)}",
        code=lambda: f"CODE{next(codes)}",
    )


class LogBook:
    """A logger that remembers what went wrong."""

    def __init__(self) -> None:
        self.entries: list[str] = []
        self.warnings: list[dict[str, object]] = []

    def exception(self, event: str, **_: object) -> None:
        """Called while an exception is handled."""
        self.entries.append(event)

    def warning(self, event: str, **facts: object) -> None:
        """Nothing of ours went wrong."""
        self.warnings.append({"event": event, **facts})


class House:
    """A GameHandler with its guests' letter boxes. Time stands still unless ``now`` is set."""

    def __init__(
        self, limits: Limits | None = None, games: Mapping[str, AnyGame] | None = None
    ) -> None:
        strategies = {"eriantys": ("greedy", "random")}
        self.state = ServerState(games or GAMES, limits or Limits(), numbered_secrets(), strategies)
        self.log = LogBook()
        self.handler = GameHandler(self.state, self.log)
        self.now = 0.0
        self.boxes: dict[PeerId, list[Message]] = defaultdict(list)
        self.ended: list[PeerId] = []
        self.calls: list[StartBot] = []

    def arrive(self, *, computer: bool = False, address: str = "127.0.0.1") -> PeerId:
        """A new connection; from this machine nobody is counted."""
        client = OUR_BOT if computer else OUR_CLIENT
        peer, outcome = self.handler.connected(address, self.now, client)
        self._deliver(outcome)
        return peer

    def say(self, peer: PeerId, message: AnyClientMessage) -> Message:
        """Say something; the direct answer comes back, of which there must be exactly one."""
        outcome = self.handler.receive(peer, message, self.now)
        assert outcome.answer is not None
        assert outcome.peer == peer
        self._deliver(outcome)
        return outcome.answer

    def refused(self, peer: PeerId, message: AnyClientMessage) -> ErrorCode:
        """Say something that must be refused, with a sentence, and to nobody else."""
        before = {p: len(box) for p, box in self.boxes.items()}
        error = self.say(peer, message)
        assert isinstance(error, Error), error
        assert error.message.endswith(".")
        assert before == {p: len(box) for p, box in self.boxes.items()}
        return error.error

    def accepted(self, peer: PeerId, message: AnyClientMessage) -> None:
        """Say something that must not be refused."""
        answer = self.say(peer, message)
        assert not isinstance(answer, Error), answer

    def state_of(self, peer: PeerId, kind: type[S]) -> S:
        """The state of the peer's session, which must be of this kind."""
        session = self.state.peers[peer].session
        assert session is not None
        assert isinstance(session.state, kind)
        return session.state

    def depart(self, peer: PeerId) -> None:
        """The connection is lost."""
        self._deliver(self.handler.disconnected(peer, self.now))

    def tick(self, seconds: float) -> None:
        """Time passes, in the small steps in which a server looks at its clock."""
        until = self.now + seconds
        while self.now < until:
            self.now = min(until, self.now + max(1.0, seconds / 1000))
            for outcome in self.handler.tick(self.now):
                self._deliver(outcome)

    def got(self, peer: PeerId, kind: type[M]) -> list[M]:
        """Everything of this class the peer was sent."""
        return [message for message in self.boxes[peer] if isinstance(message, kind)]

    def names(self, peer: PeerId) -> list[str]:
        """The class names of all pushes to the peer, in order; they are forgotten afterwards."""
        names = [type(message).__name__ for message in self.boxes[peer]]
        self.boxes[peer].clear()
        return names

    def guest(self, name: str) -> PeerId:
        """A guest with a name, at the list of matches."""
        peer = self.arrive()
        self.accepted(peer, ChooseNickname(name))
        return peer

    def table(self, *names: str, setup: SelectModeAndPlayers | None = None) -> list[PeerId]:
        """Guests in a match that has started; the first is its host."""
        peers = [self.guest(name) for name in names]
        self.accepted(peers[0], SelectMatch(0))
        self.accepted(peers[0], setup or SelectModeAndPlayers(len(names)))
        number = max(self.state.rooms)
        for peer in peers[1:]:
            self.accepted(peer, SelectMatch(number))
        wizards = self.state.rooms[number].game.wizards
        for peer, wizard in zip(peers, wizards, strict=False):
            self.accepted(peer, ChooseWizard(wizard))
        return peers

    def _deliver(self, outcome: Outcome) -> None:
        """Sort everything but the answer into the letter boxes and lists."""
        for send in outcome.before_answer + outcome.sends:
            for peer in send.peers:
                self.boxes[peer] += send.messages
        self.ended += outcome.closes
        self.calls += outcome.bots


def turn_holder(house: House, peers: list[int]) -> tuple[int, int]:
    """The peer whose turn it is, and another one."""
    for peer in peers:
        actions = house.say(peer, ListActions())
        assert isinstance(actions, LegalActions)
        if actions.actions:
            return peer, next(p for p in peers if p != peer)
    raise AssertionError("nobody has the turn")


def legal_action(house: House, peer: int) -> Any:
    """The first action that the peer may take now."""
    actions = house.say(peer, ListActions())
    assert isinstance(actions, LegalActions)
    return actions.actions[0]
