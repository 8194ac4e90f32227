"""Tables of bots."""

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


def run_job(server: str, job: BotRun) -> list[list[SeatResult]]:
    results: list[list[SeatResult]] = []
    asyncio.run(play_matches(server, job, results.append))
    return results


def test_strategies_take_turns_at_the_seats(served: Served) -> None:
    job = BotRun(("greedy", "random"), Create(players=2), seats=2, matches=3)
    results = run_job(served.socket, job)
    assert [[seat.strategy for seat in match] for match in results] == [
        ["greedy", "random"],
        ["random", "greedy"],
        ["greedy", "random"],
    ]
    for first, second in results:
        assert first.outcome.winners == second.outcome.winners
        assert len(first.outcome.scores) == 2


def test_several_tables_at_once_beside_the_servers_bots(served: Served) -> None:
    job = BotRun(("random",), Create(players=3, mode=True, bots=1), seats=2, matches=5, parallel=3)
    results = run_job(served.socket, job)
    assert len(results) == 5
    assert all(len(match[0].outcome.scores) == 3 for match in results)


def test_the_first_failure_ends_the_job() -> None:
    with pytest.raises(CannotConnect):
        run_job("127.0.0.1:1", BotRun(("random",), Create(), seats=2, matches=50, parallel=4))
    with pytest.raises(UnknownStrategy):
        run_job("127.0.0.1:1", BotRun(("nobody",), Create(), seats=2))


def test_guests_keep_their_names(served: Served) -> None:
    guests = [
        NamedBot(name, RandomBot(i)) for i, name in enumerate(("uma", "vito", "wim", "xenia"))
    ]
    outcomes = asyncio.run(play_match(served.pyro, guests, Create(players=4)))
    assert [outcome.nickname for outcome in outcomes] == ["uma", "vito", "wim", "xenia"]
    assert sum(outcome.won for outcome in outcomes) in (2, 4)  # a team, or both on a tie


def test_together_stops_the_others() -> None:
    ended: list[str] = []

    async def wait() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("stopped")

    async def fail() -> None:
        raise CannotConnect("no")

    with pytest.raises(CannotConnect):
        asyncio.run(gather_or_cancel([wait(), fail(), wait()]))
    assert ended == ["stopped", "stopped"]
