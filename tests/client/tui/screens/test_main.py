"""A board larger than the screen: keys, mouse and typed words move it, and it follows a choice."""

import asyncio
from pathlib import Path

from msgspec.structs import replace
from textual.widgets import OptionList

from client.tui.pages import Entry
from client.tui.screens.main import MainScreen
from client.tui.screens.widgets import Item, Menu
from messages import ServerMessage, YourTurn
from messages.codex.actions import PlaceCodexCard, SelectCodexCard
from messages.registry import GameView, LegalActions
from tests.client.games.codex.tables import NAMES, large_view
from tests.games.codex.tables import area
from tests.harness.fake_connection import FakeServer
from tests.harness.screen import Seat, at_the_screen
from tests.harness.table_messages import table_messages


def messages(*questions: ServerMessage) -> list[ServerMessage]:
    table = replace(table_messages()[5], player_nicknames=NAMES)
    view = GameView(large_view(), seq=4)
    return [*table_messages()[:3], table, view, *questions]


def headline(seat: Seat) -> str:
    return seat.text("#page").splitlines()[0]


def test_keys_mouse_and_words_scroll_a_large_area(tmp_path: Path) -> None:
    async def run() -> None:
        server = FakeServer(*messages())
        async with at_the_screen(tmp_path, server="x", connect=server.connect) as seat:
            await seat.until(lambda: "more" in seat.text("#page") if _ready(seat) else False)
            first = headline(seat)
            assert "→" not in first
            await seat.press("shift+left")
            await seat.until(lambda: "→" in headline(seat))
            assert "↑" not in headline(seat)
            seat.main.on_mouse_scroll_down(_Wheel(22))  # type: ignore[arg-type]
            seat.main.on_mouse_scroll_down(_Wheel(2))  # type: ignore[arg-type]
            await seat.until(lambda: "↑" in headline(seat))
            await seat.type("board ada")
            await seat.until(lambda: headline(seat) == first)
            await seat.type("scroll down")
            await seat.until(lambda: "↑" in headline(seat))
            assert not any("more" in line for line in seat.main.shown_lines)

    asyncio.run(run())


def _ready(seat: Seat) -> bool:
    return isinstance(seat.app.screen, MainScreen) and seat.app.screen.is_mounted


class _Wheel:
    """The wheel is turned in this line of the screen."""

    shift = False
    screen_x = 5

    def __init__(self, line: int) -> None:
        self.screen_y = line


def test_the_area_shows_the_spot_that_would_be_chosen(tmp_path: Path) -> None:
    laid = area("S03 back", *(f"R{n:02} back {n} {n}" for n in range(1, 16)))
    view = large_view()
    view = replace(view, players=(replace(view.players[0], area=laid), view.players[1]))
    actions = [PlaceCodexCard("R02", "BACK", spot.x, spot.y) for spot in laid.spots]
    table = messages(YourTurn(), SelectCodexCard((), laid.spots))
    table[4] = GameView(view, seq=4)

    async def run() -> None:
        server = FakeServer(*table, actions=LegalActions(tuple(actions)))
        async with at_the_screen(tmp_path, server="x", connect=server.connect) as seat:
            await seat.choose("place 1 back")
            await seat.until(lambda: "<1>" in seat.text("#page"))
            assert "→" in headline(seat), "far from the card that was placed last"
            await seat.press("down")
            await seat.until(lambda: "<2>" in seat.text("#page"))

    asyncio.run(run())


def test_a_highlight_that_is_heard_after_the_menu_has_changed_does_no_harm(tmp_path: Path) -> None:
    action = PlaceCodexCard("R02", "BACK", 1, 1)
    gone = Item(Entry("place 1 back 3", action))

    async def run() -> None:
        server = FakeServer(*messages())
        async with at_the_screen(tmp_path, server="x", connect=server.connect) as seat:
            await seat.until(lambda: "more" in seat.text("#page") if _ready(seat) else False)
            late = OptionList.OptionHighlighted(seat.main.query_one(Menu), gone, 99)
            seat.main.on_option_list_option_highlighted(late)
            assert seat.main.talk.client.viewport.chosen == action

    asyncio.run(run())
