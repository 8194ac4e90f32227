"""The deal, the set-up, turns and the end of the game."""

import pytest
from msgspec.structs import replace

from games.codex import CODEX
from games.codex.rounds import IDLE_ROUNDS, deck_view, draw_sources, next_turn
from games.rng import Rng
from messages.codex.actions import DrawCodexCard
from messages.codex.area import CodexArea
from messages.codex.table import CodexDeck, CodexRules, CodexTurnSkipped
from tests.games.codex.tables import PLAIN, A, B, act, area, first_placement, kinds, table

FULL = CodexArea(PLAIN.placed, PLAIN.symbols, ())
"""An area without an open spot."""


def test_seats_without_a_spot_are_skipped_and_without_any_spot_the_game_is_scored() -> None:
    step = next_turn(table(PLAIN, FULL, FULL), ())
    assert step.state.turn == A
    assert step.changes[:2] == (CodexTurnSkipped(1, "BLOCKED"), CodexTurnSkipped(2, "BLOCKED"))
    ended = next_turn(table(FULL, FULL, FULL), ()).state
    assert ended.phase == "OVER"
    assert len(ended.objective_points) == 3


def test_game_ends_after_idle_rounds_without_a_placement_and_a_placement_resets_them() -> None:
    state = table(PLAIN, PLAIN)
    turns = 0
    while state.phase != "OVER":
        state = CODEX.timeout(state, state.turn).state
        turns += 1
    assert turns == 2 * IDLE_ROUNDS
    awake = replace(table(PLAIN, PLAIN), idle=2 * IDLE_ROUNDS - 1)
    assert first_placement(awake, A).state.idle == 0


def test_drawn_visible_card_goes_to_the_hand_and_is_replaced_from_its_own_deck() -> None:
    state = table(PLAIN, PLAIN, phase="DRAW")
    for source, slot, deck in (("SLOT_2", 1, state.resource), ("SLOT_3", 2, state.gold)):
        after = act(state, A, DrawCodexCard(source))  # type: ignore[arg-type]
        assert after.slots[slot] == deck[-1]
        assert after.hands[A][-1] == state.slots[slot]


@pytest.mark.parametrize(("allowed", "refill"), [(False, ""), (True, "G01")])
def test_resource_slot_is_refilled_from_the_gold_deck_only_with_the_option(
    allowed: bool, refill: str
) -> None:
    rules = {"refill_from_other_deck": allowed}
    state = table(PLAIN, PLAIN, phase="DRAW", resource=(), gold=("G02", "G01"), rules=rules)
    assert act(state, A, DrawCodexCard("SLOT_1")).slots[0] == refill


def test_gold_slot_is_refilled_from_the_resource_deck_with_the_option() -> None:
    rules = {"refill_from_other_deck": True}
    state = table(PLAIN, PLAIN, phase="DRAW", resource=("R02", "R01"), gold=(), rules=rules)
    assert act(state, A, DrawCodexCard("SLOT_4")).slots[3] == "R01"


@pytest.mark.parametrize(("allowed", "gold", "refill"), [(False, (), ""), (True, ("G01",), "G01")])
def test_gold_slot_is_not_refilled_from_the_resource_deck_without_the_option_or_need(
    allowed: bool, gold: tuple[str, ...], refill: str
) -> None:
    rules = {"refill_from_other_deck": allowed}
    state = table(PLAIN, PLAIN, phase="DRAW", resource=("R01",), gold=gold, rules=rules)
    assert act(state, A, DrawCodexCard("SLOT_4")).slots[3] == refill


@pytest.mark.parametrize("left", [{"resource": ("R01",)}, {"gold": ("G01",)}, {"slots": ("R01",)}])
def test_placing_is_followed_by_a_draw_while_a_deck_or_a_slot_has_a_card(
    left: dict[str, tuple[str, ...]],
) -> None:
    empty = {"resource": (), "gold": (), "slots": ()}
    assert first_placement(table(PLAIN, PLAIN, **{**empty, **left}), A).state.phase == "DRAW"
    assert first_placement(table(PLAIN, PLAIN, **empty), A).state.phase == "PLACE"


def test_end_is_triggered_once() -> None:
    state = table(PLAIN, PLAIN, phase="DRAW", scores=(20, 0))
    step = CODEX.apply(state, A, DrawCodexCard("GOLD"))
    assert kinds(step).count("EndTriggered") == 1
    again = CODEX.apply(replace(step.state, turn=A, phase="DRAW"), A, DrawCodexCard("GOLD"))
    assert "EndTriggered" not in kinds(again)


def test_first_player_begins_when_all_seats_have_completed_the_set_up() -> None:
    state = CODEX.start(3, CodexRules(), Rng(b"first")).state
    while state.phase == "SETUP":
        seat = min(CODEX.active(state))
        state = act(state, seat, CODEX.legal(state, seat)[0])
    assert (state.turn, state.round) == (state.first, 1)


@pytest.mark.parametrize(("trigger", "ending"), [("decks", True), ("all", False)])
def test_empty_decks_trigger_the_end_with_trigger_decks_and_not_with_trigger_all(
    trigger: str, ending: bool
) -> None:
    rules = {"decks_empty_trigger": trigger}
    state = table(PLAIN, PLAIN, phase="DRAW", resource=(), gold=("G01",), rules=rules)
    assert act(state, A, DrawCodexCard("GOLD")).ending is ending


def test_drawing_the_last_visible_card_triggers_the_end_with_trigger_all() -> None:
    rules = {"decks_empty_trigger": "all"}
    empty = {"resource": (), "gold": (), "slots": ("", "", "G01", "")}
    state = table(PLAIN, PLAIN, phase="DRAW", rules=rules, **empty)
    assert draw_sources(state) == ("SLOT_3",)
    assert act(state, A, DrawCodexCard("SLOT_3")).ending


def test_cards_count_for_two_pattern_objectives_only_with_the_option_of_reuse() -> None:
    for reuse in (True, False):
        rules = {"pattern_reuse_across_objectives": reuse}
        reds = [f"R0{n} back {n} {n}" for n in range(1, 4)]
        areas = area("S03 back", *reds), PLAIN
        state = table(*areas, common=("O01", "O01"), secrets=("O16", "O16"), rules=rules)
        state = replace(state, ending=True, additional=True, turn=B)
        points = CODEX.timeout(state, B).state.objective_points[A]
        assert points in (((2, 2, 0),) if reuse else ((2, 0, 0), (0, 2, 0)))


def test_deck_view_has_size_and_kingdom_of_the_top_card_or_none_if_empty() -> None:
    assert deck_view(("R01", "R11")) == CodexDeck(2, "PLANT")
    assert deck_view(()) == CodexDeck(0, None)
