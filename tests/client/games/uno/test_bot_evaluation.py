"""What a hand is worth after a play."""

from client.games.uno.bot_evaluation import DEPTH, WON, favourite, table_of, worth
from client.games.uno.bot_memory import Memory
from messages.uno.actions import PlayUnoCard
from messages.uno.table import UnoCardsDrawn, UnoView
from tests.client.games.uno.tables import uno_view


def value(view: UnoView, play: PlayUnoCard) -> float:
    return worth(table_of(view, Memory()), play)


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
        before = worth(table_of(view, memory), PlayUnoCard("RED 1"))
        memory.saw(view, UnoCardsDrawn(1, 0, "CHOICE"))
        return worth(table_of(view, memory), PlayUnoCard("RED 1")) - before

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
