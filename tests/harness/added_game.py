"""Copy this project and add the game of a pack as a built-in game."""

import shutil
from pathlib import Path

from tests.harness.packs import NIM

ROOT = Path(__file__).parents[2]
COPIED = ("messages", "games", "server", "client", "tests", "docs", "pyproject.toml")
IGNORED = shutil.ignore_patterns(
    *("__pycache__", "recordings", "conversations", "pictures", "node_modules", "dist")
)
FILES = {
    "messages/nim/__init__.py": "tavolata_nim/messages.py",
    "games/nim/__init__.py": "tavolata_nim/rules.py",
    "client/games/nim/__init__.py": "tavolata_nim/ui.py",
    "tests/games/nim/__init__.py": "tavolata_nim/__init__.py",
    "docs/games/nim.md": "README.md",
}
"""New files, and the files of the pack that they are made from."""
LINES = {
    "messages/registry.py": ("from messages.nim import MESSAGES as NIM\n", "RUMMY)", "RUMMY, NIM)"),
    "games/registry.py": ("from games.nim import GAME as NIM\n", "RUMMY)", "RUMMY, NIM)"),
    "client/games/registry.py": (
        "",
        '"client.games.rummy",\n',
        '"client.games.rummy",\n    "nim": "client.games.nim",\n',
    ),
}
"""Changed files: the import to add, the text to replace and its replacement."""


def copy_with_nim(target: Path) -> set[str]:
    """Copy the project, add Nim and return the files that were added or changed."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target / name, ignore=IGNORED)
        else:
            shutil.copy(ROOT / name, target)
    for file, source in FILES.items():
        text = (NIM / source).read_text(encoding="utf-8")
        (target / file).parent.mkdir(exist_ok=True)
        text = text.replace("from .messages import", "from messages.nim import")
        (target / file).write_text(text, encoding="utf-8")
    for file, (line, before, after) in LINES.items():
        text = (target / file).read_text(encoding="utf-8")
        assert text.count(before) == 1
        head, rest = text.split("\nfrom ", 1)
        text = f"{head}\n{line}from {rest}".replace(before, after)
        (target / file).write_text(text, encoding="utf-8")
    return {*FILES, *LINES}
