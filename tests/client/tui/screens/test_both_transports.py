"""Test each kind of decision against a real server over both transports, from menu to log.

Matches start from a state that the test provides.
"""

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from client.games.registry import ui_of
from games.base import Step
from games.eriantys.state import Card, State
from games.registry import GAMES
from messages import ServerMessage
from messages.codex.actions import (
    SelectCodexCard,
    SelectCodexColor,
    SelectCodexDraw,
    SelectCodexObjective,
    SelectCodexStarter,
)
from messages.eriantys.actions import CHARACTERS, Character, UseCharacterCard
from messages.rummy.actions import SelectRummyDraw, SelectRummyPlay
from messages.shelfie.actions import SelectShelfieColumn, SelectShelfieTiles
from tests.games.eriantys.boards import board, island, professors, students
from tests.games.uno.tables import A, B, table
from tests.harness.screen import (
    ScreenUser,
    choose_by_keys,
    choose_by_mouse,
    choose_command,
    enabled_entries,
    run_app,
    serving,
)

TRANSPORTS = ["socket", "pyro"]


def start_matches_with(monkeypatch: pytest.MonkeyPatch, game: str, step: Step[Any]) -> None:
    """Make new matches of the game start with this step."""
    changed = replace(GAMES[game], start=lambda players, options, rng: step)
    monkeypatch.setitem(GAMES, game, changed)


# Characters.


def state_with_character(name: Character) -> State:
    """Return a state in which seat 0 can pay for this character and use it."""
    everything = students(yellow=2, blue=1, green=1, red=1, pink=1)
    schools = {
        0: {"coins": 4, "dining": everything},
        1: {"coins": 1, "dining": students(red=3)},
    }
    islands = {3: island(red=2, blue=1), 5: island(owner=1, green=1)}
    card = Card(name, students=everything, no_entry=2)
    owners = professors(red=1, yellow=0)
    return board(schools=schools, islands=islands, characters=[card], professors=owners)


@pytest.mark.parametrize("transport", ["socket", pytest.param("pyro", marks=pytest.mark.soak)])
def test_each_eriantys_character_can_be_used_from_the_menu_and_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, transport: str
) -> None:
    async def run() -> None:
        async with serving() as addresses:
            server = getattr(addresses, transport)
            async with run_app(tmp_path, (120, 36), server=server, nickname="ada") as user:
                for index, name in enumerate(CHARACTERS):
                    start_matches_with(
                        monkeypatch, "eriantys", Step(state_with_character(name), (), turns=(0,))
                    )
                    await use_character(user, name, mouse=index % 2 == 0)

    asyncio.run(run())


async def use_character(user: ScreenUser, name: Character, *, mouse: bool) -> None:
    """Start a match, use the character and go back to the lobby."""
    await user.wait_for_entry("new table")
    user.main.submit_line("new 2 expert bots 1")
    await user.wait_for_entry("king")
    user.main.submit_line("king")
    model = user.main.conversation.model

    def uses() -> list[UseCharacterCard]:
        """Return the legal uses of the character; none while the actions are of the last match."""
        return [a for a in model.actions if isinstance(a, UseCharacterCard) and a.asset == name]

    await user.wait_until(lambda: bool(uses()))
    await user.wait_for_entry("move")
    action = uses()[0]
    assert model.view is not None
    await choose_command(
        user, ui_of(model.view).commands(model.view, model.names).text(action), mouse=mouse
    )
    spoken = name.lower().replace("_", " ")
    await user.wait_until(lambda: f"You used the {spoken}" in user.text("#lines"))
    for _ in range(2):  # the second one confirms
        user.main.submit_line("leave")


# UNO.


class Scenario(NamedTuple):
    """A state, the command that ada chooses from the menu, and the text that must be logged.

    ``first_command`` is typed by bob before.
    """

    state: Any
    command: str
    expected_text: str
    first_command: str = ""
    turn: int = A


