"""Drawing, and the discards that become a draw pile."""

from games.uno.piles import draw, draw_one, refill
from messages.base import Change
from messages.uno.table import UnoCardsDrawn, UnoPileReshuffled
from tests.games.uno.tables import A, B, kinds, table


def test_cards_come_from_the_top_in_their_order() -> None:
    state = table("RED 5", "BLUE 3", draw="GREEN 9, GREEN 1, BLUE 0")
    news: list[Change] = []
    after = draw(state, B, 2, "PENALTY", news)
    assert after.hands[B] == kinds("GREEN 1, GREEN 9, BLUE 3")
    assert after.draw == state.draw[:-2]
    assert news == [UnoCardsDrawn(B, 2, "PENALTY", ("GREEN 9", "GREEN 1"))]


def test_one_card_is_sorted_into_the_hand() -> None:
    state = table("RED 5, GREEN 3, BLUE 1", "BLUE 3", draw="GREEN 3")
    news: list[Change] = []
    after = draw_one(state, A, news)
    assert after.hands[A] == kinds("RED 5, GREEN 3, GREEN 3, BLUE 1")
    assert after == draw(state, A, 1, "CHOICE", [])
    assert news == [UnoCardsDrawn(A, 1, "CHOICE", ("GREEN 3",))]


def test_an_uno_said_before_is_void_after_drawing() -> None:
    state = table("RED 5, RED 6", "BLUE 3", said=0b11)
    assert draw(state, A, 1, "PENALTY", []).said == 0b10
    assert draw_one(state, A, []).said == 0b10


def test_a_named_colour_is_lost_and_the_top_card_stays() -> None:
    state = table("RED 5", "BLUE 3", top="RED WILD", under="BLUE 4, WILD DRAW_4", rest=A)
    news: list[Change] = []
    after = refill(state, news)
    assert bytes(sorted(after.draw)) == kinds("BLUE 4, WILD DRAW_4")
    assert after.discard == kinds("WILD WILD")
    assert after.color == 0
    assert after.chance != state.chance
    assert news == [UnoPileReshuffled(2)]


def test_nothing_is_shuffled_without_need_or_without_cards() -> None:
    news: list[Change] = []
    for state in (table("RED 5", "BLUE 3"), table("RED 5", "BLUE 3", rest=A)):
        assert refill(state, news) == state
    assert news == []


def test_as_many_as_there_are() -> None:
    state = table("RED 5", "BLUE 3", draw="GREEN 1", under="GREEN 2, GREEN 3", rest=A)
    news: list[Change] = []
    after = draw(state, B, 4, "PENALTY", news)
    assert after.hands[B] == kinds("GREEN 1, GREEN 2, GREEN 3, BLUE 3")
    assert (after.draw, after.discard) == (b"", state.discard[-1:])
    assert [type(change).__name__ for change in news] == [
        *("UnoCardsDrawn", "UnoPileReshuffled", "UnoCardsDrawn"),
    ]
    assert draw(after, B, 4, "PENALTY", []) == after
