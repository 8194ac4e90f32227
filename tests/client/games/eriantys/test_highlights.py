"""Test the scores and highlights of Eriantys."""

from client.games.eriantys.highlights import highlights, standings
from client.games.highlights import Standing
from messages.base import Change
from messages.eriantys.table import (
    IslandConquered,
    IslandsMerged,
    ProfessorMoved,
    RoundStarted,
    StepStarted,
)
from tests.client.games.eriantys.tables import full_view, school


def who(seat: int) -> str:
    return ("You", "bob", "cyd")[seat]


def moved_on(seat: int) -> StepStarted:
    return StepStarted(seat, "MOTHER_NATURE", 0, 3)


def round_(number: int) -> RoundStarted:
    return RoundStarted(number, (0, 1))


def test_standings_count_the_towers_on_islands_and_join_the_seats_of_a_team() -> None:
    view = full_view()
    built = {
        tower: sum(i.towers for i in view.islands if i.tower == tower)
        for tower in (view.schools[0].tower, view.schools[1].tower)
    }
    assert standings(view) == tuple(
        Standing((seat,), built[view.schools[seat].tower]) for seat in (0, 1)
    )
    colors = ("WHITE", "BLACK", "WHITE", "BLACK")
    schools = tuple(school(tower=color) for color in colors)
    four = full_view(schools=schools, teams=((0, 2), (1, 3)))
    assert [standing.seats for standing in standings(four)] == [(0, 2), (1, 3)]


def test_largest_union_names_its_round_and_who_moved_mother_nature() -> None:
    changes: list[Change] = [
        moved_on(1),
        IslandsMerged((3, 4)),
        round_(6),
        moved_on(0),
        IslandsMerged((1, 2, 3, 4)),
    ]
    assert highlights(full_view(), who, changes) == ["Round 6: you united 4 islands."]
    assert highlights(full_view(), who, changes[:2]) == [], "two islands are usual"


def test_longest_time_with_a_professor_counts_also_if_it_ended_before() -> None:
    changes: list[Change] = [
        ProfessorMoved("RED", 1),
        round_(2),
        round_(5),
        ProfessorMoved("RED", 0, previous=1),
        round_(6),
    ]
    assert highlights(full_view(), who, changes) == ["bob held the red professor for 4 rounds."]
    last = [*changes, round_(9)]
    assert highlights(full_view(), who, last) == ["You held the red professor for 5 rounds."]


def test_islands_taken_from_others_need_two_and_no_tie() -> None:
    taken = IslandConquered(3, "BLACK", 1, previous="WHITE")
    changes: list[Change] = [moved_on(1), taken, taken, IslandConquered(4, "BLACK", 1)]
    assert highlights(full_view(), who, changes) == ["bob took 2 islands from others."]
    back = [moved_on(0), IslandConquered(3, "WHITE", 1, previous="BLACK")]
    assert highlights(full_view(), who, [*changes, *back, *back]) == []
