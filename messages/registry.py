"""All messages by sender. A game is one line in ``BUILT_IN``; the unions are derived from it.

``GameView``, ``UpdateMessage`` and ``LegalActions`` are here because they contain records of all
games.
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from msgspec import Meta

from messages import lobby, play
from messages.base import Change, ClientMessage, GameMessages, Message, ServerMessage, View, members
from messages.codex import MESSAGES as CODEX
from messages.description import GameDescription
from messages.eriantys import MESSAGES as ERIANTYS
from messages.packs import find_packs, load_messages
from messages.rummy import MESSAGES as RUMMY
from messages.shelfie import MESSAGES as SHELFIE
from messages.text import clean
from messages.uno import MESSAGES as UNO

BUILT_IN: tuple[GameMessages, ...] = (ERIANTYS, UNO, CODEX, SHELFIE, RUMMY)
"""The order is visible on the wire: refusals list the messages that a phase accepts."""
GAMES, PACKS = load_messages(BUILT_IN, find_packs())
"""The games with those of packs behind them, and each pack by the name of its game."""
GAME_NAMES = tuple(game.name for game in GAMES)
DESCRIPTIONS = {game.name: game.description or GameDescription(title=game.name) for game in GAMES}
"""The description of each game, in the order of ``GAMES``."""


def describe_game(name: str) -> GameDescription:
    """Return the description of a game; one with the name as its title if it is not known here."""
    return DESCRIPTIONS.get(name) or GameDescription(title=clean(name, 12))


def _union(classes: Iterable[type]) -> Any:
    """Return the union type of the classes."""
    return reduce(or_, classes)


if TYPE_CHECKING:  # mypy cannot follow a union that is made at run time
    Action: TypeAlias = ClientMessage
    BoardChange: TypeAlias = Change
    AnyView: TypeAlias = View
    GameMessage: TypeAlias = ServerMessage
else:
    Action = _union(cls for game in GAMES for cls in game.actions)
    BoardChange = _union(cls for game in GAMES for cls in game.changes)
    AnyView = _union(game.view for game in GAMES)
    GameMessage = _union(cls for game in GAMES for cls in (*game.prompts, *game.setup))


class UpdateMessage(ServerMessage, frozen=True):
    """A change in your match; apply it to your view. `seq` is the number of the change."""

    change: BoardChange


class GameView(ServerMessage, frozen=True):
    """Everything that your seat, or a spectator, knows after the change `seq`."""

    view: AnyView


class LegalActions(ServerMessage, frozen=True):
    """The actions of your seat as complete messages, ready to be sent; empty if it has none."""

    actions: Annotated[tuple[Action, ...], Meta(max_length=4096)]


class Hint(ServerMessage, frozen=True):
    """The action that a computer player would choose for your seat; null if it would do nothing."""

    action: Action | None = None


AnyClientMessage = (
    lobby.ChooseNickname
    | play.Reconnect
    | lobby.SelectMatch
    | lobby.RequestRefresh
    | lobby.WatchMatch
    | lobby.SelectModeAndPlayers
    | lobby.ChooseWizard
    | lobby.ChoosePartner
    | lobby.PlayAgain
    | lobby.AddComputerPlayer
    | lobby.ChangeSeats
    | lobby.StartMatch
    | lobby.KickPlayer
    | Action
    | play.RequestView
    | play.ListActions
    | play.RequestHint
    | play.Heartbeat
    | play.Quit
    | play.LeaveMatch
    | play.SendChat
    | play.ReportPlayer
    | lobby.ListPlayers
)
AnyServerMessage = (
    lobby.RequestNickname
    | lobby.SessionOpened
    | lobby.ChooseMatch
    | lobby.PlayersOnline
    | lobby.RequestSetUp
    | lobby.RoomUpdate
    | lobby.WaitForOtherPlayer
    | lobby.SelectWizard
    | lobby.PlayersInfo
    | play.ActionValid
    | play.Error
    | play.GenericMessage
    | play.YourTurn
    | play.IsTurnOfPlayer
    | play.YouWin
    | play.OtherPlayerWins
    | play.FinalScores
    | play.PlayerStatus
    | play.TurnReminder
    | play.MatchSuspended
    | play.MatchResumed
    | play.ChatMessage
    | play.Heartbeat
    | UpdateMessage
    | GameView
    | LegalActions
    | Hint
    | GameMessage
)


CLIENT_MESSAGES: dict[str, type[Message]] = {c.__name__: c for c in members(AnyClientMessage)}
ALIASES: dict[str, type[Message]] = {
    name: cls for game in GAMES for name, cls in game.aliases.items()
}
"""Other names of client messages, which are accepted as well."""
SERVER_MESSAGES: dict[str, type[Message]] = {c.__name__: c for c in members(AnyServerMessage)}


PACK_CLASSES = frozenset(
    cls
    for game in GAMES[len(BUILT_IN) :]
    for cls in (*game.actions, *game.prompts, *game.setup, *game.changes, game.view)
)
"""Message classes of game packs, which are not in the documentation of the protocol."""


def built_in(classes: Iterable[type[Any]]) -> list[type[Any]]:
    """Return the classes that do not belong to a game pack."""
    return [cls for cls in classes if cls not in PACK_CLASSES]
