"""Tests of My Shelfie, which has playthroughs of its own: they also show its options."""

from tests.games.settings import GameTests

TESTS = GameTests(playthroughs=())
