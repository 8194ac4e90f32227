"""Matches between bots."""

import asyncio

import pytest

from client.bots import Create, RandomBot, UnknownStrategy
from client.cli.bot_matches import (
    BotRun,
    NamedBot,
    SeatResult,
    gather_or_cancel,
    play_match,
    play_matches,
)
from client.connections import CannotConnect
from tests.client.conftest import Served


def play_all(server: str, run: BotRun) -> list[list[SeatResult]]:
    results: list[list[SeatResult]] = []
    asyncio.run(play_matches(server, run, results.append))
    return results


def test_strategies_rotate_over_the_seats_and_both_seats_report_the_same_winners(
    served: Served,
) -> None:
    run = BotRun(("greedy", "random"), Create(players=2), seats=2, matches=3)
    results = play_all(served.socket, run)
    assert [[seat.strategy for seat in match] for match in results] == [
        ["greedy", "random"],
        ["random", "greedy"],
        ["greedy", "random"],
    ]
    for first, second in results:
        assert first.outcome.winners == second.outcome.winners
        assert len(first.outcome.scores) == 2


def test_five_matches_with_a_computer_player_finish_three_at_a_time(served: Served) -> None:
    run = BotRun(("random",), Create(players=3, mode=True, bots=1), seats=2, matches=5, parallel=3)
    results = play_all(served.socket, run)
    assert len(results) == 5
    assert all(len(match[0].outcome.scores) == 3 for match in results)


def test_play_matches_raises_cannot_connect_and_unknown_strategy() -> None:
    with pytest.raises(CannotConnect):
        play_all("127.0.0.1:1", BotRun(("random",), Create(), seats=2, matches=50, parallel=4))
    with pytest.raises(UnknownStrategy):
        play_all("127.0.0.1:1", BotRun(("nobody",), Create(), seats=2))


def test_four_bots_keep_their_nicknames_and_win_as_a_team(served: Served) -> None:
    bots = [NamedBot(name, RandomBot(i)) for i, name in enumerate(("uma", "vito", "wim", "xenia"))]
    outcomes = asyncio.run(play_match(served.pyro, bots, Create(players=4)))
    assert [outcome.nickname for outcome in outcomes] == ["uma", "vito", "wim", "xenia"]
    assert sum(outcome.won for outcome in outcomes) in (2, 4)  # a team, or both on a tie


def test_gather_or_cancel_cancels_the_others_and_raises_the_first_error() -> None:
    cancelled: list[str] = []

    async def wait() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.append("cancelled")

    async def fail() -> None:
        raise CannotConnect("no")

    with pytest.raises(CannotConnect):
        asyncio.run(gather_or_cancel([wait(), fail(), wait()]))
    assert cancelled == ["cancelled", "cancelled"]
