from collections import Counter

from client.bots import RandomBot
from messages.registry import Action
from messages.uno.actions import UNO_COLORS, AnswerUnoChallenge, ChooseUnoColor, PlayUnoCard
from tests.client.games.uno.tables import plays, uno_view

HAND = ["RED 1", "RED 9", "BLUE 3", "WILD WILD"]


def test_any_card_that_fits_and_any_colour() -> None:
    bot = RandomBot(1)
    view = uno_view(HAND)
    chosen = [bot.choose(view, plays("RED 1", "RED 9", "WILD WILD")) for _ in range(600)]
    cards = Counter(play.card for play in chosen if isinstance(play, PlayUnoCard))
    assert sum(cards.values()) == 600
    assert all(150 < cards[card] < 250 for card in ("RED 1", "RED 9", "WILD WILD"))
    assert {play.color for play in chosen if isinstance(play, PlayUnoCard) and play.color} == {
        *UNO_COLORS
    }


def test_colours_and_doubts_at_random() -> None:
    bot = RandomBot(1)
    colors: list[Action] = [ChooseUnoColor(color) for color in UNO_COLORS]
    view = uno_view(HAND, decision="COLOR")
    assert {bot.choose(view, colors) for _ in range(100)} == set(colors)
    doubts: list[Action] = [AnswerUnoChallenge(True), AnswerUnoChallenge(False)]
    view = uno_view(HAND, decision="CHALLENGE")
    assert {bot.choose(view, doubts) for _ in range(100)} == set(doubts)


def test_jumps_in_now_and_then() -> None:
    bot = RandomBot(1)
    view = uno_view(["RED 5", "BLUE 1", "BLUE 2"], turn=1, mode="jump_in")
    assert {bot.choose(view, [PlayUnoCard("RED 5")]) for _ in range(100)} == {
        None,
        PlayUnoCard("RED 5"),
    }
