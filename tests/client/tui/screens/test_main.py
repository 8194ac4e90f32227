"""Test the main screen: boards that scroll and follow the highlighted entry, and queries."""

import asyncio
from pathlib import Path

from msgspec.structs import replace
from textual.widgets import OptionList

from client.games.shelfie.board import draw_goals
from client.tui.pages import MenuEntry
from client.tui.screens.main import MainScreen
from client.tui.screens.widgets import Menu, MenuOption
from client.tui.text import typing
from messages import ChatMessage, ServerMessage, YourTurn
from messages.codex.actions import PlaceCodexCard, SelectCodexCard
from messages.registry import GameView, LegalActions
from tests.client.games.codex.tables import NAMES, large_view
from tests.client.games.shelfie.tables import shelfie_view
from tests.games.codex.tables import area
from tests.harness.fake_connection import FakeServer
from tests.harness.screen import ScreenUser, run_app
from tests.harness.table_messages import table_messages


def messages(*prompts: ServerMessage) -> list[ServerMessage]:
    table = replace(table_messages()[5], player_nicknames=NAMES)
    view = GameView(large_view(), seq=4)
    return [*table_messages()[:3], table, view, *prompts]


def first_line(user: ScreenUser) -> str:
    return user.text("#page").splitlines()[0]


def test_keys_mouse_wheel_board_and_scroll_move_a_large_board_without_log_lines(
    tmp_path: Path,
) -> None:
    async def run() -> None:
        server = FakeServer(*messages())
        async with run_app(tmp_path, server="x", connect=server.connect) as user:
            await user.wait_until(lambda: "more" in user.text("#page") if _ready(user) else False)
            first = first_line(user)
            assert "→" not in first
            await user.press("shift+left")
            await user.wait_until(lambda: "→" in first_line(user))
            assert "↑" not in first_line(user)
            user.main.on_mouse_scroll_down(_Wheel(22))  # type: ignore[arg-type]
            user.main.on_mouse_scroll_down(_Wheel(2))  # type: ignore[arg-type]
            await user.wait_until(lambda: "↑" in first_line(user))
            await user.type_line("board ada")
            await user.wait_until(lambda: first_line(user) == first)
            await user.type_line("scroll down")
            await user.wait_until(lambda: "↑" in first_line(user))
            assert not any("more" in line for line in user.main.log_lines)

    asyncio.run(run())


def test_parts_of_the_game_time_and_chats_are_shown_in_the_log(tmp_path: Path) -> None:
    async def run() -> None:
        chat = ChatMessage("bob", "hi")
        seats = replace(table_messages()[5], player_nicknames=("ada", "bob"))
        start = [*table_messages()[:3], seats, GameView(shelfie_view(), seq=4), chat]
        server = FakeServer(*start)
        async with run_app(tmp_path, server="x", connect=server.connect) as user:
            await user.wait_until(lambda: _ready(user) and "[bob] hi" in user.main.log_lines)
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


def _ready(user: ScreenUser) -> bool:
    return isinstance(user.app.screen, MainScreen) and user.app.screen.is_mounted


class _Wheel:
    """A mouse wheel event in a line of the screen."""

    shift = False
    screen_x = 5

    def __init__(self, line: int) -> None:
        self.screen_y = line


def test_large_board_scrolls_to_the_spot_of_the_highlighted_entry(tmp_path: Path) -> None:
    large_area = area("S03 back", *(f"R{n:02} back {n} {n}" for n in range(1, 16)))
    view = large_view()
    view = replace(view, players=(replace(view.players[0], area=large_area), view.players[1]))
    actions = [PlaceCodexCard("R02", "BACK", spot.x, spot.y) for spot in large_area.spots]
    table = messages(YourTurn(), SelectCodexCard((), large_area.spots))
    table[4] = GameView(view, seq=4)

    async def run() -> None:
        server = FakeServer(*table, actions=LegalActions(tuple(actions)))
        async with run_app(tmp_path, server="x", connect=server.connect) as user:
            await user.choose("place 1 back")
            await user.wait_until(lambda: "<1>" in user.text("#page"))
            assert "→" in first_line(user), "far from the card that was placed last"
            await user.press("down")
            await user.wait_until(lambda: "<2>" in user.text("#page"))

    asyncio.run(run())


def test_highlight_event_of_a_removed_entry_sets_the_chosen_action(tmp_path: Path) -> None:
    action = PlaceCodexCard("R02", "BACK", 1, 1)
    removed = MenuOption(MenuEntry("place 1 back 3", action))

    async def run() -> None:
        server = FakeServer(*messages())
        async with run_app(tmp_path, server="x", connect=server.connect) as user:
            await user.wait_until(lambda: "more" in user.text("#page") if _ready(user) else False)
            event = OptionList.OptionHighlighted(user.main.query_one(Menu), removed, 99)
            user.main.on_option_list_option_highlighted(event)
            assert user.main.conversation.client.viewport.chosen == action

    asyncio.run(run())
