import pytest

from client.games.text import card_count
from client.games.uno.text_cards import card_name


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("RED 7", "red 7"),
        ("BLUE DRAW_2", "blue draw 2"),
        ("GREEN REVERSE", "green reverse"),
        ("WILD WILD", "wild"),
        ("RED WILD", "wild"),
        ("WILD DRAW_4", "wild draw 4"),
        ("BLUE DRAW_4", "wild draw 4"),
        ("\x1b[2J", "[2j"),
    ],
)
def test_a_card_in_words(card: str, name: str) -> None:
    assert card_name(card) == name


def test_counts() -> None:
    assert [card_count(n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
