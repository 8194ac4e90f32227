"""Teams: the arrangement of members on seats, and the partners that players choose."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rooms.teams import Teams, arrange, with_pair

TWO_TEAMS: Teams = ((0, 2), (1, 3))
THREE_PER_TEAM: Teams = ((0, 2, 4), (1, 3, 5))


@pytest.mark.parametrize("teams", [(), TWO_TEAMS])
def test_members_without_chosen_partners_sit_in_the_order_of_joining(teams: Teams) -> None:
    assert arrange(["a", "b", "c", "d"], 4, teams, []) == ["a", "b", "c", "d"]
    assert arrange(["a", "b"], 4, teams, []) == ["a", "b", None, None]


@pytest.mark.parametrize(
    ("pairs", "seats"),
    [
        ([("a", "b")], ["a", "c", "b", "d"]),
        ([("b", "a")], ["c", "b", "d", "a"]),
        ([("a", "c")], ["a", "b", "c", "d"]),
        ([("a", "d"), ("b", "c")], ["a", "b", "d", "c"]),
    ],
)
def test_partners_sit_in_one_team(pairs: list[tuple[str, str]], seats: list[str]) -> None:
    arranged = arrange(["a", "b", "c", "d"], 4, TWO_TEAMS, pairs)
    assert sorted(filter(None, arranged)) == ["a", "b", "c", "d"]
    for one, other in pairs:
        assert any({arranged.index(one), arranged.index(other)} <= set(team) for team in TWO_TEAMS)
    if seats[0] == "a":
        assert arranged == seats


def test_partners_sit_in_one_team_before_the_others_have_joined() -> None:
    assert arrange(["a", "b"], 4, TWO_TEAMS, [("a", "b")]) == ["a", None, "b", None]
    assert arrange(["a", "b", "c"], 4, TWO_TEAMS, [("a", "b")]) == ["a", "c", "b", None]


def test_partners_without_a_seat_in_a_team_are_ignored() -> None:
    assert arrange(["a", "b", "c"], 3, (), [("a", "b")]) == ["a", "b", "c"]


@given(st.permutations(range(6)), st.integers(0, 3))
def test_pairs_sit_together_in_larger_teams_if_a_seat_is_left(order: list[int], count: int) -> None:
    pairs = [(order[2 * index], order[2 * index + 1]) for index in range(count)]
    arranged = arrange(range(6), 6, THREE_PER_TEAM, pairs)
    assert sorted(seat for seat in arranged if seat is not None) == list(range(6))
    for one, other in pairs[:2]:
        seats = {arranged.index(one), arranged.index(other)}
        assert any(seats <= set(team) for team in THREE_PER_TEAM)


def test_new_pair_replaces_older_pairs_of_both_members() -> None:
    pairs = with_pair([("a", "b"), ("c", "d")], ("b", "c"))
    assert pairs == [("b", "c")]
    assert with_pair([("a", "b")], ("c", "d")) == [("a", "b"), ("c", "d")]
