"""Installation from a wheel into a fresh environment, as pipx does it."""

import sys
import venv
from pathlib import Path

import pytest

from tests.harness.outside import ROOT, run

NARRATED = ("play", "--game", "uno", "--option", "target_score=100")


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
