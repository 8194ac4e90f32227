"""Rummy 500: recognising melds, adding to melds, and the melds in a hand (Rummy 3, 6).

A meld is bytes of cards in order: a set by suit, a run by rank. An ace is at the end to which it
belongs, so Q-K-A ends with the ace and nothing follows it; a run never continues through the ace.
"""

from collections.abc import Collection, Iterator
from functools import lru_cache

from games.rummy.cards import ACE, KING, NO_CARD, OF_RANK, PER_SUIT, SUITS, cards_of, hand_of
from messages.rummy.actions import RummyAces

SHORTEST = 3
HIGH_ACE = PER_SUIT
"""The place of an ace after the king; before the two it has place 0."""


def is_set(meld: bytes) -> bool:
    """Return whether a meld is a set; otherwise it is a run."""
    return meld[0] % PER_SUIT == meld[1] % PER_SUIT


def maybe_arrange(cards: Collection[int], aces: RummyAces) -> bytes | None:
    """Return the cards as a meld in its order; None if they are not a meld."""
    if len(cards) < SHORTEST or len(set(cards)) != len(cards):
        return None
    if len({card % PER_SUIT for card in cards}) == 1:
        return bytes(sorted(cards))
    suits = {card // PER_SUIT for card in cards}
    return _maybe_run(suits.pop(), cards, aces) if len(suits) == 1 else None


def _maybe_run(suit: int, cards: Collection[int], aces: RummyAces) -> bytes | None:
    """Return the cards as a run in order, the ace low if possible; None if they are not one."""
    ranks = {card % PER_SUIT for card in cards}
    for places in _possible_places(ranks, aces):
        low = min(places)
        if max(places) - low == len(places) - 1:
            return make_run(suit, range(low, low + len(places)))
    return None


def _possible_places(ranks: set[int], aces: RummyAces) -> Iterator[set[int]]:
    """Yield the places that the ranks can have, with the ace low before the ace high."""
    if ACE not in ranks or aces != "high":
        yield ranks
    if ACE in ranks and aces != "low":
        yield ranks - {ACE} | {HIGH_ACE}


def make_run(suit: int, places: range) -> bytes:
    """Return the run of a suit with these places."""
    return bytes([PER_SUIT * suit + place % PER_SUIT for place in places])


# --- adding to a meld: 6 ------------------------------------------------------------------------


def neighbours(meld: bytes, aces: RummyAces) -> tuple[int, int]:
    """Return the cards that could be added before and after a run, NO_CARD for none."""
    first, last = meld[0], meld[-1]
    below = above = NO_CARD
    if first % PER_SUIT > 1 or (first % PER_SUIT == 1 and aces != "high"):
        below = first - 1
    if last % PER_SUIT not in (ACE, KING):
        above = last + 1
    elif last % PER_SUIT == KING and aces != "low":
        above = last - KING
    return below, above


def maybe_attach(
    meld: bytes, cards: Collection[int], aces: RummyAces
) -> tuple[bytes, bytes] | None:
    """Return the cards that join the meld in front and behind; None if one does not fit."""
    left = set(cards)
    if len(left) != len(cards) or not left or left & {*meld}:
        return None
    if is_set(meld):
        fits = all(card % PER_SUIT == meld[0] % PER_SUIT for card in left)
        return (b"", bytes(sorted(left))) if fits else None
    front = back = b""
    while (below := neighbours(front + meld, aces)[0]) in left:
        front = bytes((below,)) + front
        left.remove(below)
    while (above := neighbours(meld + back, aces)[1]) in left:
        back += bytes((above,))
        left.remove(above)
    return None if left else (front, back)


@lru_cache(maxsize=2048)
def next_cards(meld: bytes, aces: RummyAces) -> int:
    """Return the cards that could be added first, as a hand."""
    if is_set(meld):
        return OF_RANK[meld[0] % PER_SUIT] & ~hand_of(meld)
    return hand_of({*neighbours(meld, aces)} - {NO_CARD, *meld})


def single_joiners(meld: bytes, hand: int, aces: RummyAces) -> list[int]:
    """Return the cards of the hand that can join alone, those in front first.

    An ace in the hand can join a run from 3 to the king behind, even if it could also join in front
    after a 2.
    """
    if not next_cards(meld, aces) & hand:
        return []
    if is_set(meld):
        return list(cards_of(OF_RANK[meld[0] % PER_SUIT] & hand))
    return [card for card in dict.fromkeys(neighbours(meld, aces)) if hand >> card & 1]


def joinable_cards(meld: bytes, hand: int, aces: RummyAces) -> tuple[bytes, bytes]:
    """Return all cards of the hand that could join in front and behind, from the meld outwards.

    Each card is named once: an ace that could join at both ends is in front.
    """
    if not next_cards(meld, aces) & hand:
        return b"", b""
    if is_set(meld):
        return b"", bytes(cards_of(OF_RANK[meld[0] % PER_SUIT] & hand))
    below, above = bytearray(), bytearray()
    while hand >> (card := neighbours(bytes(below[::-1]) + meld, aces)[0]) & 1:
        below.append(card)
    while hand >> (card := neighbours(meld + above, aces)[1]) & 1 and card not in below:
        above.append(card)
    return bytes(below), bytes(above)


# --- melds in a hand: 3 -------------------------------------------------------------------------


def melds_in(hand: int, aces: RummyAces) -> list[bytes]:
    """Return every meld that can be made of the hand."""
    return [*sets_in(hand), *runs_in(hand, aces)]


def sets_in(hand: int) -> Iterator[bytes]:
    """Yield all cards of each rank held at least three times, and each three of four."""
    for rank in OF_RANK:
        if (hand & rank).bit_count() >= SHORTEST:
            held = bytes(cards_of(hand & rank))
            yield held
            if len(held) > SHORTEST:
                yield from (held[:at] + held[at + 1 :] for at in range(len(held)))


def runs_in(hand: int, aces: RummyAces) -> Iterator[bytes]:
    """Yield every run, also each part of a longer one."""
    for suit, sequence in sequences(hand, aces):
        for length in range(SHORTEST, min(len(sequence), PER_SUIT) + 1):
            for low in range(sequence.start, sequence.stop - length + 1):
                # All thirteen cards are listed once, from the ace up unless aces are high only.
                if length < PER_SUIT or low == ACE or aces == "high":
                    yield make_run(suit, range(low, low + length))


def sequences(hand: int, aces: RummyAces) -> Iterator[tuple[int, range]]:
    """Yield suit and places of each longest unbroken sequence of at least three cards.

    With ``aces`` both, an ace has the places 0 and 13.
    """
    for suit in range(len(SUITS)):
        lane = hand >> PER_SUIT * suit & 0x1FFF
        if lane.bit_count() < SHORTEST:
            continue
        if aces != "low":
            lane |= (lane & 1) << HIGH_ACE
        if aces == "high":
            lane &= ~1
        yield from ((suit, sequence) for sequence in _sequences(lane))


def _sequences(lane: int) -> Iterator[range]:
    """Yield the runs of consecutive bits of at least three places."""
    if not lane & lane >> 1 & lane >> 2:
        return
    start = None
    for place in range(HIGH_ACE + 2):
        if lane >> place & 1:
            start = place if start is None else start
        elif start is not None:
            if place - start >= SHORTEST:
                yield range(start, place)
            start = None
