"""Mutants of a module: one small change each, made by the operators of mutmut.

Some code is left out because no rule depends on it: docstrings, annotations, type aliases, imports,
and texts for people. A text is a string in which a lower-case letter is next to a space; names on
the wire such as ``RED 7`` are not.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import NamedTuple

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

SENTENCE = re.compile(r"[a-z][,.:;]? | [a-z]")
TYPE_ALIAS = re.compile(r"[A-Z][a-z]\w*")
NO_RULE = (cst.Annotation, cst.Decorator, cst.Import, cst.ImportFrom)
TYPE_CHECKS = ("len", "isinstance", "cast")
"""Functions that fail without their arguments: such mutants would only raise the score."""


@dataclass(frozen=True)
class Mutant:
    """A changed module."""

    path: Path
    function: str | None
    """The qualified name of the changed function; None for code that an import executes."""
    lines: range
    """The numbers of the lines of the changed statement."""
    source: str
    before: str
    """The changed line; several lines are joined."""
    after: str

    def __str__(self) -> str:
        place = f"{self.path.parent.name}/{self.path.name}:{self.lines[0]}"
        return f"{place} {self.function or ''}\n  - {self.before}\n  + {self.after}"


class Place(NamedTuple):
    """A node of the syntax tree and its possible replacements."""

    path: Path
    module: cst.Module
    statement_index: int
    """The index of the statement of the module that contains the node."""
    function: str | None
    lines: range
    node: cst.CSTNode
    replacements: tuple[cst.CSTNode, ...]


def sample_mutants(paths: list[Path], number: int, seed: str) -> list[Mutant]:
    """Return mutants of this many random places, one per place.

    A call with four arguments has eight mutants and a comparison has one. Places are drawn instead
    of mutants, so that changed arguments are not most of the sample.
    """
    random = Random(seed)
    places = [place for path in sorted(paths) for place in find_places(path)]
    random.shuffle(places)
    found: dict[str, Mutant] = {}
    for place in places:
        if len(found) == number:
            break
        mutant = make_mutant(place, random.choice(place.replacements))
        if mutant is not None:
            found.setdefault(mutant.source, mutant)
    return list(found.values())


def find_places(path: Path) -> list[Place]:
    """Return every place of a module that has mutants, in the order of the source."""
    wrapper = MetadataWrapper(cst.parse_module(path.read_text(encoding="utf-8")))
    finder = _PlaceFinder(path, wrapper.module)
    wrapper.visit(finder)
    return finder.places


def make_mutant(place: Place, replacement: cst.CSTNode) -> Mutant | None:
    """Return the mutant with this replacement; None if it does not compile."""
    statements: list[cst.CSTNode | cst.RemovalSentinel] = list(place.module.body)
    statement = place.module.body[place.statement_index]
    statements[place.statement_index] = statement.deep_replace(place.node, replacement)
    source = place.module.with_changes(body=statements).code
    try:
        compile(source, str(place.path), "exec", dont_inherit=True)
    except SyntaxError:
        return None
    before, after = different_lines(place.module.code, source)
    return Mutant(place.path, place.function, place.lines, source, before, after)


def different_lines(one: str, other: str) -> tuple[str, str]:
    """Return the lines of each text between the first and the last difference, joined."""
    lines, others = one.splitlines(), other.splitlines()
    start = _equal_lines(lines, others)
    end = _equal_lines(lines[start:][::-1], others[start:][::-1])
    return _joined(lines[start : len(lines) - end]), _joined(others[start : len(others) - end])


def _equal_lines(lines: list[str], others: list[str]) -> int:
    pairs = zip(lines, others, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _joined(lines: list[str]) -> str:
    return " ".join(line.strip() for line in lines)


class _PlaceFinder(cst.CSTVisitor):
    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, path: Path, module: cst.Module) -> None:
        self.places: list[Place] = []
        self._path, self._module = path, module
        self._statements: list[cst.CSTNode] = []
        self._scopes: list[cst.ClassDef | cst.FunctionDef] = []
        self._in_signature = False

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, NO_RULE) or _is_text(node) or _is_type_alias(node):
            return False
        if isinstance(node, cst.BaseStatement | cst.SimpleStatementLine):
            self._statements.append(node)
        if isinstance(node, cst.ClassDef | cst.FunctionDef):
            self._scopes.append(node)
        if isinstance(node, cst.Parameters) and self._function_depth() == 1:
            self._in_signature = True  # defaults are evaluated by the import
        replacements = tuple(_replacements(node))
        if replacements:
            index = self._module.body.index(self._statements[0])
            where = self._path, self._module, index, self._function(), self._lines(node)
            self.places.append(Place(*where, node, replacements))
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if self._statements and original_node is self._statements[-1]:
            self._statements.pop()
        if self._scopes and original_node is self._scopes[-1]:
            self._scopes.pop()
        if isinstance(original_node, cst.Parameters) and self._function_depth() == 1:
            self._in_signature = False

    def _function_depth(self) -> int:
        return sum(isinstance(scope, cst.FunctionDef) for scope in self._scopes)

    def _function(self) -> str | None:
        """Return the qualified name of the outermost function around the current node."""
        names = []
        for scope in self._scopes:
            names.append(scope.name.value)
            if isinstance(scope, cst.FunctionDef):
                return None if self._in_signature else ".".join(names)
        return None

    def _lines(self, node: cst.CSTNode) -> range:
        """Return the lines of the node and of the simple statement, or the header, around it."""
        statement = self._statements[-1]
        inner, outer = self._position(node), self._position(statement)
        is_simple = isinstance(statement, cst.SimpleStatementLine)
        return range(outer.start.line, (outer if is_simple else inner).end.line + 1)

    def _position(self, node: cst.CSTNode) -> CodeRange:
        position = self.get_metadata(PositionProvider, node, None)
        if position is None:  # operators have none; their line is the one of the statement
            position = self.get_metadata(PositionProvider, self._statements[-1])
        assert isinstance(position, CodeRange)
        return position


def _replacements(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    if isinstance(node, cst.Assign) and _is_text(node.value):
        return
    for kind, operator in mutation_operators:
        if isinstance(node, kind):
            yield from (new for new in operator(node) if not _changes_only_text(node, new))


def _changes_only_text(node: cst.CSTNode, replacement: cst.CSTNode) -> bool:
    """Return whether a call is changed in a text, or in the arguments of a type check."""
    if not isinstance(node, cst.Call) or not isinstance(replacement, cst.Call):
        return False
    if isinstance(node.func, cst.Name) and node.func.value in TYPE_CHECKS:
        return True
    changed = [argument.value for argument in node.args if argument not in replacement.args]
    return any(_is_text(value) or _is_name(value, "text") for value in changed)


def _is_text(node: cst.CSTNode) -> bool:
    """Return whether the node is a text for people, or contains one."""
    match node:
        case cst.SimpleString() | cst.FormattedStringText():
            return SENTENCE.search(node.value) is not None
        case cst.FormattedString():
            return any(_is_text(part) for part in node.parts)
        case cst.ConcatenatedString():
            return _is_text(node.left) or _is_text(node.right)
        case cst.Expr():
            return isinstance(node.value, cst.SimpleString)  # a docstring
    return False


def _is_type_alias(node: cst.CSTNode) -> bool:
    if not isinstance(node, cst.Assign):
        return False
    name = node.targets[0].target
    return isinstance(name, cst.Name) and TYPE_ALIAS.fullmatch(name.value) is not None


def _is_name(node: cst.CSTNode, name: str) -> bool:
    return isinstance(node, cst.Name) and node.value == name
