"""Drawing, the deal, the first card, and the ends of rounds and games."""

from collections.abc import Iterator

import pytest

from games.base import Step
from games.rng import Rng
from games.uno import UNO
from games.uno.cards import DRAW_2, REVERSE, SKIP, WILD, value_of
from games.uno.rounds import draw, refill, result, start, take_penalty
from games.uno.state import Options, State
from messages.uno.actions import ChooseUnoColor, DrawUnoCard
from messages.uno.table import (
    UnoCardsDrawn,
    UnoHandTaken,
    UnoPileReshuffled,
    UnoRoundEnded,
    UnoRoundStarted,
    UnoTurnLost,
)
from tests.games.uno.tables import NAMES, A, B, C, kinds, lines, play, table

DRAW = DrawUnoCard()


def deals(players: int, options: Options) -> Iterator[Step[State]]:
    """Yield first deals with different seeds."""
    for seed in range(2_000):
        yield start(players, options, Rng(seed.to_bytes(4, "big")))


def dealt(players: int, symbol: int, mode: str = "normal") -> Step[State]:
    """Return the first deal that turns up this symbol."""
    for step in deals(players, UNO.options(False, {"mode": mode})):
        top = step.state.discard[-1]
        if (top if top >= WILD else top % 13) == symbol:
            return step
    raise AssertionError("no such deal")


def first_of(state: State) -> int:
    """Return the seat after the dealer."""
    return state.ring[True][state.dealer]


@pytest.mark.parametrize("players", [2, 3, 10])
def test_start_deals_seven_cards_to_each_player_and_reports_the_round_and_each_hand(
    players: int,
) -> None:
    step = dealt(players, 5)
    state = step.state
    assert [len(hand) for hand in state.hands] == [7] * players
    assert len(state.draw) == 107 - 7 * players
    assert state.clockwise
    started = step.changes[0]
    assert isinstance(started, UnoRoundStarted)
    assert (started.round, started.dealer, started.cards) == (1, state.dealer, 7)
    assert started.draw_pile == len(state.draw)
    hands = [change for change in step.changes if isinstance(change, UnoHandTaken)]
    assert [change.seat for change in hands] == list(range(players))


def test_every_seat_can_be_the_first_dealer() -> None:
    assert {step.state.dealer for step in deals(10, Options())} == set(range(10))


def test_zero_turned_up_in_seven_o_lets_the_seat_after_the_dealer_begin() -> None:
    step = dealt(4, 0, "seven_o")
    assert lines(step) == ["RST", f"BGI {NAMES[first_of(step.state)]}"]


def test_skip_turned_up_skips_the_first_player() -> None:
    step = dealt(4, SKIP)
    first = first_of(step.state)
    second = (first + 1) % 4
    assert lines(step) == ["RST", f"BTS|{NAMES[first]}", f"BGI {NAMES[second]}"]


@pytest.mark.parametrize("players", [2, 4])
def test_reverse_turned_up_gives_the_dealer_the_first_turn(players: int) -> None:
    step = dealt(players, REVERSE)
    assert lines(step) == ["RST", "BRS|false", f"BGI {NAMES[step.state.dealer]}"]


def test_draw_two_turned_up_makes_the_first_player_draw_two_and_lose_the_turn() -> None:
    step = dealt(3, DRAW_2)
    first = first_of(step.state)
    name = NAMES[first]
    assert lines(step) == ["RST", *[f"BDC|{name}"] * 2, f"BTS|{name}", lines(step)[-1]]
    assert len(step.state.hands[first]) == 9
    assert step.state.turn == (first + 1) % 3


def test_in_progressive_a_draw_two_turned_up_is_pending_for_the_first_player() -> None:
    step = dealt(3, DRAW_2, "progressive")
    assert lines(step) == ["RST", f"BGI {NAMES[first_of(step.state)]}"]
    assert step.state.pending == 2


def test_first_player_names_the_color_of_a_wild_turned_up_and_then_plays() -> None:
    step = dealt(3, WILD)
    first = first_of(step.state)
    assert lines(step) == ["RST", f"AC {NAMES[first]}"]
    assert step.turns == (first,)
    step = UNO.apply(step.state, first, ChooseUnoColor(color="GREEN"))
    assert lines(step) == ["BCC|GREEN", f"BGI {NAMES[first]}"]
    assert step.turns == ()


def test_next_round_is_dealt_by_the_next_seat_and_the_winner_scores_all_other_hands() -> None:
    state = table("RED 5", "BLUE 3, WILD WILD", "RED SKIP", dealer=C, scores=(10, 20, 30))
    step = UNO.apply(state, A, play("RED 5"))
    assert lines(step)[:3] == ["BCP|a|RED 5", "RE|a", "RST"]
    after = step.state
    assert after.scores == (10 + 53 + 20, 20, 30)
    assert (after.round, after.dealer) == (2, A)
    ended = next(change for change in step.changes if isinstance(change, UnoRoundEnded))
    assert ended == UnoRoundEnded(A, 73, (0, 53, 20))
    assert step.turns == (after.turn,)


