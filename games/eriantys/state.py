"""Eriantys: the state as one frozen value, and the quantities of the rulebook.

Students in one place are a tuple of five numbers in the order of COLORS; a colour is its index
there. ``ring`` alone decides which islands are unified: it has for each of the twelve tiles the
index of its island. ``islands`` are clockwise, in the order of their first tile.

A party owns a tower colour: a player, or a team of two whose towers stand on the first partner's
board. The party of a seat is ``seat % number of parties``.
"""

from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct, field

from games.rng import Rng
from messages.base import Seat
from messages.eriantys.actions import COLORS, Character, Color, Students
from messages.eriantys.table import Phase

Counts = tuple[int, ...]
"""The number of students of each colour, in the order of COLORS."""

NONE: Counts = (0, 0, 0, 0, 0)
NOBODY = -1
"""No seat, no party or no colour, wherever one of them may be missing."""

TILES = 12
STUDENTS_PER_COLOR = 26
TABLE_SEATS = 10
COINS = 20
ISLANDS_AT_END = 3
"""The game ends with this number of islands or fewer (Eriantys rules 8.2)."""
ASSISTANTS = tuple(range(1, 11))

ALL_COLORS = (1 << len(COLORS)) - 1

COLOR_INDEX: dict[Color, int] = {color: index for index, color in enumerate(COLORS)}


class PlayerCountRules(NamedTuple):
    """Quantities that depend on the number of players (Eriantys rules 2.1)."""

    parties: int
    cloud: int
    moves: int
    entrance: int
    towers: int


RULES_BY_PLAYERS: dict[int, PlayerCountRules] = {
    2: PlayerCountRules(parties=2, cloud=3, moves=3, entrance=7, towers=8),
    3: PlayerCountRules(parties=3, cloud=4, moves=4, entrance=9, towers=6),
    4: PlayerCountRules(parties=2, cloud=3, moves=3, entrance=7, towers=8),
}


class Options(Struct, frozen=True):
    """The options of a match."""

    expert: bool = False


class Island(Struct, frozen=True, gc=False):
    """One island, or several unified ones; ``owner`` is a party."""

    students: Counts = NONE
    owner: int = NOBODY
    towers: int = 0
    no_entry: int = 0


class School(Struct, frozen=True, gc=False):
    """One player's board. ``played`` is this round's assistant, 0 before one is played."""

    entrance: Counts
    dining: Counts = NONE
    hand: tuple[int, ...] = ASSISTANTS
    played: int = 0
    coins: int = 0
    gone: bool = False


class Card(Struct, frozen=True, gc=False):
    """A character card in play."""

    name: Character
    used: bool = False
    students: Counts = NONE
    no_entry: int = 0


class State(Struct, frozen=True, gc=False):
    """The whole position. ``mother_nature`` is a tile; students are drawn from the end of ``bag``.

    ``turn`` and the holders in ``professors`` are seats or NOBODY, ``banned`` is a colour or
    NOBODY. ``order`` is the order of the current phase: of playing assistants, then of the action
    turns. ``yards`` has the towers that each party has left to build.

    ``clouds_closed`` means that nobody takes a cloud this round (Eriantys rules 9). ``reason`` says
    why this round is the last, and in the end why the game is over.
    """

    expert: bool
    round: int
    phase: Phase
    turn: int
    order: tuple[Seat, ...]
    students_left: int
    ring: bytes
    islands: tuple[Island, ...]
    mother_nature: int
    clouds: tuple[Counts, ...]
    bag: bytes
    schools: tuple[School, ...]
    yards: tuple[int, ...]
    professors: tuple[int, ...]
    rng: Rng = field(name="chance")
    characters: tuple[Card, ...] = ()
    supply: int = 0
    character_used: bool = False
    effect: Character | None = None
    banned: int = NOBODY
    last_round: bool = False
    clouds_closed: bool = False
    reason: str = ""
    winners: tuple[Seat, ...] = ()


def add_students(counts: Counts, color: int, number: int = 1) -> Counts:
    """Return the counts with ``number`` more students of one colour; fewer if it is negative."""
    changed = list(counts)
    changed[color] += number
    return tuple(changed)


def add_counts(one: Counts, other: Counts) -> Counts:
    """Return the sum, colour by colour."""
    a, b, c, d, e = one
    v, w, x, y, z = other
    return (a + v, b + w, c + x, d + y, e + z)


def subtract_counts(one: Counts, other: Counts) -> Counts:
    """Return the difference, colour by colour; it can be negative."""
    a, b, c, d, e = one
    v, w, x, y, z = other
    return (a - v, b - w, c - x, d - y, e - z)


def swap_counts(counts: Counts, taken: Counts, given: Counts) -> Counts:
    """Return the counts without ``taken`` and with ``given``."""
    return add_counts(subtract_counts(counts, taken), given)


def tally(colors: bytes | list[int]) -> Counts:
    """Return how often each colour index occurs."""
    counts = [0, 0, 0, 0, 0]
    for color in colors:
        counts[color] += 1
    return tuple(counts)


def counts_by_color(counts: Counts) -> Students:
    """Return the counts by colour name, as in messages; colours without a student are left out."""
    return {color: number for color, number in zip(COLORS, counts, strict=True) if number}


@lru_cache(maxsize=4096)
def color_mask(counts: Counts) -> int:
    """Return the colours with at least one student as a bit mask."""
    return sum(1 << color for color, number in enumerate(counts) if number)


def open_tables(dining: Counts) -> int:
    """Return the colours whose dining table has a free seat as a bit mask."""
    if TABLE_SEATS not in dining:
        return ALL_COLORS
    return color_mask(tuple([TABLE_SEATS - number for number in dining]))


@lru_cache(maxsize=4096)
def colors_in(mask: int) -> tuple[int, ...]:
    """Return the colours of a bit mask in ascending order."""
    return tuple([color for color in range(len(COLORS)) if mask >> color & 1])


@lru_cache(maxsize=4096)
def island_tiles(ring: bytes) -> tuple[tuple[int, ...], ...]:
    """Return the tiles of each island, clockwise; the first tile identifies the island."""
    return tuple([_tiles_of(ring, index) for index in range(max(ring) + 1)])


def _tiles_of(ring: bytes, index: int) -> tuple[int, ...]:
    """Return the tiles of one island, clockwise from its first; a full circle starts at tile 0."""
    tiles = [tile for tile in range(TILES) if ring[tile] == index]
    firsts = [tile for tile in tiles if ring[tile - 1] != index]
    first = firsts[0] if firsts else 0
    return tuple(sorted(tiles, key=lambda tile: (tile - first) % TILES))


def teams(players: int) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats of each team of four players, partners opposite; empty for two or three."""
    parties = RULES_BY_PLAYERS[players].parties if players in RULES_BY_PLAYERS else players
    if parties == players:
        return ()
    return tuple([tuple(range(party, players, parties)) for party in range(parties)])


def party_seats(state: State, party: int) -> tuple[Seat, ...]:
    """Return the seats of a party, including players who have left."""
    return tuple(range(party, len(state.schools), len(state.yards)))


def parties_present(state: State) -> list[int]:
    """Return the parties with at least one player who has not left."""
    parties = len(state.yards)
    return sorted({seat % parties for seat, s in enumerate(state.schools) if not s.gone})


def step_limit(state: State) -> int:
    """Return how many steps mother nature may move in this turn (Eriantys rules 2.2, 7.1)."""
    limit = (state.schools[state.turn].played + 1) // 2
    return limit + 2 if state.effect == "POSTMAN" else limit
