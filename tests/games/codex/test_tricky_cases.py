"""The tricky cases of the rules digest, chapter 13, in its numbering.

25 to 28 are about connections; what the server adds to the rules is in tests/server.
"""

import pytest
from msgspec.msgpack import encode
from msgspec.structs import replace

from games.base import IllegalAction
from games.codex import CODEX
from games.codex.state import State
from messages.codex.actions import ChooseCodexColor, CodexAction, DrawCodexCard
from messages.codex.area import is_open, with_card
from messages.codex.scoring import objective_points
from messages.errors import ErrorCode
from tests.games.codex.tables import (
    PLAIN,
    A,
    B,
    C,
    act,
    area,
    first_placement,
    kinds,
    place,
    scattered,
    seen,
    showing,
    spots,
    table,
)


def refused(state: State, seat: int, action: CodexAction) -> ErrorCode:
    """Return the code with which an action is refused."""
    before = encode(state)
    with pytest.raises(IllegalAction) as caught:
        CODEX.apply(state, seat, action)
    assert caught.value.text
    assert encode(state) == before
    return caught.value.code


def play_round(state: State) -> State:
    """Let everybody place a card and draw until the first player's turn."""
    turns = 0
    while turns == 0 or state.turn != state.first:
        state = first_placement(state, state.turn).state
        if state.phase == "DRAW":
            state = act(state, state.turn, DrawCodexCard("RESOURCE"))
        if state.phase == "OVER":
            break
        turns += 1
    return state


def test_case_01_hidden_corners_of_a_starter_are_no_spots_and_placing_there_is_refused() -> None:
    laid = area("S05 back")
    assert seen(laid) == {"plant": 1, "animal": 1, "insect": 1}
    assert spots(laid) == {(1, 1), (-1, 1)}
    state = table(laid, PLAIN, hands=("R01 R02 G01", "R03 R04 G02"))
    for x in (1, -1):
        assert refused(state, A, place(f"R01 back {x} -1")) == ErrorCode.ACTIONNONVALID


def test_case_02_position_at_one_hidden_corner_is_refused_for_any_card_and_side() -> None:
    laid = area("S01 front", "R01 front 1 1", "R08 front 1 -1")
    state = table(laid, PLAIN, hands=("R02 R12 G01", "R03 R04 G02"))
    for card in ("R02 front", "R02 back", "R12 front", "G01 back"):
        refused(state, A, place(f"{card} 2 0"))
    assert seen(state.areas[A]) == {"fungi": 4, "insect": 1}


def test_case_03_gold_card_may_cover_a_symbol_that_it_needs_and_scores() -> None:
    laid = area("S03 back", "R08 front 1 1")
    assert seen(laid) == {"fungi": 2, "plant": 1}
    state = table(laid, PLAIN, hands=("G02 R01 R02", "R03 R04 G05"), scores=(1, 0))
    state = act(state, A, place("G02 front 2 2"))
    assert seen(state.areas[A]) == {"fungi": 1, "plant": 1, "inkwell": 1}
    assert state.scores == (2, 0)


def test_case_04_own_symbols_of_a_gold_card_do_not_meet_its_need_and_its_back_scores_nothing() -> (
    None
):
    state = table(area("S04 front"), PLAIN, hands=("G01 R01 R02", "R03 R04 G05"))
    assert refused(state, A, place("G01 front 1 1")) == ErrorCode.ACTIONNONVALID
    state = act(state, A, place("G01 back 1 1"))
    assert state.scores == (0, 0)
    assert seen(state.areas[A]) == {"fungi": 2, "plant": 1, "animal": 1}


def quills() -> State:
    laid = area("S03 back", "R05 front 1 1", "R38 back -1 1")
    assert seen(laid)["quill"] == 1
    return table(laid, PLAIN, hands=("G11 R35 R02", "R03 R04 G05"))


def test_case_05_quill_covered_by_the_placement_does_not_score() -> None:
    assert act(quills(), A, place("G11 front 2 2")).scores[A] == 1


