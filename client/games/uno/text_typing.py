"""UNO: what is said about its commands."""

HELP = (
    "play red 7                play a card; its number in your hand does the same",
    "play wild green           a wild with its colour; without it you are asked",
    "  play blue skip · play red draw 2 · play wild draw 4 green",
    "draw                      draw a card, or all the cards you are to draw",
    "keep                      keep the card you have just drawn (play: play it)",
    "uno                       say it before you play your second-last card",
    "color blue                name a colour when you are asked",
    "swap NAME                 swap hands after a seven (mode seven_o)",
    "challenge yes             doubt a draw 4 played on you, or accept it (no)",
)
LEGEND = (
    "On the table > has the turn; play goes down the list of players, or up it after",
    "a reverse. Who has one card must have said UNO.",
)
PLAY_USAGE = "Like this: play red 7, play wild green, or play 3 for card 3 of your hand."
COLOR_USAGE = "Like this: color blue."
SWAP_USAGE = "Swap with whom? Like this: swap NAME."
CHALLENGE_USAGE = "Like this: challenge yes, or challenge no."

# What can be done now, and why something cannot.

UNO_LINE = "  uno     say it before you play your second-last card"
UNO_NOW = "  uno     say it now"
ANSWER_DRAW = "answer the draw, or draw {cards}"
OWN_COLOR = "you have a card of the colour"
NEEDS = "it needs {what}"
COLOR_OR = "{color} or {symbol}"
A_WILD = "a wild"
AN_EIGHT = "an 8"
