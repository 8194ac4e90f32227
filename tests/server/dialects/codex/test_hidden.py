"""Two worlds that differ only in what a guest cannot know sound the same over the dialect."""

from random import Random

import pytest

from games.base import Step
from games.codex import CODEX
from games.codex.state import State
from tests.games.codex.games import EVERY_SIZE, moments
from tests.games.codex.worlds import another_world, revealed, same_action
from tests.harness.dialects.codex_peer import CodexPeerHarness, start_messages, update


def lines(before: State, step: Step[State], seat: int) -> list[object]:
    """All that the guest of the seat is told: the game as it was, what happens, and as it is."""
    lonely = CodexPeerHarness()
    lonely.receive(start_messages(before, seat))
    seen = [change for change in (CODEX.redact(c, seat) for c in step.changes) if change]
    lonely.receive([update(change) for change in seen])
    lonely.receive(start_messages(step.state, seat))
    return list(lonely.lines())


@pytest.mark.parametrize("players", EVERY_SIZE)
def test_other_worlds_sound_the_same(players: int) -> None:
    random, compared = Random(players), 0
    for moment in moments(players, 5):
        if moment.action is None or moment.step.state.phase == "OVER":
            continue
        for seat in range(players):
            other = another_world(moment.state, seat, revealed(moment, seat), random)
            assert other != moment.state
            step = CODEX.apply(other, moment.seat, same_action(moment, other))
            assert lines(other, step, seat) == lines(moment.state, moment.step, seat)
            compared += 1
    assert compared > 100
