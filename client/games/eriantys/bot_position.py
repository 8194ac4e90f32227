"""A mutable Eriantys position, in which a bot tries actions before it evaluates them.

A position is made from the view of one seat, so it contains no hidden information. It implements
only the rules that the evaluation needs: professors, influence and conquest of islands. The server
decides what really happens.
"""

from collections.abc import Iterable

from messages.eriantys.actions import COLORS, Color, Students, Tower
from messages.eriantys.table import EriantysView

_COLOR_INDEX: dict[Color, int] = {color: index for index, color in enumerate(COLORS)}
STUDENTS_PER_COIN = 3
"""Every third student of a colour in a dining room earns a coin."""


def _counts_by_color(students: Students) -> list[int]:
    """Return the counts of students in the order of ``COLORS``."""
    return [students.get(color, 0) for color in COLORS]


class Position:
    """The state of a match as one seat knows it.

    Students are lists of counts in the order of ``COLORS``. ``dining`` has one list per seat;
    ``professors`` has the seat for each colour, or -1. Islands are given by their index.
    """

    def __init__(self, view: EriantysView, own_seat: int) -> None:
        self.own_seat = own_seat
        self.parties = [school.tower for school in view.schools]
        self.own_party = self.parties[own_seat]
        self.towers_left = _towers_left(view)
        self.islands = [_counts_by_color(island.students) for island in view.islands]
        self.owners: list[Tower | None] = [island.tower for island in view.islands]
        self.sizes = [len(island.tiles) for island in view.islands]
        self.tiles = [island.tiles for island in view.islands]
        self.no_entry = [island.no_entry for island in view.islands]
        self.mother_nature = self.island_of_tile(view.mother_nature)
        self.max_steps = view.max_steps
        self.entrance = _counts_by_color(view.schools[own_seat].entrance)
        self.dining = [_counts_by_color(school.dining) for school in view.schools]
        self.professors = [view.professors.get(color, -1) for color in COLORS]
        self.coins = view.schools[own_seat].coins
        self.prices: dict[str, int] = {card.name: card.price for card in view.characters}
        self.effect: str | None = view.effect
        self.banned_index = -1 if view.banned_color is None else _COLOR_INDEX[view.banned_color]

    def copy(self) -> "Position":
        """Return a copy that can be changed without an effect on this position."""
        other = Position.__new__(Position)
        other.__dict__.update(self.__dict__)
        other.islands = [list(students) for students in self.islands]
        other.dining = [list(tables) for tables in self.dining]
        other.no_entry = list(self.no_entry)
        other.entrance = list(self.entrance)
        other.professors = list(self.professors)
        return other

    def island_of_tile(self, tile: int) -> int:
        """Return the index of the island that contains this tile."""
        return next(i for i, tiles in enumerate(self.tiles) if tile in tiles)

    def island_after(self, steps: int) -> int:
        """Return the index of the island that mother nature reaches after this many steps."""
        return (self.mother_nature + steps) % len(self.islands)

    # Changes.

    def pay_for(self, character: str) -> None:
        """Subtract the price of the character from the own coins."""
        self.coins -= self.prices[character]

    def add_to_island(self, color: Color, tile: int) -> None:
        """Add a student to the island with this tile."""
        self.islands[self.island_of_tile(tile)][_COLOR_INDEX[color]] += 1

    def add_to_dining(self, color: Color) -> None:
        """Add a student to the own dining room and update its professor.

        Every third student of a colour earns a coin.
        """
        index = _COLOR_INDEX[color]
        table = self.dining[self.own_seat]
        table[index] += 1
        self.coins += table[index] % STUDENTS_PER_COIN == 0
        self.update_professor(index)

    def remove_from_entrance(self, color: Color) -> None:
        """Remove a student from the own entrance."""
        self.entrance[_COLOR_INDEX[color]] -= 1

    def swap_with_card(self, taken: Iterable[Color], given: Iterable[Color]) -> None:
        """Apply the Jester to the entrance: remove ``given``, add ``taken``.

        The students on the card are not tracked.
        """
        for color in given:
            self.entrance[_COLOR_INDEX[color]] -= 1
        for color in taken:
            self.entrance[_COLOR_INDEX[color]] += 1

    def swap_with_dining(self, taken: Iterable[Color], given: Iterable[Color]) -> None:
        """Apply the Minstrel: swap ``given`` of the entrance with ``taken`` of the dining room.

        Coins and the professors of all these colours are updated.
        """
        self.swap_with_card(taken, given)
        for color in taken:
            self.dining[self.own_seat][_COLOR_INDEX[color]] -= 1
        for color in given:
            self.add_to_dining(color)
        for color in taken:
            self.update_professor(_COLOR_INDEX[color])

    def apply_thief(self, color: Color) -> None:
        """Apply the Thief: every player loses up to three students of this colour.

        Professors stay where they are.
        """
        for table in self.dining:
            table[_COLOR_INDEX[color]] -= min(3, table[_COLOR_INDEX[color]])

    def activate_effect(self, character: str, color: Color | None) -> None:
        """Set the effect in force and the banned colour, which is None for most characters.

        The Postman also adds two steps; the Farmer updates all professors.
        """
        self.effect = character
        self.banned_index = -1 if color is None else _COLOR_INDEX[color]
        if character == "POSTMAN":
            self.max_steps += 2
        if character == "FARMER":
            for index in range(len(COLORS)):
                self.update_professor(index)

    def update_professor(self, index: int) -> None:
        """Move a professor to the player with the most students of its colour.

        On a tie the professor moves only to the own seat, and only with the Farmer. Without
        students of the colour nothing changes. ``index`` is that of the colour in ``COLORS``.
        """
        counts = [table[index] for table in self.dining]
        highest = max(counts)
        if highest == 0:
            return
        if counts.count(highest) == 1:
            self.professors[index] = counts.index(highest)
        elif self.effect == "FARMER" and counts[self.own_seat] == highest:
            self.professors[index] = self.own_seat

    # Queries.

    def influence(self, island: int, *, effects: bool = True) -> dict[Tower, int]:
        """Return the influence of every party on an island.

        Without ``effects`` characters in force are ignored, because they end with this turn.
        """
        result = dict.fromkeys(self.parties, 0)
        banned_index = self.banned_index if effects else -1
        for index, count in enumerate(self.islands[island]):
            holder = self.professors[index]
            if count and holder >= 0 and index != banned_index:
                result[self.parties[holder]] += count
        owner = self.owners[island]
        if owner in result and not (effects and self.effect == "CENTAUR"):
            result[owner] += self.sizes[island]
        if effects and self.effect == "KNIGHT":
            result[self.own_party] += 2
        return result

    def maybe_winner(self, island: int) -> Tower | None:
        """Return the party that would conquer the island now; None if nothing would change.

        Nothing changes with a no-entry tile, on a tie, or if the strongest party owns the island.
        """
        if self.no_entry[island]:
            return None
        influence = self.influence(island)
        highest = max(influence.values())
        leaders = [party for party, value in influence.items() if value == highest]
        if len(leaders) > 1 or leaders[0] == self.owners[island]:
            return None
        return leaders[0]

    def count_neighbours(self, island: int, party: Tower) -> int:
        """Count the neighbouring islands, at most two, that belong to a party."""
        count = len(self.islands)
        neighbours = {(island - 1) % count, (island + 1) % count} - {island}
        return sum(self.owners[i] == party for i in neighbours)


def _towers_left(view: EriantysView) -> dict[Tower, int]:
    """Return the number of towers that each party has not built yet, over all its school boards."""
    towers_left = {school.tower: 0 for school in view.schools}
    for school in view.schools:
        towers_left[school.tower] += school.towers
    return towers_left
