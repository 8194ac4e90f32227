"""The legal card that is not wild and has the most points, wilds last; the colour held most."""

from client.bots import BasicBot
from messages.registry import Action
from messages.uno.actions import UNO_COLORS, AnswerUnoChallenge, ChooseUnoColor, PlayUnoCard
from tests.client.games.uno.tables import plays, uno_view


def test_the_most_points_first() -> None:
    view = uno_view(["RED 3", "RED 9", "RED DRAW_2", "BLUE 5"])
    assert BasicBot(1).choose(view, plays("RED 3", "RED 9", "RED DRAW_2", "BLUE 5")) == (
        PlayUnoCard("RED DRAW_2")
    )
    assert BasicBot(1).choose(view, plays("RED 3", "RED 9", "BLUE 5")) == PlayUnoCard("RED 9")


def test_a_wild_only_when_nothing_else_fits_and_in_the_colour_held_most() -> None:
    hand = ["RED 0", "BLUE 1", "BLUE 2", "GREEN 9", "WILD WILD"]
    view = uno_view(hand)
    assert BasicBot(1).choose(view, plays("RED 0", "WILD WILD")) == PlayUnoCard("RED 0")
    assert BasicBot(1).choose(view, plays("WILD WILD")) == PlayUnoCard("WILD WILD", color="BLUE")


def test_between_equals_chance_decides() -> None:
    view = uno_view(["RED SKIP", "RED REVERSE", "BLUE 5"])
    both = plays("RED SKIP", "RED REVERSE")
    assert {BasicBot(seed).choose(view, both) for seed in range(50)} == {
        PlayUnoCard("RED SKIP"),
        PlayUnoCard("RED REVERSE"),
    }


def test_sevens_are_swapped_with_anybody() -> None:
    view = uno_view(["RED 7", "BLUE 1", "BLUE 2"], mode="seven_o")
    partners = plays("RED 7", swaps=(1, 2))
    assert {BasicBot(seed).choose(view, partners) for seed in range(50)} == set(partners[:2])


def test_never_jumps_in_and_never_challenges() -> None:
    view = uno_view(["RED 5", "BLUE 1", "BLUE 2"], turn=1, mode="jump_in")
    assert BasicBot(1).choose(view, [PlayUnoCard("RED 5")]) is None
    doubts: list[Action] = [AnswerUnoChallenge(True), AnswerUnoChallenge(False)]
    asked = uno_view(["BLUE 1"] * 4, decision="CHALLENGE")
    assert BasicBot(1).choose(asked, doubts) == AnswerUnoChallenge(False)


def test_names_the_colour_held_most_when_asked() -> None:
    colors: list[Action] = [ChooseUnoColor(color) for color in UNO_COLORS]
    view = uno_view(["GREEN 1", "GREEN 2", "RED 9", "WILD WILD"], decision="COLOR")
    assert BasicBot(1).choose(view, colors) == ChooseUnoColor("GREEN")
