"""Playing cards as text and as white cards."""

import pytest

from client.games.drawing import Marks, Span, to_text, width
from client.games.rummy.faces import card_zone, draw_face, prose_cards, short_card, white_cards

ACE = card_zone("AH")


@pytest.mark.parametrize(
    ("card", "short", "ink", "ground"),
    [
        ("AS", "A♠", "text", "card:spade"),
        ("TH", "10♥", "ink:red", "card:heart"),
        ("5D", "5♦", "ink:blue", "card:diamond"),
        ("KC", "K♣", "ink:green", "card:club"),
    ],
)
def test_each_suit_has_its_sign_and_color(card: str, short: str, ink: str, ground: str) -> None:
    assert prose_cards([card]) == (Span(short, ink),)
    assert white_cards([card]) == (Span(f"{short} ", ground),)


def test_unknown_text_of_a_server_has_at_most_three_columns() -> None:
    for card in ("", "x", "\x1b[2J\n", "日本語", "Hearts"):
        assert width((Span(short_card(card)),)) <= 3
        assert short_card(card).isprintable()


def test_wide_card_has_its_marks_around_the_name() -> None:
    assert to_text(draw_face("AH", 7, 2, ACE, Marks())) == ["A♥    ▏", "     ♥▏"]
    legal = Marks(legal=frozenset({ACE}))
    assert to_text(draw_face("AH", 7, 3, ACE, legal)) == ["[A♥]  ▏", "      ▏", "     ♥▏"]
    assert to_text(draw_face("AH", 5, 1, ACE, legal._replace(cursor=ACE))) == ["▶A♥◀▏"]


def test_narrow_card_has_its_marks_in_the_second_line() -> None:
    legal = Marks(legal=frozenset({ACE}))
    assert to_text(draw_face("TH", 4, 2, ACE, Marks())) == ["10♥▏", "   ▏"]
    assert to_text(draw_face("TH", 4, 2, ACE, legal)) == ["10♥▏", "[] ▏"]
    assert to_text(draw_face("TH", 4, 2, ACE, Marks(cursor=ACE))) == ["10♥▏", "▶◀ ▏"]
