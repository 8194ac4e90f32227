"""The evaluation of UNO plays, and the model of opponents behind it."""

import pytest

from client.games.uno.bot_evaluation import (
    MAX_DEPTH,
    NOT_OF_COLOR,
    WIN_VALUE,
    OpponentModel,
    best_color_to_name,
    color_of,
    is_wild,
    most_held_color,
    play_value,
    points_of,
    remove_card,
    seat_after,
    seats_in_play,
    situation_of,
    symbol_of,
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
    return play_value(situation_of(view, OpponentModel()), play)


def test_last_card_has_the_win_value_also_if_it_is_a_seven() -> None:
    assert value(uno_view(["RED 1"]), PlayUnoCard("RED 1")) == WIN_VALUE
    assert value(uno_view(["RED 7"], mode="seven_o"), PlayUnoCard("RED 7")) == WIN_VALUE


def test_extra_turns_of_skips_are_searched_with_two_players_only() -> None:
    hand = ["RED SKIP", "BLUE SKIP", "BLUE 3"]
    assert value(uno_view(hand, 5), PlayUnoCard("RED SKIP")) == WIN_VALUE
    assert value(uno_view(hand, 5, 5), PlayUnoCard("RED SKIP")) < WIN_VALUE


def test_extra_turn_may_use_a_wild_but_a_draw_4_only_without_the_color() -> None:
    view = uno_view(["RED SKIP", "WILD WILD"], 5)
    assert value(view, PlayUnoCard("RED SKIP")) == WIN_VALUE
    without_color_in_hand = uno_view(["RED SKIP", "WILD DRAW_4"], 5)
    assert value(without_color_in_hand, PlayUnoCard("RED SKIP")) == WIN_VALUE
    with_color_in_hand = uno_view(["RED SKIP", "WILD DRAW_4", "RED 1"], 5)
    assert value(with_color_in_hand, PlayUnoCard("RED SKIP")) < WIN_VALUE


def test_search_finds_a_win_up_to_the_maximum_depth_but_no_further() -> None:
    hand = ["RED SKIP"] * (MAX_DEPTH + 3)
    assert value(uno_view(hand, 5), PlayUnoCard("RED SKIP")) < WIN_VALUE
    assert value(uno_view(hand[: MAX_DEPTH + 1], 5), PlayUnoCard("RED SKIP")) == WIN_VALUE


def test_playing_more_points_gains_more_if_the_next_player_has_one_card() -> None:
    def gain(cards: int) -> float:
        view = uno_view(["RED 1", "RED 9", "BLUE 8"], cards, 7)
        return value(view, PlayUnoCard("RED 9")) - value(view, PlayUnoCard("RED 1"))

    assert gain(1) > gain(7) > 0


def test_color_that_the_next_player_lacks_counts_more_with_one_opponent() -> None:
    def gain(*others: int) -> float:
        view = uno_view(["RED 1", "BLUE 9", "RED 2"], *others)
        opponents = OpponentModel()
        before = play_value(situation_of(view, opponents), PlayUnoCard("RED 1"))
        opponents.observe(view, UnoCardsDrawn(1, 0, "CHOICE"))
        return play_value(situation_of(view, opponents), PlayUnoCard("RED 1")) - before

    assert gain(5) > gain(5, 5) > 0


def test_color_without_own_cards_is_not_named_even_if_the_next_player_lacks_it() -> None:
    view = uno_view(["BLUE 1", "WILD WILD"], 5)
    opponents = OpponentModel()
    opponents.observe(view, UnoCardsDrawn(1, 0, "CHOICE"))
    assert best_color_to_name(situation_of(view, opponents), ["BLUE 1"]) == "BLUE"


def test_wild_without_a_color_is_valued_with_the_current_one_and_equally_without_any() -> None:
    view = uno_view(["RED 1", "RED 2", "WILD WILD"], 5, 5)
    plain = value(view, PlayUnoCard("WILD WILD"))
    assert plain == value(view, PlayUnoCard("WILD WILD", color="RED"))
    without_color = uno_view(["RED 1", "RED 2", "WILD WILD"], 5, 5, top="WILD WILD")
    assert value(without_color, PlayUnoCard("WILD WILD")) == plain


HAND = ["BLUE 1", "BLUE 2"]
RED = uno_view(HAND, 5, 5, top="RED 5")


def observed(*changes: Change) -> OpponentModel:
    opponents = OpponentModel()
    opponents.observe(RED, UnoSaid(2))
    for change in changes:
        opponents.observe(RED, change)
    return opponents


def test_new_model_assumes_that_each_card_may_have_the_color() -> None:
    assert OpponentModel().probability_without(1, "RED", 5) == NOT_OF_COLOR**5


def test_drawing_by_choice_rules_out_the_color_for_that_player_except_in_the_drawn_card() -> None:
    opponents = observed(UnoCardsDrawn(1, 1, "CHOICE"))
    assert opponents.probability_without(1, "RED", 6) == NOT_OF_COLOR
    assert opponents.probability_without(1, "BLUE", 6) == NOT_OF_COLOR**6
    assert opponents.probability_without(2, "RED", 6) == NOT_OF_COLOR**6


def test_penalty_adds_unknown_cards_without_ruling_out_a_color() -> None:
    opponents = observed(UnoCardsDrawn(1, 1, "CHOICE"), UnoCardsDrawn(1, 4, "PENALTY"))
    assert opponents.probability_without(1, "RED", 10) == NOT_OF_COLOR**5
    assert (
        observed(UnoCardsDrawn(1, 4, "PENALTY")).probability_without(1, "RED", 9) == NOT_OF_COLOR**9
    )


def test_unknown_cards_are_limited_by_the_hand_size() -> None:
    opponents = observed(UnoCardsDrawn(1, 1, "CHOICE"), UnoCardsDrawn(1, 4, "PENALTY"))
    assert opponents.probability_without(1, "RED", 2) == NOT_OF_COLOR**2


def test_playing_a_wild_rules_out_only_the_previous_color_and_a_colored_card_rules_out_none() -> (
    None
):
    opponents = observed(UnoCardPlayed(1, "GREEN WILD"))
    assert opponents.probability_without(1, "RED", 4) == 1.0
    assert opponents.probability_without(1, "GREEN", 4) == NOT_OF_COLOR**4
    assert observed(UnoCardPlayed(1, "RED 3")).probability_without(1, "RED", 4) == NOT_OF_COLOR**4


def test_wild_or_draw_without_a_known_previous_color_rules_out_nothing() -> None:
    opponents = OpponentModel()
    opponents.observe(RED, UnoCardPlayed(1, "RED WILD"))
    assert opponents.probability_without(1, "RED", 4) == NOT_OF_COLOR**4
    without_color = uno_view(HAND, 5, 5, top="WILD WILD")
    opponents.observe(without_color, UnoCardsDrawn(1, 1, "CHOICE"))
    assert opponents.probability_without(1, "RED", 4) == NOT_OF_COLOR**4


@pytest.mark.parametrize(
    "change",
    [
        UnoRoundStarted(2, 0, "RED 1", 7, 80),
        UnoHandsSwapped(1, 2),
        UnoHandsPassed(1, True),
    ],
)
def test_new_round_or_exchange_of_hands_resets_the_model(change: Change) -> None:
    opponents = observed(UnoCardsDrawn(1, 1, "CHOICE"), change)
    assert opponents.probability_without(1, "RED", 6) == NOT_OF_COLOR**6


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
def test_card_has_color_symbol_and_points_and_is_wild_or_not(
    card: str, color: str | None, symbol: str, points: int, wild: bool
) -> None:
    assert color_of(card) == color
    assert symbol_of(card) == symbol
    assert points_of(card) == points
    assert is_wild(card) is wild


def test_remove_card_removes_one_of_two_equal_cards() -> None:
    assert remove_card(("RED 7", "RED 7", "BLUE 1"), "RED 7") == ["RED 7", "BLUE 1"]


def test_most_held_color_is_the_first_on_a_tie_or_without_cards() -> None:
    assert most_held_color(("BLUE 1", "BLUE 2", "RED 9", "WILD WILD")) == "BLUE"
    assert most_held_color(("BLUE 1", "YELLOW 2")) == "YELLOW"
    assert most_held_color(()) == "RED"


def test_seat_after_follows_the_direction_and_like_seats_in_play_skips_players_who_left() -> None:
    view = uno_view(["RED 1"], 3, 4, 5)
    assert (seat_after(view, 0, 1), seat_after(view, 0, -1)) == (1, 3)
    gone = UnoPlayerView(cards=0, score=0, gone=True)
    view = uno_view(["RED 1"], 3, 4, 5, clockwise=False, players=(*view.players[:3], gone))
    assert seats_in_play(view) == [0, 1, 2]
    assert (seat_after(view, 0, 1), seat_after(view, 0, -1)) == (2, 1)
