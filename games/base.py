"""What the server knows of a game: a frozen record of pure functions.

State is a frozen value and a step makes a new one, so a refused action cannot leave a half-updated
state. There are three roles, all of them message classes: an action is what a player wants, a
change is what happened (random results included), a view is what one seat may know.

All games dispatch actions in the same form. ``rules.py`` has one table, from the phase or pending
decision in the state and the type of the action to the function that applies it::

    ACTIONS: dict[Phase, dict[type[Message], Apply[State]]] = {
        "PLANNING": {PlayAssistantCard: _play_assistant},
        ...
        "OVER": {},
    }

``apply`` looks up ``ACTIONS[state.phase].get(type(action))`` and refuses an action that is not
there. An action that is also accepted out of turn has an entry as well; its function checks the
seat. Each function checks everything first, then builds the new state and returns it with the
changes. Helpers return what they changed and do not append to a list of their caller.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NoReturn, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games.rng import Rng
from messages.base import Change, ClientMessage, Seat, ServerMessage, View
from messages.errors import ErrorCode, Refusal
from messages.lobby import PlayersInfo

T = TypeVar("T")
S = TypeVar("S", bound=Struct)
A = TypeVar("A", bound=ClientMessage)
O = TypeVar("O", bound=Struct)  # noqa: E741 - options

Changes: TypeAlias = tuple[Change, ...]


class IllegalAction(Refusal):
    """Raised when the rules do not allow an action; the text says what would be right."""

    def __init__(self, text: str, code: ErrorCode = ErrorCode.ACTIONNONVALID) -> None:
        super().__init__(code, text)


def refuse(text: str, code: ErrorCode = ErrorCode.ACTIONNONVALID) -> NoReturn:
    """Raise IllegalAction."""
    raise IllegalAction(text, code)


GAME_OVER = "The game is over; leave the match to play another one."


def not_your_turn(*, over: bool) -> NoReturn:
    """Refuse an action of a seat that has nothing to decide now; ``over``: the game has ended."""
    text = GAME_OVER if over else "It is not your turn; wait until you are asked."
    refuse(text, ErrorCode.NOTYOURTURN)


class Step(Struct, Generic[S], frozen=True, gc=False):
    """The result of an accepted action: the state after it and the changes in their order.

    ``turns`` names each seat whose turn *began* with this step, also when it had the turn before.
    ``removed_seats`` names each seat that the rules themselves removed from the table, for good.
    """

    state: S
    changes: Changes
    turns: tuple[Seat, ...] = ()
    removed_seats: tuple[Seat, ...] = ()

    def after(self, changes: Changes) -> "Step[S]":
        """Return this step with earlier changes before its own."""
        return replace(self, changes=changes + self.changes) if changes else self


Changed: TypeAlias = tuple[S, Changes]
"""A new state and the changes that led to it, in their order: what most helpers return."""

Apply: TypeAlias = Callable[[S, Seat, Any], Step[S]]
"""Applies an action of one type, which the lookup in ``ACTIONS`` has already checked."""


def replace_at(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return the tuple with the item at ``index`` replaced."""
    changed = list(items)
    changed[index] = item
    return tuple(changed)


def public(change: Change, seat: Seat | None) -> Change:
    """The ``redact`` of a game in which everybody sees everything."""
    return change


class Result(Struct, frozen=True):
    """The end of a game. ``scores`` has one number per seat; more is better."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    reason: str


class Seating(Struct, frozen=True):
    """Who sits where, for messages that name people; the rules themselves know seats only."""

    match: int
    nicknames: tuple[str, ...]
    wizards: tuple[str, ...] = ()


def players_opening(game: str) -> Callable[[Struct, Seating], tuple[ServerMessage, ...]]:
    """The ``opening`` of a game that only says who sits where; the rest is in the views."""

    def opening(state: Struct, seating: Seating) -> tuple[ServerMessage, ...]:
        return (
            PlayersInfo(
                player_nicknames=seating.nicknames,
                number_of_players=len(seating.nicknames),
                match=seating.match,
                game=game,
            ),
        )

    return opening


def _server_timeout(options: Struct) -> None:
    return None


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S, A, O]):
    """One game. Every function is pure; ``apply`` and ``options`` raise a Refusal to say no."""

    name: str
    title: str
    seats: range
    actions: tuple[type[A], ...]
    wizards: tuple[str, ...] = ()
    """Tokens of which every player picks a different one before the start; none: no such phase."""
    absence_policy: str = "suspend"
    """What usually happens while a player is away: skip, bot, suspend or forfeit."""
    options: Callable[[bool, Mapping[str, Any]], O]
    """The settings of a match from SelectModeAndPlayers' ``mode`` and ``options``."""
    sole_player_timeout: Callable[[O], float | None] = _server_timeout
    """How long a player left alone waits before winning; None: as long as the server says."""
    start: Callable[[int, O, Rng], Step[S]]
    active: Callable[[S], frozenset[Seat]]
    """Who may act now, out of turn included; empty when the game is over."""
    waiting: Callable[[S], frozenset[Seat]]
    """For whom the table waits: their clocks run. A part of ``active``."""
    legal: Callable[[S, Seat], tuple[A, ...]]
    """What a seat may do now (where that is huge, a useful part); empty for a seat not active."""
    apply: Callable[[S, Seat, A], Step[S]]
    leave: Callable[[S, Seat], Step[S]]
    """A seat is gone for good."""
    timeout: Callable[[S, Seat], Step[S]]
    """The time of a waited-for seat is over: the game's own way to go on without its answer."""
    prompt: Callable[[S, Seat], ServerMessage | None]
    """The question an active seat has to answer now."""
    opening: Callable[[S, Seating], tuple[ServerMessage, ...]]
    """What is said to everybody when the match starts, before the views."""
    view: Callable[[S, Seat | None], View]
    """What a seat knows; None is a spectator."""
    redact: Callable[[Change, Seat | None], Change | None] = public
    """What a seat may see of a change: the same object where it may see all of it."""
    confirm: Callable[[A], str]
    """The words of ActionValid for an accepted action."""
    result: Callable[[S], Result | None]


AnyGame = Game[Any, Any, Any]
