"""Installation from a wheel into a fresh environment, as pipx does it."""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NARRATED = ("play", "--game", "uno", "--option", "target_score=100")


def run(*command: str | Path, folder: Path) -> str:
    """Run a command outside the repository; return its output."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="the commands are in another folder")
def test_wheel_in_a_fresh_environment_has_the_command_and_plays_a_match(tmp_path: Path) -> None:
    pip = (sys.executable, "-m", "pip")
    run(*pip, "wheel", "--no-deps", "--wheel-dir", tmp_path, ROOT, folder=tmp_path)
    (wheel,) = tmp_path.glob("tavolata-*.whl")
    venv.create(tmp_path / "fresh", with_pip=True)
    commands = tmp_path / "fresh" / "bin"
    constraints = ROOT / ".ci" / "pins.txt"
    run(commands / "pip", "install", "-c", constraints, wheel, folder=tmp_path)
    assert run(commands / "tavolata", "--version", folder=tmp_path).startswith("tavolata ")
    output = run(commands / "tavolata", *NARRATED, folder=tmp_path)
    assert output.splitlines()[-1].startswith("The winner")
