from pathlib import Path

import pytest

from tests.mutation.baseline import TIME_FACTOR, Baseline
from tests.mutation.mutants import Mutant

RULES = Path("games/uno/rules.py")
OWN, OTHER, SLOW = (
    "tests/games/uno/test_rules.py::own",
    "tests/other.py::fast",
    "tests/other.py::slow",
)


def mutant(function: str | None, first: int, last: int) -> Mutant:
    return Mutant(RULES, function, range(first, last + 1), "", "", "")


@pytest.fixture
def baseline() -> Baseline:
    lines = {(str(RULES), 5): {OTHER, SLOW}, (str(RULES), 6): {OWN}}
    return Baseline({OWN: 2.0, SLOW: 3.0, OTHER: 1.0}, [], lines, {(str(RULES), 9)}, 4.0)


def test_tests_of_a_mutant_execute_its_lines_and_fast_ones_of_its_module_come_first(
    baseline: Baseline,
) -> None:
    assert baseline.tests_of(mutant("play", 5, 5)) == [OTHER, SLOW]
    assert baseline.tests_of(mutant("play", 5, 6)) == [OWN, OTHER, SLOW]
    assert baseline.tests_of(mutant("play", 7, 8)) == []
    baseline.seconds[OWN] = 9.0
    assert baseline.tests_of(mutant("play", 5, 6)) == [OTHER, SLOW, OWN]


def test_mutant_that_the_import_executes_has_all_tests(baseline: Baseline) -> None:
    for imported in (mutant(None, 7, 7), mutant("play", 8, 9)):
        assert baseline.needs_import(imported)
        assert baseline.tests_of(imported) == [OWN, OTHER, SLOW]
    assert not baseline.needs_import(mutant("play", 5, 8))


def test_tests_that_exceed_the_time_together_are_split_off(baseline: Baseline) -> None:
    assert baseline.split_tests(mutant("play", 5, 6), 3.0) == ([OWN, OTHER], [SLOW])
    assert baseline.split_tests(mutant("play", 5, 6), 0.0) == ([], [OWN, OTHER, SLOW])


def test_limits_are_multiples_of_the_time_without_a_mutant(baseline: Baseline) -> None:
    assert baseline.limit(SLOW) == TIME_FACTOR * 3.0
    assert baseline.limit(OTHER) == TIME_FACTOR * 2.0  # the mean of all tests
    assert baseline.import_limit() == TIME_FACTOR * 4.0
