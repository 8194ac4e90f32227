"""What every UNO bot does in the same way: it calls UNO, answers each kind of question, and draws
when nothing fits. How a card is chosen is the strategy.

UNO is said before the second-last card is played; where a hand came to one card in another way (by
a swap), right after it, and at once: the next player is quick.
"""

import random
from collections.abc import Sequence

from client.bots.base import Bot
from client.games.uno.bot_cards import favourite_color
from messages import ServerMessage
from messages.registry import Action, AnyView
from messages.uno.actions import (
    AnswerDrawnUnoCard,
    AnswerUnoChallenge,
    ChooseUnoColor,
    DrawUnoCard,
    PlayUnoCard,
    SayUno,
    SelectUnoInterrupt,
    SwapUnoHands,
    UnoColor,
)
from messages.uno.table import UnoView


class UnoBot(Bot):
    """Subclass it and say what to play. In another game it plays at random."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def at_once(self, view: AnyView, prompt: ServerMessage) -> Action | None:
        """UNO, where it has to be said."""
        due = isinstance(prompt, SelectUnoInterrupt) and prompt.say_uno
        return SayUno() if due else None

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
        """One of the actions; None where nothing has to be done out of turn."""
        if not isinstance(view, UnoView):
            return self._random.choice(actions)
        choice = self._wish(view, actions)
        may_call = any(isinstance(action, SayUno) for action in actions)
        return SayUno() if may_call and self._ends_with_one(view, choice) else choice

    def _ends_with_one(self, view: UnoView, choice: Action | None) -> bool:
        """Whether one of two cards is about to go, or one is left and UNO has to be said."""
        drawn = isinstance(choice, AnswerDrawnUnoCard) and choice.play
        return isinstance(choice, PlayUnoCard) or drawn or view.uno_window == view.seat

    def _wish(self, view: UnoView, actions: Sequence[Action]) -> Action | None:
        plays = [action for action in actions if isinstance(action, PlayUnoCard)]
        if view.turn != view.seat:
            return self.jump_in(view, plays) if plays else None
        return self._in_turn(view, actions, plays)

    def _in_turn(
        self, view: UnoView, actions: Sequence[Action], plays: Sequence[PlayUnoCard]
    ) -> Action:
        match view.decision:
            case "RETAIN":
                return AnswerDrawnUnoCard(self.plays_drawn(view))
            case "COLOR":
                return ChooseUnoColor(self.color(view))
            case "SWAP":
                return self.swap(view, [a for a in actions if isinstance(a, SwapUnoHands)])
            case "CHALLENGE":
                return AnswerUnoChallenge(self.challenges(view))
        return self.play(view, plays) if plays else DrawUnoCard()

    # A strategy.

    def play(self, view: UnoView, plays: Sequence[PlayUnoCard]) -> Action:
        """One of the plays: at least one card fits."""
        raise NotImplementedError

    def jump_in(self, view: UnoView, plays: Sequence[PlayUnoCard]) -> Action | None:
        """The twin of the top card, out of turn, or rather not."""
        return None

    def plays_drawn(self, view: UnoView) -> bool:
        """Whether the card just drawn is played."""
        return True

    def color(self, view: UnoView) -> UnoColor:
        """The colour to name when it is asked for separately."""
        return favourite_color(view.hand)

    def swap(self, view: UnoView, swaps: Sequence[SwapUnoHands]) -> Action:
        """With whom a seven swaps hands when it is asked for separately."""
        return self._random.choice(swaps)

    def challenges(self, view: UnoView) -> bool:
        """Whether a DRAW_4 is doubted."""
        return False
