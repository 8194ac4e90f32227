"""The UNO bots: behaviour common to all strategies, then that of each one."""

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

every_bot = pytest.mark.parametrize("make_bot", [RandomBot, BasicBot, AdvancedBot, GreedyBot])
MakeBot = Callable[[int], Bot]

DRAWN_CARD_ANSWERS: list[Action] = [AnswerDrawnUnoCard(play=True), AnswerDrawnUnoCard(play=False)]


@every_bot
def test_uno_is_said_with_the_second_last_card(
    make_bot: MakeBot,
) -> None:
    view = uno_view(["RED 1", "BLUE 9"])
    actions = plays("RED 1")
    assert make_bot(1).choose(view, with_uno(actions)) == PlayUnoCard("RED 1", say_uno=True)
    assert make_bot(1).choose(view, actions) == PlayUnoCard("RED 1")


@every_bot
def test_uno_is_said_before_playing_a_drawn_card_but_not_before_drawing(make_bot: MakeBot) -> None:
    nothing_fits = uno_view(["GREEN 1", "BLUE 9"])
    assert make_bot(1).choose(nothing_fits, with_uno([DrawUnoCard()])) == DrawUnoCard()
    drawn = uno_view(["RED 1", "BLUE 9"], decision="RETAIN", card="RED 1")
    assert make_bot(1).choose(drawn, with_uno(DRAWN_CARD_ANSWERS)) == SayUno()
    assert make_bot(1).choose(drawn, DRAWN_CARD_ANSWERS) == AnswerDrawnUnoCard(play=True)


@every_bot
def test_uno_is_said_at_once_in_the_own_uno_window_but_a_turn_is_not_answered_at_once(
    make_bot: MakeBot,
) -> None:
    view = uno_view(["RED 1"], turn=1, uno_window=0)
    assert make_bot(1).choose(view, [SayUno()]) == SayUno()
    assert make_bot(1).at_once(view, SelectUnoInterrupt(say_uno=True)) == SayUno()
    assert make_bot(1).at_once(view, SelectUnoCard(cards=("RED 1",))) is None


@every_bot
def test_uno_is_not_said_out_of_turn_with_two_cards(make_bot: MakeBot) -> None:
    view = uno_view(["GREEN 1", "BLUE 9"], turn=1, mode="jump_in")
    assert make_bot(1).choose(view, [SayUno()]) is None


@every_bot
def test_bot_draws_if_no_card_fits(make_bot: MakeBot) -> None:
    assert make_bot(1).choose(uno_view(["GREEN 1"] * 3), [DrawUnoCard()]) == DrawUnoCard()


@every_bot
def test_bot_plays_the_only_card_that_fits(make_bot: MakeBot) -> None:
    view = uno_view(["RED 1", "GREEN 1", "BLUE 3"])
    assert make_bot(1).choose(view, plays("RED 1")) == PlayUnoCard("RED 1")


@every_bot
def test_bot_answers_color_swap_and_challenge_prompts_with_a_legal_action(
    make_bot: MakeBot,
) -> None:
    bot = make_bot(1)
    colors: list[Action] = [ChooseUnoColor(color) for color in UNO_COLORS]
    assert bot.choose(uno_view(["BLUE 1"] * 4, decision="COLOR"), colors) in colors
    swaps: list[Action] = [SwapUnoHands(1), SwapUnoHands(2)]
    assert bot.choose(uno_view(["BLUE 7"] * 4, decision="SWAP", card="BLUE 7"), swaps) in swaps
    answers: list[Action] = [AnswerUnoChallenge(True), AnswerUnoChallenge(False)]
    view = uno_view(["BLUE 1"] * 4, decision="CHALLENGE", pending=4)
    assert bot.choose(view, answers) in answers


@every_bot
def test_pending_draw_is_answered_with_the_same_draw_card(make_bot: MakeBot) -> None:
    view = uno_view(["RED 1", "BLUE DRAW_2", "BLUE 3"], top="RED DRAW_2", pending=2)
    assert make_bot(1).choose(view, plays("BLUE DRAW_2")) == PlayUnoCard("BLUE DRAW_2")


def test_basic_bot_plays_at_random_in_another_game() -> None:
    clouds = [ChooseCloud(n) for n in range(3)]
    assert {BasicBot(n).choose(full_view(), clouds) for n in range(50)} == set(clouds)


