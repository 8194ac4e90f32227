"""Test the objects of cards and games, and that they contain nothing hidden."""

import json
from typing import Any

import pytest

from games.codex import CODEX
from messages.codex.cards import CODEX_CARDS, CODEX_OBJECTIVES
from server.dialects.codex.objects import (
    card_object,
    covered_corners,
    game_object,
    hidden_card_object,
    objective_object,
    playground_object,
)
from tests.games.codex.games import EVERY_SIZE, moments
from tests.games.codex.tables import A, area, table
from tests.harness.dialects.codex_server import CodexServer, Line, RunCodexScenario, first_placement


def test_object_of_a_gold_card_has_both_faces_with_corners_score_and_requirements() -> None:
    assert card_object("G02") == {
        "front": {
            "faceID": 82,
            "corners": {
                "TOP_LEFT": {"isCovered": False},
                "TOP_RIGHT": {"isCovered": False, "symbol": "INKWELL"},
                "LOWER_RIGHT": {"isCovered": False},
            },
            "color": "RED",
            "backCenterResources": {},
            "score": 1,
            "pointsCondition": "NUM_INKWELL",
            "requirements": {"FUNGI": 2, "PLANT": 1},
        },
        "back": {
            "faceID": 122,
            "corners": {
                corner: {"isCovered": False}
                for corner in ("TOP_LEFT", "TOP_RIGHT", "LOWER_LEFT", "LOWER_RIGHT")
            },
            "color": "RED",
            "backCenterResources": {"FUNGI": 1},
            "score": 0,
            "requirements": {},
        },
    }


def test_starter_object_has_no_color_and_objective_object_has_positions_of_its_pattern() -> None:
    assert "color" not in card_object("S01")["front"]
    assert objective_object("O05") == {
        "frontID": 5,
        "backID": 17,
        "positionCondition": [
            [{"x": 0, "y": 0}, "RED"],
            [{"x": 0, "y": -2}, "RED"],
            [{"x": 1, "y": -3}, "GREEN"],
        ],
        "resourceCondition": {},
        "score": 3,
    }
    assert objective_object("O13")["positionCondition"] == {}


PATTERNS = {
    1: (("RED", 0, 0), ("RED", 1, 1), ("RED", 2, 2)),
    2: (("GREEN", 0, 0), ("GREEN", 1, -1), ("GREEN", 2, -2)),
    3: (("BLUE", 0, 0), ("BLUE", 1, 1), ("BLUE", 2, 2)),
    4: (("PURPLE", 0, 0), ("PURPLE", 1, -1), ("PURPLE", 2, -2)),
    5: (("RED", 0, 0), ("RED", 0, -2), ("GREEN", 1, -3)),
    6: (("BLUE", 0, 0), ("PURPLE", 1, -1), ("PURPLE", 1, -3)),
    7: (("BLUE", 0, 0), ("BLUE", 0, 2), ("RED", 1, 3)),
    8: (("PURPLE", 0, 0), ("GREEN", 1, 1), ("GREEN", 1, 3)),
}
"""Cells of the pattern objectives, in the order in which legacy clients compare them."""


@pytest.mark.parametrize("number", PATTERNS)
def test_pattern_objective_has_its_cells_from_0_0_in_the_order_that_clients_compare(
    number: int,
) -> None:
    (objective,) = [card.id for card in CODEX_OBJECTIVES.values() if card.number == number]
    sent = json.loads(json.dumps(objective_object(objective)))["positionCondition"]
    assert sent == [[{"x": x, "y": y}, color] for color, x, y in PATTERNS[number]]


