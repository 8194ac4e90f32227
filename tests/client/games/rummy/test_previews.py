"""Previews of Rummy actions, compared with the rules in random games."""

import pytest
from msgspec.structs import replace

from client.games.drawing import to_text
from client.games.rummy.drawing import DRAWING
from client.games.rummy.melds import points_of
from client.games.rummy.previews import next_seat, play_after_take, taken_cards, used_cards
from games.rummy.rounds import laid_points
from messages.registry import Action
from messages.rummy.actions import (
    RUMMY_ACES,
    RUMMY_STOCK_OUT,
    DiscardRummyCard,
    DrawRummyStock,
    LayOffRummyCards,
    LayRummyMeld,
    PlayRummyTurn,
    TakeRummyDiscard,
)
from messages.rummy.table import RummyPlayerView, RummyRoundEnded, RummyView
from tests.client.games.random_matches import random_positions
from tests.client.games.rummy.tables import MELDS, rummy_view

NAMES = ("rob", "Bianca", "Ugo", "Lia", "Pia")
HAND = ("3H", "4H", "QD", "KD", "AC")
PILE = ("5S", "JD", "5H", "JH", "TC")


def preview_text(view: RummyView, action: Action) -> str:
    return to_text([DRAWING.preview(view, NAMES, action)])[0]


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (DrawRummyStock(), "draw 1 of the 20 cards in the stock"),
        (TakeRummyDiscard("5H"), "take 5♥ J♦ 5♠: lay 3♥ 4♥ 5♥ at once +12"),
        (TakeRummyDiscard("JD"), "take J♦ 5♠: lay J♦ Q♦ K♦ at once +30"),
        (TakeRummyDiscard("TC"), "take 10♣ J♥ 5♥ J♦ 5♠: you could not put it down"),
        (LayRummyMeld(("3H", "4H", "AC")), "lay 3♥ 4♥ A♣: +17, 2 cards left"),
        (LayOffRummyCards(1, ("4H",)), "add 4♥ to meld 1: +4, 4 cards left"),
        (DiscardRummyCard("AC"), "throw A♣: Bianca is next with 7 cards"),
        (
            PlayRummyTurn(plays=(LayRummyMeld(("3H", "4H")),), discard="KD"),
            "lay 3♥ 4♥: +7, 3 cards left; throw K♦: Bianca is next with 7 cards",
        ),
    ],
)
def test_preview_describes_the_result_of_each_action(action: Action, text: str) -> None:
    assert preview_text(rummy_view(HAND, discard=PILE), action) == text


def test_preview_of_a_lay_off_after_a_take_and_of_a_discard_that_fits_a_meld() -> None:
    view = rummy_view(HAND, melds=MELDS, discard=("9H", "TH"))
    assert preview_text(view, TakeRummyDiscard("TH")) == (
        "take 10♥ 9♥: add 9♥ 10♥ to meld 1 at once +19"
    )
    assert preview_text(view, DiscardRummyCard("4H")).endswith("with 7 cards · it fits meld 1")


def test_going_out_and_an_empty_stock_end_the_round() -> None:
    last = rummy_view(("3H",))
    assert preview_text(last, DiscardRummyCard("3H")) == "throw 3♥: you go out, the round ends"
    run = rummy_view(("3H", "4H", "5H"))
    assert (
        preview_text(run, LayRummyMeld(run.hand)) == "lay 3♥ 4♥ 5♥: +12, you go out, the round ends"
    )
    empty = rummy_view(HAND, stock=0)
    assert preview_text(empty, DrawRummyStock()) == "the stock is empty: the round ends"
    assert preview_text(empty, DiscardRummyCard("3H")).endswith("stock is empty, the round ends")


def test_players_who_left_are_not_next() -> None:
    view = rummy_view(HAND)
    gone = RummyPlayerView(cards=0, score=0, gone=True)
    view = replace(view, players=(view.players[0], gone, view.players[2]))
    assert next_seat(view) == 2
    assert next_seat(replace(view, turn=2)) == 0


def test_used_cards_are_those_of_the_hand() -> None:
    view = rummy_view(HAND, discard=PILE)
    assert used_cards(view, TakeRummyDiscard("5H")) == {"3H", "4H"}
    turn = PlayRummyTurn(plays=(LayRummyMeld(("3H", "4H")),), discard="KD")
    assert used_cards(view, turn) == {"3H", "4H", "KD"}
    assert used_cards(view, None) == frozenset()


@pytest.mark.parametrize("aces", RUMMY_ACES)
@pytest.mark.parametrize("stock_out", RUMMY_STOCK_OUT)
@pytest.mark.parametrize("players", [2, 4])
def test_previews_agree_with_the_rules(players: int, aces: str, stock_out: str) -> None:
    options = {"ace_runs": aces, "stock_out": stock_out, "target": 10_000}
    leaver = 1 if players > 2 else None
    for position in random_positions(
        "rummy500", players, options, steps=120, seed=players, leaver=leaver
    ):
        for action in position.legal:
            text = preview_text(position.view, action)
            step = position.apply("rummy500", action)
            is_over = any(isinstance(change, RummyRoundEnded) for change in step.changes)
            if not (stock_out == "reshuffle" and "shuffled" in text):
                assert ("round ends" in text) == is_over
            if " is next with " in text:
                seat = step.state.turn
                cards = step.state.hands[seat].bit_count()
                assert f"{NAMES[seat]} is next with {cards} card" in text or seat == position.seat
            if isinstance(action, LayRummyMeld | LayOffRummyCards) and not is_over:
                won = (
                    laid_points(step.state)[position.seat]
                    - laid_points(position.state)[position.seat]
                )
                assert f": +{won}, {step.state.hands[position.seat].bit_count()} card" in text


@pytest.mark.parametrize("aces", RUMMY_ACES)
def test_play_after_a_take_is_accepted_by_the_rules(aces: str) -> None:
    checked = 0
    for seed in range(4):
        positions = random_positions("rummy500", 3, {"ace_runs": aces}, steps=200, seed=seed)
        for position in positions:
            takes = [action for action in position.legal if isinstance(action, TakeRummyDiscard)]
            for take in takes:
                play = play_after_take(position.view, take.card)
                assert play is not None
                taken = position._replace(state=position.apply("rummy500", take).state)
                action: Action = LayRummyMeld(play.cards)
                if play.meld is not None:
                    action = LayOffRummyCards(play.meld, play.cards)
                assert take.card in play.cards
                before, after = taken.state, taken.apply("rummy500", action)
                if not any(isinstance(change, RummyRoundEnded) for change in after.changes):
                    laid = laid_points(after.state)[position.seat]
                    assert laid - laid_points(before)[position.seat] == points_of(play.cards)
                checked += 1
            discards = [a for a in position.view.discard if TakeRummyDiscard(a) not in takes]
            if position.view.decision == "DRAW":
                assert all(play_after_take(position.view, card) is None for card in discards)
    assert checked > 20


def test_taken_cards_end_with_the_top_card() -> None:
    view = rummy_view(HAND, discard=PILE)
    assert taken_cards(view, "5H") == ("5H", "JD", "5S")
    assert taken_cards(view, "KS") == ()
