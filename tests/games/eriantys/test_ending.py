"""How games end and who wins (rules digest, 8.2 to 8.4)."""

import pytest

from games.eriantys.ending import (
    call_last_round,
    close_clouds,
    finish_by_count,
    maybe_end_now,
    result,
    towers_built,
)
from messages.base import Change
from messages.eriantys.table import GameOver, LastRound
from tests.games.eriantys.boards import BLACK, WHITE, board, island, professors


def test_most_towers_win() -> None:
    state = board(yards=(5, 4), professors=professors(red=0, blue=0), reason="why")
    news: list[Change] = []
    after = finish_by_count(state, news)
    assert after.winners == (1,)
    assert (after.phase, after.turn, after.students_left) == ("OVER", -1, 0)
    assert news == [GameOver((1,), "why")]


def test_equal_towers_are_decided_by_professors() -> None:
    state = board(3, yards=(3, 3, 4), professors=professors(red=0, blue=1, pink=1, green=2))
    assert finish_by_count(state, []).winners == (1,)


def test_a_teams_professors_are_added_up_and_both_partners_win() -> None:
    state = board(4, yards=(5, 5), professors=professors(red=0, blue=2, pink=1))
    assert finish_by_count(state, []).winners == (0, 2)


def test_all_who_are_still_equal_win_together() -> None:
    assert finish_by_count(board(4), []).winners == (0, 1, 2, 3)


def test_the_last_tower_wins_at_once() -> None:
    after = maybe_end_now(board(yards=(4, 0)), BLACK, [])
    assert after.winners == (1,)
    assert after.reason == "BLACK has built its last tower."


def test_the_last_tower_of_a_team_wins_for_both() -> None:
    assert maybe_end_now(board(4, yards=(0, 4)), WHITE, []).winners == (0, 2)


@pytest.mark.parametrize("groups", [2, 3, 4])
def test_three_islands_or_fewer_end_the_game(groups: int) -> None:
    edges = [0, *(12 - groups + 1 + n for n in range(groups - 1)), 12]
    unified = [tuple(range(edges[n], edges[n + 1])) for n in range(groups)]
    islands = {0: island(WHITE, towers=len(unified[0]))}
    state = board(unified=unified, islands=islands, yards=(1, 2))
    assert len(state.islands) == groups
    after = maybe_end_now(state, WHITE, [])
    assert (after.phase == "OVER") is (groups <= 3)


def test_with_a_tower_left_and_four_islands_play_goes_on() -> None:
    state = board(yards=(1, 1))
    assert maybe_end_now(state, WHITE, []) is state


def test_the_last_round_is_called_once_and_keeps_its_reason() -> None:
    news: list[Change] = []
    state = call_last_round(board(), "first", news)
    assert call_last_round(state, "second", news) is state
    assert news == [LastRound("first")]
    assert (state.last_round, state.reason, state.clouds_closed) == (True, "first", False)


def test_a_short_bag_closes_the_clouds() -> None:
    news: list[Change] = []
    state = close_clouds(board(), news)
    assert (state.last_round, state.clouds_closed) == (True, True)
    assert [c.clouds for c in news if isinstance(c, LastRound)] == [False]


def test_a_result_has_the_towers_of_each_seats_party() -> None:
    state = board(4, yards=(3, 6), reason="why")
    assert result(state) is None
    end = result(finish_by_count(state, []))
    assert end is not None
    assert (end.winners, end.scores, end.reason) == ((0, 2), (5, 2, 5, 2), "why")
    assert [towers_built(state, party) for party in (WHITE, BLACK)] == [5, 2]
