"""Tests of Eriantys, which has no options but its mode."""

from tests.games.eriantys.omissions import OMISSIONS
from tests.games.settings import GameTests

TESTS = GameTests(omissions=OMISSIONS)
