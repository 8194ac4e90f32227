"""Clouds, characters and assistants."""

from typing import Any

from msgspec.structs import replace

from client.games.drawing import Marks, block_width, to_text
from client.games.eriantys import cards
from messages.eriantys.actions import COLORS
from messages.eriantys.table import CharacterView, EriantysView
from tests.client.games.eriantys.tables import NAMES, full_view

THIEF = CharacterView("THIEF", 2)


def planning(**fields: Any) -> EriantysView:
    """Return a view in which the reader must play an assistant; bob has played 4."""
    view = full_view(phase="PLANNING", **fields)
    return replace(view, schools=(replace(view.schools[0], played=None), view.schools[1]))


def test_clouds_and_bag_are_in_one_line_with_legal_ones_in_brackets() -> None:
    marks = Marks(legal=frozenset({("cloud", "0")}))
    assert to_text(cards.clouds_line(full_view(), marks, 80)) == [
        " clouds  [0] B1 R2      1  taken     bag 74"
    ]


def test_closed_clouds_and_last_round_are_shown() -> None:
    view = full_view(last_round=True, clouds_closed=True, bag=1)
    assert to_text(cards.clouds_line(view, Marks(), 80)) == [
        " clouds  none in this round  bag 1  LAST ROUND"
    ]


def test_end_of_turn_is_offered_only_to_the_player_on_turn() -> None:
    view = full_view(phase="END_TURN")
    assert "end turn" in to_text(cards.clouds_line(view, Marks(), 80))[0]
    assert "end turn" not in to_text(cards.clouds_line(replace(view, seat=1), Marks(), 80))[0]


def test_characters_have_price_and_pieces_in_brackets_if_legal() -> None:
    legal = frozenset({("character", "monk"), ("character", "monk", "red")})
    assert to_text(cards.characters_lines(full_view(), Marks(legal=legal), 90)) == [
        " [monk]¢1 [R2] P2    grandma ¢3  ⊘3   jester ¢1  B2  R2  P2"
    ]
    assert cards.characters_lines(full_view(characters=()), Marks(), 80) == []


def test_thief_offers_all_colours_only_to_a_player_who_can_pay() -> None:
    rich = full_view(characters=(THIEF,))
    assert to_text(cards.characters_lines(rich, Marks(), 80)) == ["  thief ¢2  Y  B  G  R  P"]
    for view in (replace(rich, seat=1), replace(rich, character_used=True)):
        assert to_text(cards.characters_lines(view, Marks(), 80)) == ["  thief ¢2"]
    expensive = replace(rich, characters=(replace(THIEF, price=3),))
    assert to_text(cards.characters_lines(expensive, Marks(), 80)) == ["  thief ¢3"]


def test_assistants_that_others_played_are_struck_out_with_the_name() -> None:
    marks = Marks(legal=frozenset({("assistant", "1")}), cursor=("assistant", "2"))
    (line,) = cards.assistants_line(planning(), NAMES, marks, 80)
    assert to_text([line]) == [" cards [1→1] ▶2→1◀  4→2 bob   6→3   7→4   9→5   10→5"]
    assert [span.text for span in line if span.role == "muted+strike"] == ["4→2"]


def test_assistants_are_not_drawn_for_spectators_or_after_playing_one() -> None:
    for view in (planning(seat=None), full_view(phase="PLANNING"), full_view()):
        assert cards.assistants_line(view, NAMES, Marks(), 80) == []
        assert cards.assistants_boxes(view, NAMES, Marks(), 80) == []


def test_assistant_boxes_are_heavy_if_legal_and_dotted_if_played_by_others() -> None:
    marks = Marks(legal=frozenset({("assistant", "1")}))
    lines = to_text(cards.assistants_boxes(planning(), NAMES, marks, 80))
    assert lines[0].startswith(" ┏━━━━━━┓╭──────╮┌┄┄┄┄┄┄┐╭──────╮")
    assert lines[1].startswith(" ┃[1→1] ┃│ 2→1  │┆ 4→2  ┆│ 6→3  │")
    assert lines[3].strip() == "bob"


def test_inside_of_a_medium_ring_has_clouds_bag_and_a_line_per_character() -> None:
    lines = to_text(cards.draw_inside_medium_ring(full_view(), Marks(), 47))
    assert lines[:2] == [" clouds   0  B1 R2      1  taken", " bag 74"]
    assert [line.split()[0] for line in lines[2:]] == ["monk", "grandma", "jester"]


def test_inside_of_a_large_ring_has_frames_with_the_effects() -> None:
    marks = Marks(legal=frozenset({("cloud", "0"), ("character", "monk")}))
    drawn = cards.draw_inside_large_ring(full_view(), marks, 71)
    lines = to_text(drawn)
    assert lines[:3] == [
        " ┏━ cloud [0] ━━┓ ╭─ cloud 1 ────╮",
        " ┃ B■ R■■       ┃ │ taken        │",
        " ┗━━━━━━━━━━━━━━┛ ╰──────────────╯",
    ]
    assert "¢16 in the supply" in lines[3]
    assert lines[4].startswith("┏━ [monk] ━━━━━━━━━━━━┓ ╭─ grandma")
    assert lines[5].startswith("┃¢1  R2  P2           ┃ │¢3  ⊘3 ")
    assert lines[6].startswith("┃one of its students  ┃")
    assert lines[7].startswith("┃to an island         ┃")
    assert block_width(drawn) <= 71


def test_price_is_below_the_students_if_these_need_the_whole_line() -> None:
    jester = CharacterView("JESTER", 2, students=dict.fromkeys(COLORS, 1))
    legal = frozenset(("character", "jester", color.lower()) for color in COLORS)
    lines = to_text(
        cards.draw_inside_large_ring(full_view(characters=(jester,)), Marks(legal=legal), 71)
    )
    assert lines[5:8] == [
        "│ [Y1][B1][G1][R1][P1]│",
        "│swap up to 3: card,  │",
        "│entrance           ¢2│",
    ]
