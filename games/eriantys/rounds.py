"""Eriantys: rounds, turns and the end of the game (Eriantys rules 4, 8.2 to 8.4, 9).

Planning goes clockwise from the first player. Actions go by ascending assistant; players with equal
assistants act in the order in which they played them. A player who has left is skipped in both
(Eriantys rules 15), and a party whose players have all left does not win.

A function that ends a turn or a part of it gets the changes made so far and returns the whole step.
"""

from msgspec.structs import replace

from games.base import Changed, Changes, Result, Step
from games.eriantys.state import (
    ISLANDS_AT_END,
    NOBODY,
    RULES_BY_PLAYERS,
    State,
    add_counts,
    counts_by_color,
    parties_present,
    party_seats,
    step_limit,
    tally,
)
from messages.base import Change, Seat
from messages.eriantys import table
from messages.eriantys.actions import TOWERS

BAG_EMPTY = "The last student has been drawn from the bag."
BAG_SHORT = "The bag has too few students to fill the clouds."
NO_ASSISTANTS = "No assistant cards are left."
ALL_LEFT = "Everybody else has left the table."


def begin_round(state: State, first: Seat, changes: Changes = ()) -> Step[State]:
    """Fill the clouds and prompt the first player for an assistant (Eriantys rules 4.1)."""
    players = len(state.schools)
    clockwise = [(first + step) % players for step in range(players)]
    order = tuple([seat for seat in clockwise if not state.schools[seat].gone])
    schools = tuple([replace(school, played=0) for school in state.schools])
    state = replace(state, round=state.round + 1, order=order, schools=schools)
    state, filled = _fill_clouds(state)
    changes = (*changes, table.RoundStarted(state.round, order), *filled)
    return _ask_assistant(state, order[0], changes)


def after_assistant(state: State, changes: Changes) -> Step[State]:
    """Prompt the next player for an assistant, or begin the action phase."""
    seat = _next_seat(state)
    if seat == NOBODY:
        return _begin_actions(state, changes)
    return _ask_assistant(state, seat, changes)


def after_mother_nature(state: State, may_use_character: bool, changes: Changes) -> Step[State]:
    """Prompt for a cloud; if clouds are closed and no character is usable, end the turn (9)."""
    phase: table.Phase = "END_TURN" if state.clouds_closed else "CLOUD"
    if phase == "END_TURN" and not may_use_character:
        return end_turn(state, changes)
    return Step(replace(state, phase=phase), (*changes, table.StepStarted(state.turn, phase)))


def end_turn(state: State, changes: Changes) -> Step[State]:
    """End the effects of the turn; then begin the next turn, the next round, or end the game."""
    changes = (*changes, table.TurnEnded(state.turn))
    state = replace(state, character_used=False, effect=None, banned=NOBODY, students_left=0)
    seat = _next_seat(state)
    if seat != NOBODY:
        return _begin_turn(state, seat, changes)
    if state.last_round:
        state, end = finish_by_count(state)
        return Step(state, changes + end)
    # The seat that acted first begins the next planning; if it has left, the one after it. 4.3
    return begin_round(state, state.order[0], changes)


def _next_seat(state: State) -> Seat:
    """Return the next seat of the phase whose player has not left, or NOBODY."""
    order = state.order
    for seat in order[order.index(state.turn) + 1 :]:
        if not state.schools[seat].gone:
            return seat
    return NOBODY


def _ask_assistant(state: State, seat: Seat, changes: Changes) -> Step[State]:
    """Start the planning step of a seat, which must play an assistant."""
    state = replace(state, phase="PLANNING", turn=seat)
    return Step(state, (*changes, table.StepStarted(seat, "PLANNING")), (seat,))


def _begin_actions(state: State, changes: Changes) -> Step[State]:
    """Order the players by assistant and begin the first action turn."""
    schools = state.schools
    ready = [seat for seat in state.order if not schools[seat].gone]
    # Sorting keeps the order of planning among equal values. Eriantys rules 4.2
    order = tuple(sorted(ready, key=lambda seat: schools[seat].played))
    state = replace(state, order=order)
    return _begin_turn(state, order[0], (*changes, table.ActionPhaseStarted(order)))


