"""The interface between a game and the server: ``Game``, a frozen record of pure functions.

State is a frozen value, and a step makes a new one, so a refused action cannot leave a half-updated
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
    """Raised when the rules do not allow an action; the text says what to do instead."""

    def __init__(self, text: str, code: ErrorCode = ErrorCode.ACTIONNONVALID) -> None:
        super().__init__(code, text)


def refuse(text: str, code: ErrorCode = ErrorCode.ACTIONNONVALID) -> NoReturn:
    """Raise IllegalAction with this text and code."""
    raise IllegalAction(text, code)


GAME_OVER = "The game is over; leave the match to play another one."


def refuse_out_of_turn(*, is_over: bool) -> NoReturn:
    """Raise NOTYOURTURN for a seat that has nothing to decide; ``is_over``: the game has ended."""
    text = GAME_OVER if is_over else "It is not your turn; wait until you are asked."
    refuse(text, ErrorCode.NOTYOURTURN)


class Step(Struct, Generic[S], frozen=True, gc=False):
    """The result of an accepted action: the new state and the changes in the order they happened.

    ``turns`` has each seat whose turn *began* with this step, even if that seat also had the turn
    before. ``removed_seats`` has each seat that the rules themselves removed from the match for
    good; a seat whose player left is not listed.
    """

    state: S
    changes: Changes
    turns: tuple[Seat, ...] = ()
    removed_seats: tuple[Seat, ...] = ()

    def preceded_by(self, changes: Changes) -> "Step[S]":
        """Return this step with earlier changes before its own."""
        return replace(self, changes=changes + self.changes) if changes else self


Changed: TypeAlias = tuple[S, Changes]
"""A new state and the changes that led to it, in their order; the return type of most helpers."""

Apply: TypeAlias = Callable[[S, Seat, Any], Step[S]]
"""Applies an action; the lookup in ``ACTIONS`` guarantees the type of the action."""


def replace_at(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return the tuple with the item at ``index`` replaced."""
    changed = list(items)
    changed[index] = item
    return tuple(changed)


def no_redaction(change: Change, seat: Seat | None) -> Change:
    """Return the change as it is: the ``redact`` function of a game without hidden changes."""
    return change


class Result(Struct, frozen=True):
    """The end of a game. ``scores`` has one number per seat; a higher score is better."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    reason: str


class Seating(Struct, frozen=True):
    """Nicknames and wizards by seat, for messages that name players; the rules only know seats."""

    match: int
    nicknames: tuple[str, ...]
    wizards: tuple[str, ...] = ()


def players_opening(game: str) -> Callable[[Struct, Seating], tuple[ServerMessage, ...]]:
    """Return an ``opening`` function that sends PlayersInfo only; the views contain the rest."""

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
    """Return None: the server's limit applies."""
    return None


def _nobody(state: Any) -> frozenset[Seat]:
    """Return no seats."""
    return frozenset()


def _no_teams(players: int) -> tuple[tuple[Seat, ...], ...]:
    """Return no teams: everybody plays alone."""
    return ()


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S, A, O]):
    """One game. Every function is pure; ``apply`` and ``options`` raise a Refusal to refuse."""

    name: str
    title: str
    seats: range
    actions: tuple[type[A], ...]
    state_type: type[S]
    """The class of the state, with which snapshots in the journal are decoded."""
    rules_version: int = 1
    """Version of the rules: raised by a change after which recorded actions lead to another state,
    or are refused."""
    compatible_versions: frozenset[int] = frozenset()
    """Other versions whose recorded matches these rules replay to the same states."""
    wizards: tuple[str, ...] = ()
    """Tokens of which every player picks a different one before the start; empty: no such phase."""
    teams: Callable[[int], tuple[tuple[Seat, ...], ...]] = _no_teams
    """The seats of each team with this number of players; empty: everybody plays alone."""
    absence_policy: str = "suspend"
    """Default for the seat of an absent player: skip, bot, suspend or forfeit."""
    options: Callable[[bool, Mapping[str, Any]], O]
    """Makes the options of a match from ``mode`` and ``options`` of SelectModeAndPlayers."""
    sole_player_timeout: Callable[[O], float | None] = _server_timeout
    """Seconds that the only connected player waits before winning; None: the server's limit."""
    start: Callable[[int, O, Rng], Step[S]]
    active: Callable[[S], frozenset[Seat]]
    """The seats that may act now, also out of turn; empty when the game is over."""
    waiting: Callable[[S], frozenset[Seat]]
    """The part of ``active`` that must decide before play continues; only their clocks run."""
    maybe_active: Callable[[S], frozenset[Seat]] = _nobody
    """The seats of which hidden cards decide whether they are in ``active``. Computer players give
    all of them time, because a delay that depended on hidden cards would show them."""
    legal: Callable[[S, Seat], tuple[A, ...]]
    """All actions of a seat, or a useful part of a huge list; empty if the seat is not active."""
    apply: Callable[[S, Seat, A], Step[S]]
    leave: Callable[[S, Seat], Step[S]]
    """Removes a seat whose player left for good."""
    timeout: Callable[[S, Seat], Step[S]]
    """Continues without the decision of a waiting seat whose turn clock ran out."""
    prompt: Callable[[S, Seat], ServerMessage | None]
    """The prompt for an active seat; None for a seat that need not be asked."""
    opening: Callable[[S, Seating], tuple[ServerMessage, ...]]
    """The messages to everybody when the match starts, before the views."""
    view: Callable[[S, Seat | None], View]
    """The view of a seat, or of a spectator if the seat is None."""
    redact: Callable[[Change, Seat | None], Change | None] = no_redaction
    """A change as a seat may see it, None if it must not; the same object if nothing is hidden."""
    confirm: Callable[[A], str]
    """The text of ActionValid for an accepted action."""
    result: Callable[[S], Result | None]

    def replays(self, version: int) -> bool:
        """Return whether these rules replay matches that were played with this version of them."""
        return version == self.rules_version or version in self.compatible_versions


AnyGame = Game[Any, Any, Any]
