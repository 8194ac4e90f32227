"""Rummy 500: the active seat and its legal actions; rules.py tests the same conditions.

Listed are all draws, all sets, the shortest and the longest runs, lay-offs card by card, and all
discards. Every other legal play can be composed of these; rules.py also accepts it directly.
"""

from collections.abc import Iterator

from games.rummy.cards import (
    CARD_BY_TEXT,
    NO_CARD,
    OF_RANK,
    PER_SUIT,
    TEXT,
    card_names,
    cards_of,
    hand_of,
)
from games.rummy.melds import (
    SHORTEST,
    joinable_cards,
    make_run,
    maybe_attach,
    sequences,
    sets_in,
    single_joiners,
)
from games.rummy.state import Meld, State
from messages.base import Seat
from messages.rummy import actions
from messages.rummy.actions import RummyAces, RummyPlay

_DRAW = actions.DrawRummyStock()
_TAKE = tuple(actions.TakeRummyDiscard(card=text) for text in TEXT)
_DISCARD = tuple(actions.DiscardRummyCard(card=text) for text in TEXT)


def active(state: State) -> frozenset[Seat]:
    """Return the seat on turn; nobody acts out of turn."""
    return frozenset() if state.decision == "OVER" else frozenset((state.turn,))


def legal(state: State, seat: Seat) -> tuple[actions.RummyAction, ...]:
    """Return the listed actions of the seat."""
    if seat != state.turn or state.decision == "OVER":
        return ()
    if state.decision == "DRAW":
        return (_DRAW, *[_TAKE[card] for card in takeable_cards(state, seat)])
    plays = [play for play in _plays(state, seat) if can_meld_taken_card(state, seat, play)]
    discards = cards_of(state.hands[seat]) if state.owed == NO_CARD else ()
    return (*plays, *[_DISCARD[card] for card in discards])


def takeable_cards(state: State, seat: Seat) -> list[int]:
    """Return the cards of the discard pile that may be taken, from the top down (Rummy 5)."""
    found, hand = [], state.hands[seat]
    for card in reversed(state.discard):
        hand |= 1 << card
        if maybe_find_play(card, hand, state.melds, state.options.ace_runs) is not None:
            found.append(card)
    return found


def maybe_find_play(
    card: int, hand: int, melds: tuple[Meld, ...], aces: RummyAces
) -> RummyPlay | None:
    """Return a play of this card of the hand, as a new meld or a lay-off; None if there is none."""
    meld = _meld_with(card, hand, aces)
    if meld is not None:
        return actions.LayRummyMeld(cards=card_names(meld))
    for number, other in enumerate(melds, 1):
        for cards in joinable_cards(other.cards, hand, aces):
            if card in cards:
                # A set takes the card alone; a run also needs the cards between.
                needed = cards[: cards.index(card) + 1]
                return actions.LayOffRummyCards(meld=number, cards=card_names(needed))
    return None


def _meld_with(card: int, hand: int, aces: RummyAces) -> bytes | None:
    """Return a meld of cards of the hand that contains the card; None if there is none."""
    suit, rank = divmod(card, PER_SUIT)
    same = hand & OF_RANK[rank]
    if same.bit_count() >= SHORTEST:
        return bytes(cards_of(same))
    lane = hand & 0x1FFF << PER_SUIT * suit
    for _, sequence in sequences(lane, aces):
        for low in range(sequence.start, sequence.stop - SHORTEST + 1):
            meld = make_run(suit, range(low, low + SHORTEST))
            if card in meld:
                return meld
    return None


def can_meld_taken_card(state: State, seat: Seat, play: RummyPlay) -> bool:
    """Return whether a listed play uses the card owed, if any, or still leaves a play for it."""
    if state.owed == NO_CARD or TEXT[state.owed] in play.cards:
        return True
    cards = bytes([CARD_BY_TEXT[text] for text in play.cards])
    melds, hand = list(state.melds), state.hands[seat] & ~hand_of(cards)
    aces = state.options.ace_runs
    if isinstance(play, actions.LayRummyMeld):
        melds.append(Meld(cards, b""))
    else:
        old = melds[play.meld - 1].cards
        front, back = maybe_attach(old, cards, aces) or (b"", b"")
        melds[play.meld - 1] = Meld(front + old + back, b"")
    return maybe_find_play(state.owed, hand, tuple(melds), aces) is not None


def _plays(state: State, seat: Seat) -> Iterator[RummyPlay]:
    """Yield the listed melds and lay-offs (Rummy 3, 6)."""
    hand, aces = state.hands[seat], state.options.ace_runs
    for meld in (*sets_in(hand), *_runs(hand, aces)):
        yield actions.LayRummyMeld(cards=card_names(meld))
    for number, other in enumerate(state.melds, 1):
        for card in single_joiners(other.cards, hand, aces):
            yield actions.LayOffRummyCards(meld=number, cards=(TEXT[card],))


def _runs(hand: int, aces: RummyAces) -> Iterator[bytes]:
    """Yield runs of three and each whole sequence; the rest of a run can be laid off."""
    for suit, sequence in sequences(hand, aces):
        starts = range(sequence.start, sequence.stop - SHORTEST + 1)
        yield from (make_run(suit, range(low, low + SHORTEST)) for low in starts)
        if len(sequence) > SHORTEST:
            yield make_run(suit, sequence[:PER_SUIT])
