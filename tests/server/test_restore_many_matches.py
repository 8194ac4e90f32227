"""After a restart every live match is back from a real file with the state it had."""

import queue
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs

from games.registry import GAMES
from messages import (
    ActionValid,
    Reconnect,
    RequestView,
    SelectModeAndPlayers,
    SendChat,
    SessionOpened,
)
from server.effects import Outcome
from server.history.restore import restore
from server.journal.sqlite import SqliteJournal
from server.limits import Limits
from server.state import ServerState
from tests.harness.handler import HandlerHarness, numbered_secrets
from tests.harness.live_matches import state_hashes, write_matches

MATCHES = 60
ACTIONS = 150
SET_UPS = (
    SelectModeAndPlayers(4),
    SelectModeAndPlayers(4, True, clock=60),
    SelectModeAndPlayers(3, game="uno", options={"target_score": 10_000}),
    SelectModeAndPlayers(4, True, "uno", {"target_score": 10_000, "mode": "seven_o"}),
)


class FileHarness(HandlerHarness):
    """A house that writes everything into a file, and brings back what is there."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.calls_back: queue.Queue[Callable[[], None]] = queue.Queue()
        self.journal = SqliteJournal(folder, "process", self.calls_back.put)
        self.state.has_journal = True
        _, self.damaged = restore(self.state, self.journal)

    def _deliver(self, outcome: Outcome) -> None:
        if outcome.entries:
            self.journal.append(outcome.entries, lambda kept: None)
        super()._deliver(outcome)

    def play(self, number: int, peers: list[int], rng: Random) -> None:
        """ACTIONS actions of one match, or the whole match if it is shorter."""
        for index in count(1):
            room = self.state.rooms.get(number)
            if room is None or room.match is None or index > ACTIONS:
                return
            seat = min(room.match.waiting)
            action = structs.replace(rng.choice(room.match.legal(seat)), id=index)
            assert isinstance(self.send(peers[seat], action), ActionValid)


def _played(folder: Path) -> tuple[FileHarness, dict[int, list[int]]]:
    harness = FileHarness(folder)
    tables: dict[int, list[int]] = {}
    for number in range(1, MATCHES + 1):
        set_up = SET_UPS[number % len(SET_UPS)]
        names = [f"guest-{number}-{seat}" for seat in range(set_up.number_of_players)]
        tables[number] = harness.start_match(*names, setup=set_up)
        harness.play(number, tables[number], Random(number))
        if number in harness.state.rooms:
            harness.send(tables[number][0], SendChat(f"see you at table {number}"))
    harness.journal.close()
    return harness, tables


def test_every_match_is_back_and_every_seat_can_be_taken(tmp_path: Path) -> None:
    before, tables = _played(tmp_path)
    after = FileHarness(tmp_path)
    assert len(before.state.rooms) > MATCHES // 2
    assert state_hashes(after.state) == state_hashes(before.state)
    assert after.damaged == []
    for number in before.state.rooms:
        _check_seats(before, after, number, tables[number])
    after.journal.close()


def _check_seats(before: FileHarness, after: FileHarness, number: int, peers: list[int]) -> None:
    old: Any = before.state.rooms[number]
    assert after.state.rooms[number].chat == old.chat
    for seat, peer in enumerate(peers):
        name = old.members[seat].name
        known = after.state.sessions[name].answers
        assert known == before.state.sessions[name].answers
        token = before.received(peer, SessionOpened)[0].token
        back = after.connect()
        opened = after.send(back, Reconnect(name, token))
        assert isinstance(opened, SessionOpened)
        view: Any = after.send(back, RequestView())
        assert view == old.match.view(seat)


@pytest.mark.soak
def test_500_matches_of_150_actions(tmp_path: Path) -> None:
    """The time this takes is measured by `python -m benchmarks restart`."""
    expected = write_matches(tmp_path, 500, ACTIONS)
    journal = SqliteJournal(tmp_path, "process", lambda work: work())
    lobby = ServerState(GAMES, Limits(), numbered_secrets(), has_journal=True)
    _, damaged = restore(lobby, journal)
    assert state_hashes(lobby) == expected
    assert damaged == []
    journal.close()
