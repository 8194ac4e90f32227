"""The description of a game for players: what the start screen and the form for a new match show.

It is part of the messages, so that a client can offer a game before it imports the rest of it.
"""

from dataclasses import dataclass

Value = bool | int | str


@dataclass(frozen=True, kw_only=True)
class OptionDescription:
    """An option of a match; ``values`` are those that a form offers, the default included."""

    name: str
    values: tuple[Value, ...]
    default: Value
    text: str


@dataclass(frozen=True, kw_only=True)
class GameDescription:
    """The name of a game, its players and its options, in short texts."""

    title: str
    label: str = ""
    """A title of at most ten letters; empty if ``title`` is short."""
    players: tuple[int, int] = (2, 10)
    """The smallest and the largest number of players."""
    usual_players: int = 2
    """The number of seats if nothing else is chosen."""
    signs: str = ""
    """Signs of the board, at most eight columns."""
    color: str = "grey"
    """The colour of the palette in which the name is shown."""
    tagline: str = ""
    """At most ten letters for a small card."""
    summary: tuple[str, ...] = ()
    """Up to three lines of at most 19 letters for a large card."""
    teams: str = ""
    """A sentence about teams; empty without teams."""
    expert: str = ""
    """The difference of expert mode in up to three words; empty if there is none."""
    options: tuple[OptionDescription, ...] = ()

    @property
    def short_title(self) -> str:
        """The label, or the title if it is short."""
        return self.label or self.title

    @property
    def seats(self) -> range:
        """The numbers of players that the game allows."""
        return range(self.players[0], self.players[1] + 1)
