"""Render the Eriantys board as text: pure functions from a view to lines.

Students are a letter and a number (Y yellow, B blue, G green, R red, P pink), so no information
depends on terminal colours. The islands are on the left, clouds and characters beside them and the
schools below. The full-screen client draws a ring of islands instead, see ``drawing.py``.
"""

from collections.abc import Sequence

from client.games.eriantys import text as phrases
from client.games.text import amount, player_label
from messages.eriantys.actions import COLORS, Students, Tower
from messages.eriantys.table import CharacterView, EriantysView, IslandView, SchoolView

ISLANDS_WIDTH = 45
"""Columns for the list of islands."""


def render(view: EriantysView, names: Sequence[str]) -> list[str]:
    """Render the whole board in 80 columns: islands beside clouds and characters, schools below."""
    left = render_islands(view)
    right = render_clouds(view) + render_characters(view)
    rows = max(len(left), len(right))
    left += [""] * (rows - len(left))
    right += [""] * (rows - len(right))
    side_by_side = [f"{a:<{ISLANDS_WIDTH}}{b}".rstrip() for a, b in zip(left, right, strict=True)]
    return [render_headline(view), *side_by_side, *render_schools(view, names)]


def render_headline(view: EriantysView) -> str:
    """Return round, phase, bag, coins left (expert mode), effect in force and last round."""
    parts = [f"Round {view.round}", phrases.PHASES[view.phase], f"bag {view.bag}"]
    if view.expert:
        parts.append(f"coins left {view.supply}")
    if view.effect:
        parts.append(f"{phrases.character_name(view.effect)} in force{_banned_color_text(view)}")
    if view.last_round and view.phase != "OVER":
        parts.append(phrases.LAST_ROUND[view.clouds_closed])
    return " | ".join(parts)


def _banned_color_text(view: EriantysView) -> str:
    """Return the banned colour in brackets after a space; empty if there is none."""
    return f" ({view.banned_color.lower()})" if view.banned_color else ""


def render_islands(view: EriantysView) -> list[str]:
    """Return a header, then a line per island, clockwise, with the influence of each party.

    ``*`` marks mother nature; ``x1`` is one no-entry tile.
    """
    parties = parties_in_play(view)
    title = "infl " + ":".join(party.lower()[0] for party in parties)
    lines = [f"{'Islands':<8}{'students':<17}{'towers':<9}{title}"]
    return lines + [_render_island(view, island, parties) for island in view.islands]


def _render_island(view: EriantysView, island: IslandView, parties: Sequence[Tower]) -> str:
    """Return an island in one line.

    It has ``*`` for mother nature, tiles, students, towers, the influence of each of ``parties``,
    and ``x2`` for two no-entry tiles.
    """
    marker = "*" if view.mother_nature in island.tiles else " "
    towers = f"{island.tower.lower()} {island.towers}" if island.tower else ""
    strengths = influence(view, island)
    numbers = ":".join(str(strengths[party]) for party in parties)
    no_entry = f" x{island.no_entry}" if island.no_entry else ""
    tiles, counts = tile_range_text(island.tiles), students_text(island.students)
    return f"{marker}{tiles:<6} {counts:<16} {towers:<8} {numbers}{no_entry}".rstrip()


def tile_range_text(tiles: Sequence[int]) -> str:
    """Return ``3`` for one tile, or ``10-1`` for the tiles 10, 11, 0 and 1."""
    return str(tiles[0]) if len(tiles) == 1 else f"{tiles[0]}-{tiles[-1]}"


def students_text(counts: Students) -> str:
    """Return student counts as ``Y1 G2``, or a dash for none."""
    return " ".join(f"{c[0]}{counts[c]}" for c in COLORS if counts.get(c)) or "-"


def parties_in_play(view: EriantysView) -> tuple[Tower, ...]:
    """Return the tower colours in play, in the order of the seats."""
    return tuple(dict.fromkeys(school.tower for school in view.schools))


def influence(view: EriantysView, island: IslandView) -> dict[Tower, int]:
    """Return the influence of each party if the island were resolved now.

    Effects in force count: banned colour, Centaur, Knight. No-entry tiles are ignored.
    """
    result = dict.fromkeys(parties_in_play(view), 0)
    for color, seat in view.professors.items():
        if color != view.banned_color:
            result[view.schools[seat].tower] += island.students.get(color, 0)
    if island.tower in result and view.effect != "CENTAUR":
        result[island.tower] += island.towers
    if view.effect == "KNIGHT" and view.turn is not None:
        result[view.schools[view.turn].tower] += 2
    return result


def render_clouds(view: EriantysView) -> list[str]:
    """Return a title, then a line per cloud with its number and students."""
    return ["Clouds", *(f" {i}  {students_text(cloud)}" for i, cloud in enumerate(view.clouds))]


def render_characters(view: EriantysView) -> list[str]:
    """Return a title, then two lines per character: name and price, then the effect.

    There are no lines if no characters are in play.
    """
    if not view.characters:
        return []
    return ["Characters", *(line for card in view.characters for line in _render_character(card))]


def _render_character(card: CharacterView) -> list[str]:
    """Return two lines: name, price and students or no-entry tiles, then the effect."""
    coins = amount(card.price, "coin")
    extras = f", {students_text(card.students)}" if card.students else ""
    if card.name == "GRANDMA":
        extras = f", {card.no_entry} x"
    return [
        f" {phrases.character_name(card.name)}, {coins}{extras}",
        f"   {phrases.EFFECTS[card.name]}",
    ]


def render_schools(view: EriantysView, names: Sequence[str]) -> list[str]:
    """Return a title and two lines per player.

    ``>`` marks the player with the turn, ``*`` after a colour the professor.
    """
    lines = ["Schools (a * marks the professor)"]
    for seat, school in enumerate(view.schools):
        lines += [_school_summary(view, seat, school, names), _school_rooms(view, seat, school)]
    return lines


def _school_summary(view: EriantysView, seat: int, school: SchoolView, names: Sequence[str]) -> str:
    """Return name, towers left, coins (expert mode) and played assistant in one line.

    It also says if the player has left.
    """
    towers = amount(school.towers, f"{school.tower.lower()} tower")
    parts = [player_label(view, names, seat), f"{towers} left"]
    if view.expert:
        parts.append(amount(school.coins, "coin"))
    if school.played is not None:
        parts.append(f"played {school.played}")
    if school.gone:
        parts.append("has left")
    return " | ".join(parts)


def _school_rooms(view: EriantysView, seat: int, school: SchoolView) -> str:
    """Return entrance, dining room and hand of a player in one line.

    ``*`` after a colour of the dining room marks the professor.
    """
    tables = " ".join(
        f"{color[0]}{school.dining.get(color, 0)}"
        + ("*" if view.professors.get(color) == seat else "")
        for color in COLORS
    )
    cards = number_range_text(school.hand) or "none"
    return f"   entrance {students_text(school.entrance):<14}  dining {tables:<18}  hand {cards}"


def number_range_text(numbers: Sequence[int]) -> str:
    """Return numbers in ascending order with ranges, as ``1-4 6 8-10``; empty for none."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(str(r[0]) if len(r) == 1 else f"{r[0]}-{r[-1]}" for r in runs)
