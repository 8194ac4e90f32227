"""Rummy's dialect: translate server messages to status messages (Rummy 10.5, 10.8, 11).

Messages about a match are collected until their event ends, so that the client receives the answer
to its own TURN first.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import messages
from messages.base import Change, Seat
from messages.registry import GameView, UpdateMessage
from messages.rummy import table
from messages.rummy.table import RummyView
from server.dialects.rummy.peer import MatchProgress, RummyPeer
from server.dialects.rummy.profiles import Move, total_points
from server.dialects.rummy.wire import card_list, card_text

START_RETRY_SECONDS = 1.0
"""Minimum time between two requests for an automatic start while the room does not change."""

# --- the lobby -----------------------------------------------------------------------------------


def _on_error(peer: RummyPeer, message: messages.Error) -> None:
    """Before the login, record a ban of the address; CONNECT is refused later.

    Afterwards send ERR to a client that is removed; it leaves because it has no room. Other errors
    are ignored, because requests report their own.
    """
    if message.error is not messages.ErrorCode.NOTALLOWED:
        return
    if peer.name:
        peer.send("ERR", (message.message,))
    else:
        peer.is_address_banned = True


def _on_room_update(peer: RummyPeer, message: messages.RoomUpdate) -> None:
    """Answer a pending CONNECT with OK; otherwise announce new players, unless the match is over.

    Leavers are not announced (10.8). A refused automatic start may be requested again.
    """
    players = list(message.room.players)
    peer.next_start_at = 0.0
    if peer.is_entering:
        peer.is_entering = False
        peer.send("OK", peer.profile.connect_answer)
    elif not peer.progress.is_over:
        for name in players:
            if name not in peer.known_players:
                peer.send_until_acknowledged("CONNECT", f"New player: {name}")
    peer.known_players = players


def _on_player_status(peer: RummyPeer, message: messages.PlayerStatus) -> None:
    """Forget a player who is gone, so that a return is announced; ignore other statuses."""
    if message.status == "gone" and message.nickname in peer.known_players:
        peer.known_players.remove(message.nickname)


def _on_match_list(peer: RummyPeer, message: messages.ChooseMatch) -> None:
    """Record that the room of a logged-in client was closed.

    The list of matches is sent only to clients without a seat.
    """
    peer.is_room_closed = bool(peer.name)


# --- the match -----------------------------------------------------------------------------------


def _on_players_info(peer: RummyPeer, message: messages.PlayersInfo) -> None:
    """Replace the progress of the last match by an empty one with the names; its BEGIN is due."""
    peer.progress = MatchProgress(names=message.player_nicknames, is_begin_due=True)


def _on_update(peer: RummyPeer, message: UpdateMessage) -> None:
    """Collect a change, and record the cards that the client itself drew or took.

    The end of the game also ends the event. Changes before the first view are ignored.
    """
    progress, change = peer.progress, message.change
    view = progress.view
    if view is None:
        return  # BEGIN is made from the first view, which contains these changes.
    progress.changes.append(change)
    match change:
        case table.RummyStockDrawn(seat, card) if seat == view.seat and card is not None:
            progress.drawn_cards = (card,)
        case table.RummyDiscardTaken(seat, cards) if seat == view.seat:
            progress.drawn_cards = cards
        case table.RummyGameEnded():
            progress.end_event(view)


def _on_game_view(peer: RummyPeer, message: GameView) -> None:
    """Store a view and end the event whose changes came before it."""
    assert isinstance(message.view, RummyView)
    peer.progress.end_event(message.view)
    peer.progress.view = message.view


EVENTS: dict[type[messages.Message], Callable[[RummyPeer, Any], None]] = {
    messages.Error: _on_error,
    messages.ChooseMatch: _on_match_list,
    messages.RoomUpdate: _on_room_update,
    messages.PlayerStatus: _on_player_status,
    messages.PlayersInfo: _on_players_info,
    UpdateMessage: _on_update,
    GameView: _on_game_view,
}


# --- summary of an event ------------------------------------------------------------------------

DRAW_STOCK = "DRAW STOCK"
LEFT = "LEFT"

_ACTION_TEXTS: dict[type[Change], Callable[[Any], str]] = {
    table.RummyStockDrawn: lambda c: DRAW_STOCK,
    table.RummyDiscardTaken: lambda c: f"DRAW DISCARD {card_text(c.cards[-1])}",
    table.RummyMeldLaid: lambda c: f"MELD #{c.meld} {card_list(c.cards)}",
    table.RummyCardsLaidOff: lambda c: f"LAYOFF #{c.meld} {card_list(c.front + c.back)}",
    table.RummyCardDiscarded: lambda c: f"DISCARD {card_text(c.card)}",
    table.RummyCardsLost: lambda c: f"LOST {card_list(c.cards)}" if c.cards else "",
    table.RummySeatGone: lambda c: LEFT,
}


class MoveSummary(NamedTuple):
    """One event of a match, as this dialect reports it."""

    mover: Seat
    actions: tuple[str, ...]
    discarded: str | None
    is_turn_over: bool
    is_round_over: bool
    starts_round: bool
    winners: tuple[Seat, ...]

    @property
    def is_draw(self) -> bool:
        """Return whether the event is only a draw, which is reported with the next actions."""
        return not self.is_turn_over and all(action.startswith("DRAW") for action in self.actions)


def summarize(changes: Sequence[Change], before: RummyView) -> MoveSummary:
    """Summarize the changes of one event; ``before`` is the view before them.

    Without an acting player, the mover is the player on turn and the action is a draw from the
    stock.
    """
    kinds = {type(change) for change in changes}
    acting = [change for change in changes if type(change) in _ACTION_TEXTS]
    actions = tuple(filter(None, [_ACTION_TEXTS[type(change)](change) for change in acting]))
    discards = [change.card for change in changes if isinstance(change, table.RummyCardDiscarded)]
    ended = [change for change in changes if isinstance(change, table.RummyGameEnded)]
    mover: Seat = acting[0].seat if acting else before.turn or 0  # type: ignore[attr-defined]
    return MoveSummary(
        mover=mover,
        # Without actions the round ended by a draw from the empty stock (7).
        actions=actions or (DRAW_STOCK,),
        discarded=discards[-1] if discards else None,
        is_turn_over=bool(
            kinds & {table.RummyTurnStarted, table.RummyGameEnded, table.RummySeatGone}
        ),
        is_round_over=bool(kinds & {table.RummyRoundEnded, table.RummyGameEnded}),
        starts_round=table.RummyRoundStarted in kinds,
        winners=ended[0].winners if ended else (),
    )


# --- sending -------------------------------------------------------------------------------------


def send_pending(peer: RummyPeer) -> None:
    """Send all unsent events; start the match if ``autostart`` players wait."""
    _send_progress(peer)
    _start_if_ready(peer)


def _send_progress(peer: RummyPeer) -> None:
    """Send a BEGIN that is due and all unsent events; leave if the room closed before the end."""
    progress = peer.progress
    if progress.is_begin_due and progress.view is not None:
        progress.is_begin_due = False
        _send_begin(peer, progress.view)
    unsent, progress.unsent_events = progress.unsent_events, []
    for event in unsent:
        _send_event(peer, summarize(event.changes, event.before), event.after)
    if peer.is_room_closed and not progress.is_over:
        peer.leave()  # The room was closed before the match ended.


def _send_event(peer: RummyPeer, summary: MoveSummary, view: RummyView) -> None:
    """Send the MOVE of an event, and BEGIN or END if a round starts or the match is over.

    A mere draw is only remembered for the next MOVE. The match counts as over after END.
    """
    progress = peer.progress
    if summary.is_draw:
        progress.unreported_draw = summary.actions[0]
        return
    _send_move(peer, summary, view)
    if summary.starts_round:
        _send_begin(peer, view)
    if summary.winners:
        progress.is_over = True
        winners = ", ".join(progress.names[seat] for seat in summary.winners)
        peer.send_until_acknowledged("END", f"Winner: {winners}", "End Connection")


def _send_move(peer: RummyPeer, summary: MoveSummary, view: RummyView) -> None:
    """Record a move and send MOVE, with the draw that was not yet reported.

    The later profile receives MOVE only at the end of a turn, and no MOVE at the end of a round:
    the next BEGIN or END reports that.
    """
    progress = peer.progress
    has_left = summary.actions == (LEFT,)
    with_draw = progress.unreported_draw and not has_left
    actions = (progress.unreported_draw, *summary.actions) if with_draw else summary.actions
    if not has_left or view.decision != "PLAY":
        # Keep the draw if another player than the one on turn left.
        progress.unreported_draw = ""
    progress.last_move = "; ".join(actions)
    progress.seq += 1
    is_over = summary.is_round_over or bool(summary.winners) or view.turn is None
    move = Move(
        player=progress.names[summary.mover],
        text=progress.last_move,
        next_player="none" if is_over else progress.names[view.turn or 0],
        seq=progress.seq,
        points=total_points(view, summary.mover),
        discarded=summary.discarded,
        pile=view.discard,
    )
    if not peer.profile.is_later or (summary.is_turn_over and not is_over):
        peer.send_until_acknowledged("MOVE", *peer.profile.move_body(move))


def _send_begin(peer: RummyPeer, view: RummyView) -> None:
    """Send BEGIN with the round in ``view``; forget a draw that was not reported."""
    peer.progress.unreported_draw = ""
    peer.send_until_acknowledged("BEGIN", *peer.profile.begin_body(view, peer.progress.names))


def _start_if_ready(peer: RummyPeer) -> None:
    """Start the match if the client is the host and ``autostart`` players wait (Rummy 9.3).

    Does nothing while a request or match is active. Clients that have still to acknowledge the END
    of the last match do not count. After a refusal the start is requested again with the first
    event after START_RETRY_SECONDS or after a change of the room.
    """
    room, now = peer.room, peer.shared.state.now
    if peer.is_busy or room is None or room.match or peer.progress.is_over:
        return
    if room.host is not peer.session or now < peer.next_start_at:
        return
    leaving = [other for other in peer.shared.peers_in(room) if other.progress.is_over]
    if len(room.members) - len(leaving) >= peer.shared.settings.autostart:
        # The answer is an event too, so a refused request would be repeated without end.
        peer.next_start_at = now + START_RETRY_SECONDS
        peer.send_ignoring_answer(messages.StartMatch())
