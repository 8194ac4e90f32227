"""Rummy's old dialect: our messages to a guest, as status messages (Rummy 10.5, 10.8, 11).

Messages are heard one by one; what they mean is told when all of one event has been heard, after
the answer to the guest's own TURN.
"""

from collections.abc import Callable, Sequence
from typing import Any

from messages import ChooseMatch, Message, PlayersInfo, PlayerStatus, RoomUpdate
from messages.base import Change, Seat
from messages.registry import GameView, UpdateMessage
from messages.rummy.table import (
    RummyCardDiscarded,
    RummyCardsLaidOff,
    RummyCardsLost,
    RummyDiscardTaken,
    RummyGameEnded,
    RummyMeldLaid,
    RummyRoundEnded,
    RummyRoundStarted,
    RummySeatGone,
    RummyStockDrawn,
    RummyTurnStarted,
    RummyView,
)
from server.dialects.rummy.peer import RummyGuest, Story, Tale
from server.dialects.rummy.profiles import Move, laid_points
from server.dialects.rummy.wire import card_list, card_text


def hear(guest: RummyGuest, message: Message) -> None:
    """The server told the guest something that is not an answer."""
    news = _NEWS.get(type(message))
    if news is not None:
        news(guest, message)


# --- the lobby ----------------------------------------------------------------------------------


def _room(guest: RummyGuest, message: RoomUpdate) -> None:
    """The answer to CONNECT, or somebody new; who leaves the lobby is not announced (10.8)."""
    players = list(message.room.players)
    if guest.entering:
        guest.entering = False
        guest.say("OK", guest.profile.connected)
    elif not guest.story.over:
        for name in players:
            if name not in guest.roster:
                guest.post.add("CONNECT", (f"New player: {name}",), guest.house.now())
    guest.roster = players


def _status(guest: RummyGuest, message: PlayerStatus) -> None:
    if message.status == "gone" and message.nickname in guest.roster:
        guest.roster.remove(message.nickname)


def _list(guest: RummyGuest, message: ChooseMatch) -> None:
    """The list of matches is for those who sit nowhere."""
    guest.unseated = bool(guest.alias)


# --- the match ----------------------------------------------------------------------------------


def _players(guest: RummyGuest, message: PlayersInfo) -> None:
    guest.story = Story(names=message.player_nicknames, starting=True)


def _update(guest: RummyGuest, message: UpdateMessage) -> None:
    story, change = guest.story, message.change
    if story.view is None:
        return  # what the start did is in the first view, from which BEGIN is told
    story.changes.append(change)
    own = story.view.seat
    match change:
        case RummyStockDrawn(seat, card) if seat == own and card is not None:
            story.given = (card,)
        case RummyDiscardTaken(seat, cards) if seat == own:
            story.given = cards
        case RummyGameEnded():
            _event(story, story.view)


def _view(guest: RummyGuest, message: GameView) -> None:
    """The end of an event."""
    assert isinstance(message.view, RummyView)
    story = guest.story
    if story.changes:
        _event(story, message.view)
    story.view = message.view


def _event(story: Story, after: RummyView | None) -> None:
    assert story.view is not None
    assert after is not None
    story.tales.append((tell(story.changes, story.view), after))
    story.changes = []


# --- telling ------------------------------------------------------------------------------------


def tell_news(guest: RummyGuest) -> None:
    """Everything that was heard and not yet told."""
    story = guest.story
    if story.starting and story.view is not None:
        story.starting = False
        _begin(guest, story.view)
    tales, story.tales = story.tales, []
    for tale, view in tales:
        _tell(guest, tale, view)
    if guest.unseated and not story.over:
        guest.part()  # The table is gone without an end; there is nothing more to say here.


def _tell(guest: RummyGuest, tale: Tale, view: RummyView) -> None:
    story = guest.story
    if tale.is_draw:
        story.draw = tale.actions[0]
        return
    _move(guest, tale, view)
    if tale.new_round:
        _begin(guest, view)
    if tale.winners:
        story.over = True
        winners = ", ".join(story.names[seat] for seat in tale.winners)
        body = (f"Winner: {winners}", "End Connection")
        guest.post.add("END", body, guest.house.now())


def _move(guest: RummyGuest, tale: Tale, view: RummyView) -> None:
    """The seed profile hears of everything, the later one of turns that end and rounds that go on.

    A round that ends is told to the later profile by the next BEGIN or the END alone.
    """
    story = guest.story
    left = tale.actions == ("LEFT",)
    actions = tale.actions if left or not story.draw else (story.draw, *tale.actions)
    if not left or view.decision != "PLAY":
        story.draw = ""  # Reported, or gone with who left; somebody else's leaving keeps it.
    story.last_move = "; ".join(actions)
    story.seq += 1
    over = tale.round_over or bool(tale.winners) or view.turn is None
    move = Move(
        player=story.names[tale.mover],
        text=story.last_move,
        next_player="none" if over else story.names[view.turn or 0],
        seq=story.seq,
        points=laid_points(view, tale.mover),
        discarded=tale.discarded,
        pile=view.discard,
    )
    if not guest.profile.later or (tale.turn_over and not over):
        guest.post.add("MOVE", guest.profile.move(move), guest.house.now())


def _begin(guest: RummyGuest, view: RummyView) -> None:
    guest.story.draw = ""
    body = guest.profile.begin(view, guest.story.names)
    guest.post.add("BEGIN", body, guest.house.now())


_NEWS: dict[type[Message], Callable[[RummyGuest, Any], None]] = {
    ChooseMatch: _list,
    RoomUpdate: _room,
    PlayerStatus: _status,
    PlayersInfo: _players,
    UpdateMessage: _update,
    GameView: _view,
}


DRAW_STOCK = "DRAW STOCK"

_ACTIONS: dict[type[Change], Callable[[Any], str]] = {
    RummyStockDrawn: lambda c: DRAW_STOCK,
    RummyDiscardTaken: lambda c: f"DRAW DISCARD {card_text(c.cards[-1])}",
    RummyMeldLaid: lambda c: f"MELD #{c.meld} {card_list(c.cards)}",
    RummyCardsLaidOff: lambda c: f"LAYOFF #{c.meld} {card_list(c.front + c.back)}",
    RummyCardDiscarded: lambda c: f"DISCARD {card_text(c.card)}",
    RummyCardsLost: lambda c: f"LOST {card_list(c.cards)}" if c.cards else "",
    RummySeatGone: lambda c: "LEFT",
}


def tell(changes: Sequence[Change], before: RummyView) -> Tale:
    """``before`` is the view before the event."""
    kinds = {type(change) for change in changes}
    acting = [change for change in changes if type(change) in _ACTIONS]
    words = tuple(filter(None, [_ACTIONS[type(change)](change) for change in acting]))
    discards = [change.card for change in changes if isinstance(change, RummyCardDiscarded)]
    ended = [change for change in changes if isinstance(change, RummyGameEnded)]
    mover: Seat = acting[0].seat if acting else before.turn or 0  # type: ignore[attr-defined]
    return Tale(
        mover=mover,
        # Who asks for an empty stock ends the round; nothing else does so without a card. 7
        actions=words or (DRAW_STOCK,),
        discarded=discards[-1] if discards else None,
        turn_over=bool(kinds & {RummyTurnStarted, RummyGameEnded, RummySeatGone}),
        round_over=bool(kinds & {RummyRoundEnded, RummyGameEnded}),
        new_round=RummyRoundStarted in kinds,
        winners=ended[0].winners if ended else (),
    )
