"""The evaluation of Codex Naturalis actions."""

import pytest

from client.bots import GreedyBot, RandomBot
from client.games.codex.bots import evaluate
from games.codex.legal import legal
from games.codex.state import State
from games.codex.view import view
from messages.codex.actions import ChooseCodexObjective, DrawCodexCard
from messages.registry import Action
from tests.games.codex.tables import A, area, place, table
from tests.harness.arena import Rules, wins

PLAIN = area("S03 back")
FUNGI = area("S03 back", "R01 front 1 1", "R02 back -1 1")


def is_preferred(state: State, action: Action, alternative: Action) -> bool:
    """Return whether the action has a higher value than its alternative."""
    value, alternative_value = evaluate(view(state, A), [action, alternative])
    return value > alternative_value


def test_front_with_points_is_preferred_to_its_back_and_to_a_card_without_points() -> None:
    state = table(FUNGI, PLAIN, hands=("G07 R03 R04", "R11 R12 G01"))
    assert is_preferred(state, place("G07 front 1 -1"), place("G07 back 1 -1"))
    assert is_preferred(state, place("G07 front 1 -1"), place("R03 front 1 -1"))


def test_placement_that_completes_an_objective_is_preferred() -> None:
    laid = area("S03 back", "R01 back 1 1", "R02 back 2 2", "R11 back -1 1")
    state = table(laid, PLAIN, hands=("R03 R04 G01", "R12 R13 G02"), common=("O01", "O16"))
    assert is_preferred(state, place("R03 back 3 3"), place("R03 back -2 2"))


def test_drawing_an_affordable_gold_card_is_preferred_to_a_costly_one_and_the_resource_deck() -> (
    None
):
    slots = ("R11", "R12", "G07", "G20")
    state = table(FUNGI, PLAIN, hands=("R03 R04", "R13 R14 G01"), slots=slots, phase="DRAW")
    assert is_preferred(state, DrawCodexCard("SLOT_3"), DrawCodexCard("SLOT_4"))
    assert is_preferred(state, DrawCodexCard("SLOT_3"), DrawCodexCard("RESOURCE"))


def test_objective_that_matches_the_hand_is_preferred() -> None:
    state = table(PLAIN, PLAIN, hands=("R03 R04 G01", "R13 R14 G11"))
    assert is_preferred(state, ChooseCodexObjective("O09"), ChooseCodexObjective("O10"))


def test_evaluate_returns_one_value_for_each_legal_action() -> None:
    state = table(FUNGI, PLAIN, hands=("G07 R03 R04", "R11 R12 G01"))
    actions = legal(state, A)
    assert len(evaluate(view(state, A), actions)) == len(actions)


def test_greedy_wins_at_least_10_of_12_matches_against_random() -> None:
    assert wins(Rules("codex"), GreedyBot, RandomBot, range(12)) >= 10


@pytest.mark.soak
def test_greedy_wins_at_least_160_of_200_matches_against_random() -> None:
    assert wins(Rules("codex"), GreedyBot, RandomBot, range(200)) >= 160