def test_case_06_visible_quill_and_the_one_of_the_placed_card_score() -> None:
    assert act(quills(), A, place("G11 front -2 2")).scores[A] == 2


def test_case_07_quill_placed_later_adds_no_points_for_an_earlier_gold_card() -> None:
    state = act(quills(), A, place("G11 front -2 2"))
    state = act(replace(state, phase="PLACE"), A, place("R35 front -1 -1"))
    assert state.scores[A] == 2
    assert seen(state.areas[A])["quill"] == 3


def test_case_08_empty_corners_score_as_covered_corners() -> None:
    laid = area("S01 front", "R02 back 1 1", "R12 back -1 1", "R11 back -1 -1", "R13 back 1 -1")
    assert seen(laid) == {"fungi": 1, "plant": 3}
    state = table(laid, PLAIN, hands=("G16 R01 R05", "R03 R04 G05"))
    assert act(state, A, place("G16 front 0 2")).scores[A] == 4


def test_case_09_hidden_corner_closes_its_position_and_leaves_the_other_spots_open() -> None:
    state = table(area("S01 front", "R01 back 1 1"), PLAIN, hands=("R09 R02 G01", "R03 R04 G05"))
    state = act(state, A, place("R09 front 2 2"))
    assert state.scores[A] == 1
    assert {(1, 3), (3, 1)} <= spots(state.areas[A])
    assert (3, 3) not in spots(state.areas[A])


@pytest.mark.parametrize("way", [("1 3", "2 4"), ("3 1", "4 2")])
def test_case_10_position_at_a_hidden_corner_stays_closed_with_more_cards_around(
    way: tuple[str, str],
) -> None:
    laid = area(
        "S01 front", "R01 back 1 1", "R09 front 2 2", f"R02 back {way[0]}", f"R03 back {way[1]}"
    )
    assert not is_open(laid, 3, 3)


def test_case_11_gold_card_and_its_points_stay_when_its_need_is_covered_later() -> None:
    laid = area("S03 back", "R12 back 1 1", "R13 back -1 1", "R14 front -1 -1")
    state = table(laid, PLAIN, hands=("G18 R01 R02", "R03 R04 G05"))
    state = act(state, A, place("G18 front 2 2"))
    covered = with_card(state.areas[A], "R01", "BACK", -2, -2)
    covered = with_card(covered, "R03", "BACK", 0, -2)
    assert seen(covered)["plant"] < seen(state.areas[A])["plant"]
    state = replace(state, areas=(covered, PLAIN))
    assert state.scores[A] == 3
    assert any(placed.card == "G18" for placed in state.areas[A].placed)


def test_case_12_player_without_a_spot_is_skipped_in_later_rounds() -> None:
    cards = ("R13 front 1 1", "G19 front -1 1", "G17 front 2 0", "R32 front 0 2", "G39 front 1 3")
    laid = area("S05 back")
    state = table(laid, PLAIN, PLAIN)
    for text in cards:
        state = replace(state, phase="PLACE", turn=A, hands=((text[:3], "R01"), *state.hands[1:]))
        state = act(state, A, place(text))
    assert state.scores[A] == 9
    assert state.areas[A].spots == ()
    for _ in range(3):
        state = replace(state, turn=C, phase="DRAW")
        step = CODEX.apply(state, C, DrawCodexCard("RESOURCE"))
        assert kinds(step) == ["CardDrawn", "TurnSkipped", "StepStarted"]
        assert step.turns == (B,)
        state = step.state


def line(length: int) -> list[str]:
    return [f"red {n} {n}" for n in range(1, length + 1)]


def test_case_13_five_cards_in_a_diagonal_score_one_pattern() -> None:
    assert objective_points(scattered(*line(5)), "O01") == 2


def test_case_14_six_cards_in_a_diagonal_score_two_patterns() -> None:
    assert objective_points(scattered(*line(6)), "O01") == 4


