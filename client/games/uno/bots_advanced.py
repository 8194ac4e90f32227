"""AdvancedBot, for UNO: keeps what helps late, follows its strong colour, remembers what the others
did not have, swaps with the smallest hand, and answers draw cards and jumps in whenever it can.
"""

from collections.abc import Sequence

from client.games.uno.bot_cards import is_wild, seat_beside
from client.games.uno.bot_evaluation import FEW, favourite, table_of, worth
from client.games.uno.bot_memory import Memory
from client.games.uno.bots import UnoBot
from messages import ServerMessage
from messages.registry import Action, AnyView, BoardChange
from messages.uno.actions import PlayUnoCard, SayUno, SelectUnoInterrupt, SwapUnoHands, UnoColor
from messages.uno.table import UnoView

BLUFF = 7
"""Cards left in the hand of somebody whose DRAW_4 is doubted."""


class AdvancedBot(UnoBot):
    """It sees its own view and the changes it was told, nothing else."""

    name = "advanced"

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seed)
        self._memory = Memory()

    def saw(self, view: AnyView, change: BoardChange) -> None:
        """Remember what the others did not have."""
        if isinstance(view, UnoView):
            self._memory.saw(view, change)

    def at_once(self, view: AnyView, prompt: ServerMessage) -> Action | None:
        """A jump-in before somebody else plays; with two cards UNO comes first."""
        match view, prompt:
            case UnoView(seat=int(seat)), SelectUnoInterrupt(cards=(card, *_), say_uno=False):
                me = view.players[seat]
                return SayUno() if me.cards == 2 and not me.said_uno else PlayUnoCard(card)
        return super().at_once(view, prompt)

    def play(self, view: UnoView, plays: Sequence[PlayUnoCard]) -> Action:
        """The play after which the hand is worth most."""
        table = table_of(view, self._memory)
        return max(plays, key=lambda play: worth(table, play))

    def jump_in(self, view: UnoView, plays: Sequence[PlayUnoCard]) -> Action | None:
        """Whenever it can."""
        return plays[0]

    def plays_drawn(self, view: UnoView) -> bool:
        """A wild just drawn is kept while the next player has many cards."""
        assert view.seat is not None
        early = view.players[seat_beside(view, view.seat, 1)].cards > FEW
        return not (early and view.card and is_wild(view.card) and len(view.hand) > 2)

    def color(self, view: UnoView) -> UnoColor:
        """A strong colour that the next player does not have."""
        return favourite(table_of(view, self._memory), view.hand)

    def swap(self, view: UnoView, swaps: Sequence[SwapUnoHands]) -> Action:
        """The smallest hand."""
        return min(swaps, key=lambda swap: view.players[swap.seat].cards)

    def challenges(self, view: UnoView) -> bool:
        """Only who still holds many cards: then one of the colour is probably among them."""
        assert view.seat is not None
        return view.players[seat_beside(view, view.seat, -1)].cards >= BLUFF
