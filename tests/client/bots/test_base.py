"""Bots that leave some games to a specialist."""

from collections.abc import Sequence

import pytest

from client.bots.base import Bot, MultiGameBot
from client.games.base import BotFactory, GameUI
from messages import ServerMessage
from messages.eriantys.actions import ChooseCloud
from messages.registry import Action, AnyView, BoardChange
from messages.uno.actions import DrawUnoCard, SayUno, SelectUnoCard
from messages.uno.table import UnoSaid
from tests.client.games.eriantys.tables import full_view
from tests.client.games.uno.tables import uno_view

SEEN: list[BoardChange] = []


class Specialist(Bot):
    def __init__(self, seed: int | None) -> None:
        self.seed = seed

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
        return None

    def saw(self, view: AnyView, change: BoardChange) -> None:
        SEEN.append(change)

    def at_once(self, view: AnyView, prompt: ServerMessage) -> Action | None:
        return SayUno()


class Jack(MultiGameBot):
    def bot_factory_for(self, game: GameUI) -> BotFactory | None:
        return Specialist if game.name == "uno" else None

    def choose_default(self, view: AnyView, actions: Sequence[Action]) -> Action:
        return actions[-1]


def test_the_specialist_plays_its_game_and_no_other() -> None:
    jack = Jack(3)
    assert jack.choose(uno_view(["RED 1"]), [DrawUnoCard()]) is None
    assert jack.choose(full_view(), [ChooseCloud(0), ChooseCloud(1)]) == ChooseCloud(1)


def test_the_specialist_is_told_what_happens_in_its_game() -> None:
    SEEN.clear()
    jack = Jack(3)
    jack.saw(uno_view(["RED 1"]), UnoSaid(1))
    jack.saw(full_view(), UnoSaid(2))
    assert [UnoSaid(1)] == SEEN


def test_answers_that_cannot_wait() -> None:
    prompt = SelectUnoCard(cards=())
    assert Jack(3).at_once(uno_view(["RED 1"]), prompt) == SayUno()
    assert Jack(3).at_once(full_view(), prompt) is None


def test_without_a_specialist_there_must_be_a_choice() -> None:
    with pytest.raises(NotImplementedError):
        MultiGameBot(3).choose(full_view(), [ChooseCloud(0)])
