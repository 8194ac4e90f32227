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
    CodexInn,
    CodexPlay,
    CodexTalker,
    Line,
    codex_player,
    first_placement,
    kinds,
    placement,
)
from tests.harness.dialects.restart import RESTART_AT, restarted
from tests.harness.memory_connection import MemoryConnection

LOBBY = "SHOW_UPDATE_PLAYERS_IN_LOBBY"


def test_the_first_guest_is_the_creator(codex_play: CodexPlay) -> None:
    async def scene(inn: CodexInn) -> None:
        ada = await inn.connect()
        ada.name = "ada"
        login, creator, lobby = await ada.heard("CONNECT")
        assert login == {
            "networkType": "RESULT_OF_LOGIN",
            "sender": "server",
            "accepted": True,
            "selectedUsername": "ada",
            "details": "",
        }
        assert creator == {"networkType": "UPDATE_CREATOR", "sender": "server"}
        assert lobby == {"networkType": LOBBY, "sender": "server", "usernames": ["ada"]}
        bob = await inn.connect()
        bob.name = "bob"
        assert kinds(await bob.heard("CONNECT")) == ["RESULT_OF_LOGIN", LOBBY]
        (news,) = await ada.heard()
        assert news["usernames"] == ["ada", "bob"]

    codex_play(scene)


@pytest.mark.parametrize("name", ["", "Everyone", "server", "x" * 21, "a b", "a\n", "\u202e"])
def test_a_name_that_cannot_be_used(codex_play: CodexPlay, name: str) -> None:
    async def scene(inn: CodexInn) -> None:
        guest = await inn.connect()
        guest.name = name
        (answer,) = await guest.heard("CONNECT")
        assert answer["networkType"] == "RESULT_OF_LOGIN"
        assert not answer["accepted"]
        assert answer["details"]
        guest.name = "ada"
        assert (await guest.heard("CONNECT"))[0]["accepted"], "and may be tried again"

    codex_play(scene)


def test_a_name_in_use(codex_play: CodexPlay) -> None:
    async def scene(inn: CodexInn) -> None:
        await inn.guest("ada")
        other = await inn.connect()
        other.name = "ADA"
        (answer,) = await other.heard("CONNECT")
        assert not answer["accepted"]

    codex_play(scene)


def test_the_creator_says_how_many_play(codex_play: CodexPlay) -> None:
    async def scene(inn: CodexInn) -> None:
        ada, bob = await inn.guest("ada"), await inn.guest("bob")
        await ada.heard()
        assert "creator" in await bob.refused("SET_PLAYER_NUMBER", numPlayers=2)
        for number in (-1, 0, 1, 5, 99):
            assert "2 and 4" in await ada.refused("SET_PLAYER_NUMBER", numPlayers=number)
        started = kinds(await ada.heard("SET_PLAYER_NUMBER", numPlayers=2))
        assert started[-2:] == ["RESULT_OF_LOGIN", "UPDATE_AFTER_CONNECTION"]
        assert kinds(await bob.heard())[-2:] == ["RESULT_OF_LOGIN", "UPDATE_AFTER_CONNECTION"]
        await ada.refused("SET_PLAYER_NUMBER", numPlayers=2)

    codex_play(scene)


def test_who_is_in_excess_is_told(codex_play: CodexPlay) -> None:
    async def scene(inn: CodexInn) -> None:
        ada, bob, eve = [await inn.guest(name) for name in ("ada", "bob", "eve")]
        await ada.heard("SET_PLAYER_NUMBER", numPlayers=2)
        assert kinds(await eve.rest())[-1] == "EXCEEDING_PLAYER"
        assert "UPDATE_AFTER_CONNECTION" in kinds(await bob.heard())
        assert len(inn.state.hands) == 2

    codex_play(scene)


def test_a_full_lobby_refuses_the_login(codex_play: CodexPlay) -> None:
    async def scene(inn: CodexInn) -> None:
        for name in ("a", "b", "c", "d"):
            await inn.guest(name)
        fifth = await inn.connect()
        fifth.name = "e"
        (answer,) = await fifth.heard("CONNECT")
        assert not answer["accepted"]
        assert "full" in answer["details"]

    codex_play(scene)


