"""What an action does and when it is refused, rule by rule; the sections are the digest's."""

import pytest

from games.rummy import RUMMY
from games.rummy.rounds import laid_points
from games.rummy.view import view
from messages.errors import ErrorCode, Refusal
from messages.rummy.actions import PlayRummyTurn, RummyAction
from messages.rummy.table import (
    RummyCardDiscarded,
    RummyCardsLaidOff,
    RummyCardsLost,
    RummyDiscardTaken,
    RummyMeldLaid,
    RummyStockDrawn,
    RummyTurnStarted,
)
from tests.games.rummy.tables import (
    DRAW,
    A,
    B,
    after,
    discard,
    lay_off,
    meld,
    refused,
    table,
    take,
    turn,
)

HELD = "5H 6H 7H 9C JC"


def test_a_turn_draws_puts_down_and_discards() -> None:
    state = table(HELD, "KD", stock="8H")
    step = RUMMY.apply(state, A, DRAW)
    assert step.changes == (RummyStockDrawn(A, "8H"),)
    step = RUMMY.apply(step.state, A, meld("7H 5H 6H 8H"))
    assert step.changes == (RummyMeldLaid(A, 1, ("5H", "6H", "7H", "8H")),)
    step = RUMMY.apply(step.state, A, discard("JC"))
    assert step.changes == (RummyCardDiscarded(A, "JC"), RummyTurnStarted(B))
    assert step.turns == (B,)
    assert view(step.state, A).discard == ("JC", "2D")


@pytest.mark.parametrize("action", [meld("5H 6H 7H"), lay_off(1, "5H"), discard("5H"), turn()])
def test_nothing_is_put_down_before_the_draw(action: RummyAction) -> None:
    assert refused(table(HELD, "KD"), action) == ErrorCode.UNEXPECTEDMESSAGE


@pytest.mark.parametrize("action", [DRAW, take("2D"), discard("KD"), meld("KD"), turn()])
def test_another_player_is_told_to_wait(action: RummyAction) -> None:
    assert refused(table(HELD, "KD"), action, B) == ErrorCode.NOTYOURTURN


def test_taking_shows_the_cards_and_leaves_the_rest() -> None:
    state = table("7H 8H KC", "KD", discard="2D 9H 3S")
    step = RUMMY.apply(state, A, take("9H"))
    assert step.changes == (RummyDiscardTaken(A, ("2D", "9H")),)
    assert view(step.state, B).discard == ("3S",)
    assert view(step.state, B).owed == "9H"
    state = after(step.state, meld("9H 8H 7H"))
    assert view(state, A).hand == ("KC", "2D")


def test_the_top_card_must_be_used_as_well() -> None:
    state = after(table("7H 8H KC", "KD", discard="9H"), take("9H"))
    for card in ("9H", "KC"):
        assert refused(state, discard(card)) == ErrorCode.ACTIONNONVALID
    assert after(state, turn(meld("7H 8H 9H"), discard="KC")).round == 2


def test_a_use_may_need_cards_taken_with_it() -> None:
    state = table("7H KC", "KD", discard="8H 9H")
    assert refused(state, take("8H")) == ErrorCode.ACTIONNONVALID
    assert after(state, take("9H"), meld("7H 8H 9H")).owed == 52


def test_a_use_may_be_a_lay_off_with_cards_between() -> None:
    state = table("9H KC 2C", "KD", discard="TH", melds=((B, "6H 7H 8H"),))
    state = after(state, take("TH"))
    assert refused(state, lay_off(1, "TH")) == ErrorCode.ACTIONNONVALID
    step = RUMMY.apply(state, A, lay_off(1, "TH 9H"))
    assert step.changes == (RummyCardsLaidOff(A, 1, (), ("9H", "TH")),)


def test_a_card_that_is_not_in_the_pile_cannot_be_taken() -> None:
    assert refused(table(HELD, "KD"), take("8H")) == ErrorCode.ACTIONNONVALID


