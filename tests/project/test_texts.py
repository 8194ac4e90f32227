"""Test that sentences of the client are in text modules, so that they can be translated.

Help texts of command-line options stay with the options.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2] / "client"
SENTENCE = re.compile(r"(?:[A-Za-z']{2,}[ ,;:]+){3,}[a-z]{2,}")
"""At least four words in a row; fewer may be a command or a label on a board."""


def test_sentences_of_the_client_are_only_in_text_modules_and_folders() -> None:
    files = [path for path in ROOT.rglob("*.py") if not _is_text(path)]
    assert len(files) > 50
    stray = [f"{path.name}: {text}" for path in files for text in _sentences(path)]
    assert stray == []


def _is_text(path: Path) -> bool:
    """Return whether a module only makes texts: also the tutorial and the reading of a game."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return "text" in parts or (parts[0] == "games" and parts[-1] in ("reading", "tutorial"))


def _sentences(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    helps = {id(k.value) for k in ast.walk(tree) if isinstance(k, ast.keyword) and k.arg == "help"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in docs | helps:
            yield from SENTENCE.findall(str(node.value))
