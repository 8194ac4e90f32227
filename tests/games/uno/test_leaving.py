"""Players who leave, and decisions that are not made in time."""

from typing import Any

from games.base import Step
from games.uno import UNO
from games.uno.leaving import leave, timeout
from games.uno.state import State
from messages.uno.actions import DrawUnoCard, SayUno
from messages.uno.table import UnoSeatGone, UnoTurnLost
from tests.games.uno.tables import A, B, C, kinds, lines, play, table

FULL = "BLUE 1, BLUE 2, BLUE 3"
GREEN = "GREEN 1, GREEN 2, GREEN 3"
HANDS = ("RED 7, RED 8, WILD WILD", FULL, GREEN)
SEVEN_O = {"mode": "seven_o"}


def state_deciding(decision: str, card: str, **fields: Any) -> State:
    """Return a state in which A must make this decision about this card."""
    return table(*HANDS, decision=decision, card=kinds(card)[0], **fields)


def test_leaving_off_turn_shuffles_the_hand_into_the_pile_and_drops_the_score() -> None:
    state = table(*HANDS, scores=(10, 20, 30))
    step = leave(state, B)
    assert step.changes == (UnoSeatGone(B, "LEFT", len(state.draw) + 3),)
    after = step.state
    assert (after.scores, after.seated, after.hands[B]) == ((10, 0, 30), (A, C), b"")
    assert bytes(sorted(after.draw)) == bytes(sorted(state.draw + state.hands[B]))
    assert after.draw[: len(state.draw)] != state.draw
    assert (after.turn, step.turns) == (A, ())


def test_leaving_on_turn_starts_the_turn_of_the_next_seat_in_the_direction() -> None:
    step = leave(table(*HANDS, clockwise=False), A)
    assert (lines(step), step.turns) == (["BLG|a", "BGI c"], (C,))


def test_leaving_first_applies_the_default_of_a_retain_swap_or_color_decision() -> None:
    assert lines(leave(state_deciding("RETAIN", "RED 7"), A)) == ["BLG|a", "BGI b"]
    seven = leave(state_deciding("SWAP", "RED 7", options=SEVEN_O), A)
    assert lines(seven) == ["BCP|a|RED 7", "BLG|a", "BGI b"]
    assert seven.state.hands[B] == kinds("RED 8, WILD WILD")
    first = table(*HANDS, top="WILD WILD", decision="COLOR")
    assert lines(leave(first, A)) == ["BCC|RED", "BLG|a", "BGI b"]


def test_pending_draw_four_of_a_leaving_player_is_played_before_the_last_player_wins() -> None:
    state = table("WILD DRAW_4, BLUE 8", FULL, decision="COLOR", card=kinds("WILD DRAW_4")[0])
    assert lines(leave(state, A)) == [
        *("BCP|a|BLUE DRAW_4", "BCC|BLUE"),
        *["BDC|b"] * 4,
        *("BTS|b", "BLG|a", "GE|b"),
    ]


def test_leaving_twice_and_leaving_or_timeout_after_the_end_change_nothing() -> None:
    state = leave(table(*HANDS), B).state
    assert leave(state, B) == Step(state, ())
    over = leave(state, A).state
    assert over.decision == "OVER"
    assert leave(over, C) == timeout(over, C) == Step(over, ())


# --- timeouts: 10.4 -----------------------------------------------------------------------------


def test_timeout_on_turn_loses_the_turn_without_a_draw_and_off_turn_changes_nothing() -> None:
    step = timeout(table(*HANDS), A)
    assert (lines(step), step.turns) == (["BTS|a", "BGI b"], (B,))
    assert step.changes[0] == UnoTurnLost(A, "TIMEOUT")
    assert timeout(table(*HANDS), B) == Step(table(*HANDS), ())


def test_timeout_draws_pending_cards_and_loses_the_turn() -> None:
    state = table(*HANDS, top="RED DRAW_2", pending=4, options={"mode": "progressive"})
    assert lines(timeout(state, A)) == [*["BDC|a"] * 4, "BTS|a", "BGI b"]


def test_timeout_keeps_the_drawn_card_and_ends_the_turn() -> None:
    step = timeout(state_deciding("RETAIN", "RED 7"), A)
    assert (lines(step), step.turns) == (["BGI b"], (B,))


