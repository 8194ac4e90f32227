"""Draw the schools: a table with a line per player, or a frame per player with all seats.

Players are grouped by party, and the towers of a team are shown once.
"""

from client.games.drawing import (
    Drawing,
    Line,
    Marks,
    Names,
    Span,
    Weight,
    Zone,
    beside,
    cut,
    fit,
    frame,
    in_zone,
    join,
    pad,
    width,
)
from client.games.eriantys.board import number_range_text, parties_in_play
from client.games.eriantys.forecast import COIN_SEATS, towers_left
from client.games.eriantys.pieces import (
    COIN,
    DINING,
    PROFESSOR,
    SQUARE,
    assistant_text,
    bracketed,
    color_chip,
    dining_zone,
    entrance_zone,
    table_zone,
    tower_chip,
)
from client.games.text import seat_name
from messages.base import Seat
from messages.eriantys.actions import COLORS, Color, Tower
from messages.eriantys.table import EriantysView

NAME_WIDTH = 16
SEATS = 10
TABLE_CELL = 5
"""Columns of a dining table in the line of a player."""
MIN_BOX, SPACED_BOX, MAX_BOX = 20, 29, 40
"""Columns of a frame: the smallest one, one with spaces between seats, and the largest one."""
BOX_LINES = len(COLORS) + 3
"""The least lines of a frame: the colours, the footer and the borders."""


def seats_by_party(view: EriantysView) -> list[Seat]:
    """Return the seats grouped by party, in the order of parties_in_play; in a party by seat."""
    parties = parties_in_play(view)
    seats = range(len(view.schools))
    return sorted(seats, key=lambda seat: (parties.index(view.schools[seat].tower), seat))


def player_name(view: EriantysView, names: Names, seat: Seat, columns: int) -> Span:
    """Return the sign of the turn and the name in exactly ``columns`` columns.

    The name has ``(left)`` after it for a player who left, ``(you)`` for the reader.
    """
    note = " (left)" if view.schools[seat].gone else " (you)" if seat == view.seat else ""
    sign = "▶" if seat == view.turn else " "
    name = seat_name(names, seat)
    room = columns - 1 - len(note)
    text = fit(sign + fit(name, room).rstrip() + note, columns)
    role = "muted" if view.schools[seat].gone else "accent+bold" if sign == "▶" else "text+bold"
    return Span(text, role)


# --- a line per player ----------------------------------------------------------------------------


def table_lines(view: EriantysView) -> int:
    """Return the lines of the table."""
    return 1 + len(view.schools)


def draw_table(view: EriantysView, names: Names, marks: Marks) -> Drawing:
    """Return a header and a line per player with entrance, dining room, assistant and coins."""
    title = "team" if view.teams else "tower"
    coin = COIN if view.expert else ""
    header = f" {title:<{NAME_WIDTH + 5}}{'entrance':<21}{'dining · ★ professor':<26}card→▲  {coin}"
    return [(Span(header, "muted"),), *(_row(view, names, s, marks) for s in seats_by_party(view))]


def _row(view: EriantysView, names: Names, seat: Seat, marks: Marks) -> Line:
    """Return towers, name, entrance, dining room, played assistant and coins of a player."""
    school = view.schools[seat]
    played = "" if school.played is None else assistant_text(school.played)
    coins = f"{school.coins:>3}" if view.expert else ""
    return (
        _towers_of_seat(view, seat),
        Span(" "),
        player_name(view, names, seat, NAME_WIDTH + 1),
        Span(" "),
        *join((entrance_cell(view, seat, color, marks) for color in COLORS), ""),
        *_dining_cells(view, seat, marks),
        Span(f"{played:>6}{coins}"),
    )


def _towers_of_seat(view: EriantysView, seat: Seat) -> Span:
    """Return the towers of a party at its first player, and only its letter at the partner."""
    party = view.schools[seat].tower
    first = next(s for s, school in enumerate(view.schools) if school.tower == party)
    if seat == first:
        return tower_chip(party, towers_left(view)[party])
    return Span(f" {party[0].lower()} ", f"chip:{party.lower()}")


