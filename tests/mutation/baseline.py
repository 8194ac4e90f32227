"""The tests of a game without a mutant: their times and the lines they execute."""

from dataclasses import dataclass, field
from itertools import accumulate

from coverage import CoverageData

from tests.mutation.mutants import Mutant

TIME_FACTOR = 20
"""Limit of processor time of a test, relative to its time without a mutant."""

Line = tuple[str, int]
"""A file and the number of a line."""


@dataclass
class Baseline:
    """The measured tests of a game."""

    seconds: dict[str, float] = field(default_factory=dict)
    """Processor time of each test."""
    failed: list[str] = field(default_factory=list)
    tests_by_line: dict[Line, set[str]] = field(default_factory=dict)
    """The tests that execute a line."""
    imported: set[Line] = field(default_factory=set)
    """The lines that the import executes."""
    collection: float = 0.0
    """Processor time until all tests were collected."""

    def add_lines(self, data: CoverageData) -> None:
        """Add the lines that each test executed."""
        for path in data.measured_files():
            for line, tests in data.contexts_by_lineno(path).items():
                self.tests_by_line.setdefault((path, line), set()).update(filter(None, tests))

    def add_imported(self, data: CoverageData) -> None:
        """Add the lines that the import executed."""
        for path in data.measured_files():
            self.imported |= {(path, line) for line in data.lines(path) or ()}

    def split_tests(self, mutant: Mutant, seconds: float) -> tuple[list[str], list[str]]:
        """Return the tests that execute the mutant: those for the given time, and the others."""
        tests = self.tests_of(mutant)
        ends = accumulate(self.seconds[test] for test in tests)
        number = sum(end <= seconds for end in ends)
        return tests[:number], tests[number:]

    def tests_of(self, mutant: Mutant) -> list[str]:
        """List the tests that execute the mutant: fast ones of its module, then all by time."""
        found = set(self.seconds)
        if not self.needs_import(mutant):
            found = set[str]().union(*(self.tests_by_line.get(at, ()) for at in _lines(mutant)))
        partner = f"tests/games/{mutant.path.parent.name}/test_{mutant.path.name}"
        near = {t for t in found if t.startswith(partner) and self.seconds[t] <= self._mean()}
        return sorted(found, key=lambda test: (test not in near, self.seconds[test]))

    def needs_import(self, mutant: Mutant) -> bool:
        """Return whether the import executes the mutant, so that modules must be imported again."""
        return mutant.function is None or not self.imported.isdisjoint(_lines(mutant))

    def limit(self, test: str) -> float:
        """Return the limit of processor time of a test with a mutant."""
        return TIME_FACTOR * max(self.seconds[test], self._mean())

    def import_limit(self) -> float:
        """Return the limit of processor time for importing a mutant and collecting the tests."""
        return TIME_FACTOR * self.collection

    def _mean(self) -> float:
        return sum(self.seconds.values()) / len(self.seconds)


def _lines(mutant: Mutant) -> list[Line]:
    return [(str(mutant.path), line) for line in mutant.lines]
