"""The menu and the line to type in, on a screen of their own."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from client.tui.pages import MenuEntry
from client.tui.screens.widgets import CommandLine, Menu, MenuOption

OPEN, CLOSED, LAST = (
    MenuEntry("one", ("one",)),
    MenuEntry("two", ("two",), "not now"),
    MenuEntry("six", ("six",)),
)
WORDS = ("assistant", "actions")


def completions(line: str) -> Sequence[str]:
    return [word for word in WORDS if word.startswith(line.split(" ")[-1])]


class Choosing(App[None]):
    """A menu above a line; it records what is chosen, submitted and asked."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[str] = []

    def compose(self) -> ComposeResult:
        yield Menu()
        yield CommandLine(completions)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        assert isinstance(event.option, MenuOption)
        self.events.append(f"chose {event.option.entry.label}")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.events.append(f"typed {event.value}")

    def on_menu_help_requested(self) -> None:
        self.events.append("asked")


@asynccontextmanager
async def choosing() -> AsyncIterator[tuple[Choosing, Pilot[None], Menu, CommandLine]]:
    app = Choosing()
    async with app.run_test() as pilot:
        menu = app.query_one(Menu)
        menu.set_entries((CLOSED, OPEN, LAST))
        menu.focus()
        await pilot.pause()
        yield app, pilot, menu, app.query_one(CommandLine)


def test_the_first_open_entry_is_highlighted_until_the_entries_change() -> None:
    async def run() -> None:
        async with choosing() as (app, pilot, menu, _):
            assert menu.highlighted == 1
            await pilot.press("down")
            assert not menu.set_entries((CLOSED, OPEN, LAST))
            assert menu.highlighted == 2
            await pilot.press("enter")
            assert app.events == ["chose six"]
            assert menu.set_entries((OPEN,))
            assert menu.highlighted == 0
            assert menu.set_entries((CLOSED,))
            assert menu.highlighted is None

    asyncio.run(run())


def test_a_closed_entry_says_why() -> None:
    assert str(MenuOption(CLOSED).prompt) == "two - not now"
    assert MenuOption(CLOSED).disabled
    assert str(MenuOption(OPEN).prompt) == "one"
    assert not MenuOption(OPEN).disabled


@pytest.mark.parametrize(
    ("keys", "line", "events"),
    [
        (("a", "b"), "ab", []),
        (("a", "enter"), "a", ["typed a"]),
        (("question_mark",), "", ["asked"]),
        (("a", "question_mark"), "a?", []),
        (("a", "up", "b"), "ab", []),
        (("a", "up", "enter"), "a", ["typed a"]),
    ],
)
def test_letters_in_the_menu_go_to_the_line(
    keys: tuple[str, ...], line: str, events: list[str]
) -> None:
    async def run() -> None:
        async with choosing() as (app, pilot, _, command_line):
            await pilot.press(*keys)
            assert command_line.value == line
            assert app.events == events

    asyncio.run(run())


def test_tab_takes_the_completion_of_the_last_word() -> None:
    async def run() -> None:
        async with choosing() as (_, pilot, _, command_line):
            await pilot.press(*"as")
            while not command_line._suggestion:
                await pilot.pause()
            await pilot.press("tab")
            assert command_line.value == "assistant "
            assert command_line.cursor_position == len("assistant ")

    asyncio.run(run())


@pytest.mark.parametrize(
    ("line", "suggestion"),
    [("as", "assistant"), ("go ac", "go actions"), ("actions", None), ("go ", None), ("x", None)],
)
def test_a_suggestion_finishes_the_last_word(line: str, suggestion: str | None) -> None:
    suggester = CommandLine(completions).suggester
    assert suggester is not None
    assert asyncio.run(suggester.get_suggestion(line)) == suggestion
