"""Accepted and refused actions, leaving and time-outs.

The sections are those of the rules digest.
"""

import pytest
from msgspec.structs import replace

from games.base import Step
from games.rummy.rounds import laid_points, result
from games.rummy.rules import apply, leave, timeout
from games.rummy.view import view
from messages.errors import ErrorCode, Refusal
from messages.rummy.actions import PlayRummyTurn, RummyAction
from messages.rummy.table import (
    RummyCardDiscarded,
    RummyCardsLaidOff,
    RummyCardsLost,
    RummyDiscardTaken,
    RummyMeldLaid,
    RummyRoundEnded,
    RummySeatGone,
    RummyStockDrawn,
    RummyTurnStarted,
)
from tests.games.rummy.tables import (
    DRAW,
    A,
    B,
    C,
    after,
    cards,
    discard,
    lay_off,
    meld,
    refused,
    table,
    take,
    turn,
)

HELD = "5H 6H 7H 9C JC"


def test_draw_meld_and_discard_are_reported_and_start_the_next_turn() -> None:
    state = table(HELD, "KD", stock="8H")
    step = apply(state, A, DRAW)
    assert step.changes == (RummyStockDrawn(A, "8H"),)
    step = apply(step.state, A, meld("7H 5H 6H 8H"))
    assert step.changes == (RummyMeldLaid(A, 1, ("5H", "6H", "7H", "8H")),)
    step = apply(step.state, A, discard("JC"))
    assert step.changes == (RummyCardDiscarded(A, "JC"), RummyTurnStarted(B))
    assert step.turns == (B,)
    assert view(step.state, A).discard == ("JC", "2D")


@pytest.mark.parametrize("action", [meld("5H 6H 7H"), lay_off(1, "5H"), discard("5H"), turn()])
def test_playing_before_the_draw_is_refused(action: RummyAction) -> None:
    assert refused(table(HELD, "KD"), action) == ErrorCode.UNEXPECTEDMESSAGE


@pytest.mark.parametrize("action", [DRAW, take("2D"), discard("KD"), meld("KD"), turn()])
def test_action_out_of_turn_is_refused(action: RummyAction) -> None:
    assert refused(table(HELD, "KD"), action, B) == ErrorCode.NOTYOURTURN


def test_taking_a_discard_shows_all_cards_taken_owes_the_card_and_leaves_the_rest() -> None:
    state = table("7H 8H KC", "KD", discard="2D 9H 3S")
    step = apply(state, A, take("9H"))
    assert step.changes == (RummyDiscardTaken(A, ("2D", "9H")),)
    assert view(step.state, B).discard == ("3S",)
    assert view(step.state, B).owed == "9H"
    state = after(step.state, meld("9H 8H 7H"))
    assert view(state, A).hand == ("KC", "2D")


def test_top_card_taken_must_be_laid_before_a_discard() -> None:
    state = after(table("7H 8H KC", "KD", discard="9H"), take("9H"))
    for card in ("9H", "KC"):
        assert refused(state, discard(card)) == ErrorCode.ACTIONNONVALID
    assert after(state, turn(meld("7H 8H 9H"), discard="KC")).round == 2


def test_card_is_taken_if_it_can_be_laid_with_those_above_it_and_else_refused() -> None:
    state = table("7H KC", "KD", discard="8H 9H")
    assert refused(state, take("8H")) == ErrorCode.ACTIONNONVALID
    assert after(state, take("9H"), meld("7H 8H 9H")).owed == 52


def test_card_taken_is_laid_off_together_with_the_card_between_but_not_alone() -> None:
    state = table("9H KC 2C", "KD", discard="TH", melds=((B, "6H 7H 8H"),))
    state = after(state, take("TH"))
    assert refused(state, lay_off(1, "TH")) == ErrorCode.ACTIONNONVALID
    step = apply(state, A, lay_off(1, "TH 9H"))
    assert step.changes == (RummyCardsLaidOff(A, 1, (), ("9H", "TH")),)


def test_taking_a_card_not_in_the_pile_is_refused() -> None:
    assert refused(table(HELD, "KD"), take("8H")) == ErrorCode.ACTIONNONVALID


def test_play_that_blocks_the_card_owed_is_refused_and_one_that_lays_it_accepted() -> None:
    state = after(table("7H 8H 8C 8S KC", "KD", discard="9H"), take("9H"))
    assert refused(state, meld("8H 8C 8S")) == ErrorCode.ACTIONNONVALID
    together = turn(meld("7H 8H 9H"), discard="8C")
    assert view(after(state, together), A).hand == ("KC", "8S")


def test_play_that_leaves_a_use_for_the_card_owed_is_accepted() -> None:
    melds = ((B, "6H 7H 8H"),)
    state = after(table("9C 9S TH 4D 4C 4S", "KD", discard="9H", melds=melds), take("9H"))
    state = after(state, meld("4D 4C 4S"))
    assert view(state, A).owed == "9H"


