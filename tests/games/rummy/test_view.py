"""Views, prompts, redaction and confirmations."""

from games.base import Seating
from games.rummy import RUMMY
from games.rummy.view import CONFIRMED, confirm, prompt, redact, view
from messages.lobby import PlayersInfo
from messages.rummy.actions import SelectRummyDraw, SelectRummyPlay
from messages.rummy.table import (
    RummyHandDealt,
    RummyMeldLaid,
    RummyMeldView,
    RummyPlayerView,
    RummyStockDrawn,
    RummyView,
)
from tests.games.rummy.tables import DRAW, A, B, after, table, take


def test_view_has_options_own_hand_card_counts_melds_pile_turn_and_rounds() -> None:
    melds = ((B, "6H 7H 8H"),)
    state = table("KC 2H", "KD", discard="2D 9S", melds=melds, scores=(5, -7), rounds=((5, -7),))
    assert view(state, A) == RummyView(
        seat=A,
        deal_two=13,
        deal_more=7,
        target=500,
        ace_runs="both",
        stock_out="end_now",
        forgiving=False,
        round=1,
        first=A,
        hand=("2H", "KC"),
        players=(RummyPlayerView(2, 5), RummyPlayerView(1, -7)),
        melds=(RummyMeldView(("6H", "7H", "8H"), (B, B, B)),),
        discard=("2D", "9S"),
        stock=44,
        turn=A,
        decision="DRAW",
        rounds=((5, -7),),
    )


def test_a_spectator_sees_no_hand() -> None:
    assert view(table("KC 2H", "KD"), None).hand == ()


def test_prompt_on_turn_lists_takeable_cards_and_then_the_card_owed() -> None:
    state = table("7H 8H KC", "KD", discard="2D 9H")
    assert prompt(state, A) == SelectRummyDraw(cards=("9H",))
    assert prompt(state, B) is None
    assert prompt(after(state, DRAW), A) == SelectRummyPlay()
    assert prompt(after(state, take("9H")), A) == SelectRummyPlay(owed="9H")


def test_drawn_card_is_redacted_dealt_hand_withheld_and_meld_shown_to_others() -> None:
    drawn, dealt = RummyStockDrawn(A, "9H"), RummyHandDealt(A, ("9H",))
    assert redact(drawn, A) is drawn
    assert redact(drawn, B) is redact(drawn, None)
    assert redact(drawn, B) == RummyStockDrawn(A)
    assert redact(dealt, A) is dealt
    assert redact(dealt, B) is None
    laid = RummyMeldLaid(A, 1, ("9H",))
    assert redact(laid, B) is laid


def test_opening_is_players_info_with_nicknames_and_game() -> None:
    (info,) = RUMMY.opening(table("7H", "KD"), Seating(7, ("ada", "bob")))
    assert isinstance(info, PlayersInfo)
    assert (info.player_nicknames, info.game) == (("ada", "bob"), RUMMY.name)


def test_every_action_has_a_confirmation_text() -> None:
    assert set(CONFIRMED) == set(RUMMY.actions)
    assert confirm(DRAW) == "You have drawn"
