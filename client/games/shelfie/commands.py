"""Convert between My Shelfie actions and typed commands.

``parse(command_text(action)) == action``. Examples:

take b4 b5 · b4 b5 · mark b4 · unmark · sort 2 1 · place 3 · place 3 2 1
"""

from collections.abc import Sequence

from client.games.base import GameCommands, Names, Offer, Unavailable
from client.games.layout import wrap_items
from client.games.parsing import CommandError, parse_number, pick_verb
from client.games.shelfie import text as phrases
from client.games.shelfie.board import count_free_places
from client.games.shelfie.mirror import drop_tiles
from client.games.shelfie.text import cell_names, maybe_cell, tile_names
from messages.shelfie import actions as shelfie
from messages.shelfie.actions import PlaceShelfieTiles, ShelfieAction, TakeShelfieTiles
from messages.shelfie.table import ShelfieView

_MAX_TILES = 3
"""Maximum number of tiles that are taken in a turn."""

_VERBS = {verb: verb for verb in phrases.USAGE}


def parse(line: str, view: ShelfieView | None = None) -> ShelfieAction:
    """Return the action for a line; a line that starts with a cell takes tiles.

    Commas count as spaces. The view is not used. Raises CommandError for a line that is no command.
    """
    words = line.lower().replace(",", " ").split()
    if words and maybe_cell(words[0]) is not None:
        words = ["take", *words]
    verb, rest = pick_verb(words, _VERBS), words[1:]
    match [verb, *rest]:
        case ["take", _, *_]:
            return TakeShelfieTiles(cells=_parse_cells(rest))
        case ["place", column, *order]:
            return PlaceShelfieTiles(
                column=parse_number(column, "column") - 1, order=_parse_order(order)
            )
        case ["sort", _, *_]:
            return shelfie.SortShelfieTiles(order=_parse_order(rest))
        case ["mark", _, *_]:
            return shelfie.MarkShelfieTiles(cells=_parse_cells(rest))
        case ["unmark"]:
            return shelfie.MarkShelfieTiles()
    raise CommandError(phrases.USAGE[verb])


def _parse_cells(words: Sequence[str]) -> tuple[int, ...]:
    """Return the cells for at most three words; raises CommandError for more or another word."""
    if len(words) > _MAX_TILES:
        raise CommandError(phrases.TOO_MANY_TILES)
    return tuple(_parse_cell(word) for word in words)


def _parse_cell(word: str) -> int:
    """Return the cell for a word such as ``b4``; raises CommandError for another word."""
    cell = maybe_cell(word)
    if cell is None:
        raise CommandError(phrases.NO_CELL.format(word=word))
    return cell


def _parse_order(words: Sequence[str]) -> tuple[int, ...]:
    """Return the indexes for at most three numbers from 1; raises CommandError.

    No words give an empty order, which keeps that of the hand.
    """
    if len(words) > _MAX_TILES:
        raise CommandError(phrases.TOO_MANY_IN_HAND)
    return tuple(parse_number(word, phrases.A_PLACE) - 1 for word in words)


def command_text(action: ShelfieAction) -> str:
    """Return the command for an action; a mark without cells is ``unmark``."""
    match action:
        case TakeShelfieTiles():
            return f"take {cell_names(action.cells)}"
        case shelfie.MarkShelfieTiles():
            return f"mark {cell_names(action.cells)}" if action.cells else "unmark"
        case shelfie.SortShelfieTiles():
            return f"sort {_order_text(action.order)}"
        case PlaceShelfieTiles():
            return f"place {action.column + 1} {_order_text(action.order)}".strip()


def _order_text(order: Sequence[int]) -> str:
    """Return the indexes of an order as numbers from 1, separated by spaces."""
    return " ".join(str(index + 1) for index in order)


# --- choices --------------------------------------------------------------------------------------