def test_nobody_lays_away_what_the_card_owed_needs() -> None:
    state = after(table("7H 8H 8C 8S KC", "KD", discard="9H"), take("9H"))
    assert refused(state, meld("8H 8C 8S")) == ErrorCode.ACTIONNONVALID
    together = turn(meld("7H 8H 9H"), discard="8C")
    assert view(after(state, together), A).hand == ("KC", "8S")


def test_a_play_that_leaves_another_use_is_free() -> None:
    melds = ((B, "6H 7H 8H"),)
    state = after(table("9C 9S TH 4D 4C 4S", "KD", discard="9H", melds=melds), take("9H"))
    state = after(state, meld("4D 4C 4S"))
    assert view(state, A).owed == "9H"


def test_lay_offs_go_to_anybodys_meld_and_count_for_who_adds() -> None:
    melds = ((B, "6H 7H 8H"), (B, "JH JC JS"))
    state = after(table("5H 9H JD 2C", "KD", melds=melds), DRAW)
    state = after(state, lay_off(1, "9H 5H"), lay_off(2, "JD"))
    assert laid_points(state) == [24, 51]
    assert view(state, A).melds[0].owners == (A, B, B, B, A)


@pytest.mark.parametrize("number", [-1, 0, 2, 2**31 - 1])
def test_an_unknown_meld_is_no_choice(number: int) -> None:
    state = after(table(HELD, "KD", melds=((B, "2H 3H 4H"),)), DRAW)
    assert refused(state, lay_off(number, "5H")) == ErrorCode.CHOICENOTVALID


def test_without_melds_there_is_nothing_to_lay_off_on() -> None:
    state = after(table(HELD, "KD"), DRAW)
    assert refused(state, lay_off(1, "5H")) == ErrorCode.CHOICENOTVALID


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (discard("1H"), ErrorCode.CHOICENOTVALID),
        (discard(""), ErrorCode.CHOICENOTVALID),
        (discard("KD"), ErrorCode.ACTIONNONVALID),
        (meld("5H 6H 7h"), ErrorCode.CHOICENOTVALID),
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
def test_what_names_nothing_or_fits_nothing_is_refused(
    action: RummyAction, code: ErrorCode
) -> None:
    assert refused(after(table(HELD, "KD"), DRAW), action) == code


def test_a_turn_may_lay_off_on_the_meld_it_laid() -> None:
    state = after(table("5H 6H 7H 8H 9C JC", "KD", stock="2C"), DRAW)
    state = after(state, turn(meld("5H 6H 7H"), lay_off(1, "8H"), discard="JC"))
    assert view(state, B).melds[0].cards == ("5H", "6H", "7H", "8H")
    assert view(state, A).hand == ("2C", "9C")


def test_nothing_is_put_down_after_going_out() -> None:
    state = after(table("5H 6H", "KD", stock="7H"), DRAW)
    action = turn(meld("5H 6H 7H"), discard="5H")
    assert refused(state, action) == ErrorCode.ACTIONNONVALID


def test_a_forgiven_duty_costs_its_points() -> None:
    options = {"forgiving": True}
    state = after(table("7H 8H KC", "KD", discard="9H", options=options), take("9H"))
    step = RUMMY.apply(state, A, turn(discard="KC", forgive=True))
    assert step.changes[0] == RummyCardsLost(A, (), 9)
    assert step.state.fines == (9, 0)
    lost = RUMMY.apply(state, A, turn(discard="KC", forgive=True, lost=("9H",)))
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
def test_forgiveness_has_its_limits(action: PlayRummyTurn) -> None:
    state = after(table(HELD, "KD", options={"forgiving": True}), DRAW)
    refused(state, action)


def test_a_match_that_is_over_takes_nothing_more() -> None:
    state = table("4H 5H", "2D", stock="6H", discard="3D", scores=(495, 0))
    state = after(state, DRAW, meld("4H 5H 6H"))
    for seat in (A, B):
        with pytest.raises(Refusal) as caught:
            RUMMY.apply(state, seat, DRAW)
        assert "over" in caught.value.text
