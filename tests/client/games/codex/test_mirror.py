"""Codex changes applied to a view; tests/games/test_every_game.py covers whole games."""

import pytest

from client.games.codex.mirror import _MIRRORS, apply_change
from messages.base import members
from messages.codex.table import (
    CodexAdditionalTurn,
    CodexCardDrawn,
    CodexCardPlaced,
    CodexChange,
    CodexColorChosen,
    CodexDeck,
    CodexEndTriggered,
    CodexGameEnded,
    CodexObjectiveChosen,
    CodexObjectivesScored,
    CodexSeatGone,
    CodexStepStarted,
    CodexTurnSkipped,
)
from tests.client.games.codex.tables import codex_view

VIEW = codex_view()
DECKS = CodexDeck(1, "FUNGI"), CodexDeck(0)


@pytest.mark.parametrize("change", members(CodexChange))
def test_every_change_has_a_mirror_function(change: type) -> None:
    assert change in _MIRRORS


def test_placed_card_moves_from_the_own_hand_to_the_area_or_adds_points_of_another_player() -> None:
    after = apply_change(VIEW, CodexCardPlaced(0, "R02", "BACK", 2, 2, 0))
    assert after.hand == ("G07", "G02")
    assert after.players[0].hand == ("GOLD FUNGI", "GOLD FUNGI")
    assert after.players[0].area.placed[-1].card == "R02"
    after = apply_change(VIEW, CodexCardPlaced(1, "R31", "FRONT", 1, 1, 3))
    assert (after.hand, after.players[1].score) == (VIEW.hand, 3)


def test_draw_of_another_player_updates_slot_and_decks_and_own_draw_adds_to_the_hand() -> None:
    drawn = CodexCardDrawn(1, "SLOT_2", "RESOURCE PLANT", *DECKS, "R40", "R18")
    after = apply_change(VIEW, drawn)
    assert after.slots == ("R05", "R40", "G35", "G20")
    assert (after.resource, after.gold) == DECKS
    assert after.players[1].hand.count("RESOURCE PLANT") == 2
    assert after.hand == VIEW.hand
    after = apply_change(VIEW, CodexCardDrawn(0, "GOLD", "GOLD INSECT", *DECKS, card="G40"))
    assert (after.hand, after.slots) == ((*VIEW.hand, "G40"), VIEW.slots)


def test_color_and_objective_choices_are_applied_and_only_the_own_one_ends_the_offer() -> None:
    view = codex_view(secrets=("", ""), colors=("", ""), phase="SETUP")
    assert len(view.offer) == 2
    after = apply_change(view, CodexColorChosen(1, "YELLOW"))
    after = apply_change(after, CodexObjectiveChosen(1))
    assert (after.players[1].color, after.players[1].ready) == ("YELLOW", True)
    assert after.offer == view.offer
    after = apply_change(after, CodexObjectiveChosen(0, view.offer[1]))
    assert (after.objective, after.offer) == (view.offer[1], ())


def test_changes_up_to_the_end_of_the_match_are_applied_and_a_skipped_turn_changes_nothing() -> (
    None
):
    after = apply_change(VIEW, CodexEndTriggered("POINTS"))
    assert (after.ending, after.additional) == (True, False)
    after = apply_change(after, CodexAdditionalTurn())
    assert (after.additional, after.round) == (True, 2)
    assert apply_change(after, CodexTurnSkipped(1, "BLOCKED")) is after
    after = apply_change(after, CodexStepStarted(1, "PLACE", 2))
    assert (after.turn, after.phase) == (1, "PLACE")
    after = apply_change(after, CodexSeatGone(1))
    assert after.players[1].gone
    after = apply_change(after, CodexObjectivesScored(0, (3, 0, 2)))
    after = apply_change(after, CodexGameEnded((0,), "done"))
    assert after.players[0].objective_points == (3, 0, 2)
    assert (after.turn, after.phase, after.winners) == (None, "OVER", (0,))
