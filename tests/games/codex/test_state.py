"""The pending task of each seat."""

import pytest

from games.codex import CODEX
from games.codex.setup import free_colors
from games.codex.state import pending_task
from games.rng import Rng
from messages.codex.actions import ChooseCodexColor, ChooseCodexObjective, PlaceCodexStarter
from messages.codex.table import CodexRules
from messages.errors import ErrorCode, Refusal
from tests.games.codex.tables import A, B, act, kinds


def test_seats_decide_the_set_up_independently_and_the_last_decision_starts_round_one() -> None:
    state = CODEX.start(2, CodexRules(), Rng(b"pace")).state
    state = act(state, B, PlaceCodexStarter("BACK"))
    state = act(state, B, ChooseCodexColor("GREEN"))
    assert (pending_task(state, A), pending_task(state, B)) == ("STARTER", "OBJECTIVE")
    state = act(state, B, ChooseCodexObjective(state.offers[B][1]))
    assert (pending_task(state, A), pending_task(state, B)) == ("STARTER", None)
    with pytest.raises(Refusal) as caught:
        CODEX.apply(state, B, PlaceCodexStarter("BACK"))
    assert caught.value.code == ErrorCode.NOTYOURTURN
    state = act(state, A, PlaceCodexStarter("FRONT"))
    assert free_colors(state) == ("RED", "BLUE", "YELLOW")
    state = act(state, A, ChooseCodexColor("RED"))
    step = CODEX.apply(state, A, ChooseCodexObjective(state.offers[A][0]))
    assert kinds(step) == ["ObjectiveChosen", "StepStarted"]
    assert step.turns == (state.first,)
    assert (step.state.round, step.state.phase) == (1, "PLACE")
