"""The guided match of Codex Naturalis: notes about the screen and the first decisions."""

from client.games.base import TutorialStep
from messages.codex.actions import (
    SelectCodexCard,
    SelectCodexColor,
    SelectCodexDraw,
    SelectCodexObjective,
    SelectCodexStarter,
)

TUTORIAL = (
    TutorialStep("At the top are the scores. The match ends when a player has 20 points."),
    TutorialStep("In the middle is your area, beside it your hand and the cards to draw."),
    TutorialStep(
        "Your first card: choose the side with the corners that you like.", (SelectCodexStarter,)
    ),
    TutorialStep("Your colour only marks your cards.", (SelectCodexColor,)),
    TutorialStep("Keep one secret objective; it gives points at the end.", (SelectCodexObjective,)),
    TutorialStep(
        "Place a card on a corner. A gold card needs symbols that are visible in your area; "
        "the back of any card needs nothing.",
        (SelectCodexCard,),
    ),
    TutorialStep("Draw a card, so that you have three again.", (SelectCodexDraw,)),
    TutorialStep("That was a whole turn. F3 shows a hint, ? the rules. Play on as you like."),
)