def entrance_cell(view: EriantysView, seat: Seat, color: Color, marks: Marks) -> Line:
    """Return the students of a colour in an entrance in four columns; blank for none.

    In the entrance of the reader the cell is a zone.
    """
    count = view.schools[seat].entrance.get(color, 0)
    if not count:
        return (Span("    "),)
    chip = color_chip(color, f"{color[0]}{count}")
    if seat != view.seat:
        return (Span(" "), chip, Span(" "))
    return bracketed((chip,), entrance_zone(color), marks)


def _dining_cells(view: EriantysView, seat: Seat, marks: Marks) -> Line:
    """Return the tables of a dining room; that of the reader is a zone.

    It is in brackets if it is legal, between arrows at the cursor.
    """
    cells = join((table_cell(view, seat, color, marks) for color in COLORS), "")
    if seat != view.seat:
        return (Span(" "), *cells, Span(" "))
    left, *_, right = bracketed((), DINING, marks)
    return (left, *in_zone(cells, DINING), right)


def table_cell(view: EriantysView, seat: Seat, color: Color, marks: Marks) -> Line:
    """Return the count of a dining table and its professor in five columns, such as `` R3★ ``.

    A table that has changed begins with ``✦``, one that the reader may choose with a bracket.
    """
    zone = _table_zone(view, seat, color, marks)
    count = view.schools[seat].dining.get(color, 0)
    left, right = _signs(view, seat, color, marks)
    chip = color_chip(color, f"{color[0]}{count}")._replace(zone=zone)
    star = Span(PROFESSOR if view.professors.get(color) == seat else "", "change+bold", zone)
    return cut(pad((left, chip, star, right), TABLE_CELL), TABLE_CELL)


def _table_zone(view: EriantysView, seat: Seat, color: Color, marks: Marks) -> Zone:
    """Return the zone of a dining table.

    The reader's table is a zone of its own only while students can be taken from it; otherwise it
    belongs to the whole dining room.
    """
    if seat != view.seat:
        return table_zone(seat, color)
    own = dining_zone(color)
    return own if own in marks.legal or own == marks.cursor else DINING


def _signs(view: EriantysView, seat: Seat, color: Color, marks: Marks) -> tuple[Span, Span]:
    """Return the signs before and after a dining table: brackets, ``✦`` or spaces."""
    zone = _table_zone(view, seat, color, marks)
    if zone == dining_zone(color):
        left, *_, right = bracketed((), zone, marks)
        return left, right
    if table_zone(seat, color) in marks.changed:
        return Span("✦", "change", zone), Span(" ", "text", zone)
    return Span(" ", "text", zone), Span(" ", "text", zone)


# --- a frame per player ---------------------------------------------------------------------------


