"""The value of a hand after a play."""

import pytest

from client.games.uno.bot_evaluation import (
    DEPTH,
    OTHER,
    WON,
    Memory,
    color_of,
    favourite,
    favourite_color,
    is_wild,
    play_value,
    points_of,
    seat_beside,
    seated,
    symbol_of,
    table_of,
    without,
)
from messages import Change
from messages.uno.actions import PlayUnoCard
from messages.uno.table import (
    UnoCardPlayed,
    UnoCardsDrawn,
    UnoHandsPassed,
    UnoHandsSwapped,
    UnoPlayerView,
    UnoRoundStarted,
    UnoSaid,
    UnoView,
)
from tests.client.games.uno.tables import uno_view


def value(view: UnoView, play: PlayUnoCard) -> float:
    return play_value(table_of(view, Memory()), play)


def test_the_last_card_wins() -> None:
    assert value(uno_view(["RED 1"]), PlayUnoCard("RED 1")) == WON
    assert value(uno_view(["RED 7"], mode="seven_o"), PlayUnoCard("RED 7")) == WON


def test_a_chain_of_turns_is_thought_through_with_two_players_only() -> None:
    hand = ["RED SKIP", "BLUE SKIP", "BLUE 3"]
    assert value(uno_view(hand, 5), PlayUnoCard("RED SKIP")) == WON
    assert value(uno_view(hand, 5, 5), PlayUnoCard("RED SKIP")) < WON


def test_a_wild_ends_a_chain_and_a_draw_4_only_without_the_colour() -> None:
    view = uno_view(["RED SKIP", "WILD WILD"], 5)
    assert value(view, PlayUnoCard("RED SKIP")) == WON
    lawful = uno_view(["RED SKIP", "WILD DRAW_4"], 5)
    assert value(lawful, PlayUnoCard("RED SKIP")) == WON
    held = uno_view(["RED SKIP", "WILD DRAW_4", "RED 1"], 5)
    assert value(held, PlayUnoCard("RED SKIP")) < WON


def test_thinking_has_an_end() -> None:
    hand = ["RED SKIP"] * (DEPTH + 3)
    assert value(uno_view(hand, 5), PlayUnoCard("RED SKIP")) < WON
    assert value(uno_view(hand[: DEPTH + 1], 5), PlayUnoCard("RED SKIP")) == WON


def test_points_weigh_more_when_somebody_is_about_to_go_out() -> None:
    def gain(cards: int) -> float:
        view = uno_view(["RED 1", "RED 9", "BLUE 8"], cards, 7)
        return value(view, PlayUnoCard("RED 9")) - value(view, PlayUnoCard("RED 1"))

    assert gain(1) > gain(7) > 0


def test_a_colour_the_rival_lacks_is_worth_more_to_the_only_rival() -> None:
    def gain(*others: int) -> float:
        view = uno_view(["RED 1", "BLUE 9", "RED 2"], *others)
        memory = Memory()
        before = play_value(table_of(view, memory), PlayUnoCard("RED 1"))
        memory.saw(view, UnoCardsDrawn(1, 0, "CHOICE"))
        return play_value(table_of(view, memory), PlayUnoCard("RED 1")) - before

    assert gain(5) > gain(5, 5) > 0


def test_a_colour_without_own_cards_is_not_named() -> None:
    view = uno_view(["BLUE 1", "WILD WILD"], 5)
    memory = Memory()
    memory.saw(view, UnoCardsDrawn(1, 0, "CHOICE"))
    assert favourite(table_of(view, memory), ["BLUE 1"]) == "BLUE"


def test_a_wild_without_a_colour_is_judged_by_the_colour_on_the_table() -> None:
    view = uno_view(["RED 1", "RED 2", "WILD WILD"], 5, 5)
    plain = value(view, PlayUnoCard("WILD WILD"))
    assert plain == value(view, PlayUnoCard("WILD WILD", color="RED"))
    nameless = uno_view(["RED 1", "RED 2", "WILD WILD"], 5, 5, top="WILD WILD")
    assert value(nameless, PlayUnoCard("WILD WILD")) == plain


HAND = ["BLUE 1", "BLUE 2"]
RED = uno_view(HAND, 5, 5, top="RED 5")


def saw(*changes: Change) -> Memory:
    memory = Memory()
    memory.saw(RED, UnoSaid(2))
    for change in changes:
        memory.saw(RED, change)
    return memory


