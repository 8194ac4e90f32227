"""Fallbacks for games without a board, commands or text of their own."""

from typing import Literal

import pytest
from msgspec import UNSET, Struct, UnsetType

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


class CardTaken(Change, frozen=True):
    seat: int
    card: str | None = None
    left: int | UnsetType = UNSET


class Nothing(Struct):
    pass


VIEW = GameOfSticks(0, tuple(range(40)), "\x1b[2Jnote")


def test_generic_board_lists_seats_and_fields_in_printable_lines_of_at_most_80_columns() -> None:
    lines = display.render(VIEW, ("ada", "b\aob"))
    assert lines[0] == "Seats: 0 ada, 1 bob"
    assert any(line.startswith("sticks: ") for line in lines)
    assert all(line.isprintable() and len(line) <= 80 for line in lines)


def test_generic_commands_number_every_choice_and_refuse_words() -> None:
    commands = ui_of(VIEW).commands(VIEW, ())
    actions = [TakeSticks(1), TakeSticks(2, 3)]
    offer = commands.offer(VIEW, actions)
    assert offer.lines == ("   1  take sticks 1", "   2  take sticks 2 3")
    with pytest.raises(CommandError, match="number of a choice"):
        commands.parse("take", VIEW)


def test_generic_text_shows_the_name_of_a_change_and_its_fields_if_any() -> None:
    assert describe(SticksTaken(1, "LEFT")) == "Sticks taken: seat 1, how LEFT"
    assert describe(Nothing()) == "Nothing"


def test_generic_text_leaves_out_fields_without_a_value() -> None:
    assert describe(CardTaken(1)) == "Card taken: seat 1"
    assert describe(CardTaken(1, "RED 7", 3)) == "Card taken: seat 1, card RED 7, left 3"
