"""Legal actions of the player on turn."""

from games.codex.legal import legal
from messages.codex.actions import PlaceCodexCard
from tests.games.codex.tables import PLAIN, A, table


def test_every_affordable_side_of_a_card_is_listed_for_every_spot() -> None:
    state = table(PLAIN, PLAIN, hands=("R01 G01 G02", "R03 R04 G03"))
    listed = legal(state, A)
    assert len(listed) == 4 * len(PLAIN.spots)
    assert PlaceCodexCard("G01", "BACK", 1, 1) in listed
    assert PlaceCodexCard("G01", "FRONT", 1, 1) not in listed