def test_timeout_names_the_most_held_color_or_swaps_with_the_next_seat() -> None:
    step = timeout(state_deciding("COLOR", "WILD WILD"), A)
    assert lines(step) == ["BCP|a|RED WILD", "BCC|RED", "BGI b"]
    step = timeout(state_deciding("SWAP", "RED 7", options=SEVEN_O, clockwise=False), A)
    assert lines(step) == ["BCP|a|RED 7", "BGI c"]
    assert step.state.hands[A] == kinds(GREEN)


def test_timeout_with_only_wilds_names_red_for_the_first_card_and_keeps_the_color_later() -> None:
    wilds = "WILD WILD, WILD WILD"
    first = table(wilds, FULL, top="WILD WILD", decision="COLOR")
    assert lines(timeout(first, A)) == ["BCC|RED", "BGI a"]
    later = table(wilds, FULL, top="GREEN 4", decision="COLOR", card=kinds("WILD WILD")[0])
    assert lines(timeout(later, A))[1] == "BCC|GREEN"


def test_player_is_removed_as_idle_after_losing_three_turns_in_a_row() -> None:
    state = table(*HANDS)
    for _ in range(2):
        state = timeout(state, A).state
        for seat in (B, C):
            state = timeout(UNO.apply(state, seat, DrawUnoCard()).state, seat).state
            state = state if state.turn != seat else timeout(state, seat).state
        assert state.turn == A
    step = timeout(state, A)
    assert lines(step) == ["BTS|a", "BLG|a", "BGI b"]
    gone = step.changes[-2]
    assert isinstance(gone, UnoSeatGone)
    assert gone.reason == "IDLE"
    assert step.turns == (B,)


def test_step_lists_a_seat_removed_as_idle_but_not_one_that_left() -> None:
    assert timeout(table(*HANDS, idle=bytes((2, 0, 0))), A).removed_seats == (A,)
    assert timeout(table(*HANDS, idle=bytes((1, 0, 0))), A).removed_seats == ()
    assert leave(table(*HANDS), A).removed_seats == (), "who leaves is known to have left"
    assert UNO.absence_policy == "forfeit"


def test_playing_a_card_resets_the_idle_count_of_its_seat_only() -> None:
    state = table(*HANDS, idle=bytes((2, 1, 0)))
    after = UNO.apply(state, A, play("RED 7")).state
    assert after.idle == bytes((0, 1, 0))
    assert UNO.apply(table(*HANDS, idle=bytes((2, 0, 0))), A, play("RED 7")).state.idle == b""


def test_saying_uno_resets_the_idle_count_of_its_seat() -> None:
    state = table("RED 7, RED 8", FULL, GREEN, idle=bytes((2, 1, 0)))
    assert UNO.apply(state, A, SayUno()).state.idle == bytes((0, 1, 0))


def test_timeout_of_a_retain_or_color_decision_is_no_idle_turn() -> None:
    for state in (state_deciding("RETAIN", "RED 7"), state_deciding("COLOR", "WILD WILD")):
        assert timeout(state, A).state.idle == b""


def test_with_max_idle_turns_zero_nine_timeouts_remove_and_count_nobody() -> None:
    state = table(*HANDS, options={"max_idle_turns": 0})
    for _ in range(9):
        state = timeout(state, state.turn).state
    assert state.seated == (A, B, C)
    assert state.idle == b""


def test_removing_an_idle_player_of_two_ends_the_game_for_the_other() -> None:
    state = table("RED 7, RED 8", FULL, options={"max_idle_turns": 1})
    step = timeout(state, A)
    assert lines(step) == ["BTS|a", "BLG|a", "GE|b"]
    assert step.turns == ()


def test_timeout_that_ends_the_game_removes_nobody() -> None:
    state = table(
        "RED 5", "BLUE 3", turn=B, rest=A, passes=1, idle=bytes((0, 2)),
        options={"target_score": 1},
    )  # fmt: skip
    step = timeout(state, B)
    assert step.state.winners == (B,)
    assert (step.state.seated, step.removed_seats) == ((A, B), ())
