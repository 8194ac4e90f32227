"""The Codex Naturalis table as text."""

import random

import pytest
from msgspec.structs import replace

from client.games.codex import UI
from client.games.codex.board import objective_progress, render_player_area
from client.games.codex.text import short_card_line
from client.games.drawing import Marks
from client.tui.display import render
from games.registry import GAMES
from games.rng import Rng
from messages.codex.area import CodexArea, CodexPlaced, CodexSpot
from messages.codex.cards import CODEX_CARDS
from messages.codex.table import CodexView
from tests.client.games.codex.tables import NAMES, codex_view, large_view
from tests.games.codex.tables import scattered, showing

GOLDEN = """\
Round 1 | placing a card
>ada (you)            red    0 points      Gf Gf Rf  F3 P2 A2
 bob                  blue   0 points      Gp Ri Rp  F1 P1 A1 I1
To draw:
 1 R05 fungi  [xQ/PF]           3 G35 insect [../.x] 2 per corner if P1 I3
 2 R18 plant  [../Px] 1 point   4 G20 plant  [../xx] 5 points if P5
 5 resource deck 2, top insect  6 gold deck 1, top insect
Objectives:
 common  O05 3 per two fungi in a column, plant below right (0 now, 1 of 3)
 common  O13 3 per set of Q1 K1 M1 (0 now, needs Q1 K1 M1)
 secret  O01 2 per three fungi in a line rising to the right (0 now, 1 of 3)
  2       5
    A---A
    | a |     6       8
    .---x---.   F---.
  1     |(P)|   | f |
        .---.---F---x
      3     |FP |
            .---.
          4       7
Your hand:
 1 R02 fungi  [FF/x.]
 2 G07 fungi  [.x/Kx] 3 points if F3
 3 G02 fungi  [.K/x.] 1 per inkwell if F2 P1"""


def test_board_matches_the_expected_text_of_at_most_24_lines() -> None:
    assert "\n".join(render(codex_view(), NAMES)) == GOLDEN
    assert len(GOLDEN.splitlines()) <= 24


def test_display_renders_the_board_of_the_game_ui() -> None:
    assert UI.board(codex_view(), NAMES) == render(codex_view(), NAMES)


def test_spectator_sees_the_area_of_the_player_on_turn_without_numbers_and_no_hand() -> None:
    lines = render(codex_view(None), NAMES)
    top = lines.index("A---A")
    assert lines[top + 1] == "| a |"
    assert not any(line.startswith("Your hand") for line in lines)


def test_player_area_of_a_seat_shows_open_spots_if_it_is_the_own_one() -> None:
    assert render_player_area(codex_view(), NAMES, Marks(seat=1)) == [
        " bob                  blue   0 points      Gp Ri Rp  F1 P1 A1 I1",
        "F---P",
        "| s |",
        "I---A",
    ]
    assert render_player_area(codex_view(), NAMES, Marks(seat=0))[1] == "  2       5", (
        "the own area shows its open spots"
    )


def test_player_area_of_an_unknown_seat_is_the_own_one() -> None:
    own = render_player_area(codex_view(), NAMES, Marks(seat=0))
    assert render_player_area(codex_view(), NAMES, Marks(seat=2)) == own


def test_part_of_a_large_area_depends_on_the_center_and_says_where_it_continues() -> None:
    drawn = {
        center: render_player_area(large_view(), NAMES, Marks(center=center))
        for center in ((0, 0), (12, 12))
    }
    assert drawn[0, 0][-1].startswith("More: →")
    assert drawn[12, 12][-1].startswith("More: ←")
    assert all(len(lines) == 22 for lines in drawn.values())


def test_starter_and_offered_objectives_are_shown_during_setup() -> None:
    view = codex_view(phase="SETUP", secrets=("", ""))
    player = replace(view.players[0], area=CodexArea())
    lines = render(replace(view, players=(player, view.players[1])), NAMES)
    assert any(line.startswith("Your starter: S0") for line in lines)
    assert any(line.startswith(" offered O") for line in lines)


