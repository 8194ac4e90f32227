"""Test that the public package finds its own packages, whatever files are beside a script."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tavolata.packages import NAMES, ROOT

FOREIGN = "raise RuntimeError('the foreign module was imported')\n"
BOT = """
from tavolata import Bot, Outcome, connect, play
import client, server, messages, games, tavolata

class First(Bot):
    def choose(self, view, actions):
        return actions[0]

print(*(module.__file__ for module in (client, server, messages, games)), sep="\\n")
"""


def run_python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, with this project as an installed one would be: last on the path."""
    site = folder / "site"
    site.mkdir(exist_ok=True)
    (site / "sitecustomize.py").write_text(f"import sys; sys.path.append({str(ROOT)!r})\n")
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a foreign module for each package name."""
    for name in NAMES:
        (tmp_path / f"{name}.py").write_text(FOREIGN)
    return tmp_path


def test_script_uses_the_packages_beside_foreign_modules_of_their_names(folder: Path) -> None:
    (folder / "mybot.py").write_text(BOT)
    result = run_python(folder, "mybot.py")
    assert result.stderr == ""
    expected = [str(ROOT / name / "__init__.py") for name in ("client", "server")]
    assert result.stdout.splitlines()[:2] == expected


def test_foreign_module_that_is_loaded_already_is_named_in_the_error(tmp_path: Path) -> None:
    (tmp_path / "server.py").write_text("")
    result = run_python(tmp_path, "-c", "import server, tavolata")
    error = result.stderr.splitlines()[-1]
    assert error.startswith("ImportError: Another module named 'server' is loaded already, from ")
    assert str(tmp_path / "server.py") in error
    assert "Rename that file" in error


def test_module_command_runs_beside_foreign_modules(folder: Path) -> None:
    result = run_python(folder, "-m", "tavolata", "bot", "--help")
    assert result.returncode == 0, result.stderr
    assert "Let bots play" in result.stdout


def test_strategy_in_a_module_with_a_package_name_is_refused(folder: Path) -> None:
    result = run_python(folder, "-m", "tavolata", "bot", "--strategy", "server:MyBot")
    assert result.returncode == 1
    assert result.stderr == (
        "tavolata: server.py has the name of a package of Tavolata; rename the file.\n"
    )


def test_names_of_the_api_are_importable_and_others_are_not() -> None:
    import tavolata

    for name in tavolata.__all__:
        assert getattr(tavolata, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'Bots'"):
        _ = tavolata.Bots
