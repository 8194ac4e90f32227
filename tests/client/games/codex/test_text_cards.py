"""Cards of Codex Naturalis in words."""

import pytest

from client.games.codex.text_cards import card_line, symbols
from messages.codex.cards import CODEX_CARDS, CODEX_OBJECTIVES


@pytest.mark.parametrize(
    ("card", "line"),
    [
        ("R01", "R01 fungi  [F./Fx]"),
        ("R40", "R40 insect [xI/..] 1 point"),
        ("G02", "G02 fungi  [.K/x.] 1 per inkwell if F2 P1"),
        ("G16", "G16 plant  [.x/..] 2 per corner if F1 P3"),
        ("G20", "G20 plant  [../xx] 5 points if P5"),
        ("S01", "S01 starter  front [FP/IA]  back [.P/I.] with I in the centre"),
        ("O01", "O01 2 per three fungi in a line rising to the right"),
        ("O02", "O02 2 per three plant in a line falling to the right"),
        ("O05", "O05 3 per two fungi in a column, plant below right"),
        ("O06", "O06 3 per two plant in a column, insect below left"),
        ("O07", "O07 3 per two animal in a column, fungi above right"),
        ("O08", "O08 3 per two insect in a column, animal above left"),
        ("O13", "O13 3 per set of Q1 K1 M1"),
        ("", "empty"),
        ("\x1b[2JR99", "[2JR99"),
    ],
)
def test_a_card_in_one_line(card: str, line: str) -> None:
    assert card_line(card) == line


def test_every_card_has_a_line_that_fits() -> None:
    for card in (*CODEX_CARDS, *CODEX_OBJECTIVES):
        assert len(card_line(card)) <= 68


def test_symbols_that_can_be_seen() -> None:
    assert symbols((2, 0, 1, 0, 0, 3, 0)) == "F2 A1 K3"
    assert symbols((0,) * 7) == "-"
