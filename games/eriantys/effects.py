"""Eriantys: what each character does once it is paid for (Eriantys rules 10.3).

All effects have one shape: the state, the user, the place of the card, what was named, and the
list to which what happens is added.
"""

from msgspec.structs import replace

from games.base import replace_at
from games.eriantys.choices import color_of, island_of, tally_of
from games.eriantys.dining import claim_all, pay_covered, place, reassign_professors
from games.eriantys.islands import add_student, name_of, resolve_island
from games.eriantys.rounds import BAG_EMPTY, call_last_round
from games.eriantys.state import (
    State,
    add,
    add_counts,
    step_limit,
    subtract_counts,
)
from messages.base import Change, Seat
from messages.eriantys.actions import COLORS, UseCharacterCard
from messages.eriantys.table import (
    CardRefilled,
    NoEntryPlaced,
    StepStarted,
    StudentMoved,
    StudentsReturned,
    StudentsSwapped,
)

THIEFS_SHARE = 3


def monk(state: State, seat: Seat, at: int, action: UseCharacterCard, news: list[Change]) -> State:
    """A student from the card goes to an island, then one is drawn onto the card."""
    color = color_of(action)
    index = island_of(state, action)
    name = name_of(state, index)
    news.append(StudentMoved(seat, COLORS[color], "CARD", "ISLAND", name, "MONK"))
    state = replace(state, islands=add_student(state, index, color))
    return _draw_onto(_take_from(state, at, color), at, news)


def princess(
    state: State, seat: Seat, at: int, action: UseCharacterCard, news: list[Change]
) -> State:
    """A student from the card goes to the dining room, then one is drawn onto the card."""
    color = color_of(action)
    news.append(StudentMoved(seat, COLORS[color], "CARD", "SCHOOL", None, "PRINCESS"))
    state = place(_take_from(state, at, color), seat, state.schools[seat], color, news)
    return _draw_onto(state, at, news)


def _take_from(state: State, at: int, color: int) -> State:
    card = state.characters[at]
    card = replace(card, students=add(card.students, color, -1))
    return replace(state, characters=replace_at(state.characters, at, card))


def _draw_onto(state: State, at: int, news: list[Change]) -> State:
    """With an empty bag the card keeps fewer students."""
    if not state.bag:
        return state
    card, color, bag = state.characters[at], state.bag[-1], state.bag[:-1]
    news.append(CardRefilled(card.name, COLORS[color], len(bag)))
    card = replace(card, students=add(card.students, color))
    state = replace(state, characters=replace_at(state.characters, at, card), bag=bag)
    return state if bag else call_last_round(state, BAG_EMPTY, news)


def farmer(
    state: State, seat: Seat, at: int, action: UseCharacterCard, news: list[Change]
) -> State:
    """Professors are taken on equality too: at once, and for the rest of the turn."""
    return claim_all(state, seat, news)


def herald(
    state: State, seat: Seat, at: int, action: UseCharacterCard, news: list[Change]
) -> State:
    """The island is resolved as if mother nature had stopped tite, without moving it."""
    return resolve_island(state, island_of(state, action), news)


def postman(
    state: State, seat: Seat, at: int, action: UseCharacterCard, news: list[Change]
) -> State:
    """Two more steps; of use only before mother nature has moved, but never refused."""
    if state.phase in ("STUDENTS", "MOTHER_NATURE"):
        news.append(StepStarted(seat, state.phase, state.students_left, step_limit(state)))
    return state


def grandma(
    state: State, seat: Seat, at: int, action: UseCharacterCard, news: list[Change]
) -> State:
    """One no-entry tile goes from the card to an island."""
    index = island_of(state, action)
    island, card = state.islands[index], state.characters[at]
    news.append(NoEntryPlaced(name_of(state, index)))
    return replace(
        state,
        islands=replace_at(state.islands, index, replace(island, no_entry=island.no_entry + 1)),
        characters=replace_at(state.characters, at, replace(card, no_entry=card.no_entry - 1)),
    )


def no_immediate_effect(
    state: State, seat: Seat, at: int, action: UseCharacterCard, news: list[Change]
) -> State:
    """Centaur and Knight: the effect in force is all; islands.influence looks at it."""
    return state


def mushroom_hunter(
    state: State, seat: Seat, at: int, action: UseCharacterCard, news: list[Change]
) -> State:
    """One colour gives no influence to anyone in this turn."""
    return replace(state, banned=color_of(action))


def jester(
    state: State, seat: Seat, at: int, action: UseCharacterCard, news: list[Change]
) -> State:
    """Students of the card are swapped for as many in the entrance."""
    card, school = state.characters[at], state.schools[seat]
    taken, given = tally_of(action.taken), tally_of(action.given)
    news.append(StudentsSwapped(seat, "CARD", action.taken, action.given))
    card = replace(card, students=add_counts(subtract_counts(card.students, taken), given))
    school = replace(school, entrance=add_counts(subtract_counts(school.entrance, given), taken))
    return replace(
        state,
        schools=replace_at(state.schools, seat, school),
        characters=replace_at(state.characters, at, card),
    )


def minstrel(
    state: State, seat: Seat, at: int, action: UseCharacterCard, news: list[Change]
) -> State:
    """Students of the dining room are swapped for as many in the entrance, all at once."""
    school = state.schools[seat]
    taken, given = tally_of(action.taken), tally_of(action.given)
    news.append(StudentsSwapped(seat, "SCHOOL", action.taken, action.given))
    swapped = replace(
        school,
        entrance=add_counts(subtract_counts(school.entrance, given), taken),
        dining=add_counts(subtract_counts(school.dining, taken), given),
    )
    state = replace(state, schools=replace_at(state.schools, seat, swapped))
    return reassign_professors(pay_covered(state, seat, school.dining, news), news)


def thief(state: State, seat: Seat, at: int, action: UseCharacterCard, news: list[Change]) -> State:
    """Everybody returns three students of a colour to the bag, or all if there are fewer."""
    color = color_of(action)
    counts = tuple([min(THIEFS_SHARE, school.dining[color]) for school in state.schools])
    schools = [
        replace(school, dining=add(school.dining, color, -number))
        for school, number in zip(state.schools, counts, strict=True)
    ]
    state = _return_to_bag(replace(state, schools=tuple(schools)), color, sum(counts))
    news.append(StudentsReturned(COLORS[color], counts, len(state.bag)))
    return reassign_professors(state, news)


def _return_to_bag(state: State, color: int, number: int) -> State:
    """Each student goes to a random place: that shuffles as well as shuffling the whole bag."""
    bag = bytearray(state.bag)
    places, chance = state.chance.numbers(range(len(bag) + 1, len(bag) + 1 + number))
    for at in places:
        bag.insert(at, color)
    return replace(state, bag=bytes(bag), chance=chance)
