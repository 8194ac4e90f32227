"""What is offered at a Rummy table."""

from client.games.rummy.commands_offer import SHOWN, explain, offer
from client.games.rummy.text_typing import DISCARD_LINE
from messages.rummy.actions import (
    DiscardRummyCard,
    DrawRummyStock,
    LayOffRummyCards,
    LayRummyMeld,
    RummyAction,
    TakeRummyDiscard,
)
from tests.client.games.rummy.tables import rummy_view

VIEW = rummy_view(["7H", "8H", "KC"])
RUN = LayRummyMeld(("7H", "8H", "9H"))


def test_0_draws_and_the_pile_has_its_places() -> None:
    actions: list[RummyAction] = [DrawRummyStock()]
    actions += [TakeRummyDiscard("9H"), TakeRummyDiscard("TH")]
    found = offer(VIEW, actions)
    assert found.lines == ("  0 draw  1 take 9H  3 take 10H",)
    assert found.numbers == {0: actions[0], 1: actions[1], 3: actions[2]}


def test_plays_are_counted_and_discards_named() -> None:
    off = LayOffRummyCards(1, ("KC",))
    found = offer(VIEW, [RUN, off, DiscardRummyCard("7H"), DiscardRummyCard("KC")])
    assert found.lines == ("  1 meld 7H 8H 9H  2 off 1 KC", DISCARD_LINE)
    assert found.numbers == {1: RUN, 2: off}


def test_with_nothing_to_put_down_only_a_discard_is_left() -> None:
    found = offer(VIEW, [DiscardRummyCard("7H")])
    assert found.lines == (DISCARD_LINE,)
    assert found.numbers == {}


def test_a_card_owed_leaves_no_discard() -> None:
    assert offer(VIEW, [RUN]).lines == ("  1 meld 7H 8H 9H",)


def test_after_the_draw_the_hand_is_shown() -> None:
    view = rummy_view(["7H", "TC"], decision="PLAY")
    lines = offer(view, [DiscardRummyCard("7H")]).lines
    assert lines == ("Your hand:", "  7H  10C", DISCARD_LINE)


def test_a_long_list_is_cut() -> None:
    many: list[RummyAction] = [LayOffRummyCards(n, ("KC",)) for n in range(40)]
    assert len(offer(VIEW, many).numbers) == SHOWN


def test_every_choice_says_what_comes_of_it() -> None:
    assert explain(VIEW, TakeRummyDiscard("9H")) == ""
    assert explain(VIEW, TakeRummyDiscard("TH")) == "and 9H 2D"
    assert explain(VIEW, RUN) == "24 points"
    assert explain(VIEW, LayOffRummyCards(1, ("KC",))) == "10 points"
    assert explain(VIEW, DiscardRummyCard("7H")) == ""
