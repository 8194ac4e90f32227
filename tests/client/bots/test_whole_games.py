"""Whole games of UNO between bots only: they come to an end, nobody floods and nobody stalls."""

import asyncio

import pytest

from client.bots import Bot, Create, GreedyBot, RandomBot
from client.cli.bot_matches import NamedBot, play_match
from client.games.uno.bots import AdvancedBot, BasicBot
from messages.registry import UpdateMessage
from messages.uno.actions import UNO_MODES
from messages.uno.table import UnoCardsDrawn
from tests.client.conftest import Served
from tests.harness.bot_match_server import BotMatchServer

MIX = (BasicBot, AdvancedBot, RandomBot, GreedyBot)
CHATTER = 2.5
"""Messages per accepted action: the action, a question for what is legal, now and then a race."""


def mixed(players: int) -> list[Bot]:
    return [MIX[seat % len(MIX)](seat) for seat in range(players)]


@pytest.mark.parametrize("policy", ["strict", "challenge", "free"])
@pytest.mark.parametrize("mode", UNO_MODES)
@pytest.mark.parametrize("players", [2, 4, 10])
def test_over_the_memory_route(players: int, mode: str, policy: str) -> None:
    salon = BotMatchServer()
    seats = salon.play(mixed(players), "uno", mode=mode, wd4_policy=policy, target_score=500)
    outcomes = [seat.outcomes[0] for seat in seats]
    assert all(seat.done and not seat.failure for seat in seats)
    assert {outcome.winners for outcome in outcomes} == {outcomes[0].winners}
    assert max(outcomes[0].scores.values()) >= 500
    assert sum(salon.sent_counts.values()) < CHATTER * salon.accepted + 10 * players


@pytest.mark.parametrize("mode", UNO_MODES)
def test_computer_players_always_call_uno(mode: str) -> None:
    salon = BotMatchServer()
    salon.play(mixed(4), "uno", mode=mode, target_score=1000)
    assert salon.sent_counts["SayUno"] > 0
    missed = [
        update
        for update in salon.received
        if isinstance(update, UpdateMessage)
        and isinstance(update.change, UnoCardsDrawn)
        and update.change.reason == "MISSED_UNO"
    ]
    assert missed == []


@pytest.mark.parametrize("route", ["socket", "pyro"])
@pytest.mark.parametrize("mode", UNO_MODES)
@pytest.mark.parametrize("players", [2, 4, 10])
def test_over_the_network(served: Served, players: int, mode: str, route: str) -> None:
    guests = [NamedBot(f"guest-{seat}", bot) for seat, bot in enumerate(mixed(players))]
    create = Create(game="uno", players=players, options={"mode": mode, "target_score": 100})
    outcomes = asyncio.run(play_match(getattr(served, route), guests, create))
    assert sum(outcome.won for outcome in outcomes) == 1
    assert len(outcomes[0].scores) == players


def test_beside_the_computer_players_of_the_server(served: Served) -> None:
    create = Create(game="uno", players=10, bots=8, options={"mode": "jump_in"})
    guests = [NamedBot("guest-1", AdvancedBot(1)), NamedBot("guest-2", RandomBot(2))]
    outcomes = asyncio.run(play_match(served.socket, guests, create))
    assert outcomes[0].winners == outcomes[1].winners != ()
