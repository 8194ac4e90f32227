"""The tricky cases of the rules digest, chapter 13, one test each, in its order and numbering.

25 to 28 are about lobbies and names; of them only what the rules know is here.
"""

import pytest

from games.base import IllegalAction
from games.rng import Rng
from games.uno import UNO
from games.uno.cards import DECK, DRAW_4, HAND_TEXT, REVERSE
from games.uno.state import Options, State
from games.uno.view import view
from messages.errors import ErrorCode
from messages.uno.actions import (
    AnswerDrawnUnoCard,
    ChooseUnoColor,
    DrawUnoCard,
    SayUno,
    SelectDrawnUnoCard,
    SelectUnoCard,
    SelectUnoColor,
    SelectUnoSwap,
    SwapUnoHands,
    UnoAction,
)
from messages.uno.table import (
    UnoCardPlayed,
    UnoCardsDrawn,
    UnoHandTaken,
    UnoPileReshuffled,
    UnoRoundEnded,
)
from tests.games.uno.tables import A, B, C, D, kinds, lines, play, table

DRAW = DrawUnoCard()
KEEP = AnswerDrawnUnoCard(play=False)
PROGRESSIVE = {"mode": "progressive"}
JUMP_IN = {"mode": "jump_in"}
SEVEN_O = {"mode": "seven_o"}


def refused(state: State, seat: int, action: UnoAction) -> ErrorCode:
    """Return the code with which an action is refused."""
    with pytest.raises(IllegalAction) as caught:
        UNO.apply(state, seat, action)
    return caught.value.code


def first_round(players: int, symbol: int, options: Options, dealer: int | None = None) -> State:
    """Return the first seeded game whose turned-up card has this symbol."""
    for seed in range(10_000):
        state = UNO.start(players, options, Rng(seed.to_bytes(4, "big"))).state
        if state.discard[-1] % 13 == symbol and dealer in (None, state.dealer):
            return state
    raise AssertionError("no such deal")


def test_01_reverse_among_two_players_skips_the_other() -> None:
    state = table("RED REVERSE, RED 2, RED 3", "BLUE 1, BLUE 2")
    step = UNO.apply(state, A, play("RED REVERSE"))
    assert lines(step) == ["BCP|a|RED REVERSE", "BRS|false", "BTS|b", "BGI a"]
    assert step.turns == (A,)


def test_02_reverse_skips_the_other_of_two_after_a_third_player_left() -> None:
    state = table("RED REVERSE, RED 2, RED 3", "BLUE 1, BLUE 2", "BLUE 3")
    step = UNO.leave(state, C)
    assert lines(step) == ["BLG|c"]
    step = UNO.apply(step.state, A, play("RED REVERSE"))
    assert lines(step) == ["BCP|a|RED REVERSE", "BRS|false", "BTS|b", "BGI a"]


def test_03_reverse_turned_up_among_four_lets_the_dealer_begin_counter_clockwise() -> None:
    state = first_round(4, REVERSE, Options(), dealer=2)
    assert not state.clockwise
    assert state.turn == 2
    step = UNO.timeout(state, 2)
    assert step.turns == (1,)


def test_04_draw_four_turned_up_is_shuffled_back_without_a_trace_in_the_changes() -> None:
    turned_up = 0
    for seed in range(300):
        rng = Rng(seed.to_bytes(4, "big"))
        dealer, after = rng.below(2)
        deck, after = after.shuffled(DECK)
        put_back = deck[-15] == DRAW_4
        turned_up += put_back
        step = UNO.start(2, Options(), rng)
        assert step.state.discard[-1] != DRAW_4
        assert step.state.dealer == dealer
        # Nothing tells of it but a pile that was shuffled once more.
        assert (step.state.rng != after) is put_back
        assert lines(step)[0] == "RST"
        hands = [c.cards for c in step.changes if isinstance(c, UnoHandTaken)]
        assert [len(hand) for hand in hands] == [7, 7]
    assert turned_up


