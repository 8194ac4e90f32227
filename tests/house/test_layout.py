"""The structure of the repository: packages, folders of tests, and a partner for each module."""

import ast
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parents[2]
OURS = {"messages", "games", "server", "client"}


def _sources(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def _imports(path: Path) -> set[str]:
    """The top-level packages that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
    return found


def test_only_tests_of_the_benchmarks_import_them() -> None:
    for path in _sources("tests"):
        if path.relative_to(ROOT).parts[1] != "benchmarks":
            assert "benchmarks" not in _imports(path), path


def test_no_other_distribution_owns_our_names() -> None:
    owners = packages_distributions()
    for name in OURS:
        assert set(owners.get(name, ["tavolata"])) == {"tavolata"}


def test_every_tests_folder_is_a_package() -> None:
    folders = [p for p in (ROOT / "tests").rglob("*") if p.is_dir() and p.name != "__pycache__"]
    missing = [p for p in folders if any(p.glob("*.py")) and not (p / "__init__.py").exists()]
    assert missing == []


def test_every_module_of_rules_and_server_has_a_test() -> None:
    tests = "\n".join(p.read_text(encoding="utf-8") for p in (ROOT / "tests").rglob("*.py"))
    for package in ("games", "server", "messages"):
        for path in _sources(package):
            if path.name not in {"__init__.py", "__main__.py"}:
                place = path.relative_to(ROOT)
                partner = ROOT / "tests" / place.parent / f"test_{path.name}"
                assert partner.exists() or ".".join(place.with_suffix("").parts) in tests, place
