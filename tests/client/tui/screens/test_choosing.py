"""Test that every kind of action can be chosen from the menu, by keys and by mouse."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from client.games.registry import ui_of
from client.tui.lobby_pages import COPY
from client.tui.screens.choosing import MAX_STEPS
from messages import ClientMessage, SelectMatch, ServerMessage, WatchMatch, YourTurn
from messages.eriantys.actions import CHARACTERS, Character, SelectStudent, UseCharacterCard
from messages.eriantys.table import CharacterView
from messages.registry import Action, GameView, LegalActions
from messages.uno.actions import (
    AnswerUnoChallenge,
    ChooseUnoColor,
    PlayUnoCard,
    SayUno,
    SelectUnoCard,
    SelectUnoChallenge,
    SelectUnoColor,
    SelectUnoInterrupt,
    SelectUnoSwap,
    SwapUnoHands,
)
from tests.client.games.eriantys.tables import full_view
from tests.client.games.uno.tables import NAMES, plays, uno_view, with_uno
from tests.harness.drawn_screen import BoardUser
from tests.harness.fake_connection import FakeServer
from tests.harness.picture_matches import lobby_messages, waiting_messages
from tests.harness.screen import choose_command, is_main_screen, leads_to, run_app
from tests.harness.table_messages import table_messages

SWAPS = [
    ((taken,), (given,)) for taken in ("BLUE", "RED", "PINK") for given in ("YELLOW", "BLUE", "RED")
]


def character_actions(name: Character) -> list[Action]:
    """Return legal actions with this character."""
    if name == "MONK":
        return [
            UseCharacterCard(name, color=c, island_position=n)
            for c in ("RED", "PINK")
            for n in (0, 1, 3, 4, 5, 8, 9, 10)
        ]
    if name in ("HERALD", "GRANDMA"):
        return [UseCharacterCard(name, island_position=n) for n in (0, 1, 3, 4, 5, 8, 9, 10)]
    if name in ("MUSHROOM_HUNTER", "PRINCESS", "THIEF"):
        return [UseCharacterCard(name, color=c) for c in ("YELLOW", "RED", "PINK")]
    if name in ("JESTER", "MINSTREL"):
        single = [UseCharacterCard(name, taken=t, given=g) for t, g in SWAPS]  # type: ignore[arg-type]
        double = [replace(a, taken=(*a.taken, "RED"), given=(*a.given, "YELLOW")) for a in single]
        return [*single, *double]
    return [UseCharacterCard(name)]


def choose(
    tmp_path: Path,
    messages: list[ServerMessage],
    actions: list[Action],
    wanted: Action,
    mouse: bool,
) -> list[ClientMessage]:
    """Choose an action from the menu and return what the client has sent."""

    async def run() -> list[ClientMessage]:
        server = FakeServer(*messages, actions=LegalActions(tuple(actions)))
        settings = {"server": "x", "connect": server.connect}
        async with run_app(tmp_path, (120, 36), **settings) as user:
            await user.wait_for_entry(" ")
            view = user.main.conversation.model.view
            assert view is not None
            command = ui_of(view).commands(view, user.main.conversation.model.names).text(wanted)
            assert len(command.split()) <= MAX_STEPS, "each step adds a word"
            await user.wait_until(
                lambda: any(leads_to(label, command) for label in user.menu_labels())
            )
            await choose_command(user, command, mouse=mouse)
            await user.wait_until(lambda: wanted in server.received)
            return server.received

    return asyncio.run(run())


@pytest.mark.parametrize("name", CHARACTERS)
def test_each_eriantys_character_can_be_chosen_from_the_menu_and_is_sent(
    tmp_path: Path, name: Character
) -> None:
    cards = (CharacterView(name, 1, students={"BLUE": 2, "RED": 2, "PINK": 2}),)
    view = full_view(characters=cards)
    messages = [*table_messages(view), YourTurn(), SelectStudent(3, ("RED",), (name,))]
    actions = character_actions(name)
    choose(tmp_path, messages, actions, actions[-1], mouse=name in CHARACTERS[::2])


UNO_CHOICES: list[tuple[ServerMessage, list[Action], Action]] = [
    (SelectUnoCard(("RED 7",)), plays("RED 7", "WILD DRAW_4"), PlayUnoCard("RED 7")),
    (
        SelectUnoCard(("WILD DRAW_4",)),
        plays("RED 7", "WILD WILD", "WILD DRAW_4", "BLUE 5", "GREEN 5"),
        PlayUnoCard("WILD DRAW_4", color="GREEN"),
    ),
    (SelectUnoCard(("RED 7",)), with_uno(plays("RED 7")), SayUno()),
    (
        SelectUnoColor(),
        [ChooseUnoColor("RED"), ChooseUnoColor("BLUE")],
        ChooseUnoColor("BLUE"),
    ),
    (SelectUnoSwap("RED 7", (1, 2)), [SwapUnoHands(1), SwapUnoHands(2)], SwapUnoHands(2)),
    (
        SelectUnoChallenge(1),
        [AnswerUnoChallenge(True), AnswerUnoChallenge(False)],
        AnswerUnoChallenge(False),
    ),
    (SelectUnoInterrupt(("RED 5",)), [PlayUnoCard("RED 5")], PlayUnoCard("RED 5")),
]


@pytest.mark.parametrize("index", range(len(UNO_CHOICES)))
def test_each_uno_decision_can_be_chosen_from_the_menu_and_is_sent(
    tmp_path: Path, index: int
) -> None:
    prompt, actions, wanted = UNO_CHOICES[index]
    hand = ("RED 7", "RED 5", "WILD WILD", "WILD DRAW_4", "BLUE 5", "GREEN 5")
    first = table_messages()[:3]
    table = replace(table_messages()[5], player_nicknames=NAMES, number_of_players=3)
    messages = [*first, table, GameView(uno_view(hand), seq=4), YourTurn(), prompt]
    choose(tmp_path, messages, actions, wanted, mouse=index % 2 == 0)


@asynccontextmanager
async def page_user(
    tmp_path: Path, *messages: ServerMessage
) -> AsyncIterator[tuple[BoardUser, FakeServer]]:
    """Run the client on a page before a match."""
    server = FakeServer(*messages)
    address = "games.example:7700"
    async with run_app(tmp_path, server=address, connect=server.connect) as user:
        await user.wait_until(lambda: server.empty and is_main_screen(user.app))
        yield BoardUser(user, server), server


@pytest.mark.parametrize(
    ("table", "wanted"), [("9", SelectMatch(9)), ("3", WatchMatch(3))], ids=["join", "watch"]
)
def test_click_on_a_table_of_the_lobby_joins_or_watches_it(
    tmp_path: Path, table: str, wanted: ClientMessage
) -> None:
    async def run() -> None:
        async with page_user(tmp_path, *lobby_messages()) as (user, server):
            await user.wait_for_entry(f" {table} (")
            await user.click_zone(("table", table))
            await user.wait_until(lambda: wanted in server.received)

    asyncio.run(run())


def test_click_on_copy_copies_the_invitation(tmp_path: Path) -> None:
    async def run() -> None:
        async with page_user(tmp_path, *waiting_messages()) as (user, _):
            await user.wait_until(lambda: "[copy]" in user.text("#page"))
            await user.click_zone(COPY)
            line = "tavolata join 12@games.example:7700"
            await user.wait_until(lambda: user.app.clipboard == line)

    asyncio.run(run())
