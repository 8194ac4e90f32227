"""The invariants of the rules digest, chapter 13, as assertions, with the numbers of the digest.

``check`` checks one state, ``check_step`` one step and its changes. 7, 9, 10, 12 and 13 are about
frames, acknowledgements and entry and belong to the dialect; 8 is test_hidden.py.
"""

from games.base import Step
from games.rummy import RUMMY
from games.rummy.cards import CARD_BY_TEXT, DECK, NO_CARD, POINTS, cards_of, value_of
from games.rummy.melds import maybe_arrange
from games.rummy.rounds import laid_points
from games.rummy.state import State
from games.rummy.view import view
from messages.rummy.table import (
    RummyCardsLaidOff,
    RummyCardsLost,
    RummyDiscardTaken,
    RummyGameEnded,
    RummyMeldLaid,
    RummyRoundEnded,
    RummyRoundStarted,
    RummySeatGone,
    RummyTurnStarted,
)

ALL_POINTS = 376


def check(state: State) -> None:
    _cards(state)
    _melds(state)
    _turn(state)
    _counts(state)


def check_step(before: State, step: Step[State]) -> None:
    check(step.state)
    _points(before, step)
    _totals(before, step)
    _duty(before, step)
    _order(step)


def _cards(state: State) -> None:
    """1: the same 52 different cards, always."""
    held = [card for hand in state.hands for card in cards_of(hand)]
    laid = b"".join(meld.cards for meld in state.melds)
    assert bytes(sorted([*held, *laid, *state.stock, *state.discard])) == DECK
    gone = set(range(len(state.hands))) - set(state.seated)
    assert not any(state.hands[seat] or state.scores[seat] for seat in gone)


def _melds(state: State) -> None:
    """2: every meld on the table is one, in order, and every card of it has its mark."""
    for meld in state.melds:
        assert maybe_arrange(meld.cards, state.options.ace_runs) == meld.cards or _is_full(
            meld.cards
        )
        assert 3 <= len(meld.cards) <= 13
        assert len(meld.owners) == len(meld.cards)


def _is_full(meld: bytes) -> bool:
    """Return whether the meld is a whole suit or rank, whose order may depend on how it grew."""
    return len(meld) in (4, 13)


def _turn(state: State) -> None:
    """3: exactly one player may act; nothing is drawn or owed before the draw."""
    if state.decision == "OVER":
        assert RUMMY.active(state) == frozenset()
        assert state.winners
        return
    assert len(state.seated) > 1
    assert RUMMY.active(state) == {state.turn} <= set(state.seated)
    assert all(state.hands[seat] for seat in state.seated)
    if state.decision == "DRAW":
        assert state.owed == state.drawn == NO_CARD
        assert state.stock or state.options.stock_out == "discard_only"
    else:
        assert state.owed == NO_CARD or state.hands[state.turn] >> state.owed & 1
    for seat in range(len(state.hands)):
        assert bool(RUMMY.legal(state, seat)) is (seat == state.turn)


def _counts(state: State) -> None:
    """The public parts of all views are equal and correct."""
    for seat, hand in enumerate(state.hands):
        shown = view(state, seat)
        assert len(shown.hand) == shown.players[seat].cards == hand.bit_count()
        assert shown.players == view(state, None).players


def _points(before: State, step: Step[State]) -> None:
    """5: the points are those of the marks less the hand; all cards together have 376."""
    for state in (before, step.state):
        laid = sum(laid_points(state))
        held = sum(value_of(cards_of(hand)) for hand in state.hands)
        assert laid + held + value_of(state.stock) + value_of(state.discard) == ALL_POINTS
    ended = [c for c in step.changes if isinstance(c, RummyRoundEnded)]
    if ended:
        _check_round(before, step, ended[0])


def _check_round(before: State, step: Step[State], ended: RummyRoundEnded) -> None:
    """The points of a round are those laid before the step and in it, minus those held."""
    laid, fines = laid_points(before), list(before.fines)
    for change in step.changes:
        if isinstance(change, RummyMeldLaid | RummyCardsLaidOff):
            laid[change.seat] += _value_laid(change)
        if isinstance(change, RummyCardsLost):
            fines[change.seat] += change.fine
    for seat in before.seated:
        assert ended.points[seat] == laid[seat] - ended.held[seat] - fines[seat]
    assert ended.out is None or ended.held[ended.out] == 0


def _value_laid(change: RummyMeldLaid | RummyCardsLaidOff) -> int:
    named = change.cards if isinstance(change, RummyMeldLaid) else change.front + change.back
    return sum(10 if card[0] in "ATJQK" else int(card[0]) for card in named)


def _totals(before: State, step: Step[State]) -> None:
    """6: totals change at the end of a round only, or with somebody who leaves."""
    scores = list(before.scores)
    for change in step.changes:
        if isinstance(change, RummyRoundEnded):
            scores = [old + new for old, new in zip(scores, change.points, strict=True)]
        if isinstance(change, RummySeatGone):
            scores[change.seat] = 0
    assert tuple(scores) == step.state.scores


def _duty(before: State, step: Step[State]) -> None:
    """4: a turn that took from the pile ends with the card in a meld, or forgiven and paid."""
    kinds = {type(change) for change in step.changes}
    owed = before.owed
    if owed == NO_CARD or RummySeatGone in kinds:
        return
    if RummyTurnStarted in kinds or RummyGameEnded in kinds:
        laid = {c for change in step.changes for c in _laid(change)}
        lost = [change for change in step.changes if isinstance(change, RummyCardsLost)]
        assert laid & {owed} or [change.fine for change in lost] == [POINTS[owed]]


def _laid(change: object) -> list[int]:
    match change:
        case RummyMeldLaid(_, _, named):
            return [CARD_BY_TEXT[card] for card in named]
        case RummyCardsLaidOff(_, _, front, back):
            return [CARD_BY_TEXT[card] for card in front + back]
        case _:
            return []


def _order(step: Step[State]) -> None:
    """A round ends before the next begins, and a turn is the last thing said."""
    kinds = [type(change) for change in step.changes]
    if RummyRoundStarted in kinds:
        assert kinds.index(RummyRoundEnded) < kinds.index(RummyRoundStarted)
    if RummyTurnStarted in kinds:
        assert kinds[-1] is RummyTurnStarted
        assert step.turns == (step.state.turn,)
    if RummyDiscardTaken in kinds:
        assert step.state.owed != NO_CARD
