"""Each rule of the advanced player, in positions where it decides."""

import pytest

from client.bots import AdvancedBot
from client.games.uno.bots_advanced import BLUFF
from messages.registry import Action
from messages.uno.actions import (
    UNO_COLORS,
    AnswerDrawnUnoCard,
    AnswerUnoChallenge,
    ChooseUnoColor,
    PlayUnoCard,
    SayUno,
    SelectUnoInterrupt,
    SwapUnoHands,
)
from messages.uno.table import UnoCardsDrawn, UnoPlayerView, UnoRoundStarted, UnoView
from tests.client.games.uno.tables import plays, uno_view
from tests.client.tables import full_view

SAID = (UnoPlayerView(cards=2, score=0, said_uno=True), UnoPlayerView(cards=7, score=0))


def choose(view: UnoView, *cards: str) -> Action | None:
    return AdvancedBot(1).choose(view, plays(*cards, swaps=range(1, len(view.players))))


def test_points_first_as_basic() -> None:
    hand = ["RED 1", "RED 9", "BLUE 4", "BLUE 6"]
    assert choose(uno_view(hand), "RED 1", "RED 9") == PlayUnoCard("RED 9")


@pytest.mark.parametrize("kept", ["RED DRAW_2", "WILD WILD"])
def test_draw_cards_and_wilds_are_kept_until_the_next_player_has_two_cards(kept: str) -> None:
    hand = ["RED 2", kept, "BLUE 4", "BLUE 6"]
    assert choose(uno_view(hand, 3, 7), "RED 2", kept) == PlayUnoCard("RED 2")
    late = choose(uno_view(hand, 2, 7), "RED 2", kept)
    assert isinstance(late, PlayUnoCard)
    assert late.card == kept


def test_a_draw_4_is_kept_for_late_as_well() -> None:
    hand = ["BLUE 5", "WILD DRAW_4", "BLUE 4", "BLUE 6"]
    assert choose(uno_view(hand, 3, 7), "BLUE 5", "WILD DRAW_4") == PlayUnoCard("BLUE 5")
    late = choose(uno_view(hand, 1, 7), "BLUE 5", "WILD DRAW_4")
    assert late == PlayUnoCard("WILD DRAW_4", color="BLUE")


def test_the_strongest_colour_is_kept_on_the_table() -> None:
    hand = ["RED 5", "BLUE 5", "BLUE 1", "BLUE 2", "BLUE 3", "RED 1"]
    assert choose(uno_view(hand, top="GREEN 5"), "RED 5", "BLUE 5") == PlayUnoCard("BLUE 5")


def test_with_two_players_skips_are_played_in_the_order_that_ends_the_round() -> None:
    hand = ["RED SKIP", "BLUE SKIP", "RED 3"]
    view = uno_view(hand, 5, top="GREEN SKIP")
    assert choose(view, "RED SKIP", "BLUE SKIP") == PlayUnoCard("BLUE SKIP")


def test_a_seven_swaps_with_the_smallest_hand_and_only_if_that_helps() -> None:
    hand = ["RED 7", "RED 1", "BLUE 3", "BLUE 4"]
    small = uno_view(hand, 5, 1, mode="seven_o")
    assert choose(small, "RED 1", "RED 7") == PlayUnoCard("RED 7", swap=2)
    large = uno_view(hand, 5, 6, mode="seven_o")
    assert choose(large, "RED 1", "RED 7") == PlayUnoCard("RED 1")
    swaps: list[Action] = [SwapUnoHands(1), SwapUnoHands(2)]
    asked = uno_view(hand, 5, 3, mode="seven_o", decision="SWAP", card="RED 7")
    assert AdvancedBot(1).choose(asked, swaps) == SwapUnoHands(2)


def test_a_zero_brings_the_hand_of_the_seat_before() -> None:
    hand = ["RED 0", "RED 1", "BLUE 3", "BLUE 4"]
    assert choose(uno_view(hand, 9, 1, mode="seven_o"), "RED 0", "RED 1") == PlayUnoCard("RED 0")
    assert choose(uno_view(hand, 1, 9, mode="seven_o"), "RED 0", "RED 1") == PlayUnoCard("RED 1")


