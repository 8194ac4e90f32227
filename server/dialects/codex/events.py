"""Codex Naturalis' dialect: messages of the server as lines (digest 2, 4).

Everything that one event caused is sent together, because a game that begins, also for a client
that comes back, has an order of its own: login, the whole game, the toggle, who is connected.
"""

from collections.abc import Callable, Sequence
from typing import Any

import messages
from messages.base import Change
from messages.codex import table
from messages.codex.area import with_card
from messages.registry import GameView, UpdateMessage
from server.dialects.codex import objects
from server.dialects.codex.objects import card_object, deck_top, hidden_card
from server.dialects.codex.peer import CodexPeer
from server.dialects.codex.wire import EVERYONE, SOURCES, position

BEFORE = (messages.SessionOpened, messages.RoomUpdate)
WITHIN = (messages.MatchResumed, messages.ChatMessage)
"""What is sent before a game begins for a client, and what is part of the beginning."""


def on_event(peer: CodexPeer) -> None:
    """Send everything that one event means to the client."""
    event, peer.event = peer.event, []
    views = [message.view for message in event if isinstance(message, GameView)]
    if views and isinstance(views[-1], table.CodexView):
        peer.pass_on(message for message in event if isinstance(message, BEFORE))
        _begin(peer, views[-1], event)
        event = [message for message in event if not isinstance(message, (*BEFORE, *WITHIN))]
    # That a player is back is sent after the game goes on (digest 4).
    peer.pass_on(sorted(event, key=lambda message: isinstance(message, messages.PlayerStatus)))


# --- the game begins ----------------------------------------------------------------------------


def _begin(peer: CodexPeer, view: table.CodexView, event: Sequence[messages.Message]) -> None:
    """Send a game that begins, or to which the client comes back."""
    for message in event:
        if isinstance(message, messages.PlayersInfo):
            peer.names = message.player_nicknames
    _remember(peer, view)
    peer.suspended = any(isinstance(message, messages.MatchResumed) for message in event)
    peer.answer_login(peer.name)
    chat = [_chat_object(message) for message in event if isinstance(message, messages.ChatMessage)]
    active = not peer.suspended
    game = objects.game_object(view, peer.names, peer.is_connected, chat, active=active)
    peer.say("UPDATE_AFTER_CONNECTION", game=game)
    if peer.suspended:
        _toggle(peer)
    if peer.returning:
        peer.returning = False
        peer.say("SHOW_UPDATE_PLAYER_STATUS", isConnected=True, username=peer.name)
    if view.phase == "OVER":
        _ended(peer, table.CodexGameEnded(view.winners, ""))


def _remember(peer: CodexPeer, view: table.CodexView) -> None:
    peer.view, peer.playing, peer.additional = view, True, view.additional
    peer.areas = [player.area for player in view.players]
    peer.scores = [player.score for player in view.players]
    peer.expected = 0


# --- people -------------------------------------------------------------------------------------


def _opened(peer: CodexPeer, message: messages.SessionOpened) -> None:
    peer.log_in(message.nickname)


def _room(peer: CodexPeer, message: messages.RoomUpdate) -> None:
    names = message.room.players
    if len(names) >= peer.expected:
        peer.expected = 0
        peer.say("SHOW_UPDATE_PLAYERS_IN_LOBBY", usernames=names)


def _status(peer: CodexPeer, message: messages.PlayerStatus) -> None:
    if peer.playing and message.status != "late":
        there = message.status == "present"
        peer.say("SHOW_UPDATE_PLAYER_STATUS", isConnected=there, username=message.nickname)


def _suspended(peer: CodexPeer, message: messages.MatchSuspended) -> None:
    if not peer.suspended:
        _toggle(peer)


def _resumed(peer: CodexPeer, message: messages.MatchResumed) -> None:
    if peer.suspended:
        _toggle(peer)


def _toggle(peer: CodexPeer) -> None:
    """Send one line for each change, because the client toggles its flag each time (digest 4)."""
    peer.suspended = not peer.suspended
    peer.say("SHOW_UPDATE_SUSPENDED_GAME")


def _chat(peer: CodexPeer, message: messages.ChatMessage) -> None:
    if peer.playing:
        peer.say("SHOW_UPDATE_CHAT", message=_chat_object(message))


