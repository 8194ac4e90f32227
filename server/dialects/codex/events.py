"""Codex Naturalis' old dialect: our messages to a guest, as lines (digest 2, 4).

All that one event caused is told together, because a game that begins, or begins again for somebody
who is back, has an order of its own: login, the whole game, the toggle, who is there.
"""

from collections.abc import Callable, Sequence
from typing import Any

from messages import (
    ChatMessage,
    Error,
    MatchResumed,
    MatchSuspended,
    Message,
    PlayersInfo,
    PlayerStatus,
    RoomUpdate,
    SessionOpened,
)
from messages.base import Change
from messages.codex.area import with_card
from messages.codex.table import (
    CodexAdditionalTurn,
    CodexCardDrawn,
    CodexCardPlaced,
    CodexColorChosen,
    CodexGameEnded,
    CodexObjectiveChosen,
    CodexStarterPlaced,
    CodexStepStarted,
    CodexView,
)
from messages.registry import GameView, UpdateMessage
from server.dialects.codex.objects import (
    Object,
    card_object,
    covered_corners,
    deck_top,
    game_object,
    hidden_card,
    objective_object,
    phase_name,
    resources,
    spots,
)
from server.dialects.codex.peer import CodexGuest
from server.dialects.codex.wire import EVERYONE, position

BOARD = {"SLOT_1": 0, "SLOT_2": 1, "SLOT_3": 2, "SLOT_4": 3, "GOLD": 4, "RESOURCE": 5}
"""``boardPosition`` is counted like ``idToDraw``."""

BEFORE = (SessionOpened, RoomUpdate)
WITHIN = (MatchResumed, ChatMessage)
"""What is told before a game begins for a guest, and what is part of the beginning."""


def hear(guest: CodexGuest, event: Sequence[Message]) -> None:
    """Everything that the server told the guest in one event."""
    if any(isinstance(message, GameView) for message in event):
        _tell(guest, [message for message in event if isinstance(message, BEFORE)])
        _begin(guest, event)
        event = [message for message in event if not isinstance(message, (*BEFORE, *WITHIN))]
    # Who is back is told after the game goes on (digest 4).
    _tell(guest, sorted(event, key=lambda message: isinstance(message, PlayerStatus)))


def _tell(guest: CodexGuest, messages: Sequence[Message]) -> None:
    for message in messages:
        news = _NEWS.get(type(message))
        if news is not None:
            news(guest, message)


# --- the game begins ----------------------------------------------------------------------------


def _begin(guest: CodexGuest, event: Sequence[Message]) -> None:
    """A new game, or the guest is back in an old one."""
    for message in event:
        if isinstance(message, PlayersInfo):
            guest.names = message.player_nicknames
        if isinstance(message, GameView) and isinstance(message.view, CodexView):
            _remember(guest, message.view)
    guest.suspended = any(isinstance(message, MatchResumed) for message in event)
    guest.say("RESULT_OF_LOGIN", accepted=True, selectedUsername=guest.name, details="")
    guest.say("UPDATE_AFTER_CONNECTION", game=_game(guest, event))
    if guest.suspended:
        _toggle(guest)
    if guest.returning:
        guest.returning = False
        guest.say("SHOW_UPDATE_PLAYER_STATUS", isConnected=True, username=guest.name)
    if guest.view and guest.view.phase == "OVER":
        _ended(guest, CodexGameEnded(guest.view.winners, ""))


def _remember(guest: CodexGuest, view: CodexView) -> None:
    guest.view, guest.playing, guest.additional = view, True, view.additional
    guest.areas = [player.area for player in view.players]
    guest.scores = [player.score for player in view.players]
    guest.expected = 0


def _game(guest: CodexGuest, event: Sequence[Message]) -> Object:
    assert guest.view is not None
    chat = [_chat_object(message) for message in event if isinstance(message, ChatMessage)]
    active = not guest.suspended
    return game_object(guest.view, guest.names, guest.is_connected, chat, active=active)


# --- people -------------------------------------------------------------------------------------


def _opened(guest: CodexGuest, message: SessionOpened) -> None:
    """The name is the guest's."""
    guest.name = message.nickname


def _room(guest: CodexGuest, message: RoomUpdate) -> None:
    names = message.room.players
    if len(names) >= guest.expected:
        guest.expected = 0
        guest.say("SHOW_UPDATE_PLAYERS_IN_LOBBY", usernames=names)


def _status(guest: CodexGuest, message: PlayerStatus) -> None:
    if guest.playing and message.status != "late":
        there = message.status == "present"
        guest.say("SHOW_UPDATE_PLAYER_STATUS", isConnected=there, username=message.nickname)


def _suspended(guest: CodexGuest, message: MatchSuspended) -> None:
    if not guest.suspended:
        _toggle(guest)


