"""Phase functions of more than one phase: Heartbeat, Quit, SendChat, ListPlayers, LeaveMatch."""

from msgspec.structs import replace

from messages.errors import ErrorCode, Refusal
from messages.lobby import ListPlayers, OnlinePlayer, PlayersOnline
from messages.play import ChatMessage, Heartbeat, LeaveMatch, Quit, SendChat
from messages.text import clean, name_key
from server.admission.costs import answer_cost
from server.admission.token_bucket import Rate, TokenBucket
from server.effects import Outcome, PeerId
from server.journal.records import ChatRecord, Talked, Whispered
from server.match import Match
from server.rooms import lifecycle
from server.rooms.room import Room
from server.sessions import (
    Disconnected,
    InLobby,
    Listing,
    Peer,
    Playing,
    Session,
    SessionState,
    SettingUp,
    Spectating,
)
from server.state import ServerState, accepted_outcome

PAGE_PLAYERS = 100
"""Maximum number of players in one PlayersOnline; as many of the longest names fit into a frame."""


def answer_heartbeat(
    state: ServerState, peer: Peer, sender: SessionState | None, message: Heartbeat
) -> Outcome:
    """Answer a Heartbeat, even while the journal fails.

    From now on the client is expected to send heartbeats and disconnected if it is silent.
    """
    peer.sends_heartbeats = True
    return Outcome(peer.id, Heartbeat(reply_to=message.id), passes_failing_journal=True)


def quit_session(
    state: ServerState, peer: Peer, sender: SessionState | None, message: Quit
) -> Outcome:
    """Handle Quit: confirm it, give up seat and nickname, if any, and close the connection.

    When a stand-in quits, the session of the absent player stays disconnected.
    """
    outcome = accepted_outcome(peer, "You left the server", message)
    if sender is not None:
        session = sender.session
        session.connection = Disconnected(state.now)
        if session.room:
            session.room.update_peers()
        if peer.is_computer and not session.is_computer:  # a stand-in
            lifecycle.on_disconnect(state, session, outcome)
        else:
            lifecycle.release_seat_and_name(state, session, outcome)
        peer.session = None
    outcome.closes.append(peer.id)
    return outcome


def leave_room(
    state: ServerState, peer: Peer, sender: SessionState, message: LeaveMatch
) -> Outcome:
    """Handle LeaveMatch: give up the seat, stop watching or cancel the set-up of a room.

    The session returns to the lobby and is sent the list of rooms. The cost of the list is charged
    to the rate limit of the peer.
    """
    outcome = accepted_outcome(peer, "You left the match", message)
    lifecycle.leave(state, sender.session, outcome)
    listed = state.match_list()
    peer.prepaid -= answer_cost(listed)
    outcome.send((peer.id,), listed)
    return outcome


def send_chat(state: ServerState, peer: Peer, sender: SessionState, message: SendChat) -> Outcome:
    """Handle SendChat to one session, to the room with its spectators, or to the lobby.

    The text is cleaned and cut. During a match a line to the room is kept and, unless a spectator
    sent it, journalled. A private line is kept for those who play. Raises Refusal for an empty
    text, a muted sender, too many lines, or an addressee who is not connected.
    """
    text = clean(message.text)
    if not text:
        raise Refusal(ErrorCode.CHOICENOTVALID, "Write some visible text.")
    state.bans.check_not_muted(sender.session.name)
    _check_chat_rate(state, peer, sender.session)
    name, is_spectator = sender.session.name, isinstance(sender, Spectating)
    line = ChatMessage(name, text, _addressee_name(state, message.to), watcher=is_spectator)
    room = _chat_room(sender)
    peers = _recipients(state, sender.session, room, message.to)
    outcome = accepted_outcome(peer, "Your message was sent", message)
    outcome.send(peers, line)
    _keep_recent(state, room, line)
    if line.to:
        _keep_private(state, sender.session, state.sessions[name_key(line.to)], line, outcome)
    elif room is not None and room.match is not None:
        if is_spectator:
            room.chat.add(line)
        else:
            _keep_journalled(state, room, room.match, Talked(name, text), outcome)
    return outcome


def _keep_recent(state: ServerState, room: Room | None, line: ChatMessage) -> None:
    """Keep a line for reports in the room or lobby of its author, and in that of its addressee."""
    (room.recent_chat if room else state.lobby_chat).add(line)
    if line.to:
        other = _chat_room(state.sessions[name_key(line.to)].state)
        if other is not room:
            (other.recent_chat if other else state.lobby_chat).add(line)


