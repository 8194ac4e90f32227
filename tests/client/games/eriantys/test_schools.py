"""The schools: a line or a frame per player."""

from typing import Any

import pytest
from msgspec.structs import replace

from client.games.drawing import Marks, block_width, to_text
from client.games.eriantys.schools import draw_boxes, draw_table, player_name, seats_by_party
from messages.eriantys.table import EriantysView
from tests.client.games.eriantys.matches import moments
from tests.client.games.eriantys.tables import NAMES, full_view

TEAM_NAMES = ("ada", "Bianca", "ugo", "Lia")


def team_view(**fields: Any) -> EriantysView:
    view: EriantysView = replace(next(moments(4, True, 1)).view, **fields)
    return view


def test_table_has_a_line_per_player() -> None:
    assert to_text(draw_table(full_view(), NAMES, Marks())) == [
        " tower                entrance             dining · ★ professor      card→▲  ¢",
        "♜w6 ▶ada (you)         Y2  B1      R3       Y1   B0   G0   R3★  P0      5→3  2",
        "♜b1  bob                       G4      P3   Y1   B0   G10★ R0   P0      4→2  1",
    ]


def test_coins_are_left_out_in_base_mode() -> None:
    view = full_view(expert=False)
    assert "¢" not in "\n".join(to_text(draw_table(view, NAMES, Marks())))
    assert "¢" not in "\n".join(to_text(draw_boxes(view, NAMES, Marks(), 81)))


def test_teams_are_grouped_and_share_one_number_of_towers() -> None:
    view = team_view()
    assert seats_by_party(view) == [0, 2, 1, 3]
    starts = [line[:4] for line in to_text(draw_table(view, TEAM_NAMES, Marks()))[1:]]
    assert starts == ["♜w8 ", " w  ", "♜b8 ", " b  "]
    assert to_text(draw_boxes(view, TEAM_NAMES, Marks(), 81))[0] == (
        "  TEAM WHITE   ♜♜♜♜♜♜♜♜  8 to build        TEAM BLACK   ♜♜♜♜♜♜♜♜  8 to build"
    )


def test_legal_students_and_dining_room_of_the_reader_are_in_brackets() -> None:
    marks = Marks(legal=frozenset({("entrance", "red"), ("dining",)}), cursor=("entrance", "blue"))
    row = to_text(draw_table(full_view(), NAMES, marks))[1]
    assert row == "♜w6 ▶ada (you)         Y2 ▶B1◀    [R3]    [ Y1   B0   G0   R3★  P0  ]   5→3  2"


def test_dining_tables_are_zones_of_their_own_only_while_students_can_be_taken() -> None:
    def zones(marks: Marks) -> set[tuple[str, ...] | None]:
        table = draw_table(full_view(), NAMES, marks)
        return {span.zone for line in table for span in line}

    assert ("dining", "red") not in zones(Marks())
    assert ("dining",) in zones(Marks())
    legal = Marks(legal=frozenset({("dining", "red"), ("dining",)}))
    assert {("dining", "red"), ("dining",)} <= zones(legal)
    assert any("[R3★]" in line for line in to_text(draw_table(full_view(), NAMES, legal)))


def test_changed_tables_have_a_sign() -> None:
    marks = Marks(changed=frozenset({("table", "1", "green")}))
    assert "✦G10★" in to_text(draw_table(full_view(), NAMES, marks))[2]
    assert "G✦■" in "\n".join(to_text(draw_boxes(full_view(), NAMES, marks, 80)))


def test_boxes_have_all_seats_professors_coins_and_hands() -> None:
    lines = to_text(draw_boxes(full_view(), NAMES, Marks(), 50, hands=True))
    assert lines == [
        "┏━ ♜w6 ▶ada (you) ━━━━━━┓╭─ ♜b1 bob ─────────────╮",
        "┃ 2 Y ■·¢··¢··¢·  1     ┃│ · Y ■·¢··¢··¢·  1     │",
        "┃ 1 B ··¢··¢··¢·  0     ┃│ · B ··¢··¢··¢·  0     │",
        "┃ · G ··¢··¢··¢·  0     ┃│ 4 G ■■■■■■■■■■★10     │",
        "┃ 3 R ■■■··¢··¢· ★3     ┃│ · R ··¢··¢··¢·  0     │",
        "┃ · P ··¢··¢··¢·  0     ┃│ 3 P ··¢··¢··¢·  0     │",
        "┃ card 5→3 steps     ¢2 ┃│ card 4→2 steps     ¢1 │",
        "┃ hand 1-2 4 6-7 9-10   ┃│ hand 1-3 6-8          │",
        "┗━━━━━━━━━━━━━━━━━━━━━━━┛╰───────────────────────╯",
    ]


def test_legal_dining_room_is_named_in_the_border_of_the_own_box() -> None:
    for marks, label in (
        (Marks(legal=frozenset({("dining",)})), "┗━[dining]━"),
        (Marks(cursor=("dining",)), "┗━▶dining◀━"),
    ):
        assert to_text(draw_boxes(full_view(), NAMES, marks, 80))[-1].startswith(label)


@pytest.mark.parametrize("columns", [80, 81, 121])
def test_boxes_of_four_players_fit_the_columns(columns: int) -> None:
    drawn = draw_boxes(team_view(), ("n" * 20,) * 4, Marks(), columns, hands=True)
    assert block_width(drawn) <= columns


def test_player_who_left_has_a_dotted_box() -> None:
    view = full_view()
    gone = replace(view, schools=(view.schools[0], replace(view.schools[1], gone=True)))
    assert "┌┄ ♜b1 bob (left) ┄" in to_text(draw_boxes(gone, NAMES, Marks(), 80))[0]


def test_long_name_is_cut_and_keeps_its_note() -> None:
    assert player_name(full_view(), ("x" * 20,), 0, 16).text == "▶xxxxxxxxx (you)"
