"""The drawing of the Codex Naturalis table: every size, every choice, and exact pictures."""

from itertools import islice
from typing import cast

import pytest
from msgspec.structs import replace

from client.games.codex import UI
from client.games.codex.drawing import draw
from client.games.drawing import Marks, Size, block_width, to_text
from games.codex import CODEX
from messages.codex.actions import PlaceCodexCard
from messages.codex.table import CodexView
from tests.client.games.codex.tables import NAMES, codex_view, large_view
from tests.client.games.random_matches import NAMES as LONG_NAMES
from tests.client.games.random_matches import drawn_zones, end_view, play, select

assert UI.drawing is not None
ZONES = UI.drawing.zones
SIZES = [Size(60, 9), Size(79, 14), Size(80, 13), Size(80, 16), Size(84, 24), Size(124, 46)]
SIZES += [Size(100, 30), Size(200, 55)]
CLICK_SIZES = [Size(60, 9), Size(80, 16), Size(84, 24), Size(124, 46)]
CHOSEN = PlaceCodexCard("R02", "FRONT", 2, 2)
MARKS = Marks(
    legal=frozenset({("card", "1"), ("side", "front"), *(("spot", str(n)) for n in range(1, 10))}),
    cursor=("spot", "8"),
    preview=CHOSEN,
    changed=frozenset({("placed", "0", "-2", "2"), ("seat", "1"), ("source", "3")}),
)


