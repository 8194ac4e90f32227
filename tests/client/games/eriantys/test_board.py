"""The Eriantys board as text."""

import random

import pytest

from client.games.eriantys import UI
from client.games.eriantys.board import (
    influence,
    number_range_text,
    render_clouds,
    tile_range_text,
)
from client.games.eriantys.text import EFFECTS
from client.tui.display import render
from games.registry import GAMES
from games.rng import Rng
from messages.eriantys.actions import CHARACTERS
from messages.eriantys.table import EriantysView, IslandView
from tests.client.games.eriantys.tables import NAMES, full_view

GOLDEN = """\
Round 4 | moving students | bag 74 | coins left 16
Islands students         towers   infl w:b   Clouds
 0      Y1 R2                     2:0         0  B1 R2
 1-2    Y2 B2 G10 R1     white 2  3:10 x1     1  -
 3      -                         0:0        Characters
 4      G1                        0:1         monk, 1 coin, R2 P2
*5-7    R1 P1            black 3  1:3           one of its students to an island
 8      P1                        0:0         grandma, 3 coins, 3 x
 9      B1                        0:0           a no-entry tile x on an island
 10-11  P4                        0:0         jester, 1 coin, B2 R2 P2
                                                swap up to 3: card, entrance
Schools (a * marks the professor)
>ada (you) | 6 white towers left | 2 coins | played 5
   entrance Y2 B1 R3        dining Y1 B0 G0 R3* P0     hand 1-2 4 6-7 9-10
 bob | 1 black tower left | 1 coin | played 4
   entrance G4 P3           dining Y1 B0 G10* R0 P0    hand 1-3 6-8"""


def test_board_matches_the_expected_text() -> None:
    assert "\n".join(render(full_view(), NAMES)) == GOLDEN


def test_display_renders_the_board_of_the_game_ui() -> None:
    assert UI.board(full_view(), NAMES) == render(full_view(), NAMES)


def test_board_in_base_mode_shows_no_coins_and_no_characters() -> None:
    text = "\n".join(render(full_view(expert=False, characters=()), NAMES))
    assert "coin" not in text
    assert "Characters" not in text


def test_effect_banned_color_and_last_round_are_in_the_headline() -> None:
    view = full_view(effect="MUSHROOM_HUNTER", banned_color="RED", last_round=True)
    assert render(view, NAMES)[0].endswith("mushroom hunter in force (red) | LAST ROUND")


def test_headline_of_a_last_round_says_that_clouds_are_closed() -> None:
    headline = render(full_view(last_round=True, clouds_closed=True), NAMES)[0]
    assert headline.endswith("LAST ROUND, no clouds")


def test_influence_includes_knight_centaur_and_mushroom_hunter_in_force() -> None:
    island = full_view().islands[4]
    assert influence(full_view(), island) == {"WHITE": 1, "BLACK": 3}
    assert influence(full_view(effect="KNIGHT"), island) == {"WHITE": 3, "BLACK": 3}
    assert influence(full_view(effect="CENTAUR"), island) == {"WHITE": 1, "BLACK": 0}
    banned = full_view(effect="MUSHROOM_HUNTER", banned_color="RED")
    assert influence(banned, island) == {"WHITE": 0, "BLACK": 3}


def test_control_characters_in_names_are_removed_and_add_no_lines() -> None:
    text = "\n".join(render(full_view(), ("\x1b[2Jada", "b\u202eob\n\n" + "x" * 99)))
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert len(text.splitlines()) == len(GOLDEN.splitlines())


def test_seat_without_a_name_is_shown_by_number() -> None:
    assert any("seat 1" in line for line in render(full_view(), ()))


def test_player_who_left_is_marked_and_shown_without_a_hand() -> None:
    view = full_view()
    gone = view.schools[1].__class__("BLACK", 1, {}, {}, (), gone=True)
    text = render(full_view(schools=(view.schools[0], gone)), NAMES)
    assert text[-2].endswith("has left")
    assert text[-1].endswith("hand none")


@pytest.mark.parametrize(
    ("numbers", "text"),
    [((), ""), ((3,), "3"), ((1, 2, 4), "1-2 4"), ((9, 1, 2, 3, 10), "1-3 9-10")],
)
def test_numbers_are_sorted_and_shortened_to_ranges(numbers: tuple[int, ...], text: str) -> None:
    assert number_range_text(numbers) == text


def test_tile_range_wraps_around_the_ring_and_a_single_tile_is_its_number() -> None:
    assert tile_range_text((10, 11, 0, 1)) == "10-1"
    assert tile_range_text((4,)) == "4"


def test_every_character_has_an_effect_text_of_at_most_32_columns() -> None:
    assert set(EFFECTS) == set(CHARACTERS)
    assert max(map(len, EFFECTS.values())) <= 32


def test_empty_cloud_is_shown_as_a_dash() -> None:
    assert render_clouds(full_view())[2] == " 1  -"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("expert", [False, True])
def test_every_board_of_a_random_match_fits_80_columns_and_24_lines(
    players: int, expert: bool
) -> None:
    for view in _views_of_a_match(players, expert):
        lines = render(view, tuple("n" * 19 + str(seat) for seat in range(players)))
        assert max(map(len, lines)) <= 80, "\n".join(lines)
        assert len(lines) <= 24


def _views_of_a_match(players: int, expert: bool) -> list[EriantysView]:
    game = GAMES["eriantys"]
    rng = random.Random(players)
    state = game.start(players, game.options(expert, {}), Rng(bytes(32))).state
    views = []
    while game.result(state) is None:
        seat = min(game.active(state))
        views.append(game.view(state, seat))
        state = game.apply(state, seat, rng.choice(game.legal(state, seat))).state
    return [view for view in views if isinstance(view, EriantysView)]


def test_board_with_the_widest_islands_fits_80_columns() -> None:
    students = dict.fromkeys(("YELLOW", "BLUE", "GREEN", "RED", "PINK"), 12)
    island = IslandView((10, 11), students, 2, "WHITE", 4)  # type: ignore[arg-type]
    assert max(map(len, render(full_view(islands=(island,) * 4), NAMES))) <= 80
