"""Heartbeats: detects clients that no longer respond, and clients without a nickname.

A client that sends heartbeats is late after one and a half heartbeat intervals of silence, and
disconnected after three. A client that never sent a heartbeat stays as long as its connection.
"""

from typing import Literal

from messages import Error, ErrorCode, Heartbeat, PlayerStatus
from server.effects import Outcome, Send
from server.sessions import Peer, Session
from server.state import ServerState

LATE_AFTER_HEARTBEATS = 1.5
DISCONNECT_AFTER_HEARTBEATS = 3.0


def check_silent_clients(state: ServerState) -> list[Outcome]:
    """Return the outcomes for silent clients: heartbeats, at most one per client and interval.

    Clients that ever sent a heartbeat are marked as late, which their room is told, and later
    disconnected. Each heartbeat is an outcome of its own, sent even while the journal fails.
    Computer players are left out.
    """
    outcomes: list[Outcome] = []
    seconds = state.limits.heartbeat_seconds
    for peer in list(state.peers.values()):
        silence = state.now - peer.last_received_at
        if peer.is_computer or silence < seconds:
            continue
        if state.now - peer.heartbeat_sent_at >= seconds:
            peer.heartbeat_sent_at = state.now
            heartbeat = Send((peer.id,), (Heartbeat(),))
            outcomes.append(Outcome(sends=[heartbeat], passes_failing_journal=True))
        if not peer.sends_heartbeats:
            continue
        if silence >= DISCONNECT_AFTER_HEARTBEATS * seconds:
            outcomes.append(Outcome(closes=[peer.id]))
        elif silence >= LATE_AFTER_HEARTBEATS * seconds and not peer.is_late:
            peer.is_late = True
            outcomes.append(Outcome(sends=_status_sends(peer.session, "late")))
    return outcomes


def disconnect_unnamed(state: ServerState, outcome: Outcome) -> None:
    """Send TOOSLOW to clients without a nickname for ``unnamed_seconds``, and close them.

    For all clients with a session the time starts again.
    """
    for peer in state.peers.values():
        if peer.session is not None:
            peer.unnamed_since = state.now
        elif state.now - peer.unnamed_since >= state.limits.unnamed_seconds:
            peer.unnamed_since = state.now  # the connection may close later: do this only once
            text = "You did not choose a name for long; connect again when you want to play."
            outcome.send((peer.id,), Error(ErrorCode.TOOSLOW, text))
            outcome.closes.append(peer.id)


def clear_late(peer: Peer, now: float) -> list[Send]:
    """Mark a late client as not late, because it sent something now.

    Return the status "present" for its room; nothing if it has no room.
    """
    peer.is_late, peer.last_received_at = False, now
    return _status_sends(peer.session, "present")


def _status_sends(session: Session | None, status: Literal["late", "present"]) -> list[Send]:
    """Return PlayerStatus for the members and spectators of the room; nothing outside a room."""
    if session is None or session.room is None:
        return []
    return [Send(session.room.audience, (PlayerStatus(session.name, status),))]
