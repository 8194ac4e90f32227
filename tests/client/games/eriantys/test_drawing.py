"""The drawing of the Eriantys board: it fits every size and shows every zone of an action."""

from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace

from client.games.drawing import (
    BoardDrawing,
    Drawing,
    Marks,
    Size,
    Zone,
    block_width,
    to_text,
)
from client.games.eriantys import UI
from client.games.eriantys.drawing import draw
from client.games.eriantys.interaction import zones
from messages.eriantys.actions import EndTurn
from messages.eriantys.table import CharacterView, EriantysView
from tests.client.games.eriantys.matches import VARIANTS, moments, sample
from tests.client.games.eriantys.tables import NAMES, full_view
from tests.client.games.random_matches import Position

SIZES = [Size(80, 16), Size(84, 24), Size(124, 46)]
ALL_SIZES = [
    *SIZES,
    *(Size(60, 9), Size(70, 14), Size(79, 15), Size(80, 12), Size(80, 40), Size(100, 20)),
    *(Size(121, 22), Size(160, 33), Size(200, 55)),
]
LONG_NAMES = ("n" * 20, "日本語の名前です", "ugo", "x" * 15)

GOLDEN = """\
╭────────────┲━━━━━━━━━━━━━━━━━━━━━━━━━┱────────────┬────────────┬─────▶──────╮
│ 0          ┃▶1◀ ♜w2 ⊘     2          ┃ 3         ✦│ 4          │ 5 ▲ ♜b3    │
│ Y1 R2      ┃ Y2 B2 G10    R1         ┃            │ G1         │ R1 P1      │
│ w2 b0      ┃ w3 b10                  ┃            │ w0 b1      │ w1 b3      │
├────────────┺━━━━━━━━━━━━┯━━━━━━━━━━━━╋━━━━━━━━━━━━╅────────────╯            │"""


def zones_of(drawing: Drawing) -> set[Zone | None]:
    return {span.zone for line in drawing for span in line}


def marks_of(moment: Position) -> Marks:
    """Return the marks while the first of some legal actions is selected."""
    legal = frozenset(zone for action in moment.legal for zone in zones(moment.view, action))
    action = sample(moment, 1)[0]
    return Marks(legal=legal, cursor=zones(moment.view, action)[-1], preview=action)


def sampled(players: int, expert: bool, step: int) -> Iterator[Position]:
    for seed in range(2):
        for number, moment in enumerate(moments(players, expert, seed)):
            if number % step == seed:
                yield moment


def test_game_ui_offers_the_drawing() -> None:
    assert isinstance(UI.drawing, BoardDrawing)
    assert UI.drawing.draw is draw


@pytest.mark.parametrize(("players", "expert"), VARIANTS)
def test_every_zone_of_every_legal_action_is_drawn(players: int, expert: bool) -> None:
    for moment in sampled(players, expert, 23):
        marks = marks_of(moment)
        for size in (*SIZES, Size(60, 9)):
            missing = marks.legal - zones_of(draw(moment.view, LONG_NAMES, size, marks))
            assert not missing, (size, moment.view.phase)


@pytest.mark.parametrize(("players", "expert"), VARIANTS)
def test_no_line_is_wider_than_the_size(players: int, expert: bool) -> None:
    for moment in sampled(players, expert, 67):
        spectator = replace(moment.view, seat=None)
        for size in ALL_SIZES:
            for view, marks in ((moment.view, marks_of(moment)), (spectator, Marks())):
                drawing = draw(view, LONG_NAMES, size, marks)
                assert block_width(drawing) <= size.columns, "\n".join(to_text(drawing))


@pytest.mark.parametrize(("players", "expert"), VARIANTS)
def test_board_fits_80_columns_and_17_lines(players: int, expert: bool) -> None:
    for moment in sampled(players, expert, 17):
        drawing = draw(moment.view, LONG_NAMES, Size(80, 16), marks_of(moment))
        assert len(drawing) <= 17, "\n".join(to_text(drawing))


@pytest.mark.parametrize(("players", "expert"), VARIANTS)
def test_every_player_tile_and_cloud_is_on_every_whole_board(players: int, expert: bool) -> None:
    names = ("ada", "Bianca", "ugo", "Lia")[:players]
    for moment in sampled(players, expert, 41):
        for size in SIZES:
            text = "\n".join(to_text(draw(moment.view, names, size, Marks())))
            assert [name for name in names if name not in text] == []
            heads = {f" {tile} " for tile in range(12)}
            assert [head for head in heads if head not in text] == []


def test_team_has_one_pool_of_towers_at_every_size() -> None:
    view = next(moments(4, False, 1)).view
    for size in (*SIZES, Size(60, 9)):
        text = "\n".join(to_text(draw(view, NAMES, size, Marks())))
        shown = "8 to build" if "TEAM" in text else "♜w8"
        assert text.count(shown) == (2 if "TEAM" in text else 1)
        assert "♜w0" not in text
        assert "0 to build" not in text


def test_player_who_left_is_marked() -> None:
    view = full_view()
    gone = replace(view, schools=(view.schools[0], replace(view.schools[1], gone=True)))
    for size in SIZES:
        assert any("bob (left)" in line for line in to_text(draw(gone, NAMES, size, Marks())))


def test_ring_marks_legal_islands_the_cursor_and_changes_by_shape() -> None:
    marks = Marks(
        legal=frozenset({("island", "1"), ("island", "8")}),
        cursor=("island", "1"),
        changed=frozenset({("island", "3")}),
    )
    assert "\n".join(to_text(draw(full_view(), NAMES, Size(80, 16), marks))[:5]) == GOLDEN


def test_last_round_and_end_of_turn_are_on_every_board() -> None:
    view = full_view(phase="END_TURN", last_round=True, clouds_closed=True, bag=0)
    (zone,) = zones(view, EndTurn())
    for size in (*SIZES, Size(60, 9)):
        drawing = draw(view, NAMES, size, Marks(legal=frozenset({zone})))
        text = "\n".join(to_text(drawing))
        assert "LAST ROUND" in text
        assert "[end turn]" in text
        assert zone in zones_of(drawing)


def test_effect_in_force_is_shown_on_its_character() -> None:
    hunter = CharacterView("MUSHROOM_HUNTER", 4, used=True)
    view = full_view(characters=(hunter,), effect="MUSHROOM_HUNTER", banned_color="RED")
    view = replace(view, character_used=True)
    for size in SIZES:
        assert "in force: R" in "\n".join(to_text(draw(view, NAMES, size, Marks())))


@pytest.mark.parametrize("size", SIZES)
def test_larger_size_never_shows_a_smaller_ring(size: Size) -> None:
    def ring_height(view: EriantysView, lines: int) -> int:
        rows: Sequence[str] = to_text(draw(view, NAMES, Size(size.columns, lines), Marks()))
        return next(i for i, row in enumerate(rows) if row.startswith(("╰", "┗")))

    heights = [ring_height(full_view(), lines) for lines in range(12, 60)]
    assert heights == sorted(heights)
