"""What a guest of the old dialect may see, as JSON (B.6)."""

import json
from typing import Any

import pytest

from games.shelfie.view import view
from messages.shelfie.actions import SHELFIE_GOALS
from messages.shelfie.table import ShelfieView
from server.dialects.shelfie.views import (
    CARD_NUMBERS,
    GOAL_NAMES,
    ITEMS,
    Table,
    as_json,
    match_view,
)
from tests.games.shelfie.tables import ALMOST, NONE, A, B, do, place, table, take

SEATS = Table(4, "ada", 2, ("ada", "bert"), ["ada: hello"])
KEYS = {
    *("matchID", "admin", "maxSeats", "players", "currentPlayer", "board", "currentPlayerHand"),
    *("shelves", "scores", "hiddenPoints", "personalGoals", "commonGoals", "commonGoalScores"),
    *("endGameToken", "publicChat", "gameResults"),
}


def shown(seen: ShelfieView) -> Any:
    return json.loads(match_view(seen, SEATS))


def test_the_view_before_the_end() -> None:
    shelf = "..... ..... ..... G.... CG... BTTPF"
    state = table(shelf, NONE, goals=("X", "EIGHT"), tokens=((8, 0), (0, 0)), stacks=((4,), ()))
    seen = shown(view(state, A))
    assert seen.keys() == KEYS
    assert (seen["matchID"], seen["admin"], seen["maxSeats"]) == (4, "ada", 2)
    assert seen["players"] == ["ada", "bert"]
    assert seen["currentPlayer"] == "ada"
    assert len(seen["board"]) == 9
    assert seen["board"][0] == [None] * 9
    assert seen["shelves"][0][5][0] == "_Books__1.1"
    assert seen["shelves"][0][0] == [None] * 5
    assert seen["scores"] == [8, 0]
    assert seen["commonGoals"] == ["CommonGoalXShape", "CommonGoal8Tiles"]
    assert seen["commonGoalScores"] == [4, 0]
    assert seen["endGameToken"] is True
    assert seen["publicChat"] == ["ada: hello"]
    assert seen["gameResults"] == [[None] * 6] * 3


@pytest.mark.parametrize("seat", [A, B])
def test_only_the_own_goal_is_shown_before_the_end(seat: int) -> None:
    shelf = "..... ..... ..... .G... ..... ..T.."
    seen = shown(view(table(shelf, "..... ..... ..... ..... ...T. .....", cells=()), seat))
    assert seen["personalGoals"] == ([1, 0] if seat == A else [0, 2])
    assert seen["hiddenPoints"] == ([2, 0] if seat == A else [0, 1])


def test_after_the_end_everything_is_shown() -> None:
    over = do(table(ALMOST, NONE, first=B, on={13: "G"}), take(13), place(0)).state
    seen = shown(view(over, B))
    assert seen["personalGoals"] == [1, 2]
    assert seen["currentPlayer"] == ""
    ada, bert, winner = seen["gameResults"]
    result = over.results[A]
    assert ada == [
        "ada",
        *map(str, (result.common, result.personal, result.adjacency)),
        "1",
        str(result.total),
    ]
    assert bert == ["bert", "0", "0", "0", None, "0"]
    assert winner == ["ada", None, None, None, None, None]
    assert seen["scores"] == [result.total, 0]


def test_the_words_of_the_wire() -> None:
    assert tuple(GOAL_NAMES) == SHELFIE_GOALS
    assert len(set(GOAL_NAMES.values())) == 12
    assert "".join(ITEMS) == "CBGFTP"
    assert {len(code) for code in ITEMS.values()} == {11}
    assert sorted(CARD_NUMBERS.values()) == list(range(1, 13))


def test_no_payload_contains_the_sign_between_arguments() -> None:
    assert as_json(["a|b"]) == '["a/b"]'
