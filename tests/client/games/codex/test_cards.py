"""Single cards: corners, borders, points, needs and keys."""

from client.games.codex.cards import (
    back_label,
    card_block,
    count_chips,
    crop,
    kingdom_name,
    need_chips,
    placed_body,
    points_label,
    points_words,
    stamp,
    symbol_chip,
)
from client.games.drawing import Marks, Size, Span, plain, to_text
from messages.codex.cards import CODEX_CARDS

ZONE = ("card", "1")
SMALL = Size(7, 3)


def test_resource_card_has_its_symbols_open_corners_and_plain_border_without_a_corner() -> None:
    block = card_block("R01", "FRONT", SMALL, [plain("F")], ZONE, Marks())
    assert to_text(block) == ["F─────○", "│  F  │", "F─────╯"]
    assert block[0][0] == Span("F", "chip:red", ZONE)
    assert block[1] == (
        Span("│  ", "tint:red", ZONE),
        Span("F", "tint:red+bold", ZONE),
        Span("  │", "tint:red", ZONE),
    )


def test_gold_card_has_a_double_border_also_when_legal() -> None:
    marks = Marks(legal=frozenset({ZONE}))
    assert to_text(card_block("G01", "BACK", SMALL, [], ZONE, marks, "1")) == [
        "○═════○",
        "║     ║",
        "○═[1]═○",
    ]


def test_legal_card_is_heavy_and_the_cursor_has_the_accent() -> None:
    legal = card_block("R01", "BACK", SMALL, [], ZONE, Marks(legal=frozenset({ZONE})), "1")
    assert to_text(legal) == ["○━━━━━○", "┃     ┃", "○━[1]━○"]
    at_cursor = card_block("R01", "BACK", SMALL, [], ZONE, Marks(cursor=ZONE), "1")
    assert to_text(at_cursor)[2] == "○━▶1◀━○"
    assert at_cursor[0][0].role == "accent+bold"


def test_changed_card_has_a_sign_on_its_upper_border() -> None:
    block = card_block("R01", "FRONT", SMALL, [], ZONE, Marks(changed=frozenset({ZONE})))
    assert to_text(block)[0] == "F──✦──○"


def test_body_is_centred_and_cut() -> None:
    block = card_block("R01", "BACK", Size(7, 5), [plain("abcdefgh")], ZONE, Marks())
    assert to_text(block)[1:4] == ["│     │", "│abcde│", "│     │"]


def test_unknown_card_has_no_corners() -> None:
    assert to_text(card_block("zz", "FRONT", SMALL, [], ZONE, Marks()))[0] == "╭─────╮"


def test_newer_block_covers_an_older_one() -> None:
    canvas: dict[tuple[int, int], tuple[str, str, tuple[str, ...] | None]] = {}
    stamp(canvas, [plain("aaa")], 0, 0)
    stamp(canvas, [plain("b", "muted")], 0, 2)
    assert crop(canvas, range(1), range(-1, 4)) == [
        (Span(" aa"), Span("b", "muted"), Span(" ")),
    ]


def test_points_are_shown_as_a_label_and_in_words() -> None:
    cards = CODEX_CARDS.values()
    labels = {points_label(card) for card in cards if card.kind != "STARTER"}
    assert labels == {"—", "1", "3", "5", "2/○", "1/Q", "1/K", "1/M"}
    corner = next(card for card in cards if card.rule == "per_covered_corner")
    assert points_words(corner) == "2 per covered corner"
    assert points_words(CODEX_CARDS["R01"]) == "no points"
    assert points_words(next(card for card in cards if card.rule == "per_quill")) == "1 per quill"
    flat = {points_words(card) for card in cards if card.rule == "flat"}
    assert flat == {"1 point", "3 points", "5 points"}


def test_middle_of_a_placed_card_shows_what_is_printed_there() -> None:
    assert placed_body(CODEX_CARDS["R01"], "BACK") == plain("(F)")
    assert placed_body(CODEX_CARDS["R01"], "FRONT") == plain("F")
    assert placed_body(CODEX_CARDS["S03"], "FRONT") == plain("start")
    assert placed_body(CODEX_CARDS["S03"], "BACK") == (symbol_chip(0), symbol_chip(1))
    assert kingdom_name(CODEX_CARDS["S03"]) == "start"


def test_missing_needs_are_struck_out() -> None:
    chips = need_chips((2, 0, 1, 0, 0, 0, 0), (1, 5, 1, 0, 0, 0, 0))
    assert [(span.text, span.role) for span in chips] == [
        ("F", "chip:red"),
        ("F", "muted+strike"),
        ("A", "chip:blue"),
    ]


def test_symbols_are_shown_with_their_counts_and_backs_with_their_kingdom() -> None:
    assert to_text([count_chips((2, 0, 0, 0, 0, 1, 0))]) == ["F2 K1"]
    assert to_text([count_chips((0,) * 7)]) == ["—"]
    assert back_label("GOLD FUNGI") == "(F)"
    assert back_label("PLANT", "═{}═") == "═P═"
    assert back_label("") == "(?)"
