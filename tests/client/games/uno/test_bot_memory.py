"""What can be known of the hands of others."""

import pytest

from client.games.uno.bot_memory import OTHER, Memory
from messages import Change
from messages.uno.table import (
    UnoCardPlayed,
    UnoCardsDrawn,
    UnoHandsPassed,
    UnoHandsSwapped,
    UnoRoundStarted,
    UnoSaid,
)
from tests.client.games.uno.tables import uno_view

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
