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


def test_strategies_rotate_over_the_seats(served: Served) -> None:
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


def test_parallel_matches_with_computer_players(served: Served) -> None:
    run = BotRun(("random",), Create(players=3, mode=True, bots=1), seats=2, matches=5, parallel=3)
    results = play_all(served.socket, run)
    assert len(results) == 5
    assert all(len(match[0].outcome.scores) == 3 for match in results)


def test_first_error_ends_all_matches() -> None:
    with pytest.raises(CannotConnect):
        play_all("127.0.0.1:1", BotRun(("random",), Create(), seats=2, matches=50, parallel=4))
    with pytest.raises(UnknownStrategy):
        play_all("127.0.0.1:1", BotRun(("nobody",), Create(), seats=2))


def test_bots_keep_their_nicknames(served: Served) -> None:
    bots = [NamedBot(name, RandomBot(i)) for i, name in enumerate(("uma", "vito", "wim", "xenia"))]
    outcomes = asyncio.run(play_match(served.pyro, bots, Create(players=4)))
    assert [outcome.nickname for outcome in outcomes] == ["uma", "vito", "wim", "xenia"]
    assert sum(outcome.won for outcome in outcomes) in (2, 4)  # a team, or both on a tie


def test_gather_or_cancel_cancels_the_others_after_an_error() -> None:
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
