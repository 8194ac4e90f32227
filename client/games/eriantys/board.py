"""The Eriantys board as text of at most 80 columns: pure functions from a view to lines.

Students are a letter and a number (Y yellow, B blue, G green, R red, P pink), so nothing depends on
colours. The ring of islands stands on the left, clouds and characters beside it, schools below.
"""

from collections.abc import Sequence

from client.games.eriantys import text as phrases
from client.games.text import amount, player_label
from messages.eriantys.actions import COLORS, Students, Tower
from messages.eriantys.table import CharacterView, EriantysView, IslandView, SchoolView

LEFT = 45
"""Columns of the islands."""


def render(view: EriantysView, names: Sequence[str]) -> list[str]:
    """Render the whole board in 80 columns."""
    left = islands(view)
    right = clouds(view) + characters(view)
    rows = max(len(left), len(right))
    left += [""] * (rows - len(left))
    right += [""] * (rows - len(right))
    side_by_side = [f"{a:<{LEFT}}{b}".rstrip() for a, b in zip(left, right, strict=True)]
    return [headline(view), *side_by_side, *schools(view, names)]


def headline(view: EriantysView) -> str:
    """Return round, phase, bag and effects in one line."""
    parts = [f"Round {view.round}", phrases.PHASES[view.phase], f"bag {view.bag}"]
    if view.expert:
        parts.append(f"coins left {view.supply}")
    if view.effect:
        parts.append(f"{phrases.character_name(view.effect)} in force{_banned(view)}")
    if view.last_round and view.phase != "OVER":
        parts.append("LAST ROUND")
    return " | ".join(parts)


def _banned(view: EriantysView) -> str:
    return f" ({view.banned_color.lower()})" if view.banned_color else ""


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


def clouds(view: EriantysView) -> list[str]:
    """The clouds with their numbers."""
    return ["Clouds", *(f" {i}  {students(cloud)}" for i, cloud in enumerate(view.clouds))]


def characters(view: EriantysView) -> list[str]:
    """Two lines per character: its name and price, what it does."""
    if not view.characters:
        return []
    return ["Characters", *(line for card in view.characters for line in _character(card))]


def _character(card: CharacterView) -> list[str]:
    coins = amount(card.price, "coin")
    extras = f", {students(card.students)}" if card.students else ""
    if card.name == "GRANDMA":
        extras = f", {card.no_entry} x"
    return [
        f" {phrases.character_name(card.name)}, {coins}{extras}",
        f"   {phrases.EFFECTS[card.name]}",
    ]


def schools(view: EriantysView, names: Sequence[str]) -> list[str]:
    """Two lines per player; ``>`` has the turn, ``*`` behind a table is its professor."""
    lines = ["Schools (a * marks the professor)"]
    for seat, school in enumerate(view.schools):
        lines += [_owner(view, seat, school, names), _rooms(view, seat, school)]
    return lines


def _owner(view: EriantysView, seat: int, school: SchoolView, names: Sequence[str]) -> str:
    towers = amount(school.towers, f"{school.tower.lower()} tower")
    parts = [player_label(view, names, seat), f"{towers} left"]
    if view.expert:
        parts.append(amount(school.coins, "coin"))
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


# --- a ring of islands ----------------------------------------------------------------------------


CELL = range(16, 25)
"""Columns of an island."""


def render_ring(view: EriantysView, names: Sequence[str], width: int, height: int) -> list[str]:
    """Render the board with the islands as a ring, with frames if there are enough lines.

    Islands go clockwise from the upper left corner; the ring shrinks when they are unified. An
    island is three lines: its number with what stands on it, its students, and the influence of
    each party. Clouds are inside the ring, characters and schools below it.
    """
    framed = _ring_board(view, names, width, framed=True)
    return framed if len(framed) <= height else _ring_board(view, names, width, framed=False)


def _ring_board(view: EriantysView, names: Sequence[str], width: int, *, framed: bool) -> list[str]:
    return [
        headline(view),
        *ring(view, width, framed),
        *_character_lines(view),
        *schools(view, names)[1:],
    ]


