"""How far a player is with an objective."""

import pytest
from msgspec.structs import replace

from client.games.codex.board_goals import progress
from messages.codex.area import CodexArea
from messages.codex.table import CodexView
from tests.client.games.codex.tables import codex_view
from tests.games.codex.tables import scattered, showing


def with_area(area: CodexArea, seat: int | None = 0) -> CodexView:
    view = codex_view(seat)
    return replace(view, players=(replace(view.players[0], area=area), view.players[1]))


@pytest.mark.parametrize(
    ("symbols", "objective", "words"),
    [
        ({}, "O09", "0 now, needs F3"),
        ({"fungi": 2}, "O09", "0 now, needs F1"),
        ({"fungi": 7}, "O09", "4 now, needs F2"),
        ({"quill": 3, "inkwell": 1}, "O13", "0 now, needs M1"),
        ({"quill": 1, "inkwell": 1, "manuscript": 1}, "O13", "3 now, needs Q1 K1 M1"),
    ],
)
def test_a_set_says_what_the_next_one_needs(
    symbols: dict[str, int], objective: str, words: str
) -> None:
    assert progress(with_area(showing(**symbols)), objective) == words


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ((), "0 now, 0 of 3"),
        (("green 1 1",), "0 now, 0 of 3"),
        (("red 1 1", "red 5 5"), "0 now, 1 of 3"),
        (("red 1 1", "red 3 3"), "0 now, 2 of 3"),
        (("red 1 1", "red 2 2", "red 3 3"), "2 now, 0 of 3"),
        (("red 1 1", "red 2 2", "red 3 3", "red 4 4"), "2 now, 1 of 3"),
    ],
)
def test_a_pattern_says_how_much_of_the_next_copy_lies(cells: tuple[str, ...], words: str) -> None:
    assert progress(with_area(scattered(*cells)), "O01") == words


def test_nothing_is_said_to_a_spectator_in_the_set_up_at_the_end_or_of_strange_cards() -> None:
    assert progress(codex_view(None), "O01") == ""
    assert progress(codex_view(phase="OVER"), "O01") == ""
    assert progress(codex_view(phase="SETUP"), "O01") == ""
    assert progress(codex_view(), "O99") == ""
