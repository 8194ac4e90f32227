"""The forecast of an action agrees with the rules, without hidden information."""

import pytest

from client.games.eriantys.forecast import apply_changes, forecast, towers_left
from messages.base import Change
from messages.eriantys import table
from messages.eriantys.actions import CHARACTERS, MoveMotherNature, UseCharacterCard
from tests.client.games.eriantys.matches import GAME, VARIANTS, moments, sample
from tests.client.games.eriantys.tables import full_view
from tests.client.games.random_matches import Position

NOT_FORECAST = (
    table.RoundStarted,
    table.CloudFilled,
    table.ActionPhaseStarted,
    table.StepStarted,
    table.TurnEnded,
    table.CardRefilled,
    table.LastRound,
    table.GameOver,
)


def predictable(changes: tuple[Change, ...]) -> list[Change]:
    return [change for change in changes if not isinstance(change, NOT_FORECAST)]


@pytest.mark.parametrize(("players", "expert"), VARIANTS)
def test_forecast_is_what_the_rules_do_for_sampled_actions_of_random_matches(
    players: int, expert: bool
) -> None:
    seen: set[str] = set()
    for seed in range(3):
        for moment in moments(players, expert, seed):
            for action in sample(moment, 6):
                step = GAME.apply(moment.state, moment.seat, action)
                assert forecast(moment.view, action) == predictable(step.changes), action
                seen.update(type(change).__name__ for change in step.changes)
    assert {"IslandConquered", "IslandsMerged", "ProfessorMoved"} <= seen


def test_forecast_is_what_the_rules_do_for_every_character() -> None:
    used: set[str] = set()
    for seed in range(12):
        for moment in moments(2 + seed % 3, True, seed):
            uses = [a for a in moment.legal if isinstance(a, UseCharacterCard)]
            for action in uses[:: max(1, len(uses) // 8)]:
                step = GAME.apply(moment.state, moment.seat, action)
                assert forecast(moment.view, action) == predictable(step.changes), action
                used.add(action.asset)
    assert used == set(CHARACTERS)


def test_towers_of_a_team_are_counted_once() -> None:
    moment: Position = next(moments(4, False, 1))
    assert towers_left(moment.view) == {"WHITE": 8, "BLACK": 8}


def test_no_entry_tile_is_removed_and_nothing_is_built() -> None:
    changes = forecast(full_view(phase="MOTHER_NATURE"), MoveMotherNature(5))
    assert changes == [table.MotherNatureMoved(5, 1), table.NoEntryRemoved(1)]


def test_applied_changes_give_the_view_after_the_action() -> None:
    view = full_view(phase="MOTHER_NATURE", mother_nature=10)
    after = apply_changes(view, forecast(view, MoveMotherNature(1)))
    assert (after.mother_nature, after.schools[0].towers) == (0, 5)
    assert (after.islands[0].tiles, after.islands[0].tower) == ((0, 1, 2), "WHITE")
