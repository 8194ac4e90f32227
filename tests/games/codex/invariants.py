"""The invariants of the rules digest, chapter 14, as assertions, with the numbers of the digest.

``check`` checks one state, ``check_step`` one step. 13 and 14 are tested with the scoring, 15 with
hidden information, 16 in tests/games/test_every_game.py; 17 belongs to the server.
"""

from collections import Counter

from games.codex import CODEX
from games.codex.rounds import draw_sources
from games.codex.state import State
from messages.codex.actions import DrawCodexCard, PlaceCodexCard
from messages.codex.area import CodexArea, neighbours
from messages.codex.cards import CODEX_CARDS, CODEX_OBJECTIVES, HIDDEN
from tests.games.codex.games import Moment

GAINS = {0, 1, 2, 3, 4, 5, 6, 8}


def check(state: State) -> None:
    _conserved(state)
    _hands(state)
    _winners(state)


def check_step(moment: Moment) -> None:
    before, step = moment.state, moment.step
    check(step.state)
    for old, new in zip(before.areas, step.state.areas, strict=True):
        if new is not old:
            check_area(new)
    _grows(before, step.state)
    _scores(moment)
    _one_card(moment)
    _end_comes_nearer(before, step.state)


# --- areas --------------------------------------------------------------------------------------


def check_area(area: CodexArea) -> None:
    """1, 2, 3, 4, 5: recomputed from the cards alone."""
    order: dict[tuple[int, int], int] = {}
    for age, placed in enumerate(area.placed):
        place = placed.x, placed.y
        assert sum(place) % 2 == 0
        assert place not in order
        around = [at for at in neighbours(*place) if at in order]
        assert around or place == (0, 0)
        for at in around:
            assert _corner_towards(area, order[at], place) != HIDDEN
        order[place] = age
    assert area.symbols == _recount(area, order)
    assert {(spot.x, spot.y) for spot in area.spots} == _open_places(area, order)


def _corner_towards(area: CodexArea, age: int, place: tuple[int, int]) -> int:
    card = area.placed[age]
    return card.face.corners[neighbours(card.x, card.y).index(place)]


def _recount(area: CodexArea, order: dict[tuple[int, int], int]) -> tuple[int, ...]:
    counts: Counter[int] = Counter()
    for age, placed in enumerate(area.placed):
        counts.update(placed.face.centre)
        for corner, at in enumerate(neighbours(placed.x, placed.y)):
            covered = order.get(at, -1) > age
            if not covered and placed.face.corners[corner] >= 0:
                counts[placed.face.corners[corner]] += 1
    return tuple(counts[symbol] for symbol in range(7))


def _open_places(area: CodexArea, order: dict[tuple[int, int], int]) -> set[tuple[int, int]]:
    beside = {at for placed in area.placed for at in neighbours(placed.x, placed.y)} - set(order)
    return {
        place
        for place in beside
        if all(
            _corner_towards(area, order[at], place) != HIDDEN
            for at in neighbours(*place)
            if at in order
        )
    }


def _grows(before: State, after: State) -> None:
    """4, 12: nothing is taken back; what was closed by a hidden corner stays closed."""
    for old, new in zip(before.areas, after.areas, strict=True):
        if new is old:
            continue
        assert new.placed[: len(old.placed)] == old.placed
        assert len(new.placed) - len(old.placed) <= 1
        if old.placed:
            known = {at for placed in old.placed for at in neighbours(placed.x, placed.y)}
            closed = known - {(spot.x, spot.y) for spot in old.spots}
            assert not closed & {(spot.x, spot.y) for spot in new.spots}


# --- cards --------------------------------------------------------------------------------------


def _conserved(state: State) -> None:
    """7: every card is somewhere, and only there."""
    unplaced = [s for s, area in zip(state.starters, state.areas, strict=True) if not area.placed]
    cards = [
        *(placed.card for area in state.areas for placed in area.placed),
        *(card for hand in state.hands for card in hand),
        *(card for card in state.slots if card),
        *(card for offer in state.offers for card in offer),
        *(*state.resource, *state.gold, *state.common, *state.aside, *unplaced),
    ]
    assert sorted(cards) == sorted([*CODEX_CARDS, *CODEX_OBJECTIVES])
    for secret, offer in zip(state.secrets, state.offers, strict=True):
        assert not secret or secret in offer


def _hands(state: State) -> None:
    """6, 10: three cards before a placement, two after it, as long as something can be drawn."""
    assert all(len(hand) <= 3 for hand in state.hands)
    if state.phase == "DRAW":
        assert draw_sources(state)
        assert len(state.hands[state.turn]) <= 2
    if state.phase == "PLACE" and not state.additional and draw_sources(state):
        assert len(state.hands[state.turn]) == 3
    if state.phase == "PLACE":
        actions = [a for a in CODEX.legal(state, state.turn) if isinstance(a, PlaceCodexCard)]
        assert {action.card for action in actions} == set(state.hands[state.turn])


def _one_card(moment: Moment) -> None:
    """6: one card leaves the hand, or one joins it."""
    before, after = moment.state, moment.step.state
    for seat in before.seats:
        difference = len(after.hands[seat]) - len(before.hands[seat])
        if isinstance(moment.action, PlaceCodexCard) and seat == moment.seat:
            assert difference == -1
        elif isinstance(moment.action, DrawCodexCard) and seat == moment.seat:
            assert difference == 1
        else:
            assert difference in ((0, 1) if moment.action is None else (0,))


# --- points and the end -------------------------------------------------------------------------


def _scores(moment: Moment) -> None:
    """8: scores never fall, a back is worth nothing."""
    before, after, action = moment.state, moment.step.state, moment.action
    for seat in before.seats:
        gain = after.scores[seat] - before.scores[seat]
        if isinstance(action, PlaceCodexCard) and seat == moment.seat and action.side == "FRONT":
            most = max(GAINS | set(after.areas[seat].symbols[4:]))
            assert 0 <= gain <= most
            assert gain in GAINS | set(after.areas[seat].symbols[4:]) or after.scores[seat] == 29
        else:
            assert gain == 0
        assert not before.rules.track_cap or after.scores[seat] <= 29


def turns_left(state: State) -> int:
    """Return the number of turns after the trigger, including skipped ones."""
    players = len(state.hands)
    place = (state.turn - state.first) % players
    return players - place + (0 if state.additional else players)


def _end_comes_nearer(before: State, after: State) -> None:
    """11: once triggered, the end stays near; at most the rest of the round and one turn each."""
    assert after.ending or not before.ending
    assert after.additional or not before.additional
    assert after.ending or not after.additional
    if after.ending and after.phase != "OVER":
        assert turns_left(after) <= 2 * len(after.hands)
        if before.ending:
            assert turns_left(after) <= turns_left(before)


def _winners(state: State) -> None:
    """18: whoever wins by scoring has the most."""
    result = CODEX.result(state)
    if result is None:
        return
    assert result.winners
    if state.objective_points:
        present = [seat for seat in state.seats if seat not in state.gone]
        best = max(result.scores[seat] for seat in present)
        assert all(result.scores[winner] == best for winner in result.winners)
