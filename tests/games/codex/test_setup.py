"""The options of a match and the deal."""

from typing import Any

import pytest

from games.codex import CODEX
from games.codex.setup import options, sole_player_timeout
from games.rng import Rng
from messages.codex.table import CodexRules
from messages.errors import ErrorCode, Refusal


def test_default_options_are_those_of_the_rules_digest() -> None:
    assert options(False, {}) == CodexRules(True, False, False, "cards", True, 120, "decks")


def test_in_expert_mode_a_card_counts_for_one_pattern_unless_chosen_otherwise() -> None:
    assert not options(True, {}).pattern_reuse_across_objectives
    chosen = {"pattern_reuse_across_objectives": True}
    assert options(True, chosen).pattern_reuse_across_objectives


def test_every_option_can_be_chosen() -> None:
    chosen = {
        "track_cap": False,
        "refill_from_other_deck": True,
        "draw_in_additional_turn": True,
        "tie_break": "points",
        "pattern_reuse_across_objectives": False,
        "suspension_seconds": 30,
        "decks_empty_trigger": "all",
    }
    assert options(False, chosen) == CodexRules(False, True, True, "points", False, 30, "all")


def test_sole_player_timeout_is_120_seconds_unless_chosen_otherwise() -> None:
    assert sole_player_timeout(options(False, {})) == 120.0
    assert sole_player_timeout(options(False, {"suspension_seconds": 5})) == 5.0


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"track_cap": 29}, "true or false"),
        ({"track_cap": "no"}, "true or false"),
        ({"tie_break": "dice"}, "cards, points"),
        ({"tie_break": []}, "cards, points"),
        ({"decks_empty_trigger": True}, "decks, all"),
        ({"suspension_seconds": 0}, "from 1 to 86400"),
        ({"suspension_seconds": True}, "from 1 to 86400"),
        ({"suspension_seconds": "9"}, "from 1 to 86400"),
        ({"blocked_player": "skip"}, "no option blocked_player"),
        ({"x" * 99: 1}, "there are track_cap"),
    ],
)
def test_invalid_options_are_refused_with_choicenotvalid_and_the_allowed_values(
    chosen: dict[str, Any], words: str
) -> None:
    with pytest.raises(Refusal) as caught:
        options(False, chosen)
    assert caught.value.code == ErrorCode.CHOICENOTVALID
    assert words in caught.value.text


@pytest.mark.parametrize(("players", "resource", "gold"), [(2, 34, 36), (3, 32, 35), (4, 30, 34)])
def test_deal_leaves_the_expected_decks_slots_and_hands_and_every_seat_must_decide(
    players: int, resource: int, gold: int
) -> None:
    step = CODEX.start(players, CodexRules(), Rng(b"deal"))
    state = step.state
    assert (len(state.resource), len(state.gold)) == (resource, gold)
    assert [card[0] for card in state.slots] == ["R", "R", "G", "G"]
    assert all([card[0] for card in hand] == ["R", "R", "G"] for hand in state.hands)
    assert step.turns == tuple(range(players))


def test_every_seat_can_be_the_first_player() -> None:
    starts = {CODEX.start(4, CodexRules(), Rng(bytes([n]))).state.first for n in range(40)}
    assert starts == {0, 1, 2, 3}
