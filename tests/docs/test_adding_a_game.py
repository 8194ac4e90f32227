"""docs/adding-a-game.md names every place that a game touches: UNO is the proof."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
OWN = re.compile(r"(games|messages)/uno/|server/dialects/")
"""UNO's own files, and the route for its old clients."""


def test_every_place_that_knows_uno_is_named() -> None:
    known = {place for place in _places() if not OWN.search(place)}
    assert known, "a list without lines would prove nothing"
    assert {place for place in known if f"`{place}`" not in GUIDE} == set()


def _places() -> Iterator[str]:
    for package in ("messages", "games", "server", "client"):
        for path in sorted((ROOT / package).rglob("*.py")):
            if _knows_uno(ast.parse(path.read_text(encoding="utf-8"))):
                yield path.relative_to(ROOT).as_posix()


def _knows_uno(tree: ast.Module) -> bool:
    """Whether the code, not its comments, names something of UNO."""
    return any(name == "uno" or name.startswith(("Uno", "UNO")) for name in _names(tree))


def _names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.alias(name=name) | ast.Name(id=name):
                yield name
            case ast.Constant(value=str(text)):
                yield text if text == "uno" else ""