def _begin_turn(state: State, seat: Seat, changes: Changes) -> Step[State]:
    """Begin an action turn; with an empty entrance it starts with mother nature."""
    # A turn that ended by time-out may have left the entrance short. Eriantys rules 15
    needed = RULES_BY_PLAYERS[len(state.schools)].moves
    left = min(needed, sum(state.schools[seat].entrance))
    phase: table.Phase = "STUDENTS" if left else "MOTHER_NATURE"
    state = replace(state, phase=phase, turn=seat, students_left=left)
    return Step(state, (*changes, table.StepStarted(seat, phase, left, step_limit(state))), (seat,))


def _fill_clouds(state: State) -> Changed[State]:
    """Fill each cloud up to its size, in order, as far as the bag goes.

    An empty bag makes this round the last; a bag too small also closes the clouds.
    """
    size = RULES_BY_PLAYERS[len(state.schools)].cloud
    bag, clouds, short = state.bag, list(state.clouds), False
    changes: list[Change] = []
    for index, cloud in enumerate(state.clouds):
        missing = size - sum(cloud)
        short = short or missing > len(bag)
        rest = max(0, len(bag) - missing)
        if rest < len(bag):
            drawn, bag = tally(bag[rest:]), bag[:rest]
            clouds[index] = add_counts(cloud, drawn)
            changes.append(table.CloudFilled(index, counts_by_color(drawn), rest))
    state = replace(state, clouds=tuple(clouds), bag=bag)
    if short:
        state, last = close_clouds(state)
        changes += last
    elif not bag:
        state, last = announce_last_round(state, BAG_EMPTY)
        changes += last
    return state, tuple(changes)


# --- the end: 8.2 to 8.4 ------------------------------------------------------------------------


def announce_last_round(state: State, reason: str) -> Changed[State]:
    """Make this round the last; does nothing if it already is (Eriantys rules 9)."""
    if state.last_round:
        return state, ()
    return replace(state, last_round=True, reason=reason), (table.LastRound(reason),)


def close_clouds(state: State) -> Changed[State]:
    """Make this round the last, without clouds, because students for a refill are missing (9)."""
    state = replace(state, last_round=True, clouds_closed=True, reason=BAG_SHORT)
    return state, (table.LastRound(BAG_SHORT, clouds=False),)


def finish_if_decided(state: State, builder: int) -> Changed[State]:
    """End the game if a party has built its last tower or at most three islands are left (8.2)."""
    if not state.yards[builder]:
        present = builder in parties_present(state)
        winners = party_seats(state, builder) if present else _leading_seats(state)
        return finish(state, winners, f"{TOWERS[builder]} has built its last tower.")
    if len(state.islands) <= ISLANDS_AT_END:
        return finish(state, _leading_seats(state), f"Only {len(state.islands)} islands are left.")
    return state, ()


def finish_by_count(state: State) -> Changed[State]:
    """End the game after the last round; towers and then professors decide."""
    return finish(state, _leading_seats(state), state.reason)


def finish(state: State, winners: tuple[Seat, ...], reason: str) -> Changed[State]:
    """End the game with these winners."""
    state = replace(
        state, phase="OVER", turn=NOBODY, students_left=0, winners=winners, reason=reason
    )
    return state, (table.GameOver(winners, reason),)


def _leading_seats(state: State) -> tuple[Seat, ...]:
    """Return the seats of the parties with most towers, then most professors; ties share (8.4)."""
    present = parties_present(state)
    parties = len(state.yards)
    held = [holder % parties for holder in state.professors if holder != NOBODY]
    standing = {party: (towers_built(state, party), held.count(party)) for party in present}
    best = max(standing.values())
    winners = [party for party in present if standing[party] == best]
    return tuple(sorted(seat for party in winners for seat in party_seats(state, party)))


def towers_built(state: State, party: int) -> int:
    """Return how many towers the party has on islands."""
    return RULES_BY_PLAYERS[len(state.schools)].towers - state.yards[party]


def result(state: State) -> Result | None:
    """Return the result, None before the end; a seat's score is the towers its party has built."""
    if state.phase != "OVER":
        return None
    parties = len(state.yards)
    scores = [towers_built(state, seat % parties) for seat in range(len(state.schools))]
    return Result(state.winners, tuple(scores), state.reason)
