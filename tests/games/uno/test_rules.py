"""Actions and their refusals, UNO calls and challenges."""

from typing import get_args

import pytest
from msgspec.structs import replace

from games.base import IllegalAction
from games.uno import UNO
from games.uno.rounds import draw
from games.uno.rules import ACTIONS, UNO_RULE, apply, expected_action_text
from games.uno.state import State
from messages.errors import ErrorCode
from messages.uno.actions import (
    AnswerDrawnUnoCard,
    AnswerUnoChallenge,
    ChooseUnoColor,
    DrawUnoCard,
    SayUno,
    SwapUnoHands,
    UnoAction,
    UnoColor,
)
from messages.uno.table import UnoCardsDrawn, UnoChallenged, UnoDecision, UnoSaid
from tests.games.uno.tables import A, B, C, kinds, lines, play, table

DRAW, SAY = DrawUnoCard(), SayUno()
PLAY_IT, KEEP = AnswerDrawnUnoCard(play=True), AnswerDrawnUnoCard(play=False)
DOUBT, ACCEPT = AnswerUnoChallenge(challenge=True), AnswerUnoChallenge(challenge=False)
FULL = "BLUE 1, BLUE 2, BLUE 3"
GREEN = "GREEN 1, GREEN 2, GREEN 3"
CHALLENGE = {"wd4_policy": "challenge"}


def refused(state: State, seat: int, action: UnoAction) -> IllegalAction:
    """Return the refusal of an action."""
    with pytest.raises(IllegalAction) as caught:
        apply(state, seat, action)
    return caught.value


def test_every_decision_has_an_entry_and_every_action_is_accepted_in_one() -> None:
    assert set(ACTIONS) == set(get_args(UnoDecision))
    assert {action for entry in ACTIONS.values() for action in entry} == set(UNO.actions)


# --- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["RED 5", "GREEN 9", "YELLOW SKIP", "WILD DRAW_4"])
def test_card_not_held_or_not_playable_is_refused_with_the_playable_ones(card: str) -> None:
    state = table("RED 7, GREEN 9, WILD WILD, WILD DRAW_4, BLUE 2", FULL)
    refusal = refused(state, A, play(card))
    assert refusal.code == ErrorCode.ACTIONNONVALID
    assert refusal.text.endswith("Play RED 7, WILD WILD, or draw.")


@pytest.mark.parametrize(
    ("card", "color", "swap"),
    [
        ("RED SEVEN", None, None),
        ("RED  7", None, None),
        ("RED 7", "RED", None),
        ("RED WILD", "BLUE", None),
        ("RED 7", None, B),
        ("WILD WILD", "RED", B),
    ],
)
def test_unknown_card_or_superfluous_color_or_partner_is_refused(
    card: str, color: UnoColor, swap: int | None
) -> None:
    state = table("RED 7, WILD WILD, BLUE 2", FULL, GREEN)
    assert refused(state, A, play(card, color, swap)).code == ErrorCode.CHOICENOTVALID


@pytest.mark.parametrize("card", ["RED 6", "WILD WILD"])
def test_partner_for_a_card_that_is_no_seven_is_refused_in_seven_o(card: str) -> None:
    state = table("RED 6, WILD WILD, BLUE 2", FULL, GREEN, options={"mode": "seven_o"})
    assert refused(state, A, play(card, swap=B)).code == ErrorCode.CHOICENOTVALID


@pytest.mark.parametrize("swap", [A, 3, 9, -1])
def test_partner_that_is_oneself_unknown_or_gone_is_refused_with_the_play_and_after_it(
    swap: int,
) -> None:
    state = table("RED 7, RED 8, BLUE 2", FULL, GREEN, options={"mode": "seven_o"})
    assert refused(state, A, play("RED 7", swap=swap)).code == ErrorCode.CHOICENOTVALID
    swapping = apply(state, A, play("RED 7")).state
    assert refused(swapping, A, SwapUnoHands(seat=swap)).code == ErrorCode.CHOICENOTVALID
    left = UNO.leave(swapping, C).state
    assert refused(left, A, SwapUnoHands(seat=C)).code == ErrorCode.CHOICENOTVALID


@pytest.mark.parametrize(
    "action", [PLAY_IT, ChooseUnoColor(color="RED"), SwapUnoHands(seat=B), DOUBT]
)
def test_answer_without_its_decision_is_unexpected_on_turn_and_not_your_turn_otherwise(
    action: UnoAction,
) -> None:
    state = table("RED 7, RED 8, BLUE 2", FULL)
    assert refused(state, A, action).code == ErrorCode.UNEXPECTEDMESSAGE
    assert refused(state, B, action).code == ErrorCode.NOTYOURTURN