def test_places_are_filled_by_those_who_come_later(codex_play: CodexPlay) -> None:
    async def scene(inn: CodexInn) -> None:
        ada = await inn.guest("ada")
        await ada.heard("SET_PLAYER_NUMBER", numPlayers=3)
        bob = await inn.guest("bob")
        (news,) = await ada.heard()
        assert news["usernames"] == ["ada", "bob"]
        bob.send("DISCONNECT")
        await bob.rest()
        await ada.heard()
        await inn.guest("eve")
        await inn.guest("fay")
        assert kinds(await ada.heard())[-1] == "UPDATE_AFTER_CONNECTION"

    codex_play(scene)


def test_without_its_creator_a_lobby_is_dissolved(codex_play: CodexPlay) -> None:
    async def scene(inn: CodexInn) -> None:
        ada, bob = await inn.guest("ada"), await inn.guest("bob")
        ada.send("DISCONNECT")
        assert kinds(await bob.rest())[-1] == "UPDATE_AFTER_LOBBY_CRASH"
        again = await inn.connect()
        again.name = "bob"
        assert kinds(await again.heard("CONNECT")) == ["RESULT_OF_LOGIN", "UPDATE_CREATOR", LOBBY]

    codex_play(scene)


def test_any_other_guest_only_frees_a_place(codex_play: CodexPlay) -> None:
    async def scene(inn: CodexInn) -> None:
        ada, bob = await inn.guest("ada"), await inn.guest("bob")
        await ada.heard()
        bob.reset()
        (news,) = await ada.until(LOBBY)
        assert news["usernames"] == ["ada"]
        await inn.guest("bob")

    codex_play(scene)


def test_a_guest_of_another_route_may_sit_down(codex_play: CodexPlay) -> None:
    async def scene(inn: CodexInn) -> None:
        ada = await inn.guest("ada")
        await ada.heard("SET_PLAYER_NUMBER", numPlayers=2)
        other = MemoryConnection(inn.hub)
        await other.send(ChooseNickname("socket"))
        await other.send(SelectMatch(max(inn.lobby.open_rooms)))
        (game,) = [line["game"] for line in await ada.heard() if "game" in line]
        assert {player["username"] for player in game["players"]} == {"ada", "socket"}

    codex_play(scene)


def test_an_open_table_of_another_route_is_found(codex_play: CodexPlay) -> None:
    async def scene(inn: CodexInn) -> None:
        other = MemoryConnection(inn.hub)
        await other.send(ChooseNickname("socket"))
        await other.send(SelectMatch(0))
        await other.send(SelectModeAndPlayers(3, game="codex", bots=1))
        await inn.quiet()
        ada = await inn.connect()
        ada.name = "ada"
        lines = await ada.heard("CONNECT")
        lines += await ada.heard()
        assert "UPDATE_CREATOR" not in kinds(lines)
        assert "UPDATE_AFTER_CONNECTION" in kinds(lines)

    codex_play(scene)


def test_nobody_connects_twice(codex_play: CodexPlay) -> None:
    async def scene(inn: CodexInn) -> None:
        ada = await inn.guest("ada")
        assert "already" in await ada.refused("CONNECT")
        ada.name = "bob"
        assert "already" in await ada.refused("CONNECT")

    codex_play(scene)


def test_before_the_login_nothing_else_is_obeyed(codex_play: CodexPlay) -> None:
    async def scene(inn: CodexInn) -> None:
        stranger = await inn.connect()
        stranger.name = "ada"
        assert "CONNECT" in await stranger.refused("SET_PLAYER_NUMBER", numPlayers=2)
        assert "CONNECT" in await stranger.refused("DRAW", idToDraw=1)

    codex_play(scene)


def test_who_was_lost_comes_back_by_name(codex_play: CodexPlay) -> None:
    async def scene(inn: CodexInn) -> None:
        ada, bob = await inn.turns("ada", "bob")
        ada.reset()
        (status,) = await bob.until("SHOW_UPDATE_PLAYER_STATUS")
        assert (status["isConnected"], status["username"]) == (False, ada.name)
        inn.pass_time(1)
        assert kinds(await bob.heard())[-1] == "SHOW_UPDATE_SUSPENDED_GAME"
        back = await inn.connect()
        back.name = ada.name
        lines = await back.heard("CONNECT")
        assert kinds(lines) == [
            "RESULT_OF_LOGIN",
            "UPDATE_AFTER_CONNECTION",
            "SHOW_UPDATE_SUSPENDED_GAME",
            "SHOW_UPDATE_PLAYER_STATUS",
        ]
        assert lines[1]["game"]["isGameActive"] is False
        assert kinds(await bob.heard()) == [
            "SHOW_UPDATE_SUSPENDED_GAME",
            "SHOW_UPDATE_PLAYER_STATUS",
        ]

    codex_play(scene)


