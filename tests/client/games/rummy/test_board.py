"""The Rummy table as text."""

import random

import pytest

from client.games.rummy import UI
from client.games.rummy.board import render, render_melds
from client.tui import display
from games.registry import GAMES
from games.rng import Rng
from messages.rummy.table import RummyMeldView, RummyPlayerView, RummyView
from tests.client.games.rummy.tables import MELDS, NAMES, rummy_view

HAND = ["3H", "TH", "AC", "KS", "3D"]
PLAYERS = (
    RummyPlayerView(cards=5, score=123),
    RummyPlayerView(cards=1, score=-40),
    RummyPlayerView(cards=0, score=0, gone=True),
)

GOLDEN = """\
Round 2 | to 500 points | stock 20 | 10H must be put down
>ada (you)                   5 cards  laid  38   123 pts   +35  -12
 bob                          1 card  laid  18   -40 pts   -50  +10
 carol                      has left
  #1 5H 6H 7H 8H (bob+ada)  #2 10C 10S 10D (ada)
Discard pile, top first:
  1:9H  2:2D  3:10H
Your hand by suit, and by rank:
  3H  10H  AC  KS  3D
  AC  3H  3D  10H  KS"""


def full_view() -> RummyView:
    rounds = ((35, -50, 0), (-12, 10, 0))
    return rummy_view(HAND, players=PLAYERS, melds=MELDS, rounds=rounds, owed="TH")


def test_board_matches_the_expected_text() -> None:
    assert "\n".join(render(full_view(), NAMES)) == GOLDEN


def test_display_renders_the_board_of_the_game_ui() -> None:
    assert UI.board is render
    assert display.render(full_view(), NAMES) == render(full_view(), NAMES)


def test_empty_melds_pile_and_hand_have_texts() -> None:
    lines = render(rummy_view([], discard=()), NAMES)
    assert "No melds yet." in lines
    assert "No discards." in lines
    assert lines[-1] == "Your hand is empty."


def test_headline_shows_high_aces_and_the_end_of_the_match() -> None:
    assert "aces are high" in render(rummy_view(HAND, ace_runs="high"), NAMES)[0]
    over = rummy_view(HAND, decision="OVER", turn=None)
    assert render(over, NAMES)[0].endswith("the match is over")


def test_spectator_sees_no_hand() -> None:
    assert "KS" not in "\n".join(render(rummy_view(HAND, seat=None), NAMES))


def test_control_characters_in_names_and_cards_are_removed_and_lines_fit_80_columns() -> None:
    melds = (RummyMeldView(("\x1b[2J", "x" * 99), (0, 7)),)
    view = rummy_view(["\x1b[2J", "K\n"], melds=melds, discard=("\x1b[31m",), owed="\x1b")
    lines = render(view, ("\x1b[2Jada", "b\u202eob\n\n" + "x" * 99, "carol"))
    assert all(line.isprintable() for line in lines)
    assert max(map(len, lines)) <= 80


def test_seat_without_a_name_is_shown_by_number() -> None:
    assert render(full_view(), ())[2].startswith(" seat 1 ")


@pytest.mark.parametrize("players", [2, 5])
def test_every_board_in_600_random_actions_fits_80_columns_and_22_lines(players: int) -> None:
    game = GAMES["rummy500"]
    names = ["n" * 20] * players
    rng = random.Random(1)
    state = game.start(players, game.options(False, {"target": 10_000}), Rng(bytes(16))).state
    for _ in range(600):
        seat = rng.choice(sorted(game.active(state)))
        lines = display.render(game.view(state, seat), names)
        assert max(map(len, lines)) <= 80
        assert len(lines) <= 22
        state = game.apply(state, seat, rng.choice(game.legal(state, seat))).state


def test_melds_show_nicknames_without_control_characters() -> None:
    view = rummy_view(HAND, melds=(RummyMeldView(("7H", "8H", "9H"), (0, 1, 7)),))
    (line,) = render_melds(view, ["\x1b[2Jada", "bob\u202e\r\nevil"])
    assert line.isprintable()
    assert line.endswith("([2Jada+bob  evi+seat 7)")
