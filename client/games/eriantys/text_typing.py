"""Eriantys: what is said about its commands."""

HELP = (
    "assistant 5               play the assistant of this value",
    "move red school           move a student from your entrance to your dining room",
    "move red island 3         move a student from your entrance to an island",
    "mother 2                  move mother nature this many islands on",
    "cloud 1                   take the students of a cloud",
    "use knight                use a character (expert mode); some need more:",
    "  use herald 3 · use thief red · use monk red 3",
    "  use jester take red blue give green yellow",
    "end                       end a turn in which no cloud can be taken",
)
LEGEND = (
    "Islands and clouds have the numbers on the board.",
    "On the board * is mother nature, x a no-entry tile, and infl w:b the influence",
    "of white and black. Y B G R P are yellow, blue, green, red and pink students.",
)

ASSISTANT_USAGE = "assistant 5, with the value of the card"
MOVE_USAGE = "move red school, or move red island 3"
MOTHER_USAGE = "mother 2, with the number of steps"
CLOUD_USAGE = "cloud 1, with the number of the cloud"
USE_USAGE = "Use which character? Like this: use knight."
MONK_USAGE = "use monk red 3, with a student of the card and an island"
ISLAND_USAGE = "use {name} 3, with an island"
COLOR_USAGE = "use {name} red, with a colour"
SWAP_USAGE = (
    "use {name} take red blue give green yellow, as many from {place} as from your entrance"
)
SWAP_PLACES = {"JESTER": "the card", "MINSTREL": "the dining room"}
NO_CHARACTERS = "There are no characters in this match: it is not in expert mode."

# Why something cannot be done now.

SPENT = "you used a character this turn"
NOT_NOW = "it would do nothing now"
PLAYED = "somebody played it this round"
COSTS = "it costs {price}, you have {coins}"

# What can be done now.

ONE_OF = "  Type one of {numbers}."
TO_SCHOOL = "  move COLOUR school    COLOUR: {colors}"
TO_ISLAND = "  move COLOUR island N  COLOUR: {colors}"
NO_ENTRY = "no entry"
NO_CHANGE = "nothing changes"
BUILDS = "{party} builds"
ARRIVAL = "to island {tiles}: {numbers}; {result}"
