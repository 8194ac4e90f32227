"""Test the log: its length, the roles of its words and what it does with hostile text."""

from client.games.drawing import Span
from client.games.prose import Word
from client.tui.log import Log


def test_only_the_last_lines_are_kept() -> None:
    log = Log(3)
    log.extend(f"line {n}" for n in range(5))
    assert log.texts == ["line 2", "line 3", "line 4"]
    assert log.last_lines(1) == [(Span("line 4"),)]
    assert log.last_lines(0) == []
    assert len(log.last_lines(4)) == 3
    log.clear()
    assert log.texts == []


def test_words_keep_their_roles_and_unknown_roles_become_text() -> None:
    log = Log(3)
    log.append(("You played ", Word("red 7", "ink:red"), Word("!", "ink:nonsense")))
    assert log.last_lines(3) == [(Span("You played "), Span("red 7", "ink:red"), Span("!"))]


def test_control_characters_are_removed() -> None:
    log = Log(3)
    log.append("ada\x1b[2J")
    assert log.texts == ["ada[2J"]
