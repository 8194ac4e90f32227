"""Commands outside of the repository, as in an installation."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run(*command: str | Path, folder: Path) -> str:
    """Run a command in a folder outside of the repository; return its output. It must succeed."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
