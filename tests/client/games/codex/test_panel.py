"""The parts beside the area: players, hand, cards to draw, other players."""

from msgspec.structs import replace

from client.games.codex import panel
from client.games.drawing import Marks, Size, to_text
from messages.codex.actions import PlaceCodexCard
from messages.codex.table import CodexDeck
from tests.client.games.codex.tables import NAMES, codex_view
from tests.client.games.random_matches import drawn_zones

SEEN = (0,) * 7


def test_player_line_has_turn_colour_score_symbols_and_backs() -> None:
    view = codex_view()
    view = replace(view, players=(replace(view.players[0], score=23), view.players[1]))
    marks = Marks(changed=frozenset({("seat", "1")}))
    first, second = to_text(panel.player_lines(view, NAMES, 80, marks))
    assert first == "▶R ada (you)     ████████████████████┊ 23 pts F3 P2 A2  ═F══F═(F)"
    assert second == " B bob          ✦····················┊  0 pts F1 P1 A1 I1  ═P═(I)(P)"


def test_player_who_left_has_no_hand() -> None:
    view = codex_view()
    view = replace(view, players=(view.players[0], replace(view.players[1], gone=True, color=None)))
    assert to_text(panel.player_lines(view, NAMES, 80, Marks()))[1].endswith("has left")
    assert to_text(panel.score_lines(view, NAMES, 60)) == ["▶R ada (you) 0  · bob 0"]


def test_selected_back_is_shown_in_the_hand() -> None:
    marks = Marks(preview=PlaceCodexCard("R02", "BACK", 2, 2))
    lines = to_text(panel.hand_block(codex_view(), Size(9, 4), marks))
    assert lines[1].startswith("○───────○ ○═══════╗")
    assert lines[2].startswith("│  (F)  │")


def test_sides_are_offered_only_to_the_player_who_places_a_card() -> None:
    assert panel.side_keys(codex_view(), Marks())
    assert panel.side_keys(codex_view(phase="DRAW"), Marks()) == ()
    assert panel.side_keys(codex_view(1), Marks()) == ()
    assert panel.hand_block(codex_view(None), Size(9, 4), Marks()) == []
    assert panel.hand_in_lines(codex_view(None), 60, Marks()) == []


def test_larger_cards_say_more() -> None:
    body = [to_text(panel.hand_body("G07", "FRONT", SEEN, lines)) for lines in (2, 3, 4)]
    small, medium, large = body
    assert len(small[:2]) == 2
    assert medium[1:2] == ["fungi"]
    assert large[3:] == ["back (F)"]
    assert to_text(panel.hand_body("z\x1b", "FRONT", SEEN, 2)) == ["z"]


def test_sources_have_their_numbers_and_empty_ones_are_named() -> None:
    view = replace(codex_view(), slots=("R05", "", "G35", "G20"), gold=CodexDeck(0))
    block = panel.sources_block(view, Size(9, 3), Marks())
    assert {("source", str(n)) for n in range(1, 7)} <= drawn_zones(block)
    assert sum(line.count("empty") for line in to_text(block)) == 2
    words = to_text(panel.sources_in_lines(view, 80, Marks()))
    assert words == [" 1 F —  2 empty  5 (I)2  3 ═I 2/○  4 ═P 5  6 ═?═0"]
    assert panel.sources_in_lines(replace(view, phase="OVER"), 80, Marks()) == []


def test_thumbnails_show_the_other_players() -> None:
    assert to_text(panel.thumbnails(codex_view(), NAMES, Size(30, 6), 0))[0].strip() == "bob"
    assert panel.thumbnails(codex_view(), NAMES, Size(30, 2), 0) == []


def test_heading_has_a_note() -> None:
    assert to_text([panel.heading("GOALS", "now")]) == ["GOALS now"]
    assert to_text([panel.card_words("G07", SEEN)])[0].startswith("═F ")
