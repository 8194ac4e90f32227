"""Codex Naturalis' dialect: translate server messages to lines (digest 2, 4).

Messages are collected until their event ends, because the lines at the start of a game, or at a
reconnect, have a fixed order: login, whole game, suspension toggle, connected players.
"""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

import messages
from messages.base import Change
from messages.codex import table
from messages.codex.area import with_card
from messages.registry import GameView, UpdateMessage
from server.dialects.codex import objects
from server.dialects.codex.hands import ClientHand
from server.dialects.codex.objects import card_object, deck_top_object, hidden_card_object
from server.dialects.codex.peer import CodexPeer
from server.dialects.codex.wire import EVERYONE, SERVER, SOURCES, position_object

SENT_BEFORE_GAME = (messages.SessionOpened, messages.RoomUpdate)
"""Messages whose lines come before the whole game."""
PART_OF_GAME_START = (messages.MatchResumed, messages.ChatMessage)
"""Messages that the whole game already contains."""


def on_event_end(peer: CodexPeer) -> None:
    """Send the lines for all messages collected in an event, and empty the collection.

    If the event has a view, the whole game is sent first, after the lines of ``SENT_BEFORE_GAME``.
    """
    event, peer.event = peer.event, []
    views = [message.view for message in event if isinstance(message, GameView)]
    if views and isinstance(views[-1], table.CodexView):
        peer.dispatch(message for message in event if isinstance(message, SENT_BEFORE_GAME))
        _send_game_start(peer, views[-1], event)
        event = [
            message
            for message in event
            if not isinstance(message, (*SENT_BEFORE_GAME, *PART_OF_GAME_START))
        ]
    # PlayerStatus comes after MatchResumed (digest 4).
    peer.dispatch(sorted(event, key=lambda message: isinstance(message, messages.PlayerStatus)))


# --- the game begins ----------------------------------------------------------------------------


def _send_game_start(
    peer: CodexPeer, view: table.CodexView, event: Sequence[messages.Message]
) -> None:
    """Store the view and send the whole game, at its start or to a client that reconnected.

    The login is accepted again first. The first chat text says how to return from another address.
    Suspension, the client's return and the winners of a finished game follow if they apply.
    """
    for message in event:
        if isinstance(message, messages.PlayersInfo):
            peer.names = message.player_nicknames
    _store_view(peer, view)
    peer.is_suspended = any(isinstance(message, messages.MatchResumed) for message in event)
    peer.answer_login(peer.name)
    chat = [_chat_object(message) for message in event if isinstance(message, messages.ChatMessage)]
    if notice := peer.return_notice:
        chat.insert(0, _chat_object(messages.ChatMessage(SERVER, notice, peer.name)))
    is_active = not peer.is_suspended
    game = objects.game_object(view, peer.names, peer.is_seat_connected, chat, is_active=is_active)
    peer.send("UPDATE_AFTER_CONNECTION", game=game)
    if peer.is_suspended:
        _toggle_suspended(peer)
    if peer.is_returning:
        peer.is_returning = False
        peer.send("SHOW_UPDATE_PLAYER_STATUS", isConnected=True, username=peer.name)
    if view.phase == "OVER":
        _on_game_ended(peer, table.CodexGameEnded(view.winners, ""))


def _store_view(peer: CodexPeer, view: table.CodexView) -> None:
    """Replace the peer's view and all that depends on it, and mark the peer as playing."""
    peer.view, peer.is_additional_turn = view, view.additional
    peer.is_playing, peer.is_over = True, False
    peer.areas = [player.area for player in view.players]
    peer.hands = [
        ClientHand(known=view.hand) if seat == view.seat else ClientHand(player.hand)
        for seat, player in enumerate(view.players)
    ]
    peer.scores = [player.score for player in view.players]
    peer.expected_players = 0


# --- people -------------------------------------------------------------------------------------


def _on_session_opened(peer: CodexPeer, message: messages.SessionOpened) -> None:
    """Log the peer in with the nickname of the session."""
    peer.log_in(message.nickname)


