"""Text of the page after a match. Functions clean every text that other people wrote."""

from collections.abc import Sequence

from client.games.text import amount
from messages import FinalScores
from messages.text import clean

MATCH_OVER = " MATCH OVER "
SEEDED = "The host chose the seed."
YOU_WIN = "  ★  YOU WIN  ★"
HIGHLIGHTS = "HIGHLIGHTS"
LAST_MOVE = "THE LAST MOVE"
SHOW_BOARD = "look at the board again"
SHOW_SCORES = "back to the scores"
AGAIN = "again: another match like this one"
REMATCH = "rematch, same table"
READY_FOR_REMATCH = "you are ready for the rematch"
HOST_STARTS = "the host starts it"
START_NOW = "start without waiting for the others"
TO_TABLE = "back to the table"
LEAVE_TABLE = "leave the table"
TO_LOBBY = "back to the lobby"


def score_table_header(unit: str, *, has_times: bool) -> str:
    """Return the header of the table of final scores; ``unit`` says what the scores count."""
    header = f"  place  {'player':<24}{unit:>12}"
    return f"{header}{'thinking':>12}" if has_times else header


def score_row(place: int, name: str, score: int, *, is_me: bool, won: bool, time: str = "") -> str:
    """Return a row of the table of final scores; a star marks the winners.

    An empty ``time`` adds no column.
    """
    label = clean(name, 20) + (" (you)" if is_me else "")
    row = f"{'★' if won else ' '} {place:>3}    {label:<28}{score:>8}"
    return f"{row}{time:>12}" if time else row


def duration(seconds: float) -> str:
    """Return a time in minutes from one minute on, otherwise in seconds."""
    return f"{round(seconds / 60)} min" if round(seconds) >= 60 else f"{round(seconds)} s"


def long_duration(seconds: float) -> str:
    """Return a time in minutes and seconds; below one minute only in seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def match_length(rounds: int, seconds: float) -> str:
    """Return the number of rounds and the duration of a match; each is left out if it is 0."""
    parts = [amount(rounds, "round")] * (rounds > 0) + [duration(seconds)] * (seconds > 0)
    return " · ".join(parts)


def chart_heading(unit: str, *, by_round: bool) -> str:
    """Return the heading of the chart; ``unit`` says what the scores count."""
    return f"{unit.upper()} {'ROUND BY ROUND' if by_round else 'TURN BY TURN'}"


def longest_turn(name: str, seconds: float, *, is_me: bool) -> str:
    """Return who thought longest, and for how long."""
    who = "you" if is_me else clean(name, 20)
    return f"The longest turn: {who}, {long_duration(seconds)}."


def winners_text(result: FinalScores) -> str:
    """Return who won, or that nobody did."""
    winners = " and ".join(clean(name, 20) for name in result.winners) or "Nobody"
    return f"{winners} won."


def result_line(result: FinalScores) -> str:
    """Return who won, or "Nobody", why the match ended, and whether the host chose the seed."""
    seeded = f" {SEEDED}" if result.seeded else ""
    return f"{winners_text(result)} {clean(result.reason)}{seeded}"


def rematch_label(ready: Sequence[str], waiting: str) -> str:
    """Return the label of the entry for a rematch, with the names of those who are ready.

    ``waiting`` is a text about the others, added at the end; it may be empty.
    """
    names = _names(ready) if ready else ""
    parts = [f"{names} {'is' if len(ready) == 1 else 'are'} ready"] * bool(ready)
    parts += [waiting] * bool(waiting)
    return f"{REMATCH}   {', '.join(parts)}".rstrip()


def waiting_text(awaited: Sequence[str], free: int) -> str:
    """Return who has not answered yet, and how many seats are free; empty if all are ready."""
    parts = [f"waiting for {_names(awaited)}"] if awaited else []
    parts += [f"{amount(free, 'seat')} free"] * (free > 0)
    return ", ".join(parts)


def _names(names: Sequence[str]) -> str:
    """Return cleaned names for a sentence: ``anna``, ``anna and bob``. At least one is needed."""
    *first, last = [clean(name, 20) for name in names]
    return f"{', '.join(first)} and {last}" if first else last