def test_finished_match_shows_objective_points_and_no_cards_to_draw() -> None:
    view = codex_view(phase="OVER", turn=-1, objective_points=((3, 0, 2), (0, 0, 0)))
    lines = render(view, NAMES)
    assert lines[0] == "Round 1 | the match is over"
    assert any("0+5 points" in line for line in lines)
    assert "To draw:" not in lines


def test_headline_announces_the_last_round_but_one_and_the_additional_turn() -> None:
    assert render(codex_view(ending=True), NAMES)[0].endswith("the last round but one")
    last = codex_view(ending=True, additional=True)
    assert render(last, NAMES)[0].endswith("ADDITIONAL TURN")


def test_control_characters_in_names_and_cards_are_removed_and_lines_fit_80_columns() -> None:
    hostile = "\x1b[2J\n" + "x" * 60
    view = replace(
        codex_view(), hand=(hostile,), slots=(hostile, "", hostile, "R01"), common=(hostile,)
    )
    spots = (CodexSpot(0, 2), CodexSpot(1, 1))
    player = replace(
        view.players[0],
        area=CodexArea((CodexPlaced(hostile, "FRONT", 0, 0),), (), spots),
        hand=(hostile,),
    )
    lines = render(replace(view, players=(player, view.players[1])), (hostile, "b\u202eob"))
    assert all(line.isprintable() for line in lines)
    assert max(map(len, lines)) <= 80


def test_seat_without_a_name_is_shown_by_number() -> None:
    assert any(line.startswith(">seat 0 (you)") for line in render(codex_view(), ()))


@pytest.mark.parametrize("players", [2, 4])
def test_every_board_of_a_random_match_fits_80_columns(players: int) -> None:
    game, rng = GAMES["codex"], random.Random(1)
    names = ["n" * 20] * players
    state = game.start(players, game.options(False, {}), Rng(bytes(16))).state
    while active := sorted(game.active(state)):
        seat = rng.choice(active)
        assert max(map(len, render(game.view(state, seat), names))) <= 80
        state = game.apply(state, seat, rng.choice(game.legal(state, seat))).state


def view_with_area(area: CodexArea, seat: int | None = 0) -> CodexView:
    view = codex_view(seat)
    return replace(view, players=(replace(view.players[0], area=area), view.players[1]))


@pytest.mark.parametrize(
    ("symbols", "objective", "text"),
    [
        ({}, "O09", "0 now, needs F3"),
        ({"fungi": 2}, "O09", "0 now, needs F1"),
        ({"fungi": 7}, "O09", "4 now, needs F2"),
        ({"quill": 3, "inkwell": 1}, "O13", "0 now, needs M1"),
        ({"quill": 1, "inkwell": 1, "manuscript": 1}, "O13", "3 now, needs Q1 K1 M1"),
    ],
)
def test_progress_of_a_set_objective_shows_points_now_and_missing_symbols(
    symbols: dict[str, int], objective: str, text: str
) -> None:
    assert objective_progress(view_with_area(showing(**symbols)), objective) == text


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        ((), "0 now, 0 of 3"),
        (("green 1 1",), "0 now, 0 of 3"),
        (("red 1 1", "red 5 5"), "0 now, 1 of 3"),
        (("red 1 1", "red 3 3"), "0 now, 2 of 3"),
        (("red 1 1", "red 2 2", "red 3 3"), "2 now, 0 of 3"),
        (("red 1 1", "red 2 2", "red 3 3", "red 4 4"), "2 now, 1 of 3"),
    ],
)
def test_progress_of_a_pattern_objective_shows_points_now_and_cards_of_the_next_copy(
    cells: tuple[str, ...], text: str
) -> None:
    assert objective_progress(view_with_area(scattered(*cells)), "O01") == text


def test_progress_is_empty_for_spectators_unknown_objectives_setup_and_finished_matches() -> None:
    assert objective_progress(codex_view(None), "O01") == ""
    assert objective_progress(codex_view(phase="OVER"), "O01") == ""
    assert objective_progress(codex_view(phase="SETUP"), "O01") == ""
    assert objective_progress(codex_view(), "O99") == ""


def test_short_texts_of_cards_fit_40_columns_and_name_an_empty_slot() -> None:
    assert max(len(short_card_line(card)) for card in CODEX_CARDS) <= 40
    assert short_card_line("") == "empty"
