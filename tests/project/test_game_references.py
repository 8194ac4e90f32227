"""Test that only a game's folders and the registries refer to the game in code.

Comments, docstrings and sentences may name a game as an example. So may the default value of a
field or parameter called ``game``, because it is the default on the wire.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from messages.registry import BUILT_IN

ROOT = Path(__file__).parents[2]
LAYERS = ("messages", "games", "client/games", "server/dialects")
REGISTRIES = {
    "messages/registry.py",
    "games/registry.py",
    "client/games/registry.py",
    "server/dialects/registry.py",
}
FOLDERS = {game.name: game.view.__module__.split(".")[1] for game in BUILT_IN}
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
"""One word of ``SelectUnoCard``, ``UNO_COLORS``, ``uno_view`` or ``messages.uno.table``."""


@pytest.mark.parametrize("game", FOLDERS)
def test_no_module_outside_the_folders_and_registries_refers_to_the_game(game: str) -> None:
    folder = FOLDERS[game]
    own = tuple(f"{layer}/{folder}/" for layer in LAYERS)
    outside = [path for path in _modules() if not path.startswith(own) and path not in REGISTRIES]
    assert len(outside) > 100
    assert [path for path in outside if folder in _words_of(path)] == []


@pytest.mark.parametrize("game", FOLDERS)
def test_references_in_the_folders_of_the_game_and_the_registries_are_found(game: str) -> None:
    """Assert this because a wrong folder name would make the test above pass trivially."""
    folder = FOLDERS[game]
    for layer in LAYERS[:3]:
        paths = [path for path in _modules() if path.startswith(f"{layer}/{folder}/")]
        assert any(folder in _words_of(path) for path in paths)
    assert all(folder in _words_of(registry) for registry in sorted(REGISTRIES)[:3])


@pytest.mark.parametrize(
    "code",
    [
        "import messages.uno.table",
        "from messages import uno",
        "from messages.uno.table import Anything",
        "from client.games.uno import UI as own",
        "x = UnoView",
        "x = cards.UNO_COLORS",
        "x = SelectUnoCard()",
        "def draw_uno_card(): ...",
        "class RandomUnoBot: ...",
        "def f(uno_view): ...",
        "f(uno=1)",
        "PACES = {'uno': 0.4}",
        "x = 'uno' if y else 'UNO'",
        "x = 'client.games.uno:UI'",
        "x: str = 'uno'",
        "def f(name='uno'): ...",
    ],
)
def test_imports_names_and_strings_without_spaces_are_found_as_references(code: str) -> None:
    assert "uno" in _words(ast.parse(code))


@pytest.mark.parametrize(
    "code",
    [
        '"""Such as UNO."""',
        "x = 'rules uno shows the rules'",
        "x = unordered",
        "class Setup:\n    game: str = 'uno'",
        "def f(*, game: str = 'uno'): ...",
    ],
)
def test_docstrings_sentences_and_the_default_on_the_wire_are_not_references(code: str) -> None:
    assert "uno" not in _words(ast.parse(code))


@cache
def _modules() -> tuple[str, ...]:
    packages = ("messages", "games", "server", "client")
    paths = (path for package in packages for path in (ROOT / package).rglob("*.py"))
    return tuple(sorted(path.relative_to(ROOT).as_posix() for path in paths))


@cache
def _words_of(path: str) -> frozenset[str]:
    return _words(ast.parse((ROOT / path).read_text(encoding="utf-8")))


def _words(tree: ast.Module) -> frozenset[str]:
    allowed = set(map(id, _texts(tree)))
    names = (name for node in ast.walk(tree) if id(node) not in allowed for name in _names(node))
    return frozenset(word.lower() for name in names for word in WORD.findall(name))


def _names(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.alias(name=name, asname=other):
            yield from (name, other or "")
        case ast.ImportFrom(module=str(name)) | ast.keyword(arg=str(name)):
            yield name
        case ast.Constant(value=str(text)) if " " not in text:
            yield text


def _texts(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield docstrings, and default values of fields and parameters called ``game``."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant() as text):
                yield text
            case ast.AnnAssign(target=ast.Name(id="game"), value=ast.Constant() as default):
                yield default
            case ast.arguments():
                positional = [*node.posonlyargs, *node.args]
                pairs = [
                    *zip(positional[-len(node.defaults) :], node.defaults, strict=False),
                    *zip(node.kwonlyargs, node.kw_defaults, strict=True),
                ]
                yield from (value for arg, value in pairs if arg.arg == "game" and value)
