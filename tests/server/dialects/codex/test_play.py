"""What guests say in a game of Codex Naturalis' dialect, message by message (codex_play)."""

from typing import Any

import pytest
from msgspec.structs import replace

from messages.codex.cards import CODEX_CARDS
from tests.harness.dialects.codex_server import CodexInn, CodexPlay, CodexTalker, Line, kinds


def placement(card: str, spot: Any, side: str = "BACK") -> Line:
    printed = CODEX_CARDS[card]
    ids = {"frontId": printed.front.number, "backId": printed.back.number}
    return {**ids, "side": side, "position": {"x": spot.x, "y": spot.y}}


def first_placement(inn: CodexInn) -> Line:
    """A card of the player on turn, back up, on the first open spot."""
    state = inn.state
    return placement(state.hands[state.turn][0], state.areas[state.turn].spots[0])


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
        assert await ada.refused("SEND_CHAT_MESSAGE", **word(ada, "bob", "x" * 301))
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
