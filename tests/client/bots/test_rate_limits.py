"""Bots on a server whose rate limits apply to them: they wait and finish their matches."""

import asyncio
import socket
from collections.abc import Iterator

import pytest
from msgspec import structs

from client.bots import Create
from client.cli.bot_matches import BotRun, SeatResult, play_matches
from tests.client.conftest import Served, serving

SHORT_MATCH = Create(game="shelfie", players=2)


@pytest.fixture(scope="module")
def rate_limited_server() -> Iterator[Served]:
    limits = ("commands_burst=50", "commands_per_second=60", "warnings=5")
    with serving("trusted=", *limits) as server:
        yield server


def _play_matches(server: str, run: BotRun) -> list[list[SeatResult]]:
    results: list[list[SeatResult]] = []
    asyncio.run(play_matches(server, run, results.append))
    return results


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_bot_that_exceeds_the_rate_limit_finishes_its_match(
    rate_limited_server: Served, transport: str
) -> None:
    (match,) = _play_matches(
        getattr(rate_limited_server, transport), BotRun(("random",), SHORT_MATCH, seats=2)
    )
    assert match[0].outcome.winners


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_bot_rejected_by_the_address_limit_tells_so_connects_again_and_plays_its_match(
    transport: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three idle connections use up the burst; the rate limit accepts another one later."""
    with serving("trusted=", "address_burst=65", "address_per_second=100") as server:
        host, _, port = getattr(server, transport).rpartition("@")[2].rpartition(":")
        idle_connections = [socket.create_connection((host, int(port)), 20) for _ in range(3)]
        run = BotRun(("random",), structs.replace(SHORT_MATCH, bots=1), seats=1)
        assert len(_play_matches(getattr(server, transport), run)) == 1
        for connection in idle_connections:
            connection.close()
    assert "The server limits the rate of this address; waiting" in capsys.readouterr().err
