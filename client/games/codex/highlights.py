"""Scores and highlights of a match of Codex Naturalis."""

from collections import Counter
from collections.abc import Sequence

from client.games.codex import text
from client.games.highlights import Standing, by_seat, maybe_lead
from client.games.text import Who
from messages.base import Change
from messages.codex import table
from messages.codex.table import CodexView

MIN_CARD_POINTS = 3
MIN_OBJECTIVE_POINTS = 2


def standings(view: CodexView) -> tuple[Standing, ...]:
    """Return the score of each player, after the end with the points of the objectives."""
    return by_seat(player.score + sum(player.objective_points) for player in view.players)


def highlights(view: CodexView, who: Who, changes: Sequence[Change]) -> list[str]:
    """Return sentences about the best card, the objectives and the largest area.

    A fact that is missing or below its minimum is left out.
    """
    sentences = [_best_card(changes, who), _objectives(changes, who), _largest_area(view, who)]
    return [sentence for sentence in sentences if sentence]


def _best_card(changes: Sequence[Change], who: Who) -> str:
    """Return a sentence with the most points for one card, and the player who placed it.

    Empty below MIN_CARD_POINTS.
    """
    placed = [change for change in changes if isinstance(change, table.CodexCardPlaced)]
    best = max(placed, key=lambda change: change.points, default=None)
    if best is None or best.points < MIN_CARD_POINTS:
        return ""
    return text.BEST_CARD.format(who=who(best.seat), points=best.points)


def _objectives(changes: Sequence[Change], who: Who) -> str:
    """Return a sentence with the player who got the most points for objectives.

    Empty below MIN_OBJECTIVE_POINTS, and for a tie.
    """
    scored = {
        change.seat: sum(change.points)
        for change in changes
        if isinstance(change, table.CodexObjectivesScored)
    }
    lead = maybe_lead(scored, MIN_OBJECTIVE_POINTS)
    return text.BEST_OBJECTIVES.format(who=who(lead.seat), points=lead.number) if lead else ""


def _largest_area(view: CodexView, who: Who) -> str:
    """Return a sentence with the player who placed the most cards.

    Empty below two cards, and for a tie.
    """
    sizes = Counter({seat: len(player.area.placed) for seat, player in enumerate(view.players)})
    lead = maybe_lead(sizes, 2)
    return text.LARGEST_AREA.format(who=who(lead.seat), count=lead.number) if lead else ""