def test_player_who_left_neither_deals_nor_gets_cards() -> None:
    state = table("RED 5", "BLUE 3", "RED SKIP", dealer=A)
    state = UNO.leave(state, B).state
    after = UNO.apply(state, A, play("RED 5")).state
    assert after.dealer == C
    assert [len(hand) > 0 for hand in after.hands] == [True, False, True]


def test_game_ends_with_winner_and_scores_when_a_round_reaches_the_target() -> None:
    state = table("RED 5", "BLUE 3", scores=(497, 499))
    step = UNO.apply(state, A, play("RED 5"))
    assert lines(step) == ["BCP|a|RED 5", "RE|a", "GE|a"]
    assert step.turns == ()
    outcome = result(step.state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((A,), (500, 499))
    assert UNO.active(step.state) == frozenset()
    assert result(state) is None


def test_player_who_can_draw_nothing_passes_and_a_played_card_resets_the_passes() -> None:
    state = table("RED 5", "BLUE 3", turn=B, rest=A)
    step = UNO.apply(state, B, DRAW)
    assert (lines(step), step.state.passes, step.turns) == (["BGI a"], 1, (A,))
    assert UNO.apply(step.state, A, play("RED 5")).state.passes == 0


def test_a_round_in_which_all_have_passed_goes_to_the_lowest_hand() -> None:
    state = table("RED 5", "BLUE 3", "BLUE 4", turn=B, rest=A)
    held = value_of(state.hands[A])
    for seat in (B, C):
        state = UNO.apply(state, seat, DRAW).state
    step = UNO.apply(state, A, DRAW)
    assert lines(step)[:1] == ["RE|b"]
    ended = step.changes[0]
    assert ended == UnoRoundEnded(B, held + 4 - 3, (held, 3, 4), stuck=True)


def test_of_equal_hands_the_next_in_turn_order_wins_a_blocked_round() -> None:
    state = table("RED 5", "BLUE 4", "GREEN 4", turn=A, rest=A, passes=2, clockwise=False)
    step = UNO.apply(state, A, DRAW)
    assert lines(step)[0] == "RE|c"


def test_pending_cards_without_cards_to_draw_lose_the_turn_and_count_as_a_pass() -> None:
    state = table(
        "RED 5", "BLUE 3", top="RED DRAW_2", turn=B, rest=A, pending=2,
        options={"mode": "progressive"},
    )  # fmt: skip
    step = UNO.apply(state, B, DRAW)
    assert lines(step) == ["BTS|b", "BGI a"]
    assert step.changes[0] == UnoTurnLost(B, "PENALTY")
    assert (step.state.passes, step.state.pending) == (1, 0)
    assert UNO.timeout(state, B).state.passes == 1


# --- drawing, and the discards that become a draw pile: 9 ---------------------------------------


def test_cards_are_drawn_from_the_top_of_the_pile_in_order_and_sorted_into_the_hand() -> None:
    state = table("RED 5", "BLUE 3", draw="GREEN 9, GREEN 1, BLUE 0")
    after, changes = draw(state, B, 2, "PENALTY")
    assert after.hands[B] == kinds("GREEN 1, GREEN 9, BLUE 3")
    assert after.draw == state.draw[:-2]
    assert changes == (UnoCardsDrawn(B, 2, "PENALTY", ("GREEN 9", "GREEN 1")),)


def test_penalty_is_drawn_loses_the_turn_for_this_reason_and_resets_the_passes() -> None:
    after, changes = take_penalty(table("RED 5", "BLUE 3", passes=1), 2)
    assert changes[-1] == UnoTurnLost(A, "PENALTY")
    assert (len(after.hands[A]), after.turn, after.passes) == (3, B, 0)


def test_uno_call_of_a_seat_is_void_after_it_draws_a_penalty() -> None:
    state = table("RED 5, RED 6", "BLUE 3", said=0b11)
    assert draw(state, A, 1, "PENALTY")[0].said == 0b10


def test_refill_shuffles_discards_into_the_pile_and_keeps_the_top_card_and_its_color() -> None:
    state = table("RED 5", "BLUE 3", top="RED WILD", under="BLUE 4, WILD DRAW_4", rest=A)
    after, changes = refill(state)
    assert bytes(sorted(after.draw)) == kinds("BLUE 4, WILD DRAW_4")
    assert after.discard == kinds("WILD WILD")
    assert after.color == 0
    assert after.rng != state.rng
    assert changes == (UnoPileReshuffled(2),)


def test_refill_changes_nothing_with_cards_in_the_pile_or_without_discards() -> None:
    for state in (table("RED 5", "BLUE 3"), table("RED 5", "BLUE 3", rest=A)):
        assert refill(state) == (state, ())


def test_draw_reshuffles_once_and_stops_when_no_cards_are_left() -> None:
    state = table("RED 5", "BLUE 3", draw="GREEN 1", under="GREEN 2, GREEN 3", rest=A)
    after, changes = draw(state, B, 4, "PENALTY")
    assert after.hands[B] == kinds("GREEN 1, GREEN 2, GREEN 3, BLUE 3")
    assert (after.draw, after.discard) == (b"", state.discard[-1:])
    assert [type(change).__name__ for change in changes] == [
        *("UnoCardsDrawn", "UnoPileReshuffled", "UnoCardsDrawn"),
    ]
    assert draw(after, B, 4, "PENALTY") == (after, ())
