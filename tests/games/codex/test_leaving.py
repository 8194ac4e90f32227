"""Players who leave for good or do not answer; the timer is the server's."""

from msgspec.structs import replace

from games.codex import CODEX
from games.rng import Rng
from messages.codex.actions import DrawCodexCard
from messages.codex.table import CodexRules
from tests.games.codex.tables import A, B, C, act, area, first_placement, kinds, table

PLAIN = area("S03 back")


def test_somebody_who_left_is_passed_over_and_cannot_win() -> None:
    state = CODEX.leave(table(PLAIN, PLAIN, PLAIN, scores=(0, 0, 15)), C).state
    assert state.gone == (C,)
    state = act(first_placement(state, A).state, A, DrawCodexCard("GOLD"))
    state = act(first_placement(state, B).state, B, DrawCodexCard("GOLD"))
    assert state.turn == A
    ended = CODEX.timeout(replace(state, ending=True, additional=True, turn=B), B).state
    assert C not in ended.winners
    assert ended.phase == "OVER"


def test_somebody_who_leaves_the_set_up_has_decided_by_chance() -> None:
    state = CODEX.start(3, CodexRules(), Rng(b"leave")).state
    step = CODEX.leave(state, B)
    assert kinds(step) == ["StarterPlaced", "ColorChosen", "ObjectiveChosen", "SeatGone"]
    assert CODEX.active(step.state) == {A, C}


def test_missing_decisions_are_taken_one_after_the_other() -> None:
    state = CODEX.start(2, CodexRules(), Rng(b"slow")).state
    seen = []
    for _ in range(3):
        step = CODEX.timeout(state, A)
        seen += kinds(step)
        state = step.state
    assert seen == ["StarterPlaced", "ColorChosen", "ObjectiveChosen"]
    assert CODEX.timeout(state, A).changes == ()
