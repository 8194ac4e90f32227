"""Eriantys: what the characters do and what the phases are called, in few words."""

from client.games.text import OVER
from messages.eriantys.actions import Character

EFFECTS: dict[Character, str] = {
    "MONK": "one of its students to an island",
    "FARMER": "take professors on a tie, too",
    "HERALD": "resolve any island now",
    "POSTMAN": "2 more steps for mother nature",
    "GRANDMA": "a no-entry tile x on an island",
    "CENTAUR": "towers do not count this turn",
    "JESTER": "swap up to 3: card, entrance",
    "KNIGHT": "2 more influence for this turn",
    "MUSHROOM_HUNTER": "one colour counts for nothing",
    "MINSTREL": "swap up to 2: entrance, dining",
    "PRINCESS": "its student to your dining room",
    "THIEF": "everybody loses 3 of a colour",
}
PHASES = {
    "PLANNING": "planning",
    "STUDENTS": "moving students",
    "MOTHER_NATURE": "mother nature",
    "CLOUD": "taking a cloud",
    "END_TURN": "end of turn",
    "OVER": OVER,
}