def offer(view: ShelfieView, actions: Sequence[ShelfieAction]) -> Offer:
    """Return the numbered choices.

    To take tiles, combinations of several tiles are numbered first, then single tiles.
    To place tiles, each column has its number, and the lines list its tiles after the placement.
    """
    taking = [action for action in actions if isinstance(action, TakeShelfieTiles)]
    if taking:
        return _offer_tiles(view, taking)
    return _offer_columns(view, [a for a in actions if isinstance(a, PlaceShelfieTiles)])


def _offer_tiles(view: ShelfieView, actions: Sequence[TakeShelfieTiles]) -> Offer:
    """Return an offer that numbers all combinations of tiles, those of several tiles first."""
    ordered = sorted(actions, key=lambda action: len(action.cells) == 1)
    numbers: dict[int, ShelfieAction] = dict(enumerate(ordered, start=1))
    labels = [
        f"{n} {_combination_label(view, action)}" for n, action in enumerate(ordered, start=1)
    ]
    return Offer(numbers, tuple(wrap_items(labels)))


def _combination_label(view: ShelfieView, action: TakeShelfieTiles) -> str:
    """Return the cells of a combination with their tiles: ``b4 b5 (cat, book)``."""
    return f"{cell_names(action.cells)} ({explain(view, action)})"


def explain(view: ShelfieView, action: ShelfieAction) -> str:
    """Return the names of the tiles to take, or the tiles of the resulting column from the top.

    The text is empty for other actions, and for the placement of a spectator.
    """
    if isinstance(action, TakeShelfieTiles):
        return tile_names("".join(view.board[cell // 10][cell % 10] for cell in action.cells))
    if not isinstance(action, PlaceShelfieTiles) or view.seat is None:
        return ""
    tiles = "".join(view.hand[index] for index in action.order) or view.hand
    after = drop_tiles(view.players[view.seat].shelf, action.column, tiles)
    return " ".join(row[action.column] for row in after)


def _offer_columns(view: ShelfieView, actions: Sequence[PlaceShelfieTiles]) -> Offer:
    """Return an offer with one number for each column; other orders have to be typed.

    The lines say what the column would have, and show an example of another order if there is one.
    """
    numbers: dict[int, ShelfieAction] = {a.column + 1: a for a in actions if not a.order}
    lines = [_column_line(view, action) for action in actions if not action.order]
    if any(action.order for action in actions):
        last = actions[-1]
        lines.append(
            phrases.OTHER_ORDER.format(column=last.column + 1, order=_order_text(last.order))
        )
    return Offer(numbers, tuple(lines))


def _column_line(view: ShelfieView, action: PlaceShelfieTiles) -> str:
    """Return the number of a column and its tiles after the placement, from the bottom."""
    assert view.seat is not None
    after = drop_tiles(view.players[view.seat].shelf, action.column, view.hand)
    tiles = "".join(row[action.column] for row in reversed(after) if row[action.column] != ".")
    number = action.column + 1
    return phrases.COLUMN_AFTER.format(number=number, tiles=tile_names(tiles))


def unavailable_choices(view: ShelfieView, actions: Sequence[ShelfieAction]) -> list[Unavailable]:
    """Return the columns without room for all tiles in hand, with the reason.

    The list is empty for a spectator, and if no tiles can be placed now.
    """
    legal_columns = {action.column for action in actions if isinstance(action, PlaceShelfieTiles)}
    if not legal_columns or view.seat is None:
        return []
    return [
        Unavailable(command_text(PlaceShelfieTiles(column)), _unavailable_reason(view, column))
        for column in range(5)
        if column not in legal_columns
    ]


def _unavailable_reason(view: ShelfieView, column: int) -> str:
    """Return how many tiles the column has room for, or that it is full."""
    assert view.seat is not None
    free = count_free_places(view.players[view.seat].shelf, column)
    return phrases.ROOM_FOR.format(count=free) if free else phrases.FULL


def commands_for(view: ShelfieView, names: Names) -> GameCommands:
    """Return the command functions and help texts, which are the same in every position."""
    return GameCommands(
        parse, command_text, offer, phrases.HELP, phrases.LEGEND, explain, unavailable_choices
    )
