"""Test the start of a full table and the rematch at it, with people over both transports."""

import asyncio
from pathlib import Path
from time import monotonic

import pytest
from msgspec.structs import replace

from client.bots import Join, Plan
from client.bots.runner import connect_and_run
from client.bots.strategies import load_strategy
from client.tui import table_start
from client.tui.screens.widgets import Menu
from client.tui.text import result, screen
from messages import FinalScores, PlayAgain, RoomUpdate, StartMatch
from tests.harness.drawn_screen import drawn_match
from tests.harness.screen import ScreenUser, run_app, serving, two_users
from tests.harness.table_messages import room
from tests.harness.timeouts import within


async def play(user: ScreenUser) -> None:
    """Send the first legal action of each prompt until the result page is shown."""
    conversation = user.main.conversation

    def send() -> bool:
        model = conversation.model
        if model.actions and not conversation.is_action_pending:
            user.main._send(conversation.send(model.actions[0]))
        return model.result is not None

    await user.wait_until(send)


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_full_table_rings_and_the_host_can_stop_its_start(
    tmp_path: Path, transport: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_start, "START_SECONDS", 3600.0)

    async def run() -> None:
        async with two_users(tmp_path, transport, "bob") as (ada, bob):
            bells: list[str] = []
            for name, user in (("ada", ada), ("bob", bob)):
                monkeypatch.setattr(user.app, "bell", lambda name=name: bells.append(name))
            await ada.type_line("new uno 2")
            await bob.choose("join 1 (UNO, ada)")
            await ada.wait_for_title("the match starts in 3600 s · Esc stops it")
            await bob.wait_for_title("the match starts in")
            assert "Esc" not in bob.text("#title")
            await ada.wait_until(lambda: sorted(bells) == ["ada", "bob"])
            await ada.press("escape")
            await ada.wait_for_title("WAITING  all seats are taken")
            await ada.choose(screen.START)
            await bob.wait_until(lambda: "discards" in bob.text("#page"))

    asyncio.run(within(run()))


def test_full_table_starts_if_its_countdown_has_ended_before_the_first_redraw(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A busy machine or a suspended one draws late; Textual fails with a timer of 0 seconds."""
    monkeypatch.setattr(table_start, "START_SECONDS", 3600.0)
    monkeypatch.setattr("client.tui.screens.main.monotonic", lambda: monotonic() + 3600.0)

    async def run() -> None:
        async with two_users(tmp_path, "socket", "bob") as (ada, bob):
            await ada.type_line("new uno 2")
            await bob.choose("join 1 (UNO, ada)")
            await bob.wait_until(lambda: "discards" in bob.text("#page"))

    asyncio.run(within(run()))


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_rematch_at_the_same_table_begins_when_the_other_player_is_ready(
    tmp_path: Path, transport: str
) -> None:
    async def run() -> None:
        async with (
            serving() as addresses,
            run_app(tmp_path, server=getattr(addresses, transport), nickname="ada") as ada,
        ):
            await ada.wait_for_entry("new table")
            await ada.type_line("new uno 2 target_score=1")
            await ada.wait_for_title("1 seat is free")
            plan = Plan(nickname="bob", room=Join(1), matches=2)
            bob = asyncio.create_task(
                connect_and_run(addresses.socket, load_strategy("random", "uno")(), plan)
            )
            await play(ada)
            assert ada.main.conversation.record.is_complete
            await ada.wait_for_entry("rematch, same table   bob is ready")
            assert "thinking" in ada.text("#page")
            await ada.choose("rematch")
            await ada.wait_until(lambda: ada.main.conversation.model.result is None)
            await play(ada)
            await bob

    asyncio.run(within(run()))


def test_result_stays_until_the_rematch_begins_and_says_who_is_awaited(tmp_path: Path) -> None:
    table = room(players=("ada", "bob"), host="bob", standing=True, game="uno")

    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            user.server.push(
                FinalScores(("ada",), {"ada": 8, "bob": 3}, "so"),
                RoomUpdate(replace(table, undecided=("ada", "bob"))),
            )
            await user.choose("rematch, same table   waiting for bob")
            await user.wait_until(lambda: user.server.received[-1] == PlayAgain())
            user.server.push(RoomUpdate(replace(table, undecided=("bob",))))
            await user.wait_for_entry(result.READY_FOR_REMATCH)
            assert "YOU WIN" in user.text("#page")
            await user.choose(result.TO_TABLE)
            await user.wait_for_title("WAITING  all seats are taken")
            assert StartMatch() not in user.server.received

    asyncio.run(within(run()))


def test_f6_changes_the_filter_and_the_cursor_stays_on_its_entry(tmp_path: Path) -> None:
    async def run() -> None:
        async with two_users(tmp_path, "pyro", "bob") as (ada, bob):
            menu = ada.main.query_one(Menu)
            assert ada.menu_labels()[menu.highlighted or 0] == screen.NEW_TABLE
            await bob.type_line("new uno 2")
            await ada.wait_for_entry("join 1")
            assert ada.menu_labels()[menu.highlighted or 0] == screen.NEW_TABLE
            await ada.press("f6")
            await ada.wait_until(lambda: "with a free seat" in ada.text("#page"))
            await ada.press("f6")
            await ada.wait_until(lambda: "F6 filter: Eriantys" in ada.text("#page"))
            await ada.wait_until(lambda: "No table fits" in ada.text("#page"))
            await ada.press("f6")
            await ada.wait_for_entry("join 1")

    asyncio.run(within(run()))