def test_base_class_without_strategy_raises_not_implemented_error() -> None:
    with pytest.raises(NotImplementedError):
        UnoBot(1).choose(uno_view(["RED 1"] * 3), plays("RED 1"))


HAND = ["RED 1", "RED 9", "BLUE 3", "WILD WILD"]


def test_random_bot_plays_fitting_cards_about_equally_often_and_wilds_in_every_color() -> None:
    bot = RandomBot(1)
    view = uno_view(HAND)
    chosen = [bot.choose(view, plays("RED 1", "RED 9", "WILD WILD")) for _ in range(600)]
    cards = Counter(play.card for play in chosen if isinstance(play, PlayUnoCard))
    assert sum(cards.values()) == 600
    assert all(150 < cards[card] < 250 for card in ("RED 1", "RED 9", "WILD WILD"))
    assert {play.color for play in chosen if isinstance(play, PlayUnoCard) and play.color} == {
        *UNO_COLORS
    }


def test_random_bot_names_colors_and_challenges_at_random() -> None:
    bot = RandomBot(1)
    colors: list[Action] = [ChooseUnoColor(color) for color in UNO_COLORS]
    view = uno_view(HAND, decision="COLOR")
    assert {bot.choose(view, colors) for _ in range(100)} == set(colors)
    answers: list[Action] = [AnswerUnoChallenge(True), AnswerUnoChallenge(False)]
    view = uno_view(HAND, decision="CHALLENGE")
    assert {bot.choose(view, answers) for _ in range(100)} == set(answers)


def test_random_bot_sometimes_jumps_in_and_sometimes_does_not() -> None:
    bot = RandomBot(1)
    view = uno_view(["RED 5", "BLUE 1", "BLUE 2"], turn=1, mode="jump_in")
    assert {bot.choose(view, [PlayUnoCard("RED 5")]) for _ in range(100)} == {
        None,
        PlayUnoCard("RED 5"),
    }


def test_basic_bot_plays_the_card_with_the_most_points() -> None:
    view = uno_view(["RED 3", "RED 9", "RED DRAW_2", "BLUE 5"])
    assert BasicBot(1).choose(view, plays("RED 3", "RED 9", "RED DRAW_2", "BLUE 5")) == (
        PlayUnoCard("RED DRAW_2")
    )
    assert BasicBot(1).choose(view, plays("RED 3", "RED 9", "BLUE 5")) == PlayUnoCard("RED 9")


def test_basic_bot_plays_wilds_last_and_names_its_most_held_color() -> None:
    hand = ["RED 0", "BLUE 1", "BLUE 2", "GREEN 9", "WILD WILD"]
    view = uno_view(hand)
    assert BasicBot(1).choose(view, plays("RED 0", "WILD WILD")) == PlayUnoCard("RED 0")
    assert BasicBot(1).choose(view, plays("WILD WILD")) == PlayUnoCard("WILD WILD", color="BLUE")


def test_basic_bot_breaks_ties_at_random() -> None:
    view = uno_view(["RED SKIP", "RED REVERSE", "BLUE 5"])
    both = plays("RED SKIP", "RED REVERSE")
    assert {BasicBot(seed).choose(view, both) for seed in range(50)} == {
        PlayUnoCard("RED SKIP"),
        PlayUnoCard("RED REVERSE"),
    }


def test_basic_bot_swaps_with_any_other_player_at_random() -> None:
    view = uno_view(["RED 7", "BLUE 1", "BLUE 2"], mode="seven_o")
    partners = plays("RED 7", swaps=(1, 2))
    assert {BasicBot(seed).choose(view, partners) for seed in range(50)} == set(partners[:2])


def test_basic_bot_does_not_jump_in_or_challenge() -> None:
    view = uno_view(["RED 5", "BLUE 1", "BLUE 2"], turn=1, mode="jump_in")
    assert BasicBot(1).choose(view, [PlayUnoCard("RED 5")]) is None
    answers: list[Action] = [AnswerUnoChallenge(True), AnswerUnoChallenge(False)]
    prompted = uno_view(["BLUE 1"] * 4, decision="CHALLENGE")
    assert BasicBot(1).choose(prompted, answers) == AnswerUnoChallenge(False)


