"""Test the structure of the repository: packages, test folders, and a test for each module."""

import ast
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parents[2]
OURS = ("messages", "games", "server", "client", "tavolata")
TESTS = sorted((ROOT / "tests").rglob("*.py"))
MODULES = sorted(
    path.relative_to(ROOT)
    for package in OURS
    for path in (ROOT / package).rglob("*.py")
    if path.name not in ("__init__.py", "__main__.py")
)


def test_every_module_with_code_has_a_test_module_that_imports_it() -> None:
    """For example, ``tests/games/uno/test_rules.py`` must import ``games/uno/rules.py``."""
    missing = [str(path) for path in MODULES if _has_code(ROOT / path) and not _is_tested(path)]
    assert missing == []


def test_fewer_than_an_eighth_of_the_modules_have_only_declarations() -> None:
    """Assert this because modules without code would make the test above pass trivially."""
    declaring = [str(path) for path in MODULES if not _has_code(ROOT / path)]
    assert "messages/lobby.py" in declaring
    assert "server/limits.py" in declaring
    assert len(declaring) < len(MODULES) / 8


def test_no_test_module_imports_from_another() -> None:
    for path in TESTS:
        names = {part for module in _imports(path) for part in module.split(".")[:-1]}
        assert not any(name.startswith("test_") for name in names), path


def test_only_tests_of_the_benchmarks_import_them() -> None:
    for path in TESTS:
        if path.relative_to(ROOT).parts[1] != "benchmarks":
            assert "benchmarks" not in {name.split(".")[0] for name in _imports(path)}, path


def test_no_other_distribution_owns_the_names_of_our_packages() -> None:
    owners = packages_distributions()
    for name in OURS:
        assert set(owners.get(name, ["tavolata"])) == {"tavolata"}


def test_every_tests_folder_is_a_package() -> None:
    folders = {path.parent for path in TESTS}
    assert [folder for folder in folders if not (folder / "__init__.py").exists()] == []


def _is_tested(module: Path) -> bool:
    partner = ROOT / "tests" / module.parent / f"test_{module.name}"
    return partner.exists() and ".".join(module.with_suffix("").parts) in _imports(partner)


def _has_code(path: Path) -> bool:
    """Return whether a function or method has a body; messages and limits only declare."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return any(
        isinstance(node, ast.Lambda)
        or (
            isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and any(not _is_text(statement) for statement in node.body)
        )
        for node in nodes
    )


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


@cache
def _imports(path: Path) -> set[str]:
    """Return the modules that a file imports, and each name that it imports from one."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found