def test_playground_object_has_covered_corners_empty_positions_and_placement_order() -> None:
    state = table(area("S03 back", "R01 back 1 1"), area("S01 front"))
    area_object = playground_object(CODEX.view(state, A).players[A])  # type: ignore[attr-defined]
    tiles = {(p["x"], p["y"]): tile for p, tile in area_object["area"]}
    starter = tiles[0, 0]["face"]["corners"]
    assert starter["TOP_RIGHT"]["isCovered"]
    assert not starter["TOP_LEFT"]["isCovered"]
    assert not tiles[1, 1]["face"]["corners"]["LOWER_LEFT"]["isCovered"]
    assert tiles[2, 2] == {"availability": "EMPTY"}
    assert area_object["positioningOrder"] == [{"x": 0, "y": 0}, {"x": 1, "y": 1}]
    assert covered_corners(state.areas[A], 1, 1) == [[{"x": 0, "y": 0}, "TOP_RIGHT"]]


def test_area_without_a_starter_has_the_empty_position_0_0(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        ada, _ = [await server.connect_named(name) for name in ("ada", "bob")]
        lines = await ada.sync("SET_PLAYER_NUMBER", numPlayers=2)
        (game,) = [line["game"] for line in lines if "game" in line]
        for player in game["players"]:
            ground = player["playground"]
            assert ground["area"] == [[{"x": 0, "y": 0}, {"availability": "EMPTY"}]]
            assert ground["positioningOrder"] == []

    run_codex_scenario(scenario)


def test_placeholder_is_the_same_for_all_cards_with_the_same_back() -> None:
    fungi = [card for card in CODEX_CARDS.values() if card.back_text == "RESOURCE FUNGI"]
    shown = {json.dumps(hidden_card_object(card.back_text)) for card in fungi}
    assert len(shown) == 1
    assert hidden_card_object("RESOURCE FUNGI")["front"]["faceID"] == 41


# --- nothing hidden is sent ---------------------------------------------------------------------


def face_numbers(value: Any) -> set[int]:
    """Return all numbers of faces in an object."""
    if isinstance(value, list):
        return {number for item in value for number in face_numbers(item)}
    if not isinstance(value, dict):
        return set()
    own = {v for k, v in value.items() if k == "faceID"}
    return own | {number for item in value.values() for number in face_numbers(item)}


PLACEHOLDERS = face_numbers(
    [
        hidden_card_object(card.back_text, index)
        for card in CODEX_CARDS.values()
        if card.kingdom >= 0
        for index in range(3)
    ]
)
"""Numbers of placeholders, which do not depend on the hidden cards (test_hidden.py)."""


@pytest.mark.parametrize("players", EVERY_SIZE)
def test_game_object_for_a_seat_contains_no_card_or_objective_hidden_from_it(players: int) -> None:
    names = [f"p{n}" for n in range(players)]
    for moment in moments(players, 2):
        state = moment.step.state
        for seat in range(players):
            view = CODEX.view(state, seat)
            game = game_object(view, names, lambda _: True, [], is_active=True)  # type: ignore[arg-type]
            hidden = [*state.resource, *state.gold]
            hidden += [c for s in range(players) if s != seat for c in state.hands[s]]
            faces = [face for c in hidden for face in (CODEX_CARDS[c].front, CODEX_CARDS[c].back)]
            assert not face_numbers(game) & {face.number for face in faces} - PLACEHOLDERS
            known = {*state.common, *state.offers[seat]}
            shown = {card["frontID"] for p in game["players"] for card in p["objectiveCards"]}
            assert shown <= {CODEX_OBJECTIVES[c].number for c in known} | {17}


def test_lines_to_other_players_do_not_contain_the_card_drawn_from_a_deck(
    run_codex_scenario: RunCodexScenario,
) -> None:
    """Play a game in which all players place backs and draw from the decks."""

    async def scenario(server: CodexServer) -> None:
        order = await server.start_first_turn("ada", "bob", "eve")
        for turn in range(9):
            mover = order[turn % 3]
            await mover.sync("PLACE_CARD", **first_placement(server))
            deck = (server.state.resource, server.state.gold)[turn % 2]
            top = CODEX_CARDS[deck[-1]]
            await mover.sync("DRAW", idToDraw=5 - turn % 2)
            for other in order:
                if other is not mover:
                    lines: list[Line] = await other.sync()
                    revealed = face_numbers(lines) - PLACEHOLDERS
                    assert not revealed & {top.front.number, top.back.number}

    run_codex_scenario(scenario)