JUMP_IN = {"mode": "jump_in"}
CHALLENGE = {"wd4_policy": "challenge"}
SCENARIOS = {
    "a wild card": Scenario(
        table("WILD WILD, RED 7, BLUE 3", "RED 2, RED 3"), "play wild green", "You named green"
    ),
    "a wild draw 4": Scenario(
        table("WILD DRAW_4, BLUE 7, BLUE 3", "RED 2, RED 3"),
        "play wild draw 4 blue",
        "bob drew 4 cards",
    ),
    "the color of the first card": Scenario(
        table("RED 7, BLUE 3", "RED 2, RED 3", top="WILD WILD", decision="COLOR"),
        "color blue",
        "You named blue",
    ),
    "a call of UNO": Scenario(table("RED 7, BLUE 3", "RED 2, RED 3"), "uno", "You said UNO"),
    "a jump-in": Scenario(
        table("RED 1, BLUE 3, BLUE 4", "GREEN 2, GREEN 3", turn=B, options=JUMP_IN),
        "play red 1",
        "You jumped in with red 1",
        turn=B,
    ),
    "a challenge": Scenario(
        table("RED 7, BLUE 3, BLUE 4", "WILD DRAW_4, RED 2, RED 3", turn=B, options=CHALLENGE),
        "challenge yes",
        "You challenged the draw 4 of bob",
        "play wild draw 4 blue",
        turn=B,
    ),
    "a draw": Scenario(
        table("RED 7, BLUE 3, BLUE 4", "RED 2, RED 3", draw="RED 9"), "draw", "You drew red 9"
    ),
    "a swap of hands": Scenario(
        table("RED 7, BLUE 3, BLUE 4", "RED 2, RED 3", options={"mode": "seven_o"}),
        "play red 7",
        "You swapped hands with bob",
    ),
}


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("name", SCENARIOS)
def test_each_uno_decision_can_be_chosen_from_the_menu_and_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, transport: str
) -> None:
    async def run() -> None:
        scenario, other = SCENARIOS[name], TRANSPORTS[1 - TRANSPORTS.index(transport)]
        start_matches_with(monkeypatch, "uno", Step(scenario.state, (), turns=(scenario.turn,)))
        async with (
            serving() as addresses,
            run_app(tmp_path, server=getattr(addresses, transport), nickname="ada") as ada,
            run_app(tmp_path, server=getattr(addresses, other), nickname="bob") as bob,
        ):
            await ada.wait_for_entry("new table")
            ada.main.submit_line("new uno 2 bots 0")
            await bob.choose("join 1 (UNO, ada)")
            if scenario.first_command:
                await bob.wait_for_entry(scenario.first_command.rpartition(" ")[0])
                bob.main.submit_line(scenario.first_command)
            await ada.wait_for_entry(" ".join(scenario.command.split()[:2]))
            await choose_command(ada, scenario.command, mouse=transport == "pyro")
            await ada.wait_until(lambda: scenario.expected_text in ada.text("#lines"))

    asyncio.run(run())


# The other games.


PROMPTS: dict[str, set[type[ServerMessage]]] = {
    "codex": {
        *(SelectCodexStarter, SelectCodexColor, SelectCodexObjective),
        *(SelectCodexCard, SelectCodexDraw),
    },
    "shelfie": {SelectShelfieTiles, SelectShelfieColumn},
    "rummy500": {SelectRummyDraw, SelectRummyPlay},
}


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("game", PROMPTS)
def test_each_prompt_of_codex_shelfie_and_rummy500_is_answered_by_random_choices(
    tmp_path: Path, game: str, transport: str
) -> None:
    async def run() -> None:
        choose, rng = choose_by_mouse if transport == "pyro" else choose_by_keys, Random(3)
        answered: set[object] = set()
        async with (
            serving() as addresses,
            run_app(tmp_path, server=getattr(addresses, transport), nickname="ada") as user,
        ):
            await user.wait_for_entry("new table")
            await user.type_line(f"new {game} 2 base bots 1")
            while not answered >= PROMPTS[game]:
                await user.wait_until(lambda: bool(enabled_entries(user)))
                answered.add(type(user.main.conversation.model.prompt))
                await choose(user, rng)

    asyncio.run(run())