def test_nothing_is_known_at_first() -> None:
    assert Memory().lacks(1, "RED", 5) == OTHER**5


def test_who_draws_has_nothing_of_the_colour_but_maybe_the_card_just_drawn() -> None:
    memory = saw(UnoCardsDrawn(1, 1, "CHOICE"))
    assert memory.lacks(1, "RED", 6) == OTHER
    assert memory.lacks(1, "BLUE", 6) == OTHER**6
    assert memory.lacks(2, "RED", 6) == OTHER**6


def test_a_penalty_says_nothing_but_brings_unknown_cards() -> None:
    memory = saw(UnoCardsDrawn(1, 1, "CHOICE"), UnoCardsDrawn(1, 4, "PENALTY"))
    assert memory.lacks(1, "RED", 10) == OTHER**5
    assert saw(UnoCardsDrawn(1, 4, "PENALTY")).lacks(1, "RED", 9) == OTHER**9


def test_more_cards_than_the_hand_has_cannot_be_of_a_colour() -> None:
    memory = saw(UnoCardsDrawn(1, 1, "CHOICE"), UnoCardsDrawn(1, 4, "PENALTY"))
    assert memory.lacks(1, "RED", 2) == OTHER**2


def test_a_wild_on_a_colour_says_that_it_was_missing() -> None:
    memory = saw(UnoCardPlayed(1, "GREEN WILD"))
    assert memory.lacks(1, "RED", 4) == 1.0
    assert memory.lacks(1, "GREEN", 4) == OTHER**4
    assert saw(UnoCardPlayed(1, "RED 3")).lacks(1, "RED", 4) == OTHER**4


def test_a_wild_on_nothing_says_nothing() -> None:
    memory = Memory()
    memory.saw(RED, UnoCardPlayed(1, "RED WILD"))
    assert memory.lacks(1, "RED", 4) == OTHER**4
    nameless = uno_view(HAND, 5, 5, top="WILD WILD")
    memory.saw(nameless, UnoCardsDrawn(1, 1, "CHOICE"))
    assert memory.lacks(1, "RED", 4) == OTHER**4


@pytest.mark.parametrize(
    "change",
    [
        UnoRoundStarted(2, 0, "RED 1", 7, 80),
        UnoHandsSwapped(1, 2),
        UnoHandsPassed(1, True),
    ],
)
def test_new_hands_are_unknown(change: Change) -> None:
    memory = saw(UnoCardsDrawn(1, 1, "CHOICE"), change)
    assert memory.lacks(1, "RED", 6) == OTHER**6


@pytest.mark.parametrize(
    ("card", "color", "symbol", "points", "wild"),
    [
        ("RED 7", "RED", "7", 7, False),
        ("BLUE 0", "BLUE", "0", 0, False),
        ("GREEN DRAW_2", "GREEN", "DRAW_2", 20, False),
        ("YELLOW SKIP", "YELLOW", "SKIP", 20, False),
        ("WILD WILD", None, "WILD", 50, True),
        ("WILD DRAW_4", None, "DRAW_4", 50, True),
        ("RED WILD", "RED", "WILD", 50, True),
    ],
)
def test_a_card(card: str, color: str | None, symbol: str, points: int, wild: bool) -> None:
    assert color_of(card) == color
    assert symbol_of(card) == symbol
    assert points_of(card) == points
    assert is_wild(card) is wild


def test_one_of_two_equal_cards_leaves_the_hand() -> None:
    assert without(("RED 7", "RED 7", "BLUE 1"), "RED 7") == ["RED 7", "BLUE 1"]


def test_the_favourite_colour_is_held_most_and_the_first_on_a_tie() -> None:
    assert favourite_color(("BLUE 1", "BLUE 2", "RED 9", "WILD WILD")) == "BLUE"
    assert favourite_color(("BLUE 1", "YELLOW 2")) == "YELLOW"
    assert favourite_color(()) == "RED"


def test_neighbours_follow_the_direction_and_pass_over_empty_seats() -> None:
    view = uno_view(["RED 1"], 3, 4, 5)
    assert (seat_beside(view, 0, 1), seat_beside(view, 0, -1)) == (1, 3)
    gone = UnoPlayerView(cards=0, score=0, gone=True)
    view = uno_view(["RED 1"], 3, 4, 5, clockwise=False, players=(*view.players[:3], gone))
    assert seated(view) == [0, 1, 2]
    assert (seat_beside(view, 0, 1), seat_beside(view, 0, -1)) == (2, 1)
