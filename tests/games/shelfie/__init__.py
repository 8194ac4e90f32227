"""Tests of My Shelfie, which has playthroughs of its own: they also show its options."""

from tests.games.settings import GameTests
from tests.games.shelfie.transcript import PLAYTHROUGHS

TESTS = GameTests(modes=(), playthroughs=PLAYTHROUGHS)
