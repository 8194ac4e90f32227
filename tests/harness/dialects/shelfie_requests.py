"""Random requests of the My Shelfie dialect, valid or not."""

from random import Random

from server.dialects.shelfie.commands import COMMANDS

ARGUMENTS = (
    *("0", "1", "2", "3", "4", "5", "6", "8", "9", "-1", "x", "", " ", "999999999999"),
    *("ada", "bert", "true", "hello", "\x1b[2J", "🎲", "{name}", "%s", "a" * 500),
)
ODD = (b"\xff\xfe\xfd", b"\0\0\0", b"|||||", b"return|login|true", b"selectCell" * 50, b"")
LEAVING = ("exitGame", "leaveMatch")


def request(random: Random, rooms: list[int]) -> bytes:
    """Return a random request: mostly a known name with odd arguments, often a plausible move."""
    number = random.random()
    if number < 0.03:
        return random.choice(ODD)
    if number < 0.1:
        return random.choice(["createMatch|2", *(f"join|{room}" for room in rooms)]).encode()
    if number < 0.4:
        cell = f"{random.randrange(9)}|{random.randrange(9)}"
        moves = (f"insertInColumn|{random.randrange(5)}", "sortHand|0|1", "endTurn")
        return random.choice((*(f"selectCell|{cell}",) * 4, *moves)).encode()
    name = random.choice([name for name in COMMANDS if name not in LEAVING])
    if number > 0.995:
        name = "leaveMatch"
    arguments = random.choices(ARGUMENTS, k=random.randrange(4))
    return "|".join([name, *arguments]).encode()
