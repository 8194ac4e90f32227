"""Nim: its mirror. Board, commands, texts and bots are the generic ones."""

from msgspec.structs import replace

from client.games.base import GameUI
from messages.base import Change

from .messages import NimEnded, NimSeatGone, NimTurnStarted, NimView, SticksTaken


def mirror(view: NimView, change: Change) -> NimView:
    """Return the view after a change."""
    match change:
        case SticksTaken():
            heaps = list(view.heaps)
            heaps[change.heap] -= change.count
            return replace(view, heaps=tuple(heaps))
        case NimTurnStarted():
            return replace(view, turn=change.seat)
        case NimSeatGone():
            return replace(view, gone=(*view.gone, change.seat))
        case NimEnded():
            return replace(view, turn=None, winners=change.winners)
    return view


UI = GameUI(name="nim", mirror=mirror)
