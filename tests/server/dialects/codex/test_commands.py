"""Test requests of the Codex dialect: login, lobby, game, chat, reconnect."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from messages import ChooseNickname, SelectMatch, SelectModeAndPlayers
from messages.codex.cards import CODEX_CARDS
from server.dialects.codex import CODEX
from server.dialects.codex.commands import MAX_CHAT_LENGTH
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


def test_first_client_becomes_the_creator_and_the_second_is_only_listed_in_the_lobby_of_both(
    run_codex_scenario: RunCodexScenario,
) -> None:
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
        (update,) = await ada.sync()
        assert update["usernames"] == ["ada", "bob"]

    run_codex_scenario(scenario)


@pytest.mark.parametrize("name", ["", "Everyone", "server", "x" * 21, "a b", "a\n", "\u202e"])
def test_login_with_an_illegal_name_is_refused_with_details_and_may_be_repeated(
    run_codex_scenario: RunCodexScenario, name: str
) -> None:
    async def scenario(server: CodexServer) -> None:
        client = await server.connect()
        client.name = name
        (answer,) = await client.sync("CONNECT")
        assert answer["networkType"] == "RESULT_OF_LOGIN"
        assert not answer["accepted"]
        assert answer["details"]
        client.name = "ada"
        assert (await client.sync("CONNECT"))[0]["accepted"], "the client may try again"

    run_codex_scenario(scenario)


@pytest.mark.parametrize("is_playing", [False, True])
def test_login_with_a_name_in_use_in_another_case_is_refused_and_another_name_suggested(
    run_codex_scenario: RunCodexScenario, is_playing: bool
) -> None:
    async def scenario(server: CodexServer) -> None:
        if is_playing:
            await server.start_match("ada", "bob")
        else:
            await server.connect_named("ada")
        other = await server.connect()
        other.name = "ADA"
        (answer,) = await other.sync("CONNECT")
        assert not answer["accepted"]
        assert answer["details"] == "This name or a similar one is in use; choose another."

    run_codex_scenario(scenario)


def test_only_the_creator_sets_the_number_of_players_once_to_2_to_4_which_starts_a_full_game(
    run_codex_scenario: RunCodexScenario,
) -> None:
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

    run_codex_scenario(scenario)


def test_surplus_client_is_told_and_disconnected_when_the_creator_sets_fewer_players(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        ada, bob, eve = [await server.connect_named(name) for name in ("ada", "bob", "eve")]
        await ada.sync("SET_PLAYER_NUMBER", numPlayers=2)
        assert kinds(await eve.read_to_end())[-1] == "EXCEEDING_PLAYER"
        assert "UPDATE_AFTER_CONNECTION" in kinds(await bob.sync())
        assert len(server.state.hands) == 2

    run_codex_scenario(scenario)


def test_fifth_login_to_a_lobby_of_four_is_refused_as_full(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        for name in ("a", "b", "c", "d"):
            await server.connect_named(name)
        fifth = await server.connect()
        fifth.name = "e"
        (answer,) = await fifth.sync("CONNECT")
        assert not answer["accepted"]
        assert "full" in answer["details"]

    run_codex_scenario(scenario)


def test_later_clients_fill_the_free_seats_also_of_a_leaver_and_the_full_game_starts(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        ada = await server.connect_named("ada")
        await ada.sync("SET_PLAYER_NUMBER", numPlayers=3)
        bob = await server.connect_named("bob")
        (update,) = await ada.sync()
        assert update["usernames"] == ["ada", "bob"]
        bob.send("DISCONNECT")
        await bob.read_to_end()
        await ada.sync()
        await server.connect_named("eve")
        await server.connect_named("fay")
        assert kinds(await ada.sync())[-1] == "UPDATE_AFTER_CONNECTION"

    run_codex_scenario(scenario)


def test_lobby_is_dissolved_when_its_creator_leaves_and_the_next_login_creates_a_new_one(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        ada, bob = await server.connect_named("ada"), await server.connect_named("bob")
        ada.send("DISCONNECT")
        assert kinds(await bob.read_to_end())[-1] == "UPDATE_AFTER_LOBBY_CRASH"
        returned = await server.connect()
        returned.name = "bob"
        assert kinds(await returned.sync("CONNECT")) == ["RESULT_OF_LOGIN", "UPDATE_CREATOR", LOBBY]

    run_codex_scenario(scenario)


def test_lobby_continues_when_a_client_other_than_the_creator_disconnects_and_its_name_is_free(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        ada, bob = await server.connect_named("ada"), await server.connect_named("bob")
        await ada.sync()
        bob.reset()
        (update,) = await ada.read_until(LOBBY)
        assert update["usernames"] == ["ada"]
        await server.connect_named("bob")

    run_codex_scenario(scenario)


def test_client_of_another_transport_fills_the_room_of_a_codex_client_and_the_game_starts(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        ada = await server.connect_named("ada")
        await ada.sync("SET_PLAYER_NUMBER", numPlayers=2)
        other = MemoryConnection(server.hub)
        await other.send(ChooseNickname("socket"))
        await other.send(SelectMatch(max(server.server_state.open_rooms)))
        (game,) = [line["game"] for line in await ada.sync() if "game" in line]
        assert {player["username"] for player in game["players"]} == {"ada", "socket"}

    run_codex_scenario(scenario)


def test_login_joins_an_open_room_of_another_transport_not_as_creator_and_the_full_game_starts(
    run_codex_scenario: RunCodexScenario,
) -> None:
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

    run_codex_scenario(scenario)


def test_login_creates_a_lobby_if_the_host_of_the_only_open_room_is_absent(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        absent, present = server.connect_memory(), server.connect_memory()
        await absent.send(ChooseNickname("absent"))
        await absent.send(SelectMatch(0))
        await absent.send(SelectModeAndPlayers(3, game="codex"))
        absent.close()
        await server.wait_until_idle()
        ada = await server.connect()
        ada.name = "ada"
        assert kinds(await ada.sync("CONNECT")) == ["RESULT_OF_LOGIN", "UPDATE_CREATOR", LOBBY]
        ada.send("DISCONNECT")
        await ada.read_to_end()
        await present.send(ChooseNickname("present"))
        await present.send(SelectMatch(0))
        await present.send(SelectModeAndPlayers(3, game="codex"))
        bob = await server.connect()
        bob.name = "bob"
        *_, lobby = await bob.sync("CONNECT")
        assert lobby["usernames"] == ["present", "bob"], "the room of the absent host is skipped"

    run_codex_scenario(scenario)


def test_second_connect_is_refused_with_the_same_or_another_name(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        ada = await server.connect_named("ada")
        assert "already" in await ada.assert_refused("CONNECT")
        ada.name = "bob"
        assert "already" in await ada.assert_refused("CONNECT")

    run_codex_scenario(scenario)


def test_set_player_number_and_draw_before_the_login_are_refused(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        client = await server.connect()
        client.name = "ada"
        assert "CONNECT" in await client.assert_refused("SET_PLAYER_NUMBER", numPlayers=2)
        assert "CONNECT" in await client.assert_refused("DRAW", idToDraw=1)

    run_codex_scenario(scenario)


def test_disconnected_player_resumes_the_suspended_game_with_the_name_and_all_are_told(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        ada, bob = await server.start_first_turn("ada", "bob")
        ada.reset()
        (status,) = await bob.read_until("SHOW_UPDATE_PLAYER_STATUS")
        assert (status["isConnected"], status["username"]) == (False, ada.name)
        server.advance(1)
        assert kinds(await bob.sync())[-1] == "SHOW_UPDATE_SUSPENDED_GAME"
        returned = await server.connect()
        returned.name = ada.name
        lines = await returned.sync("CONNECT")
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

    run_codex_scenario(scenario)


def test_returning_player_replaces_the_stand_in_of_a_room_with_absent_bot(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        host = server.connect_memory()
        await host.send(ChooseNickname("hosting"))
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
        returned = await server.connect_named("ada")
        assert returned.name == "ada"
        assert not server.server_state.peers[session.peer].is_computer

    run_codex_scenario(scenario)


def test_both_players_resume_with_their_names_after_a_restart() -> None:
    async def scenario(server: CodexServer) -> None:
        connections = await server.start_first_turn("ada", "bob")
        assert server.journal is not None
        async with restarted(server.journal, CODEX) as (hub, port):
            for number, lost in enumerate(connections):
                returned = CodexConnection(
                    server, *await asyncio.open_connection("127.0.0.1", port)
                )
                server.connections.append(returned)
                returned.name = lost.name
                lines = await returned.sync("CONNECT")
                assert kinds(lines)[:2] == ["RESULT_OF_LOGIN", "UPDATE_AFTER_CONNECTION"]
                hub.tick(RESTART_AT)
                (room,) = hub.handler.state.rooms.values()
                assert len(room.connected_people) == number + 1

    codex_scenario_runner(written=True)(scenario)


def test_name_does_not_resume_a_session_of_another_transport(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        ada = await server.connect_named("ada")
        await ada.sync("SET_PLAYER_NUMBER", numPlayers=2)
        other = MemoryConnection(server.hub)
        await other.send(ChooseNickname("socket"))
        await other.send(SelectMatch(max(server.server_state.open_rooms)))
        other.close()
        await server.wait_until_idle()
        impostor = await server.connect()
        impostor.name = "socket"
        (answer,) = await impostor.sync("CONNECT")
        assert not answer["accepted"]
        assert answer["details"] == "This name or a similar one is in use; choose another."

    run_codex_scenario(scenario)


def test_remaining_player_wins_after_a_disconnect_cannot_draw_any_more_and_may_connect_again(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        ada, bob = await server.start_first_turn("ada", "bob")
        bob.reset()
        await ada.read_until("SHOW_UPDATE_PLAYER_STATUS")
        server.advance(125)
        lines = await ada.sync()
        assert lines[-1]["networkType"] == "SHOW_WINNERS"
        assert lines[-1]["winners"] == [ada.name]
        assert "over" in await ada.assert_refused("DRAW", idToDraw=1)
        assert kinds(await ada.sync("CONNECT")) == ["RESULT_OF_LOGIN", "UPDATE_CREATOR", LOBBY]

    run_codex_scenario(scenario)


def test_game_requests_after_the_end_are_refused_as_over_until_the_client_connects_again(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        ada, bob = await server.start_first_turn("ada", "bob")
        card = first_placement(server)
        bob.reset()
        await ada.read_until("SHOW_UPDATE_PLAYER_STATUS")
        server.advance(125)
        await ada.sync()
        over = "The game is over."
        assert await ada.assert_refused("PLACE_CARD", **card) == over
        assert await ada.assert_refused("PLACE_STARTER", side="FRONT") == over
        assert await ada.assert_refused("PLACE_OBJECTIVE", chosenObjective=7) == over
        assert await ada.assert_refused("SEND_CHAT_MESSAGE", **chat_text(ada, "Everyone")) == over
        await ada.sync("CONNECT")
        assert "not begun" in await ada.assert_refused("PLACE_CARD", **card)

    run_codex_scenario(scenario)


def test_setup_requests_send_their_updates_objectives_only_to_their_player_then_the_first_turn(
    run_codex_scenario: RunCodexScenario,
) -> None:
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

    run_codex_scenario(scenario)


def test_placement_draw_and_next_turn_are_sent_to_both_players(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        first, second = await server.start_first_turn("ada", "bob")
        (placed,) = await first.sync("PLACE_CARD", **first_placement(server))
        assert placed["networkType"] == "SHOW_UPDATE_AFTER_PLACE"
        ((covered, corner),) = placed["positionToCornerCovered"]
        assert covered == {"x": 0, "y": 0}
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

    run_codex_scenario(scenario)


@pytest.mark.parametrize(("draw_id", "deck"), [(4, "gold"), (5, "resource")])
def test_draw_4_is_the_gold_deck_and_5_the_resource_deck_and_others_see_a_placeholder(
    run_codex_scenario: RunCodexScenario, draw_id: int, deck: str
) -> None:
    async def scenario(server: CodexServer) -> None:
        first, second = await server.start_first_turn("ada", "bob")
        await first.sync("PLACE_CARD", **first_placement(server))
        top = getattr(server.state, deck)[-1]
        drawn, _ = await first.sync("DRAW", idToDraw=draw_id)
        assert drawn["drawnCard"]["front"]["faceID"] == CODEX_CARDS[top].front.number
        assert "newFaceUpCard" not in drawn
        seen = (await second.sync())[1]["drawnCard"]
        assert seen["front"] == seen["back"], "other players see a placeholder"

    run_codex_scenario(scenario)


def test_illegal_or_mistimed_game_requests_are_refused_and_leave_the_state_unchanged(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        first, second = await server.start_first_turn("ada", "bob")
        legal = first_placement(server)
        before = server.state
        assert first.name in await second.assert_refused("PLACE_CARD", **legal)
        for illegal in (
            {**legal, "backId": legal["backId"] + 1},
            {**legal, "frontId": 0, "backId": 0},
            {**legal, "position": {"x": 40, "y": 40}},
            {**legal, "position": {"x": 0, "y": 0}},
        ):
            assert await first.assert_refused("PLACE_CARD", **illegal)
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

    run_codex_scenario(scenario)


def test_request_with_the_name_of_another_player_as_sender_is_refused(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        first, second = await server.start_first_turn("ada", "bob")
        name, first.name = first.name, second.name
        assert name in await first.assert_refused("PLACE_CARD", **first_placement(server))
        first.name = name

    run_codex_scenario(scenario)


def chat_text(
    connection: CodexConnection, receiver: str, content: str = "hello", **fields: Any
) -> Line:
    message = {"sender": connection.name, "receiver": receiver, "content": content, **fields}
    return {"message": message}


def test_chat_goes_to_everyone_or_only_to_author_and_receiver(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        ada, bob, eve = await server.start_match("ada", "bob", "eve")
        (chat,) = await ada.sync(
            "SEND_CHAT_MESSAGE", **chat_text(ada, "Everyone", isBroadcast=True)
        )
        assert chat["message"] == {
            "sender": "ada",
            "receiver": "Everyone",
            "content": "hello",
            "isBroadcast": True,
        }
        assert await bob.sync() == [chat]
        assert await eve.sync() == [chat]
        (private,) = await ada.sync("SEND_CHAT_MESSAGE", **chat_text(ada, "bob", "psst"))
        assert private["message"]["receiver"] == "bob"
        assert await bob.sync() == [private]
        assert await eve.sync() == [], "private chat is for two"

    run_codex_scenario(scenario)


def test_returning_player_receives_the_private_chat_it_sent_and_received_and_no_other(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        ada, bob, eve = await server.start_match("ada", "bob", "eve")
        for author, receiver, content in (
            (ada, "bob", "psst"),
            (bob, "ada", "what?"),
            (ada, "Everyone", "hello"),
            (bob, "eve", "listen"),
        ):
            await author.sync("SEND_CHAT_MESSAGE", **chat_text(author, receiver, content))
        kept = {
            ada: [("ada", "bob", "psst"), ("bob", "ada", "what?"), ("ada", "Everyone", "hello")],
            eve: [("ada", "Everyone", "hello"), ("bob", "eve", "listen")],
        }
        for lost, expected in kept.items():
            lost.reset()
            await bob.read_until("SHOW_UPDATE_PLAYER_STATUS")
            returned = await server.connect()
            returned.name = lost.name
            _, game, *_ = await returned.sync("CONNECT")
            notice, *chat = game["game"]["messages"]
            assert (notice["sender"], notice["isBroadcast"]) == ("server", False)
            assert [(m["sender"], m["receiver"], m["content"]) for m in chat] == expected
            assert [m["isBroadcast"] for m in chat] == [m[1] == "Everyone" for m in expected]

    run_codex_scenario(scenario)


def test_chat_by_another_author_to_nobody_empty_too_long_or_before_the_game_is_refused(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        ada, bob = await server.start_match("ada", "bob")
        assert "author" in await ada.assert_refused(
            "SEND_CHAT_MESSAGE", **chat_text(bob, "Everyone")
        )
        assert "ada, bob" in await ada.assert_refused(
            "SEND_CHAT_MESSAGE", **chat_text(ada, "nobody")
        )
        assert await ada.assert_refused("SEND_CHAT_MESSAGE", **chat_text(ada, "bob", ""))
        assert await ada.assert_refused(
            "SEND_CHAT_MESSAGE", **chat_text(ada, "bob", "x" * (MAX_CHAT_LENGTH + 1))
        )
        waiting = await server.connect_named("waiting")
        assert "begins" in await waiting.assert_refused(
            "SEND_CHAT_MESSAGE", **chat_text(waiting, "Everyone")
        )

    run_codex_scenario(scenario)


def test_case_27_suspended_game_accepts_only_chat_until_the_player_returns_and_receives_it(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        first, second = await server.start_first_turn("ada", "bob")
        legal = first_placement(server)
        second.reset()
        await first.read_until("SHOW_UPDATE_PLAYER_STATUS")
        server.advance(2)
        assert kinds(await first.sync()) == ["SHOW_UPDATE_SUSPENDED_GAME"]
        assert "suspended" in await first.assert_refused("PLACE_CARD", **legal)
        assert "suspended" in await first.assert_refused("DRAW", idToDraw=1)
        assert kinds(await first.sync("SEND_CHAT_MESSAGE", **chat_text(first, "Everyone"))) == [
            "SHOW_UPDATE_CHAT"
        ]
        returned = await server.connect()
        returned.name = second.name
        _, game, *_ = await returned.sync("CONNECT")
        assert [chat["content"] for chat in game["game"]["messages"][1:]] == ["hello"]
        await first.sync()
        assert kinds(await first.sync("PLACE_CARD", **legal)) == ["SHOW_UPDATE_AFTER_PLACE"]

    run_codex_scenario(scenario)


def test_additional_turn_of_both_players_needs_no_draw_and_is_followed_by_the_winners(
    run_codex_scenario: RunCodexScenario,
) -> None:
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

    run_codex_scenario(scenario)
