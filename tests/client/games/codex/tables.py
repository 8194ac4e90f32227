"""Views of a Codex Naturalis match for tests."""

from msgspec.structs import replace

from games.codex import CODEX
from messages.codex.area import CodexArea, CodexPlaced
from messages.codex.table import CodexView
from tests.games.codex.tables import A, area, table

NAMES = ("ada", "bob")
PLACED = ("S03 back", "R01 front 1 1", "R11 back -1 1", "R21 front -2 2")
HANDS = ("R02 G07 G02", "R31 R12 G11")


def codex_view(seat: int | None = A, **fields: object) -> CodexView:
    """Return a view in the turn of ada, who has placed three cards; bob has only the starter."""
    fields_of_state = {
        "slots": ("R05", "R18", "G35", "G20"),
        "common": ("O05", "O13"),
        "secrets": ("O01", "O02"),
        "resource": ("R40", "R39"),
        "gold": ("G40",),
        **fields,
    }
    state = table(area(*PLACED), area("S01 front"), hands=HANDS, **fields_of_state)
    return CODEX.view(state, seat)  # type: ignore[return-value]


LARGE = CodexArea(
    tuple(CodexPlaced("R01", "BACK", x, y) for x in range(25) for y in range(25) if (x + y) % 2 < 1)
)
"""An area of 25 by 25 positions; the card placed last is in the upper right corner."""


def large_view() -> CodexView:
    """Return a view in which the own area is LARGE."""
    view = codex_view()
    return replace(view, players=(replace(view.players[0], area=LARGE), view.players[1]))
