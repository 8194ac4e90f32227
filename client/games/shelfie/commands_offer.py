"""What can be done now in My Shelfie, in few lines.

While tiles are taken a number takes several at once; single ones are named by their cell. While
they are placed the number of a column places them, and the shelf is shown as it would be.
"""

from collections.abc import Sequence

from client.games.base import Offer
from client.games.layout import rows
from client.games.shelfie.board import previews
from client.games.shelfie.mirror import dropped
from client.games.shelfie.text_typing import ORDER, SINGLES
from client.games.shelfie.text_words import cell_names, tile_names
from messages.shelfie.actions import PlaceShelfieTiles, ShelfieAction, TakeShelfieTiles
from messages.shelfie.table import ShelfieView


def offer(view: ShelfieView, actions: Sequence[ShelfieAction]) -> Offer:
    """The numbers that may be typed, and the lines to show."""
    taking = [action for action in actions if isinstance(action, TakeShelfieTiles)]
    if taking:
        return _tiles(view, taking)
    return _columns(view, [a for a in actions if isinstance(a, PlaceShelfieTiles)])


def _tiles(view: ShelfieView, actions: Sequence[TakeShelfieTiles]) -> Offer:
    several = [action for action in actions if len(action.cells) > 1]
    numbers: dict[int, ShelfieAction] = dict(enumerate(several, start=1))
    shown = [f"{n} {_label(view, action)}" for n, action in enumerate(several, start=1)]
    lines = tuple(rows(shown)) if shown else ()
    single = next((a for a in actions if len(a.cells) == 1), actions[0])
    return Offer(numbers, (*lines, SINGLES.format(cell=cell_names(single.cells))))


def _label(view: ShelfieView, action: TakeShelfieTiles) -> str:
    tiles = "".join(view.board[cell // 10][cell % 10] for cell in action.cells)
    return f"{cell_names(action.cells)} ({tiles})"


def explain(view: ShelfieView, action: ShelfieAction) -> str:
    """The tiles to take, or the column as it would be, from its top."""
    if isinstance(action, TakeShelfieTiles):
        return tile_names("".join(view.board[cell // 10][cell % 10] for cell in action.cells))
    if not isinstance(action, PlaceShelfieTiles) or view.seat is None:
        return ""
    tiles = "".join(view.hand[place] for place in action.order) or view.hand
    after = dropped(view.players[view.seat].shelf, action.column, tiles)
    return " ".join(row[action.column] for row in after)


def _columns(view: ShelfieView, actions: Sequence[PlaceShelfieTiles]) -> Offer:
    """One number for each column; other orders are typed."""
    numbers: dict[int, ShelfieAction] = {a.column + 1: a for a in actions if not a.order}
    lines = previews(view, [column - 1 for column in numbers])
    if any(action.order for action in actions):
        last = actions[-1]
        order = " ".join(str(place + 1) for place in last.order)
        lines.append(ORDER.format(column=last.column + 1, order=order))
    return Offer(numbers, tuple(lines))