def test_case_15_pattern_scores_its_largest_number_of_disjoint_copies() -> None:
    reds = [f"red 0 {y}" for y in (7, 5, 3, 1)]
    greens = [f"green 1 {y}" for y in (4, 2, 0)]
    assert objective_points(scattered(*reds, *greens), "O05") == 6


def test_case_16_pattern_scores_and_its_reflection_does_not() -> None:
    assert objective_points(scattered("blue 1 1", "blue 1 3", "red 2 4"), "O07") == 3
    assert objective_points(scattered("blue 1 1", "blue 1 3", "red 0 4"), "O07") == 0


def test_case_17_starter_between_two_cards_completes_no_pattern() -> None:
    cells = ("red -1 -1", "starter 0 0", "red 1 1")
    for number in range(1, 9):
        assert objective_points(scattered(*cells), f"O0{number}") == 0


def test_case_18_same_symbols_score_for_several_objectives() -> None:
    laid = showing(quill=2, inkwell=1, manuscript=3)
    assert [objective_points(laid, card) for card in ("O13", "O14", "O16")] == [3, 2, 2]


def near_the_end(turn: int, scores: tuple[int, ...]) -> State:
    """Return a state in which the seat on turn can place a card of three points."""
    laid = area("S03 back", "R01 front 1 1")
    hands = tuple(["G07", "R02", "R03"] if n == turn else ["R11", "R12", "G11"] for n in range(3))
    state = table(laid, laid, laid, turn=turn, scores=scores, round=9)
    return replace(state, hands=tuple(map(tuple, hands)))


def test_case_19_after_twenty_points_the_round_is_finished_and_everybody_has_one_more_turn() -> (
    None
):
    state = near_the_end(A, (18, 0, 0))
    state = act(state, A, place("G07 front -1 1"))
    assert (state.scores[A], state.phase, state.ending) == (21, "DRAW", True)
    state = act(state, A, DrawCodexCard("SLOT_1"))
    assert (state.turn, state.round, state.additional) == (B, 9, False)
    state = play_round(replace(state, first=A))
    assert (state.turn, state.round, state.additional) == (A, 10, True)
    turns = []
    while state.phase != "OVER":
        turns.append(state.turn)
        state = first_placement(state, state.turn).state
    assert turns == [A, B, C]


def test_case_20_twenty_points_in_the_last_turn_of_a_round_start_the_additional_turns() -> None:
    state = act(near_the_end(C, (0, 0, 17)), C, place("G07 front -1 1"))
    assert (state.turn, state.phase) == (C, "DRAW")
    state = act(state, C, DrawCodexCard("GOLD"))
    assert (state.turn, state.additional) == (A, True)


def test_case_21_twenty_points_in_the_additional_turn_do_not_prolong_the_game() -> None:
    state = replace(near_the_end(B, (20, 17, 0)), ending=True, additional=True)
    state = act(state, B, place("G07 front -1 1"))
    assert state.scores[B] == 20
    assert state.turn == C
    assert first_placement(state, C).state.phase == "OVER"


def test_case_22_refill_of_a_slot_with_the_last_card_of_the_decks_triggers_the_end() -> None:
    state = table(PLAIN, PLAIN, gold=(), resource=("R01",), phase="DRAW")
    assert not state.ending
    state = act(state, A, DrawCodexCard("SLOT_1"))
    assert state.ending
    assert all(state.slots)
    assert state.slots[0] == "R01"


def test_case_23_drawing_from_an_empty_deck_or_slot_is_refused_and_another_slot_accepted() -> None:
    state = table(PLAIN, PLAIN, resource=(), slots=("", "R01", "G01", "G02"), phase="DRAW")
    for source in ("RESOURCE", "SLOT_1"):
        assert refused(state, A, DrawCodexCard(source)) == ErrorCode.ACTIONNONVALID
    assert act(state, A, DrawCodexCard("SLOT_2")).turn == B


