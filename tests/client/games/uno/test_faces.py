"""The faces of UNO cards."""

import pytest

from client.games.drawing import to_text, width
from client.games.uno.faces import FaceSize, card_chip, card_value, draw_face, short_card
from games.uno.cards import HAND_TEXT, KINDS, value_of


@pytest.mark.parametrize(
    ("card", "short", "role"),
    [
        ("YELLOW 7", "Y7", "chip:yellow"),
        ("BLUE DRAW_2", "B+2", "chip:blue"),
        ("RED SKIP", "R⊘", "chip:red"),
        ("GREEN REVERSE", "G⇄", "chip:green"),
        ("WILD WILD", "W✱", "chip:grey"),
        ("WILD DRAW_4", "W+4", "chip:grey"),
        ("RED DRAW_4", "R+4", "chip:red"),
    ],
)
def test_chip_has_letter_sign_and_color(card: str, short: str, role: str) -> None:
    chip = card_chip(card)
    assert (chip.text, chip.role) == (short, role)


def test_values_are_those_of_the_rules() -> None:
    for kind in KINDS:
        assert card_value(HAND_TEXT[kind]) == value_of(bytes([kind]))


def test_unknown_text_of_a_server_has_at_most_three_columns() -> None:
    for card in ("", "x", "\x1b[2J \n日本", "PURPLE 123456", "日 日"):
        assert len(short_card(card)) == width((card_chip(card),)) <= 3
        assert card_value(card) >= 0


def test_face_shows_as_much_as_its_size_allows() -> None:
    def face(columns: int, lines: int) -> list[str]:
        size = FaceSize(columns, lines, columns)
        return to_text(draw_face("YELLOW DRAW_2", size, "text", "light", ("card", "1")))

    assert face(5, 3) == ["╭───╮", "│Y+2│", "╰───╯"]
    assert face(7, 4) == ["╭─────╮", "│Y    │", "│ +2  │", "╰─────╯"]
    assert face(8, 5) == ["╭──────╮", "│Y     │", "│  +2  │", "│     Y│", "╰──────╯"]
