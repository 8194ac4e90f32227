"""A seat is given up, or its time is over (10.8, turn_limit)."""

from msgspec.structs import replace

from games.base import Step
from games.rummy import RUMMY
from games.rummy.view import view
from messages.rummy.table import (
    RummyCardDiscarded,
    RummyCardsLaidOff,
    RummyMeldLaid,
    RummyRoundEnded,
    RummySeatGone,
    RummyStockDrawn,
    RummyTurnStarted,
)
from tests.games.rummy.tables import DRAW, A, B, C, after, cards, discard, meld, table, take


def test_the_hand_goes_into_the_stock_and_the_melds_stay() -> None:
    state = table("7H 8H", "KD", "QD", melds=((B, "2C 3C 4C"),), scores=(10, 20, 30))
    step = RUMMY.leave(state, B)
    assert step.changes == (RummySeatGone(B, len(state.stock) + 1),)
    assert step.turns == ()
    assert set(step.state.stock) == {*state.stock, *cards("KD")}
    assert (step.state.scores, step.state.seated) == ((10, 0, 30), (A, C))
    assert step.state.melds == state.melds
    assert view(step.state, A).players[B].gone


def test_the_turn_passes_on_with_the_player_on_turn() -> None:
    step = RUMMY.leave(after(table("7H 8H", "KD", "QD"), DRAW), A)
    assert step.changes[-1] == RummyTurnStarted(B)
    assert step.turns == (B,)


def test_turns_skip_an_empty_seat() -> None:
    state = RUMMY.leave(table("7H 8H", "KD", "QD", stock="2C"), B).state
    assert after(state, DRAW, discard("7H")).turn == C


def test_the_one_who_stays_wins() -> None:
    step = RUMMY.leave(table("7H 8H", "KD"), A)
    assert RUMMY.result(step.state) is not None
    assert step.state.winners == (B,)
    assert step.turns == ()


def test_leaving_twice_or_after_the_end_changes_nothing() -> None:
    state = RUMMY.leave(table("7H 8H", "KD", "QD"), A).state
    assert RUMMY.leave(state, A) == Step(state, ())
    over = RUMMY.leave(state, B).state
    assert RUMMY.leave(over, C) == Step(over, ())
    assert RUMMY.timeout(over, C) == Step(over, ())


def test_who_has_left_neither_scores_nor_wins() -> None:
    melds = ((B, "KC QC JC"),)
    state = table("4H 5H", "2D", "3D", stock="6H", discard="4D", melds=melds, scores=(0, 490, 0))
    state = RUMMY.leave(state, B).state
    state = replace(
        state, stock=bytes(c for c in state.stock if c not in cards("6H")) + cards("6H")
    )
    step = RUMMY.apply(after(state, DRAW), A, meld("4H 5H 6H"))
    assert step.state.scores == (15, 0, -3)


def test_a_table_reduced_to_two_deals_as_for_two() -> None:
    state = table("4H 5H", "", "3D", stock="6H", discard="4D", seated=(A, C))
    state = after(state, DRAW, meld("4H 5H 6H"))
    assert [hand.bit_count() for hand in state.hands] == [13, 0, 13]
    assert state.first == C


def test_the_table_draws_and_discards_for_who_is_too_slow() -> None:
    step = RUMMY.timeout(table("7H 8H", "KD", stock="9C"), A)
    assert step.changes[0] == RummyStockDrawn(A, "9C")
    assert step.changes[1:] == (RummyCardDiscarded(A, "9C"), RummyTurnStarted(B))


def test_after_the_draw_the_drawn_card_is_discarded() -> None:
    state = after(table("7H 8H", "KD", stock="9C"), DRAW)
    assert RUMMY.timeout(state, A).changes[0] == RummyCardDiscarded(A, "9C")


def test_after_the_drawn_card_was_laid_the_dearest_is_discarded() -> None:
    state = after(table("7H 8H 2C KC", "KD", stock="9H"), DRAW, meld("7H 8H 9H"))
    assert RUMMY.timeout(state, A).changes[0] == RummyCardDiscarded(A, "KC")


def test_a_card_owed_is_put_down_first() -> None:
    state = after(table("7H 8H KC", "KD", discard="9H"), take("9H"))
    step = RUMMY.timeout(state, A)
    assert step.changes[0] == RummyMeldLaid(A, 1, ("7H", "8H", "9H"))
    assert step.changes[1] == RummyCardDiscarded(A, "KC")
    state = table("2S KC", "KD", discard="9H", melds=((B, "6H 7H 8H"),))
    step = RUMMY.timeout(after(state, take("9H")), A)
    assert step.changes[0] == RummyCardsLaidOff(A, 1, (), ("9H",))


def test_a_duty_that_takes_the_last_card_goes_out() -> None:
    state = after(table("7H 8H", "KD", discard="9H"), take("9H"))
    assert RummyRoundEnded((24, -10), (0, 10), A) in RUMMY.timeout(state, A).changes


def test_without_a_stock_being_slow_ends_the_round() -> None:
    options = {"stock_out": "discard_only"}
    state = table("7H 8H", "KD", rest="discard", options=options)
    assert isinstance(RUMMY.timeout(state, A).changes[0], RummyRoundEnded)


def test_only_the_player_on_turn_can_be_too_slow() -> None:
    state = table("7H 8H", "KD")
    assert RUMMY.timeout(state, B) == Step(state, ())
