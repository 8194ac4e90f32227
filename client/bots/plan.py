"""The plan of a bot, which says what to play on a server, and what came of it."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct, field

from client.errors import UserError
from messages.lobby import Options

OnIllegal: TypeAlias = Literal["raise", "warn", "random", "forfeit"]
"""The effect of an action that the rules refuse.

``raise`` ends the plan with an error and ``forfeit`` gives up the match. With ``random`` a random
legal action is sent instead; ``warn`` does the same and reports the first one of each match.
"""


class Create(Struct, frozen=True, kw_only=True):
    """Create a room; ``bots`` of its seats are for computer players of the server.

    ``opponents`` are the strategies of further computer players, which are added one by one.
    ``seed`` is that of the first match, in hexadecimal digits; those of further matches follow from
    it (``seed_series``). Empty: random ones.
    """

    game: str = "eriantys"
    players: int = 2
    mode: bool = False
    options: Options = field(default_factory=dict)
    private: bool = False
    bots: int = 0
    opponents: tuple[str, ...] = ()
    seed: str = ""


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
    on_illegal: OnIllegal = "raise"


class Outcome(Struct, frozen=True, kw_only=True):
    """The result of a match for one bot.

    ``reason`` says how the match ended. A match without winners was aborted, or given up by this
    bot if ``forfeited`` is set.
    """

    match: int
    game: str
    nickname: str
    winners: tuple[str, ...] = ()
    scores: dict[str, int] = field(default_factory=dict)
    reason: str = ""
    seat: int | None = None
    """The seat of the bot, from 0; None if the match did not start."""
    refused: int = 0
    """The number of illegal actions of the bot."""
    forfeited: bool = False
    seed: str = ""
    """The random seed of the match in hexadecimal digits; empty if the match has no result."""

    @property
    def won(self) -> bool:
        """True if this bot is among the winners."""
        return self.nickname in self.winners

    @property
    def aborted(self) -> bool:
        """True if the match ended without a result."""
        return not self.winners and not self.forfeited


class BotFailed(UserError):
    """The plan could not be carried out; ``str()`` is the reason.

    ``outcomes`` are those of the matches that have ended before. If the bot raised an exception, it
    is the ``__cause__``.
    """

    def __init__(self, reason: str, outcomes: Sequence[Outcome] = ()) -> None:
        super().__init__(reason)
        self.outcomes = list(outcomes)
