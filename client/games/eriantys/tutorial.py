"""The guided match of Eriantys: notes about the screen and the first decisions."""

from client.games.base import TutorialStep
from messages.eriantys.actions import SelectAssistantCard, SelectCloud, SelectSteps, SelectStudent

TUTORIAL = (
    TutorialStep("The ring shows twelve islands with their students; ▲ is mother nature."),
    TutorialStep("Below are the schools: students in the entrance, then the dining tables."),
    TutorialStep("You win by building all your towers on islands. The menu lists your moves."),
    TutorialStep(
        "A low assistant plays first, a high one lets mother nature walk further. Choose any.",
        (SelectAssistantCard,),
    ),
    TutorialStep(
        "Move three students. The most of a colour in the dining room wins its professor, "
        "which makes the students of that colour on islands count for you.",
        (SelectStudent,),
    ),
    TutorialStep(
        "Where mother nature stops, the player with most influence builds a tower. "
        "The line above the menu says what each step would do.",
        (SelectSteps,),
    ),
    TutorialStep("Take a cloud: its students refill your entrance.", (SelectCloud,)),
    TutorialStep("That was a whole turn. F3 shows a hint, ? the rules. Play on as you like."),
)
