"""UNO's old dialect: what a player sees of a game, as lines (UNO 11.3, 11.5). No I/O.

Everything comes from the player's own view and from changes as that player may see them, so nothing
else can be told. ``names`` has the name of each seat.
"""

from collections.abc import Callable, Sequence
from typing import Any

from messages.base import Change, Seat
from messages.uno.table import (
    UnoCardPlayed,
    UnoCardsDrawn,
    UnoColorNamed,
    UnoDirectionChanged,
    UnoGameEnded,
    UnoRoundEnded,
    UnoRoundStarted,
    UnoSaid,
    UnoTurnLost,
    UnoView,
)
from server.dialects.uno.wire import flag, line

Names = Sequence[str]


# --- the view -----------------------------------------------------------------------------------


def turn_order(view: UnoView) -> list[Seat]:
    """The player on turn, then the others at the table in the direction of play."""
    count = len(view.players)
    way = 1 if view.clockwise else -1
    seats = [((view.turn or 0) + way * step) % count for step in range(count)]
    return [seat for seat in seats if not view.players[seat].gone]


def information(view: UnoView, names: Names) -> str:
    """BGI: the table as this player sees it."""
    players = ";".join(
        f"{names[seat]}:{view.players[seat].cards}:{view.players[seat].score}"
        for seat in turn_order(view)
    )
    return line("BGI", view.top, ";".join(view.hand), players, flag(view.turn == view.seat))


def maybe_question(view: UnoView, names: Names) -> str | None:
    """What this player has to decide now, if anything (UNO 11.7)."""
    if view.turn != view.seat:
        return None
    match view.decision:
        case "PLAY":
            return information(view, names)
        case "RETAIN":
            return line("DPC", view.card or "")
        case "COLOR":
            return "AC"
        case "SWAP":
            return "AC7"
        case "CHALLENGE":
            return "ACH"
        case "OVER":
            return None


def maybe_news(view: UnoView, names: Names) -> str | None:
    """After a step: the table for everybody, or a question to the one it is about (UNO 11.5)."""
    if view.decision == "PLAY":
        return information(view, names)
    return maybe_question(view, names)


# --- changes ------------------------------------------------------------------------------------


def change_lines(change: Change, names: Names) -> list[str]:
    """What happened; nothing for changes of which ``BGI`` tells enough."""
    write = _LINES.get(type(change))
    return write(change, names) if write else []


def _round_started(change: UnoRoundStarted, names: Names) -> list[str]:
    return ["RST"]


def _played(change: UnoCardPlayed, names: Names) -> list[str]:
    return [line("BCP", names[change.seat], change.card)]


def _color(change: UnoColorNamed, names: Names) -> list[str]:
    return [line("BCC", change.color)]


def _direction(change: UnoDirectionChanged, names: Names) -> list[str]:
    return [line("BRS", flag(change.clockwise))]


def _drawn(change: UnoCardsDrawn, names: Names) -> list[str]:
    return [line("BDC", names[change.seat])] * change.count


def _turn_lost(change: UnoTurnLost, names: Names) -> list[str]:
    return [line("BTS", names[change.seat])]


def _said(change: UnoSaid, names: Names) -> list[str]:
    return [line("BUNO", names[change.seat])]


def _round_ended(change: UnoRoundEnded, names: Names) -> list[str]:
    return [line("RE", names[change.winner])]


def _game_ended(change: UnoGameEnded, names: Names) -> list[str]:
    return [line("GE", names[change.winners[0]])]


_LINES: dict[type[Change], Callable[[Any, Names], list[str]]] = {
    UnoRoundStarted: _round_started,
    UnoCardPlayed: _played,
    UnoColorNamed: _color,
    UnoDirectionChanged: _direction,
    UnoCardsDrawn: _drawn,
    UnoTurnLost: _turn_lost,
    UnoSaid: _said,
    UnoRoundEnded: _round_ended,
    UnoGameEnded: _game_ended,
}
