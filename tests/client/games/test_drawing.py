"""The functions that arrange spans: exact widths, zones and marks."""

from collections.abc import Iterator

import pytest

from client.games.drawing import (
    Drawing,
    Line,
    Marks,
    Span,
    beside,
    block_width,
    change_sign,
    cut,
    fit,
    frame,
    frame_role,
    in_zone,
    join,
    key_label,
    pack,
    pad,
    plain,
    shorten,
    to_text,
    weight_of,
    width,
    wrap,
)

ISLAND = ("island", "7")


def test_wide_letters_have_two_columns() -> None:
    assert width(plain("日本")) == 4
    assert fit("日本", 3) == "日 "


def test_cut_keeps_roles_and_never_exceeds_the_columns() -> None:
    line = (Span("abc", "muted"), Span("def", "accent"))
    assert cut(line, 4) == (Span("abc", "muted"), Span("d", "accent"))
    assert cut(line, 9) == line
    assert cut(line, 0) == ()


def test_shortened_line_ends_with_an_ellipsis_in_its_last_role() -> None:
    line = (Span("abc", "muted"), Span("def", "accent"))
    assert shorten(line, 5) == (Span("abc", "muted"), Span("d", "accent"), Span("…", "accent"))
    assert shorten(line, 6) == line
    assert shorten(line, 1) == (Span("…", "text"),)
    assert shorten(line, 0) == ()


def test_pad_adds_spaces_only_to_shorter_lines() -> None:
    assert pad(plain("ab"), 4) == (Span("ab"), Span("  "))
    assert pad(plain("abcde"), 4) == plain("abcde")


def test_join_puts_separators_only_between_lines() -> None:
    assert to_text([join([plain("a"), plain("b")], " · ")]) == ["a · b"]
    assert join([]) == ()


def test_wrap_breaks_lines_between_parts() -> None:
    assert to_text(wrap([plain("aaa"), plain("bbb"), plain("ccc")], 9)) == [" aaa  bbb", " ccc"]
    assert wrap([], 9) == []


def test_blocks_beside_each_other_are_aligned() -> None:
    left: Drawing = [plain("a"), plain("abc")]
    right: Drawing = [plain("x"), plain("y"), plain("z")]
    assert to_text(beside([left, right], gap=2)) == ["a    x", "abc  y", "     z"]


def test_frame_has_its_width_title_and_zone() -> None:
    drawn = frame([plain("abcdefgh")], 8, weight="heavy", title="hi", zone=ISLAND)
    assert to_text(drawn) == ["┏━ hi ━┓", "┃abcdef┃", "┗━━━━━━┛"]
    assert {span.zone for line in drawn for span in line} == {ISLAND}
    assert block_width(drawn) == 8


def test_zone_of_a_frame_does_not_replace_the_zone_of_a_span() -> None:
    line: Line = (Span("a", zone=("card", "1")), Span("b"))
    assert [span.zone for span in in_zone(line, ISLAND)] == [("card", "1"), ISLAND]


@pytest.mark.parametrize(("lines", "expected"), [(4, "AABB"), (3, "AAb"), (2, "ab"), (1, "ab")])
def test_pack_reduces_the_last_part_first(lines: int, expected: str) -> None:
    parts = [[[plain(name)] * 2, [plain(name.lower())]] for name in "AB"]
    assert "".join(to_text(pack(parts, lines))) == expected


def test_pack_draws_no_variant_after_the_first_that_fits() -> None:
    drawn = []

    def variants() -> Iterator[Drawing]:
        for lines in (3, 2, 1):
            drawn.append(lines)
            yield [plain("A")] * lines

    assert len(pack([variants()], 2)) == 2
    assert drawn == [3, 2]


def test_key_shows_by_its_shape_if_it_can_be_chosen() -> None:
    legal = Marks(legal=frozenset({ISLAND}))
    assert key_label("7", ISLAND, Marks()).text == " 7 "
    assert key_label("7", ISLAND, legal).text == "[7]"
    assert key_label("7", ISLAND, legal._replace(cursor=ISLAND)).text == "▶7◀"


def test_frame_of_a_legal_zone_is_heavy() -> None:
    legal = Marks(legal=frozenset({ISLAND}))
    assert (weight_of(ISLAND, Marks()), frame_role(ISLAND, Marks())) == ("light", "muted")
    assert (weight_of(ISLAND, legal), frame_role(ISLAND, legal)) == ("heavy", "legal")
    cursor = Marks(cursor=ISLAND)
    assert (weight_of(ISLAND, cursor), frame_role(ISLAND, cursor)) == ("heavy", "accent+bold")


def test_changed_zone_has_a_sign() -> None:
    assert change_sign(ISLAND, Marks(changed=frozenset({ISLAND}))).text == "✦"
    assert change_sign(ISLAND, Marks()).text == " "
