"""Each kind of choice against a real server, over both routes, from the menu to the log.

The rules of the server begin where a test wants them to; the rest is as always.
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

ROUTES = ["socket", "pyro"]


def begin_with(monkeypatch: pytest.MonkeyPatch, game: str, step: Step[Any]) -> None:
    """New matches of the game begin here."""
    changed = replace(GAMES[game], start=lambda players, options, chance: step)
    monkeypatch.setitem(GAMES, game, changed)


# Characters.


def rich(name: Character) -> State:
    """Seat 0 can pay for this character, and has something to use it on."""
    everything = students(yellow=2, blue=1, green=1, red=1, pink=1)
    schools = {
        0: {"coins": 4, "dining": everything},
        1: {"coins": 1, "dining": students(red=3)},
    }
    lying = {3: island(red=2, blue=1), 5: island(owner=1, green=1)}
    card = Card(name, students=everything, no_entry=2)
    held = professors(red=1, yellow=0)
    return board(schools=schools, islands=lying, characters=[card], professors=held)


@pytest.mark.parametrize("route", ROUTES)
def test_all_characters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, route: str) -> None:
    async def run() -> None:
        async with serving() as addresses:
            server = getattr(addresses, route)
            async with run_app(tmp_path, (120, 36), server=server, nickname="ada") as user:
                for place, name in enumerate(CHARACTERS):
                    begin_with(monkeypatch, "eriantys", Step(rich(name), (), turns=(0,)))
                    await use(user, name, mouse=place % 2 == 0)

    asyncio.run(run())


async def use(user: ScreenUser, name: Character, *, mouse: bool) -> None:
    """A match in which the character is used, from the lobby and back to it."""
    await user.wait_for_entry("new table")
    user.main.submit_line("new 2 expert bots 1")
    await user.wait_for_entry("king")
    user.main.submit_line("king")
    await user.wait_for_entry("move")
    model = user.main.conversation.model
    wanted = next(a for a in model.actions if isinstance(a, UseCharacterCard) and a.asset == name)
    assert model.view is not None
    await choose_command(
        user, ui_of(model.view).commands(model.view, model.names).text(wanted), mouse=mouse
    )
    spoken = name.lower().replace("_", " ")
    await user.wait_until(lambda: f"You used the {spoken}" in user.text("#lines"))
    user.main.submit_line("leave")


# UNO.


class Scene(NamedTuple):
    """What bob types first, what ada chooses from the menu, and what she then reads."""

    state: Any
    chosen: str
    told: str
    before: str = ""
    turn: int = A


JUMP = {"mode": "jump_in"}
DOUBT = {"wd4_policy": "challenge"}
SCENES = {
    "a wild in a colour": Scene(
        table("WILD WILD, RED 7, BLUE 3", "RED 2, RED 3"), "play wild green", "You named green"
    ),
    "a draw 4 in a colour": Scene(
        table("WILD DRAW_4, BLUE 7, BLUE 3", "RED 2, RED 3"),
        "play wild draw 4 blue",
        "bob drew 4 cards",
    ),
    "the colour of the first card": Scene(
        table("RED 7, BLUE 3", "RED 2, RED 3", top="WILD WILD", decision="COLOR"),
        "color blue",
        "You named blue",
    ),
    "the call": Scene(table("RED 7, BLUE 3", "RED 2, RED 3"), "uno", "You said UNO"),
    "out of turn": Scene(
        table("RED 1, BLUE 3, BLUE 4", "GREEN 2, GREEN 3", turn=B, options=JUMP),
        "play red 1",
        "You jumped in with red 1",
        turn=B,
    ),
    "a doubt": Scene(
        table("RED 7, BLUE 3, BLUE 4", "WILD DRAW_4, RED 2, RED 3", turn=B, options=DOUBT),
        "challenge yes",
        "You challenged the draw 4 of bob",
        "play wild draw 4 blue",
        turn=B,
    ),
    "the card just drawn": Scene(
        table("RED 7, BLUE 3, BLUE 4", "RED 2, RED 3", draw="RED 9"), "draw", "You drew red 9"
    ),
    "whose hand": Scene(
        table("RED 7, BLUE 3, BLUE 4", "RED 2, RED 3", options={"mode": "seven_o"}),
        "play red 7",
        "You swapped hands with bob",
    ),
}


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("name", SCENES)
def test_each_choice_of_uno(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, route: str
) -> None:
    async def run() -> None:
        scenario, other = SCENES[name], ROUTES[1 - ROUTES.index(route)]
        begin_with(monkeypatch, "uno", Step(scenario.state, (), turns=(scenario.turn,)))
        async with (
            serving() as addresses,
            run_app(tmp_path, server=getattr(addresses, route), nickname="ada") as ada,
            run_app(tmp_path, server=getattr(addresses, other), nickname="bob") as bob,
        ):
            await ada.wait_for_entry("new table")
            ada.main.submit_line("new uno 2 bots 0")
            await bob.choose("join 1 (uno, ada)")
            if scenario.before:
                await bob.wait_for_entry(scenario.before.rpartition(" ")[0])
                bob.main.submit_line(scenario.before)
            await ada.wait_for_entry(" ".join(scenario.chosen.split()[:2]))
            await choose_command(ada, scenario.chosen, mouse=route == "pyro")
            await ada.wait_until(lambda: scenario.told in ada.text("#lines"))

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


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("game", PROMPTS)
def test_each_question_of_the_other_games(tmp_path: Path, game: str, route: str) -> None:
    async def run() -> None:
        choose, chance = choose_by_mouse if route == "pyro" else choose_by_keys, Random(3)
        answered: set[object] = set()
        async with (
            serving() as addresses,
            run_app(tmp_path, server=getattr(addresses, route), nickname="ada") as user,
        ):
            await user.wait_for_entry("new table")
            await user.type_line(f"new {game} 2 base bots 1")
            while not answered >= PROMPTS[game]:
                await user.wait_until(lambda: bool(enabled_entries(user)))
                answered.add(type(user.main.conversation.model.prompt))
                await choose(user, chance)

    asyncio.run(run())
