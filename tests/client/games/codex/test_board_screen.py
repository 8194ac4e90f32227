"""The Codex Naturalis table on a screen: area and everything else side by side."""

import random

import pytest
from msgspec.structs import replace

from client.games.codex.text_cards import card_short, objective_short
from client.tui.boards import Viewport, fit, scroll
from games.registry import GAMES
from games.rng import Rng
from messages.codex.actions import PlaceCodexCard
from messages.codex.cards import CODEX_CARDS, CODEX_OBJECTIVES
from messages.codex.table import CodexView
from tests.client.games.codex.tables import NAMES, codex_view
from tests.client.games.codex.test_area_drawing import LARGE

LINES = 17
"""What a screen of 24 lines leaves for the board."""

GOLDEN = """\
Round 1 | placing a card
>ada (you)            red    0 points      Gf Gf Rf  F3 P2 A2
 bob                  blue   0 points      Gp Ri Rp  F1 P1 A1 I1
  2       5                    hand 1 R02 f [FF/x.]
    A---A                           2 G07 f [.x/Kx] 3 points if F3
    | a |     6       8             3 G02 f [.K/x.] 1 per inkwell if F2 P1
    .---x---.   F---.          goal 3 per FF column, P low right: 0 now, 1 of 3
  1     |(P)|   | f |          goal 3 per Q1 K1 M1: 0 now, needs Q1 K1 M1
        .---.---F---x          own  2 per FFF rising: 0 now, 1 of 3
      3     |FP |              draw 1 R05 f [xQ/PF]
            .---.                   2 R18 p [../Px] 1 point
          4       7                 3 G35 i [../.x] 2 per corner if P1 I3
                                    4 G20 p [../xx] 5 points if P5
                                    5 resource deck 2, top insect
                                    6 gold deck 1, top insect"""


def large_view() -> CodexView:
    view = codex_view()
    return replace(view, players=(replace(view.players[0], area=LARGE), view.players[1]))


def test_the_whole_table() -> None:
    assert "\n".join(fit(codex_view(), NAMES, 80, LINES)) == GOLDEN


def test_what_can_be_drawn_stands_first_when_it_is_asked() -> None:
    lines = fit(codex_view(phase="DRAW"), NAMES, 80, LINES)
    assert lines[3][31:] == "draw 1 R05 f [xQ/PF]"


def test_a_large_area_takes_all_the_room_and_no_more() -> None:
    for width, height in ((80, LINES), (84, 23), (144, 42)):
        lines = fit(large_view(), NAMES, width, height)
        assert len(lines) == height
        assert max(map(len, lines)) <= width
        assert lines[0].startswith("Round 1 | placing a card | more ←")


def test_the_table_fits_80_columns_and_17_lines_in_every_turn() -> None:
    game, choices = GAMES["codex"], random.Random(1)
    names = ["n" * 20] * 4
    state = game.start(4, game.options(False, {}), Rng(bytes(16))).state
    while active := sorted(game.active(state)):
        seat = choices.choice(active)
        lines = fit(game.view(state, seat), names, 80, LINES)
        assert max(map(len, lines)) <= 80
        assert len(lines) <= LINES or state.phase == "SETUP"
        state = game.apply(state, seat, choices.choice(game.legal(state, seat))).state


def test_scrolling_shows_another_part_until_the_game_is_followed_again() -> None:
    view, viewport = large_view(), Viewport(80, LINES)
    before = fit(view, NAMES, 80, LINES, viewport)
    assert scroll(view, viewport, "down")
    moved = fit(view, NAMES, 80, LINES, viewport)
    assert "↑" in moved[0]
    assert "↑" not in before[0]
    viewport.reset()
    assert fit(view, NAMES, 80, LINES, viewport) == before


def test_the_area_follows_what_is_about_to_be_chosen() -> None:
    spot = codex_view().players[0].area.spots[3]
    viewport = Viewport(80, LINES, chosen=PlaceCodexCard("R02", "FRONT", spot.x, spot.y))
    assert any("<4>" in line for line in fit(codex_view(), NAMES, 80, LINES, viewport))


def test_the_area_of_another_player() -> None:
    lines = fit(codex_view(), NAMES, 80, LINES, Viewport(seat=1))
    assert lines[0] == "Round 1 | placing a card | area of bob"
    assert lines[3].startswith("F---P  ")


def test_the_starter_before_it_lies_and_the_end() -> None:
    game = GAMES["codex"]
    state = game.start(2, game.options(False, {}), Rng(bytes(16))).state
    lines = fit(game.view(state, 0), NAMES, 80, LINES)
    assert lines[3].startswith("Your starter: S0")
    assert sum(line[31:].startswith("or   O") for line in lines) == 2
    over = fit(codex_view(phase="OVER"), NAMES, 80, LINES)
    assert not any(label in "\n".join(over) for label in ("draw", "hand"))


@pytest.mark.parametrize(
    ("objective", "words"),
    [
        ("O01", "2 per FFF rising"),
        ("O02", "2 per PPP falling"),
        ("O07", "3 per AA column, F top right"),
        ("O13", "3 per Q1 K1 M1"),
        ("\x1b[2J", "[2J"),
    ],
)
def test_an_objective_in_letters(objective: str, words: str) -> None:
    assert objective_short(objective) == words


def test_short_lines_are_short() -> None:
    assert max(len(card_short(card)) for card in CODEX_CARDS) <= 40
    assert max(len(objective_short(card)) for card in CODEX_OBJECTIVES) <= 28
    assert card_short("") == "empty"
