"""Legal actions of the player on turn."""

from games.shelfie.legal import active, legal
from messages.codec import encode
from messages.registry import LegalActions
from messages.shelfie.actions import PlaceShelfieTiles
from tests.games.shelfie.games import moments, varied
from tests.games.shelfie.tables import NONE, A, B, do, table, take

LARGEST = 8_000
"""Bytes of a list of actions; most have several hundred."""


def test_picks_are_listed_for_the_player_on_turn_only() -> None:
    state = table(NONE, NONE)
    assert len(legal(state, A)) == 16 + 8
    assert legal(state, B) == ()
    assert active(state) == {A}


def test_orders_that_make_no_difference_are_listed_once() -> None:
    top = (23, 24, 25)
    alike = table(NONE, NONE, cells=top, on={23: "C", 24: "C", 25: "B"})
    actions = legal(do(alike, take(23, 24, 25)).state, A)
    assert len(actions) == 5 * 3
    different = table(NONE, NONE, cells=top, on={23: "C", 24: "G", 25: "B"})
    actions = legal(do(different, take(23, 24, 25)).state, A)
    assert len(actions) == 5 * 6
    assert PlaceShelfieTiles(column=0) in actions


def test_encoded_legal_actions_stay_below_8000_bytes() -> None:
    for moment in moments(4, varied(0), 3):
        listed = LegalActions(actions=legal(moment.state, moment.state.turn))
        assert len(encode(listed)) < LARGEST
