"""`tavolata learn` starts the guided match of a game."""

import asyncio
import io
import sys

import pytest
import typer

from client.__main__ import run
from client.cli import commands, play
from client.cli.learn import learn_game
from client.cli.play import Visit
from messages.registry import GAME_NAMES


@pytest.mark.parametrize("game", GAME_NAMES)
def test_guided_match_is_played_line_by_line(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wizard = "king\n" if game == "eriantys" else ""
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{wizard}next\nskip\nquit\n"))
    assert run(["learn", game.upper(), "--plain"]) == 0
    text = capsys.readouterr().out
    assert text.index("LESSON 1/") < text.index("LESSON 2/")
    assert "The tutorial has ended; the match goes on." in text


def test_guided_match_of_the_game_is_shown_in_full_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[str, str]] = []

    async def play_full_screen(visit: Visit, learn: str) -> None:
        started.append((visit.setup.game, learn))

    monkeypatch.setattr(play, "play_full_screen", play_full_screen)
    monkeypatch.setattr(commands, "has_terminal", lambda: True)
    assert run(["learn", "UNO"]) == 0
    assert started == [("uno", "uno")]


def test_unknown_game_is_refused_with_the_names_of_the_games() -> None:
    with pytest.raises(typer.BadParameter, match="eriantys, uno"):
        asyncio.run(learn_game("chess", plain=True))