def test_who_comes_back_relieves_the_computer_player_that_stood_in(codex_play: CodexPlay) -> None:
    async def scene(inn: CodexInn) -> None:
        host = inn.memory()
        await host.send(ChooseNickname("host"))
        await host.send(SelectMatch(0))
        await host.send(SelectModeAndPlayers(2, game="codex", absent="bot"))
        await inn.quiet()
        ada = await inn.guest("ada")
        ada.reset()
        await inn.quiet()
        inn.pass_time(20)
        await inn.quiet()
        session = inn.lobby.sessions["ada"]
        assert session.peer is not None
        assert inn.lobby.peers[session.peer].computer
        back = await inn.guest("ada")
        assert back.name == "ada"
        assert not inn.lobby.peers[session.peer].computer

    codex_play(scene)


def test_after_a_restart_too() -> None:
    async def scene(inn: CodexInn) -> None:
        talkers = await inn.turns("ada", "bob")
        assert inn.journal is not None
        async with restarted(inn.journal, CODEX) as (hub, port):
            for number, old in enumerate(talkers):
                back = CodexTalker(inn, *await asyncio.open_connection("127.0.0.1", port))
                inn.talkers.append(back)
                back.name = old.name
                lines = await back.heard("CONNECT")
                assert kinds(lines)[:2] == ["RESULT_OF_LOGIN", "UPDATE_AFTER_CONNECTION"]
                hub.tick(RESTART_AT)
                (room,) = hub.handler.state.rooms.values()
                assert len(room.connected) == number + 1

    codex_player(written=True)(scene)


def test_a_stranger_cannot_take_the_seat_of_another_route(codex_play: CodexPlay) -> None:
    async def scene(inn: CodexInn) -> None:
        ada = await inn.guest("ada")
        await ada.heard("SET_PLAYER_NUMBER", numPlayers=2)
        other = MemoryConnection(inn.hub)
        await other.send(ChooseNickname("socket"))
        await other.send(SelectMatch(max(inn.lobby.open_rooms)))
        other.close()
        await inn.quiet()
        thief = await inn.connect()
        thief.name = "socket"
        (answer,) = await thief.heard("CONNECT")
        assert not answer["accepted"]

    codex_play(scene)


def test_after_the_game_another_one_can_be_played(codex_play: CodexPlay) -> None:
    async def scene(inn: CodexInn) -> None:
        ada, bob = await inn.turns("ada", "bob")
        bob.reset()
        await ada.until("SHOW_UPDATE_PLAYER_STATUS")
        inn.pass_time(125)
        lines = await ada.heard()
        assert lines[-1]["networkType"] == "SHOW_WINNERS"
        assert lines[-1]["winners"] == [ada.name]
        assert "not begun" in await ada.refused("DRAW", idToDraw=1)
        assert kinds(await ada.heard("CONNECT")) == ["RESULT_OF_LOGIN", "UPDATE_CREATOR", LOBBY]

    codex_play(scene)


def test_the_set_up_of_a_game(codex_play: CodexPlay) -> None:
    async def scene(inn: CodexInn) -> None:
        ada, bob = await inn.game("ada", "bob")
        (placed,) = await ada.heard("PLACE_STARTER", side="FRONT")
        assert placed["networkType"] == "SHOW_UPDATE_AFTER_PLACE"
        assert placed["positionToCornerCovered"] == {}
        assert placed["position"] == {"x": 0, "y": 0}
        assert placed["newResources"]["QUILL"] == 0
        assert len(placed["newAvailablePositions"]) == 4
        assert (placed["username"], placed["points"]) == ("ada", 0)
        (color,) = await ada.heard("CHOOSE_COLOR", color="RED")
        assert (color["networkType"], color["colorSelected"]) == ("SHOW_UPDATE_COLOR", "RED")
        (own,) = await ada.heard("PLACE_OBJECTIVE", chosenObjective=1)
        assert own["networkType"] == "SHOW_UPDATE_OBJECTIVE_CARD"
        assert own["username"] == "ada"
        assert kinds(await bob.heard()) == ["SHOW_UPDATE_AFTER_PLACE", "SHOW_UPDATE_COLOR"]
        await bob.heard("PLACE_STARTER", side="BACK")
        await bob.refused("CHOOSE_COLOR", color="RED")
        await bob.heard("CHOOSE_COLOR", color="BLUE")
        *_, turn = await bob.heard("PLACE_OBJECTIVE", chosenObjective=0)
        assert turn["networkType"] == "SHOW_UPDATE_CURRENT_PLAYER"
        assert (turn["currentPlayerIdx"], turn["currentPhase"]) == (0, "PlaceNormal")

    codex_play(scene)


