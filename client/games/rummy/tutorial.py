"""The guided match of Rummy 500: notes about the screen and the first decisions."""

from client.games.base import TutorialStep
from messages.rummy.actions import SelectRummyDraw, SelectRummyPlay

TUTORIAL = (
    TutorialStep("At the top are the players with their points; 500 end the match."),
    TutorialStep("In the middle are the melds and the discards, below them your hand."),
    TutorialStep(
        "Draw from the stock, or take a discard with all that lie on it; then you must lay "
        "that card at once.",
        (SelectRummyDraw,),
    ),
    TutorialStep(
        "Lay sets (three equal ranks) and runs (three in a row of one suit) for points, "
        "then discard a card to end the turn.",
        (SelectRummyPlay,),
    ),
    TutorialStep("Cards that stay in your hand count against you.", (SelectRummyDraw,)),
    TutorialStep("That is all. F3 shows a hint, ? the rules. Play on as you like."),
)
