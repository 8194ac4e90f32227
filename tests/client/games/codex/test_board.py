"""The Codex Naturalis table as text."""

import random

import pytest
from msgspec.structs import replace

from client.tui.boards import BOARDS, Viewport, look, render
from games.registry import GAMES
from games.rng import Rng
from messages.codex.area import CodexArea, CodexPlaced, CodexSpot
from messages.codex.table import CodexView
from tests.client.games.codex.tables import NAMES, codex_view

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


def test_the_whole_table() -> None:
    assert "\n".join(render(codex_view(), NAMES)) == GOLDEN
    assert len(GOLDEN.splitlines()) <= 24


def test_the_view_finds_its_board() -> None:
    assert BOARDS[CodexView](codex_view(), NAMES) == render(codex_view(), NAMES)


def test_a_spectator_sees_the_area_of_the_player_on_turn_without_numbers() -> None:
    lines = render(codex_view(None), NAMES)
    top = lines.index("A---A")
    assert lines[top + 1] == "| a |"
    assert not any(line.startswith("Your hand") for line in lines)


def test_the_area_of_another_player_can_be_looked_at() -> None:
    assert look(codex_view(), NAMES, Viewport(seat=1)) == [
        " bob                  blue   0 points      Gp Ri Rp  F1 P1 A1 I1",
        "F---P",
        "| s |",
        "I---A",
    ]
    assert look(codex_view(), NAMES, Viewport(seat=0))[1] == "  2       5", (
        "one's own with its spots"
    )
    assert look(codex_view(), NAMES, Viewport(seat=2)) == []


def test_before_the_starter_lies_it_is_shown() -> None:
    view = codex_view(phase="SETUP", secrets=("", ""))
    player = replace(view.players[0], area=CodexArea())
    lines = render(replace(view, players=(player, view.players[1])), NAMES)
    assert any(line.startswith("Your starter: S0") for line in lines)
    assert any(line.startswith(" offered O") for line in lines)


def test_the_end_shows_the_points_of_objectives() -> None:
    view = codex_view(phase="OVER", turn=-1, objective_points=((3, 0, 2), (0, 0, 0)))
    lines = render(view, NAMES)
    assert lines[0] == "Round 1 | the match is over"
    assert any("0+5 points" in line for line in lines)
    assert "To draw:" not in lines


def test_the_coming_end_is_in_the_headline() -> None:
    assert render(codex_view(ending=True), NAMES)[0].endswith("the last round but one")
    last = codex_view(ending=True, additional=True)
    assert render(last, NAMES)[0].endswith("ADDITIONAL TURN")


def test_names_and_cards_of_strangers_cannot_break_the_screen() -> None:
    odd = "\x1b[2J\n" + "x" * 60
    view = replace(codex_view(), hand=(odd,), slots=(odd, "", odd, "R01"), common=(odd,))
    spots = (CodexSpot(0, 2), CodexSpot(1, 1))
    player = replace(
        view.players[0], area=CodexArea((CodexPlaced(odd, "FRONT", 0, 0),), (), spots), hand=(odd,)
    )
    lines = render(replace(view, players=(player, view.players[1])), (odd, "b\u202eob"))
    assert all(line.isprintable() for line in lines)
    assert max(map(len, lines)) <= 80


def test_a_seat_without_a_name_is_still_shown() -> None:
    assert any(line.startswith(">seat 0 (you)") for line in render(codex_view(), ()))


@pytest.mark.parametrize("players", [2, 4])
def test_every_table_of_a_match_fits_80_columns(players: int) -> None:
    game, choices = GAMES["codex"], random.Random(1)
    names = ["n" * 20] * players
    state = game.start(players, game.options(False, {}), Rng(bytes(16))).state
    while active := sorted(game.active(state)):
        seat = choices.choice(active)
        assert max(map(len, render(game.view(state, seat), names))) <= 80
        state = game.apply(state, seat, choices.choice(game.legal(state, seat))).state
