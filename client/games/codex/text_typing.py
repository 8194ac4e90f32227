"""Codex Naturalis: what is said about its commands."""

HELP = (
    "starter front             lay your starter with this side up (front, back)",
    "color red                 take a colour: red, blue, green, yellow",
    "objective O05             keep this secret objective",
    "place 2 front 4           put card 2 of your hand on spot 4 of your area",
    "  place 2 back 4 · place R01 front at -1 1 (x to the right, y upwards)",
    "draw 3                    take what has this number under To draw",
    "  draw resource · draw gold",
)
LEGEND = (
    "R is a resource card, G a gold one; 3 points if F3: three fungi must be seen",
    "before its front is placed. Capital letters are symbols: F fungi, P plant, A",
    "animal, I insect, Q quill, K inkwell, M manuscript. [F./Fx] are the corners of",
    "a front: a dot is empty, x is none. In the area (F) is a back, f the front of",
    "a fungi card, *f* of a gold one; numbers are open spots. Behind the points are",
    "the backs of the hand (Rf: resource, fungi) and the symbols that can be seen.",
)
PLACE_USAGE = "Like this: place 2 front 4, with the number of a card, a side, and of a spot."
STARTER_USAGE = "starter front"
COLOR_USAGE = "color red"
OBJECTIVE_USAGE = "objective O05"
DRAW_USAGE = "draw 3, or draw gold"
A_SOURCE = "place to draw from"
SPOT_NUMBERS = "The open spots in your area have the numbers 1 to {count}."

# What can be done now, and why something cannot.

EMPTY = "nothing is left there"
NEEDS = "it needs {symbols}"
PLACE_LINE = "  place CARD SIDE SPOT: {cards}"
RESOURCE_DECK = "resource deck, {count} left"
GOLD_DECK = "gold deck, {count} left"

# The board.

LAST_BUT_ONE = "the last round but one"
MORE = "More: {where} (type scroll left, right, up or down)"
