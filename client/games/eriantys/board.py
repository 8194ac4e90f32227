"""The Eriantys board as text of at most 80 columns: pure functions from a view to lines.

Students are a letter and a number (Y yellow, B blue, G green, R red, P pink), so nothing depends on
colours. The ring of islands stands on the left, clouds and characters beside it, schools below.
"""

from collections.abc import Sequence

from client.games.eriantys.text_words import EFFECTS, PHASES
from messages.eriantys.actions import COLORS, Character, Students, Tower
from messages.eriantys.table import CharacterView, EriantysView, IslandView, SchoolView
from messages.text import clean

LEFT = 45
"""Columns of the islands."""


def render(view: EriantysView, names: Sequence[str]) -> list[str]:
    """The whole board."""
    left = islands(view)
    right = clouds(view) + characters(view)
    rows = max(len(left), len(right))
    left += [""] * (rows - len(left))
    right += [""] * (rows - len(right))
    side_by_side = [f"{a:<{LEFT}}{b}".rstrip() for a, b in zip(left, right, strict=True)]
    return [headline(view), *side_by_side, *schools(view, names)]


def headline(view: EriantysView) -> str:
    """Where the match stands, in one line."""
    parts = [f"Round {view.round}", PHASES[view.phase], f"bag {view.bag}"]
    if view.expert:
        parts.append(f"coins left {view.supply}")
    if view.effect:
        parts.append(f"{character_name(view.effect)} in force{_banned(view)}")
    if view.last_round and view.phase != "OVER":
        parts.append("LAST ROUND")
    return " | ".join(parts)


def _banned(view: EriantysView) -> str:
    return f" ({view.banned_color.lower()})" if view.banned_color else ""


# Islands.


def islands(view: EriantysView) -> list[str]:
    """One line per island, clockwise, with each party's influence; ``*`` is mother nature."""
    parties = parties_of(view)
    title = "infl " + ":".join(party.lower()[0] for party in parties)
    lines = [f"{'Islands':<8}{'students':<17}{'towers':<9}{title}"]
    return lines + [_island(view, island, parties) for island in view.islands]


def _island(view: EriantysView, island: IslandView, parties: Sequence[Tower]) -> str:
    mother = "*" if view.mother_nature in island.tiles else " "
    towers = f"{island.tower.lower()} {island.towers}" if island.tower else ""
    strengths = influence(view, island)
    numbers = ":".join(str(strengths[party]) for party in parties)
    no_entry = f" x{island.no_entry}" if island.no_entry else ""
    line = f"{mother}{tile_range(island.tiles):<6} {students(island.students):<16} {towers:<8} "
    return (line + numbers + no_entry).rstrip()


def tile_range(tiles: Sequence[int]) -> str:
    """``3``, or ``10-1`` for the tiles 10, 11, 0 and 1."""
    return str(tiles[0]) if len(tiles) == 1 else f"{tiles[0]}-{tiles[-1]}"


def students(counts: Students) -> str:
    """``Y1 G2``; a dash for none."""
    return " ".join(f"{c[0]}{counts[c]}" for c in COLORS if counts.get(c)) or "-"


def parties_of(view: EriantysView) -> tuple[Tower, ...]:
    """The tower colours in play, in the order of the seats."""
    return tuple(dict.fromkeys(school.tower for school in view.schools))


def influence(view: EriantysView, island: IslandView) -> dict[Tower, int]:
    """The influence of each party if the island were resolved now."""
    result = dict.fromkeys(parties_of(view), 0)
    for color, seat in view.professors.items():
        if color != view.banned_color:
            result[view.schools[seat].tower] += island.students.get(color, 0)
    if island.tower in result and view.effect != "CENTAUR":
        result[island.tower] += island.towers
    if view.effect == "KNIGHT" and view.turn is not None:
        result[view.schools[view.turn].tower] += 2
    return result


# Clouds and characters.


def clouds(view: EriantysView) -> list[str]:
    """The clouds with their numbers."""
    return ["Clouds", *(f" {i}  {students(cloud)}" for i, cloud in enumerate(view.clouds))]


def characters(view: EriantysView) -> list[str]:
    """Two lines per character: its name and price, what it does."""
    if not view.characters:
        return []
    return ["Characters", *(line for card in view.characters for line in _character(card))]


def _character(card: CharacterView) -> list[str]:
    coins = "1 coin" if card.price == 1 else f"{card.price} coins"
    extras = f", {students(card.students)}" if card.students else ""
    if card.name == "GRANDMA":
        extras = f", {card.no_entry} x"
    return [f" {character_name(card.name)}, {coins}{extras}", f"   {EFFECTS[card.name]}"]


def character_name(name: Character) -> str:
    """``mushroom hunter``."""
    return name.lower().replace("_", " ")


# Schools.


def schools(view: EriantysView, names: Sequence[str]) -> list[str]:
    """Two lines per player; ``>`` has the turn, ``*`` behind a table is its professor."""
    lines = ["Schools (a * marks the professor)"]
    for seat, school in enumerate(view.schools):
        lines += [_owner(view, seat, school, names), _rooms(view, seat, school)]
    return lines


def _owner(view: EriantysView, seat: int, school: SchoolView, names: Sequence[str]) -> str:
    turn = ">" if view.turn == seat else " "
    you = " (you)" if view.seat == seat else ""
    name = clean(names[seat], 20) if seat < len(names) else f"seat {seat}"
    towers = "tower" if school.towers == 1 else "towers"
    parts = [f"{turn}{name}{you}", f"{school.towers} {school.tower.lower()} {towers} left"]
    if view.expert:
        parts.append("1 coin" if school.coins == 1 else f"{school.coins} coins")
    if school.played is not None:
        parts.append(f"played {school.played}")
    if school.gone:
        parts.append("has left")
    return " | ".join(parts)


def _rooms(view: EriantysView, seat: int, school: SchoolView) -> str:
    tables = " ".join(
        f"{color[0]}{school.dining.get(color, 0)}"
        + ("*" if view.professors.get(color) == seat else "")
        for color in COLORS
    )
    cards = number_range(school.hand) or "none"
    return f"   entrance {students(school.entrance):<14}  dining {tables:<18}  hand {cards}"


def number_range(numbers: Sequence[int]) -> str:
    """``1-4 6 8-10`` for a list of numbers."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(str(r[0]) if len(r) == 1 else f"{r[0]}-{r[-1]}" for r in runs)
