"""ReportPlayer: pass a report about another player to the operator."""

from datetime import UTC, datetime

from messages.errors import ErrorCode, Refusal
from messages.play import ReportPlayer
from messages.text import clean, name_key
from server.admission.connection_limiter import address_key
from server.admission.event_log import LimitExceeded
from server.effects import Outcome, Report
from server.sessions import InLobby, Peer, Session, SessionState, SettingUp
from server.state import ServerState, accepted_outcome

UNKNOWN_TEXT = "Nobody of this name is here or wrote one of the last lines; see ListPlayers."


def report_player(
    state: ServerState, peer: Peer, sender: SessionState, message: ReportPlayer
) -> Outcome:
    """Handle ReportPlayer: add a report, with the chat that the sender can see, to the outcome.

    A player who has left may be reported while a line of that player is among the chat. The
    reported player is sent nothing. The reason is cleaned and cut to 300 characters. Raises Refusal
    for an unknown player, a computer player or the sender, and for too many reports of the session
    or from its address.
    """
    reporter = sender.session
    room = None if isinstance(sender, InLobby | SettingUp) else sender.room
    chat = (room.recent_chat if room else state.lobby_chat).visible_to(reporter.name)
    session = state.sessions.get(name_key(message.nickname))
    names = [session.name] if session else [line.sender for line in reversed(chat)]
    reported = next((n for n in names if name_key(n) == name_key(message.nickname)), None)
    if reported is None or (session is not None and session.is_computer):
        raise Refusal(ErrorCode.CHOICENOTVALID, UNKNOWN_TEXT)
    if session is reporter:
        raise Refusal(ErrorCode.CHOICENOTVALID, "You cannot report yourself; name another player.")
    _check_report_rate(state, peer, reporter)
    report = Report(
        time=datetime.fromtimestamp(state.unix_time(), UTC).isoformat(timespec="seconds"),
        reporter=reporter.name,
        reporter_address=peer.address,
        reported=reported,
        address=_connected_address(state, session),
        match=room.number if room else 0,
        reason=clean(message.reason, 300),
        chat=chat,
    )
    text = f"Your report about {reported} was passed to the person who runs this server"
    outcome = accepted_outcome(peer, text, message)
    outcome.reports = (report,)
    return outcome


def _check_report_rate(state: ServerState, peer: Peer, reporter: Session) -> None:
    """Count a report of the session and of its address. Raises Refusal if there are too many.

    Trusted addresses count too: the space for reports is limited.
    """
    by_name, by_address = state.report_buckets
    limit = "reports"
    if by_name.try_spend(reporter.key, state.now):
        if by_address.try_spend(address_key(peer.address), state.now):
            return
        limit = "reports_per_address"
    minutes = state.limits.report_seconds / 60
    text = f"You may send {state.limits.reports} reports in {minutes:g} minutes; try again later."
    raise LimitExceeded(limit, ErrorCode.RATELIMITED, text)


def _connected_address(state: ServerState, session: Session | None) -> str:
    """Return the address of a player; empty if the player is not connected or has left."""
    if session is None or session.disconnected or session.peer is None:
        return ""
    return state.peers[session.peer].address
