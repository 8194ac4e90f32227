"""Test the pages on top of the main screen, and how the board is scrolled."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from client.games.drawing import Span
from client.tui.screens.board import Board
from client.tui.screens.main import MainScreen
from client.tui.screens.reader import ReaderScreen
from client.tui.screens.reading import ReadingScreen
from client.tui.text import result, screen
from messages import FinalScores, IsTurnOfPlayer, YourTurn
from messages.eriantys.table import MotherNatureMoved
from messages.registry import UpdateMessage
from tests.harness.drawn_board import DRAWING, scroll
from tests.harness.drawn_screen import BoardUser, drawn_match
from tests.harness.screen import is_main_screen


def test_main_screen_has_the_keys_of_the_reading_screen() -> None:
    assert issubclass(MainScreen, ReadingScreen)


def test_f8_shows_the_whole_board_of_a_folded_window(tmp_path: Path) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path, size=(60, 15)) as user:
            await user.wait_until(lambda: "size 60x6" in user.text("#page"))
            await user.press("f8")
            await user.wait_until(lambda: "size 80x24" in user.text("#page"))
            await user.press("f8")
            await user.wait_until(lambda: "size 60x6" in user.text("#page"))

    asyncio.run(run())


def test_long_board_is_paged_and_scrolled_by_keys_and_wheel(tmp_path: Path) -> None:
    long = replace(DRAWING, draw=lambda *args: [(Span(f"line {n}"),) for n in range(40)])

    async def run() -> None:
        async with drawn_match(tmp_path, drawing=long) as user:
            await user.wait_until(lambda: user.board.max_scroll_y > 0)
            for key in ("pagedown", "shift+down"):
                before = user.board.scroll_y
                await user.press(key)
                await user.wait_until(lambda start=before: user.board.scroll_y > start)  # type: ignore[misc]
            await user.press("f8", "f8")
            await user.wait_until(lambda: user.board.scroll_y == 0)
            user.board.post_message(Board.Scrolled("down"))
            await user.wait_until(lambda: user.board.scroll_y > 0)

    asyncio.run(run())


def test_game_that_scrolls_its_board_gets_the_center_and_a_pointer_resets_it(
    tmp_path: Path,
) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path, drawing=replace(DRAWING, scroll=scroll)) as user:
            await user.press("shift+left", "shift+up")
            await user.wait_until(lambda: "center (-1, 1)" in user.text("#page"))
            await user.type_line("scroll right")
            await user.wait_until(lambda: "center (0, 1)" in user.text("#page"))
            await user.type_line("board bob")
            await user.wait_until(lambda: "seat 1" in user.text("#page"))
            await user.type_line("board zoe")
            await user.wait_until(lambda: "'zoe' is no player here" in user.text("#lines"))
            await user.type_line("board")
            await user.wait_until(lambda: "seat None" in user.text("#page"))

    asyncio.run(run())


def reader(user: BoardUser) -> ReaderScreen:
    assert isinstance(user.app.screen, ReaderScreen)
    return user.app.screen


@pytest.mark.parametrize(
    ("keys", "page", "text"),
    [
        (("f1",), "now", "Move mother nature"),
        (("question_mark",), "now", "Move mother nature"),
        (("question_mark", "enter"), "", ""),
        ((*"rules", "enter"), "rules", "ERIANTYS"),
        ((*"rules", "space", *"uno", "enter"), "rules", "UNO"),
        ((*"help", "enter"), "now", "Move mother nature"),
        (("f4",), "since your turn", screen.NOTHING_CHANGED),
    ],
)
def test_help_rules_and_recap_open_as_pages(
    tmp_path: Path, keys: tuple[str, ...], page: str, text: str
) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            before = user.main.conversation.log.texts
            await user.press(*keys)
            if not page:
                await user.wait_until(lambda: is_main_screen(user.app))
                return
            await user.wait_until(lambda: isinstance(user.app.screen, ReaderScreen))
            await user.wait_until(lambda: text in reader(user).text)
            assert reader(user).page == page
            assert user.main.conversation.log.texts == before

    asyncio.run(run())


def test_unknown_game_after_rules_is_an_error_in_the_log(tmp_path: Path) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            await user.type_line("rules chess")
            await user.wait_until(lambda: "'chess' is no game" in user.text("#lines"))
            assert isinstance(user.app.screen, MainScreen)

    asyncio.run(run())


def test_recap_is_in_the_second_line_and_f4_lists_it(tmp_path: Path) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            user.server.push(
                IsTurnOfPlayer("bob"), UpdateMessage(MotherNatureMoved(2, 8), seq=11), YourTurn()
            )
            await user.wait_until(lambda: "since your turn: bob ▲+2" in user.text("#recap"))
            assert "✦" in user.text("#page")
            await user.press("f4")
            await user.wait_until(lambda: isinstance(user.app.screen, ReaderScreen))
            await user.wait_until(lambda: reader(user).text == "bob ▲+2")

    asyncio.run(run())


def test_board_is_one_key_away_from_the_scores(tmp_path: Path) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            user.server.push(FinalScores(("ada",), {"ada": 8, "bob": 3}, "all towers are built"))
            await user.wait_until(lambda: "YOU WIN" in user.text("#page"))
            await user.press("f8")
            await user.wait_until(lambda: "size 80x" in user.text("#page"))
            await user.choose(result.SHOW_SCORES)
            await user.wait_until(lambda: "towers" in user.text("#page"))

    asyncio.run(run())