def _on_room_update(peer: CodexPeer, message: messages.RoomUpdate) -> None:
    """Send the players of the room, unless expected clients of the lobby are still missing."""
    names = message.room.players
    if len(names) >= peer.expected_players:
        peer.expected_players = 0
        peer.send("SHOW_UPDATE_PLAYERS_IN_LOBBY", usernames=names)


def _on_player_status(peer: CodexPeer, message: messages.PlayerStatus) -> None:
    """During a game, send whether a player is connected; ignore late players.

    A player who has left counts as not connected.
    """
    if peer.is_playing and message.status != "late":
        is_present = message.status == "present"
        peer.send("SHOW_UPDATE_PLAYER_STATUS", isConnected=is_present, username=message.nickname)


def _on_error(peer: CodexPeer, message: messages.Error) -> None:
    """Send an error that no request caused; a client whom the host removed leaves the server.

    The client has no screen to return to, because the protocol has no list of rooms.
    """
    peer.send_server_error(message)
    if message.error is messages.ErrorCode.NOTALLOWED:
        peer.leave()


def _on_match_suspended(peer: CodexPeer, message: messages.MatchSuspended) -> None:
    """Switch the client to suspended; do nothing if it is suspended already."""
    if not peer.is_suspended:
        _toggle_suspended(peer)


def _on_match_resumed(peer: CodexPeer, message: messages.MatchResumed) -> None:
    """Switch the client back from suspended; do nothing if it is not suspended."""
    if peer.is_suspended:
        _toggle_suspended(peer)


def _toggle_suspended(peer: CodexPeer) -> None:
    """Toggle ``is_suspended`` and tell the client to toggle its copy (digest 4)."""
    peer.is_suspended = not peer.is_suspended
    peer.send("SHOW_UPDATE_SUSPENDED_GAME")


def _on_chat_message(peer: CodexPeer, message: messages.ChatMessage) -> None:
    """Send a chat text to the client; outside a game, drop it."""
    if peer.is_playing:
        peer.send("SHOW_UPDATE_CHAT", message=_chat_object(message))


def _chat_object(message: messages.ChatMessage) -> objects.Object:
    """Return the object of a chat text; without a receiver the text is for everyone."""
    return {
        "sender": message.sender,
        "receiver": message.to or EVERYONE,
        "content": message.text,
        "isBroadcast": not message.to,
    }


# --- changes ------------------------------------------------------------------------------------


def _on_update(peer: CodexPeer, message: UpdateMessage) -> None:
    """Call the function for a change, if there is one; ignore changes before the first view.

    A placed starter is treated as a card placed at (0, 0).
    """
    if peer.view is None:
        return
    change = message.change
    if isinstance(change, table.CodexStarterPlaced):  # The protocol treats it as any card.
        starter = peer.view.players[change.seat].starter
        change = table.CodexCardPlaced(change.seat, starter, change.side, 0, 0)
    handle = _CHANGE_HANDLERS.get(type(change))
    if handle is not None:
        handle(peer, change)


def _on_card_placed(peer: CodexPeer, change: table.CodexCardPlaced) -> None:
    """Update the stored area, hand and score of the seat, and send the placement.

    A hidden card of another player is sent as its placeholder, back up, so that the client removes
    it from the hand. If the front is up, the card itself follows at the same position.
    """
    seat = change.seat
    peer.areas[seat] = with_card(peer.areas[seat], change.card, change.side, change.x, change.y)
    peer.scores[seat] += change.points
    hidden = peer.hands[seat].remove(change.card)
    if hidden is None:
        _send_placement(peer, change, card_object(change.card))
        return
    placeholder = hidden_card_object(*hidden)
    if change.side == "BACK":
        _send_placement(peer, change, placeholder)
    else:
        _send_placement(peer, replace(change, side="BACK"), placeholder, covers=False)
        _send_placement(peer, change, card_object(change.card))


