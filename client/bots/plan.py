"""The plan of a bot on a server, and its outcome."""

from typing import TypeAlias

from msgspec import Struct, field

from messages.lobby import Options


class Create(Struct, frozen=True, kw_only=True):
    """Make a new match; ``bots`` of its seats are filled by the server's computer players."""

    game: str = "eriantys"
    players: int = 2
    mode: bool = False
    options: Options = field(default_factory=dict)
    private: bool = False
    bots: int = 0


class Join(Struct, frozen=True):
    """Join the match of this number, or the private one that has this code."""

    match: int = 0
    code: str = ""


class JoinAny(Struct, frozen=True):
    """Join the first open match of this game; where there is none, make it."""

    fallback: Create = Create()


RoomChoice: TypeAlias = Create | Join | JoinAny


class Plan(Struct, frozen=True, kw_only=True):
    """``matches`` are played one after the other, then the bot quits."""

    nickname: str = ""
    room: RoomChoice = Create()
    matches: int = 1
    token: str = ""
    """With a token the bot takes its old seat back instead of choosing a nickname."""


class Outcome(Struct, frozen=True, kw_only=True):
    """The result of a match for this bot; without winners it was broken off for ``reason``."""

    match: int
    game: str
    nickname: str
    winners: tuple[str, ...] = ()
    scores: dict[str, int] = field(default_factory=dict)
    reason: str = ""

    @property
    def won(self) -> bool:
        """Return True if this bot is among the winners."""
        return self.nickname in self.winners
