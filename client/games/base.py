"""``GameUI``, the record that describes a game to the client, with its field types and helpers.

The client knows nothing else about a game. Only the name and the mirror are required; every other
field has a fallback that works for all games.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from msgspec.structs import replace

from client.games import generic
from client.games.drawing import BoardDrawing, Marks, Point
from client.games.highlights import Standing
from client.games.text import NUMBERS_HELP, GameText, Who
from messages import Message
from messages.base import Change, Seat, View
from messages.registry import Action

if TYPE_CHECKING:
    from client.bots.base import Bot

Names = Sequence[str]
"""Nicknames of the players, indexed by seat."""
Board = Callable[[Any, Names], list[str]]
"""Renders a view in lines of at most 80 columns."""
BoardPart = Callable[[Any, Names, Marks], list[str]]
"""Renders the part of a view that the seat and the center of the marks select."""
Evaluate = Callable[[Any, Sequence[Action]], list[float]]
"""Returns the heuristic value of each action; only comparisons between values matter."""
Standings = Callable[[Any], Sequence[Standing]]
"""Returns the score of each player or team in a view."""
Highlights = Callable[[Any, Who, Sequence[Change]], list[str]]
"""Returns sentences about the recorded changes of a match, for its last view."""
BotFactory = Callable[[int | None], "Bot"]
"""Creates a bot from a random seed."""

# --- commands -------------------------------------------------------------------------------------


class Offer(NamedTuple):
    """The numbered choices of a player: the action for each number, and lines that list them."""

    numbers: Mapping[int, Action]
    lines: tuple[str, ...]


class Unavailable(NamedTuple):
    """A command that a player might expect but cannot use now, with the reason."""

    command: str
    reason: str


def number_actions(actions: Sequence[Action], text: Callable[[Any], str]) -> Offer:
    """Return an offer that numbers the actions from 1 and lists one per line.

    ``text`` returns the command for an action.
    """
    numbers = dict(enumerate(actions, start=1))
    return Offer(numbers, tuple(f"  {n:>2}  {text(action)}" for n, action in numbers.items()))


def _no_explanation(view: object, action: object) -> str:
    """Return an empty text for any action."""
    return ""


def _none_unavailable(view: object, actions: object) -> Sequence[Unavailable]:
    """Return no commands."""
    return ()


@dataclass(frozen=True)
class GameCommands:
    """The typed commands of a game.

    ``parse`` is the inverse of ``text``; it raises CommandError for a line that is no command.
    """

    parse: Callable[[str, Any], Action]
    text: Callable[[Any], str]
    offer: Callable[[Any, Sequence[Any]], Offer]
    help: tuple[str, ...]
    legend: tuple[str, ...] = ()
    """Explanation of the signs on the board."""
    explain: Callable[[Any, Any], str] = _no_explanation
    """Returns a short description of the result of an action; may be empty."""
    unavailable: Callable[[Any, Sequence[Any]], Sequence[Unavailable]] = _none_unavailable
    """Returns commands that are not legal now; they are shown dimmed beside the legal actions."""


def _numbered_commands(view: object, names: Names) -> GameCommands:
    """Return commands for numbered choices only: any other line raises CommandError."""

    def offer(view: object, actions: Sequence[Action]) -> Offer:
        return number_actions(actions, generic.command_text)

    return GameCommands(generic.reject_line, generic.command_text, offer, NUMBERS_HELP)


# --- boards ---------------------------------------------------------------------------------------


DIRECTIONS: dict[str, Point] = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}


@dataclass(frozen=True, kw_only=True)
class BoardReading:
    """Reads a board in sentences of one fact, for people who listen to it or read it line by line.

    Colours are words, and nothing depends on the position of a text.
    """

    board: Board
    """Everything that lies on the table, without the own things."""
    own: BoardPart
    """The own things, in the order of the marks; nothing for a spectator."""
    scores: Board
    """The points of all players."""


def without_names(part: Callable[[Any], list[str] | str]) -> Board:
    """Return a ``Board`` that ignores the names.

    ``part`` renders a part of the board from the view alone; a string becomes one line.
    """

    def render(view: Any, names: Names) -> list[str]:
        rendered = part(view)
        return [rendered] if isinstance(rendered, str) else rendered

    return render


# --- mirrors --------------------------------------------------------------------------------------

# A mirror keeps a client's view up to date: applying all changes to a view gives the view that the
# server would send now. It knows where pieces go, but does not check the rules.

T = TypeVar("T")
V = TypeVar("V", bound=View)
Mirror = Callable[[V, Any], V]
"""Returns the view after a change."""


def mirror_by_type(mirrors: Mapping[type[Change], Mirror[V]]) -> Mirror[V]:
    """Return a function that applies each change with the function for its type.

    It raises KeyError for a change of another type.
    """

    def apply_change(view: V, change: Change) -> V:
        return mirrors[type(change)](view, change)

    return apply_change


def set_fields(*copied: str, **constants: Any) -> Mirror[Any]:
    """Return a function that copies fields of a change to the view and sets constants.

    ``copied`` are names of fields, ``constants`` are fields of the view with their new values. The
    result is slower than a function that names the fields; use it for rare changes.
    """

    def apply_change(view: Any, change: Any) -> Any:
        return replace(view, **constants, **{name: getattr(change, name) for name in copied})

    return apply_change


def replace_at(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return the items with the one at this index replaced."""
    return (*items[:index], item, *items[index + 1 :])


