"""Summarise changes in one short line per player who acted."""

from collections.abc import Iterable, Sequence

from client.games.drawing import Line, Names, Span, join
from client.games.eriantys import text as phrases
from client.games.eriantys.board import tile_range_text
from client.games.eriantys.pieces import (
    COIN,
    MOTHER_NATURE,
    NO_ENTRY,
    PROFESSOR,
    assistant_text,
    color_chip,
    tower_chip,
)
from client.games.eriantys.preview import short_name
from messages.base import Change, Seat
from messages.eriantys import table
from messages.eriantys.table import EriantysView

_OF_ACTOR = (
    table.AssistantPlayed,
    table.StepStarted,
    table.StudentMoved,
    table.StudentsSwapped,
    table.CharacterUsed,
    table.CloudTaken,
    table.TurnEnded,
)
"""Changes whose seat is that of the player who acts."""


def recap(view: EriantysView, names: Names, changes: Sequence[Change]) -> list[Line]:
    """Return what the changes did, one line per player who acted, in their order.

    Changes before the first that names a player belong to that player; if none does, all belong to
    the player on turn in the view.
    """
    parts: dict[Seat, list[Line]] = {}
    for seat, own_changes in _by_actor(changes, view.turn).items():
        described = _describe(view, names, seat, own_changes)
        if described:
            parts[seat] = described
    return [
        (Span(f"{short_name(view, names, seat)} ", "text+bold"), *join(described, ", "))
        for seat, described in parts.items()
    ]


def _by_actor(changes: Sequence[Change], turn: Seat | None) -> dict[Seat, list[Change]]:
    """Return the changes of each player; those without a seat belong to the one who acted last.

    That a player left the match belongs to that player.
    """
    actor = next((c.seat for c in changes if isinstance(c, _OF_ACTOR)), turn)
    groups: dict[Seat, list[Change]] = {}
    for change in changes:
        if isinstance(change, _OF_ACTOR) and change.seat is not None:
            actor = change.seat
        owner = change.seat if isinstance(change, table.SeatGone) else actor
        if owner is not None:
            groups.setdefault(owner, []).append(change)
    return groups


def _describe(
    view: EriantysView, names: Names, seat: Seat, changes: Iterable[Change]
) -> list[Line]:
    """Return the parts of the line of one player; students with one target share a part.

    Less important changes are left out.
    """
    parts: list[Line] = []
    moves: dict[str, int] = {}
    for change in changes:
        if isinstance(change, table.StudentMoved):
            target = "dining" if change.island_position is None else str(change.island_position)
            if target in moves:
                parts[moves[target]] = (color_chip(change.color), Span(" "), *parts[moves[target]])
            else:
                moves[target] = len(parts)
                parts.append((color_chip(change.color), Span(f"→{target}")))
        elif part := _part(view, names, seat, change):
            parts.append(part)
    return parts


def _part(view: EriantysView, names: Names, seat: Seat, change: Change) -> Line:
    """Return one change in two or three words; empty for less important ones.

    The new holder of a professor is named if it is not ``seat``.
    """
    match change:
        case table.AssistantPlayed():
            return (Span(f"card {assistant_text(change.card_value)}"),)
        case table.MotherNatureMoved():
            return (MOTHER_NATURE, Span(f"+{change.steps} to {change.island_position}"))
        case table.IslandConquered():
            verb = (
                "built " if change.previous is None else f"took it from {change.previous.lower()} "
            )
            return (Span(verb), tower_chip(change.tower, change.towers))
        case table.IslandsMerged():
            return (Span(f"joined {tile_range_text(change.tiles)}"),)
        case table.CloudTaken():
            return (Span(f"took cloud {change.cloud}"),)
        case table.CoinTaken():
            return (Span(f"{COIN}+{change.coins}"),)
        case table.ProfessorMoved():
            return _professor_part(view, names, seat, change)
        case table.SeatGone():
            return (Span("left the match", "error"),)
    return _character_part(change)


def _professor_part(
    view: EriantysView, names: Names, seat: Seat, change: table.ProfessorMoved
) -> Line:
    """Return a professor, with its new holder if that is another player."""
    chip = (Span(PROFESSOR, "change"), color_chip(change.color))
    if change.seat == seat:
        return chip
    return (*chip, Span(f" to {short_name(view, names, change.seat)}"))


def _character_part(change: Change) -> Line:
    """Return a change that a character caused; empty for any other change."""
    match change:
        case table.CharacterUsed():
            target = "" if change.island_position is None else f" on {change.island_position}"
            used = Span(f"used {phrases.character_name(change.character)}{target}")
            is_move = change.character in ("MONK", "PRINCESS")
            color = change.color if not is_move else None
            return (used, Span(" "), color_chip(color)) if color else (used,)
        case table.NoEntryRemoved():
            return (Span(f"{NO_ENTRY} used up"),)
        case table.StudentsSwapped():
            given = join(((color_chip(color),) for color in change.given), "")
            taken = join(((color_chip(color),) for color in change.taken), "")
            return (*given, Span("⇄"), *taken)
    return ()
