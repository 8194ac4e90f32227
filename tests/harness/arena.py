"""Play complete games between bots on the rules, without a server.

Each bot has only the view of its own seat, updated by the changes redacted for that seat, as in a
client.
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
"""Creates a bot from a seed."""


class Rules(NamedTuple):
    """A game, its mode and its options."""

    game: str
    expert: bool = False
    options: Mapping[str, Any] = {}


class Arena:
    """One game. If several seats are active, a random one acts first."""

    def __init__(self, rules: Rules, bots: Sequence[Bot], seed: int) -> None:
        self.game: AnyGame = GAMES[rules.game]
        self._bots = bots
        self._random = Random(seed)
        options = self.game.options(rules.expert, rules.options)
        self.state: Any = self.game.start(len(bots), options, Rng(_seed_bytes(seed))).state
        self._views = [self.game.view(self.state, seat) for seat in range(len(bots))]

    def play(self) -> Result:
        """Play to the end and return the result."""
        while (result := self.game.result(self.state)) is None:
            seat, action = self._next_action()
            self._show_changes(self.game.apply(self.state, seat, action))
        return result

    def _next_action(self) -> tuple[Seat, Action]:
        """Return the next action: urgent answers (``at_once``) first, then any active seat's."""
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


def wins(rules: Rules, bot: MakeBot, opponent: MakeBot, games: range) -> int:
    """Return how many two-player games the first bot wins alone; each deal is played twice."""
    return sum(_won(rules, bot, opponent, number) for number in games)


def _won(rules: Rules, bot: MakeBot, opponent: MakeBot, number: int) -> bool:
    deal, seat = divmod(number, 2)
    bots = [bot(2 * number), opponent(2 * number + 1)]
    ordered = bots if seat == 0 else bots[::-1]
    return Arena(rules, ordered, deal).play().winners == (seat,)


def _seed_bytes(seed: int) -> bytes:
    return seed.to_bytes(16, "big")
