"""My Shelfie as typed commands, in both directions: ``parse(text(action)) == action``.

take b4 b5 · b4 b5 · mark b4 · unmark · sort 2 1 · place 3 · place 3 2 1
"""

from collections.abc import Callable, Sequence

from client.games import text as shared
from client.games.parsing import CommandError, number, pick
from client.games.shelfie import text_typing as phrases
from client.games.shelfie.text_words import cell_names, maybe_cell
from messages.shelfie.actions import (
    MarkShelfieTiles,
    PlaceShelfieTiles,
    ShelfieAction,
    SortShelfieTiles,
    TakeShelfieTiles,
)
from messages.shelfie.table import ShelfieView

_MOST = 3

Parser = Callable[[list[str]], ShelfieAction]


def parse(line: str, view: ShelfieView | None = None) -> ShelfieAction:
    """The action a line means."""
    words = line.lower().replace(",", " ").split()
    if not words:
        raise CommandError(shared.NO_COMMAND)
    if maybe_cell(words[0]) is not None:
        return _take(words)
    return pick(words[0], _VERBS, shared.A_COMMAND)(words[1:])


def _cells(words: Sequence[str]) -> tuple[int, ...]:
    if len(words) > _MOST:
        raise CommandError(phrases.THREE_AT_MOST)
    return tuple(_cell(word) for word in words)


def _cell(word: str) -> int:
    cell = maybe_cell(word)
    if cell is None:
        raise CommandError(phrases.NO_CELL.format(word=word))
    return cell


def _take(words: list[str]) -> ShelfieAction:
    if not words:
        raise CommandError(phrases.TAKE_USAGE)
    return TakeShelfieTiles(cells=_cells(words))


def _mark(words: list[str]) -> ShelfieAction:
    if not words:
        raise CommandError(phrases.MARK_USAGE)
    return MarkShelfieTiles(cells=_cells(words))


def _unmark(words: list[str]) -> ShelfieAction:
    if words:
        raise CommandError(phrases.UNMARK_USAGE)
    return MarkShelfieTiles()


def _sort(words: list[str]) -> ShelfieAction:
    if not words:
        raise CommandError(phrases.SORT_USAGE)
    return SortShelfieTiles(order=_order(words))


def _place(words: list[str]) -> ShelfieAction:
    if not words:
        raise CommandError(phrases.PLACE_USAGE)
    column = number(words[0], "column") - 1
    return PlaceShelfieTiles(column=column, order=_order(words[1:]))


def _order(words: Sequence[str]) -> tuple[int, ...]:
    if len(words) > _MOST:
        raise CommandError(phrases.HOLD_THREE)
    return tuple(number(word, phrases.A_PLACE) - 1 for word in words)


_VERBS: dict[str, Parser] = {
    "take": _take,
    "place": _place,
    "sort": _sort,
    "mark": _mark,
    "unmark": _unmark,
}


def text(action: ShelfieAction) -> str:
    """The command that means this action."""
    match action:
        case TakeShelfieTiles():
            return f"take {cell_names(action.cells)}"
        case MarkShelfieTiles():
            return f"mark {cell_names(action.cells)}" if action.cells else "unmark"
        case SortShelfieTiles():
            return f"sort {_places(action.order)}"
        case PlaceShelfieTiles():
            return f"place {action.column + 1} {_places(action.order)}".strip()


def _places(order: Sequence[int]) -> str:
    return " ".join(str(place + 1) for place in order)
