"""An Eriantys view as plain numbers that a bot can change: "what if I moved this one there?".

Made from a seat's own view only. It knows just enough of the rules for guessing well: professors,
influence with the characters in force, and who would win an island. The server alone decides.
"""

from collections.abc import Iterable

from messages.eriantys.actions import COLORS, Color, Students, Tower
from messages.eriantys.table import EriantysView

_INDEX: dict[Color, int] = {color: index for index, color in enumerate(COLORS)}
SEAT_OF_COIN = 3
"""Every third seat of a table earns a coin."""


def _counts(students: Students) -> list[int]:
    return [students.get(color, 0) for color in COLORS]


class Position:
    """Lists of five are one number per colour. ``me`` is the own seat."""

    def __init__(self, view: EriantysView, me: int) -> None:
        self.me = me
        self.parties = [school.tower for school in view.schools]
        self.mine = self.parties[me]
        self.yards = _yards(view)
        self.islands = [_counts(island.students) for island in view.islands]
        self.owners: list[Tower | None] = [island.tower for island in view.islands]
        self.sizes = [len(island.tiles) for island in view.islands]
        self.tiles = [island.tiles for island in view.islands]
        self.no_entry = [island.no_entry for island in view.islands]
        self.mother = self.island_at(view.mother_nature)
        self.steps = view.max_steps
        self.entrance = _counts(view.schools[me].entrance)
        self.dining = [_counts(school.dining) for school in view.schools]
        self.professors = [view.professors.get(color, -1) for color in COLORS]
        self.coins = view.schools[me].coins
        self.prices: dict[str, int] = {card.name: card.price for card in view.characters}
        self.effect: str | None = view.effect
        self.banned = -1 if view.banned_color is None else _INDEX[view.banned_color]

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

    def island_at(self, tile: int) -> int:
        """The place in ``islands`` of the island with this tile."""
        return next(i for i, tiles in enumerate(self.tiles) if tile in tiles)

    def reach(self, steps: int) -> int:
        """The island mother nature comes to."""
        return (self.mother + steps) % len(self.islands)

    # Changes.

    def pay(self, character: str) -> None:
        """Take the character's price from the own coins."""
        self.coins -= self.prices[character]

    def to_island(self, color: Color, tile: int) -> None:
        """A student comes to an island."""
        self.islands[self.island_at(tile)][_INDEX[color]] += 1

    def to_dining(self, color: Color) -> None:
        """A student comes to the own dining room; a coin and the professor may come too."""
        index = _INDEX[color]
        table = self.dining[self.me]
        table[index] += 1
        self.coins += table[index] % SEAT_OF_COIN == 0
        self.check_professor(index)

    def from_entrance(self, color: Color) -> None:
        """A student leaves the own entrance."""
        self.entrance[_INDEX[color]] -= 1

    def swap_with_card(self, taken: Iterable[Color], given: Iterable[Color]) -> None:
        """The Jester: students of the entrance for students of the card."""
        for color in given:
            self.entrance[_INDEX[color]] -= 1
        for color in taken:
            self.entrance[_INDEX[color]] += 1

    def swap_with_dining(self, taken: Iterable[Color], given: Iterable[Color]) -> None:
        """The Minstrel: students of the entrance for students of the own dining room."""
        self.swap_with_card(taken, given)
        for color in taken:
            self.dining[self.me][_INDEX[color]] -= 1
        for color in given:
            self.to_dining(color)
        for color in taken:
            self.check_professor(_INDEX[color])

    def rob(self, color: Color) -> None:
        """The Thief: up to three of this colour from everybody."""
        for table in self.dining:
            table[_INDEX[color]] -= min(3, table[_INDEX[color]])

    def use_effect(self, character: str, color: Color | None) -> None:
        """A character is in force until the end of the turn."""
        self.effect = character
        self.banned = -1 if color is None else _INDEX[color]
        if character == "POSTMAN":
            self.steps += 2
        if character == "FARMER":
            for index in range(len(COLORS)):
                self.check_professor(index)

    def check_professor(self, index: int) -> None:
        """Move a professor to the player with the most students of its colour; not on a tie."""
        counts = [table[index] for table in self.dining]
        most = max(counts)
        if most == 0:
            return
        if counts.count(most) == 1:
            self.professors[index] = counts.index(most)
        elif self.effect == "FARMER" and counts[self.me] == most:
            self.professors[index] = self.me

    # Questions.

    def influence(self, place: int, *, effects: bool = True) -> dict[Tower, int]:
        """The influence of every party; without ``effects`` as it will be after this turn."""
        result = dict.fromkeys(self.parties, 0)
        banned = self.banned if effects else -1
        for index, count in enumerate(self.islands[place]):
            holder = self.professors[index]
            if count and holder >= 0 and index != banned:
                result[self.parties[holder]] += count
        owner = self.owners[place]
        if owner in result and not (effects and self.effect == "CENTAUR"):
            result[owner] += self.sizes[place]
        if effects and self.effect == "KNIGHT":
            result[self.mine] += 2
        return result

    def maybe_winner(self, place: int) -> Tower | None:
        """Return the party that would conquer the island now; None if nothing would change."""
        if self.no_entry[place]:
            return None
        influence = self.influence(place)
        most = max(influence.values())
        leaders = [party for party, value in influence.items() if value == most]
        if len(leaders) > 1 or leaders[0] == self.owners[place]:
            return None
        return leaders[0]

    def neighbours_of(self, place: int, party: Tower) -> int:
        """Count the neighbours that would be unified with the island if this party had it."""
        count = len(self.islands)
        around = {(place - 1) % count, (place + 1) % count} - {place}
        return sum(self.owners[i] == party for i in around)


def _yards(view: EriantysView) -> dict[Tower, int]:
    yards = {school.tower: 0 for school in view.schools}
    for school in view.schools:
        yards[school.tower] += school.towers
    return yards
