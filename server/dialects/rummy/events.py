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


def _on_error(peer: RummyPeer, message: messages.Error) -> None:
    """Note a ban; a client that is rejected because the server is full hears nothing of it."""
    if not peer.name and message.error is messages.ErrorCode.NOTALLOWED:
        peer.is_address_banned = True


def _on_room_update(peer: RummyPeer, message: messages.RoomUpdate) -> None:
    """Answer the CONNECT or announce new players; leaving the lobby is not announced (10.8)."""
    players = list(message.room.players)
    if peer.is_entering:
        peer.is_entering = False
        peer.send("OK", peer.profile.connect_answer)
    elif not peer.progress.is_over:
        for name in players:
            if name not in peer.known_players:
                peer.send_acknowledged("CONNECT", f"New player: {name}")
    peer.known_players = players


def _on_player_status(peer: RummyPeer, message: messages.PlayerStatus) -> None:
    if message.status == "gone" and message.nickname in peer.known_players:
        peer.known_players.remove(message.nickname)


def _on_match_list(peer: RummyPeer, message: messages.ChooseMatch) -> None:
    """The list of matches is sent to clients without a seat."""
    peer.is_room_closed = bool(peer.name)


# --- the match -----------------------------------------------------------------------------------


def _on_players_info(peer: RummyPeer, message: messages.PlayersInfo) -> None:
    peer.progress = MatchProgress(names=message.player_nicknames, is_begin_due=True)


def _on_update(peer: RummyPeer, message: UpdateMessage) -> None:
    progress, change = peer.progress, message.change
    view = progress.view
    if view is None:
        return  # What the start did is in the first view, from which BEGIN is made.
    progress.changes.append(change)
    match change:
        case table.RummyStockDrawn(seat, card) if seat == view.seat and card is not None:
            progress.drawn_cards = (card,)
        case table.RummyDiscardTaken(seat, cards) if seat == view.seat:
            progress.drawn_cards = cards
        case table.RummyGameEnded():
            progress.end_event(view)


def _on_game_view(peer: RummyPeer, message: GameView) -> None:
    """A view ends the changes of an event."""
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


# --- what an event means -------------------------------------------------------------------------

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
    """What an event means to clients of this dialect."""

    mover: Seat
    actions: tuple[str, ...]
    discarded: str | None
    is_turn_over: bool
    is_round_over: bool
    starts_round: bool
    winners: tuple[Seat, ...]

    @property
    def is_draw(self) -> bool:
        """Whether it is only a draw, which is reported together with what follows."""
        return not self.is_turn_over and all(action.startswith("DRAW") for action in self.actions)


def summarize(changes: Sequence[Change], before: RummyView) -> MoveSummary:
    """Return what the changes of one event mean; ``before`` is the view before them."""
    kinds = {type(change) for change in changes}
    acting = [change for change in changes if type(change) in _ACTION_TEXTS]
    actions = tuple(filter(None, [_ACTION_TEXTS[type(change)](change) for change in acting]))
    discards = [change.card for change in changes if isinstance(change, table.RummyCardDiscarded)]
    ended = [change for change in changes if isinstance(change, table.RummyGameEnded)]
    mover: Seat = acting[0].seat if acting else before.turn or 0  # type: ignore[attr-defined]
    return MoveSummary(
        mover=mover,
        # To request a card of an empty stock ends the round; nothing else does without a card (7).
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
    """Tell the client what it has not been told, and start the match if enough players wait."""
    _send_progress(peer)
    _start_if_enough_players(peer)


def _send_progress(peer: RummyPeer) -> None:
    progress = peer.progress
    if progress.is_begin_due and progress.view is not None:
        progress.is_begin_due = False
        _send_begin(peer, progress.view)
    unsent, progress.unsent_events = progress.unsent_events, []
    for event in unsent:
        _send_event(peer, summarize(event.changes, event.before), event.after)
    if peer.is_room_closed and not progress.is_over:
        peer.leave()  # The table was closed without an end; there is nothing more to do here.


def _send_event(peer: RummyPeer, summary: MoveSummary, view: RummyView) -> None:
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
        peer.send_acknowledged("END", f"Winner: {winners}", "End Connection")


def _send_move(peer: RummyPeer, summary: MoveSummary, view: RummyView) -> None:
    """Send MOVE: to the seed profile always, to the later one at the end of a turn.

    The later profile learns of the end of a round from the next BEGIN or from END.
    """
    progress = peer.progress
    left = summary.actions == (LEFT,)
    with_draw = progress.unreported_draw and not left
    actions = (progress.unreported_draw, *summary.actions) if with_draw else summary.actions
    if not left or view.decision != "PLAY":
        progress.unreported_draw = (
            ""  # Reported, or gone with its player; it survives that another leaves.
        )
    progress.last_move = "; ".join(actions)
    progress.seq += 1
    over = summary.is_round_over or bool(summary.winners) or view.turn is None
    move = Move(
        player=progress.names[summary.mover],
        text=progress.last_move,
        next_player="none" if over else progress.names[view.turn or 0],
        seq=progress.seq,
        points=laid_points(view, summary.mover),
        discarded=summary.discarded,
        pile=view.discard,
    )
    if not peer.profile.is_later or (summary.is_turn_over and not over):
        peer.send_acknowledged("MOVE", *peer.profile.move_body(move))


def _send_begin(peer: RummyPeer, view: RummyView) -> None:
    peer.progress.unreported_draw = ""
    peer.send_acknowledged("BEGIN", *peer.profile.begin_body(view, peer.progress.names))


def _start_if_enough_players(peer: RummyPeer) -> None:
    """Start the match with so many players (Rummy 9.3); the host's client does it."""
    room = peer.room
    if peer.is_busy or room is None or room.match or peer.progress.is_over:
        return
    if room.host is not peer.session:
        return
    leaving = [other for other in peer.shared.peers_in(room) if other.progress.is_over]
    if len(room.members) - len(leaving) >= peer.shared.settings.autostart:
        peer.send_ignoring_answer(messages.StartMatch())