def replace_player(view: V, seat: Seat, **fields: Any) -> V:
    """Return the view with some fields of the player at this seat replaced."""
    players = cast(Any, view).players
    player = replace(players[seat], **fields)
    return replace(view, players=replace_at(players, seat, player))


# --- the record -----------------------------------------------------------------------------------


class TutorialStep(NamedTuple):
    """A note of the tutorial; without prompts it is read, otherwise shown while one is open."""

    text: str
    prompts: tuple[type[Message], ...] = ()


@dataclass(frozen=True, kw_only=True)
class GameUI:
    """Everything that the client needs to show and play one game."""

    name: str
    mirror: Mirror[Any]

    board: Board = generic.render_fields
    """Fallback: lists the fields of the view."""
    drawing: BoardDrawing | None = None
    """Draws the board in the full-screen client; fallback: ``board`` as text, and the menu."""
    board_part: BoardPart | None = None
    """The text of ``board NAME`` and ``scroll``, for a board larger than the screen; fallback:
    ``board``."""
    reading: BoardReading | None = None
    """The board in sentences for the line client; fallback: ``board`` at every turn."""
    parts: Mapping[str, Board] = field(default_factory=dict)
    """Parts of the board by the word after ``show``; the whole board is always available too."""

    commands: Callable[[Any, Names], GameCommands] = _numbered_commands
    """Fallback: all choices are numbered."""
    text: GameText = field(default_factory=GameText)
    unannounced: tuple[type[Message], ...] = ()
    """Messages that are not shown because changes give the same information."""
    board_after: tuple[type[Change], ...] = ()
    """Changes after which a narrated match shows the board, besides the start and the end."""

    standings: Standings | None = None
    """Returns the scores that the chart of the result page shows; fallback: there is no chart."""
    highlights: Highlights | None = None
    """Returns sentences about a match; at most four are shown. Fallback: there are none."""

    tutorial: tuple[TutorialStep, ...] = ()
    """The notes of a guided match; fallback: there is none."""

    strategies: tuple[str, ...] = ("random",)
    """Names of the strategies for this game; the first one is the default."""
    own_bots: Mapping[str, BotFactory] = field(default_factory=dict)
    """Strategies that exist only in this game."""
    evaluate: Evaluate | None = None
    """The evaluation function of ``greedy``; without one ``greedy`` plays at random."""
    greedy_bot: BotFactory | None = None
    """Creates the bot that replaces ``greedy`` in this game."""
    random_bot: BotFactory | None = None
    """Creates the bot that replaces ``random`` in this game."""
    bot_pace_seconds: float = 0.0
    """Delay before each action of a computer player when a person uses the line client."""
