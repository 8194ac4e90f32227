"""Bots that delegate some games to bots of their own."""

from collections.abc import Sequence

import pytest

from client.bots.base import Bot, MatchInfo, MultiGameBot
from client.games.base import BotFactory, GameUI
from messages import ServerMessage
from messages.eriantys.actions import ChooseCloud
from messages.registry import Action, AnyView, BoardChange
from messages.uno.actions import DrawUnoCard, SayUno, SelectUnoCard
from messages.uno.table import UnoSaid
from tests.client.games.eriantys.tables import full_view
from tests.client.games.uno.tables import uno_view

SEEN_CHANGES: list[BoardChange] = []


class UnoBot(Bot):
    def __init__(self, seed: int | None) -> None:
        self.seed = seed

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
        return None

    def saw(self, view: AnyView, change: BoardChange) -> None:
        SEEN_CHANGES.append(change)

    def at_once(self, view: AnyView, prompt: ServerMessage) -> Action | None:
        return SayUno() if self.match.game == "uno" else None


class DelegatingBot(MultiGameBot):
    def bot_factory_for(self, game: GameUI) -> BotFactory | None:
        return UnoBot if game.name == "uno" else None

    def choose_default(self, view: AnyView, actions: Sequence[Action]) -> Action:
        return actions[-1]


def test_delegated_game_is_played_by_its_bot_and_another_by_choose_default() -> None:
    bot = DelegatingBot(3)
    assert bot.choose(uno_view(["RED 1"]), [DrawUnoCard()]) is None
    assert bot.choose(full_view(), [ChooseCloud(0), ChooseCloud(1)]) == ChooseCloud(1)


def test_saw_passes_changes_only_to_the_bot_of_a_delegated_game() -> None:
    SEEN_CHANGES.clear()
    bot = DelegatingBot(3)
    bot.saw(uno_view(["RED 1"]), UnoSaid(1))
    bot.saw(full_view(), UnoSaid(2))
    assert [UnoSaid(1)] == SEEN_CHANGES


def test_at_once_is_delegated_with_the_match_and_answers_none_in_other_games() -> None:
    prompt = SelectUnoCard(cards=())
    bot = DelegatingBot(3)
    assert bot.at_once(uno_view(["RED 1"]), prompt) is None
    bot.match = MatchInfo(number=1, game="uno")
    assert bot.at_once(uno_view(["RED 1"]), prompt) == SayUno()
    assert bot.at_once(full_view(), prompt) is None


def test_choose_without_a_choose_default_raises_not_implemented_error() -> None:
    with pytest.raises(NotImplementedError):
        MultiGameBot(3).choose(full_view(), [ChooseCloud(0)])
