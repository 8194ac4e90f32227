"""Bots on connections to a server."""

import asyncio

import pytest

from client.bots import Create, Join, Plan, RandomBot
from client.bots.runner import BotFailed, play, run_bot
from client.connections import ConnectionLost, connect
from messages import ClientMessage, RequestNickname, ServerMessage
from tests.client.conftest import Served


class BreakingConnection:
    """A connection that ends after the first message."""

    def __init__(self) -> None:
        self.closed = False
        self._messages: list[ServerMessage] = [RequestNickname()]

    async def send(self, message: ClientMessage) -> None:
        pass

    async def receive(self) -> ServerMessage:
        if not self._messages:
            raise ConnectionLost("The server closed the connection.")
        return self._messages.pop()

    async def close(self) -> None:
        self.closed = True


def test_run_bot_raises_connection_lost_and_closes_the_connection() -> None:
    connection = BreakingConnection()
    with pytest.raises(ConnectionLost):
        asyncio.run(run_bot(connection, RandomBot(), Plan()))
    assert connection.closed


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_play_finishes_two_matches_of_three_players_with_winners_and_scores(
    served: Served, transport: str
) -> None:
    outcomes = play(RandomBot(1), getattr(served, transport), players=3, expert=True, matches=2)
    assert len(outcomes) == 2
    for outcome in outcomes:
        assert outcome.nickname.startswith("random")
        assert outcome.winners
        assert set(outcome.winners) <= set(outcome.scores)
        assert len(outcome.scores) == 3


def test_bot_failed_has_the_reason_of_the_server(served: Served) -> None:
    async def run() -> None:
        await run_bot(await connect(served.socket), RandomBot(), Plan(room=Join(999)))

    with pytest.raises(BotFailed, match="No open match has the number 999"):
        asyncio.run(run())


def test_on_message_is_called_from_request_nickname_to_final_scores(served: Served) -> None:
    received: list[str] = []

    async def run() -> None:
        connection = await connect(served.socket)
        plan = Plan(room=Create(bots=1))
        await run_bot(
            connection, RandomBot(1), plan, lambda player, m: received.append(type(m).__name__)
        )

    asyncio.run(run())
    assert received[0] == "RequestNickname"
    assert "FinalScores" in received
