"""Tests of UNO, with playthroughs of its own: one per mode of the rules."""

from messages.uno.actions import DrawUnoCard, SayUno
from tests.games.settings import GameTests
from tests.games.uno.omissions import OMISSIONS
from tests.games.uno.transcript import PLAYTHROUGHS

TESTS = GameTests(
    omissions=OMISSIONS,
    short_options={"target_score": 60},
    rare_actions=frozenset({DrawUnoCard}),
    late_actions=frozenset({SayUno}),
    modes=(),
    playthroughs=PLAYTHROUGHS,
)
