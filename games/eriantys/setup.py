"""Eriantys: the options of a match and the initial position (Eriantys rules 3)."""

from collections.abc import Mapping
from typing import Any

from games.base import Step
from games.eriantys.characters import RULES
from games.eriantys.rounds import begin_round
from games.eriantys.state import (
    COINS,
    NOBODY,
    NONE,
    RULES_BY_PLAYERS,
    STUDENTS_PER_COLOR,
    TILES,
    Card,
    Counts,
    Island,
    Options,
    School,
    State,
    add_students,
    tally,
)
from games.rng import Rng
from messages.eriantys.actions import CHARACTERS, COLORS
from messages.errors import ErrorCode, Refusal

CHARACTERS_IN_PLAY = 3
STUDENTS_ON_ISLANDS = 2
"""Students of each colour that begin on islands."""


def options(mode: bool, chosen: Mapping[str, Any]) -> Options:
    """Return the options; refuse any but ``mode``, because Eriantys has no others."""
    if chosen:
        names = ", ".join(sorted(str(name)[:32] for name in chosen))
        text = f"Eriantys has no option {names}; leave options empty, mode true is expert mode."
        raise Refusal(ErrorCode.CHOICENOTVALID, text)
    return Options(expert=mode)


def start(players: int, options: Options, rng: Rng) -> Step[State]:
    """Set up the board, fill the clouds for the first time and prompt the first player."""
    (mother_nature, first), rng = rng.numbers((TILES, players))
    islands, rng = _islands(mother_nature, rng)
    left = STUDENTS_PER_COLOR - STUDENTS_ON_ISLANDS
    shuffled, rng = rng.shuffled(bytes(range(len(COLORS))) * left)
    bag = bytes(shuffled)
    schools, bag = _schools(players, options.expert, bag)
    cards: tuple[Card, ...] = ()
    if options.expert:
        cards, bag, rng = _characters(bag, rng)
    numbers = RULES_BY_PLAYERS[players]
    state = State(
        expert=options.expert,
        round=0,
        phase="PLANNING",
        turn=first,
        order=(first,),
        students_left=0,
        ring=bytes(range(TILES)),
        islands=islands,
        mother_nature=mother_nature,
        clouds=(NONE,) * players,
        bag=bag,
        schools=schools,
        yards=(numbers.towers,) * numbers.parties,
        professors=(NOBODY,) * len(COLORS),
        rng=rng,
        characters=cards,
        supply=COINS - players if options.expert else 0,
    )
    return begin_round(state, first)


def _islands(mother_nature: int, rng: Rng) -> tuple[tuple[Island, ...], Rng]:
    """Put one student on each island except mother nature's and the opposite one (3.3)."""
    students, rng = rng.shuffled(bytes(range(len(COLORS))) * STUDENTS_ON_ISLANDS)
    islands = [Island()] * TILES
    steps = [step for step in range(1, TILES) if step != TILES // 2]
    for step, color in zip(steps, students, strict=True):
        islands[(mother_nature + step) % TILES] = Island(add_students(NONE, color))
    return tuple(islands), rng


def _schools(players: int, expert: bool, bag: bytes) -> tuple[tuple[School, ...], bytes]:
    """Return a school with a filled entrance for each player, and the rest of the bag.

    In expert mode each school has one coin.
    """
    size = RULES_BY_PLAYERS[players].entrance
    schools = []
    for _ in range(players):
        entrance, bag = _draw(bag, size)
        schools.append(School(entrance, coins=int(expert)))
    return tuple(schools), bag


def _characters(bag: bytes, rng: Rng) -> tuple[tuple[Card, ...], bytes, Rng]:
    """Draw the characters in play, with their students from the bag.

    Return the cards, the rest of the bag and the generator.
    """
    shuffled, rng = rng.shuffled(CHARACTERS)
    cards = []
    for name in shuffled[:CHARACTERS_IN_PLAY]:
        students, bag = _draw(bag, RULES[name].students)
        cards.append(Card(name, students=students, no_entry=RULES[name].no_entry))
    return tuple(cards), bag, rng


def _draw(bag: bytes, number: int) -> tuple[Counts, bytes]:
    """Return the counts of ``number`` students from the end of the bag, and the rest of the bag."""
    rest = len(bag) - number
    return tally(bag[rest:]), bag[:rest]