def test_basic_bot_answers_the_color_prompt_with_its_most_held_color() -> None:
    colors: list[Action] = [ChooseUnoColor(color) for color in UNO_COLORS]
    view = uno_view(["GREEN 1", "GREEN 2", "RED 9", "WILD WILD"], decision="COLOR")
    assert BasicBot(1).choose(view, colors) == ChooseUnoColor("GREEN")


PLAYERS_AFTER_UNO = (
    UnoPlayerView(cards=2, score=0, said_uno=True),
    UnoPlayerView(cards=7, score=0),
)


def choose(view: UnoView, *cards: str) -> Action | None:
    return AdvancedBot(1).choose(view, plays(*cards, swaps=range(1, len(view.players))))


def test_advanced_bot_plays_the_card_with_the_most_points() -> None:
    hand = ["RED 1", "RED 9", "BLUE 4", "BLUE 6"]
    assert choose(uno_view(hand), "RED 1", "RED 9") == PlayUnoCard("RED 9")


@pytest.mark.parametrize("kept_card", ["RED DRAW_2", "WILD WILD"])
def test_advanced_bot_keeps_draw_cards_and_wilds_until_the_next_player_has_two_cards(
    kept_card: str,
) -> None:
    hand = ["RED 2", kept_card, "BLUE 4", "BLUE 6"]
    assert choose(uno_view(hand, 3, 7), "RED 2", kept_card) == PlayUnoCard("RED 2")
    late = choose(uno_view(hand, 2, 7), "RED 2", kept_card)
    assert isinstance(late, PlayUnoCard)
    assert late.card == kept_card


def test_advanced_bot_keeps_a_draw_4_until_the_next_player_has_one_card_and_names_its_color() -> (
    None
):
    hand = ["BLUE 5", "WILD DRAW_4", "BLUE 4", "BLUE 6"]
    assert choose(uno_view(hand, 3, 7), "BLUE 5", "WILD DRAW_4") == PlayUnoCard("BLUE 5")
    late = choose(uno_view(hand, 1, 7), "BLUE 5", "WILD DRAW_4")
    assert late == PlayUnoCard("WILD DRAW_4", color="BLUE")


def test_advanced_bot_plays_the_card_of_its_most_held_color() -> None:
    hand = ["RED 5", "BLUE 5", "BLUE 1", "BLUE 2", "BLUE 3", "RED 1"]
    assert choose(uno_view(hand, top="GREEN 5"), "RED 5", "BLUE 5") == PlayUnoCard("BLUE 5")


def test_advanced_bot_plays_skips_in_the_order_that_ends_the_round() -> None:
    hand = ["RED SKIP", "BLUE SKIP", "RED 3"]
    view = uno_view(hand, 5, top="GREEN SKIP")
    assert choose(view, "RED SKIP", "BLUE SKIP") == PlayUnoCard("BLUE SKIP")


def test_advanced_bot_swaps_with_the_smallest_hand_if_it_is_smaller_and_when_prompted() -> None:
    hand = ["RED 7", "RED 1", "BLUE 3", "BLUE 4"]
    small = uno_view(hand, 5, 1, mode="seven_o")
    assert choose(small, "RED 1", "RED 7") == PlayUnoCard("RED 7", swap=2)
    large = uno_view(hand, 5, 6, mode="seven_o")
    assert choose(large, "RED 1", "RED 7") == PlayUnoCard("RED 1")
    swaps: list[Action] = [SwapUnoHands(1), SwapUnoHands(2)]
    prompted = uno_view(hand, 5, 3, mode="seven_o", decision="SWAP", card="RED 7")
    assert AdvancedBot(1).choose(prompted, swaps) == SwapUnoHands(2)


def test_advanced_bot_plays_a_zero_only_to_receive_a_smaller_hand() -> None:
    hand = ["RED 0", "RED 1", "BLUE 3", "BLUE 4"]
    assert choose(uno_view(hand, 9, 1, mode="seven_o"), "RED 0", "RED 1") == PlayUnoCard("RED 0")
    assert choose(uno_view(hand, 1, 9, mode="seven_o"), "RED 0", "RED 1") == PlayUnoCard("RED 1")


