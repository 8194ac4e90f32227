"""The rules that matter when a question is asked, by the class of the question.

A game adds its lines to ``RULES``; a question without any has none to show.
"""

from messages import ServerMessage
from messages.codex.actions import (
    SelectCodexCard,
    SelectCodexColor,
    SelectCodexDraw,
    SelectCodexObjective,
    SelectCodexStarter,
)
from messages.eriantys.actions import (
    SelectAssistantCard,
    SelectCloud,
    SelectEndOfTurn,
    SelectSteps,
    SelectStudent,
)
from messages.rummy.actions import SelectRummyDraw, SelectRummyPlay
from messages.shelfie.actions import SelectShelfieColumn, SelectShelfieTiles
from messages.uno.actions import (
    SelectDrawnUnoCard,
    SelectUnoCard,
    SelectUnoChallenge,
    SelectUnoColor,
    SelectUnoInterrupt,
    SelectUnoSwap,
)

_CHARACTERS = (
    "In expert mode you may use one character in your turn, before or after any step. Its price",
    "goes up by one the first time anybody uses it. A coin comes with every third student of a",
    "colour in your dining room.",
)

RULES: dict[type[ServerMessage], tuple[str, ...]] = {
    SelectAssistantCard: (
        "The lowest assistant acts first. You may not play one that somebody played before you in",
        "this round, unless you have no other. Mother nature may go half its value, rounded up.",
    ),
    SelectStudent: (
        "In the dining room students win professors: who has more of a colour than anybody else",
        "has its professor. On islands the students of your professors count as your influence.",
        *_CHARACTERS,
    ),
    SelectSteps: (
        "Where mother nature stops, the party with the most influence builds its towers: one for",
        "each student of its professors, one for each of its towers. On a tie nothing changes.",
        "Neighbours with towers of one colour become one island. Your last tower wins at once.",
        *_CHARACTERS,
    ),
    SelectCloud: ("Its students come to your entrance, and your turn is over.", *_CHARACTERS),
    SelectEndOfTurn: _CHARACTERS,
    SelectUnoCard: (
        "A card fits if it has the colour, the number or the sign of the top card; wilds always",
        "fit. Say UNO before you play your second-last card, or you draw two.",
    ),
    SelectDrawnUnoCard: ("Only the card you have just drawn can be played now.",),
    SelectUnoColor: ("The next player has to follow this colour, or play a wild.",),
    SelectUnoSwap: ("After a seven you change hands with another player.",),
    SelectUnoChallenge: (
        "A draw 4 is fair only if its player had no card of the colour. If it was not, they draw",
        "four; if it was, you draw six.",
    ),
    SelectUnoInterrupt: (
        "Who has exactly the card on top may play it out of turn, and play goes on from there.",
    ),
    SelectCodexStarter: (
        "The starter is the middle of your area. The back gives symbols in its centre as well as",
        "corners; the front has other corners. Later cards cover corners, and what is covered",
        "counts no more.",
    ),
    SelectCodexColor: ("Your colour on the score track; it has no meaning in play.",),
    SelectCodexObjective: (
        "At the end your secret objective counts as often as it is met, as the two common ones",
        "do. A set needs its symbols to be seen; a pattern needs cards of kingdoms in place.",
    ),
    SelectCodexCard: (
        "A card covers one or more corners of your area, one corner of each card; where no corner",
        "is drawn nothing can lie. Front up it shows corners and may give points; a gold front",
        "needs symbols that can be seen in your area before it is placed. Back up any card fits:",
        "it gives one symbol of its kingdom and no points.",
    ),
    SelectCodexDraw: (
        "Take one of the four cards that lie open, or the top of a deck: its back shows what",
        "kingdom it has. With 20 points, or without decks, the end comes: this round, one more.",
    ),
    SelectShelfieTiles: (
        "One to three tiles, side by side in one line, each with a free side before you take any,",
        "and no more than one of your columns has room for. Taking cannot be undone.",
    ),
    SelectShelfieColumn: (
        "All tiles go into one column, the first one lowest; another order is the same command",
        "with the places of the tiles: place 3 2 1. Groups of equal tiles that touch count at the",
        "end (three 2, four 3, five 5, six 8), and so do the goals.",
    ),
    SelectRummyDraw: (
        "One card from the stock, or any card of the discard pile with all that lie on it. If it",
        "is not the top one, it must be put down in this turn.",
    ),
    SelectRummyPlay: (
        "A meld is three or four of a rank, or three and more of a suit in order; single cards go",
        "to any meld on the table and count for you. What you still hold when the round ends",
        "counts against you. A discard ends your turn.",
    ),
}


def rules_of(prompt: ServerMessage) -> tuple[str, ...]:
    """What to know before answering."""
    return RULES.get(type(prompt), ())
