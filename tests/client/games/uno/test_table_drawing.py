"""Players and piles of UNO as a list and as boxes."""

import pytest
from msgspec.structs import replace

from client.games.drawing import Marks, block_width, to_text
from client.games.uno.table_drawing import draw_boxes, draw_list, flag, last_discards
from messages.base import Change
from messages.uno.table import (
    UnoCardPlayed,
    UnoColorNamed,
    UnoPileReshuffled,
    UnoRoundStarted,
    UnoTurnLost,
)
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


def played(*cards: str) -> list[Change]:
    return [UnoCardPlayed(1, card) for card in cards]


def test_last_discards_are_those_played_and_the_top_card_with_its_named_colour() -> None:
    view = uno_view(["RED 1"], 3, 4, top="BLUE WILD")
    assert last_discards(view, []) == ["BLUE WILD"]
    changes = [
        *played("RED 1", "WILD DRAW_4"),
        UnoColorNamed(1, "RED"),
        UnoTurnLost(2, "PENALTY"),
        *played("RED 9", "BLUE WILD"),
    ]
    assert last_discards(view, changes) == ["RED 1", "RED DRAW_4", "RED 9", "BLUE WILD"]
    many = played(*(f"RED {n}" for n in range(10)), "BLUE WILD")
    assert last_discards(view, many) == [*(f"RED {n}" for n in range(3, 10)), "BLUE WILD"]


def test_discards_before_a_new_round_or_a_shuffle_are_not_known() -> None:
    view = uno_view(["RED 1"], 3, 4, top="RED 9")
    started = [*played("RED 1"), UnoRoundStarted(2, 0, "RED 5", 7, 60), *played("RED 9")]
    assert last_discards(view, started) == ["RED 5", "RED 9"]
    shuffled = [*played("RED 1", "RED 2"), UnoPileReshuffled(50), *played("RED 9")]
    assert last_discards(view, shuffled) == ["RED 2", "RED 9"]


def test_large_window_fans_the_last_discards_and_keeps_the_top_card_in_its_place() -> None:
    view = uno_view(["RED 1"], 3, 4, top="GREEN 5")
    alone = to_text(draw_boxes(view, NAMES, Marks(), 124))
    marks = Marks(recent=tuple(played("RED 3", "YELLOW DRAW_2", "GREEN SKIP", "GREEN 5")))
    fanned = to_text(draw_boxes(view, NAMES, marks, 124))
    row = next(n for n, line in enumerate(fanned) if "│R3 │Y+2│G⊘ ┃G" in line)
    assert fanned[row].index("┃G") == alone[row].index("┃G")
    small = "\n".join(to_text(draw_boxes(view, NAMES, marks, 84)))
    assert "Y+2" not in small


def test_uno_of_a_player_with_two_cards_has_no_flag() -> None:
    view = uno_view(["RED 1"], 2, 1)
    players = tuple(replace(player, said_uno=True) for player in view.players)
    view = replace(view, players=players)
    assert [flag(view, seat).text for seat in range(3)] == ["UNO!", "", "UNO!"]


def test_wild_without_a_color_is_shown_as_such() -> None:
    view = uno_view(["RED 1"], top="WILD WILD")
    for drawing in (draw_list(view, NAMES, Marks()), draw_boxes(view, NAMES, Marks(), 84)):
        assert "no colour" in "\n".join(to_text(drawing))
