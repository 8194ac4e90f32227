"""Codex Naturalis: turn order, drawing, the end trigger and the winners (8, 9, 10).

A function that takes ``changes`` completes the step that made them.
"""

from msgspec.structs import replace

from games.base import Changed, Changes, Result, Step, replace_at
from games.codex.state import NOBODY, State, can_place
from messages.base import Seat
from messages.codex import table
from messages.codex.actions import CODEX_SOURCES, CodexSource
from messages.codex.cards import CODEX_CARDS, KINGDOMS
from messages.codex.scoring import joint_points, objective_points

SLOTS = CODEX_SOURCES[:4]
END_SCORE = 20
IDLE_ROUNDS = 3
"""Rounds without any placement after which the game ends and is scored."""

ADDITIONAL_TURN_OVER = "The additional turn is over and the objectives are scored."
NO_OPEN_SPOT = "Nobody has an open spot; the objectives are scored."
TABLE_IDLE = "Nobody has placed a card for a while; the objectives are scored."
ALL_LEFT = "The others have left the table."


def next_turn(state: State, changes: Changes) -> Step[State]:
    """Give the turn to the next player who can place a card; end the game if nobody can (9).

    Passing the first player begins a round. After the round with the end trigger this is the
    additional turn, and after that the game ends.
    """
    players = len(state.hands)
    seat = (state.turn + 1) % players
    if not can_place(state, seat) and not any(can_place(state, other) for other in state.seats):
        return finish(state, NO_OPEN_SPOT, changes)
    while True:
        if seat == state.first:
            # The round with the end trigger is completed before the additional turn (10).
            if state.additional:
                return finish(state, ADDITIONAL_TURN_OVER, changes)
            if state.ending:
                changes = (*changes, table.CodexAdditionalTurn())
            state = replace(state, round=state.round + 1, additional=state.ending)
        if can_place(state, seat):
            break
        if seat not in state.gone:
            changes = (*changes, table.CodexTurnSkipped(seat, "BLOCKED"))
        seat = (seat + 1) % players
    state = replace(state, turn=seat, phase="PLACE")
    return Step(state, (*changes, table.CodexStepStarted(seat, "PLACE", state.round)), (seat,))


def skip_turn(state: State) -> Step[State]:
    """Skip the player on turn after a time-out; too many skips in a row end the game (Codex 11)."""
    changes = (table.CodexTurnSkipped(state.turn, "TIMEOUT"),)
    state = replace(state, idle=state.idle + 1)
    if state.idle >= IDLE_ROUNDS * len(state.hands):
        return finish(state, TABLE_IDLE, changes)
    return next_turn(state, changes)


# --- drawing: 8 ---------------------------------------------------------------------------------


def draw_sources(state: State) -> tuple[CodexSource, ...]:
    """Return the sources that still have a card."""
    found: list[CodexSource] = [
        source for source, card in zip(SLOTS, state.slots, strict=True) if card
    ]
    if state.resource:
        found.append("RESOURCE")
    if state.gold:
        found.append("GOLD")
    return tuple(found)


def deck_view(deck: tuple[str, ...]) -> table.CodexDeck:
    """Return the public part of a deck: its size and the back of its top card."""
    return table.CodexDeck(len(deck), KINGDOMS[CODEX_CARDS[deck[-1]].kingdom] if deck else None)


def draw(state: State, seat: Seat, source: CodexSource) -> Changed[State]:
    """Move a card to the hand, replace a visible one at once, and check the end trigger."""
    card, refill = "", ""
    if source == "RESOURCE":
        card, state = state.resource[-1], replace(state, resource=state.resource[:-1])
    elif source == "GOLD":
        card, state = state.gold[-1], replace(state, gold=state.gold[:-1])
    else:
        slot = SLOTS.index(source)
        card = state.slots[slot]
        refill, state = _refill(state, slot)
    hand = (*state.hands[seat], card)
    back = CODEX_CARDS[card].back_text
    decks = deck_view(state.resource), deck_view(state.gold)
    drawn = table.CodexCardDrawn(seat, source, back, *decks, refill, card)
    state, ending = check_end_trigger(replace(state, hands=replace_at(state.hands, seat, hand)))
    return state, (drawn, *ending)