def _keep_private(
    state: ServerState, author: Session, other: Session, line: ChatMessage, outcome: Outcome
) -> None:
    """Keep a private line for its author and its addressee, each only if it plays.

    The line is journalled if both play in the same match.
    """
    playing = [s.state for s in {author, other} if isinstance(s.state, Playing)]
    if playing and author.room is other.room:
        whispered = Whispered(author.seat, other.seat, line.text)
        player = playing[0]
        _keep_journalled(state, player.room, player.match, whispered, outcome)
        return
    for player in playing:
        player.room.chat.add_private(player.seat, line)


def _keep_journalled(
    state: ServerState, room: Room, match: Match, record: ChatRecord, outcome: Outcome
) -> None:
    """Keep and journal a chat line that players of a match sent to the room or to each other."""
    room.chat.add_record(record, match.seating.nicknames)
    state.journal(room, record, outcome)


def list_players(
    state: ServerState, peer: Peer, sender: SessionState, message: ListPlayers
) -> Outcome:
    """Handle ListPlayers: answer with a page of the sessions and what they do.

    At most PAGE_PLAYERS are listed, in the order of their names, after the given one. The answer
    has the total number of sessions. The rate limit of the peer is charged by the number listed.
    """
    found = state.sessions_after(message.after, PAGE_PLAYERS + 1)
    players = tuple(map(_online_player, found[:PAGE_PLAYERS]))
    has_more = len(found) > PAGE_PLAYERS
    following = players[-1].nickname if has_more else ""
    answer = PlayersOnline(players, following, len(state.sessions), reply_to=message.id)
    peer.prepaid -= answer_cost(answer)
    return Outcome(peer.id, answer)


def _online_player(session: Session) -> OnlinePlayer:
    """Return the entry of a session in PlayersOnline; built once for each change of the session.

    Many clients may request the list often, so the entry is kept in the session until its state or
    its peer changes.
    """
    listing = session.listing
    if listing is None or listing.state is not session.state or listing.peer != session.peer:
        listing = session.listing = Listing(
            session.state, session.peer, _build_online_player(session)
        )
    return listing.entry


def _build_online_player(session: Session) -> OnlinePlayer:
    """Return an entry of PlayersOnline: away, in the lobby, at a table or playing.

    Spectators and sessions that set up a room are in the lobby.
    Number and game of a private room are left out.
    """
    room = session.room
    if session.peer is None:
        return OnlinePlayer(session.name, "away", session.is_computer)
    if room is None:
        return OnlinePlayer(session.name, "lobby", session.is_computer)
    is_playing = isinstance(session.state, Playing)
    player = OnlinePlayer(session.name, "playing" if is_playing else "table", session.is_computer)
    return player if room.code else replace(player, match=room.number, game=room.game.name)


def _check_chat_rate(state: ServerState, peer: Peer, session: Session) -> None:
    """Take one line from the session's token bucket for chat. Raises Refusal if none is left.

    The bucket is created on first use. Peers of trusted networks are not limited.
    """
    if not peer.rate_limit_key:
        return
    limits = state.limits
    if session.chat_token_bucket is None:
        rate = Rate(limits.chat_lines / limits.chat_seconds, limits.chat_lines)
        session.chat_token_bucket = TokenBucket.full(rate, state.now)
    if not session.chat_token_bucket.try_spend(1.0, state.now):
        text = f"You may say {limits.chat_lines} lines in {limits.chat_seconds:g} s; wait a little."
        raise Refusal(ErrorCode.RATELIMITED, text)


def _addressee_name(state: ServerState, to: str) -> str:
    """Return the nickname ``to`` as its session spells it; empty if there is no such session."""
    return state.sessions[name_key(to)].name if name_key(to) in state.sessions else ""


def _chat_room(sender: SessionState) -> Room | None:
    """Return the room whose chat the sender uses; None in the lobby and during a set-up."""
    return None if isinstance(sender, InLobby | SettingUp) else sender.room


def _recipients(
    state: ServerState, session: Session, room: Room | None, to: str
) -> tuple[PeerId, ...]:
    """Return the peers that get a chat line: addressee and sender, the room, or the lobby.

    Raises Refusal if the addressee (``to``, empty for none) is not connected.
    """
    if to:
        other = state.sessions.get(name_key(to))
        if other is None or other.peer is None:
            raise Refusal(ErrorCode.CHOICENOTVALID, "Nobody of this name is connected now.")
        return tuple({session.peer, other.peer} - {None})  # type: ignore[arg-type]
    if room is not None:
        return room.audience
    idle = (s for s in state.sessions.values() if isinstance(s.state, InLobby | SettingUp))
    return tuple(s.peer for s in idle if s.peer is not None)
