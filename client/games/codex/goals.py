"""The objectives of Codex Naturalis: which are known, how far an area is, and their drawings."""

from typing import NamedTuple

from client.games.codex.cards import symbol_chip
from client.games.codex.text import pattern_shape, slope_word, symbols_text
from client.games.drawing import Drawing, Line, Span, Zone, in_zone, join, plain
from messages.codex.area import CodexArea
from messages.codex.cards import CODEX_CARDS, CODEX_OBJECTIVES, CodexObjective
from messages.codex.scoring import objective_points, pattern_copies
from messages.codex.table import CodexView
from messages.text import clean


class Progress(NamedTuple):
    """The points of an objective now, and what the next ones need: ``2 of 3`` or ``needs Q1``."""

    points: int
    missing: str


def known_objectives(view: CodexView) -> list[tuple[str, str]]:
    """Return kind and id of the common objectives and of the own or offered secret ones.

    The kinds are ``common``, ``secret`` and ``offered``.
    """
    own = [("secret", view.objective)] if view.objective else []
    own += [("offered", objective) for objective in view.offer]
    return [*(("common", objective) for objective in view.common), *own]


def goal_progress(area: CodexArea, objective: str) -> Progress | None:
    """Return the progress of an objective in an area.

    None if the objective or a card of the area is unknown.
    """
    card = CODEX_OBJECTIVES.get(objective)
    if card is None or not all(placed.card in CODEX_CARDS for placed in area.placed):
        return None
    missing = _pattern_progress(area, card) if card.pattern else _missing_symbols(area, card)
    return Progress(objective_points(area, objective), missing)


def _missing_symbols(area: CodexArea, card: CodexObjective) -> str:
    """Return the symbols that the next set needs after the complete ones, as ``needs Q1``."""
    pairs = list(zip(area.symbols, card.needs, strict=True))
    sets = min(seen // need for seen, need in pairs if need)
    lacking = [max(0, need * (sets + 1) - seen) for seen, need in pairs]
    return f"needs {symbols_text(lacking)}"


def _pattern_progress(area: CodexArea, card: CodexObjective) -> str:
    """Return the progress of one more copy of the pattern, as ``2 of 3``.

    Cards that belong to a complete copy do not count.
    """
    used = {cell for copy in pattern_copies(area, card.id) for cell in copy}
    free = {(p.x, p.y): CODEX_CARDS[p.card].kingdom for p in area.placed if (p.x, p.y) not in used}
    best = 0
    for x, y in free:
        for _, left, up in card.pattern:
            cells = [(kingdom, (x + dx - left, y + dy - up)) for kingdom, dx, dy in card.pattern]
            best = max(best, sum(free.get(cell) == kingdom for kingdom, cell in cells))
    return f"{best} of {len(card.pattern)}"


# --- drawings -------------------------------------------------------------------------------------


def goal_chips(card: CodexObjective) -> Line:
    """Return the kingdoms of a pattern or the symbols of a set as chips."""
    if card.pattern:
        return tuple(map(symbol_chip, pattern_shape(card).kingdoms))
    return tuple(symbol_chip(s) for s, need in enumerate(card.needs) for _ in range(need))


def shape_words(card: CodexObjective) -> str:
    """Return the form of an objective: ``rising``, ``falling``, ``low right``, or ``set``."""
    if not card.pattern:
        return "set"
    shape = pattern_shape(card)
    if shape.rising is not None:
        return slope_word(shape.rising)
    return shape.third.replace("below", "low").replace("above", "top")


def goal_zone(number: int) -> Zone:
    """Return the zone of a known objective, which cannot be chosen."""
    return ("goal", str(number))


def goal_lines(view: CodexView) -> Drawing:
    """Return a line for each objective that counts for the reader: points, form and progress.

    A spectator and a player in the set-up see no progress. Offered objectives are not listed.
    """
    goals = [goal for goal in known_objectives(view) if goal[0] != "offered"]
    return [
        in_zone(_goal_line(view, kind, objective), goal_zone(number))
        for number, (kind, objective) in enumerate(goals, start=1)
    ]


def _goal_line(view: CodexView, kind: str, objective: str) -> Line:
    """Return points, chips, form and progress of an objective, as ``3 FFP low right 0 1 of 3``.

    The secret objective ends with ``secret``; an unknown one is shown by its id.
    """
    card = CODEX_OBJECTIVES.get(objective)
    if card is None:
        return plain(clean(objective, 20))
    head: Line = (Span(f"{card.points} ", "change+bold"), *goal_chips(card))
    shape = Span(f"{shape_words(card):<9}", "muted")
    pad = Span(" " * (4 - len(goal_chips(card))))
    progress = _progress_line(view, objective)
    return (*head, pad, shape, *progress, Span(" secret" * (kind == "secret")))


def _progress_line(view: CodexView, objective: str) -> Line:
    """Return the points of an objective now and what is missing.

    The line is empty for a spectator, in the set-up, and if the objective or a card is unknown.
    """
    if view.seat is None or view.phase == "SETUP":
        return ()
    progress = goal_progress(view.players[view.seat].area, objective)
    if progress is None:
        return ()
    role = "legal+bold" if progress.points else "muted"
    return (Span(f"{progress.points:>2}", role), Span(f" {_short(progress.missing)}", "muted"))


def _short(missing: str) -> str:
    """Return ``2/3`` for ``2 of 3``, and ``+QQK`` for ``needs Q2 K1``."""
    word, *counts = missing.split()
    if word != "needs":
        return missing.replace(" of ", "/")
    return "+" + "".join(count[0] * int(count[1:]) for count in counts)


def goals_in_one_line(view: CodexView) -> Line:
    """Return all objectives in one line with their points now, for small windows.

    Offered and unknown objectives are left out.
    """
    parts = []
    for kind, objective in known_objectives(view):
        card = CODEX_OBJECTIVES.get(objective)
        if card is not None and kind != "offered":
            now = _progress_line(view, objective)[:1]
            parts.append((Span(f"{card.points} ", "change"), *goal_chips(card), *now))
    return (Span("goals ", "muted"), *join(parts, "  "))


def pattern_drawing(card: CodexObjective) -> Drawing:
    """Return the cards of a pattern as chips in a line per row, top row first.

    For a set, return its symbols between two empty lines.
    """
    if not card.pattern:
        return [(), goal_chips(card), ()]
    rows = sorted({y for _, _, y in card.pattern}, reverse=True)
    return [_pattern_row(card, row) for row in rows]


def _pattern_row(card: CodexObjective, row: int) -> Line:
    """Return the cards of one row of a pattern; a pattern has one card in each row."""
    ((kingdom, x),) = [(kingdom, x) for kingdom, x, y in card.pattern if y == row]
    return (Span("  " * x), symbol_chip(kingdom))
