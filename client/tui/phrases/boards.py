"""Words that stand on boards; single words and signs are part of the drawing."""

OVER = "the match is over"
LAST_BUT_ONE = "the last round but one"
IN_THE_BAG = "{count} tiles in the bag"
OWED = "{card} must be put down"
PILE = "Discard pile, top first:"
BOTH_WAYS = "Your hand by suit, and by rank:"
EMPTY_HAND = "Your hand is empty."