def test_other_actions_are_refused_while_a_color_must_be_named() -> None:
    state = apply(table("RED 7, WILD WILD, BLUE 2", FULL), A, play("WILD WILD")).state
    for action in (play("RED 7"), DRAW, KEEP):
        refusal = refused(state, A, action)
        assert refusal.code == ErrorCode.UNEXPECTEDMESSAGE
        assert (
            refusal.text
            == expected_action_text(state)
            == "Name a colour first: RED, YELLOW, GREEN, BLUE."
        )


def test_unequal_jump_in_is_an_invalid_action_and_a_draw_or_a_finished_game_not_your_turn() -> None:
    state = table("RED 7, RED 8, RED 9", FULL, options={"mode": "jump_in"})
    assert refused(state, B, play("BLUE 1")).code == ErrorCode.ACTIONNONVALID
    assert refused(state, B, DRAW).code == ErrorCode.NOTYOURTURN
    over = UNO.leave(state, A).state
    assert refused(over, B, play("BLUE 1")).code == ErrorCode.NOTYOURTURN


def test_expected_action_text_differs_by_decision_and_names_the_seats_to_swap_with() -> None:
    hands = ("RED 7, WILD WILD, RED 9", FULL, GREEN)
    seven = kinds("RED 7")[0]
    sentences = [
        expected_action_text(table(*hands)),
        expected_action_text(table("GREEN 9", FULL)),
        expected_action_text(table(*hands, pending=4)),
        expected_action_text(table(*hands, decision="RETAIN", card=seven)),
        expected_action_text(table(*hands, decision="SWAP", card=seven)),
        expected_action_text(table(*hands, decision="CHALLENGE")),
        expected_action_text(table(*hands, decision="OVER", turn=-1)),
    ]
    assert len(set(sentences)) == len(sentences)
    assert "swaps hands: seat 1, 2" in sentences[4]


# --- drawing: 3 ---------------------------------------------------------------------------------


def test_one_card_is_drawn_and_sorted_into_the_hand() -> None:
    state = table("RED 5, GREEN 3, BLUE 1", "BLUE 3", draw="GREEN 3")
    step = apply(state, A, DRAW)
    assert step.state.hands[A] == kinds("RED 5, GREEN 3, GREEN 3, BLUE 1")
    assert step.changes[0] == UnoCardsDrawn(A, 1, "CHOICE", ("GREEN 3",))
    drawn, _ = draw(state, A, 1, "CHOICE")
    assert (step.state.hands, step.state.draw) == (drawn.hands, drawn.draw)


def test_uno_call_of_a_seat_is_void_after_it_draws_a_card() -> None:
    state = table("RED 5, RED 6", "BLUE 3", said=0b11, draw="RED 9")
    assert apply(state, A, DRAW).state.said == 0b10


def test_drawn_playable_card_may_be_played_or_kept() -> None:
    state = apply(table("BLUE 7, BLUE 8, BLUE 9", FULL, draw="RED 9"), A, DRAW).state
    assert lines(apply(state, A, KEEP)) == ["BGI b"]
    assert lines(apply(state, A, PLAY_IT)) == ["BCP|a|RED 9", "BGI b"]


def test_drawn_wild_prompts_for_a_color_or_is_played_with_it() -> None:
    state = apply(table("BLUE 7, BLUE 8, BLUE 9", FULL, draw="WILD WILD"), A, DRAW).state
    step = apply(state, A, PLAY_IT)
    assert lines(step) == ["AC a"]
    step = apply(step.state, A, ChooseUnoColor(color="GREEN"))
    assert lines(step) == ["BCP|a|GREEN WILD", "BCC|GREEN", "BGI b"]
    assert step.turns == (B,)
    assert lines(apply(state, A, play("BLUE WILD")))[:2] == ["BCP|a|BLUE WILD", "BCC|BLUE"]


def test_drawn_seven_prompts_for_a_partner_or_is_played_with_one() -> None:
    state = table("BLUE 7, BLUE 8", FULL, GREEN, draw="RED 7", options={"mode": "seven_o"})
    state = apply(state, A, DRAW).state
    assert lines(apply(state, A, PLAY_IT)) == ["AC7 a"]
    assert lines(apply(state, A, play("RED 7", swap=C))) == ["BCP|a|RED 7", "BGI b"]


def test_card_is_drawn_from_a_reshuffled_pile() -> None:
    state = table("RED 5", "BLUE 3", turn=B, rest=A, under="GREEN 9")
    step = apply(state, B, DRAW)
    assert step.state.hands[B] == kinds("GREEN 9, BLUE 3")
    assert lines(step) == ["BDC|b", "BGI a"]


