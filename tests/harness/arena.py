"""Whole games between bots on the rules alone: each bot has the view of its own seat and nothing
else, kept up by the changes its seat may see, as in a client.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from client.bots import Bot
from client.games.registry import apply_change
from games.base import AnyGame, Result, Step
from games.registry import GAMES
from games.rng import Rng
from messages import Seat
from messages.registry import Action

MakeBot = Callable[[int], Bot]
"""A bot from a seed."""


class Rules(NamedTuple):
    """What is played."""

    game: str
    expert: bool = False
    options: Mapping[str, Any] = {}


class Arena:
    """One game. Where several seats may act, chance says who is quicker."""

    def __init__(self, rules: Rules, bots: Sequence[Bot], seed: int) -> None:
        self.game: AnyGame = GAMES[rules.game]
        self._bots = bots
        self._random = Random(seed)
        options = self.game.options(rules.expert, rules.options)
        self.state: Any = self.game.start(len(bots), options, Rng(_bytes(seed))).state
        self._views = [self.game.view(self.state, seat) for seat in range(len(bots))]

    def play(self) -> Result:
        """To the end."""
        while (result := self.game.result(self.state)) is None:
            seat, action = self._next_action()
            self._show_changes(self.game.apply(self.state, seat, action))
        return result

    def _next_action(self) -> tuple[Seat, Action]:
        """Answers that cannot wait come first, then somebody who wants to act."""
        seats = sorted(self.game.active(self.state))
        if len(seats) > 1:
            self._random.shuffle(seats)
            for seat in seats:
                prompt = self.game.prompt(self.state, seat)
                if prompt is not None:
                    action = self._bots[seat].at_once(self._views[seat], prompt)
                    if action is not None:
                        return seat, action
        return next(move for seat in seats if (move := self._choice(seat)) is not None)

    def _choice(self, seat: Seat) -> tuple[Seat, Action] | None:
        actions = self.game.legal(self.state, seat)
        action = self._bots[seat].choose(self._views[seat], actions)
        return None if action is None else (seat, action)

    def _show_changes(self, step: Step[Any]) -> None:
        self.state = step.state
        for seat, bot in enumerate(self._bots):
            for change in step.changes:
                seen = self.game.redact(change, seat)
                if seen is not None:
                    view = self._views[seat] = apply_change(self._views[seat], seen)
                    bot.saw(view, seen)


def wins(rules: Rules, one: MakeBot, other: MakeBot, games: range) -> int:
    """Games of two that the first wins alone; both sit on each side of every deal in turn."""
    return sum(_won(rules, one, other, number) for number in games)


def _won(rules: Rules, one: MakeBot, other: MakeBot, number: int) -> bool:
    deal, seat = divmod(number, 2)
    bots = [one(2 * number), other(2 * number + 1)]
    ordered = bots if seat == 0 else bots[::-1]
    return Arena(rules, ordered, deal).play().winners == (seat,)


def _bytes(seed: int) -> bytes:
    return seed.to_bytes(16, "big")
