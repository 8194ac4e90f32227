"""Who may import whom, read from the source."""

import ast
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OURS = {"messages", "games", "server", "client"}
MAY_IMPORT = {
    "messages": {"messages"},
    "games": {"games", "messages"},
    "server": {"server", "games", "messages"},
    "client": {"client", "messages"},
}
WIRED = {
    *("client/__main__.py", "server/cli.py", "server/__main__.py"),
    *("client/cli/host.py", "client/cli/local_server.py", "client/cli/replay.py"),
}
"""Where the program is put together: these know both the server and the client."""

OUTSIDE = {"socket", "threading", "asyncio", "time", "Pyro5"}
MAY_SEE_OUTSIDE = (
    *("server/transports/", "server/dialects/", "server/journal/", "server/app.py"),
    *("client/connections/", "client/tui/", "client/cli/", "client/bots/runner.py"),
)


def _sources(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def _imports(path: Path) -> set[str]:
    return {name.split(".")[0] for name in _modules(path)}


def _modules(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("package", sorted(OURS))
def test_arrows_point_one_way(package: str) -> None:
    for path in _sources(package):
        if str(path.relative_to(ROOT)) not in WIRED:
            assert _imports(path) & OURS <= MAY_IMPORT[package], path


@pytest.mark.parametrize("package", sorted(OURS))
def test_sockets_threads_and_clocks_stay_at_the_edge(package: str) -> None:
    for path in _sources(package):
        name = str(path.relative_to(ROOT))
        if name not in WIRED and not name.startswith(MAY_SEE_OUTSIDE):
            assert not _imports(path) & OUTSIDE, path


def test_connections_do_not_know_who_uses_them() -> None:
    for path in _sources("client/connections"):
        ours = {name for name in _modules(path) if name.startswith("client.")}
        assert all(name.startswith(("client.connections", "client.errors")) for name in ours), path


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