# --- UNO: 6 -------------------------------------------------------------------------------------


def test_uno_said_before_the_play_opens_no_window_and_costs_no_penalty() -> None:
    state = table("RED 7, RED 8", FULL)
    step = apply(state, A, SAY)
    assert (lines(step), step.turns) == (["BUNO|a"], ())
    state = apply(step.state, A, play("RED 7")).state
    assert state.window is None
    assert lines(apply(state, B, DRAW))[0] == "BDC|b"


def test_uno_said_in_the_window_after_the_play_costs_no_penalty() -> None:
    state = apply(table("RED 7, RED 8", FULL, draw="GREEN 9"), A, play("RED 7")).state
    assert state.window == A
    state = apply(state, A, SAY).state
    assert lines(apply(state, B, DRAW)) == ["BDC|b", "BGI a"]


def test_uno_window_closes_with_a_penalty_at_the_next_move_but_not_at_a_call_or_refusal() -> None:
    state = apply(table("RED 7, RED 8", "GREEN 2, GREEN 3", GREEN), A, play("RED 7")).state
    refused(state, B, play("GREEN 2"))
    refused(state, C, DRAW)
    state = apply(state, B, SAY).state  # a call is no move
    assert state.window == A
    step = apply(state, B, DRAW)
    assert step.changes[0] == UnoCardsDrawn(A, 2, "MISSED_UNO", step.changes[0].cards)  # type: ignore[attr-defined]
    assert step.state.window is None
    late = refused(step.state, A, SAY)
    assert late.code == ErrorCode.NOTALLOWED
    assert late.text.startswith("The next player has already moved")


def test_timeout_closes_the_uno_window_with_a_penalty_and_another_player_leaving_does_not() -> None:
    state = apply(table("RED 7, RED 8", FULL, GREEN), A, play("RED 7")).state
    assert lines(UNO.timeout(state, B)) == ["BDC|a", "BDC|a", "BTS|b", "BGI c"]
    left = UNO.leave(state, B)
    assert lines(left) == ["BLG|b", "BGI c"]
    assert left.state.window == A
    assert UNO.leave(state, A).state.window is None


def test_missed_uno_costs_as_many_cards_as_the_option_says() -> None:
    for number in (0, 5):
        options = {"uno_penalty": number}
        state = apply(table("RED 7, RED 8", FULL, options=options), A, play("RED 7")).state
        assert len(apply(state, B, DRAW).state.hands[A]) == 1 + number


def test_draw_four_is_checked_against_the_hand_after_the_own_uno_penalty() -> None:
    for cards, lawful in (("BLUE 8, BLUE 9", True), ("RED 8, BLUE 9", False)):
        state = table("RED SKIP, WILD DRAW_4", FULL, draw=cards)
        state = apply(state, A, play("RED SKIP")).state
        if lawful:
            step = apply(state, A, play("GREEN DRAW_4"))
            assert lines(step)[:3] == ["BDC|a", "BDC|a", "BCP|a|GREEN DRAW_4"]
        else:
            refusal = refused(state, A, play("GREEN DRAW_4"))
            assert refusal.code == ErrorCode.ACTIONNONVALID
            assert refusal.text.startswith("Say UNO first")


@pytest.mark.parametrize("hand", ["RED 7", "RED 7, RED 8, RED 9"])
def test_uno_is_refused_with_one_or_three_cards_and_off_turn(hand: str) -> None:
    state = table(hand, "GREEN 1, GREEN 2")
    refusal = refused(state, A, SAY)
    assert (refusal.code, refusal.text) == (ErrorCode.NOTALLOWED, UNO_RULE)
    assert refused(state, B, SAY).code == ErrorCode.NOTALLOWED
    assert refused(table(hand, f"{FULL}, {GREEN}"), B, SAY).text == UNO_RULE


def test_second_uno_call_is_refused() -> None:
    state = apply(table("RED 7, RED 8", FULL), A, SAY).state
    refusal = refused(state, A, SAY)
    assert (refusal.code, refusal.text) == (ErrorCode.NOTALLOWED, "You have said UNO already.")


def say_with(card: str, color: UnoColor | None = None, swap: int | None = None) -> UnoAction:
    """Return a play that says UNO."""
    return replace(play(card, color, swap), say_uno=True)


def test_uno_said_with_the_second_last_card_equals_uno_said_before_it() -> None:
    state = table("RED 7, RED 8", FULL)
    before = apply(state, A, SAY)
    then = apply(before.state, A, play("RED 7"))
    step = apply(state, A, say_with("RED 7"))
    assert (step.state, step.turns) == (then.state, then.turns)
    assert step.changes == before.changes + then.changes
    assert lines(apply(step.state, B, DRAW))[0] == "BDC|b", "no penalty"


