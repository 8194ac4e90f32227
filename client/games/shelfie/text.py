"""What happens in My Shelfie and what is asked, in sentences. All of this game's words are here.

``who`` gives the name of a seat, or "You". Sentences are in the past tense, so that "You" and a
name go with the same verb.
"""

from collections.abc import Callable
from typing import Any

from client.games.shelfie.text_words import GOAL_WORDS, cell_names, tile_names
from client.games.text import Who
from messages import Change, ServerMessage
from messages.shelfie.actions import SelectShelfieColumn, SelectShelfieTiles
from messages.shelfie.table import (
    ShelfieBoardRefilled,
    ShelfieEndTokenTaken,
    ShelfieGameEnded,
    ShelfieSeatGone,
    ShelfieTilesMarked,
    ShelfieTilesPlaced,
    ShelfieTilesSorted,
    ShelfieTilesTaken,
    ShelfieTokenTaken,
    ShelfieTurnLost,
    ShelfieTurnStarted,
)


def _marked(c: ShelfieTilesMarked, who: Who) -> str:
    if not c.cells:
        return f"{who(c.seat)} took the marks away."
    return f"{who(c.seat)} marked {cell_names(c.cells)}."


def _taken(c: ShelfieTilesTaken, who: Who) -> str:
    return f"{who(c.seat)} took {tile_names(c.hand)} from {cell_names(c.cells)}."


def _sorted(c: ShelfieTilesSorted, who: Who) -> str:
    return f"{who(c.seat)} sorted the hand: {tile_names(c.hand)}."


def _placed(c: ShelfieTilesPlaced, who: Who) -> str:
    return f"{who(c.seat)} placed {tile_names(c.tiles)} in column {c.column + 1}."


def _token(c: ShelfieTokenTaken, who: Who) -> str:
    return f"{who(c.seat)} had {GOAL_WORDS[c.goal]} and got {c.points} points!"


def _end_token(c: ShelfieEndTokenTaken, who: Who) -> str:
    return f"{who(c.seat)} filled the shelf first: the last round!"


def _refilled(c: ShelfieBoardRefilled, who: Who) -> str:
    return f"The living room was filled up; {c.bag} tiles are left in the bag."


def _lost(c: ShelfieTurnLost, who: Who) -> str:
    return f"{who(c.seat)} took too long and lost the turn."


def _gone(c: ShelfieSeatGone, who: Who) -> str:
    return f"{who(c.seat)} left the match for good; the shelf does not count."


def _over(c: ShelfieGameEnded, who: Who) -> str:
    lines = [f"The match is over: {c.reason.rstrip('.')}."]
    for seat, result in enumerate(c.results):
        parts = f"{result.common} common, {result.personal} personal, {result.adjacency} groups"
        end = f", {result.end} end" if result.end else ""
        lines.append(f"  {who(seat)}: {parts}{end} = {result.total} points")
    return "\n".join(lines)


def _silent(c: ShelfieTurnStarted, who: Who) -> str:
    return ""


SENTENCES: dict[type[Change], Callable[[Any, Who], str]] = {
    ShelfieTilesMarked: _marked,
    ShelfieTilesTaken: _taken,
    ShelfieTilesSorted: _sorted,
    ShelfieTilesPlaced: _placed,
    ShelfieTokenTaken: _token,
    ShelfieEndTokenTaken: _end_token,
    ShelfieBoardRefilled: _refilled,
    ShelfieTurnLost: _lost,
    ShelfieSeatGone: _gone,
    ShelfieTurnStarted: _silent,
    ShelfieGameEnded: _over,
}


def _ask_tiles(p: SelectShelfieTiles) -> str:
    if p.limit == 1:
        return "Take one tile: your shelf has no room for more."
    most = "two" if p.limit == 2 else "three"
    return f"Take up to {most} tiles in one line, each with a free side."


def _ask_column(p: SelectShelfieColumn) -> str:
    columns = ", ".join(str(column + 1) for column in p.columns)
    order = " (lowest first)" if len(p.hand) > 1 else ""
    return f"Place {tile_names(p.hand)}{order} in column {columns}."


QUESTIONS: dict[type[ServerMessage], Callable[[Any], str]] = {
    SelectShelfieTiles: _ask_tiles,
    SelectShelfieColumn: _ask_column,
}
