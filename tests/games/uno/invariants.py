"""The invariants of the rules digest, chapter 14, as assertions, with the numbers of the digest.

``check`` checks one state, ``check_step`` one step and its changes. 11 and 13 are about lines,
names and lobbies and belong to the dialect.
"""

from itertools import pairwise

from games.base import Step
from games.uno import UNO
from games.uno.cards import DECK, DRAW_4, WILD
from games.uno.legal import may_jump_in
from games.uno.state import State, ring
from games.uno.view import view
from messages.base import Change
from messages.uno.actions import SayUno, UnoAction
from messages.uno.table import (
    UnoCardPlayed,
    UnoColorNamed,
    UnoDirectionChanged,
    UnoGameEnded,
    UnoRoundEnded,
    UnoRoundStarted,
    UnoSeatGone,
    UnoStepStarted,
)


def check(state: State) -> None:
    _cards(state)
    _turn(state)
    _counts(state)
    _choices(state)
    _uno_window(state)


def check_step(before: State, action: UnoAction | None, step: Step[State]) -> None:
    """Check a step; ``action`` is None if somebody left or timed out."""
    check(step.state)
    _top(before, step)
    _scores(before, step)
    _direction(before, step)
    _order(step)
    if action is not None:
        _goes_on(before, action, step)


def _cards(state: State) -> None:
    """1: all 108 cards, always."""
    assert bytes(sorted(state.draw + state.discard + b"".join(state.hands))) == DECK
    assert state.discard
    assert all(bytes(sorted(hand)) == hand for hand in state.hands)
    assert state.ring == ring(state.seated, len(state.hands))
    gone = set(range(len(state.hands))) - set(state.seated)
    assert not any(state.hands[seat] or state.scores[seat] for seat in gone)


def _turn(state: State) -> None:
    """2: exactly one player is on turn. 7: the game never waits for nobody."""
    if state.decision == "OVER":
        assert UNO.active(state) == UNO.waiting(state) == frozenset()
        assert len(state.winners) == 1
        return
    assert len(state.seated) > 1
    assert state.turn in state.seated
    assert UNO.waiting(state) == {state.turn} <= UNO.active(state) <= set(state.seated)
    for seat in range(len(state.hands)):
        assert bool(UNO.legal(state, seat)) is (seat in UNO.active(state))
    assert all(state.hands[seat] for seat in state.seated)


def _counts(state: State) -> None:
    """3: the counts shown are the real ones."""
    for seat, hand in enumerate(state.hands):
        shown = view(state, seat)
        assert len(shown.hand) == shown.players[seat].cards == len(hand)
        assert shown.players == view(state, None).players


def _choices(state: State) -> None:
    """12: no pending penalty at the start of a turn but in progressive. 8.3: one twin at most."""
    if state.options.mode != "progressive" and state.decision != "CHALLENGE":
        assert state.pending == 0
    assert state.pending % 2 == 0
    if state.pending:
        assert state.discard[-1] == DRAW_4 or state.discard[-1] % 13 == 12
    top = state.discard[-1]
    assert sum(may_jump_in(state, seat, top) for seat in state.seated) <= 1
    if state.decision in ("RETAIN", "SWAP") or (state.decision == "COLOR" and state.card >= 0):
        assert state.card in state.hands[state.turn]


def _uno_window(state: State) -> None:
    """Section 6: the window is for a hand of one card, and UNO counts for two cards or one."""
    if state.window is not None:
        assert len(state.hands[state.window]) == 1
        assert not state.said >> state.window & 1
        assert state.decision in ("PLAY", "CHALLENGE")
    for seat in range(len(state.hands)):
        assert not state.said >> seat & 1 or len(state.hands[seat]) in (0, 1, 2)


def _top(before: State, step: Step[State]) -> None:
    """5: the top card is the one played last, and a wild has the colour named last."""
    shown, color = view(before, None).top, view(before, None).color
    for change in step.changes:
        match change:
            case UnoRoundStarted():
                shown, color = change.top, None
            case UnoCardPlayed():
                shown, color = change.card, None
            case UnoColorNamed():
                color = change.color
                shown = f"{color} {shown.split(' ')[1]}"
    after = view(step.state, None)
    assert after.top == shown
    if step.state.discard[-1] >= WILD and color is not None:
        assert after.color == color == after.top.split(" ")[0]


def _scores(before: State, step: Step[State]) -> None:
    """6: only the end of a round gives points, only leaving takes them away."""
    scores = list(before.scores)
    for change in step.changes:
        if isinstance(change, UnoRoundEnded):
            assert change.points >= 0
            scores[change.winner] += change.points
        if isinstance(change, UnoSeatGone):
            scores[change.seat] = 0
    assert tuple(scores) == step.state.scores


def _direction(before: State, step: Step[State]) -> None:
    """9: the direction changes with a reverse, and a round begins clockwise."""
    clockwise = before.clockwise
    for change in step.changes:
        if isinstance(change, UnoRoundStarted):
            clockwise = True
        if isinstance(change, UnoDirectionChanged):
            assert change.clockwise is not clockwise
            clockwise = change.clockwise
    assert clockwise is step.state.clockwise


def _order(step: Step[State]) -> None:
    """10: after the end of a round the next one, or the end of the game."""
    ends = (UnoRoundEnded, UnoRoundStarted, UnoGameEnded)
    marks: list[Change] = [change for change in step.changes if isinstance(change, ends)]
    for change, after in pairwise(marks):
        assert isinstance(change, UnoRoundEnded) is not isinstance(after, UnoRoundEnded)
    assert not marks or not isinstance(marks[-1], UnoRoundEnded)
    over = step.state.decision == "OVER"
    assert sum(isinstance(change, UnoGameEnded) for change in step.changes) == over


def _goes_on(before: State, action: UnoAction, step: Step[State]) -> None:
    """7: every accepted action leads to exactly one open question, or to the end."""
    questions = [change for change in step.changes if isinstance(change, UnoStepStarted)]
    if isinstance(action, SayUno):
        assert len(step.changes) == 1
        assert not step.turns
    elif step.state.decision == "OVER":
        assert not questions
        assert not step.turns
    else:
        assert questions == [step.changes[-1]]
        assert step.turns in ((), (step.state.turn,))
        assert step.turns or before.turn == step.state.turn