def test_05_timeout_for_a_wild_turned_up_names_the_most_held_color_and_keeps_the_turn() -> None:
    hand = "BLUE 1, BLUE 2, GREEN 3, WILD WILD"
    state = table(hand, "RED 1", top="WILD WILD", decision="COLOR")
    assert UNO.prompt(state, A) == SelectUnoColor(card=None)
    step = UNO.timeout(state, A)
    assert lines(step) == ["BCC|BLUE", "BGI a"]
    assert step.turns == ()
    assert view(step.state, B).top == "BLUE WILD"


def test_06_playing_another_card_after_drawing_is_refused_and_the_drawn_one_accepted() -> None:
    state = table("RED 9, BLUE 2", "BLUE 3", draw="RED 5")
    step = UNO.apply(state, A, DRAW)
    assert lines(step) == ["BDC|a", "DPC a"]
    assert refused(step.state, A, play("RED 9")) == ErrorCode.ACTIONNONVALID
    assert UNO.prompt(step.state, A) == SelectDrawnUnoCard(card="RED 5")
    assert lines(UNO.apply(step.state, A, play("RED 5"))) == ["BCP|a|RED 5", "BGI b"]


def test_07_drawn_draw_four_with_the_color_in_hand_is_playable_under_free_and_not_strict() -> None:
    state = table("RED 9, BLUE 2", "BLUE 3", draw="WILD DRAW_4")
    assert lines(UNO.apply(state, A, DRAW)) == ["BDC|a", "BGI b"]
    free = table("RED 9, BLUE 2", "BLUE 3", draw="WILD DRAW_4", options={"wd4_policy": "free"})
    assert lines(UNO.apply(free, A, DRAW)) == ["BDC|a", "DPC a"]


def test_08_wild_is_played_with_its_color_in_the_card_or_in_the_color_field() -> None:
    state = table("WILD WILD, RED 2, RED 3", "BLUE 3")
    expected = ["BCP|a|GREEN WILD", "BCC|GREEN", "BGI b"]
    assert lines(UNO.apply(state, A, play("GREEN WILD"))) == expected
    assert lines(UNO.apply(state, A, play("WILD WILD", "GREEN"))) == expected


def test_09_wild_cannot_be_played_as_a_colored_number() -> None:
    state = table("WILD WILD", "BLUE 3")
    assert refused(state, A, play("RED 5")) == ErrorCode.ACTIONNONVALID


def test_10_missed_uno_among_two_costs_cards_before_the_own_next_move() -> None:
    state = table("RED SKIP, RED 5", "BLUE 3", draw="BLUE 1, BLUE 2")
    step = UNO.apply(state, A, play("RED SKIP"))
    assert lines(step) == ["BCP|a|RED SKIP", "BTS|b", "BGI a"]
    step = UNO.apply(step.state, A, play("RED 5"))
    assert lines(step) == ["BDC|a", "BDC|a", "BCP|a|RED 5", "BGI b"]
    assert step.state.hands[A] == kinds("BLUE 1, BLUE 2")


def test_11_uno_said_before_drawing_does_not_count_for_a_later_last_card() -> None:
    state = table("RED 2, RED 3", "BLUE 3, BLUE 4", draw="RED 5, BLUE 9, GREEN 1, GREEN 2")
    step = UNO.apply(state, A, SayUno())
    assert lines(step) == ["BUNO|a"]
    state = UNO.apply(UNO.apply(step.state, A, DRAW).state, A, KEEP).state
    assert not view(state, B).players[A].said_uno
    state = UNO.apply(state, B, DRAW).state
    state = UNO.apply(state, A, play("RED 2")).state
    state = UNO.apply(state, B, DRAW).state
    step = UNO.apply(state, A, play("RED 3"))
    assert step.state.window == A
    assert lines(UNO.apply(step.state, B, DRAW))[:2] == ["BDC|a", "BDC|a"]


def test_12_draw_two_as_last_card_is_drawn_before_the_round_is_scored() -> None:
    state = table("RED DRAW_2", "BLUE 3", draw="GREEN SKIP, WILD WILD", scores=(500 - 73, 0))
    step = UNO.apply(state, A, play("RED DRAW_2"))
    assert lines(step) == ["BCP|a|RED DRAW_2", "BDC|b", "BDC|b", "RE|a", "GE|a"]
    assert step.state.scores == (500, 0)
    assert step.changes[-2] == UnoRoundEnded(A, 3 + 20 + 50, (0, 73))