def _resumed(guest: CodexGuest, message: MatchResumed) -> None:
    if guest.suspended:
        _toggle(guest)


def _toggle(guest: CodexGuest) -> None:
    """The client turns its flag at each of these, so there is one for each change (digest 4)."""
    guest.suspended = not guest.suspended
    guest.say("SHOW_UPDATE_SUSPENDED_GAME")


def _chat(guest: CodexGuest, message: ChatMessage) -> None:
    if guest.playing:
        guest.say("SHOW_UPDATE_CHAT", message=_chat_object(message))


def _chat_object(message: ChatMessage) -> Object:
    return {
        "sender": message.sender,
        "receiver": message.to or EVERYONE,
        "content": message.text,
        "isBroadcast": not message.to,
    }


def _error(guest: CodexGuest, message: Error) -> None:
    """Something failed that was no fault of the guest's."""
    guest.fail(message)


# --- changes ------------------------------------------------------------------------------------


def _update(guest: CodexGuest, message: UpdateMessage) -> None:
    tell = _CHANGES.get(type(message.change))
    if tell is not None and guest.view is not None:
        tell(guest, message.change)


def _starter(guest: CodexGuest, change: CodexStarterPlaced) -> None:
    assert guest.view is not None
    card = guest.view.players[change.seat].starter
    _placed(guest, CodexCardPlaced(change.seat, card, change.side, 0, 0))


def _placed(guest: CodexGuest, change: CodexCardPlaced) -> None:
    seat = change.seat
    area = with_card(guest.areas[seat], change.card, change.side, change.x, change.y)
    guest.areas[seat] = area
    guest.scores[seat] += change.points
    guest.say(
        "SHOW_UPDATE_AFTER_PLACE",
        positionToCornerCovered=covered_corners(area, change.x, change.y),
        newAvailablePositions=spots(area),
        newResources=resources(area),
        points=guest.scores[seat],
        username=guest.names[seat],
        placedCard=card_object(change.card),
        placedSide=change.side,
        position=position(change.x, change.y),
    )


def _color(guest: CodexGuest, change: CodexColorChosen) -> None:
    name = guest.names[change.seat]
    guest.say("SHOW_UPDATE_COLOR", username=name, colorSelected=change.color)


def _objective(guest: CodexGuest, change: CodexObjectiveChosen) -> None:
    """Only the owner is told."""
    if change.objective:
        chosen = objective_object(change.objective)
        name = guest.names[change.seat]
        guest.say("SHOW_UPDATE_OBJECTIVE_CARD", chosenObjective=chosen, username=name)


def _drawn(guest: CodexGuest, change: CodexCardDrawn) -> None:
    gold = change.source in ("SLOT_3", "SLOT_4", "GOLD")
    top = deck_top("GOLD", change.gold) if gold else deck_top("RESOURCE", change.resource)
    guest.say(
        "SHOW_UPDATE_AFTER_DRAW",
        drawnCard=card_object(change.card) if change.card else hidden_card(change.back),
        newTopDeck=top,
        newFaceUpCard=card_object(change.refill) if change.refill else None,
        username=guest.names[change.seat],
        boardPosition=BOARD[change.source],
    )


def _step(guest: CodexGuest, change: CodexStepStarted) -> None:
    """That a draw follows a placement the client knows by itself (digest 4)."""
    if change.phase == "PLACE":
        phase = phase_name(change.phase, guest.additional)
        index = guest.index(change.seat)
        guest.say("SHOW_UPDATE_CURRENT_PLAYER", currentPlayerIdx=index, currentPhase=phase)


def _additional(guest: CodexGuest, change: CodexAdditionalTurn) -> None:
    guest.additional = True


def _ended(guest: CodexGuest, change: CodexGameEnded) -> None:
    guest.playing, guest.unconfirmed = False, True
    guest.say("SHOW_WINNERS", winners=[guest.names[seat] for seat in change.winners])


_CHANGES: dict[type[Change], Callable[[CodexGuest, Any], None]] = {
    CodexStarterPlaced: _starter,
    CodexCardPlaced: _placed,
    CodexColorChosen: _color,
    CodexObjectiveChosen: _objective,
    CodexCardDrawn: _drawn,
    CodexStepStarted: _step,
    CodexAdditionalTurn: _additional,
    CodexGameEnded: _ended,
}
_NEWS: dict[type[Message], Callable[[CodexGuest, Any], None]] = {
    SessionOpened: _opened,
    RoomUpdate: _room,
    PlayerStatus: _status,
    MatchSuspended: _suspended,
    MatchResumed: _resumed,
    ChatMessage: _chat,
    Error: _error,
    UpdateMessage: _update,
}
