"""Rows of cards of Rummy 500: stock, discards and the own hand."""

from msgspec.structs import replace

from client.games.drawing import Drawing, Marks, to_text
from client.games.rummy.card_rows import (
    folded_hand,
    folded_piles,
    hand_title,
    hand_variants,
    pile_variants,
    sorted_hand,
    taken_place,
)
from messages.rummy.actions import LayRummyMeld, TakeRummyDiscard
from messages.rummy.table import RummyView
from tests.client.games.rummy.tables import rummy_view

HAND = ("9H", "3H", "4H", "9S")
DISCARDS = {("stock",), ("discard", "3")}
LEGAL = Marks(legal=frozenset(DISCARDS))


def piles(view: RummyView, marks: Marks, lines: int) -> Drawing:
    variants = pile_variants(view, marks, 80, has_notes=True)
    return next(variant for variant in variants if variant.lines == lines).draw()


def hand(view: RummyView, marks: Marks, lines: int) -> Drawing:
    variants = hand_variants(view, marks, 80)
    return next(variant for variant in variants if variant.lines == lines).draw()


def test_everything_that_would_be_taken_is_underlined() -> None:
    view = rummy_view(HAND, discard=("5S", "JD", "5H", "TC"))
    marks = LEGAL._replace(cursor=("discard", "3"))
    assert to_text(piles(view, marks, 3)) == [
        " ░ 20 ░   10♣  ▏5♥   ▏J♦   ▏5♠   ▏ discards, top right",
        " ░░░░░░       ♣▏    ♥▏    ♦▏    ♠▏ one takes all to its right",
        "[stock]     4   ━▶3◀━ ━ 2 ━ ━ 1 ━",
    ]
    assert taken_place(view, Marks(preview=TakeRummyDiscard("JD"))) == 2
    assert taken_place(view, Marks(preview=TakeRummyDiscard("KS"))) == 0


def test_place_for_a_discard_is_right_of_the_top_card() -> None:
    marks = Marks(legal=frozenset({("pile",)}))
    assert to_text(piles(rummy_view(HAND, discard=("5S",)), marks, 3))[-1] == (
        " stock      1   [discard]"
    )
    assert "no discards" in to_text(piles(rummy_view(HAND, discard=()), Marks(), 3))[0]


def test_many_discards_overlap_and_then_take_several_rows() -> None:
    pile = tuple(f"{rank}{suit}" for suit in "HCS" for rank in "A23456789TJQK")
    lines = {
        count: min(
            v.lines
            for v in pile_variants(
                rummy_view(HAND, discard=pile[:count]), LEGAL, 80, has_notes=False
            )
        )
        for count in (9, 14, 15, 39)
    }
    assert lines == {9: 2, 14: 2, 15: 4, 39: 6}


def test_cards_of_the_selected_action_are_raised_and_underlined() -> None:
    view = rummy_view(HAND, discard=("5H",))
    expected = [
        " 3♥    ▏4♥    ▏",
        "      ♥▏     ♥▏9♥    ▏9♠    ▏",
        " ━━━━━━ ━━━━━━      ♥▏     ♠▏",
    ]
    assert to_text(hand(view, Marks(preview=TakeRummyDiscard("5H")), 3)) == expected
    assert to_text(hand(view, Marks(preview=LayRummyMeld(("3H", "4H"))), 3)) == expected


def test_legal_cards_are_in_brackets_and_changed_and_owed_cards_have_a_sign() -> None:
    view = rummy_view(HAND, owed="9S")
    marks = Marks(legal=frozenset({("card", "3H")}), changed=frozenset({("card", "4H")}))
    assert to_text(hand(view, marks, 3)) == [
        "",
        " [3♥]  ▏4♥   ✦▏9♥    ▏9♠   ✦▏",
        "      ♥▏     ♥▏     ♥▏     ♠▏",
    ]


def test_hand_is_sorted_by_suit_or_by_rank() -> None:
    view = rummy_view(HAND)
    assert sorted_hand(view, Marks()) == ["3H", "4H", "9H", "9S"]
    view = rummy_view(("3H", "9H", "3S", "9S"))
    assert sorted_hand(view, Marks(order="rank")) == ["3H", "3S", "9H", "9S"]


def title_text(view: RummyView, marks: Marks = Marks()) -> str:  # noqa: B008 - frozen
    return to_text([hand_title(view, marks)])[0]


def test_title_has_points_order_melds_and_the_owed_card() -> None:
    view = rummy_view(("3H", "4H", "5H", "KS"))
    assert title_text(view) == "YOUR HAND  4 cards, 22 points · by suit · ready: 3♥ 4♥ 5♥"
    by_rank = title_text(rummy_view(("3H",)), Marks(order="rank"))
    assert by_rank == "YOUR HAND  1 card, 3 points · by rank"
    assert title_text(replace(view, owed="5H")).endswith(" · ✦ 5♥ must be used")
    assert title_text(replace(view, seat=None)).startswith("You are watching")


def test_folded_parts_show_all_cards_and_marks() -> None:
    view = rummy_view(HAND, discard=("5S", "JD", "5H"))
    marks = Marks(legal=frozenset({*DISCARDS, ("card", "3H"), ("pile",)}))
    assert " ".join(to_text(folded_piles(view, marks))) == (
        "░ 20 [stock] [3]5♥  2 J♦  1 5♠ [discard]"
    )
    assert to_text(folded_hand(view, marks, 60)) == [" [3♥] 4♥ 9♥ 9♠"]
