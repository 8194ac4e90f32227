"""Heartbeats: which clients are still there.

A client that sends heartbeats is late when one is missing and disconnected after three; one that
never sent one is trusted as long as its connection lives.
"""

from typing import Literal

from messages import Error, ErrorCode, Heartbeat, PlayerStatus
from server.effects import Outcome, Send
from server.sessions import Peer, Session
from server.state import ServerState

LATE_AFTER_HEARTBEATS = 1.5
DISCONNECT_AFTER_HEARTBEATS = 3.0


def send_heartbeats(state: ServerState) -> list[Outcome]:
    """Ask silent clients for a sign of life; report late ones; disconnect lost ones.

    The heartbeats are outcomes of their own: they are sent even while the journal fails.
    """
    outcomes: list[Outcome] = []
    seconds = state.limits.heartbeat_seconds
    for peer in list(state.peers.values()):
        silence = state.now - peer.last_received_at
        if peer.is_computer or silence < seconds:
            continue
        if state.now - peer.heartbeat_sent_at >= seconds:
            peer.heartbeat_sent_at = state.now
            beat = Send((peer.id,), (Heartbeat(),))
            outcomes.append(Outcome(sends=[beat], passes_failing_journal=True))
        if peer.sends_heartbeats and silence >= DISCONNECT_AFTER_HEARTBEATS * seconds:
            outcomes.append(Outcome(closes=[peer.id]))
        elif (
            peer.sends_heartbeats
            and silence >= LATE_AFTER_HEARTBEATS * seconds
            and not peer.is_late
        ):
            peer.is_late = True
            outcomes.append(Outcome(sends=_status(peer.session, "late")))
    return outcomes


def disconnect_unnamed(state: ServerState, outcome: Outcome) -> None:
    """Disconnect clients that have not chosen a nickname for long; others need the place."""
    for peer in state.peers.values():
        if peer.session is not None:
            peer.unnamed_since = state.now
        elif state.now - peer.unnamed_since >= state.limits.unnamed_seconds:
            peer.unnamed_since = state.now  # so that it happens once
            text = "You did not choose a name for long; connect again when you want to play."
            outcome.send((peer.id,), Error(ErrorCode.TOOSLOW, text))
            outcome.closes.append(peer.id)


def clear_late(peer: Peer, now: float) -> list[Send]:
    """Report that a late client has sent something."""
    peer.is_late, peer.last_received_at = False, now
    return _status(peer.session, "present")


def _status(session: Session | None, status: Literal["late", "present"]) -> list[Send]:
    if session is None or session.room is None:
        return []
    return [Send(session.room.audience, (PlayerStatus(session.name, status),))]
