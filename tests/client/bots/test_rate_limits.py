"""Bots at full speed on a server that trusts nobody: they wait as they are asked, and finish."""

import asyncio
import socket
from collections.abc import Iterator

import pytest
from msgspec import structs

from client.bots import Create
from client.cli.bot_matches import BotRun, SeatResult, play_matches
from tests.client.conftest import Served, serving

QUICK = Create(game="shelfie", players=2)


@pytest.fixture(scope="module")
def strict() -> Iterator[Served]:
    limits = ("commands_burst=50", "commands_per_second=60", "warnings=5")
    with serving("trusted=", *limits) as server:
        yield server


def _play(server: str, job: BotRun) -> list[list[SeatResult]]:
    results: list[list[SeatResult]] = []
    asyncio.run(play_matches(server, job, results.append))
    return results


@pytest.mark.parametrize("route", ["socket", "pyro"])
def test_a_fast_bot_finishes_its_match(strict: Served, route: str) -> None:
    (match,) = _play(getattr(strict, route), BotRun(("random",), QUICK, seats=2))
    assert match[0].outcome.winners


@pytest.mark.parametrize("route", ["socket", "pyro"])
def test_who_is_turned_away_at_the_door_comes_again(route: str) -> None:
    """There is room for three connections at once, and for more a moment later."""
    with serving("trusted=", "address_burst=65", "address_per_second=100") as server:
        host, _, port = getattr(server, route).rpartition("@")[2].rpartition(":")
        crowd = [socket.create_connection((host, int(port)), 20) for _ in range(3)]
        job = BotRun(("random",), structs.replace(QUICK, bots=1), seats=1)
        assert len(_play(getattr(server, route), job)) == 1
        for one in crowd:
            one.close()
