"""Drawings of boards: lines of spans, and the functions that arrange them. Pure, for every game.

A span is a text with a role, which a theme turns into a style, and with the zone of the board that
it belongs to. Shapes carry all information, so a drawing without roles is complete: ``[7]`` can be
chosen, ``▶7◀`` is the cursor, ``✦`` has changed, ``‹P›`` is a preview.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from rich.cells import cell_len, set_cell_size

from messages.base import Change, Seat
from messages.registry import Action

Names = Sequence[str]
"""Nicknames of the players, indexed by seat."""
Zone = tuple[str, ...]
"""A place of the board that can be chosen, such as ``("island", "8")`` or ``("card", "4")``."""
Point = tuple[int, int]
"""x to the right and y upwards, in the units of the board."""


class Span(NamedTuple):
    """A piece of a line.

    A role is a name of the palette, with attributes after plus signs: ``text``, ``muted``,
    ``accent+bold``, ``ink:red``, ``chip:blue``, ``tint:green``, ``muted+strike``.
    """

    text: str
    role: str = "text"
    zone: Zone | None = None


Line = tuple[Span, ...]
Drawing = list[Line]


class Sign(NamedTuple):
    """The meaning of a sign; the help shows it if the text ``mark`` is on the board."""

    mark: str
    meaning: str


class Size(NamedTuple):
    """The room for a drawing."""

    columns: int
    lines: int


class Marks(NamedTuple):
    """Everything that a drawing highlights, and the visible part of a board that can scroll."""

    legal: frozenset[Zone] = frozenset()
    """Zones of the legal actions."""
    cursor: Zone | None = None
    """The zone that the next Enter takes."""
    changed: frozenset[Zone] = frozenset()
    """Zones that have changed since the last turn of the reader."""
    preview: Action | None = None
    """The selected action, whose result is drawn as a preview."""
    center: Point | None = None
    """The point of a large board to show; None for the last change or the preview."""
    seat: Seat | None = None
    """The player whose part of the board is shown; None for the reader."""
    order: str = ""
    """The order of the cards in the own hand, such as ``rank``; empty for that of the game."""
    recent: tuple[Change, ...] = ()
    """The last changes of the match that the client has seen, the oldest first."""


@dataclass(frozen=True, kw_only=True)
class BoardDrawing:
    """The functions that draw the board of a game in the full-screen client."""

    draw: Callable[[Any, Names, Size, Marks], Drawing]
    """Draws a view; no line is wider than ``size.columns``. With less than 80 columns or 23 lines
    it may draw less; more lines than ``size.lines`` are scrolled."""
    zones: Callable[[Any, Any], tuple[Zone, ...]]
    """Returns the zones of an action in a view, in the order in which a player chooses them."""
    preview: Callable[[Any, Names, Any], Line]
    """Returns the result of an action in one line."""
    changed: Callable[[Any, Any], frozenset[Zone]]
    """Returns the zones in which an earlier view differs from a later one."""
    recap: Callable[[Any, Names, Sequence[Change]], list[Line]]
    """Returns what the changes did, one short line per player who acted, in their order."""
    scroll: Callable[[Any, Marks, Point], Point] | None = None
    """Returns the center after scrolling by a step; None if the whole board is always drawn."""
    summary: Callable[[Any, Names, Change], Drawing] | None = None
    """Returns the scores of a round if the change ends one, otherwise an empty drawing."""
    signs: Mapping[str, Sign] = field(default_factory=dict)
    """The signs of this game, as the help shows them, with their meanings."""
    orders: tuple[str, ...] = ()
    """The orders of the own hand for ``Marks.order``; the first one is the default."""


# --- widths ---------------------------------------------------------------------------------------


columns_of = lru_cache(maxsize=4096)(cell_len)
"""Returns the number of columns of a text; a drawing has many equal texts."""


def width(line: Line) -> int:
    """Return the number of columns of a line; wide letters of a nickname have two."""
    return sum([columns_of(span[0]) for span in line])


def block_width(block: Iterable[Line]) -> int:
    """Return the number of columns of the widest line; 0 without lines."""
    return max(map(width, block), default=0)


def fit(text: str, columns: int) -> str:
    """Cut or pad a text to exactly this number of columns."""
    return set_cell_size(text, columns)


def cut(line: Line, columns: int) -> Line:
    """Return the line without the part beyond this number of columns.

    A wide letter of which only one column is left becomes a space.
    """
    if width(line) <= columns:
        return line
    kept: list[Span] = []
    left = columns
    for span in line:
        if left <= 0:
            break
        needed = columns_of(span.text)
        kept.append(span if needed <= left else span._replace(text=fit(span.text, left)))
        left -= needed
    return tuple(kept)


def shorten(line: Line, columns: int) -> Line:
    """Return the line cut to this number of columns, with an ellipsis at the end of a cut one."""
    if width(line) <= columns or columns <= 0:
        return cut(line, columns)
    kept = cut(line, columns - 1)
    role = kept[-1].role if kept else "text"
    return (*kept, Span("…", role))


def pad(line: Line, columns: int, role: str = "text") -> Line:
    """Append spaces until the line has this number of columns; a longer line is unchanged."""
    missing = columns - width(line)
    return (*line, Span(" " * missing, role)) if missing > 0 else line


# --- lines and blocks -----------------------------------------------------------------------------


def plain(text: str, role: str = "text", zone: Zone | None = None) -> Line:
    """Return a line of one span."""
    return (Span(text, role, zone),)


def join(parts: Iterable[Line], separator: str = " ") -> Line:
    """Return the lines one after another in one line, with a separator between them."""
    joined: list[Span] = []
    for index, part in enumerate(parts):
        if index and separator:
            joined.append(Span(separator))
        joined.extend(part)
    return tuple(joined)


def wrap(parts: Iterable[Line], columns: int, indent: str = " ", separator: str = "  ") -> Drawing:
    """Return lines with the parts side by side, broken between parts; no parts give no lines.

    Every line begins with ``indent``. A part wider than ``columns`` is alone on its line, uncut.
    """
    lines: Drawing = []
    for part in parts:
        if lines and width(lines[-1]) + len(separator) + width(part) <= columns:
            lines[-1] = (*lines[-1], Span(separator), *part)
        else:
            lines.append((Span(indent), *part))
    return lines


def beside(blocks: Sequence[Sequence[Line]], gap: int = 1) -> Drawing:
    """Return the blocks side by side, aligned at the top, with a gap of some columns."""
    height = max(map(len, blocks), default=0)
    widths = [block_width(block) for block in blocks]
    lines: Drawing = []
    for row in range(height):
        line: list[Span] = []
        for index, (block, columns) in enumerate(zip(blocks, widths, strict=True)):
            cell = block[row] if row < len(block) else ()
            is_last = index == len(blocks) - 1
            line.extend(cell if is_last else pad(cell, columns + gap))
        lines.append(tuple(line))
    return lines


Weight = Literal["light", "heavy", "double", "dotted"]
_FRAMES: dict[Weight, tuple[str, ...]] = {
    "light": tuple("╭─╮│╰╯"),
    "heavy": tuple("┏━┓┃┗┛"),
    "double": tuple("╔═╗║╚╝"),
    "dotted": tuple("┌┄┐┆└┘"),
}


def frame(
    block: Sequence[Line],
    columns: int,
    *,
    weight: Weight = "light",
    title: str = "",
    role: str = "muted",
    zone: Zone | None = None,
) -> Drawing:
    """Return the block in a frame that is ``columns`` wide; longer lines are cut.

    The title is not cut; it must have at most ``columns - 5`` columns. Spans without a zone get the
    zone of the frame.
    """
    left, across, right, side, bottom_left, bottom_right = _FRAMES[weight]
    inner = columns - 2
    head = f"{across} {title} " if title else ""
    top = Span(left + head + across * (inner - cell_len(head)) + right, role, zone)
    bottom = Span(bottom_left + across * inner + bottom_right, role, zone)
    rows = [
        (
            Span(side, role, zone),
            *in_zone(pad(cut(line, inner), inner), zone),
            Span(side, role, zone),
        )
        for line in block
    ]
    return [(top,), *rows, (bottom,)]


def in_zone(line: Line, zone: Zone | None) -> Line:
    """Return the line with this zone on every span that has none."""
    if zone is None:
        return line
    return tuple([span if span[2] is not None else Span(span[0], span[1], zone) for span in line])


def pack(parts: Sequence[Iterable[Drawing]], lines: int) -> Drawing:
    """Return the parts below each other, each in the largest variant so that all fit.

    Each part has at least one variant; they are sorted from large to small. The last part is
    reduced first. If even the smallest variants do not fit, they are returned anyway. A generator
    of variants draws only those that are tried.
    """
    variants = [iter(part) for part in parts]
    chosen = [next(part) for part in variants]
    for position in reversed(range(len(parts))):
        while sum(map(len, chosen)) > lines:
            smaller = next(variants[position], None)
            if smaller is None:
                break
            chosen[position] = smaller
    return [line for drawing in chosen for line in drawing]


# --- marks ----------------------------------------------------------------------------------------


def key_label(key: str, zone: Zone, marks: Marks) -> Span:
    """Return the key of a zone: ``▶7◀`` at the cursor, ``[7]`` if it is legal, or `` 7 ``."""
    if zone == marks.cursor:
        return Span(f"▶{key}◀", "accent+bold", zone)
    if zone in marks.legal:
        return Span(f"[{key}]", "legal+bold", zone)
    return Span(f" {key} ", "muted", zone)


def change_sign(zone: Zone, marks: Marks) -> Span:
    """Return ``✦`` if the zone has changed, otherwise a space."""
    return Span("✦", "change", zone) if zone in marks.changed else Span(" ", "text", zone)


def weight_of(zone: Zone, marks: Marks) -> Weight:
    """Return the weight of the frame of a zone: heavy if it is legal or at the cursor."""
    return "heavy" if zone in marks.legal or zone == marks.cursor else "light"


def frame_role(zone: Zone, marks: Marks) -> str:
    """Return the role of the frame of a zone: at the cursor, legal or neither."""
    if zone == marks.cursor:
        return "accent+bold"
    return "legal" if zone in marks.legal else "muted"


def to_text(drawing: Iterable[Line]) -> list[str]:
    """Return the texts of a drawing without roles, and without spaces at the ends of lines."""
    return ["".join(span.text for span in line).rstrip() for line in drawing]
