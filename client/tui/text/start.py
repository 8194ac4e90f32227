"""Text of the start screen and of the form for a new table."""

from typing import TYPE_CHECKING

from client.games.text import amount
from messages.text import clean

if TYPE_CHECKING:
    from client.tui.ping import Pong

TITLE = "Tavolata"
TABLE_LINE = "a long table, games for everybody"
YOUR_NAME = "your name"
NAME_KEPT = "kept for next time"
NAME_RULE = "3 to 20 letters, digits, _ or -"
NAME_MISSING = "Type your name first: 3 to 20 letters, digits, _ or -."
CONTINUE = "CONTINUE"
PLAY_HERE = "PLAY HERE"
PLAY_HERE_HINT = "against computer players · ←→ choose, Enter plays · F9 settings"
SERVERS = "SERVERS"
NEWEST_FIRST = "newest first"
NO_SERVERS = "type an address below, or paste an invitation"
ANOTHER = "another … HOST:PORT, or paste an invitation"
HOST_TABLE = "host a table for friends …"
LEARN = "learn a game …"
LEARN_FIRST = "new here?"
QUIT = "quit"
KEYS = "↑↓ ←→ Enter choose · Tab name, address · paste an invitation · Ctrl+Q leave"
ADDRESS_HINT = "HOST:PORT or an invitation, then Enter"
HELP = "? help · Ctrl+Q leave"
THEME = "F5 theme"
HELP_TITLE = "start screen"
HELP_LINES = (
    "↑ ↓ ← →   move between matches to continue, games, servers and buttons",
    "Enter     choose; a game starts at once against medium computer players",
    "F9        choose seats, levels and rules for a match here first",
    "Tab       go to your name or to the address; Esc: back to the choices",
    "letters   type an address, HOST:PORT, or paste an invitation",
    "click     choose with the mouse",
    "F5        theme dark, light or mono, and ASCII signs",
    "? F1      this page",
    "Ctrl+Q    leave",
    "",
    "With a screen reader, start with: tavolata play --plain",
)
PINGING = "asking …"
UNREACHABLE = "not reachable now"
NEEDS_PASSWORD = ", password"
HOW_TITLE = "HOW EACH GAME GOES"

TODAY, YESTERDAY, LAST_WEEK, EARLIER = "today", "yesterday", "last week", "earlier"


def reachable(pong: "Pong") -> str:
    """Return what a server that answered says about itself: its numbers of tables and people.

    Without these numbers, return the time that it took, and whether a password is needed.
    """
    if pong.rooms is None or pong.people is None:
        password = NEEDS_PASSWORD if pong.needs_password else ""
        return f"answers, {max(1, round(pong.seconds * 1000))} ms{password}"
    people = "1 person" if pong.people == 1 else f"{pong.people} people"
    return f"{amount(pong.rooms, 'table')}, {people}"


def players(smallest: int, largest: int) -> str:
    """Return the numbers of players of a game for its card."""
    return f"for {smallest}-{largest}"


def learn(title: str) -> str:
    """Return the row that starts the tutorial of the game whose card was chosen last."""
    return f"learn {clean(title)} …"


def last_used(days: float) -> str:
    """Return when a server was used last, in words; empty for a negative number of days."""
    if days < 0:
        return ""
    return TODAY if days < 1 else YESTERDAY if days < 2 else LAST_WEEK if days < 14 else EARLIER