def _chat_object(message: messages.ChatMessage) -> objects.Object:
    return {
        "sender": message.sender,
        "receiver": message.to or EVERYONE,
        "content": message.text,
        "isBroadcast": not message.to,
    }


# --- changes ------------------------------------------------------------------------------------


def _update(peer: CodexPeer, message: UpdateMessage) -> None:
    if peer.view is None:
        return
    change = message.change
    if isinstance(change, table.CodexStarterPlaced):  # to the client a card like any other
        starter = peer.view.players[change.seat].starter
        change = table.CodexCardPlaced(change.seat, starter, change.side, 0, 0)
    tell = _CHANGES.get(type(change))
    if tell is not None:
        tell(peer, change)


def _placed(peer: CodexPeer, change: table.CodexCardPlaced) -> None:
    seat = change.seat
    area = with_card(peer.areas[seat], change.card, change.side, change.x, change.y)
    peer.areas[seat] = area
    peer.scores[seat] += change.points
    peer.say(
        "SHOW_UPDATE_AFTER_PLACE",
        positionToCornerCovered=objects.covered_corners(area, change.x, change.y),
        newAvailablePositions=objects.spots(area),
        newResources=objects.resources(area),
        points=peer.scores[seat],
        username=peer.names[seat],
        placedCard=card_object(change.card),
        placedSide=change.side,
        position=position(change.x, change.y),
    )


def _color(peer: CodexPeer, change: table.CodexColorChosen) -> None:
    name = peer.names[change.seat]
    peer.say("SHOW_UPDATE_COLOR", username=name, colorSelected=change.color)


def _objective(peer: CodexPeer, change: table.CodexObjectiveChosen) -> None:
    """Tell the owner only."""
    if change.objective:
        chosen = objects.objective_object(change.objective)
        name = peer.names[change.seat]
        peer.say("SHOW_UPDATE_OBJECTIVE_CARD", chosenObjective=chosen, username=name)


def _drawn(peer: CodexPeer, change: table.CodexCardDrawn) -> None:
    gold = change.source in ("SLOT_3", "SLOT_4", "GOLD")
    top = deck_top("GOLD", change.gold) if gold else deck_top("RESOURCE", change.resource)
    peer.say(
        "SHOW_UPDATE_AFTER_DRAW",
        drawnCard=card_object(change.card) if change.card else hidden_card(change.back),
        newTopDeck=top,
        newFaceUpCard=card_object(change.refill) if change.refill else None,
        username=peer.names[change.seat],
        boardPosition=SOURCES.index(change.source),
    )


def _step(peer: CodexPeer, change: table.CodexStepStarted) -> None:
    """Send no line for a draw: the client knows that it follows a placement (digest 4)."""
    if change.phase == "PLACE":
        phase = objects.phase_name(change.phase, peer.additional)
        index = peer.index(change.seat)
        peer.say("SHOW_UPDATE_CURRENT_PLAYER", currentPlayerIdx=index, currentPhase=phase)


def _additional(peer: CodexPeer, change: table.CodexAdditionalTurn) -> None:
    peer.additional = True


def _ended(peer: CodexPeer, change: table.CodexGameEnded) -> None:
    peer.playing, peer.unconfirmed = False, True
    peer.say("SHOW_WINNERS", winners=[peer.names[seat] for seat in change.winners])


_CHANGES: dict[type[Change], Callable[[CodexPeer, Any], None]] = {
    table.CodexCardPlaced: _placed,
    table.CodexColorChosen: _color,
    table.CodexObjectiveChosen: _objective,
    table.CodexCardDrawn: _drawn,
    table.CodexStepStarted: _step,
    table.CodexAdditionalTurn: _additional,
    table.CodexGameEnded: _ended,
}
EVENTS: dict[type[messages.Message], Callable[[CodexPeer, Any], None]] = {
    messages.SessionOpened: _opened,
    messages.RoomUpdate: _room,
    messages.PlayerStatus: _status,
    messages.MatchSuspended: _suspended,
    messages.MatchResumed: _resumed,
    messages.ChatMessage: _chat,
    messages.Error: CodexPeer.fail,
    UpdateMessage: _update,
}