def test_a_normal_turn(codex_play: CodexPlay) -> None:
    async def scene(inn: CodexInn) -> None:
        first, second = await inn.turns("ada", "bob")
        (placed,) = await first.heard("PLACE_CARD", **first_placement(inn))
        assert placed["networkType"] == "SHOW_UPDATE_AFTER_PLACE"
        ((where, corner),) = placed["positionToCornerCovered"]
        assert where == {"x": 0, "y": 0}
        assert corner in ("TOP_LEFT", "TOP_RIGHT", "LOWER_LEFT", "LOWER_RIGHT")
        drawn, turn = await first.heard("DRAW", idToDraw=0)
        assert (drawn["networkType"], drawn["boardPosition"]) == ("SHOW_UPDATE_AFTER_DRAW", 0)
        assert drawn["newFaceUpCard"]["front"]["faceID"] <= 40
        assert turn["currentPlayerIdx"] == 1
        assert kinds(await second.heard()) == [
            "SHOW_UPDATE_AFTER_PLACE",
            "SHOW_UPDATE_AFTER_DRAW",
            "SHOW_UPDATE_CURRENT_PLAYER",
        ]

    codex_play(scene)


@pytest.mark.parametrize(("number", "deck"), [(4, "gold"), (5, "resource")])
def test_of_the_decks_the_gold_one_comes_first(
    codex_play: CodexPlay, number: int, deck: str
) -> None:
    async def scene(inn: CodexInn) -> None:
        first, second = await inn.turns("ada", "bob")
        await first.heard("PLACE_CARD", **first_placement(inn))
        top = getattr(inn.state, deck)[-1]
        drawn, _ = await first.heard("DRAW", idToDraw=number)
        assert drawn["drawnCard"]["front"]["faceID"] == CODEX_CARDS[top].front.number
        assert "newFaceUpCard" not in drawn
        seen = (await second.heard())[1]["drawnCard"]
        assert seen["front"] == seen["back"], "the others see a stand-in"

    codex_play(scene)


def test_what_is_refused_in_a_game(codex_play: CodexPlay) -> None:
    async def scene(inn: CodexInn) -> None:
        first, second = await inn.turns("ada", "bob")
        good = first_placement(inn)
        before = inn.state
        assert first.name in await second.refused("PLACE_CARD", **good)
        for bad in (
            {**good, "backId": good["backId"] + 1},
            {**good, "frontId": 0, "backId": 0},
            {**good, "position": {"x": 40, "y": 40}},
            {**good, "position": {"x": 0, "y": 0}},
        ):
            assert await first.refused("PLACE_CARD", **bad)
        other = placement(before.hands[(before.turn + 1) % 2][0], before.areas[0].spots[0])
        assert "not in your hand" in await first.refused("PLACE_CARD", **other)
        assert await first.refused("DRAW", idToDraw=1)
        for number in (-1, 6, 99):
            assert "0 to 5" in await first.refused("DRAW", idToDraw=number)
        for number in (-1, 2):
            assert "0 or 1" in await first.refused("PLACE_OBJECTIVE", chosenObjective=number)
        assert await first.refused("PLACE_OBJECTIVE", chosenObjective=0)
        assert await first.refused("PLACE_STARTER", side="FRONT")
        assert "first player" in await first.refused("CHOOSE_COLOR", color="BLACK")
        assert inn.state == before

    codex_play(scene)


