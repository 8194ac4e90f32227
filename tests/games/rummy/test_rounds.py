"""The deal, the end of the stock, rounds and matches (sections 2, 7, 8)."""

from typing import Any

import pytest

from games.rng import Rng
from games.rummy import RUMMY
from games.rummy.cards import DECK, cards_of, value_of
from games.rummy.rounds import result, start
from games.rummy.state import Options
from games.rummy.view import view
from messages.rummy.table import RummyRoundEnded, RummyStockRenewed
from tests.games.rummy.games import begin
from tests.games.rummy.tables import DRAW, A, B, C, after, discard, lay_off, meld, table, take


@pytest.mark.parametrize(("players", "size"), [(2, 13), (3, 7), (4, 7), (5, 7)])
def test_hand_and_stock_sizes_depend_on_the_number_of_players(players: int, size: int) -> None:
    state = begin(players, Options(), 1).state
    assert [hand.bit_count() for hand in state.hands] == [size] * players
    assert (len(state.discard), len(state.stock)) == (1, 52 - 1 - players * size)
    assert state.round == 1


def test_largest_hand_sizes_can_be_chosen_and_leave_a_stock_of_one_card() -> None:
    options = Options(deal_two=25, deal_more=10)
    assert len(begin(2, options, 1).state.stock) == 1
    assert len(begin(5, options, 1).state.stock) == 1


def test_every_seat_can_be_the_first_player() -> None:
    firsts = {start(3, Options(), Rng(bytes([n]))).state.first for n in range(30)}
    assert firsts == {A, B, C}


def test_points_of_the_deck_are_376() -> None:
    assert value_of(DECK) == 376


def test_next_round_begins_with_the_next_seat_no_melds_and_the_new_totals() -> None:
    state = table("4H 5H", "2D", "KD", stock="6H", discard="3D", scores=(5, 6, 7))
    state = after(state, DRAW, meld("4H 5H 6H"))
    assert (state.round, state.first, state.turn) == (2, B, B)
    assert state.scores == (20, 4, -3)
    assert state.rounds == ((15, -2, -10),)
    assert (state.melds, state.fines) == ((), (0, 0, 0))


def test_going_out_by_a_discard_ends_the_round_with_the_points_of_all() -> None:
    state = table("4H", "2D", stock="JD", discard="3D", melds=((B, "JH JC JS"),))
    step = RUMMY.apply(after(state, DRAW, lay_off(1, "JD")), A, discard("4H"))
    assert step.changes[1] == RummyRoundEnded((10, 28), (0, 2), A)


def test_fines_and_held_cards_reduce_the_points_of_the_round() -> None:
    melds = ((B, "JH JC JS"),)
    state = table("4H", "2D", stock="JD", discard="3D", melds=melds, fines=(0, 9))
    step = RUMMY.apply(after(state, DRAW, lay_off(1, "JD")), A, discard("4H"))
    assert step.changes[1] == RummyRoundEnded((10, 30 - 2 - 9), (0, 2), A)


def test_with_discard_only_the_round_continues_without_stock_until_somebody_draws() -> None:
    options = {"stock_out": "discard_only"}
    hands = ("7H 8H KC QC", "9S TS 2H 4D")
    state = table(*hands, stock="9H", discard="8S", rest="discard", options=options)
    state = after(state, DRAW, meld("7H 8H 9H"), discard("KC"))
    assert (state.stock, state.round, state.turn) == (b"", 1, B)
    assert DRAW in RUMMY.legal(state, B)
    state = after(state, take("8S"), meld("8S 9S TS"), discard("2H"))
    step = RUMMY.apply(state, A, DRAW)
    assert isinstance(step.changes[0], RummyRoundEnded)
    assert step.changes[0].out is None
    assert step.state.round == 2


def test_with_reshuffle_the_pile_under_the_new_discard_becomes_the_stock() -> None:
    state = table("7H", "KD", stock="9H", rest="discard", options={"stock_out": "reshuffle"})
    pile = set(state.discard)
    step = RUMMY.apply(after(state, DRAW), A, discard("9H"))
    assert step.changes[1] == RummyStockRenewed(len(pile))
    assert set(step.state.stock) == pile
    assert view(step.state, A).discard == ("9H",)


def test_with_reshuffle_the_stock_is_renewed_again_only_if_a_card_was_laid_since() -> None:
    options = {"stock_out": "reshuffle"}
    state = table("7H", "KD", stock="9H", rest="discard", options=options, renewed=0)
    step = RUMMY.apply(after(state, DRAW), A, discard("9H"))
    assert isinstance(step.changes[1], RummyRoundEnded)
    melds = ((B, "2C 3C 4C"),)
    fields: dict[str, Any] = {"rest": "discard", "options": options, "renewed": 0}
    state = table("7H", "KD", stock="9H", melds=melds, **fields)
    step = RUMMY.apply(after(state, DRAW), A, discard("9H"))
    assert isinstance(step.changes[1], RummyStockRenewed)
    assert step.state.renewed == 3


def test_with_reshuffle_a_pile_of_one_card_ends_the_round() -> None:
    clubs, spades = (" ".join(rank + suit for rank in "A23456789TJQK") for suit in "CS")
    melds = ((B, clubs), (B, spades), (B, "3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD"))
    hearts = "AH 2H 3H 4H 5H 6H 7H", "8H 9H TH JH QH KH"
    options = {"stock_out": "reshuffle"}
    state = table(*hearts, stock="2D", discard="", melds=melds, options=options)
    step = RUMMY.apply(after(state, DRAW), A, discard("2D"))
    assert isinstance(step.changes[1], RummyRoundEnded)


def test_match_continues_one_point_below_the_target() -> None:
    state = table("4H 5H", "2D", stock="6H", discard="3D", scores=(484, 0))
    state = after(state, DRAW, meld("4H 5H 6H"))
    assert (state.scores, state.winners) == ((499, -2), ())


def test_match_ends_at_the_target_with_winner_and_scores() -> None:
    state = table("4H 5H", "2D", stock="6H", discard="3D", scores=(485, 0))
    state = after(state, DRAW, meld("4H 5H 6H"))
    final = result(state)
    assert final is not None
    assert (final.winners, final.scores) == ((A,), (500, -2))
    assert list(cards_of(state.hands[B]))


def test_only_the_last_eight_rounds_are_kept() -> None:
    state = table("4H 5H", "2D", stock="6H", discard="3D", rounds=((1, 1),) * 8)
    state = after(state, DRAW, meld("4H 5H 6H"))
    assert state.rounds == ((1, 1),) * 7 + ((15, -2),)