def ring(view: EriantysView, width: int, framed: bool) -> list[str]:
    """Return the upper row, the two sides with the clouds between them, and the lower row."""
    columns = max(2, (len(view.islands) - 1) // 2)
    cell = min(max(width // columns, CELL[0]), CELL[-1])
    cells = [_cell(view, island, cell, framed) for island in view.islands]
    empty = [" " * cell] * len(cells[0])
    upper, rest = cells[:columns], cells[columns:]
    right = rest[0] if rest else empty
    lower = rest[1 : columns + 1]
    left = rest[columns + 1] if len(rest) > columns + 1 else empty
    gap = (columns - 2) * cell
    inside, below = _clouds(view, gap, len(empty))
    middle = [a + f"{b:^{gap}}" + c for a, b, c in zip(left, inside, right, strict=True)]
    lower += [empty] * (columns - len(lower))
    lines = [*_beside(upper), *middle, *_beside(lower[::-1]), *below]
    return [line.rstrip() for line in lines]


def _beside(cells: Sequence[Sequence[str]]) -> list[str]:
    return ["".join(parts) for parts in zip(*cells, strict=True)]


def _cell(view: EriantysView, island: IslandView, cell: int, framed: bool) -> list[str]:
    room = cell - 2 if framed else cell - 1
    lines = [
        _head(view, island, room),
        _student_text(island.students, room),
        _influence(view, island),
    ]
    if not framed:
        return [f"{line:<{cell}}" for line in lines]
    heavy = view.mother_nature in island.tiles
    across, side = ("═", "║") if heavy else ("─", "│")
    corners = "╔╗╚╝" if heavy else "╭╮╰╯"
    top, bottom = (corners[i] + across * room + corners[i + 1] for i in (0, 2))
    return [top, *(f"{side}{line:<{room}}{side}" for line in lines), bottom]


def _head(view: EriantysView, island: IslandView, room: int) -> str:
    """``*3-5 white 3 x1``: mother nature, the tiles, the towers, no-entry tiles."""
    mother = "*" if view.mother_nature in island.tiles else " "
    no_entry = f" x{island.no_entry}" if island.no_entry else ""
    start = f"{mother}{tile_range(island.tiles)}"
    if island.tower is None:
        return start + no_entry
    long = f"{start} {island.tower.lower()} {island.towers}{no_entry}"
    return (
        long if len(long) <= room else f"{start} {island.tower.lower()[0]}{island.towers}{no_entry}"
    )


def _student_text(counts: Students, room: int) -> str:
    text = f" {students(counts)}"
    return text if len(text) <= room else text.replace(" ", "")


def _influence(view: EriantysView, island: IslandView) -> str:
    strengths = influence(view, island)
    if not any(strengths.values()):
        return ""
    return " " + " ".join(f"{party.lower()[0]}:{strengths[party]}" for party in parties_of(view))


def _clouds(view: EriantysView, gap: int, rows: int) -> tuple[list[str], list[str]]:
    """Inside the ring if they fit there, in one line below it otherwise."""
    clouds = [f"cloud {number}  {students(cloud)}" for number, cloud in enumerate(view.clouds)]
    if len(clouds) > rows:
        clouds = [f"{a:<22}{b}" for a, b in zip(clouds[::2], clouds[1::2], strict=True)]
    if max(map(len, clouds)) > gap:
        return [""] * rows, ["   ".join(clouds)]
    widest = max(map(len, clouds))
    above = (rows - len(clouds)) // 2
    inside = ["" for _ in range(above)] + [f"{cloud:<{widest}}" for cloud in clouds]
    return inside + [""] * (rows - len(inside)), []


def _character_lines(view: EriantysView) -> list[str]:
    """One line each: name, price, what lies on it, what it does."""
    lines = []
    for card in view.characters:
        coins = amount(card.price, "coin")
        extras = f" [{students(card.students)}]" if card.students else ""
        tiles = f" [{card.no_entry} x]" if card.name == "GRANDMA" else ""
        what = f"{phrases.character_name(card.name)}, {coins}{extras}{tiles}"
        lines.append(f" {what:<38} {phrases.EFFECTS[card.name]}")
    return lines
