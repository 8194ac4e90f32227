"""The report on the mutants of a game, and the list of those that change no rule."""

import tomllib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tests.mutation.mutants import Mutant

EQUIVALENT = Path(__file__).parent / "equivalent.toml"


@dataclass
class Equivalent:
    """The mutants of a game that behave like the rules, with the reason for each."""

    reasons: dict[tuple[str, str, str], str] = field(default_factory=dict)
    """The reason by module, line and changed line."""

    def reason(self, mutant: Mutant) -> str | None:
        """Return why a mutant is equivalent; None if it is not listed."""
        return self.reasons.get((mutant.path.name, mutant.before, mutant.after))


def read_equivalent(game: str, path: Path = EQUIVALENT) -> Equivalent:
    """Read the list of a game."""
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get(game, [])
    return Equivalent({(e["module"], e["before"], e["after"]): e["reason"] for e in entries})


@dataclass
class Report:
    """The verdicts on the mutants of a game."""

    game: str
    path: Path
    verdicts: list[tuple[Mutant, str]] = field(default_factory=list)
    equivalent: Equivalent = field(default_factory=Equivalent)
    failed: list[str] = field(default_factory=list)
    """Tests that fail without a mutant."""

    def is_equivalent(self, mutant: Mutant) -> bool:
        """Return whether the mutant is listed as equivalent."""
        return self.equivalent.reason(mutant) is not None

    def add(self, mutant: Mutant, verdict: str) -> None:
        """Add a verdict; a survivor may be listed as equivalent."""
        if verdict == "survived" and self.is_equivalent(mutant):
            verdict = "equivalent"
        self.verdicts.append((mutant, verdict))

    def with_verdict(self, verdict: str) -> list[Mutant]:
        """Return the mutants with this verdict."""
        return [mutant for mutant, given in self.verdicts if given == verdict]

    def score(self) -> float:
        """Return the share of killed mutants among those that are not equivalent."""
        return self._killed() / max(1, len(self.verdicts) - len(self.with_verdict("equivalent")))

    def summary(self) -> str:
        """Return the counts and both scores as one line."""
        counts = Counter(verdict for _, verdict in self.verdicts)
        return (
            f"{self.game}: {len(self.verdicts)} mutants, {self._killed()} killed "
            f"({counts['timed out']} by time-out), {counts['equivalent']} equivalent, "
            f"{counts['survived']} survived; {self._killed() / max(1, len(self.verdicts)):.1%} "
            f"of all killed, {self.score():.1%} of those not equivalent"
        )

    def text(self) -> str:
        """Return the summary and all mutants that were not killed by a failed test."""
        if self.failed:
            return "\n".join(["These tests fail without a mutant:", *self.failed, ""])
        parts = [self.summary()]
        for verdict in ("survived", "equivalent", "timed out"):
            parts += ["", f"# {verdict}", *map(str, self.with_verdict(verdict))]
        return "\n".join([*parts, ""])

    def write(self) -> None:
        """Write the text to the file of the report."""
        self.path.write_text(self.text(), encoding="utf-8")

    def _killed(self) -> int:
        return len(self.with_verdict("killed")) + len(self.with_verdict("timed out"))
