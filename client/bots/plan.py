"""The plan of a bot, which says what to play on a server, and the outcome of a match."""

from typing import TypeAlias

from msgspec import Struct, field

from messages.lobby import Options


class Create(Struct, frozen=True, kw_only=True):
    """Create a room; ``bots`` of its seats are for computer players of the server."""

    game: str = "eriantys"
    players: int = 2
    mode: bool = False
    options: Options = field(default_factory=dict)
    private: bool = False
    bots: int = 0


class Join(Struct, frozen=True):
    """Join the room with this match number, or the private room with this code."""

    match: int = 0
    code: str = ""


class JoinAny(Struct, frozen=True):
    """Join the first open room of the fallback's game; create the fallback if there is none."""

    fallback: Create = Create()


RoomChoice: TypeAlias = Create | Join | JoinAny
"""The room in which a bot plays: a new one, a given one, or any open one."""


class Plan(Struct, frozen=True, kw_only=True):
    """Play a number of matches, one after the other, and quit.

    An empty nickname stands for the name of the bot.
    """

    nickname: str = ""
    room: RoomChoice = Create()
    matches: int = 1
    token: str = ""
    """If not empty, the bot resumes the session of this token instead of opening a new one."""


class Outcome(Struct, frozen=True, kw_only=True):
    """The result of a match for one bot.

    ``reason`` says how the match ended; a match without winners was aborted.
    """

    match: int
    game: str
    nickname: str
    winners: tuple[str, ...] = ()
    scores: dict[str, int] = field(default_factory=dict)
    reason: str = ""

    @property
    def won(self) -> bool:
        """True if this bot is among the winners."""
        return self.nickname in self.winners
