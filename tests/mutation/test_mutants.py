from pathlib import Path

import pytest

from tests.mutation.mutants import Mutant, different_lines, find_places, make_mutant, sample_mutants

RULES = '''"""Rules of a game."""

Cards = tuple[int, ...]
HAND = 7


class Player:
    """A player."""

    @property
    def is_out(self) -> bool:
        return self.cards == 0


def draw(cards: Cards, count: int = 1) -> Cards:
    """Draw cards."""
    if count > HAND:
        raise ValueError("Draw fewer cards than a hand has.")
    return cards[:count]
'''


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "rules.py"
    path.write_text(RULES, encoding="utf-8")
    return path


def all_mutants(path: Path) -> list[Mutant]:
    made = [make_mutant(place, new) for place in find_places(path) for new in place.replacements]
    return [mutant for mutant in made if mutant is not None]


def test_numbers_comparisons_and_assignments_are_changed(module: Path) -> None:
    changes = {(mutant.before, mutant.after) for mutant in all_mutants(module)}
    assert changes == {
        ("HAND = 7", "HAND = 8"),
        ("HAND = 7", "HAND = None"),
        ("return self.cards == 0", "return self.cards == 1"),
        ("return self.cards == 0", "return self.cards != 0"),
        (
            "def draw(cards: Cards, count: int = 1) -> Cards:",
            "def draw(cards: Cards, count: int = 2) -> Cards:",
        ),
        ("if count > HAND:", "if count >= HAND:"),
    }


def test_mutant_has_the_function_and_lines_of_its_statement_and_none_if_the_import_executes_it(
    module: Path,
) -> None:
    places = {(mutant.function, mutant.lines) for mutant in all_mutants(module)}
    assert places == {
        (None, range(4, 5)),
        ("Player.is_out", range(12, 13)),
        (None, range(15, 16)),
        ("draw", range(17, 18)),
    }


def test_sample_is_the_same_for_the_same_seed_and_has_one_mutant_per_place(module: Path) -> None:
    first = sample_mutants([module], 3, "seed")
    assert sample_mutants([module], 3, "seed") == first
    assert len(first) == 3
    everything = sample_mutants([module], 100, "seed")
    assert everything[:3] == first
    assert len(everything) == len(find_places(module))


def test_different_lines_are_those_between_the_first_and_the_last_difference() -> None:
    assert different_lines("a\n  b\nc", "a\n  x\n  y\nc") == ("b", "x y")
    assert different_lines("a\nb\nb\nc", "a\nb\nc") == ("b", "")
