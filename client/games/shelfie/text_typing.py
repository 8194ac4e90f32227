"""My Shelfie: what is said about its commands."""

HELP = (
    "take b4 b5                take one to three tiles, row letter and column number;",
    "                          the first one will lie lowest. b4 b5 does the same",
    "place 3                   put your tiles into column 3 of your shelf",
    "place 3 2 1               the same, your second tile lowest",
    "sort 2 1                  change the order of the tiles in your hand",
    "mark b4 b5                show what you think of; unmark takes it back",
)
LEGEND = (
    "C cat, B book, G game, F frame, T trophy, P plant. In the living room capital",
    "letters have a free side and can be taken, small ones cannot, [C] is marked. On",
    "your shelf small letters are your personal goal. > has the turn, * is you.",
)
THREE_AT_MOST = "Name three tiles at most, like this: b4 b5 b6."
NO_CELL = "{word!r} is no cell: use the letter and number beside it, like b4."
TAKE_USAGE = "Take which tiles? Like this: take b4 b5."
MARK_USAGE = "Mark which tiles? Like this: mark b4 b5."
UNMARK_USAGE = "Nothing comes after unmark: it takes all marks away."
SORT_USAGE = "In which order? Like this: sort 2 1 3."
PLACE_USAGE = "Into which column? Like this: place 3."
HOLD_THREE = "You hold three tiles at most."
A_PLACE = "place in your hand"

# What can be done now, and why something cannot.

SINGLES = "  or any tile with a capital letter, like {cell}"
ORDER = "  another order: place {column} {order}"
ROOM_FOR = "it has room for {count}"
FULL = "it is full"

# The board.

IN_THE_BAG = "{count} tiles in the bag"
ROOM_AT_ONCE = "  There is room for {count} at once."
PERSONAL = "  {count} of 6 are there."
GOAL_KEY = "  Equal numbers are tiles of one type, # is any tile; one way of many."
