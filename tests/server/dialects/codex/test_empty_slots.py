"""Test the lines of the Codex dialect when a slot for a visible card is empty.

A legacy client ends at a visible card that is missing, so a blank card is sent for an empty slot.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from messages.codex.cards import CODEX_CARDS
from tests.harness.dialects.codex_server import (
    CodexServer,
    Line,
    codex_scenario_runner,
    first_placement,
)

BLANK_COLORS = {"RED", "GREEN", "BLUE", "PURPLE"}


def is_blank(card: Line) -> bool:
    """Return whether both faces of a card have a colour and a picture but nothing else."""
    empty = {"corners": {}, "backCenterResources": {}, "requirements": {}, "score": 0}
    return all(
        {name: face[name] for name in empty} == empty
        and face["color"] in BLANK_COLORS
        and 1 <= face["faceID"] <= 172
        and "pointsCondition" not in face
        for face in (card["front"], card["back"])
    )


def set_decks(server: CodexServer, **decks: tuple[str, ...]) -> None:
    """Replace decks of the running match."""
    match = server.active_room.match
    assert match is not None
    match.state = replace(server.state, **decks)


CASES: list[tuple[bool, dict[str, Any], int, bool]] = [
    (False, {"resource": ()}, 0, True),
    (False, {"gold": ()}, 3, True),
    (False, {"resource": (), "gold": ()}, 1, True),
    (True, {"resource": ()}, 0, False),
    (True, {"gold": ()}, 3, False),
    (True, {"resource": (), "gold": ()}, 2, True),
]


@pytest.mark.parametrize(("refill", "decks", "slot", "becomes_empty"), CASES)
def test_slot_without_a_refill_is_sent_as_a_blank_card_in_the_draw_and_in_the_game(
    refill: bool, decks: dict[str, Any], slot: int, becomes_empty: bool
) -> None:
    async def scenario(server: CodexServer) -> None:
        first, second = await server.start_first_turn("ada", "bob")
        set_decks(server, **decks)
        await first.sync("PLACE_CARD", **first_placement(server))
        drawn = (await first.sync("DRAW", idToDraw=slot))[0]
        assert drawn["boardPosition"] == slot
        assert is_blank(drawn["newFaceUpCard"]) is becomes_empty
        seen = (await second.sync())[1]
        assert seen["newFaceUpCard"] == drawn["newFaceUpCard"]
        second.reset()
        await first.read_until("SHOW_UPDATE_PLAYER_STATUS")
        returned = await server.connect()
        returned.name = second.name
        _, game, *_ = await returned.sync("CONNECT")
        cards = game["game"]["clientBoard"]["faceUpCards"]
        assert [is_blank(card) for card in cards] == [not card for card in server.state.slots]
        assert cards[slot] == drawn["newFaceUpCard"]

    codex_scenario_runner(written=False, refill_from_other_deck=refill)(scenario)


def test_draw_from_a_blank_card_is_refused_with_the_sources_that_have_cards() -> None:
    async def scenario(server: CodexServer) -> None:
        first, _ = await server.start_first_turn("ada", "bob")
        set_decks(server, resource=(), slots=("", *server.state.slots[1:]))
        await first.sync("PLACE_CARD", **first_placement(server))
        text = await first.assert_refused("DRAW", idToDraw=0)
        assert text == "SLOT_1 is empty; draw from one of SLOT_2, SLOT_3, SLOT_4, GOLD."

    codex_scenario_runner(written=False)(scenario)


def test_draw_from_a_deck_sends_no_visible_card() -> None:
    async def scenario(server: CodexServer) -> None:
        first, _ = await server.start_first_turn("ada", "bob")
        await first.sync("PLACE_CARD", **first_placement(server))
        assert "newFaceUpCard" not in (await first.sync("DRAW", idToDraw=5))[0]

    codex_scenario_runner(written=False)(scenario)


def test_slot_refilled_from_the_other_deck_has_a_card_of_that_deck() -> None:
    async def scenario(server: CodexServer) -> None:
        first, _ = await server.start_first_turn("ada", "bob")
        set_decks(server, resource=())
        top = CODEX_CARDS[server.state.gold[-1]]
        await first.sync("PLACE_CARD", **first_placement(server))
        drawn = (await first.sync("DRAW", idToDraw=0))[0]
        assert drawn["newFaceUpCard"]["front"]["faceID"] == top.front.number
        assert "newTopDeck" not in drawn, "the deck of the slot is empty"

    codex_scenario_runner(written=False, refill_from_other_deck=True)(scenario)
