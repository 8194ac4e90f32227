"""Test that docs/adding-a-game.md lists every file that a game needs, by adding a small game."""

import os
import re
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

from messages.base import GameMessages
from messages.registry import BUILT_IN
from tests.harness.added_game import copy_with_nim
from tests.harness.packs import NIM

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
MAX_PLACES = 8
GENERIC_TESTS = (
    "tests/docs/test_games.py",
    "tests/games/test_every_game.py",
    "tests/games/test_registry.py",
    "tests/project/test_game_references.py",
    "tests/messages/test_registry.py",
    "tests/playthroughs",
)


PLACES = re.findall(r"^\| `([^`]+)` \|", GUIDE, re.MULTILINE)
"""Files and folders in the first column of the page's table."""


def test_page_lists_four_to_eight_files_or_folders_one_in_each_row() -> None:
    assert 3 < len(PLACES) <= MAX_PLACES
    assert all(re.fullmatch(r"[\w/.<>*-]+", place) for place in PLACES), "one place in each row"


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
def test_every_built_in_game_has_all_listed_files_and_folders(game: GameMessages) -> None:
    folder = game.view.__module__.split(".")[1]
    for place in PLACES:
        name = folder if place.endswith("/") else game.name
        assert list(ROOT.glob(place.replace("<game>", name).rstrip("/"))), place


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy this project and add Nim at the listed places only."""
    folder = tmp_path_factory.mktemp("project")
    files = copy_with_nim(folder)
    patterns = [f"{place.replace('<game>', 'nim')}*" for place in PLACES]
    assert [file for file in files if not any(fnmatch(file, p) for p in patterns)] == []
    assert [pattern for pattern in patterns if not any(fnmatch(f, pattern) for f in files)] == []
    return folder


def run(project: Path, *arguments: str) -> str:
    """Run a module in the copy and return its output."""
    ended = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=project,
        env=os.environ | {"PYTHONPATH": str(project)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def test_game_added_only_with_the_listed_files_can_be_played(project: Path) -> None:
    assert "The winner is " in run(project, "client", "play", "--game", "nim").splitlines()[-1]


def test_game_added_only_with_the_listed_files_passes_the_generic_tests(project: Path) -> None:
    run(project, "server.operations.protocol_page")
    run(project, "tests.playthroughs")
    tests = ("pytest", "-q", "-p", "no:cacheprovider", "-k", "nim or page or registry")
    assert re.search(r"\d{3,} passed", run(project, *tests, *GENERIC_TESTS))


def test_page_lists_the_files_of_the_example_pack_except_its_readme() -> None:
    names = re.findall(r"^- `([\w/.<>]+)`: ", GUIDE, re.MULTILINE)
    listed = {name.replace("<package>", "tavolata_nim") for name in names}
    found = {path.relative_to(NIM).as_posix() for path in NIM.rglob("*") if path.is_file()}
    assert {path for path in found if "__pycache__" not in path} - {"README.md"} == listed
