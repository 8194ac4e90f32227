"""Test the scores and highlights of Codex Naturalis."""

from msgspec.structs import replace

from client.games.codex.highlights import highlights, standings
from messages.codex.table import CodexCardPlaced, CodexObjectivesScored
from tests.client.games.codex.tables import codex_view

VIEW = codex_view()


def who(seat: int) -> str:
    return ("You", "bob", "cyd")[seat]


def test_standings_add_the_points_of_objectives_at_the_end() -> None:
    players = [replace(player, score=7 + n) for n, player in enumerate(VIEW.players)]
    players[1] = replace(players[1], objective_points=(2, 0, 3))
    view = replace(VIEW, players=tuple(players))
    assert [standing.score for standing in standings(view)][:2] == [7, 13]


def test_best_card_and_objectives_are_told_from_a_least_number_on() -> None:
    small = [CodexCardPlaced(0, "R1", "FRONT", 1, 1, points=2), CodexObjectivesScored(0, (0, 0, 1))]
    area = [s for s in highlights(VIEW, who, []) if "most cards" in s]
    assert highlights(VIEW, who, small) == area
    changes = [
        *small,
        CodexCardPlaced(1, "R2", "FRONT", 2, 2, points=5),
        CodexObjectivesScored(1, (2, 4, 3)),
    ]
    expected = ["bob placed the best card: 5 points.", "bob got 9 points for objectives."]
    assert highlights(VIEW, who, changes) == [*expected, *area]


def test_largest_area_is_told_unless_two_are_equal() -> None:
    players = list(VIEW.players)
    areas = [replace(players[0].area, placed=players[0].area.placed[:1]) for _ in players]
    equal = [replace(player, area=area) for player, area in zip(players, areas, strict=True)]
    assert highlights(replace(VIEW, players=tuple(equal)), who, []) == []
