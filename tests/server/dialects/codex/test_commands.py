"""Requests in Codex Naturalis' dialect: login, lobby, game, chat, coming back."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from messages import ChooseNickname, SelectMatch, SelectModeAndPlayers
from messages.codex.cards import CODEX_CARDS
from server.dialects.codex import CODEX
from server.dialects.codex.commands import CHAT_LENGTH
from tests.harness.dialects.codex_server import (
    CodexConnection,
    CodexServer,
    Line,
    RunCodexScenario,
    codex_scenario_runner,
    first_placement,
    kinds,
    placement,
)
from tests.harness.dialects.restart import RESTART_AT, restarted
from tests.harness.memory_connection import MemoryConnection

LOBBY = "SHOW_UPDATE_PLAYERS_IN_LOBBY"


def test_the_first_guest_is_the_creator(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        ada = await server.connect()
        ada.name = "ada"
        login, creator, lobby = await ada.sync("CONNECT")
        assert login == {
            "networkType": "RESULT_OF_LOGIN",
            "sender": "server",
            "accepted": True,
            "selectedUsername": "ada",
            "details": "",
        }
        assert creator == {"networkType": "UPDATE_CREATOR", "sender": "server"}
        assert lobby == {"networkType": LOBBY, "sender": "server", "usernames": ["ada"]}
        bob = await server.connect()
        bob.name = "bob"
        assert kinds(await bob.sync("CONNECT")) == ["RESULT_OF_LOGIN", LOBBY]
        (news,) = await ada.sync()
        assert news["usernames"] == ["ada", "bob"]

    codex_play(scenario)


@pytest.mark.parametrize("name", ["", "Everyone", "server", "x" * 21, "a b", "a\n", "\u202e"])
def test_a_name_that_cannot_be_used(codex_play: RunCodexScenario, name: str) -> None:
    async def scenario(server: CodexServer) -> None:
        guest = await server.connect()
        guest.name = name
        (answer,) = await guest.sync("CONNECT")
        assert answer["networkType"] == "RESULT_OF_LOGIN"
        assert not answer["accepted"]
        assert answer["details"]
        guest.name = "ada"
        assert (await guest.sync("CONNECT"))[0]["accepted"], "and may be tried again"

    codex_play(scenario)


def test_a_name_in_use(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        await server.connect_named("ada")
        other = await server.connect()
        other.name = "ADA"
        (answer,) = await other.sync("CONNECT")
        assert not answer["accepted"]

    codex_play(scenario)


def test_the_creator_says_how_many_play(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        ada, bob = await server.connect_named("ada"), await server.connect_named("bob")
        await ada.sync()
        assert "creator" in await bob.assert_refused("SET_PLAYER_NUMBER", numPlayers=2)
        for number in (-1, 0, 1, 5, 99):
            assert "2 and 4" in await ada.assert_refused("SET_PLAYER_NUMBER", numPlayers=number)
        started = kinds(await ada.sync("SET_PLAYER_NUMBER", numPlayers=2))
        assert started[-2:] == ["RESULT_OF_LOGIN", "UPDATE_AFTER_CONNECTION"]
        assert kinds(await bob.sync())[-2:] == ["RESULT_OF_LOGIN", "UPDATE_AFTER_CONNECTION"]
        await ada.assert_refused("SET_PLAYER_NUMBER", numPlayers=2)

    codex_play(scenario)


def test_who_is_in_excess_is_told(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        ada, bob, eve = [await server.connect_named(name) for name in ("ada", "bob", "eve")]
        await ada.sync("SET_PLAYER_NUMBER", numPlayers=2)
        assert kinds(await eve.read_to_end())[-1] == "EXCEEDING_PLAYER"
        assert "UPDATE_AFTER_CONNECTION" in kinds(await bob.sync())
        assert len(server.state.hands) == 2

    codex_play(scenario)


def test_a_full_lobby_refuses_the_login(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        for name in ("a", "b", "c", "d"):
            await server.connect_named(name)
        fifth = await server.connect()
        fifth.name = "e"
        (answer,) = await fifth.sync("CONNECT")
        assert not answer["accepted"]
        assert "full" in answer["details"]

    codex_play(scenario)


def test_places_are_filled_by_those_who_come_later(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        ada = await server.connect_named("ada")
        await ada.sync("SET_PLAYER_NUMBER", numPlayers=3)
        bob = await server.connect_named("bob")
        (news,) = await ada.sync()
        assert news["usernames"] == ["ada", "bob"]
        bob.send("DISCONNECT")
        await bob.read_to_end()
        await ada.sync()
        await server.connect_named("eve")
        await server.connect_named("fay")
        assert kinds(await ada.sync())[-1] == "UPDATE_AFTER_CONNECTION"

    codex_play(scenario)


def test_without_its_creator_a_lobby_is_dissolved(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        ada, bob = await server.connect_named("ada"), await server.connect_named("bob")
        ada.send("DISCONNECT")
        assert kinds(await bob.read_to_end())[-1] == "UPDATE_AFTER_LOBBY_CRASH"
        again = await server.connect()
        again.name = "bob"
        assert kinds(await again.sync("CONNECT")) == ["RESULT_OF_LOGIN", "UPDATE_CREATOR", LOBBY]

    codex_play(scenario)


def test_any_other_guest_only_frees_a_place(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        ada, bob = await server.connect_named("ada"), await server.connect_named("bob")
        await ada.sync()
        bob.reset()
        (news,) = await ada.read_until(LOBBY)
        assert news["usernames"] == ["ada"]
        await server.connect_named("bob")

    codex_play(scenario)


def test_a_guest_of_another_route_may_sit_down(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        ada = await server.connect_named("ada")
        await ada.sync("SET_PLAYER_NUMBER", numPlayers=2)
        other = MemoryConnection(server.hub)
        await other.send(ChooseNickname("socket"))
        await other.send(SelectMatch(max(server.server_state.open_rooms)))
        (game,) = [line["game"] for line in await ada.sync() if "game" in line]
        assert {player["username"] for player in game["players"]} == {"ada", "socket"}

    codex_play(scenario)


def test_an_open_table_of_another_route_is_found(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        other = MemoryConnection(server.hub)
        await other.send(ChooseNickname("socket"))
        await other.send(SelectMatch(0))
        await other.send(SelectModeAndPlayers(3, game="codex", bots=1))
        await server.wait_until_idle()
        ada = await server.connect()
        ada.name = "ada"
        lines = await ada.sync("CONNECT")
        lines += await ada.sync()
        assert "UPDATE_CREATOR" not in kinds(lines)
        assert "UPDATE_AFTER_CONNECTION" in kinds(lines)

    codex_play(scenario)


def test_nobody_connects_twice(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        ada = await server.connect_named("ada")
        assert "already" in await ada.assert_refused("CONNECT")
        ada.name = "bob"
        assert "already" in await ada.assert_refused("CONNECT")

    codex_play(scenario)


def test_before_the_login_nothing_else_is_obeyed(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        stranger = await server.connect()
        stranger.name = "ada"
        assert "CONNECT" in await stranger.assert_refused("SET_PLAYER_NUMBER", numPlayers=2)
        assert "CONNECT" in await stranger.assert_refused("DRAW", idToDraw=1)

    codex_play(scenario)


def test_who_was_lost_comes_back_by_name(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        ada, bob = await server.start_first_turn("ada", "bob")
        ada.reset()
        (status,) = await bob.read_until("SHOW_UPDATE_PLAYER_STATUS")
        assert (status["isConnected"], status["username"]) == (False, ada.name)
        server.advance(1)
        assert kinds(await bob.sync())[-1] == "SHOW_UPDATE_SUSPENDED_GAME"
        back = await server.connect()
        back.name = ada.name
        lines = await back.sync("CONNECT")
        assert kinds(lines) == [
            "RESULT_OF_LOGIN",
            "UPDATE_AFTER_CONNECTION",
            "SHOW_UPDATE_SUSPENDED_GAME",
            "SHOW_UPDATE_PLAYER_STATUS",
        ]
        assert lines[1]["game"]["isGameActive"] is False
        assert kinds(await bob.sync()) == [
            "SHOW_UPDATE_SUSPENDED_GAME",
            "SHOW_UPDATE_PLAYER_STATUS",
        ]

    codex_play(scenario)


def test_who_comes_back_relieves_the_computer_player_that_stood_in(
    codex_play: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        host = server.connect_memory()
        await host.send(ChooseNickname("host"))
        await host.send(SelectMatch(0))
        await host.send(SelectModeAndPlayers(2, game="codex", absent="bot"))
        await server.wait_until_idle()
        ada = await server.connect_named("ada")
        ada.reset()
        await server.wait_until_idle()
        server.advance(20)
        await server.wait_until_idle()
        session = server.server_state.sessions["ada"]
        assert session.peer is not None
        assert server.server_state.peers[session.peer].is_computer
        back = await server.connect_named("ada")
        assert back.name == "ada"
        assert not server.server_state.peers[session.peer].is_computer

    codex_play(scenario)


def test_after_a_restart_too() -> None:
    async def scenario(server: CodexServer) -> None:
        connections = await server.start_first_turn("ada", "bob")
        assert server.journal is not None
        async with restarted(server.journal, CODEX) as (hub, port):
            for number, old in enumerate(connections):
                back = CodexConnection(server, *await asyncio.open_connection("127.0.0.1", port))
                server.connections.append(back)
                back.name = old.name
                lines = await back.sync("CONNECT")
                assert kinds(lines)[:2] == ["RESULT_OF_LOGIN", "UPDATE_AFTER_CONNECTION"]
                hub.tick(RESTART_AT)
                (room,) = hub.handler.state.rooms.values()
                assert len(room.connected) == number + 1

    codex_scenario_runner(written=True)(scenario)


def test_a_stranger_cannot_take_the_seat_of_another_route(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        ada = await server.connect_named("ada")
        await ada.sync("SET_PLAYER_NUMBER", numPlayers=2)
        other = MemoryConnection(server.hub)
        await other.send(ChooseNickname("socket"))
        await other.send(SelectMatch(max(server.server_state.open_rooms)))
        other.close()
        await server.wait_until_idle()
        thief = await server.connect()
        thief.name = "socket"
        (answer,) = await thief.sync("CONNECT")
        assert not answer["accepted"]

    codex_play(scenario)


def test_after_the_game_another_one_can_be_played(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        ada, bob = await server.start_first_turn("ada", "bob")
        bob.reset()
        await ada.read_until("SHOW_UPDATE_PLAYER_STATUS")
        server.advance(125)
        lines = await ada.sync()
        assert lines[-1]["networkType"] == "SHOW_WINNERS"
        assert lines[-1]["winners"] == [ada.name]
        assert "not begun" in await ada.assert_refused("DRAW", idToDraw=1)
        assert kinds(await ada.sync("CONNECT")) == ["RESULT_OF_LOGIN", "UPDATE_CREATOR", LOBBY]

    codex_play(scenario)


def test_the_set_up_of_a_game(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        ada, bob = await server.start_match("ada", "bob")
        (placed,) = await ada.sync("PLACE_STARTER", side="FRONT")
        assert placed["networkType"] == "SHOW_UPDATE_AFTER_PLACE"
        assert placed["positionToCornerCovered"] == {}
        assert placed["position"] == {"x": 0, "y": 0}
        assert placed["newResources"]["QUILL"] == 0
        assert len(placed["newAvailablePositions"]) == 4
        assert (placed["username"], placed["points"]) == ("ada", 0)
        (color,) = await ada.sync("CHOOSE_COLOR", color="RED")
        assert (color["networkType"], color["colorSelected"]) == ("SHOW_UPDATE_COLOR", "RED")
        (own,) = await ada.sync("PLACE_OBJECTIVE", chosenObjective=1)
        assert own["networkType"] == "SHOW_UPDATE_OBJECTIVE_CARD"
        assert own["username"] == "ada"
        assert kinds(await bob.sync()) == ["SHOW_UPDATE_AFTER_PLACE", "SHOW_UPDATE_COLOR"]
        await bob.sync("PLACE_STARTER", side="BACK")
        await bob.assert_refused("CHOOSE_COLOR", color="RED")
        await bob.sync("CHOOSE_COLOR", color="BLUE")
        *_, turn = await bob.sync("PLACE_OBJECTIVE", chosenObjective=0)
        assert turn["networkType"] == "SHOW_UPDATE_CURRENT_PLAYER"
        assert (turn["currentPlayerIdx"], turn["currentPhase"]) == (0, "PlaceNormal")

    codex_play(scenario)


def test_a_normal_turn(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        first, second = await server.start_first_turn("ada", "bob")
        (placed,) = await first.sync("PLACE_CARD", **first_placement(server))
        assert placed["networkType"] == "SHOW_UPDATE_AFTER_PLACE"
        ((where, corner),) = placed["positionToCornerCovered"]
        assert where == {"x": 0, "y": 0}
        assert corner in ("TOP_LEFT", "TOP_RIGHT", "LOWER_LEFT", "LOWER_RIGHT")
        drawn, turn = await first.sync("DRAW", idToDraw=0)
        assert (drawn["networkType"], drawn["boardPosition"]) == ("SHOW_UPDATE_AFTER_DRAW", 0)
        assert drawn["newFaceUpCard"]["front"]["faceID"] <= 40
        assert turn["currentPlayerIdx"] == 1
        assert kinds(await second.sync()) == [
            "SHOW_UPDATE_AFTER_PLACE",
            "SHOW_UPDATE_AFTER_DRAW",
            "SHOW_UPDATE_CURRENT_PLAYER",
        ]

    codex_play(scenario)


@pytest.mark.parametrize(("number", "deck"), [(4, "gold"), (5, "resource")])
def test_of_the_decks_the_gold_one_comes_first(
    codex_play: RunCodexScenario, number: int, deck: str
) -> None:
    async def scenario(server: CodexServer) -> None:
        first, second = await server.start_first_turn("ada", "bob")
        await first.sync("PLACE_CARD", **first_placement(server))
        top = getattr(server.state, deck)[-1]
        drawn, _ = await first.sync("DRAW", idToDraw=number)
        assert drawn["drawnCard"]["front"]["faceID"] == CODEX_CARDS[top].front.number
        assert "newFaceUpCard" not in drawn
        seen = (await second.sync())[1]["drawnCard"]
        assert seen["front"] == seen["back"], "the others see a stand-in"

    codex_play(scenario)


def test_what_is_refused_in_a_game(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        first, second = await server.start_first_turn("ada", "bob")
        good = first_placement(server)
        before = server.state
        assert first.name in await second.assert_refused("PLACE_CARD", **good)
        for bad in (
            {**good, "backId": good["backId"] + 1},
            {**good, "frontId": 0, "backId": 0},
            {**good, "position": {"x": 40, "y": 40}},
            {**good, "position": {"x": 0, "y": 0}},
        ):
            assert await first.assert_refused("PLACE_CARD", **bad)
        other = placement(before.hands[(before.turn + 1) % 2][0], before.areas[0].spots[0])
        assert "not in your hand" in await first.assert_refused("PLACE_CARD", **other)
        assert await first.assert_refused("DRAW", idToDraw=1)
        for number in (-1, 6, 99):
            assert "0 to 5" in await first.assert_refused("DRAW", idToDraw=number)
        for number in (-1, 2):
            assert "0 or 1" in await first.assert_refused("PLACE_OBJECTIVE", chosenObjective=number)
        assert await first.assert_refused("PLACE_OBJECTIVE", chosenObjective=0)
        assert await first.assert_refused("PLACE_STARTER", side="FRONT")
        assert "first player" in await first.assert_refused("CHOOSE_COLOR", color="BLACK")
        assert server.state == before

    codex_play(scenario)


def test_nobody_speaks_for_another(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        first, second = await server.start_first_turn("ada", "bob")
        name, first.name = first.name, second.name
        assert name in await first.assert_refused("PLACE_CARD", **first_placement(server))
        first.name = name

    codex_play(scenario)


def word(connection: CodexConnection, receiver: str, content: str = "hello", **fields: Any) -> Line:
    message = {"sender": connection.name, "receiver": receiver, "content": content, **fields}
    return {"message": message}


def test_chat_is_for_everyone_or_for_one(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        ada, bob, eve = await server.start_match("ada", "bob", "eve")
        (said,) = await ada.sync("SEND_CHAT_MESSAGE", **word(ada, "Everyone", isBroadcast=True))
        assert said["message"] == {
            "sender": "ada",
            "receiver": "Everyone",
            "content": "hello",
            "isBroadcast": True,
        }
        assert await bob.sync() == [said]
        assert await eve.sync() == [said]
        (private,) = await ada.sync("SEND_CHAT_MESSAGE", **word(ada, "bob", "psst"))
        assert private["message"]["receiver"] == "bob"
        assert await bob.sync() == [private]
        assert await eve.sync() == [], "a private word is for two"

    codex_play(scenario)


def test_what_is_no_chat(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        ada, bob = await server.start_match("ada", "bob")
        assert "author" in await ada.assert_refused("SEND_CHAT_MESSAGE", **word(bob, "Everyone"))
        assert "ada, bob" in await ada.assert_refused("SEND_CHAT_MESSAGE", **word(ada, "nobody"))
        assert await ada.assert_refused("SEND_CHAT_MESSAGE", **word(ada, "bob", ""))
        assert await ada.assert_refused(
            "SEND_CHAT_MESSAGE", **word(ada, "bob", "x" * (CHAT_LENGTH + 1))
        )
        lonely = await server.connect_named("lonely")
        assert "begins" in await lonely.assert_refused(
            "SEND_CHAT_MESSAGE", **word(lonely, "Everyone")
        )

    codex_play(scenario)


def test_t27_alone_one_can_only_chat(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        first, second = await server.start_first_turn("ada", "bob")
        good = first_placement(server)
        second.reset()
        await first.read_until("SHOW_UPDATE_PLAYER_STATUS")
        server.advance(2)
        assert kinds(await first.sync()) == ["SHOW_UPDATE_SUSPENDED_GAME"]
        assert "suspended" in await first.assert_refused("PLACE_CARD", **good)
        assert "suspended" in await first.assert_refused("DRAW", idToDraw=1)
        assert kinds(await first.sync("SEND_CHAT_MESSAGE", **word(first, "Everyone"))) == [
            "SHOW_UPDATE_CHAT"
        ]
        again = await server.connect()
        again.name = second.name
        _, game, *_ = await again.sync("CONNECT")
        assert [said["content"] for said in game["game"]["messages"]] == ["hello"]
        await first.sync()
        assert kinds(await first.sync("PLACE_CARD", **good)) == ["SHOW_UPDATE_AFTER_PLACE"]

    codex_play(scenario)


def test_the_additional_turn_and_the_winners(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        first, second = await server.start_first_turn("ada", "bob")
        match = server.active_room.match
        assert match is not None
        match.state = replace(server.state, ending=True, turn=(server.state.first + 1) % 2)
        await second.sync("PLACE_CARD", **first_placement(server))
        *_, turn = await second.sync("DRAW", idToDraw=4)
        assert (turn["currentPlayerIdx"], turn["currentPhase"]) == (0, "PlaceAdditional")
        await first.sync()
        lines = await first.sync("PLACE_CARD", **first_placement(server))
        assert kinds(lines) == ["SHOW_UPDATE_AFTER_PLACE", "SHOW_UPDATE_CURRENT_PLAYER"]
        lines = await second.sync("PLACE_CARD", **first_placement(server))
        assert lines[-1]["networkType"] == "SHOW_WINNERS"
        assert set(lines[-1]["winners"]) <= {"ada", "bob"}

    codex_play(scenario)
