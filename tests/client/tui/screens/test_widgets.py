"""Test the menu and the command line in an application of their own."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from client.tui.pages import MenuEntry
from client.tui.screens.widgets import CommandLine, Menu, MenuOption

ENABLED, DISABLED, LAST = (
    MenuEntry("one", ("one",)),
    MenuEntry("two", ("two",), "not now"),
    MenuEntry("six", ("six",)),
)
WORDS = ("assistant", "actions")


def completions(line: str) -> Sequence[str]:
    return [word for word in WORDS if word.startswith(line.split(" ")[-1])]


class WidgetApp(App[None]):
    """A menu above a command line; it records what is chosen, submitted and requested."""

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
        self.events.append("help requested")


@asynccontextmanager
async def run_widgets() -> AsyncIterator[tuple[WidgetApp, Pilot[None], Menu, CommandLine]]:
    app = WidgetApp()
    async with app.run_test() as pilot:
        menu = app.query_one(Menu)
        menu.set_entries((DISABLED, ENABLED, LAST))
        menu.focus()
        await pilot.pause()
        yield app, pilot, menu, app.query_one(CommandLine)


def test_highlight_skips_disabled_entries_and_stays_until_the_entries_change() -> None:
    async def run() -> None:
        async with run_widgets() as (app, pilot, menu, _):
            assert menu.highlighted == 1
            await pilot.press("down")
            assert not menu.set_entries((DISABLED, ENABLED, LAST))
            assert menu.highlighted == 2
            await pilot.press("enter")
            assert app.events == ["chose six"]
            assert menu.set_entries((ENABLED,))
            assert menu.highlighted == 0
            assert menu.set_entries((DISABLED,))
            assert menu.highlighted is None

    asyncio.run(run())


def test_disabled_entry_shows_its_reason_and_enabled_one_only_its_label() -> None:
    assert str(MenuOption(DISABLED).prompt) == "two - not now"
    assert MenuOption(DISABLED).disabled
    assert str(MenuOption(ENABLED).prompt) == "one"
    assert not MenuOption(ENABLED).disabled


@pytest.mark.parametrize(
    ("keys", "line", "events"),
    [
        (("a", "b"), "ab", []),
        (("a", "enter"), "a", ["typed a"]),
        (("question_mark",), "", ["help requested"]),
        (("a", "question_mark"), "a?", []),
        (("a", "up", "b"), "ab", []),
        (("a", "up", "enter"), "a", ["typed a"]),
    ],
)
def test_keys_in_the_menu_go_to_the_command_line_and_a_first_question_mark_requests_help(
    keys: tuple[str, ...], line: str, events: list[str]
) -> None:
    async def run() -> None:
        async with run_widgets() as (app, pilot, _, command_line):
            await pilot.press(*keys)
            assert command_line.value == line
            assert app.events == events

    asyncio.run(run())


def test_tab_accepts_the_completion_and_moves_the_cursor_to_the_end() -> None:
    async def run() -> None:
        async with run_widgets() as (_, pilot, _, command_line):
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
def test_suggestion_completes_the_last_word_unless_it_is_complete_empty_or_unknown(
    line: str, suggestion: str | None
) -> None:
    suggester = CommandLine(completions).suggester
    assert suggester is not None
    assert asyncio.run(suggester.get_suggestion(line)) == suggestion
