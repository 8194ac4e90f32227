"""The UNO bots: a base class, and the strategies random, basic and advanced.

All of them say UNO with their second-last card. If an exchange of hands leaves them one card, they
say it at once, without requesting the legal actions.
"""

import random
from collections.abc import Sequence

from msgspec.structs import replace

from client.bots.base import Bot
from client.games.uno import bot_evaluation as evaluation
from client.games.uno.bot_evaluation import is_wild, most_held_color, points_of, seat_after
from messages import ServerMessage
from messages.registry import Action, AnyView, BoardChange
from messages.uno import actions as uno
from messages.uno.actions import PlayUnoCard, SayUno, UnoColor
from messages.uno.table import UnoView


class UnoBot(Bot):
    """Base class of UNO bots: subclasses implement ``play``. In other games it plays at random."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def at_once(self, view: AnyView, prompt: ServerMessage) -> Action | None:
        """Return SayUno if the prompt demands it, otherwise None."""
        must_say_uno = isinstance(prompt, uno.SelectUnoInterrupt) and prompt.say_uno
        return SayUno() if must_say_uno else None

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
        """Return one of the actions; None if no action is wanted out of turn.

        UNO is said with a card that would leave one. Returns SayUno first if the drawn card would,
        or if UNO is demanded. In another game the action is random.
        """
        if not isinstance(view, UnoView):
            return self._random.choice(actions)
        choice = self._choose_play(view, actions)
        if not any(isinstance(action, SayUno) for action in actions):
            return choice
        if self._must_say_uno(view, choice):
            return SayUno()
        return replace(choice, say_uno=True) if isinstance(choice, PlayUnoCard) else choice

    def _must_say_uno(self, view: UnoView, choice: Action | None) -> bool:
        """Return whether the choice plays the drawn card, or UNO is demanded of the own seat now.

        The caller checks that saying UNO is legal, so playing the card leaves one.
        """
        drawn = isinstance(choice, uno.AnswerDrawnUnoCard) and choice.play
        return drawn or view.uno_window == view.seat

    def _choose_play(self, view: UnoView, actions: Sequence[Action]) -> Action | None:
        """Return the action apart from saying UNO; None to do nothing out of turn.

        Out of turn only ``jump_in`` decides.
        """
        plays = [action for action in actions if isinstance(action, PlayUnoCard)]
        if view.turn != view.seat:
            return self.jump_in(view, plays) if plays else None
        return self._choose_in_turn(view, actions, plays)

    def _choose_in_turn(
        self, view: UnoView, actions: Sequence[Action], plays: Sequence[PlayUnoCard]
    ) -> Action:
        """Return the answer to the decision of the view: a card, or a draw if no card fits.

        Other decisions are left to the methods of the subclass.
        """
        match view.decision:
            case "RETAIN":
                return uno.AnswerDrawnUnoCard(self.should_play_drawn(view))
            case "COLOR":
                return uno.ChooseUnoColor(self.choose_color(view))
            case "SWAP":
                return self.choose_swap(
                    view, [a for a in actions if isinstance(a, uno.SwapUnoHands)]
                )
            case "CHALLENGE":
                return uno.AnswerUnoChallenge(self.should_challenge(view))
        return self.play(view, plays) if plays else uno.DrawUnoCard()

    # Decisions of a strategy, which subclasses override.

    def play(self, view: UnoView, plays: Sequence[PlayUnoCard]) -> Action:
        """Return one of the plays, of which there is at least one; subclasses must implement it."""
        raise NotImplementedError

    def jump_in(self, view: UnoView, plays: Sequence[PlayUnoCard]) -> Action | None:
        """Return the play out of turn, or None; the base class never jumps in."""
        return None

    def should_play_drawn(self, view: UnoView) -> bool:
        """Return whether to play the card just drawn; the base class always does."""
        return True

    def choose_color(self, view: UnoView) -> UnoColor:
        """Return the colour to name in a separate prompt after a wild: the one held most."""
        return most_held_color(view.hand)

    def choose_swap(self, view: UnoView, swaps: Sequence[uno.SwapUnoHands]) -> Action:
        """Return the swap to make in a separate prompt after a seven: a random one."""
        return self._random.choice(swaps)

    def should_challenge(self, view: UnoView) -> bool:
        """Return whether to challenge a DRAW_4; the base class never does."""
        return False


class RandomUnoBot(UnoBot):
    """Plays a random card that fits and names a random colour; draws only if no card fits."""

    def play(self, view: UnoView, plays: Sequence[PlayUnoCard]) -> Action:
        """Return a random play of a random card.

        The card is chosen first, so that a wild with four colours is not more likely.
        """
        card = self._random.choice(list(dict.fromkeys(play.card for play in plays)))
        return self._random.choice([play for play in plays if play.card == card])

    def jump_in(self, view: UnoView, plays: Sequence[PlayUnoCard]) -> Action | None:
        """Return the first play with a probability of one half, otherwise None."""
        return self._random.choice([None, plays[0]])

    def choose_color(self, view: UnoView) -> UnoColor:
        """Return a random colour."""
        return self._random.choice(uno.UNO_COLORS)

    def should_challenge(self, view: UnoView) -> bool:
        """Return True with a probability of one half."""
        return self._random.random() < 0.5


class BasicBot(UnoBot):
    """Plays the legal card with the most points, wilds last; names the colour it holds most.

    It never jumps in and never challenges.
    """

    name = "basic"

    def play(self, view: UnoView, plays: Sequence[PlayUnoCard]) -> Action:
        """Return the play with the most points, a wild only if nothing else fits.

        A wild names the colour held most; ties and swap partners are chosen at random.
        """
        card = self._choose_card(list(dict.fromkeys(play.card for play in plays)))
        if is_wild(card):
            color = most_held_color(evaluation.remove_card(view.hand, card))
            return PlayUnoCard(card, color=color)
        return self._random.choice([play for play in plays if play.card == card])

    def _choose_card(self, cards: Sequence[str]) -> str:
        """Return a random one of the cards with the most points; a wild only if all are wilds."""
        plain = [card for card in cards if not is_wild(card)]
        highest = max(map(points_of, plain or cards))
        return self._random.choice([card for card in plain or cards if points_of(card) == highest])


CHALLENGE_MIN_CARDS = 7
"""Minimum hand size of a player whose DRAW_4 is challenged."""


class AdvancedBot(UnoBot):
    """Evaluates the hand after each play and models the colours that opponents lack.

    It swaps with the smallest hand, answers draw cards and jumps in whenever it can. It uses only
    its own view and the changes it received.
    """

    name = "advanced"

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seed)
        self._opponents = evaluation.OpponentModel()

    def saw(self, view: AnyView, change: BoardChange) -> None:
        """Update the model of the opponents; changes of other games are ignored."""
        if isinstance(view, UnoView):
            self._opponents.observe(view, change)

    def at_once(self, view: AnyView, prompt: ServerMessage) -> Action | None:
        """Return the first card to jump in with, and say UNO with it if it leaves one.

        Other prompts are answered as in the base class, which may return None.
        """
        match view, prompt:
            case UnoView(seat=int(seat)), uno.SelectUnoInterrupt(cards=(card, *_), say_uno=False):
                me = view.players[seat]
                play = PlayUnoCard(card)
                return replace(play, say_uno=True) if me.cards == 2 and not me.said_uno else play
        return super().at_once(view, prompt)

    def play(self, view: UnoView, plays: Sequence[PlayUnoCard]) -> Action:
        """Return the play with the highest evaluation."""
        situation = evaluation.situation_of(view, self._opponents)
        return max(plays, key=lambda play: evaluation.play_value(situation, play))

    def jump_in(self, view: UnoView, plays: Sequence[PlayUnoCard]) -> Action | None:
        """Return the first of the possible plays, which are never empty."""
        return plays[0]

    def should_play_drawn(self, view: UnoView) -> bool:
        """Return False for a wild while the next player and the own hand have over two cards.

        Any other card is played.
        """
        assert view.seat is not None
        is_early = view.players[seat_after(view, view.seat, 1)].cards > evaluation.NEAR_END_CARDS
        return not (is_early and view.card and is_wild(view.card) and len(view.hand) > 2)

    def choose_color(self, view: UnoView) -> UnoColor:
        """Return a colour with many own cards that the next player probably lacks."""
        return evaluation.best_color_to_name(
            evaluation.situation_of(view, self._opponents), view.hand
        )

    def choose_swap(self, view: UnoView, swaps: Sequence[uno.SwapUnoHands]) -> Action:
        """Return the swap with the player who has the smallest hand."""
        return min(swaps, key=lambda swap: view.players[swap.seat].cards)

    def should_challenge(self, view: UnoView) -> bool:
        """Return whether the player before has at least CHALLENGE_MIN_CARDS cards.

        Such a player probably holds a card of the colour.
        """
        assert view.seat is not None
        return view.players[seat_after(view, view.seat, -1)].cards >= CHALLENGE_MIN_CARDS