def draw_boxes(
    view: EriantysView, names: Names, marks: Marks, columns: int, *, hands: bool = False
) -> Drawing:
    """Return the schools side by side in frames; with ``hands`` also the assistants left.

    In a match of teams the towers of each team are in a line above its schools.
    """
    seats = seats_by_party(view)
    box = min(MAX_BOX, columns // len(seats))
    boxes = [_box(view, names, seat, marks, box, hands) for seat in seats]
    if not view.teams:
        return beside(boxes, gap=0)
    gap = 1 if columns > len(seats) * box else 0
    teams = [beside(boxes[:2], gap=0), beside(boxes[2:], gap=0)]
    heads = [[_team_line(view, party)] for party in parties_in_play(view)]
    return beside([[*head, *team] for head, team in zip(heads, teams, strict=True)], gap)


def _team_line(view: EriantysView, party: Tower) -> Line:
    """Return the towers of a team: those left to build and those built."""
    left = towers_left(view)[party]
    built = sum(island.towers for island in view.islands if island.tower == party)
    return (
        Span(" "),
        Span(f" TEAM {party} ", f"chip:{party.lower()}"),
        Span(f"  {'♜' * left}{'·' * built}  {left} to build"),
    )


def _box(
    view: EriantysView, names: Names, seat: Seat, marks: Marks, columns: int, hands: bool
) -> Drawing:
    """Return the school of a player in a frame: heavy for the reader, dotted for a player who left.

    With ``hands`` the last line has the assistants left. The frame has the name, and the key of the
    dining room of the reader while it can be chosen.
    """
    spaced = columns >= SPACED_BOX
    rows = [_box_row(view, seat, color, marks, spaced) for color in COLORS]
    rows.append(_footer(view, seat, columns - 2))
    if hands:
        rows.append(
            (Span(f" hand {number_range_text(view.schools[seat].hand) or 'none'}", "muted"),)
        )
    weight: Weight = "dotted" if view.schools[seat].gone else "light"
    role = "muted"
    if seat == view.seat:
        weight, role = "heavy", "accent" if seat == view.turn else "text"
    zone = DINING if seat == view.seat else None
    drawn = frame(rows, columns, weight=weight, role=role, zone=zone)
    drawn[0] = _over(drawn[0], _title(view, names, seat, columns - 4), 2)
    if seat == view.seat and (DINING in marks.legal or marks.cursor == DINING):
        drawn[-1] = _over(drawn[-1], bracketed((Span("dining", "legal+bold"),), DINING, marks), 2)
    return drawn


def _title(view: EriantysView, names: Names, seat: Seat, columns: int) -> Line:
    """Return the name for the frame of a player, with the tower chip if there are no teams."""
    party = view.schools[seat].tower
    chip = () if view.teams else (tower_chip(party, towers_left(view)[party]), Span(" "))
    name = player_name(view, names, seat, columns - width(chip) - 1)
    return (Span(" "), *chip, name._replace(text=f"{name.text.strip()} "))


def _over(line: Line, label: Line, start: int) -> Line:
    """Return a border of one span with a label over it, which begins in the column ``start``."""
    (border,) = line
    end = start + width(label)
    left, right = border.text[:start], border.text[end:]
    return (border._replace(text=left), *label, border._replace(text=right))


def _box_row(view: EriantysView, seat: Seat, color: Color, marks: Marks, spaced: bool) -> Line:
    """Return entrance, dining table, professor and count of one colour."""
    school = view.schools[seat]
    held, count = school.entrance.get(color, 0), school.dining.get(color, 0)
    number = Span(str(held) if held else "·", "text+bold" if held else "muted")
    zone = entrance_zone(color) if seat == view.seat else None
    entrance = bracketed((number,), zone, marks) if zone else (Span(" "), number, Span(" "))
    left, right = _signs(view, seat, color, marks)
    star = PROFESSOR if view.professors.get(color) == seat else " "
    ending = (right,) if count < SEATS else ()
    table = _table_zone(view, seat, color, marks)
    return (
        *entrance,
        color_chip(color)._replace(zone=zone),
        left,
        *_seats(view, color, count, spaced, table),
        *ending,
        Span(star, "change+bold", table),
        Span(str(count), "text", table),
    )


def _seats(
    view: EriantysView, color: Color, count: int, spaced: bool, zone: Zone
) -> tuple[Span, Span]:
    """Return the taken and the free seats of a table.

    In expert mode free ones that pay a coin are ``¢``.
    """
    separator = " " if spaced else ""
    free = [
        COIN if view.expert and seat in COIN_SEATS else "·" for seat in range(count + 1, SEATS + 1)
    ]
    taken = separator.join([SQUARE] * count)
    rest = separator.join(free)
    gap = separator if count and free else ""
    return Span(taken + gap, f"ink:{color.lower()}", zone), Span(rest, "muted", zone)


def _footer(view: EriantysView, seat: Seat, columns: int) -> Line:
    """Return the played assistant, or that there is none, and in expert mode the coins."""
    school = view.schools[seat]
    played = "no card played" if school.played is None else f"card {assistant_text(school.played)}"
    coins = f"{COIN}{school.coins}" if view.expert else ""
    if school.played is not None and columns - len(coins) > len(played) + 8:
        played += " steps"
    return (Span(f" {played}", "muted"), Span(f"{coins:>{columns - len(played) - 2}} ", "text"))
