"""Players and piles of UNO as a list and as boxes."""

import pytest
from msgspec.structs import replace

from client.games.drawing import Marks, block_width, to_text
from client.games.uno.table_drawing import draw_boxes, draw_list, flag
from tests.client.games.uno.tables import uno_view

NAMES = tuple(f"player-{n}" for n in range(10))


@pytest.mark.parametrize("players", range(2, 11))
def test_list_and_boxes_show_every_player_once_in_any_width(players: int) -> None:
    view = uno_view(["RED 1"], *range(2, players + 1))
    for columns in (78, 80, 84, 116, 124, 160):
        for drawing in (draw_list(view, NAMES, Marks()), draw_boxes(view, NAMES, Marks(), columns)):
            text = "\n".join(to_text(drawing))
            assert block_width(drawing) <= max(columns, 80)
            assert all(text.count(f"player-{n}") == 1 for n in range(1, players))
            assert "you" in text


def test_player_to_swap_with_is_marked_and_has_a_heavy_box() -> None:
    view = uno_view(["RED 1"], 3, 4)
    marks = Marks(legal=frozenset({("player", "1"), ("player", "2")}), cursor=("player", "2"))
    text = to_text(draw_boxes(view, NAMES, marks, 84))[0]
    assert "┏━ [player-1]" in text
    assert "┏━ ▶player-2◀" in text
    assert to_text(draw_list(view, NAMES, marks))[1].startswith("▼ [player-1]")


def test_large_boxes_have_score_bars() -> None:
    view = uno_view(["RED 1"], 3, 4)
    players = (replace(view.players[0], score=250), *view.players[1:])
    large = to_text(draw_boxes(replace(view, players=players), NAMES, Marks(), 124))
    assert "┃ █████████████·" in large[3]
    assert "█" not in "\n".join(to_text(draw_boxes(view, NAMES, Marks(), 84)))


def test_uno_of_a_player_with_two_cards_has_no_flag() -> None:
    view = uno_view(["RED 1"], 2, 1)
    players = tuple(replace(player, said_uno=True) for player in view.players)
    view = replace(view, players=players)
    assert [flag(view, seat).text for seat in range(3)] == ["UNO!", "", "UNO!"]


def test_wild_without_a_color_is_shown_as_such() -> None:
    view = uno_view(["RED 1"], top="WILD WILD")
    for drawing in (draw_list(view, NAMES, Marks()), draw_boxes(view, NAMES, Marks(), 84)):
        assert "no colour" in "\n".join(to_text(drawing))
