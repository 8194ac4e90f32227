"""The living room and the shelves: letters, marks and previews in every size of tiles."""

from msgspec.structs import replace

from client.games.drawing import Marks, Span, block_width, to_text
from client.games.shelfie.shelves import (
    LARGE,
    MEDIUM,
    SMALL,
    draw_room,
    draw_shelf,
    draw_small_shelf,
    player_name,
    points_text,
    room_columns,
    shelf_columns,
)
from messages.shelfie.actions import PlaceShelfieTiles, TakeShelfieTiles
from tests.client.games.random_matches import drawn_zones
from tests.client.games.shelfie.tables import NAMES, placing_view, shelfie_view

TILES = frozenset(("tile", cell) for cell in ("b4", "b5", "c4", "c5", "c6"))


def test_room_has_free_tiles_in_capitals_and_keys_only_when_the_choice_is_narrowed() -> None:
    view = shelfie_view()
    assert to_text(draw_room(view, SMALL, Marks(legal=TILES)))[2:4] == [
        "b           C  B",
        "c           G  F  T",
    ]
    narrowed = Marks(legal=frozenset({("tile", "b5"), ("take", "1")}), cursor=("tile", "b4"))
    lines = to_text(draw_room(view, SMALL, narrowed))
    assert lines[2] == "b          ▶C◀[B]"
    assert lines[8:] == ["h    take      ·  ·", "i [1] 2  3"]
    preview = Marks(preview=TakeShelfieTiles((23, 24)))
    assert to_text(draw_room(view, SMALL, preview))[3] == "c          ‹G›‹F› T"


def test_marked_tiles_of_others_are_in_round_brackets() -> None:
    view = shelfie_view(picked=(13,), turn=1)
    lines = to_text(draw_room(view, SMALL, Marks()))
    assert lines[2] == "b          (C) B"
    assert "take" not in "".join(lines)


def test_tiles_in_the_hand_are_shown_where_they_were_and_taken_ones_have_a_sign() -> None:
    lines = to_text(draw_room(placing_view(), SMALL, Marks()))
    assert lines[2] == "b          [C][B]"
    changed = Marks(changed=frozenset({("tile", "b4")}))
    empty = shelfie_view(board=tuple(row.replace("C", ".") for row in shelfie_view().board))
    assert to_text(draw_room(empty, SMALL, changed))[2] == "b           ✦  B"


def test_enclosed_tile_is_small_and_tinted() -> None:
    view = shelfie_view(board=("         ",) * 2 + ("   CCC   ",) * 3 + ("         ",) * 4)
    line = draw_room(view, SMALL, Marks())[4]
    assert Span(" c ", "tint:green", ("tile", "d5")) in line
    assert Span(" C ", "chip:green+bold", ("tile", "d4")) in line


def test_rooms_and_shelves_have_exact_widths() -> None:
    for tile in (SMALL, MEDIUM, LARGE):
        assert {block_width([line]) for line in draw_room(shelfie_view(), tile, Marks())[1:]} == {
            room_columns(tile)
        }
        shelf = draw_shelf(shelfie_view(), 0, tile, Marks())
        assert {block_width([line]) for line in shelf[1:]} == {shelf_columns(tile)}
    assert len(draw_shelf(shelfie_view(), 0, MEDIUM, Marks())) == 1 + 11 + 1
    assert len(draw_room(shelfie_view(), LARGE, Marks(), numbers=False)) == 27


def test_drop_is_previewed_and_columns_with_room_have_keys() -> None:
    marks = Marks(cursor=("column", "2"), preview=PlaceShelfieTiles(1, (1, 0)))
    lines = to_text(draw_shelf(placing_view(), 0, SMALL, marks))
    assert lines[0] == " [1]▶2◀[3][4][5]"
    assert [line[4:7] for line in lines[1:7]][1:] == [" · ", "‹C›", "‹B›", " T ", " G "][-5:]
    assert ("column", "5") in drawn_zones(draw_shelf(placing_view(), 0, SMALL, marks))


def test_secret_goal_is_small_and_underlined_in_place() -> None:
    personal = ("..P..", *(".....",) * 4, "C....")
    block = draw_shelf(shelfie_view(personal=personal), 0, SMALL, Marks())
    assert Span(" p ", "ink:pink", ("column", "3")) in block[1]
    assert Span(" C ", "chip:green+bold+underline", ("column", "1")) in block[6]
    other = draw_shelf(shelfie_view(personal=personal, seat=1), 0, SMALL, Marks())
    assert "p" not in "".join(to_text(other))


def test_other_shelves_have_one_or_two_columns_for_a_tile() -> None:
    view = shelfie_view()
    assert to_text(draw_small_shelf(view, 0, spaced=False))[-2:] == ["CG·P·", "━━━━━"]
    assert to_text(draw_small_shelf(view, 0, spaced=True))[-2:] == ["┃C G · P · ┃", "┗━━━━━━━━━━┛"]


def test_name_has_turn_reader_and_change() -> None:
    view = shelfie_view()
    marks = Marks(changed=frozenset({("seat", "1")}))
    assert to_text([player_name(view, NAMES, 0, 17, marks)]) == ["▶ ada (you)"]
    assert to_text([player_name(view, NAMES, 1, 10, marks)]) == ["bob ✦"]
    assert points_text(view, 1) == "0 pts"
    gone = replace(view, players=(view.players[0], replace(view.players[1], gone=True)))
    assert points_text(gone, 1) == "left"
