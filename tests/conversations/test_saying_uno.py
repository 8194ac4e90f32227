"""Test that UNO can be said in time against computer players that move at once."""

import asyncio
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from client.bots import Bot, BotFailed, aplay
from messages import ServerMessage
from messages.registry import Action, AnyView, BoardChange
from messages.uno.actions import PlayUnoCard, SayUno, SelectUnoInterrupt
from messages.uno.table import UnoCardsDrawn, UnoSaid
from server.app import Settings, running
from server.cli import COMPUTERS
from tests.harness.dialects.uno_client import UnoClient, play
from tests.harness.handler import numbered_secrets
from tests.harness.timeouts import within

EACH_TRANSPORT = pytest.mark.parametrize("transport", ["socket", "pyro"])
SHORT_MATCH = {"target_score": 100}
NEVER = 3600.0
"""A reaction time in seconds that does not end during a test."""


class UnoFinished(Exception):
    """The bot has said UNO, or was fined; ``args`` tells whether it was in time."""


class SlowSpeaker(Bot):
    """Plays its first card and says UNO only when the server demands it."""

    name = "slow"

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
        return next(action for action in actions if not isinstance(action, SayUno))

    def at_once(self, view: AnyView, prompt: ServerMessage) -> Action | None:
        demanded = isinstance(prompt, SelectUnoInterrupt) and prompt.say_uno
        return SayUno() if demanded else None

    def saw(self, view: AnyView, change: BoardChange) -> None:
        match change:
            case UnoSaid(seat=view.seat):
                raise UnoFinished(True)
            case UnoCardsDrawn(seat=view.seat, reason="MISSED_UNO"):
                raise UnoFinished(False)


class SpeakerWithCards(Bot):
    """Plays its first card, says UNO with it, and counts how often it was said and missed."""

    name = "quick"

    def __init__(self) -> None:
        self.said = self.missed = 0

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
        first = actions[0]
        if isinstance(first, PlayUnoCard):
            return replace(first, say_uno=True)
        return SayUno() if SayUno() in actions else first

    def saw(self, view: AnyView, change: BoardChange) -> None:
        match change:
            case UnoSaid(seat=view.seat):
                self.said += 1
            case UnoCardsDrawn(seat=view.seat, reason="MISSED_UNO"):
                self.missed += 1


def _settings(reaction_seconds: float) -> Settings:
    return Settings(
        port=0,
        pyro_port=0,
        dialects={"uno": 0},
        reaction_seconds=reaction_seconds,
        secrets=numbered_secrets(),
    )


@EACH_TRANSPORT
def test_computer_player_waits_while_a_bot_says_uno_after_its_card(transport: str) -> None:
    async def scenario() -> None:
        async with running(_settings(NEVER), COMPUTERS) as addresses:
            with pytest.raises(BotFailed) as failed:
                await aplay(SlowSpeaker(), getattr(addresses, transport), "uno", matches=9)
        assert isinstance(failed.value.__cause__, UnoFinished)
        assert failed.value.__cause__.args == (True,)

    asyncio.run(within(scenario()))


@EACH_TRANSPORT
def test_uno_said_with_the_card_is_never_late_although_computer_players_do_not_wait(
    transport: str,
) -> None:
    async def scenario() -> SpeakerWithCards:
        bot = SpeakerWithCards()
        async with running(_settings(0.0), COMPUTERS) as addresses:
            server = getattr(addresses, transport)
            await aplay(bot, server, "uno", players=4, options=SHORT_MATCH, matches=3)
        return bot

    bot = asyncio.run(within(scenario()))
    assert bot.said > 0
    assert bot.missed == 0


class LegacySpeaker(UnoClient):
    """A client of the dialect that sends UNO in one segment with its second-last card."""

    uno_first = True
    sent = accepted = 0

    def receive(self, line: str) -> list[str]:
        self.accepted += line == f"BUNO|{self.name}"
        return super().receive(line)

    def _move(self) -> list[str]:
        *_, move = super()._move()
        if len(self.hand) != 2 or not move.startswith("PC|"):
            return [move]
        self.sent += 1
        return ["UNO", move] if self.uno_first else [move, "UNO"]


@pytest.mark.parametrize("uno_first", [True, False], ids=["UNO PC", "PC UNO"])
def test_uno_of_the_dialect_in_one_segment_with_the_card_is_never_late(uno_first: bool) -> None:
    client = LegacySpeaker("ann", 1, 3, bots=("hal", "kit"))
    client.uno_first = uno_first

    async def scenario() -> None:
        async with running(_settings(0.0), COMPUTERS) as addresses:
            port = addresses.dialects["uno"].rpartition(":")[2]
            await play(client, "127.0.0.1", int(port))

    asyncio.run(within(scenario()))
    assert client.sent == client.accepted > 0