def _refill(state: State, slot: int) -> tuple[str, State]:
    """Fill the slot from its own deck; from the other one only with ``refill_from_other_deck``.

    The slot stays empty, and the card is "", if there is no card for it.
    """
    resource_first = slot < 2
    other = state.rules.refill_from_other_deck
    card = ""
    if state.resource and (resource_first or (other and not state.gold)):
        card, state = state.resource[-1], replace(state, resource=state.resource[:-1])
    elif state.gold and (not resource_first or other):
        card, state = state.gold[-1], replace(state, gold=state.gold[:-1])
    return card, replace(state, slots=replace_at(state.slots, slot, card))


# --- the end ------------------------------------------------------------------------------------


def check_end_trigger(state: State) -> Changed[State]:
    """Trigger the end if somebody has 20 points or the decks are empty (Codex 10)."""
    reason = None if state.ending else _end_reason(state)
    if reason is None:
        return state, ()
    return replace(state, ending=True), (table.CodexEndTriggered(reason),)


def _end_reason(state: State) -> table.CodexTrigger | None:
    """Return why the end is triggered, None if it is not."""
    if max(state.scores) >= END_SCORE:
        return "POINTS"
    visible = state.rules.decks_empty_trigger == "all" and any(state.slots)
    return None if state.resource or state.gold or visible else "DECKS"


def finish(state: State, reason: str, changes: Changes) -> Step[State]:
    """End the game: score all objectives; the highest total of the present players wins."""
    points = tuple([objective_points_of(state, seat) for seat in state.seats])
    scored = [table.CodexObjectivesScored(seat, points[seat]) for seat in state.seats]
    state = replace(state, objective_points=points)
    ranks = {seat: _rank(state, seat) for seat in state.seats if seat not in state.gone}
    best = max(ranks.values())
    winners = tuple([seat for seat, rank in ranks.items() if rank == best])
    return _end_game(state, winners, reason, (*changes, *scored))


def finish_with_sole_player(state: State, changes: Changes) -> Step[State]:
    """End the game: the only player left wins with any score (Codex 11)."""
    (winner,) = [seat for seat in state.seats if seat not in state.gone]
    return _end_game(state, (winner,), ALL_LEFT, changes)


def objective_points_of(state: State, seat: Seat) -> tuple[int, ...]:
    """Return the seat's points for the two common objectives and the secret one."""
    area, objectives = state.areas[seat], (*state.common, state.secrets[seat])
    if state.rules.pattern_reuse_across_objectives:
        return tuple([objective_points(area, objective) for objective in objectives])
    return joint_points(area, objectives)


def _rank(state: State, seat: Seat) -> tuple[int, int]:
    """Return the total and the tie-breaker; a higher pair is better."""
    points = state.objective_points[seat]
    by_points = state.rules.tie_break == "points"
    tie = sum(points) if by_points else sum(number > 0 for number in points)
    return state.scores[seat] + sum(points), tie


def _end_game(
    state: State, winners: tuple[Seat, ...], reason: str, changes: Changes
) -> Step[State]:
    """End the game with these winners; the changes of the last turn come first."""
    state = replace(state, turn=NOBODY, phase="OVER", winners=winners, reason=reason)
    return Step(state, (*changes, table.CodexGameEnded(winners, reason)))


def result(state: State) -> Result | None:
    """Return winners and totals, None before the end."""
    if state.phase != "OVER":
        return None
    extra = state.objective_points or ((),) * len(state.scores)
    totals = [score + sum(points) for score, points in zip(state.scores, extra, strict=True)]
    return Result(state.winners, tuple(totals), state.reason)
