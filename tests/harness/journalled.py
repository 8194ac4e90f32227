"""A handler harness whose journal is in memory, so that it can be restarted."""

from collections.abc import Mapping
from typing import Any

from games.base import AnyGame
from messages import ActionValid, ListActions
from messages.registry import LegalActions
from server.effects import Outcome
from server.history.restore import restore
from server.limits import Limits
from tests.harness.handler import HandlerHarness
from tests.harness.memory_journal import MemoryJournal


class JournalledHarness(HandlerHarness):
    """A handler harness with a journal, from which it can be restarted."""

    def __init__(
        self,
        journal: MemoryJournal,
        limits: Limits | None = None,
        games: Mapping[str, AnyGame] | None = None,
        unix_now: float = 0.0,
    ) -> None:
        super().__init__(limits, games)
        self.unix_now = unix_now
        self.state.unix_time = lambda: self.unix_now
        self.journal = journal
        self.state.has_journal = True
        restored = restore(self.state, journal)
        self.restored_bots, self.damaged_matches, self.outdated_matches = restored
        journal.append(restored.end_records, lambda _: None)

    def _deliver(self, outcome: Outcome) -> None:
        self.journal.append(outcome.entries, lambda _: None)
        super()._deliver(outcome)

    def restart(self, seconds: float = 0.0) -> "JournalledHarness":
        """Return a new harness restored from the same journal, this long after this one started."""
        settings, now = (self.state.limits, self.state.games), self.unix_now + seconds
        after = JournalledHarness(self.journal, *settings, now)
        after.state.secrets = self.state.secrets
        return after

    def play_actions(self, peers: list[int], actions: int) -> None:
        """Play this many accepted actions, each by the first peer that has legal actions."""
        for number in range(actions):
            for peer in peers:
                legal: Any = self.send(peer, ListActions())
                if isinstance(legal, LegalActions) and legal.actions:
                    choice = legal.actions[number % len(legal.actions)]
                    assert isinstance(self.send(peer, choice), ActionValid)
                    break
