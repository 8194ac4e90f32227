"""Test the main screen: board and menu as two views of one choice, sizes, pages and overlays."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.structs import replace as replace_fields
from textual.widgets import OptionList

from client.games.drawing import Drawing, Marks, plain
from client.games.shelfie.board import draw_goals
from client.tui.pages import MenuEntry
from client.tui.screens import main
from client.tui.screens.board import Board, Overlay
from client.tui.screens.widgets import CommandLine, Menu, MenuOption
from client.tui.text import result, screen, typing
from messages import (
    ChatMessage,
    Error,
    ErrorCode,
    FinalScores,
    IsTurnOfPlayer,
    LeaveMatch,
    Quit,
)
from messages.eriantys.actions import MoveMotherNature, MoveStudent, SelectSteps
from messages.eriantys.table import MotherNatureMoved
from messages.registry import GameView, UpdateMessage
from tests.client.games.shelfie.tables import shelfie_view
from tests.harness.drawn_board import DRAWING, SCHOOL, island, student
from tests.harness.drawn_screen import STEPS, STUDENTS, BoardUser, drawn_match
from tests.harness.fake_connection import FakeServer
from tests.harness.screen import is_main_screen, run_app
from tests.harness.table_messages import table_messages

Check = Callable[[BoardUser], Awaitable[None]]


# --- board and menu -------------------------------------------------------------------------------


def test_moving_in_the_menu_moves_the_cursor_and_fills_the_preview(tmp_path: Path) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            await user.wait_until(lambda: user.cursor == island(7))
            assert user.text("#preview") == " preview would be 7"
            await user.press("down")
            await user.wait_until(lambda: user.cursor == island(8))
            await user.wait_until(lambda: user.text("#preview") == " preview would be 8")
            assert "[7]" in user.text("#page")
            assert "▶8◀" in user.text("#page")
            assert user.sent == []

    asyncio.run(run())


def test_hovering_a_legal_zone_moves_the_cursor_and_the_menu(tmp_path: Path) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            await user.hover_zone(island(8))
            await user.wait_until(lambda: user.highlighted == MoveMotherNature(2))
            await user.wait_until(lambda: user.cursor == island(8))
            await user.hover_zone(island(0))
            await user.press("up")
            await user.wait_until(lambda: user.cursor == island(7))
            assert user.sent == []

    asyncio.run(run())


def test_click_selects_the_only_action_and_a_second_click_sends_it_once(tmp_path: Path) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            await user.click_zone(island(8))
            await user.wait_until(lambda: user.highlighted == MoveMotherNature(2))
            await user.pilot.pause()
            assert user.sent == []
            await user.click_zone(island(8))
            await user.wait_until(lambda: user.sent == [MoveMotherNature(2)])
            await user.click_zone(island(8))
            await user.pilot.pause()
            assert user.sent == [MoveMotherNature(2)]

    asyncio.run(run())


def test_enter_sends_the_action_that_a_click_has_selected(tmp_path: Path) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            await user.click_zone(island(8))
            await user.wait_until(lambda: user.cursor == island(8))
            await user.press("enter")
            await user.wait_until(lambda: user.sent == [MoveMotherNature(2)])

    asyncio.run(run())


def test_click_on_a_zone_of_several_actions_narrows_the_menu_and_escape_widens_it(
    tmp_path: Path,
) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path, STUDENTS) as user:
            assert user.board.marks.legal == {student("red"), student("blue")}
            everything = user.main.entries
            await user.click_zone(island(3))
            await user.wait_until(lambda: len(user.main.entries) == 2)
            await user.press("escape")
            await user.wait_until(lambda: user.main.entries == everything)
            await user.click_zone(student("blue"))
            await user.wait_until(lambda: user.board.marks.legal == {island(3), island(4)})
            await user.click_zone(island(4))
            await user.click_zone(island(4))
            await user.wait_until(lambda: user.sent == [MoveStudent("ISLAND", "BLUE", 4)])

    asyncio.run(run())


def test_click_on_another_zone_says_why_nothing_can_be_chosen_there(tmp_path: Path) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            await user.click_zone(island(0))
            await user.wait_until(lambda: screen.NOT_NOW in user.text("#preview"))
            await user.press("down")
            await user.wait_until(lambda: "preview would be" in user.text("#preview"))
            user.server.push(IsTurnOfPlayer("bob"))
            await user.wait_until(lambda: "bob's turn" in user.text("#title"))
            await user.click_zone(island(7))
            await user.wait_until(lambda: screen.NOT_YOUR_TURN in user.text("#preview"))
            assert user.sent == []

    asyncio.run(run())


def test_tab_enters_the_board_arrows_jump_and_enter_takes(tmp_path: Path) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            await user.press("tab")
            await user.wait_until(lambda: isinstance(user.main.focused, Board))
            await user.press("left")
            await user.wait_until(lambda: user.cursor == island(8))
            assert user.highlighted == MoveMotherNature(2)
            await user.press("left")
            await user.press("right")
            await user.wait_until(lambda: user.cursor == island(7))
            await user.press("enter")
            await user.wait_until(lambda: user.sent == [MoveMotherNature(1)])

    asyncio.run(run())


def test_a_move_is_chosen_on_the_board_in_two_steps_and_escape_goes_back(tmp_path: Path) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path, STUDENTS) as user:
            user.line.focus()
            await user.press("tab")
            await user.wait_until(lambda: isinstance(user.main.focused, Board))
            await user.hover_zone(student("blue"))
            await user.wait_until(lambda: user.cursor == student("blue"))
            await user.press("enter")
            await user.wait_until(lambda: user.board.marks.legal == {island(3), island(4)})
            await user.wait_until(lambda: not user.main._redraw_pending)
            await user.press("escape")
            await user.wait_until(lambda: student("red") in user.board.marks.legal)
            await user.press("escape")
            await user.wait_until(lambda: isinstance(user.main.focused, Menu))
            assert user.sent == []

    asyncio.run(run())


def test_letters_on_the_board_are_typed_on_the_command_line(tmp_path: Path) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            user.board.focus()
            await user.type_line("mother 2")
            await user.wait_until(lambda: user.sent == [MoveMotherNature(2)])

    asyncio.run(run())


def test_highlight_event_of_a_removed_entry_is_ignored(tmp_path: Path) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            removed = MenuOption(MenuEntry("mother 9", MoveMotherNature(9)))
            event = OptionList.OptionHighlighted(user.main.query_one(Menu), removed, 99)
            user.main.on_option_list_option_highlighted(event)
            await user.pilot.pause()
            assert user.cursor == island(7)

    asyncio.run(run())


def test_second_enter_sends_nothing_until_the_answer(tmp_path: Path) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            await user.press("enter", "enter", "enter")
            await user.wait_until(lambda: user.sent == [MoveMotherNature(1)])
            user.server.push(Error(ErrorCode.ACTIONNONVALID, "No."))
            await user.wait_until(lambda: not user.main.conversation.is_action_pending)
            await user.press("enter")
            await user.wait_until(lambda: len(user.sent) == 2)

    asyncio.run(run())


def test_focus_stays_in_the_empty_menu_until_a_sent_action_is_answered(tmp_path: Path) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            menu = user.main.query_one(Menu)
            await user.press("enter")
            user.server.push(UpdateMessage(MotherNatureMoved(1, 7), seq=11))
            await user.wait_until(lambda: menu.entries == ())
            assert user.main.conversation.is_action_pending
            assert user.main.focused is menu
            user.server.push(IsTurnOfPlayer("bob"))
            await user.wait_until(lambda: isinstance(user.main.focused, CommandLine))

    asyncio.run(run())


@pytest.mark.parametrize("actions_name", ["steps", "students"])
def test_hint_moves_the_cursor_and_the_menu_to_the_hinted_action(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, actions_name: str
) -> None:
    monkeypatch.setattr(
        "client.tui.display.find_hint", lambda model: model.actions[-1] if model.actions else None
    )
    actions = STUDENTS if actions_name == "students" else STEPS

    async def run() -> None:
        async with drawn_match(tmp_path, actions) as user:
            hinted = user.main.conversation.model.actions[-1]
            await user.press("f3")
            await user.wait_until(lambda: user.highlighted == hinted)
            await user.wait_until(lambda: user.board.marks.preview == hinted)
            assert user.sent == []

    asyncio.run(run())


# --- the scores of a round ------------------------------------------------------------------------

ROUND_END = UpdateMessage(MotherNatureMoved(5, 11), seq=11)


def test_end_of_a_round_covers_the_board_until_a_key_that_has_no_other_effect(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(main, "SUMMARY_SECONDS", 3600.0)

    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            user.server.push(ROUND_END)
            overlay = user.main.query_one(Overlay)
            await user.wait_until(lambda: overlay.has_focus)
            assert overlay.text.startswith("ROUND OVER")
            await user.press("enter")
            await user.wait_until(lambda: not overlay.display)
            await user.wait_until(lambda: isinstance(user.main.focused, Menu | CommandLine))
            assert user.sent == []

    asyncio.run(run())


def test_end_of_a_round_is_hidden_after_some_time_and_by_a_click(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            overlay = user.main.query_one(Overlay)
            monkeypatch.setattr(main, "SUMMARY_SECONDS", 0.01)
            user.server.push(ROUND_END)
            await user.wait_until(lambda: "ROUND OVER" in overlay.text and not overlay.display)
            monkeypatch.setattr(main, "SUMMARY_SECONDS", 3600.0)
            user.server.push(UpdateMessage(MotherNatureMoved(5, 11), seq=12))
            await user.wait_until(lambda: overlay.has_focus)
            await user.pilot.click(Overlay)
            await user.wait_until(lambda: not overlay.display)

    asyncio.run(run())


# --- leaving --------------------------------------------------------------------------------------


def test_leave_and_ctrl_q_ask_once_and_say_what_it_means(tmp_path: Path) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            await user.type_line("leave")
            await user.wait_until(lambda: bool(user.app._notifications))
            assert "the others go on without you" in user.text("#lines")
            assert LeaveMatch() not in user.server.received
            await user.type_line("leave")
            await user.wait_until(lambda: LeaveMatch() in user.server.received)
            await user.press("ctrl+q")
            await user.wait_until(lambda: "type quit again" in user.text("#lines"))
            assert Quit() not in user.server.received
            await user.press("ctrl+q")
            await user.wait_until(lambda: Quit() in user.server.received)

    asyncio.run(run())


# --- sizes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "board", "shown", "hidden"),
    [
        ((60, 15), (60, 6), "#recap #menu", "#side #since #extra #tiny"),
        ((80, 20), (80, 11), "#recap #menu", "#side #since #extra #tiny"),
        ((80, 24), (80, 15), "#recap #menu #side", "#since #extra #tiny"),
        ((120, 36), (83, 25), "#since #side #menu", "#recap #extra #tiny"),
        ((200, 60), (124, 45), "#since #side #extra #menu", "#recap #tiny"),
    ],
)
def test_window_of_each_size_shows_its_parts_and_the_board_its_size(
    tmp_path: Path, size: tuple[int, int], board: tuple[int, int], shown: str, hidden: str
) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path, size=size) as user:
            columns, lines = board
            await user.wait_until(lambda: user.text("#page").startswith("size "))
            await user.wait_until(lambda: f"size {columns}x{lines}\n" in user.text("#page"))
            for selector in shown.split():
                assert user.main.query_one(selector).region.area, selector
            for selector in hidden.split():
                assert not user.main.query_one(selector).region.area, selector

    asyncio.run(run())


def test_smaller_window_shows_one_sentence_with_its_size(tmp_path: Path) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            await user.pilot.resize_terminal(50, 12)
            await user.wait_until(lambda: "50×12" in user.text("#tiny"))
            assert "60×15" in user.text("#tiny")
            await user.wait_until(lambda: bool(user.main.query_one("#tiny").region.area))
            assert not user.main.query_one("#menu").region.area
            await user.pilot.resize_terminal(80, 24)
            await user.wait_until(lambda: bool(user.main.query_one("#menu").region.area))

    asyncio.run(run())


def test_sort_changes_the_order_of_the_hand_and_scroll_needs_a_direction(tmp_path: Path) -> None:
    def draw(view: object, names: object, size: object, marks: Marks) -> Drawing:
        return [plain(f"order {marks.order}")]

    async def run() -> None:
        drawing = replace(DRAWING, draw=draw, orders=("suit", "rank"))
        async with drawn_match(tmp_path, drawing=drawing) as user:
            await user.type_line("sort")
            await user.wait_until(lambda: "order rank" in user.text("#page"))
            await user.type_line("sort")
            await user.wait_until(lambda: "order suit" in user.text("#page"))
            await user.type_line("scroll away")
            await user.wait_until(lambda: "left, right, up or down" in user.text("#lines"))

    asyncio.run(run())


def test_parts_of_the_game_time_and_chats_are_shown_in_the_log(tmp_path: Path) -> None:
    async def run() -> None:
        chat = ChatMessage("bob", "hi")
        seats = replace_fields(table_messages()[5], player_nicknames=("ada", "bob"))
        start = [*table_messages()[:3], seats, GameView(shelfie_view(), seq=4), chat]
        server = FakeServer(*start)
        async with run_app(tmp_path, server="x", connect=server.connect) as user:
            await user.wait_until(
                lambda: is_main_screen(user.app) and "[bob] hi" in user.main.log_lines
            )
            answers = {
                "pgoal": "  0 of 6 are there.",
                "cgoal": draw_goals(shelfie_view())[-1],
                "end": "Nobody has the end token; the first full shelf takes it.",
                "timer": typing.NO_TIME_LIMIT,
                "open": "  table                [bob] hi",
            }
            for line in answers:
                await user.type_line(line)
            await user.wait_until(lambda: set(answers.values()) <= set(user.main.log_lines))

    asyncio.run(run())


# --- failures -------------------------------------------------------------------------------------


def _fail(*args: object) -> None:
    raise RuntimeError("x")


def test_failing_drawing_is_replaced_by_the_text_and_the_match_goes_on(tmp_path: Path) -> None:
    async def run() -> None:
        broken = replace(DRAWING, draw=_fail, preview=_fail, changed=_fail, recap=_fail)  # type: ignore[arg-type]
        async with drawn_match(tmp_path, drawing=broken) as user:
            await user.wait_until(lambda: "ada (you)" in user.text("#page"))
            await user.wait_until(lambda: "could not be drawn" in user.text("#lines"))
            user.server.push(SelectSteps(1))
            await user.press("enter")
            await user.wait_until(lambda: bool(user.sent))

    asyncio.run(run())


def test_game_without_a_drawing_is_played_from_the_menu(tmp_path: Path) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path, drawing=None) as user:
            assert "ada (you)" in user.text("#page")
            await user.press("tab")
            await user.pilot.pause()
            assert not isinstance(user.main.focused, Board), "nothing can be chosen there"
            await user.press("down", "enter")
            await user.wait_until(lambda: user.sent == [MoveMotherNature(2)])
            assert SCHOOL not in user.board.marks.legal

    asyncio.run(run())


def test_title_of_a_match_is_as_wide_as_the_screen_and_not_as_the_board(tmp_path: Path) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path, STUDENTS, size=(120, 36)) as user:
            title = user.text("#title")
            assert "to the dining room or an island" in title
            assert title.endswith("round 4")
            assert len(title) == 119, "the last column is empty"

    asyncio.run(run())


def test_title_of_a_result_follows_the_chip(tmp_path: Path) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path, size=(120, 36)) as user:
            user.server.push(FinalScores(("bob",), {"bob": 8, "ada": 5}, "No tower is left."))
            await user.wait_for_title(f"{result.MATCH_OVER} bob")

    asyncio.run(run())
