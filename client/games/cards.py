"""Drawing helpers for card games: pieces that overlap, players, bars, and pages that fit."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import groupby, product
from operator import itemgetter
from typing import Any, NamedTuple

from rich.cells import cell_len

from client.games.drawing import Drawing, Line, Names, Span, Zone, fit, plain
from client.games.text import seat_name
from messages.base import Seat

Piece = tuple[int, int, Drawing]
"""A block with its column and its row."""
Cell = tuple[str, tuple[str, Zone | None]]
"""The text of one column, with role and zone; the second column of a wide letter has no text."""
Row = dict[int, Cell]
EMPTY: Cell = (" ", ("text", None))


def overlay(pieces: Iterable[Piece]) -> Drawing:
    """Return one drawing of all pieces; a later piece covers the earlier ones.

    Places without a piece are blank, without pieces there are no lines.
    """
    rows: dict[int, Row] = {}
    for column, row, block in pieces:
        for offset, line in enumerate(block):
            _write(rows.setdefault(row + offset, {}), column, line)
    return [_merge_cells(rows.get(row, {})) for row in range(max(rows, default=-1) + 1)]


def _write(row: Row, column: int, line: Line) -> None:
    """Write a line into the cells of a row from a column on, over what is there.

    A combining mark is part of the cell before it.
    """
    for text, role, zone in line:
        look = (role, zone)
        if _is_narrow(text):
            row.update(enumerate([(letter, look) for letter in text], column))
            column += len(text)
            continue
        for letter in text:
            columns = cell_len(letter)
            for offset in range(columns):
                row[column + offset] = ("" if offset else letter, look)
            if not columns and column - 1 in row:
                before, look_before = row[column - 1]
                row[column - 1] = (before + letter, look_before)
            column += columns


@lru_cache(maxsize=2048)
def _is_narrow(text: str) -> bool:
    """Return whether every letter has one column."""
    return all(cell_len(letter) == 1 for letter in text)


def _merge_cells(row: Row) -> Line:
    """Return the cells of a row as spans; neighbours with the same role and zone are one span."""
    cells = [row.get(column, EMPTY) for column in range(max(row, default=-1) + 1)]
    return tuple(
        Span("".join([cell[0] for cell in group]), role, zone)
        for (role, zone), group in groupby(cells, key=itemgetter(1))
    )


class Variant(NamedTuple):
    """A variant of a part of a page: its number of lines, and the function that draws it."""

    lines: int
    draw: Callable[[], Drawing]


def variant_of(drawing: Drawing) -> Variant:
    """Return a variant for a drawing that is already made."""
    return Variant(len(drawing), lambda: drawing)


def _without_equal_heights(part: Sequence[Variant]) -> list[Variant]:
    """Return the first variant of each height, because a later one of that height is never used."""
    first: dict[int, Variant] = {}
    for variant in part:
        first.setdefault(variant.lines, variant)
    return list(first.values())


def first_fit(parts: Sequence[Sequence[Variant]], lines: int) -> Drawing:
    """Return the parts below each other, in the first combination of variants that fits.

    If none fits, each part has its lowest variant. The variants of the last part are tried first.
    Only chosen variants are drawn, because a card needs more time than a line of text.
    """
    chosen = [min(part, key=lambda variant: variant.lines) for part in parts]
    for variants in product(*map(_without_equal_heights, parts)):
        if sum(variant.lines for variant in variants) <= lines:
            chosen = list(variants)
            break
    return [line for variant in chosen for line in variant.draw()]


# --- players --------------------------------------------------------------------------------------


def player_name(view: Any, names: Names, seat: Seat, columns: int) -> str:
    """Return the nickname of a seat in at most this number of columns; a longer one ends in ``…``.

    The reader is ``ada (you)``, or ``you`` if that is too wide.
    """
    name = seat_name(names, seat)
    if view.seat == seat:
        label = f"{name} (you)"
        return label if cell_len(label) <= columns else "you"
    return name if cell_len(name) <= columns else fit(name, columns - 1).rstrip() + "…"


def short_name(view: Any, names: Names, seat: Seat, columns: int = 12) -> str:
    """Return ``you`` for the reader, or the nickname cut to this number of columns."""
    return "you" if view.seat == seat else player_name(view, names, seat, columns)


def hand_bar(cards: int, columns: int) -> str:
    """Return ``▮`` for each card, padded to ``columns``.

    If there are more cards than columns, the last sign is a plus.
    """
    bar = "▮" * cards if cards <= columns else "▮" * (columns - 1) + "+"
    return fit(bar, columns)


def score_bar(score: int, target: int, columns: int) -> tuple[str, str]:
    """Return the filled and the empty part of a bar, which is full if the target is reached.

    A negative score fills nothing.
    """
    filled = min(columns, max(0, score) * columns // max(1, target))
    return "█" * filled, "·" * (columns - filled)


# --- piles ----------------------------------------------------------------------------------------


def face_down_pile(count: int, columns: int, lines: int, role: str, zone: Zone) -> Drawing:
    """Return a pile of cards face down with the number of cards in its middle line.

    It must have at least one line, and columns for the number.
    """
    label = fit(f" {count} ", max(len(str(count)) + 2, 0))
    left = (columns - len(label)) // 2
    middle = "░" * left + label + "░" * (columns - left - len(label))
    rows = ["░" * columns] * lines
    rows[(lines - 1) // 2] = middle
    return [plain(row, role, zone) for row in rows]