def test_nobody_speaks_for_another(codex_play: CodexPlay) -> None:
    async def scene(inn: CodexInn) -> None:
        first, second = await inn.turns("ada", "bob")
        name, first.name = first.name, second.name
        assert name in await first.refused("PLACE_CARD", **first_placement(inn))
        first.name = name

    codex_play(scene)


def word(talker: CodexTalker, receiver: str, content: str = "hello", **fields: Any) -> Line:
    message = {"sender": talker.name, "receiver": receiver, "content": content, **fields}
    return {"message": message}


def test_chat_is_for_everyone_or_for_one(codex_play: CodexPlay) -> None:
    async def scene(inn: CodexInn) -> None:
        ada, bob, eve = await inn.game("ada", "bob", "eve")
        (said,) = await ada.heard("SEND_CHAT_MESSAGE", **word(ada, "Everyone", isBroadcast=True))
        assert said["message"] == {
            "sender": "ada",
            "receiver": "Everyone",
            "content": "hello",
            "isBroadcast": True,
        }
        assert await bob.heard() == [said]
        assert await eve.heard() == [said]
        (private,) = await ada.heard("SEND_CHAT_MESSAGE", **word(ada, "bob", "psst"))
        assert private["message"]["receiver"] == "bob"
        assert await bob.heard() == [private]
        assert await eve.heard() == [], "a private word is for two"

    codex_play(scene)


def test_what_is_no_chat(codex_play: CodexPlay) -> None:
    async def scene(inn: CodexInn) -> None:
        ada, bob = await inn.game("ada", "bob")
        assert "author" in await ada.refused("SEND_CHAT_MESSAGE", **word(bob, "Everyone"))
        assert "ada, bob" in await ada.refused("SEND_CHAT_MESSAGE", **word(ada, "nobody"))
        assert await ada.refused("SEND_CHAT_MESSAGE", **word(ada, "bob", ""))
        assert await ada.refused("SEND_CHAT_MESSAGE", **word(ada, "bob", "x" * (CHAT_LENGTH + 1)))
        lonely = await inn.guest("lonely")
        assert "begins" in await lonely.refused("SEND_CHAT_MESSAGE", **word(lonely, "Everyone"))

    codex_play(scene)


def test_t27_alone_one_can_only_chat(codex_play: CodexPlay) -> None:
    async def scene(inn: CodexInn) -> None:
        first, second = await inn.turns("ada", "bob")
        good = first_placement(inn)
        second.reset()
        await first.until("SHOW_UPDATE_PLAYER_STATUS")
        inn.pass_time(2)
        assert kinds(await first.heard()) == ["SHOW_UPDATE_SUSPENDED_GAME"]
        assert "suspended" in await first.refused("PLACE_CARD", **good)
        assert "suspended" in await first.refused("DRAW", idToDraw=1)
        assert kinds(await first.heard("SEND_CHAT_MESSAGE", **word(first, "Everyone"))) == [
            "SHOW_UPDATE_CHAT"
        ]
        again = await inn.connect()
        again.name = second.name
        _, game, *_ = await again.heard("CONNECT")
        assert [said["content"] for said in game["game"]["messages"]] == ["hello"]
        await first.heard()
        assert kinds(await first.heard("PLACE_CARD", **good)) == ["SHOW_UPDATE_AFTER_PLACE"]

    codex_play(scene)


def test_the_additional_turn_and_the_winners(codex_play: CodexPlay) -> None:
    async def scene(inn: CodexInn) -> None:
        first, second = await inn.turns("ada", "bob")
        match = inn.playing.match
        assert match is not None
        match.state = replace(inn.state, ending=True, turn=(inn.state.first + 1) % 2)
        await second.heard("PLACE_CARD", **first_placement(inn))
        *_, turn = await second.heard("DRAW", idToDraw=4)
        assert (turn["currentPlayerIdx"], turn["currentPhase"]) == (0, "PlaceAdditional")
        await first.heard()
        lines = await first.heard("PLACE_CARD", **first_placement(inn))
        assert kinds(lines) == ["SHOW_UPDATE_AFTER_PLACE", "SHOW_UPDATE_CURRENT_PLAYER"]
        lines = await second.heard("PLACE_CARD", **first_placement(inn))
        assert lines[-1]["networkType"] == "SHOW_WINNERS"
        assert set(lines[-1]["winners"]) <= {"ada", "bob"}

    codex_play(scene)
