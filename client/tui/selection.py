"""Choose an action on the board or in the menu, which are two views of one choice. Pure.

Every legal action has a command, whose words the menu lists, and zones of the board. A choice is
narrowed step by step, by words or by zones, until one action is left.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from client.games.base import GameCommands, Unavailable
from client.games.drawing import BoardDrawing, Drawing, Zone
from client.tui.choices import Words
from messages.base import View
from messages.registry import Action

ACROSS_WEIGHT = 3.0
"""Weight of a step to the side, compared with one in the direction of an arrow key."""
LINE_HEIGHT = 2.0
"""The height of a line in columns."""


class Picked(NamedTuple):
    """A step of a choice: a zone that was chosen on the board."""

    zone: Zone


Step = Words | Picked
"""A step of a choice; words contain those of the steps before."""


class Candidate(NamedTuple):
    """A legal action with its command and its zones, in the order in which they are chosen."""

    action: Action
    command: str
    zones: tuple[Zone, ...]


class Position(NamedTuple):
    """The centre of a zone on a drawing, in columns and lines."""

    x: float
    y: float


def list_candidates(
    view: View, commands: GameCommands, drawing: BoardDrawing | None, actions: Sequence[Action]
) -> list[Candidate]:
    """Return a candidate for each action; without a drawing they have no zones."""
    return [
        Candidate(action, commands.text(action), drawing.zones(view, action) if drawing else ())
        for action in actions
    ]


def narrow(candidates: Iterable[Candidate], steps: Sequence[Step]) -> list[Candidate]:
    """Return the candidates that agree with all steps."""
    zones = set(picked_zones(steps))
    path = words_of(steps)
    return [
        candidate
        for candidate in candidates
        if zones.issubset(candidate.zones) and tuple(candidate.command.split()[: len(path)]) == path
    ]


def words_of(steps: Sequence[Step]) -> Words:
    """Return the words of the last step that has words; empty if there is none."""
    return next((step for step in reversed(steps) if not isinstance(step, Picked)), ())


def picked_zones(steps: Sequence[Step]) -> tuple[Zone, ...]:
    """Return the zones that were chosen on the board, in their order."""
    return tuple(step.zone for step in steps if isinstance(step, Picked))


def starting_with(candidates: Iterable[Candidate], words: Words) -> list[Candidate]:
    """Return the candidates whose commands start with these words."""
    return [c for c in candidates if tuple(c.command.split()[: len(words)]) == words]


def containing(candidates: Iterable[Candidate], zone: Zone) -> list[Candidate]:
    """Return the candidates that have this zone."""
    return [candidate for candidate in candidates if zone in candidate.zones]


# --- marks ----------------------------------------------------------------------------------------


def legal_zones(candidates: Sequence[Candidate], picked: Sequence[Zone] = ()) -> frozenset[Zone]:
    """Return the zones that can be chosen next: of each candidate the first open one.

    A zone is open if it was not picked and not all candidates have it. If a candidate has no open
    zone, its last zone can be chosen.
    """
    settled = _settled(candidates, picked)
    return frozenset(zone for c in candidates if (zone := _next_zone(c, settled)))


def cursor_zone(
    candidates: Sequence[Candidate], chosen: Sequence[Candidate], picked: Sequence[Zone] = ()
) -> Zone | None:
    """Return the zone of a menu entry that stands for the ``chosen`` ones of the candidates.

    For one action it is the last zone, for several the next zone of the first. None without zones.
    """
    if len(chosen) == 1:
        return chosen[0].zones[-1] if chosen[0].zones else None
    return _next_zone(chosen[0], _settled(candidates, picked)) if chosen else None


def _settled(candidates: Sequence[Candidate], picked: Sequence[Zone]) -> frozenset[Zone]:
    """Return the zones that need not be chosen: picked ones and those of all candidates."""
    common = set(candidates[0].zones) if candidates else set()
    common.intersection_update(*(candidate.zones for candidate in candidates))
    return frozenset(common) | frozenset(picked)


def _next_zone(candidate: Candidate, settled: frozenset[Zone]) -> Zone | None:
    """Return the first zone that is not settled, or the last one; None without zones."""
    zones = candidate.zones
    return next((z for z in zones if z not in settled), zones[-1] if zones else None)


def reason_for(zone: Zone, unavailable: Iterable[Unavailable], otherwise: str) -> str:
    """Return why a zone cannot be chosen, as ``command - reason``.

    The command is the first one with the name of the zone among its words; without one return
    ``otherwise``.
    """
    name = zone[-1].lower()
    reasons = (f"{c} - {reason}" for c, reason in unavailable if name in c.lower().split())
    return next(reasons, otherwise)


# --- positions ------------------------------------------------------------------------------------


def positions(drawing: Drawing) -> dict[Zone, Position]:
    """Return the centre of each zone of a drawing, or of the rectangle around all its parts."""
    boxes: dict[Zone, list[int]] = {}
    for y, line in enumerate(drawing):
        x = 0
        for span in line:
            end = x + cell_len(span.text)
            if span.zone is not None:
                left, top, right, bottom = boxes.get(span.zone, (x, y, end, y))
                boxes[span.zone] = [min(left, x), min(top, y), max(right, end), max(bottom, y)]
            x = end
    return {
        zone: Position((left + right - 1) / 2, (top + bottom) / 2)
        for zone, (left, top, right, bottom) in boxes.items()
    }


def zone_at(drawing: Drawing, x: int, y: int) -> Zone | None:
    """Return the zone at a column and line of a drawing; None if there is none."""
    if not 0 <= y < len(drawing) or x < 0:
        return None
    end = 0
    for span in drawing[y]:
        end += cell_len(span.text)
        if x < end:
            return span.zone
    return None


DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
"""Columns and lines of a step; lines are counted downwards."""


def nearest(
    places: Mapping[Zone, Position], legal: Iterable[Zone], start: Zone | None, direction: str
) -> Zone | None:
    """Return the legal zone that an arrow key reaches from ``start``.

    Without a start on the drawing it is the first one in reading order; if there is none in this
    direction, it is ``start``.
    """
    targets = sorted((zone for zone in legal if zone in places), key=lambda z: places[z][::-1])
    if start is None or start not in places:
        return targets[0] if targets else None
    here, (right, down) = places[start], DIRECTIONS[direction]

    def cost(zone: Zone) -> float:
        dx, dy = places[zone].x - here.x, (places[zone].y - here.y) * LINE_HEIGHT
        along, across = dx * right + dy * down, abs(dx * down) + abs(dy * right)
        return along + ACROSS_WEIGHT * across if along > 0 else float("inf")

    reachable = [zone for zone in targets if cost(zone) < float("inf")]
    return min(reachable, key=cost, default=start)


# --- choosing -------------------------------------------------------------------------------------


class ZoneEffect(NamedTuple):
    """The effect of choosing a zone; without any field nothing can be chosen there."""

    action: Action | None = None
    """The one action that is left."""
    is_sent: bool = False
    """True if the action is sent, False if it is only selected."""
    is_narrowed: bool = False
    """True if several actions are left."""


def choose_zone(
    candidates: Sequence[Candidate], zone: Zone, *, is_final: bool, clicked: Zone | None = None
) -> ZoneEffect:
    """Return the effect of choosing a zone with Enter (``is_final``) or with a click.

    If several actions contain the zone, the choice is narrowed. A single action is sent at once
    with Enter; with a click only if ``clicked``, the zone that was clicked before, is the same.
    """
    matching = containing(candidates, zone)
    if len(matching) == 1:
        return ZoneEffect(matching[0].action, is_sent=is_final or clicked == zone)
    return ZoneEffect(is_narrowed=bool(matching))