def test_lay_offs_on_melds_of_others_belong_to_and_score_for_the_seat_that_adds() -> None:
    melds = ((B, "6H 7H 8H"), (B, "JH JC JS"))
    state = after(table("5H 9H JD 2C", "KD", melds=melds), DRAW)
    state = after(state, lay_off(1, "9H 5H"), lay_off(2, "JD"))
    assert laid_points(state) == [24, 51]
    assert view(state, A).melds[0].owners == (A, B, B, B, A)


@pytest.mark.parametrize("meld_number", [-1, 0, 2, 2**31 - 1])
def test_lay_off_on_an_unknown_meld_is_refused(meld_number: int) -> None:
    state = after(table(HELD, "KD", melds=((B, "2H 3H 4H"),)), DRAW)
    assert refused(state, lay_off(meld_number, "5H")) == ErrorCode.CHOICENOTVALID


def test_lay_off_without_melds_is_refused() -> None:
    state = after(table(HELD, "KD"), DRAW)
    assert refused(state, lay_off(1, "5H")) == ErrorCode.CHOICENOTVALID


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (discard("1H"), ErrorCode.CHOICENOTVALID),
        (discard(""), ErrorCode.CHOICENOTVALID),
        (discard("KD"), ErrorCode.ACTIONNONVALID),
        (meld("5H 6H 7X"), ErrorCode.CHOICENOTVALID),
        (meld(""), ErrorCode.ACTIONNONVALID),
        (meld("5H 5H 6H 7H"), ErrorCode.ACTIONNONVALID),
        (meld("5H 6H"), ErrorCode.ACTIONNONVALID),
        (meld("5H 6H KD"), ErrorCode.ACTIONNONVALID),
        (turn(), ErrorCode.ACTIONNONVALID),
        (turn(meld("5H 6H 7H"), discard="5H"), ErrorCode.ACTIONNONVALID),
        (turn(discard="JC", forgive=True), ErrorCode.NOTALLOWED),
        (turn(discard="JC", lost=("9C",)), ErrorCode.NOTALLOWED),
    ],
)
def test_invalid_discards_melds_and_turns_are_refused_with_their_codes(
    action: RummyAction, code: ErrorCode
) -> None:
    assert refused(after(table(HELD, "KD"), DRAW), action) == code


def test_a_turn_may_lay_off_on_the_meld_it_laid() -> None:
    state = after(table("5H 6H 7H 8H 9C JC", "KD", stock="2C"), DRAW)
    state = after(state, turn(meld("5H 6H 7H"), lay_off(1, "8H"), discard="JC"))
    assert view(state, B).melds[0].cards == ("5H", "6H", "7H", "8H")
    assert view(state, A).hand == ("2C", "9C")


def test_turn_with_a_discard_after_its_meld_went_out_is_refused() -> None:
    state = after(table("5H 6H", "KD", stock="7H"), DRAW)
    action = turn(meld("5H 6H 7H"), discard="5H")
    assert refused(state, action) == ErrorCode.ACTIONNONVALID


def test_forgiven_card_owed_costs_its_points_once_also_if_it_is_lost() -> None:
    options = {"forgiving": True}
    state = after(table("7H 8H KC", "KD", discard="9H", options=options), take("9H"))
    step = apply(state, A, turn(discard="KC", forgive=True))
    assert step.changes[0] == RummyCardsLost(A, (), 9)
    assert step.state.fines == (9, 0)
    lost = apply(state, A, turn(discard="KC", forgive=True, lost=("9H",)))
    assert lost.state.fines == (9, 0)


@pytest.mark.parametrize(
    "action",
    [
        turn(forgive=True),
        turn(meld("5H 6H 7H"), forgive=True),
        turn(discard="JC", lost=("9C",)),
        turn(discard="JC", forgive=True, lost=("KD",)),
        turn(discard="JC", forgive=True, lost=("JC",)),
    ],
)
def test_forgiving_without_a_discard_or_with_invalid_lost_cards_is_refused(
    action: PlayRummyTurn,
) -> None:
    state = after(table(HELD, "KD", options={"forgiving": True}), DRAW)
    refused(state, action)


def test_draw_after_the_end_is_refused_for_every_seat() -> None:
    state = table("4H 5H", "2D", stock="6H", discard="3D", scores=(495, 0))
    state = after(state, DRAW, meld("4H 5H 6H"))
    for seat in (A, B):
        with pytest.raises(Refusal) as caught:
            apply(state, seat, DRAW)
        assert "over" in caught.value.text


# --- leaving and time-outs: 10.8 ------------------------------------------------------------------


