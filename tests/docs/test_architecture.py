"""Test that docs/architecture.md lists the actual path of a move."""

from collections import Counter
from pathlib import Path

import pytest

from tests.harness.call_path import path_of_a_move

PAGE = Path(__file__).parents[2] / "docs" / "architecture.md"
MAX_STEPS = 18
MAX_ENTRIES = 2
"""Maximum number of steps in the same module."""


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_page_lists_the_path_of_a_move_which_is_short_and_rarely_reenters_a_module(
    transport: str, tmp_path: Path
) -> None:
    steps = path_of_a_move(transport, tmp_path)
    lines = [step.line(number) for number, step in enumerate(steps, 1)]
    _, _, rest = PAGE.read_text(encoding="utf-8").partition(f"<!-- path: {transport} -->\n")
    listed = rest.partition("<!-- end of path -->")[0].strip().splitlines()
    assert listed == lines, "\n".join(["the page should list:", *lines])
    assert len(steps) <= MAX_STEPS
    assert max(Counter(step.module for step in steps).values()) <= MAX_ENTRIES
