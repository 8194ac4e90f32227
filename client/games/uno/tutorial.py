"""The guided match of UNO: notes about the screen and the first decisions."""

from client.games.base import TutorialStep
from messages.uno.actions import SelectUnoCard

TUTORIAL = (
    TutorialStep("In the middle is the top card; beside it all players with their cards."),
    TutorialStep("Below is your hand. Raised cards can be played now; the menu lists them."),
    TutorialStep(
        "Play a card of the same colour, number or sign, or a wild. Otherwise draw one.",
        (SelectUnoCard,),
    ),
    TutorialStep(
        "⊘ skips the next player, ⇄ turns the direction, +2 and +4 let the next one draw.",
        (SelectUnoCard,),
    ),
    TutorialStep(
        "Say UNO with your second-last card, or you draw two. Who is out first gets the points "
        "of all other hands.",
        (SelectUnoCard,),
    ),
    TutorialStep("That is all. F3 shows a hint, ? the rules. Play on as you like."),
)
