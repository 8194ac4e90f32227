"""The record that describes a game to the client, the types of its fields, and helpers for them.

``GameUI`` is everything the client knows about a game. Only the name and the mirror are required;
every other field has a fallback that works for all games.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from msgspec.structs import replace

from client.games import generic
from client.games.text import NUMBERS_HELP, GameText
from messages import Message
from messages.base import Change, Seat, View
from messages.registry import Action

if TYPE_CHECKING:
    from client.bots.base import Bot

Names = Sequence[str]
"""The nicknames at the table, by seat."""
Board = Callable[[Any, Names], list[str]]
"""Renders a view in lines of at most 80 columns."""
WideBoard = Callable[[Any, Names, int, int], list[str]]
"""Renders a view for a number of columns, 80 at least, and if possible for a number of lines."""
Evaluate = Callable[[Any, Sequence[Action]], list[float]]
"""Returns the value of each action; only comparisons between them matter."""
BotFactory = Callable[[int | None], "Bot"]
"""Makes a bot from a seed."""

# --- commands -------------------------------------------------------------------------------------


class Offer(NamedTuple):
    """The choices of a player: what each number does when it is typed, and lines that list them."""

    numbers: Mapping[int, Action]
    lines: tuple[str, ...]


class Unavailable(NamedTuple):
    """A command that a player might expect but cannot use now."""

    command: str
    reason: str


def numbered(actions: Sequence[Action], text: Callable[[Any], str]) -> Offer:
    """Number the actions from 1, one per line."""
    numbers = dict(enumerate(actions, start=1))
    return Offer(numbers, tuple(f"  {n:>2}  {text(action)}" for n, action in numbers.items()))


def _no_text(view: object, action: object) -> str:
    return ""


def _nothing(view: object, actions: object) -> Sequence[Unavailable]:
    return ()


@dataclass(frozen=True)
class GameCommands:
    """The typed commands of a game. ``parse`` reverses ``text``; it raises CommandError."""

    parse: Callable[[str, Any], Action]
    text: Callable[[Any], str]
    offer: Callable[[Any, Sequence[Any]], Offer]
    help: tuple[str, ...]
    legend: tuple[str, ...] = ()
    """Explains the signs on the board."""
    explain: Callable[[Any, Any], str] = _no_text
    """Returns a few words about the result of an action."""
    unavailable: Callable[[Any, Sequence[Any]], Sequence[Unavailable]] = _nothing
    """Returns commands that are shown dimmed beside the legal actions."""


def _numbered_commands(view: object, names: Names) -> GameCommands:
    def offer(view: object, actions: Sequence[Action]) -> Offer:
        return numbered(actions, generic.command)

    return GameCommands(generic.parse, generic.command, offer, NUMBERS_HELP)


# --- boards ---------------------------------------------------------------------------------------


Place = tuple[int, int]
"""Steps to the right and upwards, in the units of the board."""

DIRECTIONS: dict[str, Place] = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}


@dataclass
class Viewport:
    """The visible part of a board that may be larger than the screen.

    By default the board decides what to show: the last change, or the action that is about to be
    chosen. Scrolling sets ``center``, looking at another player sets ``seat``; the next prompt
    resets both.
    """

    width: int = 80
    height: int = 0
    """Lines of a screen that is redrawn; 0 if the board is written line by line."""
    center: Place | None = None
    seat: Seat | None = None
    chosen: object = None
    """The action that is highlighted in the menu."""

    def reset(self) -> None:
        """Show what the board shows by default."""
        self.center = self.seat = self.chosen = None


class ScrolledBoard(NamedTuple):
    """A board that may be larger than the screen."""

    render_player_area: Callable[[Any, Names, Viewport], list[str]]
    render_to_fit: Callable[[Any, Names, Viewport], list[str]]
    scroll: Callable[[Any, Viewport, Place], None]


def without_names(part: Callable[[Any], list[str] | str]) -> Board:
    """Adapt a part of a board that names nobody."""

    def show(view: Any, names: Names) -> list[str]:
        shown = part(view)
        return [shown] if isinstance(shown, str) else shown

    return show


# --- mirrors --------------------------------------------------------------------------------------

# A mirror keeps a client's view up to date: the view of a seat and the changes after it always give
# the view that the server would send. It knows where pieces go, not what is allowed.

T = TypeVar("T")
V = TypeVar("V", bound=View)
Mirror = Callable[[V, Any], V]
"""Returns the view after a change."""


def mirror_by_type(mirrors: Mapping[type[Change], Mirror[V]]) -> Mirror[V]:
    """Return a mirror that passes each change to the mirror of its type."""

    def apply_change(view: V, change: Change) -> V:
        return mirrors[type(change)](view, change)

    return apply_change


def set_fields(*copied: str, **constants: Any) -> Mirror[Any]:
    """Return a mirror that copies fields of the change to the view and sets others.

    It takes longer than a function that names the fields: use it for changes that are rare.
    """

    def apply_change(view: Any, change: Any) -> Any:
        return replace(view, **constants, **{name: getattr(change, name) for name in copied})

    return apply_change


def replace_at(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return the items with another one at this index."""
    return (*items[:index], item, *items[index + 1 :])


def replace_player(view: V, seat: Seat, **fields: Any) -> V:
    """Return a view with some fields of one of its ``players`` changed."""
    players = cast(Any, view).players
    player = replace(players[seat], **fields)
    return replace(view, players=replace_at(players, seat, player))


# --- the record -----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class GameUI:
    """A game as the client shows and plays it."""

    name: str
    mirror: Mirror[Any]

    board: Board = generic.board
    """Lists the fields of the view if the game has no board."""
    board_colored: Board | None = None
    """The board with colours, which tell nothing that the text does not; otherwise ``board``."""
    board_wide: WideBoard | None = None
    """The board for large screens; otherwise the coloured one."""
    board_scrolled: ScrolledBoard | None = None
    """Used instead of all others by boards that may be larger than the screen."""
    letter_colors: bool = False
    """True if letters on the board that stand for colours are painted in them."""
    parts: Mapping[str, Board] = field(default_factory=dict)
    """Parts of the board by the word after ``show``. ``board`` is added to them."""

    commands: Callable[[Any, Names], GameCommands] = _numbered_commands
    """Numbers all choices if the game has no commands."""
    text: GameText = field(default_factory=GameText)
    unannounced: tuple[type[Message], ...] = ()
    """Messages that are left out because changes say the same."""
    board_after: tuple[type[Change], ...] = ()
    """Changes after which a narrated match shows the board; it always does at the start and end."""

    strategies: tuple[str, ...] = ("random",)
    """Computer players for this game; the first one is the default."""
    own_bots: Mapping[str, BotFactory] = field(default_factory=dict)
    """Strategies that exist only in this game."""
    evaluate: Evaluate | None = None
    """The evaluation for ``greedy``, which otherwise plays at random."""
    greedy_bot: BotFactory | None = None
    """Plays this game instead of ``greedy``."""
    random_bot: BotFactory | None = None
    """Plays this game instead of ``random``."""
    bot_pace_seconds: float = 0.0
    """Pause of computer players before an action while a person plays line by line."""
