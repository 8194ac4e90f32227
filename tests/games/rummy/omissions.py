"""The classes of Rummy actions that are accepted but not listed, in the words of its page."""

from collections.abc import Iterator
from typing import Any

from games.rummy import RUMMY
from games.rummy.state import State
from messages.base import Seat
from messages.rummy.actions import (
    DiscardRummyCard,
    LayOffRummyCards,
    LayRummyMeld,
    PlayRummyTurn,
    RummyAction,
)
from tests.games.settings import Omission

Listed = frozenset[Any]


def _forgiven(state: State, seat: Seat, action: Any, listed: Listed) -> bool:
    return isinstance(action, PlayRummyTurn) and action.forgive and state.options.forgiving


def _composed_turn(state: State, seat: Seat, action: Any, listed: Listed) -> bool:
    if not isinstance(action, PlayRummyTurn) or action.forgive:
        return False
    parts: list[RummyAction] = [*action.plays]
    if action.discard is not None:
        parts.append(DiscardRummyCard(card=action.discard))
    for part in parts:
        after = maybe_composed(state, seat, part)
        if after is None:
            return False
        state = after
    return True


def _composed_meld(state: State, seat: Seat, action: Any, listed: Listed) -> bool:
    return isinstance(action, LayRummyMeld) and _is_composed(state, seat, action)


def _composed_lay_off(state: State, seat: Seat, action: Any, listed: Listed) -> bool:
    return isinstance(action, LayOffRummyCards) and _is_composed(state, seat, action)


def _is_composed(state: State, seat: Seat, action: RummyAction) -> bool:
    """Return whether listed actions lead to the same state as the action."""
    return maybe_composed(state, seat, action) == RUMMY.apply(state, seat, action).state


def maybe_composed(state: State, seat: Seat, action: RummyAction) -> State | None:
    """Return the state after listed actions that lay the same cards; None if there are none."""
    listed = RUMMY.legal(state, seat)
    if action in listed:
        return RUMMY.apply(state, seat, action).state
    if isinstance(action, LayRummyMeld):
        return _compose_meld(state, seat, frozenset(action.cards), listed)
    if isinstance(action, LayOffRummyCards):
        return _compose_lay_off(state, seat, action.meld, frozenset(action.cards))
    return None


def _compose_meld(
    state: State, seat: Seat, cards: frozenset[str], listed: tuple[RummyAction, ...]
) -> State | None:
    """Lay a listed meld that has only these cards, then lay off the others on it."""
    number = len(state.melds) + 1
    for meld in listed:
        if isinstance(meld, LayRummyMeld) and cards.issuperset(meld.cards):
            after = RUMMY.apply(state, seat, meld).state
            result = _compose_lay_off(after, seat, number, cards - {*meld.cards})
            if result is not None:
                return result
    return None


def _compose_lay_off(state: State, seat: Seat, number: int, cards: frozenset[str]) -> State | None:
    """Lay off these cards one by one on a meld."""
    if not cards:
        return state
    for card in _listed_lay_offs(state, seat, number, cards):
        after = RUMMY.apply(state, seat, LayOffRummyCards(meld=number, cards=(card,))).state
        result = _compose_lay_off(after, seat, number, cards - {card})
        if result is not None:
            return result
    return None


def _listed_lay_offs(state: State, seat: Seat, number: int, cards: frozenset[str]) -> Iterator[str]:
    """Yield the cards that can be laid off alone."""
    for action in RUMMY.legal(state, seat):
        if isinstance(action, LayOffRummyCards) and action.meld == number:
            yield from cards.intersection(action.cards)


OMISSIONS = (
    Omission("`PlayRummyTurn` with `forgive`", _forgiven, rare=True),
    Omission("several actions in one `PlayRummyTurn`", _composed_turn),
    Omission("runs of other lengths", _composed_meld),
    Omission("several cards in one lay-off", _composed_lay_off, rare=True),
)
