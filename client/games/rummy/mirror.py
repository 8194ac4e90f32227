"""The mirror of Rummy 500: applies each change to a view, without checking the rules."""

from msgspec.structs import replace

from client.games.base import Mirror, mirror_by_type, replace_player, set_fields
from client.games.rummy.text import RANKS, SUITS
from messages.base import Change, Seat
from messages.rummy import table
from messages.rummy.table import LISTED_ROUNDS, RummyView


def _sort_key(card: str) -> tuple[int, int]:
    """Return the sort key of a card in a hand: by suit, then rank."""
    return SUITS.index(card[1]), RANKS.index(card[0])


def _add_to_hand(view: RummyView, seat: Seat, cards: tuple[str, ...], count: int) -> RummyView:
    """Return the view with ``count`` more cards for a seat.

    ``cards`` are added to the hand of the view's own seat, sorted; they may be empty if hidden.
    """
    if view.seat == seat:
        view = replace(view, hand=tuple(sorted(view.hand + cards, key=_sort_key)))
    return replace_player(view, seat, cards=view.players[seat].cards + count)


def _remove_from_hand(view: RummyView, seat: Seat, cards: tuple[str, ...]) -> RummyView:
    """Return the view without these cards in the hand of a seat.

    The owed card is cleared if it is among them.
    """
    hand = tuple([card for card in view.hand if card not in cards])
    owed = None if view.owed in cards else view.owed
    view = replace(view, hand=hand, owed=owed)
    return replace_player(view, seat, cards=view.players[seat].cards - len(cards))


def _apply_round_started(view: RummyView, change: table.RummyRoundStarted) -> RummyView:
    """Deal new hand sizes, clear own hand and melds, and set stock and discard pile.

    Players who left get no cards.
    """
    players = [replace(p, cards=0 if p.gone else change.cards) for p in view.players]
    return replace(
        view,
        round=change.round,
        first=change.first,
        hand=(),
        players=tuple(players),
        melds=(),
        discard=(change.top,),
        stock=change.stock,
    )


def _apply_seat_gone(view: RummyView, change: table.RummySeatGone) -> RummyView:
    """Mark the player as gone, without cards and score, and set the stock.

    The own hand is cleared if it is the own seat.
    """
    hand = () if view.seat == change.seat else view.hand
    view = replace(view, stock=change.stock, hand=hand)
    return replace_player(view, change.seat, cards=0, score=0, gone=True)


def _apply_round_ended(view: RummyView, change: table.RummyRoundEnded) -> RummyView:
    """Add the points of the round to all scores and to the list of the last rounds."""
    pairs = zip(view.players, change.points, strict=True)
    players = tuple([replace(player, score=player.score + points) for player, points in pairs])
    return replace(view, players=players, rounds=(*view.rounds, change.points)[-LISTED_ROUNDS:])


def _apply_stock_drawn(view: RummyView, change: table.RummyStockDrawn) -> RummyView:
    """Move a card from the stock to the seat's hand, and go on to playing.

    The card is None if it is hidden.
    """
    view = replace(view, stock=view.stock - 1, decision="PLAY")
    cards = () if change.card is None else (change.card,)
    return _add_to_hand(view, change.seat, cards, 1)


def _apply_discard_taken(view: RummyView, change: table.RummyDiscardTaken) -> RummyView:
    """Move cards from the top of the pile to the seat's hand, and go on to playing.

    The last of them becomes the owed card.
    """
    count = len(change.cards)
    view = replace(view, discard=view.discard[count:], decision="PLAY", owed=change.cards[-1])
    return _add_to_hand(view, change.seat, change.cards, count)


def _apply_meld_laid(view: RummyView, change: table.RummyMeldLaid) -> RummyView:
    """Move cards from the seat's hand to a new meld of that seat.

    An owed card among them is no longer owed.
    """
    meld = table.RummyMeldView(change.cards, (change.seat,) * len(change.cards))
    view = replace(view, melds=(*view.melds, meld))
    return _remove_from_hand(view, change.seat, change.cards)


def _apply_cards_laid_off(view: RummyView, change: table.RummyCardsLaidOff) -> RummyView:
    """Move cards from the seat's hand to the front and back of a meld, where the seat owns them.

    An owed card among them is no longer owed.
    """
    melds, owner = list(view.melds), (change.seat,)
    meld = melds[change.meld - 1]
    melds[change.meld - 1] = table.RummyMeldView(
        change.front + meld.cards + change.back,
        owner * len(change.front) + meld.owners + owner * len(change.back),
    )
    view = replace(view, melds=tuple(melds))
    return _remove_from_hand(view, change.seat, change.front + change.back)


def _apply_card_discarded(view: RummyView, change: table.RummyCardDiscarded) -> RummyView:
    """Move a card from the seat's hand to the top of the discard pile."""
    view = replace(view, discard=(change.card, *view.discard))
    return _remove_from_hand(view, change.seat, (change.card,))


def _apply_cards_lost(view: RummyView, change: table.RummyCardsLost) -> RummyView:
    """Move cards from the seat's hand to the bottom of the discard pile; nothing is owed now."""
    view = replace(view, discard=view.discard + change.cards[::-1], owed=None)
    return _remove_from_hand(view, change.seat, change.cards)


_MIRRORS: dict[type[Change], Mirror[RummyView]] = {
    table.RummyRoundStarted: _apply_round_started,
    table.RummyHandDealt: lambda view, change: replace(view, hand=change.cards),
    table.RummyTurnStarted: lambda view, change: replace(
        view, turn=change.seat, decision="DRAW", owed=None
    ),
    table.RummyStockDrawn: _apply_stock_drawn,
    table.RummyDiscardTaken: _apply_discard_taken,
    table.RummyMeldLaid: _apply_meld_laid,
    table.RummyCardsLaidOff: _apply_cards_laid_off,
    table.RummyCardDiscarded: _apply_card_discarded,
    table.RummyCardsLost: _apply_cards_lost,
    table.RummyStockRenewed: lambda view, change: replace(
        view, stock=change.stock, discard=view.discard[:1]
    ),
    table.RummySeatGone: _apply_seat_gone,
    table.RummyRoundEnded: _apply_round_ended,
    table.RummyGameEnded: set_fields("winners", turn=None, decision="OVER", owed=None),
}
apply_change = mirror_by_type(_MIRRORS)