def _send_placement(
    peer: CodexPeer, change: table.CodexCardPlaced, card: objects.Object, *, covers: bool = True
) -> None:
    """Send the placement of this card, with the stored area and score of the seat.

    Covered corners are left out if ``covers`` is False.
    """
    seat, x, y = change.seat, change.x, change.y
    area = peer.areas[seat]
    peer.send(
        "SHOW_UPDATE_AFTER_PLACE",
        positionToCornerCovered=objects.covered_corners(area, x, y) if covers else {},
        newAvailablePositions=objects.free_positions(area),
        newResources=objects.resource_counts(area),
        points=peer.scores[seat],
        username=peer.names[seat],
        placedCard=card,
        placedSide=change.side,
        position=position_object(x, y),
    )


def _on_color_chosen(peer: CodexPeer, change: table.CodexColorChosen) -> None:
    """Send the colour that a player has chosen."""
    name = peer.names[change.seat]
    peer.send("SHOW_UPDATE_COLOR", username=name, colorSelected=change.color)


def _on_objective_chosen(peer: CodexPeer, change: table.CodexObjectiveChosen) -> None:
    """Send the objective that the client itself chose; ignore the redacted choices of others."""
    if change.objective:
        chosen = objects.objective_object(change.objective)
        name = peer.names[change.seat]
        peer.send("SHOW_UPDATE_OBJECTIVE_CARD", chosenObjective=chosen, username=name)


def _on_card_drawn(peer: CodexPeer, change: table.CodexCardDrawn) -> None:
    """Add a drawn card to the hand that is kept for the seat, and send it.

    The new top of the deck and, after a draw from a slot, its new card are sent with it. If the
    client must not know the drawn card, a placeholder is sent.
    """
    position, hand = SOURCES.index(change.source), peer.hands[change.seat]
    if change.card:
        hand.add_known(change.card)
        drawn = card_object(change.card)
    else:
        drawn = hidden_card_object(*hand.add_hidden(change.back))
    is_gold = change.source in ("SLOT_3", "SLOT_4", "GOLD")
    kind, deck = ("GOLD", change.gold) if is_gold else ("RESOURCE", change.resource)
    peer.send(
        "SHOW_UPDATE_AFTER_DRAW",
        drawnCard=drawn,
        newTopDeck=deck_top_object(kind, deck),
        newFaceUpCard=objects.slot_object(position, change.refill) if position < 4 else None,
        username=peer.names[change.seat],
        boardPosition=position,
    )


def _on_step_started(peer: CodexPeer, change: table.CodexStepStarted) -> None:
    """Send who places a card next.

    Nothing is sent for a draw, which the client infers from the placement (digest 4).
    """
    if change.phase == "PLACE":
        phase = objects.phase_name(change.phase, peer.is_additional_turn)
        index = peer.turn_index(change.seat)
        peer.send("SHOW_UPDATE_CURRENT_PLAYER", currentPlayerIdx=index, currentPhase=phase)


def _on_additional_turn(peer: CodexPeer, change: table.CodexAdditionalTurn) -> None:
    """Record the start of the additional round; later placements are sent as additional ones."""
    peer.is_additional_turn = True


def _on_game_ended(peer: CodexPeer, change: table.CodexGameEnded) -> None:
    """Mark the game as over and its result as unconfirmed, and send the names of the winners."""
    peer.end_game()
    peer.is_result_unconfirmed = True
    peer.send("SHOW_WINNERS", winners=[peer.names[seat] for seat in change.winners])


_CHANGE_HANDLERS: dict[type[Change], Callable[[CodexPeer, Any], None]] = {
    table.CodexCardPlaced: _on_card_placed,
    table.CodexColorChosen: _on_color_chosen,
    table.CodexObjectiveChosen: _on_objective_chosen,
    table.CodexCardDrawn: _on_card_drawn,
    table.CodexStepStarted: _on_step_started,
    table.CodexAdditionalTurn: _on_additional_turn,
    table.CodexGameEnded: _on_game_ended,
}
EVENTS: dict[type[messages.Message], Callable[[CodexPeer, Any], None]] = {
    messages.SessionOpened: _on_session_opened,
    messages.RoomUpdate: _on_room_update,
    messages.PlayerStatus: _on_player_status,
    messages.MatchSuspended: _on_match_suspended,
    messages.MatchResumed: _on_match_resumed,
    messages.ChatMessage: _on_chat_message,
    messages.Error: _on_error,
    UpdateMessage: _on_update,
}
