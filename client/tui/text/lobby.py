"""Text of the pages before a match: nickname, lobby and waiting room."""

NAME_RULE = "3 to 20 letters, digits, _ or -. Nobody else on this server may have the name."
NAME_KEYS = "Type it in the field below and press Enter; a refused name stays there to be changed."
LOBBY = "LOBBY"
TABLES = "TABLES"
UPDATES = "updates by itself"
ALL_GAMES = "all games"
FREE_SEATS = "with a free seat"
NONE_FITS = "No table fits; F6 changes the filter, or make a table."
HEAD = "  #     game       seats          who                 settings                "
NOBODY = (
    "Nobody waits. Make a table and send the line it shows to friends,",
    "or make one with computer players.",
)
UNDER_WAY = "UNDER WAY"
WATCH_HINT = "watching shows what lies on the table, nobody's hand"
PLAYING = "under way"
CHAT = "CHAT"
JOIN = "[join]"
JOIN_BY_CODE = "[code]"
WATCH = "[watch]"
EXPERT = "expert"
PRIVATE = "private: code"
UNWATCHED = "no watching"
SEEDED = "seed of host"
INVITE = "INVITE"
COPY = "[copy] F7"
PASTE_HINT = "or paste this line on the start screen of the other computer"
IN_BROWSER = "in a browser: {link}"
FREE = "free"
READY = "ready"
CHOOSING = "choosing…"
HOST = "host"
YOU = " (you)"
COPIED = "Copied: {line}"
NOTHING_TO_COPY = "There is no invitation to copy here."


def open_tables(tables: int) -> str:
    """Return how many tables are open."""
    return "1 open table" if tables == 1 else f"{tables} open tables"


def filter_hint(name: str) -> str:
    """Return which tables are listed, and the key for another selection."""
    return f"F6 filter: {name} · {UPDATES}"


def starts_in(seconds_left: int, *, is_host: bool) -> str:
    """Return that the match starts in some seconds, and for the host how to stop it."""
    stop = " · Esc stops it" if is_host else ""
    return f"Everybody is here: the match starts in {seconds_left} s{stop}"


def named(name: str) -> str:
    """Return the name of a table."""
    return f"named {name}"


def seconds(clock: int) -> str:
    """Return the time for a decision."""
    return f"{clock} s"


def free_seats(free: int) -> str:
    """Return how many seats wait for people."""
    if free <= 0:
        return "all seats are taken"
    return "1 seat is free" if free == 1 else f"{free} seats are free"


def table_and_host(number: int, host: str) -> str:
    """Return the number of a table and its host."""
    return f"table {number}, {host} hosts"


def team(number: int) -> str:
    """Return the label of a team."""
    return f"team {number}"
