"""Phases "turn" and "watch": players act in a match, spectators request its view."""

from msgspec import structs

from messages import (
    ActionValid,
    ClientMessage,
    ErrorCode,
    ListActions,
    Refusal,
    RequestHint,
    RequestView,
)
from messages.registry import Hint, LegalActions
from server.admission.costs import VIEW_COST, answer_cost
from server.effects import Outcome
from server.journal.records import Acted
from server.rooms.lifecycle import publish_step
from server.sessions import Peer, Playing, Spectating
from server.state import ServerState

SUSPENDED = "The match is suspended until another player is back; you can chat meanwhile."


def act(state: ServerState, peer: Peer, playing: Playing, message: ClientMessage) -> Outcome:
    """Apply an action of a game, journal it, and publish its step.

    Raises Refusal for illegal actions and those of other games, while the journal fails, and in a
    suspended match.
    """
    room, match, seat = playing.room, playing.match, playing.seat
    game = match.game
    if type(message) not in game.actions:
        text = f"This is a match of {game.title}; ListActions says what you may do."
        raise Refusal(ErrorCode.UNEXPECTEDMESSAGE, text)
    if state.journal_failing:
        state.check_journal()
    if room.suspended_since is not None:  # nobody may win against absent players
        raise Refusal(ErrorCode.SUSPENDED, SUSPENDED)
    step = match.act(seat, message)
    outcome = Outcome(peer.id, ActionValid(match.confirm(message), reply_to=message.id))
    state.journal(room, Acted(seat, message, state.match_milliseconds(room)), outcome)
    publish_step(state, room, match, step, outcome)
    return outcome


def list_actions(state: ServerState, peer: Peer, playing: Playing, message: ListActions) -> Outcome:
    """Handle ListActions: answer with the legal actions of the seat, which may be none.

    Their cost is charged to the rate limit of the peer.
    """
    answer = LegalActions(playing.match.legal(playing.seat), reply_to=message.id)
    peer.prepaid -= answer_cost(answer)
    return Outcome(peer.id, answer)


def suggest_action(
    state: ServerState, peer: Peer, playing: Playing, message: RequestHint
) -> Outcome:
    """Handle RequestHint: answer with the action that a computer player would choose.

    It knows what the seat knows. Without a legal action, and on a server without strategies, the
    answer has none.
    """
    match, seat = playing.match, playing.seat
    actions = match.legal(seat)
    found = state.suggest(match.view(seat).view, actions) if actions else None
    return Outcome(peer.id, Hint(found, reply_to=message.id))


def send_view(state: ServerState, peer: Peer, playing: Playing, message: RequestView) -> Outcome:
    """Handle RequestView of a player: answer with the view of the seat and charge its cost."""
    view = playing.match.view(playing.seat)
    peer.prepaid -= VIEW_COST
    return Outcome(peer.id, structs.replace(view, reply_to=message.id))


def send_public_view(
    state: ServerState, peer: Peer, spectator: Spectating, message: RequestView
) -> Outcome:
    """Handle RequestView of a spectator: answer with the public view and charge its cost.

    Raises Refusal if the room has no match.
    """
    match = spectator.room.match
    if match is None:
        raise Refusal(ErrorCode.UNEXPECTEDMESSAGE, "Wait until the match begins, or LeaveMatch.")
    peer.prepaid -= VIEW_COST
    return Outcome(peer.id, structs.replace(match.view(None), reply_to=message.id))
