"""Rummy 500: what is said about its commands."""

HELP = (
    "draw                      draw a card from the stock",
    "take 9H                   take a card of the discard pile and all above it;",
    "                          to be put down in this turn (take 3: by its place)",
    "meld 5H 6H 7H             lay a meld: three or more in a row of one suit,",
    "                          or three or four of one rank",
    "off 2 8H                  add cards to meld 2, whoever laid it",
    "discard KC                put a card away; your turn is over",
    "  several at once: meld 5H 6H 7H; off 2 8H; discard KC",
)
LEGEND = (
    "Cards are rank and suit: A 2 3 4 5 6 7 8 9 10 J Q K of H hearts, C clubs,",
    "S spades, D diamonds. > has the turn. laid: points put down in this round;",
    "after the total come the points of the last rounds. A, 10, J, Q, K count 10.",
)
ONE_TURN = "Only melds and lay-offs, then one discard, can be done at once."
DRAW_USAGE = "Nothing comes after draw; to take a discard type: take 9H."
TAKE_USAGE = "Like this: take 9H, or take 3 for the third card of the pile."
PILE_NUMBERS = "The cards of the pile have the places 1 to {count}."
MELD_USAGE = "Like this: meld 5H 6H 7H."
OFF_USAGE = "Like this: off 2 8H, which adds the 8H to meld 2."
A_MELD = "number of a meld"
DISCARD_USAGE = "Like this: discard KC."
NO_CARD = "{word!r} is no card: write rank and suit, like 5H, 10C, QS or AD."

# What can be done now, and why something cannot.

NO_USE = "you could not put it down"
FIRST_LAY = "first put down the {card} you took"
DISCARD_LINE = "  discard CARD  ends your turn"
YOUR_HAND = "Your hand:"
ABOVE = "and {cards}"
POINTS = "{count} points"

# The board.

OWED = "{card} must be put down"
PILE = "Discard pile, top first:"
BOTH_WAYS = "Your hand by suit, and by rank:"
