"""Points and goals that the client computes are those of the rules, in random matches."""

import random

import pytest

from client.games.shelfie.goals import (
    Progress,
    gain_of,
    goal_progress,
    group_points,
    points_of,
    points_of_group,
    secret_count,
)
from games.registry import GAMES
from games.shelfie.scoring import adjacency_points, is_goal_met
from games.shelfie.tiles import parse_tiles
from messages.shelfie.actions import SHELFIE_GOALS, SHELFIE_TILES, ShelfieGoal
from tests.client.games.random_matches import end_view, play
from tests.client.games.shelfie.tables import placing_view, shelfie_view

EXAMPLES: dict[ShelfieGoal, tuple[str, Progress]] = {
    "PAIRS": ("..... ..... ..... ..... CC.BB GGFFT", Progress(4, 6)),
    "FOURS": ("..... ..... C.... C.... C...B C.BBB", Progress(2, 4)),
    "CORNERS": ("C...B ..... ..... ..... ..... C...C", Progress(3, 4)),
    "SQUARES": ("..... ..... ..... CC.BB CC.BB FGFGF", Progress(2, 2)),
    "COLS3": ("C.... C.... B.... B.... F.... F....", Progress(1, 3)),
    "EIGHT": ("..... ..... ..... ..... .CCC. CCBCC", Progress(7, 8)),
    "DIAG": ("C.... .C... ..C.. ...C. ....B .....", Progress(4, 5)),
    "ROWS3": ("..... ..... ..... ..... CCBBF CBFGT", Progress(1, 4)),
    "COLS6": ("C.... B.... G.... F.... T.... P....", Progress(1, 2)),
    "ROWS5": ("..... ..... ..... ..... ..... CBGFT", Progress(1, 2)),
    "X": ("..... ..... ..... C.C.. .C... C.B..", Progress(4, 5)),
    "STAIRS": ("..... C.... CC... CCC.. CCCC. CCCCC", Progress(5, 5)),
}


def test_every_goal_has_its_progress() -> None:
    assert set(EXAMPLES) == set(SHELFIE_GOALS)
    for goal, (shelf, progress) in EXAMPLES.items():
        assert goal_progress(goal, tuple(shelf.split()), False) == progress, goal


def test_two_squares_of_different_types_do_not_meet_the_goal_of_one_type() -> None:
    shelf = tuple(EXAMPLES["SQUARES"][0].split())
    assert not goal_progress("SQUARES", shelf, True).is_met
    assert goal_progress("SQUARES", tuple(r.replace("B", "C") for r in shelf), True).is_met


@pytest.mark.parametrize("goal", SHELFIE_GOALS)
def test_goal_is_met_exactly_when_the_rules_say_so(goal: ShelfieGoal) -> None:
    """Random shelves of one to three types and of all types, with columns of random heights."""
    rng, met = random.Random(goal), 0
    for number in range(1500):
        shelf = _random_shelf(rng, SHELFIE_TILES[: (1, 2, 3, 6)[number % 4]], number % 3 == 0)
        for same in (False, True):
            is_met = is_goal_met(goal, parse_tiles("".join(shelf)), same)
            assert goal_progress(goal, shelf, same).is_met == is_met, shelf
            met += is_met
        assert group_points(shelf) == adjacency_points(parse_tiles("".join(shelf)))
    assert met


def _random_shelf(rng: random.Random, types: str, is_full: bool) -> tuple[str, ...]:
    if rng.random() < 0.02:
        heights = [1, 2, 3, 4, 5]
    else:
        heights = [6 if is_full else rng.randint(0, 6) for _ in range(5)]
    columns = [
        "." * (6 - height)
        + "".join(rng.sample(SHELFIE_TILES, 6) if rng.random() < 0.2 else rng.choices(types, k=6))[
            :height
        ]
        for height in heights
    ]
    rows = [list(row) for row in zip(*columns, strict=True)]
    if is_full and rng.random() < 0.3:  # rows of five types
        for row in rng.sample(range(6), 2):
            rows[row] = rng.sample(SHELFIE_TILES, 5)
    return tuple("".join(row) for row in rows)


def test_points_after_the_end_are_the_results() -> None:
    view = end_view("shelfie", 3, 4)
    assert [points_of(view, seat).total for seat in range(3)] == [r.total for r in view.results]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_own_points_in_play_are_the_parts_of_the_result(players: int) -> None:
    *_, last = play("shelfie", players, players)
    game = GAMES["shelfie"]
    after = game.apply(last.state, last.seat, last.legal[0]).state
    view = game.view(after, last.seat)
    known = points_of(view, last.seat)  # type: ignore[arg-type]
    assert known.total >= 0
    assert points_of(view, (last.seat + 1) % players).secret is not None  # type: ignore[arg-type]


def test_gain_of_tiles() -> None:
    view = shelfie_view()
    gain = gain_of(view, 0, "C")
    assert (gain.group, gain.groups) == (2, 0)
    assert gain_of(view, 0, "CC").group == 3
    assert gain_of(view, 0, "CC").groups == 2
    assert points_of_group(30) == 8
    assert placing_view().hand == "CB"


def test_secret_goal_counts_only_tiles_in_place() -> None:
    assert secret_count(("C.", "BB"), ("C.", ".G")) == 1
    assert secret_count(("C.", "BB"), ()) == 0
