"""The card file is the published set of cards, and a damaged one is refused."""

from collections import Counter

import pytest

from messages.codex.cards import (
    CODEX_CARDS,
    CODEX_OBJECTIVES,
    EMPTY,
    FILE,
    HIDDEN,
    LETTERS,
    BadCards,
    read_cards,
)

LINES = FILE.read_text(encoding="utf-8").splitlines()


def changed(start: str, old: str, new: str) -> list[str]:
    """The file with one row changed."""
    assert sum(line.startswith(start) and old in line for line in LINES) == 1
    return [line.replace(old, new, 1) if line.startswith(start) else line for line in LINES]


def symbols_on(kind: str) -> Counter[str]:
    fronts = [card.front for card in CODEX_CARDS.values() if card.kind == kind]
    return Counter(LETTERS[symbol] for front in fronts for symbol in front.symbols)


def test_decks_have_the_published_totals_of_points_symbols_and_corner_rules() -> None:
    resource = [card for card in CODEX_CARDS.values() if card.kind == "RESOURCE"]
    assert Counter(card.points for card in resource) == {0: 28, 1: 12}
    assert symbols_on("RESOURCE") == {**dict.fromkeys("FPAI", 17), **dict.fromkeys("QKM", 4)}
    assert symbols_on("GOLD") == dict.fromkeys("QKM", 8)
    for kingdom in range(4):
        gold = [c for c in CODEX_CARDS.values() if c.kind == "GOLD" and c.kingdom == kingdom]
        assert Counter(card.points for card in gold) == {1: 3, 2: 3, 3: 3, 5: 1}
        assert sum(card.rule == "per_covered_corner" for card in gold) == 3


def test_cards_often_transcribed_wrongly_have_the_published_values() -> None:
    assert CODEX_CARDS["R07"].front.corners[3] == EMPTY
    assert CODEX_CARDS["R29"].points == CODEX_CARDS["R30"].points == 1
    assert LETTERS[CODEX_CARDS["G13"].front.corners[2]] == "K"
    assert CODEX_CARDS["G19"].needs == (0, 3, 0, 0, 0, 0, 0)
    assert CODEX_CARDS["G40"].front.corners[2:] == (HIDDEN, HIDDEN)
    assert [o.points for o in CODEX_OBJECTIVES.values() if not o.pattern] == [2] * 4 + [3, 2, 2, 2]


def test_back_text_is_kind_and_kingdom() -> None:
    assert CODEX_CARDS["G02"].back_text == "GOLD FUNGI"
    assert CODEX_CARDS["R40"].back_text == "RESOURCE INSECT"


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (LINES[:-1], "16 objectives"),
        (LINES[:40] + LINES[41:], "40, 40 and 6"),
        (changed("R01", "R01", "R02"), "ids occur once"),
        (changed("R01", "1,41", "2,41"), "1 to 172"),
        (changed("O01", ",1,17", ",2,17"), "objectives 1 to 16"),
        (changed("R05", "xQPF", "FQPF"), "only R07"),
        (changed("G10", ".x.x", "...x"), "G10 has the right corners"),
        (changed("G01", "FFA", ""), "G01 needs"),
        (changed("R02", "....", "...x"), "the back of R02"),
        (changed("R03", ",F,0", ",P,0"), "the back of R03"),
        (changed("S01", "FPIA", "FPIF"), "S01 has each resource"),
        (changed("O16", "QQ", ""), "O16 asks for something"),
        (changed("R04", "xF.F", "xF.Z"), "cannot be read"),
        (changed("R04", "xF.F", "xF."), "cannot be read"),
        (changed("R04", "none", "always"), "cannot be read"),
        (changed("G01", "FFA", "FFZ"), "cannot be read"),
    ],
)
def test_damaged_card_file_is_refused_with_the_reason(lines: list[str], words: str) -> None:
    with pytest.raises(BadCards, match=words):
        read_cards(lines)