def test_jumps_in_whenever_it_can_and_at_once() -> None:
    bot = AdvancedBot(1)
    view = uno_view(["RED 5", "BLUE 1", "BLUE 2"], turn=1, mode="jump_in")
    assert bot.choose(view, [PlayUnoCard("RED 5")]) == PlayUnoCard("RED 5")
    prompt = SelectUnoInterrupt(cards=("RED 5",))
    assert bot.at_once(view, prompt) == PlayUnoCard("RED 5")
    assert bot.at_once(view, SelectUnoInterrupt(cards=("RED 5",), say_uno=True)) == SayUno()
    two = uno_view(["RED 5", "BLUE 1"], turn=1, mode="jump_in")
    assert bot.at_once(two, prompt) == SayUno()
    said = uno_view(["RED 5", "BLUE 1"], turn=1, mode="jump_in", players=SAID)
    assert bot.at_once(said, prompt) == PlayUnoCard("RED 5")
    assert bot.choose(two, [PlayUnoCard("RED 5"), SayUno()]) == SayUno()


COLOURED = ["BLUE 1", "BLUE 4", "BLUE 9", "GREEN 2", "GREEN 3", "WILD WILD"]


def test_a_colour_the_next_player_did_not_have_is_named() -> None:
    bot = AdvancedBot(1)
    view = uno_view(COLOURED, 6, top="GREEN 5")
    assert bot.choose(view, plays("WILD WILD")) == PlayUnoCard("WILD WILD", color="BLUE")
    bot.saw(view, UnoCardsDrawn(1, 1, "CHOICE"))
    assert bot.choose(view, plays("WILD WILD")) == PlayUnoCard("WILD WILD", color="GREEN")
    colors: list[Action] = [ChooseUnoColor(color) for color in UNO_COLORS]
    asked = uno_view(COLOURED, 6, top="GREEN 5", decision="COLOR")
    assert bot.choose(asked, colors) == ChooseUnoColor("GREEN")
    bot.saw(view, UnoRoundStarted(2, 0, "RED 1", 7, 90))
    assert bot.choose(view, plays("WILD WILD")) == PlayUnoCard("WILD WILD", color="BLUE")


def test_what_happens_in_other_games_is_not_remembered() -> None:
    bot, view = AdvancedBot(1), uno_view(COLOURED, 6, top="GREEN 5")
    bot.saw(view, UnoCardsDrawn(1, 1, "CHOICE"))
    bot.saw(full_view(), UnoRoundStarted(2, 0, "RED 1", 7, 90))
    assert bot.choose(view, plays("WILD WILD")) == PlayUnoCard("WILD WILD", color="GREEN")


def test_a_wild_just_drawn_is_kept_early_and_played_late() -> None:
    answers: list[Action] = [AnswerDrawnUnoCard(play=True), AnswerDrawnUnoCard(play=False)]
    hand = ["BLUE 1", "BLUE 2", "WILD WILD"]

    def answer(cards: int, card: str) -> Action | None:
        view = uno_view(hand, cards, 7, decision="RETAIN", card=card)
        return AdvancedBot(1).choose(view, answers)

    assert answer(7, "WILD WILD") == AnswerDrawnUnoCard(play=False)
    assert answer(2, "WILD WILD") == AnswerDrawnUnoCard(play=True)
    assert answer(7, "BLUE 1") == AnswerDrawnUnoCard(play=True)


@pytest.mark.parametrize(("cards", "doubted"), [(BLUFF - 1, False), (BLUFF, True)])
def test_only_who_has_many_cards_left_is_doubted(cards: int, doubted: bool) -> None:
    answers: list[Action] = [AnswerUnoChallenge(True), AnswerUnoChallenge(False)]
    view = uno_view(["BLUE 1"] * 4, 2, cards, decision="CHALLENGE", pending=4)
    assert AdvancedBot(1).choose(view, answers) == AnswerUnoChallenge(doubted)
