"""Test the JSON of match views (server.dialects.shelfie.views, B.6)."""

import json
from typing import Any

import pytest

from games.shelfie.view import view
from messages.shelfie.actions import SHELFIE_GOALS
from messages.shelfie.table import ShelfieView
from server.dialects.shelfie.views import (
    CARD_NUMBERS,
    GOAL_NAMES,
    ITEM_CODES,
    RoomInfo,
    match_view,
    to_json,
)
from tests.games.shelfie.tables import ALMOST, NONE, A, B, do, place, table, take

ROOM = RoomInfo(4, "ada", 2, ("ada", "bert"), ["ada: hello"])
KEYS = {
    *("matchID", "admin", "maxSeats", "players", "currentPlayer", "board", "currentPlayerHand"),
    *("shelves", "scores", "hiddenPoints", "personalGoals", "commonGoals", "commonGoalScores"),
    *("endGameToken", "publicChat", "gameResults"),
}


def decoded_view(decoded: ShelfieView) -> Any:
    return json.loads(match_view(decoded, ROOM))


def test_match_view_before_the_end_has_all_keys_tokens_as_scores_and_empty_results() -> None:
    shelf = "..... ..... ..... G.... CG... BTTPF"
    state = table(shelf, NONE, goals=("X", "EIGHT"), tokens=((8, 0), (0, 0)), stacks=((4,), ()))
    decoded = decoded_view(view(state, A))
    assert decoded.keys() == KEYS
    assert (decoded["matchID"], decoded["admin"], decoded["maxSeats"]) == (4, "ada", 2)
    assert decoded["players"] == ["ada", "bert"]
    assert decoded["currentPlayer"] == "ada"
    assert len(decoded["board"]) == 9
    assert decoded["board"][0] == [None] * 9
    assert decoded["shelves"][0][5][0] == "_Books__1.1"
    assert decoded["shelves"][0][0] == [None] * 5
    assert decoded["scores"] == [8, 0]
    assert decoded["commonGoals"] == ["CommonGoalXShape", "CommonGoal8Tiles"]
    assert decoded["commonGoalScores"] == [4, 0]
    assert decoded["endGameToken"] is True
    assert decoded["publicChat"] == ["ada: hello"]
    assert decoded["gameResults"] == [[None] * 6] * 3


@pytest.mark.parametrize("seat", [A, B])
def test_personal_goal_and_hidden_points_of_the_other_player_are_0_before_the_end(
    seat: int,
) -> None:
    shelf = "..... ..... ..... .G... ..... ..T.."
    decoded = decoded_view(
        view(table(shelf, "..... ..... ..... ..... ...T. .....", cells=()), seat)
    )
    assert decoded["personalGoals"] == ([1, 0] if seat == A else [0, 2])
    assert decoded["hiddenPoints"] == ([2, 0] if seat == A else [0, 1])


def test_match_view_after_the_end_has_all_goals_results_winner_and_total_scores() -> None:
    over = do(table(ALMOST, NONE, first=B, on={13: "G"}), take(13), place(0)).state
    decoded = decoded_view(view(over, B))
    assert decoded["personalGoals"] == [1, 2]
    assert decoded["currentPlayer"] == ""
    ada, bert, winner = decoded["gameResults"]
    result = over.results[A]
    assert ada == [
        "ada",
        *map(str, (result.common, result.personal, result.adjacency)),
        "1",
        str(result.total),
    ]
    assert bert == ["bert", "0", "0", "0", None, "0"]
    assert winner == ["ada", None, None, None, None, None]
    assert decoded["scores"] == [result.total, 0]


def test_every_goal_item_and_card_has_a_wire_name_or_number_of_its_own() -> None:
    assert tuple(GOAL_NAMES) == SHELFIE_GOALS
    assert len(set(GOAL_NAMES.values())) == 12
    assert "".join(ITEM_CODES) == "CBGFTP"
    assert {len(code) for code in ITEM_CODES.values()} == {11}
    assert sorted(CARD_NUMBERS.values()) == list(range(1, 13))


def test_argument_separator_is_replaced_by_a_slash_in_json() -> None:
    assert to_json(["a|b"]) == '["a/b"]'
