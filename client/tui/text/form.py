"""Text of the form for a new table."""

TITLE = "NEW TABLE"
SEATS = "seats"
CHANGES = "←→ changes"
HOST = "host"
YOU = "you"
FRIEND = "a friend"
COMPUTER = "computer"
WAIT = "wait"
LEVELS = "easy, medium, hard"
RULES = "rules"
MODES = ("base", "expert")
JOIN = "who may join"
PRIVACY = ("all", "with code")
WATCH = "who may watch"
WATCHERS = ("all", "nobody")
CLOCK = "time for a move"
CLOCK_HINT = "for each decision"
OPTIONS = "more options …"
OPTIONS_HINT = "opens a list"
NONE = "none"
OPEN = "Make the table"
CANCEL = "Cancel"
KEYS = "↑↓ field · ←→ value · Enter makes the table · Esc back"


def own_seat_label(name: str) -> str:
    """Return the label of the own seat: the name with ``(you)``; the word YOU stays as it is."""
    return name if name == YOU else f"{name} (you)"


def seconds(clock: int) -> str:
    """Return the time for a decision; 0 means no limit."""
    return f"{clock} s" if clock else NONE


def players(seats: range) -> str:
    """Return how many players a game has."""
    return f"{seats[0]} to {seats[-1]} players."


def wrong_seats(title: str, seats: range) -> str:
    """Return the error for a number of seats that the game does not have."""
    return f"{title} is for {seats[0]} to {seats[-1]} players."
