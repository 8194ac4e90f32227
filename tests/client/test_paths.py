"""The configuration directory, as Typer defines it."""

import sys
from pathlib import Path

import pytest
import typer

from client.paths import config_file


@pytest.mark.parametrize("configured", ["", "/somewhere/else"])
def test_files_are_in_the_directory_that_typer_uses(
    configured: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", configured)
    if not configured:
        monkeypatch.delenv("XDG_CONFIG_HOME")
    assert config_file("one.txt") == Path(typer.get_app_dir("tavolata")) / "one.txt"


def test_windows_and_macos_have_directories_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("APPDATA", "/users/ada/roaming")
    assert config_file("one.txt") == Path("/users/ada/roaming/tavolata/one.txt")
    monkeypatch.setattr(sys, "platform", "darwin")
    library = Path.home() / "Library" / "Application Support"
    assert config_file("one.txt") == library / "tavolata" / "one.txt"
