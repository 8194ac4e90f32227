"""Render the Eriantys board as text: pure functions from a view to lines.

Students are a letter and a number (Y yellow, B blue, G green, R red, P pink), so no information
depends on terminal colours. The board of 80 columns lists the islands on the left, clouds and
characters beside them and the schools below; the board for large screens draws a ring of islands.
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
    """Return an island in one line: ``*`` for mother nature, tiles, students, towers, influence."""
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


# --- a ring of islands ----------------------------------------------------------------------------


CELL_WIDTHS = range(16, 25)
"""Possible widths of an island in columns."""


def render_ring(view: EriantysView, names: Sequence[str], width: int, height: int) -> list[str]:
    """Render the board with the islands as a ring, framed if the height allows it.

    Islands are clockwise from the upper left corner; the ring shrinks when they merge. An island
    has three lines: number and towers, students, influence of each party. Clouds are inside the
    ring if they fit, characters and schools below it. Without frames the board may still be higher
    than ``height``.
    """
    framed = _render_ring_board(view, names, width, framed=True)
    return framed if len(framed) <= height else _render_ring_board(view, names, width, framed=False)


def _render_ring_board(
    view: EriantysView, names: Sequence[str], width: int, *, framed: bool
) -> list[str]:
    """Return headline, ring of islands, characters and schools."""
    return [
        render_headline(view),
        *render_islands_ring(view, width, framed),
        *_character_lines(view),
        *render_schools(view, names)[1:],
    ]


def render_islands_ring(view: EriantysView, width: int, framed: bool) -> list[str]:
    """Return the ring: upper row, both sides with the clouds between them, lower row.

    Places of the ring without an island are blank. Clouds that do not fit inside are in a line
    below.
    """
    columns = max(2, (len(view.islands) - 1) // 2)
    cell = min(max(width // columns, CELL_WIDTHS[0]), CELL_WIDTHS[-1])
    cells = [_render_cell(view, island, cell, framed) for island in view.islands]
    empty = [" " * cell] * len(cells[0])
    upper, rest = cells[:columns], cells[columns:]
    right = rest[0] if rest else empty
    lower = rest[1 : columns + 1]
    left = rest[columns + 1] if len(rest) > columns + 1 else empty
    gap = (columns - 2) * cell
    inside, below = _place_clouds(view, gap, len(empty))
    middle = [a + f"{b:^{gap}}" + c for a, b, c in zip(left, inside, right, strict=True)]
    lower += [empty] * (columns - len(lower))
    lines = [*_join_columns(upper), *middle, *_join_columns(lower[::-1]), *below]
    return [line.rstrip() for line in lines]


def _join_columns(cells: Sequence[Sequence[str]]) -> list[str]:
    """Return lines in which blocks with the same number of lines are side by side."""
    return ["".join(parts) for parts in zip(*cells, strict=True)]


def _render_cell(view: EriantysView, island: IslandView, width: int, framed: bool) -> list[str]:
    """Return the lines of one island, padded to the width.

    With a frame there are two more lines; the frame is double where mother nature is.
    """
    inner_width = width - 2 if framed else width - 1
    lines = [
        _cell_headline(view, island, inner_width),
        _cell_students(island.students, inner_width),
        _cell_influence(view, island),
    ]
    if not framed:
        return [f"{line:<{width}}" for line in lines]
    has_mother_nature = view.mother_nature in island.tiles
    across, side = ("═", "║") if has_mother_nature else ("─", "│")
    corners = "╔╗╚╝" if has_mother_nature else "╭╮╰╯"
    top, bottom = (corners[i] + across * inner_width + corners[i + 1] for i in (0, 2))
    return [top, *(f"{side}{line:<{inner_width}}{side}" for line in lines), bottom]


def _cell_headline(view: EriantysView, island: IslandView, inner_width: int) -> str:
    """Return mother nature, tiles, towers and no-entry tiles: ``*3-5 white 3 x1``.

    The tower colour is shortened to one letter if the line is too long.
    """
    marker = "*" if view.mother_nature in island.tiles else " "
    no_entry = f" x{island.no_entry}" if island.no_entry else ""
    start = f"{marker}{tile_range_text(island.tiles)}"
    if island.tower is None:
        return start + no_entry
    long = f"{start} {island.tower.lower()} {island.towers}{no_entry}"
    short = f"{start} {island.tower.lower()[0]}{island.towers}{no_entry}"
    return long if len(long) <= inner_width else short


def _cell_students(counts: Students, inner_width: int) -> str:
    """Return the students of an island; without spaces if the text is too wide."""
    text = f" {students_text(counts)}"
    return text if len(text) <= inner_width else text.replace(" ", "")


def _cell_influence(view: EriantysView, island: IslandView) -> str:
    """Return the influence of each party as ``w:2 b:0``; empty if all are 0."""
    strengths = influence(view, island)
    if not any(strengths.values()):
        return ""
    return " " + " ".join(
        f"{party.lower()[0]}:{strengths[party]}" for party in parties_in_play(view)
    )


def _place_clouds(view: EriantysView, gap: int, rows: int) -> tuple[list[str], list[str]]:
    """Return the lines inside the ring, as many as ``rows``, and the lines below it.

    The clouds are inside if they fit into the columns ``gap``, otherwise in one line below. If
    there are more clouds than rows, two share a line.
    """
    clouds = [f"cloud {number}  {students_text(cloud)}" for number, cloud in enumerate(view.clouds)]
    if len(clouds) > rows:
        clouds = [f"{a:<22}{b}" for a, b in zip(clouds[::2], clouds[1::2], strict=True)]
    if max(map(len, clouds)) > gap:
        return [""] * rows, ["   ".join(clouds)]
    widest = max(map(len, clouds))
    above = (rows - len(clouds)) // 2
    inside = ["" for _ in range(above)] + [f"{cloud:<{widest}}" for cloud in clouds]
    return inside + [""] * (rows - len(inside)), []


def _character_lines(view: EriantysView) -> list[str]:
    """Return a line per character: name, price, students or tiles on it, effect."""
    lines = []
    for card in view.characters:
        coins = amount(card.price, "coin")
        extras = f" [{students_text(card.students)}]" if card.students else ""
        tiles = f" [{card.no_entry} x]" if card.name == "GRANDMA" else ""
        title = f"{phrases.character_name(card.name)}, {coins}{extras}{tiles}"
        lines.append(f" {title:<38} {phrases.EFFECTS[card.name]}")
    return lines
