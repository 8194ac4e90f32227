"""A Codex Naturalis table as one seat sees it."""

from games.codex import CODEX
from messages.codex.table import CodexView
from tests.games.codex.tables import A, area, table

NAMES = ("ada", "bob")
LAID = ("S03 back", "R01 front 1 1", "R11 back -1 1", "R21 front -2 2")
HANDS = ("R02 G07 G02", "R31 R12 G11")


def codex_view(seat: int | None = A, **fields: object) -> CodexView:
    """The turn of ada, who has three cards in the area; bob has only the starter."""
    shown = {
        "slots": ("R05", "R18", "G35", "G20"),
        "common": ("O05", "O13"),
        "secrets": ("O01", "O02"),
        "resource": ("R40", "R39"),
        "gold": ("G40",),
        **fields,
    }
    state = table(area(*LAID), area("S01 front"), hands=HANDS, **shown)
    return CODEX.view(state, seat)  # type: ignore[return-value]
