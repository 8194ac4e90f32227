"""Defects of the program: one sentence for the user, and the details in a file."""

import os
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from client import __main__
from client.cli import start
from client.cli.failures import ENVIRONMENT, report_failure


def _fail(work: Coroutine[Any, Any, None]) -> None:
    work.close()
    raise RuntimeError("the pieces\nare mixed up")


def test_failure_is_one_sentence_and_its_traceback_is_in_a_private_file(tmp_path: Path) -> None:
    path = tmp_path / "config" / "failures.log"
    error = RuntimeError("mixed up")
    mask = os.umask(0)
    try:
        text = report_failure(error, path)
        report_failure(error, path)
    finally:
        os.umask(mask)
    assert text == (
        f"An internal error has ended the program: RuntimeError: mixed up. Details are in {path}."
    )
    assert path.read_text().count("RuntimeError: mixed up") == 2
    assert path.stat().st_mode & 0o777 == 0o600


def test_failure_that_cannot_be_saved_says_how_to_see_it(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    text = report_failure(RuntimeError(), tmp_path / "file" / "failures.log")
    assert text.endswith(f"RuntimeError. Set {ENVIRONMENT}=1 to see the details.")


def test_command_that_fails_prints_one_line_with_status_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv(ENVIRONMENT, raising=False)
    monkeypatch.setattr(start, "run_loop", _fail)
    assert __main__.run(["play", "--game", "uno"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "RuntimeError: the pieces are mixed up. Details are in" in err
    assert "Traceback" in (tmp_path / "tavolata" / "failures.log").read_text()


def test_traceback_is_raised_if_the_user_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENVIRONMENT, "1")
    monkeypatch.setattr(start, "run_loop", _fail)
    with pytest.raises(RuntimeError, match="mixed up"):
        __main__.run(["play", "--game", "uno"])
