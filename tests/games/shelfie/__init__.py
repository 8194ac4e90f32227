"""Tests of My Shelfie, with playthroughs of its own that also cover its options."""

from tests.games.settings import GameTests
from tests.games.shelfie.omissions import OMISSIONS
from tests.games.shelfie.transcript import PLAYTHROUGHS

TESTS = GameTests(modes=(), omissions=OMISSIONS, playthroughs=PLAYTHROUGHS)
