"""Every message there is, by who sends it; a game adds one line to each union it has a part in.

``GameView``, ``UpdateMessage`` and ``LegalActions`` are here because they carry parts of all games.
"""

from types import UnionType
from typing import Annotated, get_args

from msgspec import Meta

from messages import lobby, play
from messages.base import Message, ServerMessage
from messages.codex.actions import CodexAction, CodexPrompt
from messages.codex.table import CodexChange, CodexView
from messages.eriantys.actions import EriantysAction, EriantysPrompt, EriantysSetUp
from messages.eriantys.table import EriantysChange, EriantysView
from messages.rummy.actions import RummyAction, RummyPrompt
from messages.rummy.table import RummyChange, RummyView
from messages.shelfie.actions import ShelfieAction, ShelfiePrompt
from messages.shelfie.table import ShelfieChange, ShelfieView
from messages.uno.actions import UnoAction, UnoPrompt
from messages.uno.table import UnoChange, UnoView

# One line per game.
Action = EriantysAction | UnoAction | CodexAction | ShelfieAction | RummyAction
BoardChange = EriantysChange | UnoChange | CodexChange | ShelfieChange | RummyChange
AnyView = EriantysView | UnoView | CodexView | ShelfieView | RummyView
GameMessage = EriantysPrompt | EriantysSetUp | UnoPrompt | CodexPrompt | ShelfiePrompt | RummyPrompt


class UpdateMessage(ServerMessage, frozen=True):
    """Something happened in your match; apply it to your view."""

    change: BoardChange


class GameView(ServerMessage, frozen=True):
    """The whole of what your seat knows, as of ``seq``."""

    view: AnyView


class LegalActions(ServerMessage, frozen=True):
    """Complete messages, ready to be sent as they are."""

    actions: Annotated[tuple[Action, ...], Meta(max_length=4096)]


NicknameMessage = lobby.ChooseNickname | play.Reconnect
MatchMessage = lobby.SelectMatch | lobby.RequestRefresh | lobby.WatchMatch
SetUpMessage = lobby.SelectModeAndPlayers
WizardMessage = lobby.ChooseWizard | lobby.AddComputerPlayer | lobby.ChangeSeats | lobby.StartMatch
TurnMessage = Action | play.RequestView | play.ListActions
WatchMessage = play.RequestView
AnywhereMessage = play.Heartbeat | play.Quit
SeatedMessage = play.LeaveMatch
NamedMessage = play.SendChat | lobby.ListPlayers

AnyClientMessage = (
    NicknameMessage
    | MatchMessage
    | SetUpMessage
    | WizardMessage
    | TurnMessage
    | AnywhereMessage
    | SeatedMessage
    | NamedMessage
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
    | GameMessage
)


def members(union: UnionType | type) -> tuple[type[Message], ...]:
    """The classes of a union, or the class itself."""
    return get_args(union) or (union,)


CLIENT_MESSAGES: dict[str, type[Message]] = {c.__name__: c for c in members(AnyClientMessage)}
SERVER_MESSAGES: dict[str, type[Message]] = {c.__name__: c for c in members(AnyServerMessage)}
