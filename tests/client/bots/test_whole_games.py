"""Matches of UNO between bots end, and no bot floods the server or stops playing."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from client.bots import Bot, Create, GreedyBot, RandomBot
from client.cli.bot_matches import NamedBot, play_match
from client.games.uno.bots import AdvancedBot, BasicBot
from messages.registry import UpdateMessage
from messages.uno.actions import UNO_MODES
from messages.uno.table import UnoCardsDrawn
from tests.client.conftest import Served
from tests.harness.bot_match_server import BotMatchServer

BOT_CLASSES = (BasicBot, AdvancedBot, RandomBot, GreedyBot)
MAX_MESSAGES_PER_ACTION = 2.5
"""Per accepted action: the action, ListActions, and sometimes an action that came too late."""


def _combinations() -> Iterator[Any]:
    """Yield all combinations of parameters; a third, with all pairs of mode and policy, is quick.

    The others are soak tests. The quick ones also have each number of players with each policy and
    each mode.
    """
    numbers = (2, 4, 10)
    for mode, name in enumerate(UNO_MODES):
        for policy, word in enumerate(("strict", "challenge", "free")):
            for index, players in enumerate(numbers):
                is_quick = index == (mode + policy) % len(numbers)
                marks = () if is_quick else (pytest.mark.soak,)
                yield pytest.param(players, name, word, marks=marks)


COMBINATIONS = list(_combinations())


def create_mixed_bots(players: int) -> list[Bot]:
    return [BOT_CLASSES[seat % len(BOT_CLASSES)](seat) for seat in range(players)]


@pytest.mark.parametrize(("players", "mode", "policy"), COMBINATIONS)
def test_matches_over_the_memory_transport_reach_500_points_with_limited_messages_per_action(
    players: int, mode: str, policy: str
) -> None:
    server = BotMatchServer()
    seats = server.play(
        create_mixed_bots(players), "uno", mode=mode, wd4_policy=policy, target_score=500
    )
    outcomes = [seat.outcomes[0] for seat in seats]
    assert all(seat.done and not seat.failure for seat in seats)
    assert {outcome.winners for outcome in outcomes} == {outcomes[0].winners}
    assert max(outcomes[0].scores.values()) >= 500
    assert (
        sum(server.sent_counts.values()) < MAX_MESSAGES_PER_ACTION * server.accepted + 10 * players
    )


@pytest.mark.parametrize("mode", UNO_MODES)
def test_bots_say_uno_and_never_draw_for_a_missed_uno(mode: str) -> None:
    server = BotMatchServer()
    server.play(create_mixed_bots(4), "uno", mode=mode, target_score=1000)
    assert server.sent_counts["SayUno"] > 0
    missed = [
        update
        for update in server.received
        if isinstance(update, UpdateMessage)
        and isinstance(update.change, UnoCardsDrawn)
        and update.change.reason == "MISSED_UNO"
    ]
    assert missed == []


@pytest.mark.parametrize("transport", ["socket", "pyro"])
@pytest.mark.parametrize("mode", UNO_MODES)
@pytest.mark.parametrize("players", [2, 4, 10])
def test_matches_over_the_network_have_one_winner_and_a_score_for_each_player(
    served: Served, players: int, mode: str, transport: str
) -> None:
    bots = [NamedBot(f"bot-{seat}", bot) for seat, bot in enumerate(create_mixed_bots(players))]
    create = Create(game="uno", players=players, options={"mode": mode, "target_score": 100})
    outcomes = asyncio.run(play_match(getattr(served, transport), bots, create))
    assert sum(outcome.won for outcome in outcomes) == 1
    assert len(outcomes[0].scores) == players


def test_two_bots_and_eight_computer_players_finish_a_match_with_the_same_winners(
    served: Served,
) -> None:
    create = Create(game="uno", players=10, bots=8, options={"mode": "jump_in"})
    bots = [NamedBot("bot-1", AdvancedBot(1)), NamedBot("bot-2", RandomBot(2))]
    outcomes = asyncio.run(play_match(served.socket, bots, create))
    assert outcomes[0].winners == outcomes[1].winners != ()
