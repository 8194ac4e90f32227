"""The UNO table as text."""

import random

import pytest

from client.games.uno import UI, board
from client.tui.display import render
from games.registry import GAMES
from games.rng import Rng
from messages.uno.actions import UNO_MODES
from messages.uno.table import UnoPlayerView, UnoView
from tests.client.games.uno.tables import NAMES, uno_view

HAND = ["RED 3", "RED 7", "YELLOW SKIP", "BLUE DRAW_2", "BLUE REVERSE", "WILD WILD", "WILD DRAW_4"]
PLAYERS = (
    UnoPlayerView(cards=7, score=0),
    UnoPlayerView(cards=1, score=120, said_uno=True),
    UnoPlayerView(cards=0, score=0, gone=True),
)

GOLDEN = """\
Round 1 | normal, to 500 points | play goes down the list
Top card: wild draw 4 (red) | 4 cards to draw | draw pile 60, discards 9
>ada (you)                   7 cards      0 points
 bob                          1 card    120 points  UNO
 carol                     has left
Your hand:
  1 red 3  2 red 7  3 yellow skip  4 blue draw 2  5 blue reverse  6 wild
  7 wild draw 4"""


def full_view() -> UnoView:
    return uno_view(HAND, top="RED DRAW_4", pending=4, players=PLAYERS)


def test_board_matches_the_expected_text() -> None:
    assert "\n".join(render(full_view(), NAMES)) == GOLDEN


def test_display_renders_the_board_of_the_game_ui() -> None:
    assert UI.board is board.render
    assert UI.board(full_view(), NAMES) == render(full_view(), NAMES)


def test_color_is_not_added_to_a_colored_top_card_or_a_wild_without_color() -> None:
    assert render(uno_view(HAND), NAMES)[1] == "Top card: red 5 | draw pile 60, discards 9"
    without_color = uno_view(HAND, top="WILD WILD")
    assert render(without_color, NAMES)[1] == "Top card: wild | draw pile 60, discards 9"


def test_headline_shows_the_direction_except_for_two_players_and_the_end_of_the_match() -> None:
    assert render(uno_view(HAND, clockwise=False), NAMES)[0].endswith("play goes up the list")
    assert render(uno_view(HAND, 3), NAMES)[0] == "Round 1 | normal, to 500 points"
    over = uno_view(HAND, decision="OVER", turn=None)
    assert render(over, NAMES)[0].endswith("the match is over")


def test_said_uno_is_not_shown_for_a_player_with_two_cards() -> None:
    players = (UnoPlayerView(cards=2, score=0, said_uno=True), *PLAYERS[1:])
    assert not render(uno_view(HAND[:2], players=players), NAMES)[2].endswith("UNO")


def test_spectator_sees_no_hand_and_empty_hand_has_a_text() -> None:
    assert "red 3" not in "\n".join(render(uno_view(HAND, seat=None), NAMES))
    assert render(uno_view([]), NAMES)[-1] == "Your hand is empty."


def test_control_characters_in_names_and_cards_are_removed_and_lines_fit_80_columns() -> None:
    view = uno_view(["\x1b[2J WILD\n\n" + "x" * 99], top="RED \x1b[31m")
    lines = render(view, ("\x1b[2Jada", "b\u202eob\n\n" + "x" * 99, "carol"))
    assert all(line.isprintable() for line in lines)
    assert max(map(len, lines)) <= 80


def test_seat_without_a_name_is_shown_by_number() -> None:
    assert render(full_view(), ())[3].startswith(" seat 1 ")


@pytest.mark.parametrize("players", [2, 10])
@pytest.mark.parametrize("mode", UNO_MODES)
def test_every_board_in_400_random_actions_fits_80_columns(players: int, mode: str) -> None:
    game = GAMES["uno"]
    names = ["n" * 20] * players
    rng = random.Random(1)
    options = game.options(False, {"mode": mode, "target_score": 10_000})
    state = game.start(players, options, Rng(bytes(16))).state
    for _ in range(400):
        seat = rng.choice(sorted(game.active(state)))
        lines = render(game.view(state, seat), names)
        assert max(map(len, lines)) <= 80
        state = game.apply(state, seat, rng.choice(game.legal(state, seat))).state