def test_advanced_bot_jumps_in_at_once_and_says_uno_if_asked_or_with_its_second_last_card() -> None:
    bot = AdvancedBot(1)
    view = uno_view(["RED 5", "BLUE 1", "BLUE 2"], turn=1, mode="jump_in")
    assert bot.choose(view, [PlayUnoCard("RED 5")]) == PlayUnoCard("RED 5")
    prompt = SelectUnoInterrupt(cards=("RED 5",))
    assert bot.at_once(view, prompt) == PlayUnoCard("RED 5")
    assert bot.at_once(view, SelectUnoInterrupt(cards=("RED 5",), say_uno=True)) == SayUno()
    two = uno_view(["RED 5", "BLUE 1"], turn=1, mode="jump_in")
    assert bot.at_once(two, prompt) == PlayUnoCard("RED 5", say_uno=True)
    said = uno_view(["RED 5", "BLUE 1"], turn=1, mode="jump_in", players=PLAYERS_AFTER_UNO)
    assert bot.at_once(said, prompt) == PlayUnoCard("RED 5")
    choice = bot.choose(two, [PlayUnoCard("RED 5"), SayUno()])
    assert choice == PlayUnoCard("RED 5", say_uno=True)


@every_bot
def test_uno_is_said_before_the_last_card_if_the_own_window_is_open(make_bot: MakeBot) -> None:
    view = uno_view(["RED 1"], uno_window=0)
    assert make_bot(1).choose(view, with_uno(plays("RED 1"))) == SayUno()


COLORED = ["BLUE 1", "BLUE 4", "BLUE 9", "GREEN 2", "GREEN 3", "WILD WILD"]


def test_advanced_bot_names_a_color_that_the_next_player_lacks_until_the_next_round() -> None:
    bot = AdvancedBot(1)
    view = uno_view(COLORED, 6, top="GREEN 5")
    assert bot.choose(view, plays("WILD WILD")) == PlayUnoCard("WILD WILD", color="BLUE")
    bot.saw(view, UnoCardsDrawn(1, 1, "CHOICE"))
    assert bot.choose(view, plays("WILD WILD")) == PlayUnoCard("WILD WILD", color="GREEN")
    colors: list[Action] = [ChooseUnoColor(color) for color in UNO_COLORS]
    prompted = uno_view(COLORED, 6, top="GREEN 5", decision="COLOR")
    assert bot.choose(prompted, colors) == ChooseUnoColor("GREEN")
    bot.saw(view, UnoRoundStarted(2, 0, "RED 1", 7, 90))
    assert bot.choose(view, plays("WILD WILD")) == PlayUnoCard("WILD WILD", color="BLUE")


def test_advanced_bot_ignores_changes_seen_with_a_view_of_another_game() -> None:
    bot, view = AdvancedBot(1), uno_view(COLORED, 6, top="GREEN 5")
    bot.saw(view, UnoCardsDrawn(1, 1, "CHOICE"))
    bot.saw(full_view(), UnoRoundStarted(2, 0, "RED 1", 7, 90))
    assert bot.choose(view, plays("WILD WILD")) == PlayUnoCard("WILD WILD", color="GREEN")


def test_advanced_bot_plays_a_drawn_card_but_keeps_a_wild_until_the_next_player_has_2_cards() -> (
    None
):
    answers: list[Action] = [AnswerDrawnUnoCard(play=True), AnswerDrawnUnoCard(play=False)]
    hand = ["BLUE 1", "BLUE 2", "WILD WILD"]

    def answer(cards: int, card: str) -> Action | None:
        view = uno_view(hand, cards, 7, decision="RETAIN", card=card)
        return AdvancedBot(1).choose(view, answers)

    assert answer(7, "WILD WILD") == AnswerDrawnUnoCard(play=False)
    assert answer(2, "WILD WILD") == AnswerDrawnUnoCard(play=True)
    assert answer(7, "BLUE 1") == AnswerDrawnUnoCard(play=True)


@pytest.mark.parametrize(
    ("cards", "challenged"), [(CHALLENGE_MIN_CARDS - 1, False), (CHALLENGE_MIN_CARDS, True)]
)
def test_advanced_bot_challenges_only_a_previous_player_with_the_minimum_of_cards(
    cards: int, challenged: bool
) -> None:
    answers: list[Action] = [AnswerUnoChallenge(True), AnswerUnoChallenge(False)]
    view = uno_view(["BLUE 1"] * 4, 2, cards, decision="CHALLENGE", pending=4)
    assert AdvancedBot(1).choose(view, answers) == AnswerUnoChallenge(challenged)
