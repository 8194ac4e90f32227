"""Rummy's dialect: what messages of the server mean to a client (Rummy 10.5, 10.8, 11).

Messages about a match are collected; the client is told of them when everything that one event
caused has been delivered, after the answer to its own TURN.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import messages
from messages.base import Change, Seat
from messages.registry import GameView, UpdateMessage
from messages.rummy import table
from messages.rummy.table import RummyView
from server.dialects.rummy.peer import MatchProgress, RummyPeer
from server.dialects.rummy.profiles import Move, laid_points
from server.dialects.rummy.wire import card_list, card_text

# --- the lobby -----------------------------------------------------------------------------------


def _error(peer: RummyPeer, message: messages.Error) -> None:
    """Note a ban; a client that is rejected because the server is full hears nothing of it."""
    if not peer.name and message.error is messages.ErrorCode.NOTALLOWED:
        peer.rejected = True


def _room(peer: RummyPeer, message: messages.RoomUpdate) -> None:
    """Answer the CONNECT or announce new players; leaving the lobby is not announced (10.8)."""
    players = list(message.room.players)
    if peer.entering:
        peer.entering = False
        peer.say("OK", peer.profile.connected)
    elif not peer.progress.over:
        for name in players:
            if name not in peer.roster:
                peer.announce("CONNECT", f"New player: {name}")
    peer.roster = players


def _status(peer: RummyPeer, message: messages.PlayerStatus) -> None:
    if message.status == "gone" and message.nickname in peer.roster:
        peer.roster.remove(message.nickname)


def _list(peer: RummyPeer, message: messages.ChooseMatch) -> None:
    """The list of matches is sent to clients without a seat."""
    peer.unseated = bool(peer.name)


# --- the match -----------------------------------------------------------------------------------


def _players(peer: RummyPeer, message: messages.PlayersInfo) -> None:
    peer.progress = MatchProgress(names=message.player_nicknames, starting=True)


def _update(peer: RummyPeer, message: UpdateMessage) -> None:
    progress, change = peer.progress, message.change
    view = progress.view
    if view is None:
        return  # What the start did is in the first view, from which BEGIN is made.
    progress.changes.append(change)
    match change:
        case table.RummyStockDrawn(seat, card) if seat == view.seat and card is not None:
            progress.given = (card,)
        case table.RummyDiscardTaken(seat, cards) if seat == view.seat:
            progress.given = cards
        case table.RummyGameEnded():
            progress.end_event(view)


def _view(peer: RummyPeer, message: GameView) -> None:
    """A view ends the changes of an event."""
    assert isinstance(message.view, RummyView)
    peer.progress.end_event(message.view)
    peer.progress.view = message.view


EVENTS: dict[type[messages.Message], Callable[[RummyPeer, Any], None]] = {
    messages.Error: _error,
    messages.ChooseMatch: _list,
    messages.RoomUpdate: _room,
    messages.PlayerStatus: _status,
    messages.PlayersInfo: _players,
    UpdateMessage: _update,
    GameView: _view,
}


# --- what an event means -------------------------------------------------------------------------

DRAW_STOCK = "DRAW STOCK"
LEFT = "LEFT"

_ACTIONS: dict[type[Change], Callable[[Any], str]] = {
    table.RummyStockDrawn: lambda c: DRAW_STOCK,
    table.RummyDiscardTaken: lambda c: f"DRAW DISCARD {card_text(c.cards[-1])}",
    table.RummyMeldLaid: lambda c: f"MELD #{c.meld} {card_list(c.cards)}",
    table.RummyCardsLaidOff: lambda c: f"LAYOFF #{c.meld} {card_list(c.front + c.back)}",
    table.RummyCardDiscarded: lambda c: f"DISCARD {card_text(c.card)}",
    table.RummyCardsLost: lambda c: f"LOST {card_list(c.cards)}" if c.cards else "",
    table.RummySeatGone: lambda c: LEFT,
}


class MoveSummary(NamedTuple):
    """What an event means to clients of this dialect."""

    mover: Seat
    actions: tuple[str, ...]
    discarded: str | None
    turn_over: bool
    round_over: bool
    new_round: bool
    winners: tuple[Seat, ...]

    @property
    def is_draw(self) -> bool:
        """Whether it is only a draw, which is reported together with what follows."""
        return not self.turn_over and all(action.startswith("DRAW") for action in self.actions)


def summarize(changes: Sequence[Change], before: RummyView) -> MoveSummary:
    """Return what the changes of one event mean; ``before`` is the view before them."""
    kinds = {type(change) for change in changes}
    acting = [change for change in changes if type(change) in _ACTIONS]
    actions = tuple(filter(None, [_ACTIONS[type(change)](change) for change in acting]))
    discards = [change.card for change in changes if isinstance(change, table.RummyCardDiscarded)]
    ended = [change for change in changes if isinstance(change, table.RummyGameEnded)]
    mover: Seat = acting[0].seat if acting else before.turn or 0  # type: ignore[attr-defined]
    return MoveSummary(
        mover=mover,
        # To request a card of an empty stock ends the round; nothing else does without a card (7).
        actions=actions or (DRAW_STOCK,),
        discarded=discards[-1] if discards else None,
        turn_over=bool(kinds & {table.RummyTurnStarted, table.RummyGameEnded, table.RummySeatGone}),
        round_over=bool(kinds & {table.RummyRoundEnded, table.RummyGameEnded}),
        new_round=table.RummyRoundStarted in kinds,
        winners=ended[0].winners if ended else (),
    )


# --- sending -------------------------------------------------------------------------------------


def send_pending(peer: RummyPeer) -> None:
    """Tell the client what it has not been told, and start the match if enough players wait."""
    _send_progress(peer)
    _start_if_enough(peer)


def _send_progress(peer: RummyPeer) -> None:
    progress = peer.progress
    if progress.starting and progress.view is not None:
        progress.starting = False
        _send_begin(peer, progress.view)
    unsent, progress.unsent = progress.unsent, []
    for event in unsent:
        _send_event(peer, summarize(event.changes, event.before), event.after)
    if peer.unseated and not progress.over:
        peer.leave()  # The table was closed without an end; there is nothing more to do here.


def _send_event(peer: RummyPeer, summary: MoveSummary, view: RummyView) -> None:
    progress = peer.progress
    if summary.is_draw:
        progress.draw = summary.actions[0]
        return
    _send_move(peer, summary, view)
    if summary.new_round:
        _send_begin(peer, view)
    if summary.winners:
        progress.over = True
        winners = ", ".join(progress.names[seat] for seat in summary.winners)
        peer.announce("END", f"Winner: {winners}", "End Connection")


def _send_move(peer: RummyPeer, summary: MoveSummary, view: RummyView) -> None:
    """Send MOVE: to the seed profile always, to the later one at the end of a turn.

    The later profile learns of the end of a round from the next BEGIN or from END.
    """
    progress = peer.progress
    left = summary.actions == (LEFT,)
    with_draw = progress.draw and not left
    actions = (progress.draw, *summary.actions) if with_draw else summary.actions
    if not left or view.decision != "PLAY":
        progress.draw = ""  # Reported, or gone with its player; it survives that another leaves.
    progress.last_move = "; ".join(actions)
    progress.seq += 1
    over = summary.round_over or bool(summary.winners) or view.turn is None
    move = Move(
        player=progress.names[summary.mover],
        text=progress.last_move,
        next_player="none" if over else progress.names[view.turn or 0],
        seq=progress.seq,
        points=laid_points(view, summary.mover),
        discarded=summary.discarded,
        pile=view.discard,
    )
    if not peer.profile.later or (summary.turn_over and not over):
        peer.announce("MOVE", *peer.profile.move(move))


def _send_begin(peer: RummyPeer, view: RummyView) -> None:
    peer.progress.draw = ""
    peer.announce("BEGIN", *peer.profile.begin(view, peer.progress.names))


def _start_if_enough(peer: RummyPeer) -> None:
    """Start the match with so many players (Rummy 9.3); the host's client does it."""
    room = peer.room
    if peer.busy or room is None or room.match or peer.progress.over:
        return
    if room.host is not peer.session:
        return
    leaving = [other for other in peer.shared.peers_in(room) if other.progress.over]
    if len(room.members) - len(leaving) >= peer.shared.settings.autostart:
        peer.send_unawaited(messages.StartMatch())
