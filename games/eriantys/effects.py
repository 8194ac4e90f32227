"""Eriantys: the effect of each character after it is paid for (Eriantys rules 10.3).

All effects have the same parameters: the state, the seat of the user, the index of the card among
the characters, and the action, which has been checked.
"""

from msgspec.structs import replace

from games.base import Changed, replace_at
from games.eriantys.choices import color_of, island_of, tally_of
from games.eriantys.dining import (
    claim_all_professors,
    pay_covered,
    place_in_dining,
    reassign_professors,
)
from games.eriantys.islands import add_to_island, first_tile, move_no_entry, resolve_island
from games.eriantys.rounds import BAG_EMPTY, announce_last_round
from games.eriantys.state import State, add_students, step_limit, swap_counts
from messages.base import Seat
from messages.eriantys import table
from messages.eriantys.actions import COLORS, UseCharacterCard

THIEF_LIMIT = 3


def monk(state: State, seat: Seat, card_index: int, action: UseCharacterCard) -> Changed[State]:
    """Move a student from the card to an island and draw another one onto the card."""
    color, index = color_of(action), island_of(state, action)
    moved = table.StudentMoved(
        seat, COLORS[color], "CARD", "ISLAND", first_tile(state, index), "MONK"
    )
    state = replace(state, islands=add_to_island(state, index, color))
    state, drawn = _replace_on_card(state, card_index, color)
    return state, (moved, *drawn)


def princess(state: State, seat: Seat, card_index: int, action: UseCharacterCard) -> Changed[State]:
    """Move a student from the card to the dining room and draw another one onto the card."""
    color = color_of(action)
    moved = table.StudentMoved(seat, COLORS[color], "CARD", "SCHOOL", None, "PRINCESS")
    state, placed = place_in_dining(state, seat, state.schools[seat], color)
    state, drawn = _replace_on_card(state, card_index, color)
    return state, (moved, *placed, *drawn)


def _replace_on_card(state: State, card_index: int, color: int) -> Changed[State]:
    """Take a student from the card and draw another one; with an empty bag none is drawn.

    Drawing the last student of the bag makes this round the last.
    """
    card, bag = state.characters[card_index], state.bag
    students = add_students(card.students, color, -1)
    if bag:
        students = add_students(students, bag[-1])
    cards = replace_at(state.characters, card_index, replace(card, students=students))
    state = replace(state, characters=cards, bag=bag[:-1])
    if not bag:
        return state, ()
    drawn = table.CardRefilled(card.name, COLORS[bag[-1]], len(state.bag))
    if state.bag:
        return state, (drawn,)
    state, last = announce_last_round(state, BAG_EMPTY)
    return state, (drawn, *last)


def farmer(state: State, seat: Seat, card_index: int, action: UseCharacterCard) -> Changed[State]:
    """Claim professors also on equality: at once, and for the rest of the turn."""
    return claim_all_professors(state, seat)


def herald(state: State, seat: Seat, card_index: int, action: UseCharacterCard) -> Changed[State]:
    """Resolve an island without moving mother nature."""
    return resolve_island(state, island_of(state, action))


def postman(state: State, seat: Seat, card_index: int, action: UseCharacterCard) -> Changed[State]:
    """Allow two more steps; after mother nature has moved this has no effect but is accepted."""
    if state.phase not in ("STUDENTS", "MOTHER_NATURE"):
        return state, ()
    return state, (table.StepStarted(seat, state.phase, state.students_left, step_limit(state)),)


def grandma(state: State, seat: Seat, card_index: int, action: UseCharacterCard) -> Changed[State]:
    """Move one no-entry tile from the card to an island."""
    index = island_of(state, action)
    return move_no_entry(state, index, card_index, 1), (
        table.NoEntryPlaced(first_tile(state, index)),
    )


def no_immediate_effect(
    state: State, seat: Seat, card_index: int, action: UseCharacterCard
) -> Changed[State]:
    """Change nothing: Centaur and Knight only set ``State.effect``, which ``influence`` reads."""
    return state, ()


def mushroom_hunter(
    state: State, seat: Seat, card_index: int, action: UseCharacterCard
) -> Changed[State]:
    """Let one colour give no influence to anyone in this turn."""
    return replace(state, banned=color_of(action)), ()


def jester(state: State, seat: Seat, card_index: int, action: UseCharacterCard) -> Changed[State]:
    """Swap students of the card for as many in the entrance."""
    card, school = state.characters[card_index], state.schools[seat]
    taken, given = tally_of(action.taken), tally_of(action.given)
    card = replace(card, students=swap_counts(card.students, taken, given))
    school = replace(school, entrance=swap_counts(school.entrance, given, taken))
    state = replace(
        state,
        schools=replace_at(state.schools, seat, school),
        characters=replace_at(state.characters, card_index, card),
    )
    return state, (table.StudentsSwapped(seat, "CARD", action.taken, action.given),)


def minstrel(state: State, seat: Seat, card_index: int, action: UseCharacterCard) -> Changed[State]:
    """Swap students of the dining room for as many in the entrance, all at once."""
    school = state.schools[seat]
    taken, given = tally_of(action.taken), tally_of(action.given)
    swapped = replace(
        school,
        entrance=swap_counts(school.entrance, given, taken),
        dining=swap_counts(school.dining, taken, given),
    )
    state = replace(state, schools=replace_at(state.schools, seat, swapped))
    state, paid = pay_covered(state, seat, school.dining)
    state, moved = reassign_professors(state)
    return state, (table.StudentsSwapped(seat, "SCHOOL", action.taken, action.given), *paid, *moved)


def thief(state: State, seat: Seat, card_index: int, action: UseCharacterCard) -> Changed[State]:
    """Return three students of a colour from every dining room to the bag, or all if fewer."""
    color = color_of(action)
    counts = tuple([min(THIEF_LIMIT, school.dining[color]) for school in state.schools])
    schools = [
        replace(school, dining=add_students(school.dining, color, -number))
        for school, number in zip(state.schools, counts, strict=True)
    ]
    state = _return_to_bag(replace(state, schools=tuple(schools)), color, sum(counts))
    returned = table.StudentsReturned(COLORS[color], counts, len(state.bag))
    state, moved = reassign_professors(state)
    return state, (returned, *moved)


def _return_to_bag(state: State, color: int, number: int) -> State:
    """Insert each student at a random position, which is as random as shuffling the whole bag."""
    bag = bytearray(state.bag)
    positions, rng = state.rng.numbers(range(len(bag) + 1, len(bag) + 1 + number))
    for position in positions:
        bag.insert(position, color)
    return replace(state, bag=bytes(bag), rng=rng)
