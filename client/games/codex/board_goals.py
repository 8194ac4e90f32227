"""How far a player is with the objectives of Codex Naturalis, in few words.

``4 now, 2 of 3``: four points already, and of the next copy of a pattern two cards lie there.
``2 now, needs Q1``: one more quill makes the next set.
"""

from client.games.codex.text_cards import symbols
from messages.codex.area import CodexArea
from messages.codex.cards import CODEX_CARDS, CODEX_OBJECTIVES, CodexObjective
from messages.codex.scoring import objective_points, pattern_copies
from messages.codex.table import CodexView


def progress(view: CodexView, objective: str) -> str:
    """For the owner of the view, in a turn; nothing of cards that nobody knows."""
    if view.seat is None or view.phase in ("SETUP", "OVER"):
        return ""
    area = view.players[view.seat].area
    card = CODEX_OBJECTIVES.get(objective)
    if card is None or not all(placed.card in CODEX_CARDS for placed in area.placed):
        return ""
    missing = _next_copy(area, card) if card.pattern else _next_set(area, card)
    return f"{objective_points(area, objective)} now, {missing}"


def _next_set(area: CodexArea, card: CodexObjective) -> str:
    """The symbols that the next set needs."""
    pairs = list(zip(area.symbols, card.needs, strict=True))
    sets = min(seen // need for seen, need in pairs if need)
    lacking = [max(0, need * (sets + 1) - seen) for seen, need in pairs]
    return f"needs {symbols(lacking)}"


def _next_copy(area: CodexArea, card: CodexObjective) -> str:
    """The most cards of one more copy that lie there and are in no other."""
    used = {cell for copy in pattern_copies(area, card.id) for cell in copy}
    free = {(p.x, p.y): CODEX_CARDS[p.card].kingdom for p in area.placed if (p.x, p.y) not in used}
    most = 0
    for x, y in free:
        for _, left, up in card.pattern:
            cells = [(kingdom, (x + dx - left, y + dy - up)) for kingdom, dx, dy in card.pattern]
            most = max(most, sum(free.get(at) == kingdom for kingdom, at in cells))
    return f"{most} of {len(card.pattern)}"