def test_uno_said_with_a_wild_counts_after_its_colour_was_asked_for() -> None:
    step = apply(table("WILD WILD, RED 8", FULL), A, say_with("WILD WILD"))
    assert step.state.decision == "COLOR"
    assert apply(step.state, A, ChooseUnoColor(color="BLUE")).state.window is None


def test_uno_said_with_a_card_after_an_exchange_of_hands_closes_the_window() -> None:
    state = table("RED 7, RED 8, RED 9", "BLUE 1", GREEN, options={"mode": "seven_o"})
    silent = apply(state, A, play("RED 7", swap=B))
    step = apply(state, A, say_with("RED 7", swap=B))
    assert (silent.state.window, step.state.window) == (A, None)
    *others, decision = silent.changes
    assert step.changes == (*others, UnoSaid(A), replace(decision, uno_window=None))


@pytest.mark.parametrize("hand", ["RED 7, RED 8, RED 9", "RED 7"])
def test_uno_said_with_another_card_has_no_effect(hand: str) -> None:
    state = table(hand, FULL)
    assert apply(state, A, say_with("RED 7")) == apply(state, A, play("RED 7"))


def test_refused_card_with_uno_changes_nothing_and_is_refused_as_without() -> None:
    state = table("BLUE 7, RED 8", FULL)
    assert refused(state, A, say_with("BLUE 7")).text == refused(state, A, play("BLUE 7")).text
    assert refused(state, B, say_with("BLUE 1")).code == ErrorCode.NOTYOURTURN


def test_uno_with_the_last_card_does_not_save_the_penalty_for_the_own_open_window() -> None:
    state = apply(table("RED SKIP, RED 8", FULL), A, play("RED SKIP")).state
    assert (state.window, state.turn) == (A, A)
    assert apply(state, A, say_with("RED 8")) == apply(state, A, play("RED 8"))


# --- challenges: 5.3 ----------------------------------------------------------------------------


def challenged(hand: str, **options: str) -> State:
    """Return a state in which B may challenge A's DRAW_4."""
    state = table(hand, FULL, GREEN, options={**CHALLENGE, **options})
    step = apply(state, A, play("GREEN DRAW_4"))
    assert lines(step) == ["BCP|a|GREEN DRAW_4", "BCC|GREEN", "ACH b"]
    assert step.turns == (B,)
    return step.state


def test_guilty_player_draws_four_and_the_challenger_plays() -> None:
    state = challenged("RED 5, WILD DRAW_4, BLUE 9")
    step = apply(state, B, DOUBT)
    assert step.changes[0] == UnoChallenged(B, A, True)
    assert lines(step) == [*["BDC|a"] * 4, "BGI b"]
    assert (step.state.color, step.state.pending, step.turns) == (2, 0, ())


def test_failed_challenge_costs_six_cards_and_the_turn() -> None:
    state = challenged("BLUE 5, WILD DRAW_4, BLUE 9")
    step = apply(state, B, DOUBT)
    assert step.changes[0] == UnoChallenged(B, A, False)
    assert lines(step) == [*["BDC|b"] * 6, "BTS|b", "BGI c"]


def test_no_challenge_or_its_timeout_draws_four_and_loses_the_turn() -> None:
    state = challenged("RED 5, WILD DRAW_4, BLUE 9")
    expected = [*["BDC|b"] * 4, "BTS|b", "BGI c"]
    assert lines(apply(state, B, ACCEPT)) == lines(UNO.timeout(state, B)) == expected


def test_in_progressive_cards_stay_pending_unless_a_challenge_succeeds() -> None:
    state = challenged("RED 5, WILD DRAW_4, BLUE 9", mode="progressive")
    for step in (apply(state, B, ACCEPT), UNO.timeout(state, B)):
        assert lines(step) == ["BGI b"]
        assert (step.state.pending, step.state.decision) == (4, "PLAY")
    guilty = apply(state, B, DOUBT).state
    assert (guilty.pending, guilty.turn, guilty.decision) == (0, B, "PLAY")


def test_leaving_ends_the_own_challenge_and_an_accused_player_who_left_draws_nothing() -> None:
    state = challenged("RED 5, WILD DRAW_4, BLUE 9")
    assert lines(UNO.leave(state, B)) == ["BLG|b", "BGI c"]
    accused_left = UNO.leave(state, A).state
    assert accused_left.decision == "CHALLENGE"
    assert lines(apply(accused_left, B, DOUBT)) == ["BGI b"]
