"""Test the Rummy table in sentences."""

from msgspec.structs import replace

from client.games.drawing import Marks
from client.games.rummy.reading import read_board, read_own, read_scores
from messages.rummy.table import RummyMeldView
from tests.client.games.rummy.tables import rummy_view

NAMES = ("ada", "bob", "carol")
MELDS = (RummyMeldView(("5H", "6H", "7H", "8H"), (1, 1, 1, 0)),)
VIEW = rummy_view(("9S", "TH", "3H"), melds=MELDS)


def test_board_reads_the_piles_each_meld_and_each_hand() -> None:
    players = (*VIEW.players[:2], replace(VIEW.players[2], gone=True))
    assert read_board(replace(VIEW, players=players), NAMES) == [
        "Round 2, to 500 points.",
        "It is your turn.",
        "The stock has 20 cards.",
        "Discards from the top: 1 9H, 2 2D, 3 10H.",
        "Meld 1 of bob and you: 5H 6H 7H 8H.",
        "You have 3 cards.",
        "bob has 7 cards.",
        "carol has left the match.",
    ]
    empty = read_board(replace(VIEW, melds=(), discard=()), NAMES)
    assert {"There are no melds.", "There are no discards."} <= set(empty)


def test_hand_is_read_in_the_chosen_order_with_a_card_that_must_be_put_down() -> None:
    assert read_own(VIEW, NAMES, Marks()) == ["Your 3 cards by suit: 3H 10H 9S."]
    by_rank = ["Your 3 cards by rank: 3H 9S 10H."]
    assert read_own(VIEW, NAMES, Marks(order="rank")) == by_rank
    assert read_own(replace(VIEW, owed="TH"), NAMES, Marks(order="rank")) == [
        *by_rank,
        "You must put down 10H in this turn.",
    ]
    assert read_own(replace(VIEW, hand=()), NAMES, Marks()) == ["Your hand is empty."]
    assert read_own(replace(VIEW, seat=None), NAMES, Marks()) == []


def test_scores_are_totals_and_points_laid_in_this_round() -> None:
    assert read_scores(VIEW, NAMES)[:2] == [
        "You have 0 points, and 8 laid in this round.",
        "bob has 10 points, and 18 laid in this round.",
    ]
