"""The tricky cases of the rules digest, chapter 12, in its order and numbering.

13 to 21 are about the wire and are tested with the dialect; the rule that 21 needs is here too.
"""

from pathlib import Path

from games.rummy import RUMMY
from games.rummy.cards import DECK, cards_of
from games.rummy.rounds import laid_points
from games.rummy.view import view
from messages.errors import ErrorCode
from messages.rummy.actions import SelectRummyPlay
from messages.rummy.table import RummyRoundEnded, RummyRoundStarted
from tests.games.rummy.tables import (
    DRAW,
    A,
    B,
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


def test_case_01_run_through_the_ace_is_refused_as_a_lay_off_and_as_a_meld() -> None:
    state = after(table("2S 5H 9C", "KD", melds=((B, "QS KS AS"),)), DRAW)
    assert refused(state, lay_off(1, "2S")) == ErrorCode.ACTIONNONVALID
    state = after(table("KS AS 2S 5H", "KD"), DRAW)
    assert refused(state, meld("KS AS 2S")) == ErrorCode.ACTIONNONVALID


def test_case_02_ace_of_a_low_run_counts_ten() -> None:
    state = after(table("AC 2C 3C 9H", "KD"), DRAW, meld("AC 2C 3C"))
    assert laid_points(state) == [15, 0]


def test_case_03_discard_without_use_cannot_be_taken_but_the_stock_can_be_drawn() -> None:
    state = table("4H 9C JS", "KD", discard="2D 3S")
    assert refused(state, take("2D")) == ErrorCode.ACTIONNONVALID
    assert view(state, A).discard == ("2D", "3S")
    assert view(after(state, DRAW), A).decision == "PLAY"


def test_case_04_discard_is_refused_while_a_card_is_owed_and_the_cards_taken_stay_in_the_hand() -> (
    None
):
    state = table("7H 8H KC", "KD", discard="2D 3S 4C 5C 9H")
    state = after(state, take("9H"))
    assert RUMMY.prompt(state, A) == SelectRummyPlay(owed="9H")
    assert refused(state, discard("KC")) == ErrorCode.ACTIONNONVALID
    assert {"2D", "3S", "4C", "5C", "9H"} <= set(view(state, A).hand)


def test_case_05_card_taken_from_deep_in_the_pile_may_be_laid_off_before_the_discard() -> None:
    state = table("KC QD", "KD", discard="2D 3S 9H", melds=((B, "6H 7H 8H"),))
    state = after(state, take("9H"), lay_off(1, "9H"))
    assert laid_points(state) == [9, 21]
    assert view(state, A).owed is None
    assert after(state, discard("KC")).turn == B


def test_case_06_turn_with_one_refused_meld_lays_no_meld() -> None:
    state = after(table("5H 6H 7H 8C 9C JC KC", "KD"), DRAW)
    action = turn(meld("5H 6H 7H"), meld("8C 9C JC"), discard="KC")
    assert refused(state, action) == ErrorCode.ACTIONNONVALID
    assert state.melds == ()


def test_case_07_lay_off_of_a_fifth_card_on_a_set_is_refused() -> None:
    state = after(table("JD 4H 4C", "KD", melds=((B, "JH JC JS"),)), DRAW, lay_off(1, "JD"))
    for card in ("JD", "4H"):
        assert refused(state, lay_off(1, card)) == ErrorCode.ACTIONNONVALID


def test_case_08_card_that_fits_two_melds_stays_and_is_owned_where_it_was_laid() -> None:
    melds = ((B, "QH QC QS"), (B, "8H 8S 8D"), (B, "5C 6C 7C"))
    state = after(table("8C 2H 3S", "KD", melds=melds), DRAW, lay_off(3, "8C"))
    assert view(state, B).melds[2].cards == ("5C", "6C", "7C", "8C")
    assert view(state, B).melds[2].owners == (B, B, B, A)
    assert refused(state, lay_off(2, "8C")) == ErrorCode.ACTIONNONVALID


def test_case_09_going_out_without_a_discard_ends_the_round_and_starts_the_next() -> None:
    state = after(table("5H 6H", "KD QD", stock="7H"), DRAW)
    step = RUMMY.apply(state, A, meld("5H 6H 7H"))
    assert step.changes[1] == RummyRoundEnded((18, -20), (0, 20), A)
    assert isinstance(step.changes[2], RummyRoundStarted)


def test_case_10_highest_total_wins_and_not_the_player_who_went_out() -> None:
    melds = ((B, "QH QC QS"), (B, "KH KC KS"))
    state = table("4H 5H", "TD", stock="6H", melds=melds, scores=(480, 470))
    step = RUMMY.apply(after(state, DRAW), A, meld("4H 5H 6H"))
    assert step.state.scores == (495, 520)
    result = RUMMY.result(step.state)
    assert result is not None
    assert result.winners == (B,)


def test_case_11_equal_highest_totals_win_together() -> None:
    state = table("4H 5H", "2D", stock="6H", discard="3D", scores=(495, 512))
    step = RUMMY.apply(after(state, DRAW), A, meld("4H 5H 6H"))
    assert step.state.scores == (510, 510)
    assert step.state.winners == (A, B)


def test_case_12_total_may_become_negative_and_is_shown_in_the_view() -> None:
    state = table("4H 5H", "KH KC KS KD AH AC AS AD 7C", stock="6H")
    step = RUMMY.apply(after(state, DRAW), A, meld("4H 5H 6H"))
    assert step.state.scores == (15, -87)
    assert view(step.state, A).players[B].score == -87


def test_case_21_cards_lost_by_forgiveness_go_to_the_pile_and_score_nothing() -> None:
    state = table("4H 9C JS", "KD", discard="2D", stock="QD", options={"forgiving": True})
    step = RUMMY.apply(after(state, DRAW), A, turn(discard="4H", forgive=True, lost=("9C", "JS")))
    assert view(step.state, B).discard == ("4H", "2D", "JS", "9C")
    assert view(step.state, A).hand == ("QD",)
    assert laid_points(step.state) == [0, 0]


def test_case_22_leaving_with_a_card_owed_puts_held_cards_into_the_stock_and_ends_the_turn() -> (
    None
):
    state = table("7H 8H KC", "KD 2H", "3H 4H", discard="2D 3S 4C 5C 9H")
    state = RUMMY.leave(after(state, take("9H")), A).state
    assert set(cards("7H 8H KC 2D 3S 4C 5C 9H")) <= set(state.stock)
    held = [card for hand in state.hands for card in cards_of(hand)]
    assert bytes(sorted([*held, *state.stock, *state.discard])) == DECK
    assert (state.turn, state.decision) == (B, "DRAW")


def test_case_23_round_ends_with_the_discard_after_the_last_draw() -> None:
    state = table("7H 8C", "KD 2H", stock="9S", rest="discard")
    state = after(state, DRAW)
    assert state.round == 1
    step = RUMMY.apply(state, A, discard("9S"))
    assert step.changes[1] == RummyRoundEnded((-15, -12), (15, 12), None)
    assert (step.state.round, step.state.turn) == (2, B)


def test_case_24_second_draw_from_stock_or_pile_is_refused() -> None:
    state = after(table("7H 8H KC", "KD", discard="9H"), DRAW)
    assert refused(state, DRAW) == ErrorCode.UNEXPECTEDMESSAGE
    assert refused(state, take("9H")) == ErrorCode.UNEXPECTEDMESSAGE


def test_every_tricky_case_has_a_test_here_or_with_the_dialect() -> None:
    tests = Path(__file__).parents[2]
    files = [Path(__file__), *(tests / "server" / "dialects" / "rummy").glob("test_*.py")]
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    assert [n for n in range(1, 25) if f"def test_case_{n:02}_" not in text] == []
