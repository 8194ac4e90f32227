"""The guided match of My Shelfie: notes about the screen and the first decisions."""

from client.games.base import TutorialStep
from messages.shelfie.actions import SelectShelfieColumn, SelectShelfieTiles

TUTORIAL = (
    TutorialStep("On the left is the living room with its tiles, on the right your shelf."),
    TutorialStep("Equal tiles that touch in your shelf score; so do the goals below."),
    TutorialStep(
        "Take one to three tiles in a straight line. Each needs a free side; capital letters "
        "have one.",
        (SelectShelfieTiles,),
    ),
    TutorialStep(
        "Choose a column; the tiles fall to its bottom. Order and column decide which groups grow.",
        (SelectShelfieColumn,),
    ),
    TutorialStep(
        "The first full shelf ends the match, so think about the goals early.",
        (SelectShelfieTiles,),
    ),
    TutorialStep("That is all. F3 shows a hint, ? the rules. Play on as you like."),
)
