"""Legacy clients without tokens return from the same address, with a code, or by a setting."""

import asyncio
import re
from typing import Any

import pytest

from server.admission.guess_limiter import GuessLimiter
from server.dialects.codex import CODEX
from server.dialects.returning import split_code
from server.dialects.shelfie import SHELFIE
from tests.harness.dialects.codex_server import (
    CodexConnection,
    CodexServer,
    Line,
    RunCodexScenario,
    codex_scenario_runner,
    kinds,
)
from tests.harness.dialects.restart import restarted
from tests.harness.dialects.shelfie_server import (
    ShelfieConnection,
    ShelfieServer,
    run_scenario,
    start_two_players,
)

OTHER_ADDRESS = ("127.0.0.2", 0)


async def _codex_from(
    server: CodexServer, name: str, port: int = 0, address: tuple[str, int] = OTHER_ADDRESS
) -> CodexConnection:
    wire = await asyncio.open_connection("127.0.0.1", port or server.port, local_addr=address)
    server.connections.append(connection := CodexConnection(server, *wire))
    connection.name = name
    return connection


def _code(game: Line, name: str) -> str:
    """Return the code in the notice of the server, the first chat text of a game."""
    notice = game["game"]["messages"][0]
    assert (notice["sender"], notice["receiver"]) == ("server", name)
    found = re.fullmatch(
        rf"To return from another address, log in as {name}#(\w+)", notice["content"]
    )
    assert found
    return found[1]


async def _start_and_lose(server: CodexServer) -> str:
    """Start a match of ada and bob, cut ada's connection; return ada's code."""
    ada, bob = [await server.connect_named(name) for name in ("ada", "bob")]
    lines = await ada.sync("SET_PLAYER_NUMBER", numPlayers=2)
    (game,) = [line for line in lines if line["networkType"] == "UPDATE_AFTER_CONNECTION"]
    ada.reset()
    await bob.read_until("SHOW_UPDATE_PLAYER_STATUS")
    return _code(game, "ada")


def test_codex_player_returns_from_another_address_only_with_the_code_of_the_seat(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        code = await _start_and_lose(server)
        thief = await _codex_from(server, "ada")
        (refused,) = await thief.sync("CONNECT")
        assert (refused["networkType"], refused["accepted"]) == ("RESULT_OF_LOGIN", False)
        assert "log in as ada#CODE" in refused["details"]
        thief.name = "ada#AAAAAA"
        (refused,) = await thief.sync("CONNECT")
        assert not refused["accepted"]
        owner = await _codex_from(server, f"ada#{code.lower()}")
        login, game, *_ = await owner.sync("CONNECT")
        assert (login["accepted"], login["selectedUsername"]) == (True, "ada")
        assert _code(game, "ada") == code
        assert kinds(await owner.sync("PLACE_STARTER", side="BACK")) == ["SHOW_UPDATE_AFTER_PLACE"]
        owner.reset()
        await server.wait_until_idle()
        again = await _codex_from(server, "ada")
        assert (await again.sync("CONNECT"))[0]["accepted"], "this is the last address now"

    run_codex_scenario(scenario)


def test_codex_player_returns_by_name_from_any_address_if_the_setting_allows_it() -> None:
    async def scenario(server: CodexServer) -> None:
        ada, bob = await server.start_match("ada", "bob")
        ada.reset()
        await bob.read_until("SHOW_UPDATE_PLAYER_STATUS")
        other = await _codex_from(server, "ada")
        login, game, *_ = await other.sync("CONNECT")
        assert login["accepted"]
        assert game["game"]["messages"] == []

    codex_scenario_runner(written=False, return_from_any_address=True)(scenario)


def test_codex_player_returns_after_a_restart_from_the_same_address_or_with_the_code() -> None:
    async def scenario(server: CodexServer) -> None:
        code = await _start_and_lose(server)
        assert server.journal is not None
        async with restarted(server.journal, CODEX) as (_, port):
            thief = await _codex_from(server, "ada", port)
            assert not (await thief.sync("CONNECT"))[0]["accepted"]
            bob = await _codex_from(server, "bob", port, ("127.0.0.1", 0))
            assert (await bob.sync("CONNECT"))[0]["accepted"]
            ada = await _codex_from(server, f"ada#{code}", port)
            assert (await ada.sync("CONNECT"))[0]["accepted"]

    codex_scenario_runner(written=True)(scenario)


def test_wrong_codes_of_an_address_are_limited_and_then_the_correct_one_is_refused(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        code = await _start_and_lose(server)
        server.server_state.guesses = GuessLimiter(2)
        client = await _codex_from(server, "")
        details = []
        for guess in ("AAAAAA", "BBBBBB", code):
            client.name = f"ada#{guess}"
            (refused,) = await client.sync("CONNECT")
            details.append(refused["details"])
        assert "wait 60 s" in details[-1]
        assert "wait" not in details[0]

    run_codex_scenario(scenario)


def _shelfie_code(messages: list[Any]) -> str:
    (notice,) = [text for text in messages if "log in as ada#" in text]
    return str(notice).rpartition("#")[2]


def test_shelfie_player_returns_from_another_address_only_with_the_code_of_the_seat() -> None:
    async def scenario(server: ShelfieServer) -> None:
        async def connect() -> ShelfieConnection:
            wire = await asyncio.open_connection("127.0.0.1", server.port, local_addr=OTHER_ADDRESS)
            server.connections.append(made := ShelfieConnection(server, *wire, framed=True))
            return made

        ada, bert = [await server.connect_named(name) for name in ("ada", "bert")]
        await ada.request("createMatch|2")
        await bert.request("join|1")
        code = _shelfie_code(await ada.read_until("message|To return"))
        ada.reset()
        await bert.read_until("message|ada has lost")
        thief = await connect()
        refused = await thief.request("login|ada")
        assert "log in as ada#CODE" in refused[0]
        assert refused[-1] == "return|login|false"
        assert (await thief.request("login|ada#AAAAAA"))[-1] == "return|login|false"
        back = await (await connect()).request(f"login|ada#{code}")
        assert any(text.startswith("notifyStart") for text in back)
        assert _shelfie_code(back) == code

    run_scenario(scenario, True)


def test_shelfie_player_cannot_return_from_another_address_after_a_restart() -> None:
    async def scenario(server: ShelfieServer) -> None:
        await start_two_players(server)
        assert server.journal is not None
        async with restarted(server.journal, SHELFIE) as (_, port):
            wire = await asyncio.open_connection("127.0.0.1", port, local_addr=OTHER_ADDRESS)
            server.connections.append(thief := ShelfieConnection(server, *wire, framed=True))
            assert (await thief.request("login|ada"))[-1] == "return|login|false"

    run_scenario(scenario, True)


@pytest.mark.parametrize(
    ("text", "parts"),
    [("ada", ("ada", "")), ("ada#K7Q2XM", ("ada", "K7Q2XM")), ("ada# K7 ", ("ada", "K7"))],
)
def test_name_and_code_are_split_at_the_separator(text: str, parts: tuple[str, str]) -> None:
    assert split_code(text) == parts
