"""The rules that matter when a question is asked, by the class of the question.

A game adds its lines to ``RULES``; a question without any has none to show.
"""

from messages import (
    SelectAssistantCard,
    SelectCloud,
    SelectDrawnUnoCard,
    SelectEndOfTurn,
    SelectSteps,
    SelectStudent,
    SelectUnoCard,
    SelectUnoChallenge,
    SelectUnoColor,
    SelectUnoInterrupt,
    SelectUnoSwap,
    ServerMessage,
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
}


def rules_of(prompt: ServerMessage) -> tuple[str, ...]:
    """What to know before answering."""
    return RULES.get(type(prompt), ())
