"""Tests of Rummy 500, which is the same in both modes."""

from messages.rummy.actions import DiscardRummyCard, DrawRummyStock
from tests.games.rummy.omissions import OMISSIONS
from tests.games.settings import GameTests

TESTS = GameTests(
    omissions=OMISSIONS,
    short_options={"target": 60},
    rare_actions=frozenset({DrawRummyStock, DiscardRummyCard}),
    modes=(False,),
)