def test_leaving_shuffles_the_hand_into_the_stock_drops_the_score_and_keeps_melds() -> None:
    melds = ((B, "2C 3C 4C"),)
    state = table("7H 8H", "KD", "QD", melds=melds, scores=(10, 20, 30), fines=(0, 9, 0))
    step = leave(state, B)
    assert step.changes == (RummySeatGone(B, len(state.stock) + 1),)
    assert step.turns == ()
    assert set(step.state.stock) == {*state.stock, *cards("KD")}
    assert (step.state.scores, step.state.seated) == ((10, 0, 30), (A, C))
    assert step.state.fines == (0, 0, 0)
    assert step.state.melds == state.melds
    assert view(step.state, A).players[B].gone


def test_leaving_on_turn_starts_the_next_turn() -> None:
    step = leave(after(table("7H 8H", "KD", "QD"), DRAW), A)
    assert step.changes[-1] == RummyTurnStarted(B)
    assert step.turns == (B,)


def test_turns_skip_an_empty_seat() -> None:
    state = leave(table("7H 8H", "KD", "QD", stock="2C"), B).state
    assert after(state, DRAW, discard("7H")).turn == C


def test_last_remaining_player_wins() -> None:
    step = leave(table("7H 8H", "KD"), A)
    assert result(step.state) is not None
    assert step.state.winners == (B,)
    assert step.turns == ()


def test_leaving_twice_and_leaving_or_timeout_after_the_end_change_nothing() -> None:
    state = leave(table("7H 8H", "KD", "QD"), A).state
    assert leave(state, A) == Step(state, ())
    over = leave(state, B).state
    assert leave(over, C) == Step(over, ())
    assert timeout(over, C) == Step(over, ())


def test_player_who_left_scores_nothing_at_the_end_of_the_round() -> None:
    melds = ((B, "KC QC JC"),)
    state = table("4H 5H", "2D", "3D", stock="6H", discard="4D", melds=melds, scores=(0, 490, 0))
    state = leave(state, B).state
    state = replace(
        state, stock=bytes(c for c in state.stock if c not in cards("6H")) + cards("6H")
    )
    step = apply(after(state, DRAW), A, meld("4H 5H 6H"))
    assert step.state.scores == (15, 0, -3)


def test_next_round_of_two_remaining_of_three_players_deals_thirteen_cards_each() -> None:
    state = table("4H 5H", "", "3D", stock="6H", discard="4D", seated=(A, C))
    state = after(state, DRAW, meld("4H 5H 6H"))
    assert [hand.bit_count() for hand in state.hands] == [13, 0, 13]
    assert state.first == C


def test_timeout_before_the_draw_draws_and_discards_that_card() -> None:
    step = timeout(table("7H KH", "KD", stock="9C"), A)
    assert step.changes[0] == RummyStockDrawn(A, "9C")
    assert step.changes[1:] == (RummyCardDiscarded(A, "9C"), RummyTurnStarted(B))


def test_timeout_after_the_draw_discards_the_drawn_card() -> None:
    state = after(table("7H KH", "KD", stock="9C"), DRAW)
    assert timeout(state, A).changes[0] == RummyCardDiscarded(A, "9C")


def test_timeout_discards_the_highest_card_if_the_drawn_one_was_laid() -> None:
    state = after(table("7H 8H 2C KC", "KD", stock="9H"), DRAW, meld("7H 8H 9H"))
    assert timeout(state, A).changes[0] == RummyCardDiscarded(A, "KC")


def test_timeout_melds_or_lays_off_the_card_owed_before_discarding() -> None:
    state = after(table("7H 8H KC", "KD", discard="9H"), take("9H"))
    step = timeout(state, A)
    assert step.changes[0] == RummyMeldLaid(A, 1, ("7H", "8H", "9H"))
    assert step.changes[1] == RummyCardDiscarded(A, "KC")
    state = table("2S KC", "KD", discard="9H", melds=((B, "6H 7H 8H"),))
    step = timeout(after(state, take("9H")), A)
    assert step.changes[0] == RummyCardsLaidOff(A, 1, (), ("9H",))


def test_timeout_that_lays_the_last_card_ends_the_round() -> None:
    state = after(table("7H 8H", "KD", discard="9H"), take("9H"))
    assert RummyRoundEnded((24, -10), (0, 10), A) in timeout(state, A).changes


def test_with_discard_only_a_timeout_without_stock_ends_the_round() -> None:
    options = {"stock_out": "discard_only"}
    state = table("7H 8H", "KD", rest="discard", options=options)
    assert isinstance(timeout(state, A).changes[0], RummyRoundEnded)


def test_timeout_of_a_seat_not_on_turn_changes_nothing() -> None:
    state = table("7H 8H", "KD")
    assert timeout(state, B) == Step(state, ())