def test_13_in_progressive_a_draw_four_on_draw_twos_is_refused_and_all_pending_are_drawn() -> None:
    hands = ("RED DRAW_2, RED 2, RED 3", "BLUE DRAW_2, RED 4, RED 5", "WILD DRAW_4, BLUE 1")
    state = table(*hands, options=PROGRESSIVE)
    state = UNO.apply(state, A, play("RED DRAW_2")).state
    state = UNO.apply(state, B, play("BLUE DRAW_2")).state
    assert state.pending == 4
    assert refused(state, C, play("RED DRAW_4")) == ErrorCode.ACTIONNONVALID
    assert UNO.prompt(state, C) == SelectUnoCard(cards=(), pending=4)
    step = UNO.apply(state, C, DRAW)
    assert lines(step) == ["BDC|c"] * 4 + ["BTS|c", "BGI a"]
    assert step.state.pending == 0


def test_14_in_progressive_a_last_draw_two_makes_the_next_player_draw_all_pending_cards() -> None:
    state = table("BLUE DRAW_2", "RED 3", "RED 4", top="RED DRAW_2", options=PROGRESSIVE, pending=2)
    step = UNO.apply(state, A, play("BLUE DRAW_2"))
    assert lines(step)[:6] == ["BCP|a|BLUE DRAW_2", *["BDC|b"] * 4, "RE|a"]


def test_15_in_progressive_pending_cards_vanish_when_the_player_on_turn_leaves() -> None:
    state = table(
        "RED 2", "BLUE 3", "RED 4, RED 5", top="RED DRAW_2", options=PROGRESSIVE, pending=6, turn=B
    )
    step = UNO.leave(state, B)
    assert lines(step) == ["BLG|b", "BGI c"]
    assert step.state.pending == 0
    assert step.turns == (C,)
    assert lines(UNO.apply(step.state, C, play("RED 4"))) == ["BCP|c|RED 4", "BGI a"]


def test_16_jump_in_skips_the_seats_between_and_play_continues_after_it() -> None:
    state = table(
        "RED 2, RED 3", "BLUE 3, BLUE 4", "RED 4", "RED 7, RED 8, RED 9", top="RED 7",
        options=JUMP_IN, turn=B,
    )  # fmt: skip
    assert UNO.active(state) == {A, B, D}  # a and b could say UNO, d can jump
    step = UNO.apply(state, D, play("RED 7"))
    assert lines(step) == ["BCP|d|RED 7", "BGI a"]
    assert step.changes[0] == UnoCardPlayed(D, "RED 7", jumped=True)
    assert step.turns == (A,)


def test_17_jump_in_during_a_retain_decision_is_refused_and_not_listed() -> None:
    state = table(
        "RED 2, RED 3, RED 4", "BLUE 3, BLUE 4", "RED 5", "RED 7, RED 8, RED 9", top="RED 7",
        draw="RED 1", options=JUMP_IN, turn=B,
    )  # fmt: skip
    state = UNO.apply(state, B, DRAW).state
    assert state.decision == "RETAIN"
    assert refused(state, D, play("RED 7")) == ErrorCode.ACTIONNONVALID
    assert UNO.legal(state, D) == ()


def test_18_seven_as_last_card_wins_the_round_without_a_swap() -> None:
    state = table("RED 7", "BLUE 3", "RED 4", options=SEVEN_O)
    step = UNO.apply(state, A, play("RED 7"))
    assert lines(step)[:2] == ["BCP|a|RED 7", "RE|a"]


def test_19_swap_with_oneself_is_refused_and_with_another_seat_exchanges_the_hands() -> None:
    state = table("RED 7, RED 8", "BLUE 3", "RED 4, RED 5", options=SEVEN_O)
    assert refused(state, A, play("RED 7", swap=A)) == ErrorCode.CHOICENOTVALID
    step = UNO.apply(state, A, play("RED 7"))
    assert lines(step) == ["AC7 a"]
    assert refused(step.state, A, SwapUnoHands(seat=A)) == ErrorCode.CHOICENOTVALID
    assert kinds("RED 7")[0] in step.state.hands[A]
    assert UNO.prompt(step.state, A) == SelectUnoSwap(card="RED 7", seats=(B, C))
    step = UNO.apply(step.state, A, SwapUnoHands(seat=C))
    assert lines(step) == ["BCP|a|RED 7", "BGI b"]
    assert step.state.hands[A] == kinds("RED 4, RED 5")
    assert step.state.hands[C] == kinds("RED 8")


