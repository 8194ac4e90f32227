"""Points and goals that the client computes are those of the rules, in random matches."""

import random

import pytest
from msgspec.structs import replace

from client.games.shelfie.goals import (
    Progress,
    gain_of,
    goal_progress,
    group_points,
    points_of,
    points_of_group,
    secret_count,
)
from games.shelfie.scoring import (
    PERSONAL_GOALS,
    adjacency_points,
    is_goal_met,
    personal_points,
)
from games.shelfie.shelf import shelf_rows
from games.shelfie.tiles import EMPTY, parse_tiles
from messages.shelfie.actions import SHELFIE_GOALS, SHELFIE_TILES, ShelfieGoal
from tests.client.games.random_matches import end_view
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


@pytest.mark.parametrize("players", [2, 3, 4])
def test_points_computed_from_the_last_shelves_are_the_results_of_the_rules(players: int) -> None:
    """The view of each seat without its results must give the parts that the rules have counted."""
    for seat in range(players):
        view = end_view("shelfie", players, players, seat)
        result = view.results[seat]
        computed = points_of(replace(view, results=()), seat)
        parts = (result.common, result.adjacency, result.personal, result.end)
        assert computed.total == result.total
        assert computed == parts
        assert points_of(view, seat) == parts


@pytest.mark.parametrize("card", range(len(PERSONAL_GOALS)))
def test_points_of_the_secret_goal_are_those_of_the_rules(card: int) -> None:
    goal = PERSONAL_GOALS[card]
    places = [place for place, tile in enumerate(goal) if tile != EMPTY]
    for count in range(len(places) + 1):
        shelf = bytes(t if n in places[:count] else EMPTY for n, t in enumerate(goal))
        view = shelfie_view(personal=shelf_rows(goal))
        own = replace(view.players[0], shelf=shelf_rows(shelf))
        view = replace(view, players=(own, *view.players[1:]))
        assert points_of(view, 0).secret == personal_points(card, shelf)


def test_gain_has_the_largest_group_and_its_new_points() -> None:
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
