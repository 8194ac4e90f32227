"""`tavolata learn` starts the guided match of a game."""

import sys
from types import ModuleType

import pytest

from client.__main__ import run
from client.cli import learn


def test_guided_match_of_the_game_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[str, bool]] = []
    module = ModuleType(learn.TUTORIAL)
    module.run_tutorial = lambda game, *, plain: started.append((game, plain))  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, learn.TUTORIAL, module)
    monkeypatch.setattr(learn, "find_spec", lambda name: object())
    assert run(["learn", "UNO", "--plain"]) == 0
    assert started == [("uno", True)]
