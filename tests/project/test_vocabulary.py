"""Checks the vocabulary of the project: replaced words do not return, docstrings are direct.

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
BINARY = (".key", ".pem", ".pyc", ".sqlite", ".webp")
TEXTS = [
    path
    for folder in (*PACKAGES, "docs", ".ci")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.is_file() and path.suffix not in BINARY and path != Path(__file__)
    if not {"node_modules", "dist"} & set(path.parts)  # installed and built, not ours
] + [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "Makefile")]
"""Text files of the project; CHANGELOG.md may mention names of the past."""

REPLACED = (
    *("refuse_hasty", "hasty", "purse", "scribe", "goodbye", "callcomputer", "class outgoing"),
    *("part_with_nameless", "nameless", "stand_still", "hush", "speak", "lastingconnection"),
    *("stuck", "enough", "few", "in_trouble", "visitor", "hostel", "inn", "house", "talker"),
    *("salon", "mortal", "cutter", "logbook", "passer", "typist", "annoyer", "nuisance"),
    *("let_go", "let_pass", "test_t"),
)
"""Words and names that a term of the glossary or a plainer word replaced; in any letter case."""
REPLACED_WORD = re.compile(rf"(?<![a-z])(?:{'|'.join(REPLACED)})(?![a-z])")
ALLOWED = (
    # My Shelfie's legacy protocol prescribes these answers.
    *("Not enough cards in your hand", "There is not enough slot available in this column."),
    # It is part of the stored state of matches.
    "The bag has too few students to fill the clouds.",
    # The field of UnoRoundEnded keeps its name on the wire.
    *("`stuck`", '"stuck":', ".stuck", "stuck=", "stuck: bool"),
    # The deprecated alias of a setting.
    "nameless_seconds",
)
"""Texts with a replaced word that legacy clients, journals and configurations require."""
RELATIVE_CLAUSE = re.compile(r"(?:^|[.:] )(?:Who|What) [a-z]")
MAX_SENTENCE_WORDS = 35


def _replaced_words(text: str) -> list[str]:
    """Return the replaced words of a text, without those of allowed texts."""
    for allowed in ALLOWED:
        text = text.replace(allowed, "")
    return REPLACED_WORD.findall(text.lower())


@pytest.fixture(scope="module")
def docstrings() -> list[str]:
    """Docstrings and strings after attributes, without indented blocks such as diagrams."""
    return [text for path in SOURCES for text in _docstrings(path)]


def _docstrings(path: Path) -> Iterator[str]:
    """Yield the strings of a module that are statements."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                lines = cleandoc(text).splitlines()
                yield " ".join(line for line in lines if not line.startswith("    "))


def test_replaced_words_are_not_used() -> None:
    found = {path: _replaced_words(path.read_text("utf-8")) for path in TEXTS}
    assert {str(path.relative_to(ROOT)): words for path, words in found.items() if words} == {}


@pytest.mark.parametrize("text", ["def Speak(", "too_few", "test_t01_x", "Goodbye!", "_let_go"])
def test_replaced_word_is_found_in_any_letter_case_and_inside_names(text: str) -> None:
    assert len(_replaced_words(text)) == 1


@pytest.mark.parametrize("text", ["fewer", "inner", "test_turn", "outgoing", "change.stuck"])
def test_longer_words_and_allowed_texts_are_not_found(text: str) -> None:
    assert _replaced_words(text) == []


def test_docstring_sentences_do_not_start_with_a_relative_clause(docstrings: list[str]) -> None:
    assert [text for text in docstrings if RELATIVE_CLAUSE.search(text)] == []


def test_docstring_sentences_have_at_most_35_words(docstrings: list[str]) -> None:
    sentences = [
        sentence for text in docstrings for sentence in re.split(r"(?<=[.!?:;]) | · ", text)
    ]
    assert [s for s in sentences if len(s.split()) > MAX_SENTENCE_WORDS] == []