def test_20_zero_passes_all_hands_counter_clockwise_in_that_direction() -> None:
    state = table(
        "RED 0, RED 1", "BLUE 1, BLUE 2", "GREEN 1, GREEN 2", top="RED 1", options=SEVEN_O,
        clockwise=False,
    )  # fmt: skip
    step = UNO.apply(state, A, play("RED 0"))
    assert step.state.hands[C] == kinds("RED 1")
    assert step.state.hands[B] == kinds("GREEN 1, GREEN 2")
    assert step.state.hands[A] == kinds("BLUE 1, BLUE 2")
    assert step.turns == (C,)


def test_21_penalty_larger_than_the_pile_is_drawn_across_a_reshuffle() -> None:
    under = ", ".join(HAND_TEXT[kind] for kind in (*range(1, 13), *range(27, 39), *range(40, 45)))
    state = table(
        "RED 5", "BLUE 0", top="RED DRAW_2", draw="YELLOW 5", under=under, rest=A,
        options=PROGRESSIVE, pending=4, turn=B,
    )  # fmt: skip
    assert (len(state.draw), len(state.discard)) == (1, 30)
    step = UNO.apply(state, B, DRAW)
    counts = [change.count for change in step.changes if isinstance(change, UnoCardsDrawn)]
    assert counts == [1, 3]
    assert [c for c in step.changes if isinstance(c, UnoPileReshuffled)] == [UnoPileReshuffled(29)]
    assert lines(step) == ["BDC|b"] * 4 + ["BTS|b", "BGI a"]
    assert (len(step.state.draw), step.state.discard) == (26, kinds("RED DRAW_2"))


def test_22_draw_with_nothing_left_passes_the_turn() -> None:
    state = table("RED 5", "BLUE 3", turn=B, rest=A)
    assert (len(state.draw), len(state.discard)) == (0, 1)
    assert lines(UNO.apply(state, B, DRAW)) == ["BGI a"]


def test_23_leaving_in_a_color_decision_plays_the_wild_in_the_most_held_color() -> None:
    state = table("WILD WILD, BLUE 2, BLUE 3", "BLUE 4", "RED 4")
    step = UNO.apply(state, A, play("WILD WILD"))
    assert lines(step) == ["AC a"]
    step = UNO.leave(step.state, A)
    assert lines(step) == ["BCP|a|BLUE WILD", "BCC|BLUE", "BLG|a", "BGI b"]
    assert step.turns == (B,)


def test_24_play_after_the_own_timeout_is_refused() -> None:
    state = table("RED 2, RED 3, RED 4", "BLUE 4")
    step = UNO.timeout(state, A)
    assert lines(step) == ["BTS|a", "BGI b"]
    assert refused(step.state, A, play("RED 2")) == ErrorCode.NOTYOURTURN


def test_25_last_player_left_wins_at_once_and_the_others_score_nothing() -> None:
    state = table("RED 2, RED 3", "BLUE 4", "RED 4", scores=(0, 300, 40))
    step = UNO.leave(UNO.leave(state, B).state, A)
    assert lines(step) == ["BLG|a", "GE|c"]
    result = UNO.result(step.state)
    assert result is not None
    assert result.winners == (C,)
    assert result.scores == (0, 0, 40)


def test_26_ten_players_are_dealt_seven_cards_each() -> None:
    assert UNO.seats == range(2, 11)
    state = UNO.start(10, Options(), Rng(b"ten")).state
    assert len(state.draw) == 37
    assert [len(hand) for hand in state.hands] == [7] * 10


def test_27_and_28_actions_of_unknown_seats_are_refused() -> None:
    state = table("RED 2, RED 3", "BLUE 4")
    for seat in (-1, 2, 9):
        for action in (play("RED 2"), DRAW, SayUno(), KEEP, ChooseUnoColor(color="RED")):
            assert refused(state, seat, action) == ErrorCode.NOTYOURTURN
