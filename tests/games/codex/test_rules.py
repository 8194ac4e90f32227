"""Accepted and refused actions, leaving and time-outs."""

import pytest
from msgspec.structs import replace

from games.codex import CODEX
from games.codex.rules import expected_action_text
from games.rng import Rng
from messages.codex.actions import (
    ChooseCodexColor,
    ChooseCodexObjective,
    DrawCodexCard,
    PlaceCodexStarter,
)
from messages.codex.table import CodexRules
from messages.errors import ErrorCode, Refusal
from tests.games.codex.tables import PLAIN, A, B, C, act, first_placement, kinds, table


def test_color_or_objective_before_the_starter_is_refused_with_the_expected_action() -> None:
    state = CODEX.start(2, CodexRules(), Rng(b"order")).state
    for action in (ChooseCodexColor("RED"), ChooseCodexObjective(state.offers[A][0])):
        with pytest.raises(Refusal) as caught:
            CODEX.apply(state, A, action)
        assert caught.value.code == ErrorCode.UNEXPECTEDMESSAGE
        assert caught.value.text == expected_action_text(state, A, "STARTER")


def test_choosing_an_objective_offered_to_another_seat_is_refused() -> None:
    state = CODEX.start(2, CodexRules(), Rng(b"other")).state
    state = act(act(state, A, PlaceCodexStarter("BACK")), A, ChooseCodexColor("RED"))
    with pytest.raises(Refusal) as caught:
        CODEX.apply(state, A, ChooseCodexObjective(state.offers[B][0]))
    assert caught.value.code == ErrorCode.CHOICENOTVALID


def test_additional_turn_has_a_draw_only_with_the_option() -> None:
    for draws, phase in ((False, "PLACE"), (True, "DRAW")):
        rules = {"draw_in_additional_turn": draws}
        state = table(PLAIN, PLAIN, ending=True, additional=True, rules=rules)
        assert first_placement(state, A).state.phase == phase


def test_player_who_left_is_skipped_and_cannot_win() -> None:
    state = CODEX.leave(table(PLAIN, PLAIN, PLAIN, scores=(0, 0, 15)), C).state
    assert state.gone == (C,)
    state = act(first_placement(state, A).state, A, DrawCodexCard("GOLD"))
    state = act(first_placement(state, B).state, B, DrawCodexCard("GOLD"))
    assert state.turn == A
    ended = CODEX.timeout(replace(state, ending=True, additional=True, turn=B), B).state
    assert C not in ended.winners
    assert ended.phase == "OVER"


def test_leaving_during_the_set_up_makes_the_open_decisions_of_the_player() -> None:
    state = CODEX.start(3, CodexRules(), Rng(b"leave")).state
    step = CODEX.leave(state, B)
    assert kinds(step) == ["StarterPlaced", "ColorChosen", "ObjectiveChosen", "SeatGone"]
    assert CODEX.active(step.state) == {A, C}


def test_timeouts_make_set_up_decisions_one_at_a_time_and_then_change_nothing() -> None:
    state = CODEX.start(2, CodexRules(), Rng(b"slow")).state
    seen = []
    for _ in range(3):
        step = CODEX.timeout(state, A)
        seen += kinds(step)
        state = step.state
    assert seen == ["StarterPlaced", "ColorChosen", "ObjectiveChosen"]
    assert CODEX.timeout(state, A).changes == ()