def text(view: CodexView, size: Size, marks: Marks = MARKS) -> str:
    """Return the drawing without roles."""
    return "\n".join(to_text(draw(view, NAMES, size, marks)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_line_is_too_wide_at_any_size(players: int) -> None:
    for number, position in enumerate(islice(play("codex", players, players), 0, None, 5)):
        marks = select(UI, position.view, position.legal, position.legal[number % 7 - 7 :][0])
        for size in SIZES if number % 11 == 0 else SIZES[number % len(SIZES) :][:1]:
            for view in (position.view, CODEX.view(position.state, None)):
                drawing = draw(cast(CodexView, view), LONG_NAMES, size, marks)
                assert block_width(drawing) <= size.columns
                assert len(drawing) <= max(size.lines, 11), size


@pytest.mark.parametrize("players", [2, 4])
def test_every_choice_is_drawn_with_its_zone(players: int) -> None:
    for number, position in enumerate(islice(play("codex", players, 10 + players), 0, None, 3)):
        size = CLICK_SIZES[number % len(CLICK_SIZES)]
        legal = {zone for action in position.legal for zone in ZONES(position.view, action)}
        shown = drawn_zones(draw(position.view, LONG_NAMES, size, Marks(legal=frozenset(legal))))
        assert {zone for zone in legal if zone[0] != "spot"} <= shown
        for action in position.legal[number % 5 :: 29]:
            marks = select(UI, position.view, position.legal, action)
            assert marks.cursor in drawn_zones(draw(position.view, LONG_NAMES, size, marks))


def test_end_of_a_match_shows_objective_points_and_nothing_to_choose() -> None:
    view = end_view("codex", 3, 5)
    drawing = draw(view, LONG_NAMES, Size(80, 16), Marks())
    total = view.players[0].objective_points
    assert f"{view.players[0].score}+{sum(total)} pts" in to_text(drawing)[0]
    assert not {zone[0] for zone in drawn_zones(drawing)} & {"card", "source", "side", "objective"}


def test_small_window_shows_the_card_at_the_cursor() -> None:
    assert text(codex_view(), Size(80, 16)) == SMALL.strip("\n")


def test_medium_window_frames_the_area_and_draws_other_areas() -> None:
    shown = text(codex_view(), Size(84, 24))
    assert "╭─ YOUR AREA ─" in shown
    assert "TO DRAW after placing" in shown
    assert "GOALS points · now · missing" in shown
    assert "│ bob\n" in shown.replace("  ", "")  # the thumbnail


def test_large_window_has_larger_cards_and_the_backs_of_the_hand() -> None:
    shown = text(codex_view(), Size(124, 46))
    assert "┃  ▶8◀  ┃" in shown
    assert "back (F)" in shown
    assert "AREA OF bob" in shown


def test_folded_window_has_one_line_each_for_players_hand_and_sides() -> None:
    lines = text(codex_view(), Size(60, 9)).splitlines()
    assert lines[0] == "▶R ada (you) 0  B bob 0"
    assert lines[1] == "hand [1]F —  2 ═F 3 FFF  3 ═F 1/K FFP"
    assert lines[2] == "side [front]  back"
    assert len(lines) == 9


def test_area_of_another_player_has_a_title_and_no_spots() -> None:
    drawing = draw(codex_view(), NAMES, Size(80, 16), Marks(seat=1))
    assert to_text(drawing)[2].startswith("AREA OF bob")
    assert not [zone for zone in drawn_zones(drawing) if zone[0] == "spot"]
    framed = to_text(draw(codex_view(), NAMES, Size(84, 24), Marks(seat=1)))
    assert framed[2].startswith("╭─ AREA OF bob ─")


def test_large_area_says_where_it_continues_and_can_be_scrolled() -> None:
    view = large_view()
    first = text(view, Size(80, 16), Marks())
    assert "· Shift+arrows" in first
    assert "←" in first
    assert "→" not in first
    center = (0, 0)
    assert UI.drawing is not None
    assert UI.drawing.scroll is not None
    moved = text(view, Size(80, 16), Marks(center=center))
    assert moved != first
    assert "→" in moved
    assert UI.drawing.scroll(view, Marks(center=(4, 4)), (1, 0)) == (6, 4)
    assert UI.drawing.scroll(view, Marks(center=(0, 0)), (-1, -1)) == (0, 0)


def test_sources_are_heavy_while_a_card_is_drawn_and_dotted_when_empty() -> None:
    legal = Marks(legal=frozenset({("source", "1"), ("source", "5")}))
    view = codex_view(phase="DRAW")
    shown = text(replace(view, slots=("R05", "", *view.slots[2:])), Size(80, 16), legal)
    assert "━[1]━" in shown
    assert "━[5]━" in shown
    assert "┆empty  ┆" in shown


def test_unknown_cards_do_not_end_the_screen() -> None:
    view = replace(codex_view(), hand=("zzz", "G07"), slots=("q\x1b[0m", "", "", ""), common=("x",))
    for size in SIZES:
        shown = text(view, size, Marks())
        assert "\x1b" not in shown
        assert "zzz" in shown


SMALL = """
▶R ada (you)     ····················┊  0 pts F3 P2 A2  ═F══F═(F)
 B bob          ✦····················┊  0 pts F1 P1 A1 I1  ═P═(I)(P)
                                                   HAND [front]  back
      [2]         [5]                              F━━━━━━━F ○═══════╗ ○═══════K
          A──✦──A                 F━━━━━F          ┃  F —  ┃ ║  F 3  ║ ║ F 1/K ║
          │  A  │       [6]       ┃ ▶8◀ ┃          ┃ fungi ┃ ║  FFF  ║ ║  FFP  ║
          ○─────╯─────○     F─────┗━━━━━○          ┗━━[1]━━○ K══ 2 ══╝ ╚══ 3 ══○
      [1]       │ (P) │     │  F  │                ╭───────Q ○───────○ ○───────○
                ○─────○─────F─────╯                │  F —  │ │  P 1  │ │ (I) 2 │
            [3]       │ FP  │                      P── 1 ──F P── 2 ──╯ ○── 5 ──○
                      ○─────○                      ○═══✦═══○ ○═══════○ ○═══════○
                  [4]         [7]                  ║ I 2/○ ║ ║  P 5  ║ ║ (I) 1 ║
                                                   ○══ 3 ══╝ ╚══ 4 ══╝ ○══ 6 ══○
                                                   3 FFP low right 0 1/3
                                                   3 QKM set       0 +QKM
                                                   2 FFF rising    0 1/3 secret
"""
