"""Test that lines of the Codex dialect do not depend on what the client must not know."""

from random import Random

import pytest

from games.base import Step
from games.codex import CODEX
from games.codex.state import State
from tests.games.codex.games import EVERY_SIZE, moments
from tests.games.codex.worlds import another_world, revealed, same_action
from tests.harness.dialects.codex_peer import CodexPeerHarness, start_messages, update


def observed_lines(before: State, step: Step[State], seat: int) -> list[object]:
    """Return the lines for a seat: the game before the step, its changes, the game after it."""
    harness = CodexPeerHarness()
    harness.receive(start_messages(before, seat))
    seen = [change for change in (CODEX.redact(c, seat) for c in step.changes) if change]
    harness.receive([update(change) for change in seen])
    harness.receive(start_messages(step.state, seat))
    return list(harness.lines())


@pytest.mark.parametrize("players", EVERY_SIZE)
def test_lines_for_each_seat_do_not_depend_on_hidden_state_in_a_whole_game(players: int) -> None:
    random, compared = Random(players), 0
    for moment in moments(players, 5):
        if moment.action is None or moment.step.state.phase == "OVER":
            continue
        for seat in range(players):
            other = another_world(moment.state, seat, revealed(moment, seat), random)
            assert other != moment.state
            step = CODEX.apply(other, moment.seat, same_action(moment, other))
            assert observed_lines(other, step, seat) == observed_lines(
                moment.state, moment.step, seat
            )
            compared += 1
    assert compared > 100
