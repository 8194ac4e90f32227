"""Games without a board, commands or words of their own can still be played."""

from typing import Literal

import pytest
from msgspec import Struct

from client.games.generic import describe
from client.games.parsing import CommandError
from client.games.registry import ui_of
from client.tui import display
from messages import Change, ClientMessage, View


class GameOfSticks(View, frozen=True, tag="sticks"):
    seat: int
    sticks: tuple[int, ...]
    note: str = ""


class TakeSticks(ClientMessage, frozen=True):
    row: int
    count: int | None = None


class SticksTaken(Change, frozen=True):
    seat: int
    how: Literal["LEFT", "RIGHT"]


class Nothing(Struct):
    pass


VIEW = GameOfSticks(0, tuple(range(40)), "\x1b[2Jnote")


def test_the_board_shows_every_field_safely() -> None:
    lines = display.render(VIEW, ("ada", "b\aob"))
    assert lines[0] == "Seats: 0 ada, 1 bob"
    assert any(line.startswith("sticks: ") for line in lines)
    assert all(line.isprintable() and len(line) <= 80 for line in lines)


def test_every_choice_has_a_number() -> None:
    commands = ui_of(VIEW).commands(VIEW, ())
    actions = [TakeSticks(1), TakeSticks(2, 3)]
    offer = commands.offer(VIEW, actions)
    assert offer.lines == ("   1  take sticks 1", "   2  take sticks 2 3")
    with pytest.raises(CommandError, match="number of a choice"):
        commands.parse("take", VIEW)


def test_changes_are_named_with_their_fields() -> None:
    assert describe(SticksTaken(1, "LEFT")) == "Sticks taken: seat 1, how LEFT"
    assert describe(Nothing()) == "Nothing"
