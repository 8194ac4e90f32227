"""AdvancedBot, for UNO: keeps what helps late, follows its strong colour, remembers what the others
did not have, swaps with the smallest hand, and answers draw cards and jumps in whenever it can.
"""

from collections.abc import Sequence

from client.bots.uno import UnoBot
from client.bots.uno_memory import Memory
from client.bots.uno_worth import favourite, table_of, worth
from messages import (
    Action,
    AnyView,
    BoardChange,
    PlayUnoCard,
    SelectUnoInterrupt,
    ServerMessage,
    SwapUnoHands,
    UnoColor,
    UnoView,
)

BLUFF = 7
"""Cards with which somebody who plays a DRAW_4 probably holds the colour, too."""


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

    def at_once(self, prompt: ServerMessage) -> Action | None:
        """UNO before anything else; a jump-in before somebody else plays."""
        if isinstance(prompt, SelectUnoInterrupt) and prompt.cards and not prompt.say_uno:
            return PlayUnoCard(prompt.cards[0])
        return super().at_once(prompt)

    def play(self, view: UnoView, plays: Sequence[PlayUnoCard]) -> Action:
        """The play after which the hand is worth most."""
        table = table_of(view, self._memory)
        return max(plays, key=lambda play: worth(table, play))

    def jump_in(self, view: UnoView, plays: Sequence[PlayUnoCard]) -> Action | None:
        """Whenever it can."""
        return plays[0]

    def color(self, view: UnoView) -> UnoColor:
        """A strong colour that the next player does not have."""
        return favourite(table_of(view, self._memory), view.hand)

    def swap(self, view: UnoView, swaps: Sequence[SwapUnoHands]) -> Action:
        """The smallest hand."""
        return min(swaps, key=lambda swap: view.players[swap.seat].cards)

    def challenges(self, view: UnoView) -> bool:
        """Only those who still hold many cards."""
        return False
