"""What every UNO bot does, whatever its strategy."""

from collections import Counter
from collections.abc import Callable

import pytest

from client.bots import Bot, GreedyBot, RandomBot
from client.games.uno.bots import CHALLENGE_MIN_CARDS, AdvancedBot, BasicBot, UnoBot
from messages.eriantys.actions import ChooseCloud
from messages.registry import Action
from messages.uno.actions import (
    UNO_COLORS,
    AnswerDrawnUnoCard,
    AnswerUnoChallenge,
    ChooseUnoColor,
    DrawUnoCard,
    PlayUnoCard,
    SayUno,
    SelectUnoCard,
    SelectUnoInterrupt,
    SwapUnoHands,
)
from messages.uno.table import UnoCardsDrawn, UnoPlayerView, UnoRoundStarted, UnoView
from tests.client.games.eriantys.tables import full_view
from tests.client.games.uno.tables import plays, uno_view, with_uno

every_bot = pytest.mark.parametrize("make", [RandomBot, BasicBot, AdvancedBot, GreedyBot])
Make = Callable[[int], Bot]

DECIDE: list[Action] = [AnswerDrawnUnoCard(play=True), AnswerDrawnUnoCard(play=False)]


@every_bot
def test_uno_is_said_before_the_second_last_card(make: Make) -> None:
    view = uno_view(["RED 1", "BLUE 9"])
    actions = plays("RED 1")
    assert make(1).choose(view, with_uno(actions)) == SayUno()
    assert make(1).choose(view, actions) == PlayUnoCard("RED 1")


@every_bot
def test_uno_is_not_said_before_drawing_but_before_a_drawn_card_is_played(make: Make) -> None:
    nothing_fits = uno_view(["GREEN 1", "BLUE 9"])
    assert make(1).choose(nothing_fits, with_uno([DrawUnoCard()])) == DrawUnoCard()
    drawn = uno_view(["RED 1", "BLUE 9"], decision="RETAIN", card="RED 1")
    assert make(1).choose(drawn, with_uno(DECIDE)) == SayUno()
    assert make(1).choose(drawn, DECIDE) == AnswerDrawnUnoCard(play=True)


@every_bot
def test_uno_is_said_when_a_hand_of_one_card_came_in_another_way(make: Make) -> None:
    view = uno_view(["RED 1"], turn=1, uno_window=0)
    assert make(1).choose(view, [SayUno()]) == SayUno()
    assert make(1).at_once(view, SelectUnoInterrupt(say_uno=True)) == SayUno()
    assert make(1).at_once(view, SelectUnoCard(cards=("RED 1",))) is None


@every_bot
def test_out_of_turn_an_uno_that_is_only_possible_is_left(make: Make) -> None:
    view = uno_view(["GREEN 1", "BLUE 9"], turn=1, mode="jump_in")
    assert make(1).choose(view, [SayUno()]) is None


@every_bot
def test_who_has_nothing_that_fits_draws(make: Make) -> None:
    assert make(1).choose(uno_view(["GREEN 1"] * 3), [DrawUnoCard()]) == DrawUnoCard()


@every_bot
def test_a_card_that_fits_is_played(make: Make) -> None:
    view = uno_view(["RED 1", "GREEN 1", "BLUE 3"])
    assert make(1).choose(view, plays("RED 1")) == PlayUnoCard("RED 1")


@every_bot
def test_every_question_has_an_answer(make: Make) -> None:
    bot = make(1)
    colors: list[Action] = [ChooseUnoColor(color) for color in UNO_COLORS]
    assert bot.choose(uno_view(["BLUE 1"] * 4, decision="COLOR"), colors) in colors
    swaps: list[Action] = [SwapUnoHands(1), SwapUnoHands(2)]
    assert bot.choose(uno_view(["BLUE 7"] * 4, decision="SWAP", card="BLUE 7"), swaps) in swaps
    answers: list[Action] = [AnswerUnoChallenge(True), AnswerUnoChallenge(False)]
    view = uno_view(["BLUE 1"] * 4, decision="CHALLENGE", pending=4)
    assert bot.choose(view, answers) in answers


@every_bot
def test_a_penalty_is_answered_with_the_same_kind(make: Make) -> None:
    view = uno_view(["RED 1", "BLUE DRAW_2", "BLUE 3"], top="RED DRAW_2", pending=2)
    assert make(1).choose(view, plays("BLUE DRAW_2")) == PlayUnoCard("BLUE DRAW_2")


def test_in_another_game_an_uno_bot_plays_at_random() -> None:
    clouds = [ChooseCloud(n) for n in range(3)]
    assert {BasicBot(n).choose(full_view(), clouds) for n in range(50)} == set(clouds)


def test_a_strategy_is_needed() -> None:
    with pytest.raises(NotImplementedError):
        UnoBot(1).choose(uno_view(["RED 1"] * 3), plays("RED 1"))


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


@pytest.mark.parametrize(
    ("cards", "doubted"), [(CHALLENGE_MIN_CARDS - 1, False), (CHALLENGE_MIN_CARDS, True)]
)
def test_only_who_has_many_cards_left_is_doubted(cards: int, doubted: bool) -> None:
    answers: list[Action] = [AnswerUnoChallenge(True), AnswerUnoChallenge(False)]
    view = uno_view(["BLUE 1"] * 4, 2, cards, decision="CHALLENGE", pending=4)
    assert AdvancedBot(1).choose(view, answers) == AnswerUnoChallenge(doubted)
