"""Test that docs/architecture.md lists the actual path of a move."""

import re
from collections import Counter
from dataclasses import fields
from pathlib import Path

import pytest

from games.base import Game
from server.delivery.hub import Hub
from server.handler import GameHandler
from server.match import Match
from tests.harness.call_path import path_of_a_move

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "architecture.md"
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


def test_modules_named_in_the_diagram_exist() -> None:
    _, _, rest = PAGE.read_text(encoding="utf-8").partition("## How a message travels")
    diagram = rest.partition("```")[2].partition("```")[0]
    modules = re.findall(r"(?:server|games|client|messages)/\S*", diagram)
    assert len(modules) > 10
    missing = [m for m in modules if not (ROOT / m.replace("<game>", "uno")).exists()]
    assert missing == []


def test_functions_named_in_the_diagram_exist() -> None:
    _, _, rest = PAGE.read_text(encoding="utf-8").partition("## How a message travels")
    diagram = rest.partition("```")[2].partition("```")[0]
    calls = set(re.findall(r"(?:hub|handler|match|game)\.(\w+)\(", diagram))
    assert calls == {"receive", "act", "apply"}
    assert callable(Hub.receive)
    assert callable(GameHandler.receive)
    assert callable(Match.act)
    assert {field.name for field in fields(Game)} >= {"apply"}
