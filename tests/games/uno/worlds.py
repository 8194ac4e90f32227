"""States that differ only in what one seat cannot know."""

from random import Random

from msgspec.structs import replace

from games.base import Step
from games.rng import Rng
from games.uno import UNO
from games.uno.cards import CARD_BY_TEXT, DRAW_4, NO_CARD
from games.uno.state import State
from messages.base import Seat
from messages.errors import Refusal
from messages.uno.actions import PlayUnoCard
from messages.uno.table import UnoCardsDrawn, UnoChallenged, UnoHandTaken, UnoRoundEnded
from tests.games.uno.games import Moment


def another_world(
    state: State, viewer: Seat | None, shown: int, next_cards: int, random: Random
) -> State:
    """Exchange cards that the viewer does not know.

    ``shown`` is a kind that the step reveals; its owner keeps it. The ``next_cards`` on top of the
    draw pile stay.
    """
    border = len(state.draw) - next_cards
    hidden = [seat for seat in state.seated if seat != viewer]
    fixed = {seat: _fixed(state, seat, shown) for seat in hidden}
    pool = bytearray(state.draw[:border])
    for seat in hidden:
        pool += state.hands[seat]
        for kind in fixed[seat]:
            pool.remove(kind)
    random.shuffle(pool)
    hands = list(state.hands)
    for seat in hidden:
        size = len(state.hands[seat]) - len(fixed[seat])
        hands[seat] = bytes(sorted(fixed[seat] + pool[:size]))
        del pool[:size]
    rng = Rng(b"another world", random.randrange(1000))
    pile = bytes(pool) + state.draw[border:]
    return replace(state, hands=tuple(hands), draw=pile, rng=rng)


def _fixed(state: State, seat: Seat, shown: int) -> bytes:
    if shown != NO_CARD and shown in state.hands[seat]:
        return bytes((shown,))
    return b""


def shown_by(moment: Moment) -> int:
    """Return the kind that the step is about, NO_CARD for none."""
    if moment.state.card != NO_CARD:
        return moment.state.card
    return (
        CARD_BY_TEXT[moment.action.card][0] if isinstance(moment.action, PlayUnoCard) else NO_CARD
    )


def revealing(step: Step[State], viewer: Seat | None) -> bool:
    """Return whether the step reveals a deal, a hand for the viewer, or a challenge result."""
    for change in step.changes:
        if isinstance(change, UnoRoundEnded | UnoChallenged):
            return True
        if isinstance(change, UnoHandTaken) and change.seat == viewer:
            return True
    return False


def followed(state: State, moment: Moment) -> Step[State] | None:
    """Return the step of the same action from the varied state; None if it is refused there."""
    if moment.action is None:
        return UNO.timeout(state, moment.seat)
    try:
        return UNO.apply(state, moment.seat, moment.action)
    except Refusal:
        # A DRAW_4 can be unlawful with other cards beside it; nothing else may be refused.
        assert shown_by(moment) == DRAW_4
        return None


def draws(step: Step[State], viewer: Seat | None) -> bool:
    """Return whether the viewer draws cards in the step."""
    return any(isinstance(c, UnoCardsDrawn) and c.seat == viewer for c in step.changes)
