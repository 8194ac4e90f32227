"""An Eriantys view as plain numbers that a bot can change: "what if I moved this one there?".

Made from a seat's own view only. It knows just enough of the rules for guessing well: professors,
influence with the characters in force, and who would win an island. The server alone decides.
"""

from collections.abc import Iterable

from messages.eriantys.actions import COLORS, Color, Students, Tower
from messages.eriantys.table import EriantysView

_COLOR_INDEX: dict[Color, int] = {color: index for index, color in enumerate(COLORS)}
STUDENTS_PER_COIN = 3
"""Every third seat of a table earns a coin."""


def _counts(students: Students) -> list[int]:
    return [students.get(color, 0) for color in COLORS]


class Position:
    """Lists of five are one number per colour. ``me`` is the own seat."""

    def __init__(self, view: EriantysView, own_seat: int) -> None:
        self.own_seat = own_seat
        self.parties = [school.tower for school in view.schools]
        self.own_party = self.parties[own_seat]
        self.towers_left = _towers_left(view)
        self.islands = [_counts(island.students) for island in view.islands]
        self.owners: list[Tower | None] = [island.tower for island in view.islands]
        self.sizes = [len(island.tiles) for island in view.islands]
        self.tiles = [island.tiles for island in view.islands]
        self.no_entry = [island.no_entry for island in view.islands]
        self.mother_nature = self.island_of_tile(view.mother_nature)
        self.max_steps = view.max_steps
        self.entrance = _counts(view.schools[own_seat].entrance)
        self.dining = [_counts(school.dining) for school in view.schools]
        self.professors = [view.professors.get(color, -1) for color in COLORS]
        self.coins = view.schools[own_seat].coins
        self.prices: dict[str, int] = {card.name: card.price for card in view.characters}
        self.effect: str | None = view.effect
        self.banned_index = -1 if view.banned_color is None else _COLOR_INDEX[view.banned_color]

    def copy(self) -> "Position":
        """A position that can be changed without changing this one."""
        other = Position.__new__(Position)
        other.__dict__.update(self.__dict__)
        other.islands = [list(students) for students in self.islands]
        other.dining = [list(tables) for tables in self.dining]
        other.no_entry = list(self.no_entry)
        other.entrance = list(self.entrance)
        other.professors = list(self.professors)
        return other

    def island_of_tile(self, tile: int) -> int:
        """Return the index of the island with this tile."""
        return next(i for i, tiles in enumerate(self.tiles) if tile in tiles)

    def island_after(self, steps: int) -> int:
        """The island mother nature comes to."""
        return (self.mother_nature + steps) % len(self.islands)

    # Changes.

    def pay_for(self, character: str) -> None:
        """Take the character's price from the own coins."""
        self.coins -= self.prices[character]

    def add_to_island(self, color: Color, tile: int) -> None:
        """A student comes to an island."""
        self.islands[self.island_of_tile(tile)][_COLOR_INDEX[color]] += 1

    def add_to_dining(self, color: Color) -> None:
        """A student comes to the own dining room; a coin and the professor may come too."""
        index = _COLOR_INDEX[color]
        table = self.dining[self.own_seat]
        table[index] += 1
        self.coins += table[index] % STUDENTS_PER_COIN == 0
        self.update_professor(index)

    def remove_from_entrance(self, color: Color) -> None:
        """A student leaves the own entrance."""
        self.entrance[_COLOR_INDEX[color]] -= 1

    def swap_with_card(self, taken: Iterable[Color], given: Iterable[Color]) -> None:
        """The Jester: students of the entrance for students of the card."""
        for color in given:
            self.entrance[_COLOR_INDEX[color]] -= 1
        for color in taken:
            self.entrance[_COLOR_INDEX[color]] += 1

    def swap_with_dining(self, taken: Iterable[Color], given: Iterable[Color]) -> None:
        """The Minstrel: students of the entrance for students of the own dining room."""
        self.swap_with_card(taken, given)
        for color in taken:
            self.dining[self.own_seat][_COLOR_INDEX[color]] -= 1
        for color in given:
            self.add_to_dining(color)
        for color in taken:
            self.update_professor(_COLOR_INDEX[color])

    def apply_thief(self, color: Color) -> None:
        """The Thief: up to three of this colour from everybody."""
        for table in self.dining:
            table[_COLOR_INDEX[color]] -= min(3, table[_COLOR_INDEX[color]])

    def activate_effect(self, character: str, color: Color | None) -> None:
        """A character is in force until the end of the turn."""
        self.effect = character
        self.banned_index = -1 if color is None else _COLOR_INDEX[color]
        if character == "POSTMAN":
            self.max_steps += 2
        if character == "FARMER":
            for index in range(len(COLORS)):
                self.update_professor(index)

    def update_professor(self, index: int) -> None:
        """Move a professor to the player with the most students of its colour; not on a tie."""
        counts = [table[index] for table in self.dining]
        highest = max(counts)
        if highest == 0:
            return
        if counts.count(highest) == 1:
            self.professors[index] = counts.index(highest)
        elif self.effect == "FARMER" and counts[self.own_seat] == highest:
            self.professors[index] = self.own_seat

    # Questions.

    def influence(self, island: int, *, effects: bool = True) -> dict[Tower, int]:
        """The influence of every party; without ``effects`` as it will be after this turn."""
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
        """Return the party that would conquer the island now; None if nothing would change."""
        if self.no_entry[island]:
            return None
        influence = self.influence(island)
        highest = max(influence.values())
        leaders = [party for party, value in influence.items() if value == highest]
        if len(leaders) > 1 or leaders[0] == self.owners[island]:
            return None
        return leaders[0]

    def count_neighbours(self, island: int, party: Tower) -> int:
        """Count the neighbours that would be unified with the island if this party had it."""
        count = len(self.islands)
        neighbours = {(island - 1) % count, (island + 1) % count} - {island}
        return sum(self.owners[i] == party for i in neighbours)


def _towers_left(view: EriantysView) -> dict[Tower, int]:
    towers_left = {school.tower: 0 for school in view.schools}
    for school in view.schools:
        towers_left[school.tower] += school.towers
    return towers_left