def test_case_24_with_nothing_to_draw_the_turn_ends_with_the_placement() -> None:
    state = table(PLAIN, PLAIN, resource=(), gold=(), slots=("",) * 4, ending=True)
    step = first_placement(state, A)
    assert (step.state.turn, step.state.phase) == (B, "PLACE")
    assert len(step.state.hands[A]) == 2


@pytest.mark.parametrize("absence", [CODEX.timeout, CODEX.leave])
def test_case_25_timeout_or_leaving_after_placing_draws_a_card_and_ends_the_turn(
    absence: object,
) -> None:
    state = first_placement(table(PLAIN, PLAIN, PLAIN), A).state
    step = absence(state, A)  # type: ignore[operator]
    assert len(step.state.hands[A]) == 3
    assert (step.state.turn, step.state.phase) == (B, "PLACE")
    assert step.turns == (B,)


def test_case_26_timeout_before_placing_skips_the_turn_and_keeps_all_hands() -> None:
    state = table(PLAIN, PLAIN, PLAIN)
    step = CODEX.timeout(state, A)
    assert step.state.hands == state.hands
    assert (step.state.turn, step.state.phase) == (B, "PLACE")


def test_case_28_last_player_left_wins_also_with_fewer_points() -> None:
    state = table(PLAIN, PLAIN, scores=(0, 19))
    result = CODEX.result(CODEX.leave(state, B).state)
    assert result is not None
    assert result.winners == (A,)


def test_case_29_color_of_another_player_is_refused_and_a_free_one_accepted() -> None:
    start = table(PLAIN, PLAIN)
    state = replace(start, phase="SETUP", turn=-1, secrets=("", ""), colors=("RED", ""))
    assert refused(state, B, ChooseCodexColor("RED")) == ErrorCode.CHOICENOTVALID
    assert act(state, B, ChooseCodexColor("GREEN")).colors == ("RED", "GREEN")


@pytest.mark.parametrize(("cap", "score"), [(True, 29), (False, 33)])
def test_case_30_score_stops_at_29_only_with_the_track_cap(cap: bool, score: int) -> None:
    laid = area("S03 back", "R01 front 1 1", "R02 back -1 1", "R03 back -1 -1")
    hands = ("G10 R05 R06", "R08 R09 G01")
    state = table(laid, PLAIN, hands=hands, scores=(28, 0), rules={"track_cap": cap})
    assert act(state, A, place("G10 front 1 -1")).scores[A] == score


def ended(y: str, scores: tuple[int, int], **rules: object) -> State:
    """Return the end of a game in which X fulfils all three objectives once and Y as ``y`` says."""
    areas = showing(fungi=3, plant=3, animal=3), showing(fungi=6, plant=6, insect=3)
    state = table(*areas, ending=True, additional=True, rules=rules, scores=scores, turn=B)
    return CODEX.timeout(replace(state, common=("O09", "O10"), secrets=("O11", y)), B).state


def test_case_31_tie_is_decided_by_objectives_or_their_points_as_chosen_and_else_shared() -> None:
    assert ended("O16", (4, 2)).objective_points == ((2, 2, 2), (4, 4, 0))
    assert ended("O16", (4, 2)).winners == (A,)
    assert ended("O16", (4, 2), tie_break="points").winners == (B,)
    assert ended("O12", (4, 0)).winners == (A, B)
    assert ended("O16", (4, 3)).winners == (B,)


def test_case_32_placing_out_of_turn_drawing_before_placing_and_placing_twice_are_refused() -> None:
    state = table(PLAIN, PLAIN, turn=B, hands=("R01 R02 G01", "R03 R04 G02"))
    assert refused(state, A, place("R01 front 1 1")) == ErrorCode.NOTYOURTURN
    assert refused(state, B, DrawCodexCard("RESOURCE")) == ErrorCode.UNEXPECTEDMESSAGE
    state = act(state, B, place("R03 front 1 1"))
    assert refused(state, B, place("R04 front 2 2")) == ErrorCode.UNEXPECTEDMESSAGE
