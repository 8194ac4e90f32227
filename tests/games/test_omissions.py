"""Every accepted action is listed, or belongs to a class that the page of the game names.

The search plays random games with random options, in which players also leave and time out. It
tries random and changed actions of every seat.
"""

from collections import Counter, deque
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.base import AnyGame
from games.options import Values
from games.registry import BUILT_IN, GAMES
from games.rng import Rng
from messages.base import Seat
from messages.errors import Refusal
from tests.games.mutated_actions import position_pool, random_actions
from tests.games.settings import Omission
from tests.games.variants import settings_of
from tests.games.weighted_choice import choose_by_kind

PAGES = Path(__file__).parents[2] / "docs" / "games"
EARLIER_ACTIONS = 30
TRIES, INACTIVE_TRIES = 80, 4
"""Actions that are tried in each position for an active seat and for any other."""
POSITIONS = 600
"""Positions of each game that are searched."""
SEARCHED_SHARE = 0.3
"""Probability that a position is searched, so that later positions of long games are, too."""

every_game = pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)


def random_options(game: AnyGame, random: Random) -> dict[str, Any]:
    """Return random values for about half of the options of the game."""
    known: dict[str, Values] = getattr(import_module(game.options.__module__), "KNOWN", {})
    return {name: random.choice(values) for name, values in known.items() if random.random() < 0.5}


def is_accepted(game: AnyGame, state: Any, seat: Seat, action: Any) -> bool:
    try:
        game.apply(state, seat, action)
    except Refusal:
        return False
    return True


class Search:
    """Searches random games for accepted actions that are not listed."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.found: Counter[Omission] = Counter()
        """How often an action of each class was found."""
        self.unknown: list[Any] = []
        """Accepted actions that are neither listed nor in a class."""
        self._game, self._random = game, Random(seed)
        self._omissions = settings_of(game.name).omissions

    def run(self, positions: int) -> None:
        """Search this many positions of as many games as needed."""
        while positions > 0:
            positions -= self._search_game(positions)

    def _search_game(self, limit: int) -> int:
        """Search at most ``limit`` positions of one game; return their number."""
        game, random = self._game, self._random
        options = game.options(random.random() < 0.5, random_options(game, random))
        # Half of the games have the minimum of players: more of their rounds reach the last cards.
        players = random.choice((game.seats[0], random.choice(game.seats)))
        state = game.start(players, options, Rng(random.randbytes(16))).state
        earlier = deque[Any](maxlen=EARLIER_ACTIONS)
        number = 0
        while game.active(state) and number < limit:
            if random.random() < SEARCHED_SHARE:
                number += 1
                for seat in range(players):
                    self._search_seat(state, seat, earlier)
            state = self._advance(state, players, earlier)
        return number

    def _advance(self, state: Any, players: int, earlier: deque[Any]) -> Any:
        """Return the state after a random action, departure or time-out."""
        game, random = self._game, self._random
        draw = random.random()
        if draw < 0.002:
            return game.leave(state, random.randrange(players)).state
        if draw < 0.03:
            return game.timeout(state, random.choice(sorted(game.waiting(state)))).state
        seat = random.choice(sorted(game.active(state)))
        action = choose_by_kind(game.legal(state, seat), random)
        earlier.append(action)
        return game.apply(state, seat, action).state

    def _search_seat(self, state: Any, seat: Seat, earlier: deque[Any]) -> None:
        game, listed = self._game, frozenset(self._game.legal(state, seat))
        pool = position_pool(game, state, seat, earlier)
        number = TRIES if listed else INACTIVE_TRIES
        for action in random_actions(game, pool, number, self._random):
            if action not in listed and is_accepted(game, state, seat, action):
                self._classify(state, seat, action, listed)

    def _classify(self, state: Any, seat: Seat, action: Any, listed: frozenset[Any]) -> None:
        classes = [one for one in self._omissions if one.covers(state, seat, action, listed)]
        self.found.update(classes)
        if not classes:
            self.unknown.append((state, seat, action))


@every_game
def test_accepted_actions_are_listed_or_in_a_class_that_occurs(game: AnyGame) -> None:
    search = Search(game, seed=1)
    search.run(POSITIONS)
    assert search.unknown == []
    usual = {one for one in settings_of(game.name).omissions if not one.rare}
    assert usual <= set(search.found)


@pytest.mark.soak
@every_game
@pytest.mark.parametrize("seed", range(2, 10))
def test_long_search_finds_no_accepted_action_outside_the_classes(game: AnyGame, seed: int) -> None:
    search = Search(game, seed)
    search.run(10 * POSITIONS)
    assert search.unknown == []


@every_game
def test_page_of_the_game_names_every_class_of_actions_that_are_not_listed(game: AnyGame) -> None:
    page = " ".join((PAGES / f"{game.name}.md").read_text(encoding="utf-8").split())
    assert [one.words for one in settings_of(game.name).omissions if one.words not in page] == []


def test_search_reports_accepted_actions_if_the_list_is_incomplete() -> None:
    game = GAMES["codex"]

    def only_backs(state: Any, seat: Seat) -> tuple[Any, ...]:
        return tuple(a for a in game.legal(state, seat) if getattr(a, "side", "") != "FRONT")

    search = Search(replace(game, legal=only_backs), seed=1)
    search.run(POSITIONS // 10)
    assert {action.side for _, _, action in search.unknown} == {"FRONT"}
