"""A restart restores every unfinished match from a SQLite file."""

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
SETUPS = (
    SelectModeAndPlayers(4),
    SelectModeAndPlayers(4, True, clock=60),
    SelectModeAndPlayers(3, game="uno", options={"target_score": 10_000}),
    SelectModeAndPlayers(4, True, "uno", {"target_score": 10_000, "mode": "seven_o"}),
)


class FileHarness(HandlerHarness):
    """A handler with a SQLite journal, restored from it at the start."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.callbacks: queue.Queue[Callable[[], None]] = queue.Queue()
        self.journal = SqliteJournal(folder, "process", self.callbacks.put)
        self.state.has_journal = True
        _, self.damaged, _ = restore(self.state, self.journal)

    def _deliver(self, outcome: Outcome) -> None:
        if outcome.entries:
            self.journal.append(outcome.entries, lambda is_written: None)
        super()._deliver(outcome)

    def play(self, number: int, peers: list[int], rng: Random) -> None:
        """Play ACTIONS actions of one match, or all if it ends earlier."""
        for index in count(1):
            room = self.state.rooms.get(number)
            if room is None or room.match is None or index > ACTIONS:
                return
            seat = min(room.match.waiting)
            action = structs.replace(rng.choice(room.match.legal(seat)), id=index)
            assert isinstance(self.send(peers[seat], action), ActionValid)


def _write_and_close(folder: Path) -> tuple[FileHarness, dict[int, list[int]]]:
    harness = FileHarness(folder)
    peers_by_match: dict[int, list[int]] = {}
    for number in range(1, MATCHES + 1):
        setup = SETUPS[number % len(SETUPS)]
        names = [f"player-{number}-{seat}" for seat in range(setup.number_of_players)]
        peers_by_match[number] = harness.start_match(*names, setup=setup)
        harness.play(number, peers_by_match[number], Random(number))
        if number in harness.state.rooms:
            harness.send(peers_by_match[number][0], SendChat(f"see you at table {number}"))
    harness.journal.close()
    return harness, peers_by_match


def test_restart_restores_unfinished_matches_with_chat_cached_answers_tokens_and_views(
    tmp_path: Path,
) -> None:
    before, peers_by_match = _write_and_close(tmp_path)
    after = FileHarness(tmp_path)
    assert len(before.state.rooms) > MATCHES // 2
    assert state_hashes(after.state) == state_hashes(before.state)
    assert after.damaged == []
    for number in before.state.rooms:
        _check_seats(before, after, number, peers_by_match[number])
    after.journal.close()


def _check_seats(before: FileHarness, after: FileHarness, number: int, peers: list[int]) -> None:
    room_before: Any = before.state.rooms[number]
    chat = after.state.rooms[number].chat
    for seat in range(2):
        assert chat.lines_for(seat) == room_before.chat.lines_for(seat)
    for seat, peer in enumerate(peers):
        name = room_before.members[seat].name
        answers = after.state.sessions[name].answers
        assert answers == before.state.sessions[name].answers
        token = before.received(peer, SessionOpened)[0].token
        peer_after = after.connect()
        opened = after.send(peer_after, Reconnect(name, token))
        assert isinstance(opened, SessionOpened)
        view: Any = after.send(peer_after, RequestView())
        assert view == room_before.match.view(seat)


@pytest.mark.soak
def test_restart_restores_the_states_of_500_matches(tmp_path: Path) -> None:
    """`python -m benchmarks restart` measures the duration."""
    expected = write_matches(tmp_path, 500, ACTIONS)
    journal = SqliteJournal(tmp_path, "process", lambda work: work())
    state = ServerState(games=GAMES, limits=Limits(), secrets=numbered_secrets(), has_journal=True)
    _, damaged, _ = restore(state, journal)
    assert state_hashes(state) == expected
    assert damaged == []
    journal.close()
