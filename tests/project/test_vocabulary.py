"""Checks the vocabulary of the source: replaced names do not return, docstrings are direct.

docs/glossary.md has the terms to use instead.
"""

import ast
import re
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("messages", "games", "server", "client", "tests", "benchmarks")
SOURCES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
PAGES = [path for path in sorted(ROOT.rglob("*.md")) if path.name != "CHANGELOG.md"]

REPLACED_NAMES = (
    *("refuse_hasty", "hasty", "purse", "Scribe", "Goodbye", "CallComputer", "Outgoing"),
    *("part_with_nameless", "nameless", "stand_still", "hush", "LastingConnection", "STUCK"),
    *("FEW", "in_trouble", "Visitor", "Hostel", "Inn", "House", "Talker", "Salon", "Mortal"),
    *("Cutter", "LogBook", "Passer", "Typist", "Annoyer", "Nuisance", "_let_go", "_let_pass"),
)
"""Names that were metaphors for a standard term."""
ALLOWED = {
    "nameless": ("config.py", "limits.py", "test_config.py", "test_limits.py"),
}
"""Files that keep a replaced name, as the deprecated alias of a setting."""
RELATIVE_CLAUSE = re.compile(r"(?:^|[.:] )(?:Who|What) [a-z]")
MAX_SENTENCE_WORDS = 35


def _pattern(name: str) -> re.Pattern[str]:
    """Match the name as a word of an identifier; a constant only as a whole identifier."""
    edge = "[A-Za-z_]" if name.isupper() else "[A-Za-z]"
    return re.compile(rf"(?<!{edge}){re.escape(name)}(?!{edge})")


def _names(text: str) -> Iterator[str]:
    """Yield the identifiers and attribute names of a module."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name) | ast.alias(name=name):
                yield name


def _docstrings(path: Path) -> Iterator[str]:
    """Yield docstrings and strings after attributes, without indented blocks such as diagrams."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                lines = cleandoc(text).splitlines()
                yield " ".join(line for line in lines if not line.startswith("    "))


@pytest.mark.parametrize("name", REPLACED_NAMES)
def test_replaced_name_is_not_used_in_code(name: str) -> None:
    pattern = _pattern(name)
    users = [
        str(path.relative_to(ROOT))
        for path in SOURCES
        if path != Path(__file__) and path.name not in ALLOWED.get(name, ())
        if pattern.search(text := path.read_text("utf-8"))
        if any(pattern.search(used) for used in _names(text))
    ]
    assert users == []


def test_docstring_sentences_do_not_start_with_a_relative_clause() -> None:
    assert [
        text for path in SOURCES for text in _docstrings(path) if RELATIVE_CLAUSE.search(text)
    ] == []


def test_docstring_sentences_have_at_most_35_words() -> None:
    sentences = [
        sentence
        for path in SOURCES
        for text in _docstrings(path)
        for sentence in re.split(r"(?<=[.!?:;]) | · ", text)
    ]
    assert [s for s in sentences if len(s.split()) > MAX_SENTENCE_WORDS] == []
