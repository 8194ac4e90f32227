"""My Shelfie as typed commands, in both directions: ``parse(text(action)) == action``.

take b4 b5 · b4 b5 · mark b4 · unmark · sort 2 1 · place 3 · place 3 2 1
"""

from collections.abc import Callable, Sequence

from client.tui.commands.words import CommandError, number, pick
from client.tui.shelfie_words import cell_names, maybe_cell
from messages import (
    MarkShelfieTiles,
    PlaceShelfieTiles,
    ShelfieAction,
    ShelfieView,
    SortShelfieTiles,
    TakeShelfieTiles,
)

HELP = (
    "take b4 b5                take one to three tiles, row letter and column number;",
    "                          the first one will lie lowest. b4 b5 does the same",
    "place 3                   put your tiles into column 3 of your shelf",
    "place 3 2 1               the same, your second tile lowest",
    "sort 2 1                  change the order of the tiles in your hand",
    "mark b4 b5                show what you think of; unmark takes it back",
)
LEGEND = (
    "C cat, B book, G game, F frame, T trophy, P plant. In the living room capital",
    "letters have a free side and can be taken, small ones cannot, [C] is marked. On",
    "your shelf small letters are your personal goal. > has the turn, * is you.",
)
_MOST = 3

Parser = Callable[[list[str]], ShelfieAction]


def parse(line: str, view: ShelfieView | None = None) -> ShelfieAction:
    """The action a line means."""
    words = line.lower().replace(",", " ").split()
    if not words:
        raise CommandError("Type a command, or help.")
    if maybe_cell(words[0]) is not None:
        return _take(words)
    return pick(words[0], _VERBS, "command (help lists them)")(words[1:])


def _cells(words: Sequence[str]) -> tuple[int, ...]:
    if len(words) > _MOST:
        raise CommandError("Name three tiles at most, like this: b4 b5 b6.")
    return tuple(_cell(word) for word in words)


def _cell(word: str) -> int:
    cell = maybe_cell(word)
    if cell is None:
        raise CommandError(f"{word!r} is no cell: use the letter and number beside it, like b4.")
    return cell


def _take(words: list[str]) -> ShelfieAction:
    if not words:
        raise CommandError("Take which tiles? Like this: take b4 b5.")
    return TakeShelfieTiles(cells=_cells(words))


def _mark(words: list[str]) -> ShelfieAction:
    if not words:
        raise CommandError("Mark which tiles? Like this: mark b4 b5.")
    return MarkShelfieTiles(cells=_cells(words))


def _unmark(words: list[str]) -> ShelfieAction:
    if words:
        raise CommandError("Nothing comes after unmark: it takes all marks away.")
    return MarkShelfieTiles()


def _sort(words: list[str]) -> ShelfieAction:
    if not words:
        raise CommandError("In which order? Like this: sort 2 1 3.")
    return SortShelfieTiles(order=_order(words))


def _place(words: list[str]) -> ShelfieAction:
    if not words:
        raise CommandError("Into which column? Like this: place 3.")
    column = number(words[0], "column") - 1
    return PlaceShelfieTiles(column=column, order=_order(words[1:]))


def _order(words: Sequence[str]) -> tuple[int, ...]:
    if len(words) > _MOST:
        raise CommandError("You hold three tiles at most.")
    return tuple(number(word, "place in your hand") - 1 for word in words)


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
