"""Test that the hands of other players in a legacy client stay as large as they are.

The client removes a card from a hand at its placement if the numbers of both faces are equal, and
it removes every such card.
"""

import pytest

from games.codex import CODEX
from games.codex.state import State
from messages.codex.cards import CODEX_CARDS
from server.dialects.codex.hands import ClientHand, Placeholder
from tests.games.codex.games import EVERY_SIZE, moments
from tests.harness.dialects.codex_peer import CodexPeerHarness, start_messages, update
from tests.harness.dialects.codex_server import (
    CodexServer,
    Line,
    RunCodexScenario,
    placement,
)

BACKS = {
    face.number: card.back_text
    for card in CODEX_CARDS.values()
    if card.kingdom >= 0
    for face in (card.front, card.back)
}
"""The back of a card by the number of either face."""


class HandModel:
    """Hands and areas as the legacy client keeps them."""

    def __init__(self) -> None:
        self.hands: dict[str, list[tuple[int, int]]] = {}
        self.tiles: dict[str, dict[tuple[int, int], int]] = {}

    def receive(self, lines: list[Line]) -> None:
        for line in lines:
            match line["networkType"]:
                case "UPDATE_AFTER_CONNECTION":
                    self._start(line["game"]["players"])
                case "SHOW_UPDATE_AFTER_PLACE":
                    self._place(line)
                case "SHOW_UPDATE_AFTER_DRAW":
                    self.hands[line["username"]].append(face_ids(line["drawnCard"]))

    def _start(self, players: list[Line]) -> None:
        self.hands = {p["username"]: [face_ids(c) for c in p["playerCards"]] for p in players}
        self.tiles = {
            player["username"]: {
                (place["x"], place["y"]): tile["face"]["faceID"]
                for place, tile in player["playground"]["area"] or []
                if tile["availability"] == "OCCUPIED"
            }
            for player in players
        }

    def _place(self, line: Line) -> None:
        ids, place = face_ids(line["placedCard"]), line["position"]
        hand = self.hands[line["username"]]
        hand[:] = [card for card in hand if card != ids]
        number = ids[0] if line["placedSide"] == "FRONT" else ids[1]
        self.tiles[line["username"]][place["x"], place["y"]] = number

    def backs(self, name: str) -> list[str]:
        return sorted(BACKS[back] for _, back in self.hands[name])


def face_ids(card: Line) -> tuple[int, int]:
    return card["front"]["faceID"], card["back"]["faceID"]


def check_hands(model: HandModel, state: State, names: tuple[str, ...]) -> None:
    """Check each hand, and that each tile has a picture of the placed side."""
    for seat, name in enumerate(names):
        expected = sorted(CODEX_CARDS[card].back_text for card in state.hands[seat])
        assert model.backs(name) == expected
        for placed in state.areas[seat].placed:
            number = model.tiles[name][placed.x, placed.y]
            same_back = placed.side == "BACK" and BACKS.get(number) == BACKS.get(placed.face.number)
            assert number == placed.face.number or same_back


@pytest.mark.parametrize("players", EVERY_SIZE)
def test_every_hand_has_the_right_backs_after_each_placement_and_draw(players: int) -> None:
    names = ("ada", "bob", "eve", "fay")[:players]
    for seat in range(players):
        harness, model = CodexPeerHarness(), HandModel()
        harness.peer.name = names[seat]
        for number, moment in enumerate(moments(players, 3)):
            if number % 25 == 0:  # At first, and sometimes later, the client receives everything.
                harness.receive(start_messages(moment.state, seat))
            seen = [CODEX.redact(change, seat) for change in moment.step.changes]
            harness.receive([update(change) for change in seen if change])
            model.receive(harness.lines())
            check_hands(model, moment.step.state, names)


def test_other_player_sees_two_cards_after_a_placement_and_three_after_a_draw(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        clients = [await server.connect_named(name) for name in ("ada", "bob")]
        models = [HandModel(), HandModel()]

        async def receive() -> None:
            for client, model in zip(clients, models, strict=True):
                model.receive(await client.sync())

        clients[0].send("SET_PLAYER_NUMBER", numPlayers=2)
        await receive()
        for number, client in enumerate(clients):
            client.send("PLACE_STARTER", side="FRONT")
            client.send("CHOOSE_COLOR", color=("RED", "BLUE")[number])
            client.send("PLACE_OBJECTIVE", chosenObjective=0)
            await receive()
        state = server.state
        first, model = clients[state.first], models[1 - state.first]
        resource = next(card for card in state.hands[state.first] if card[0] == "R")
        spot = state.areas[state.first].spots[0]
        first.send("PLACE_CARD", **placement(resource, spot, "FRONT"))
        await receive()
        assert len(model.hands[first.name]) == 2
        assert model.tiles[first.name][spot.x, spot.y] == CODEX_CARDS[resource].front.number
        first.send("DRAW", idToDraw=4)
        await receive()
        assert len(model.hands[first.name]) == 3

    run_codex_scenario(scenario)


def test_equal_backs_of_a_hand_have_different_placeholders_and_a_drawn_card_a_free_one() -> None:
    hand = ClientHand(("GOLD FUNGI", "RESOURCE PLANT", "RESOURCE PLANT"))
    assert hand.remove("R11") == Placeholder("RESOURCE PLANT", 0)
    assert hand.add_hidden("RESOURCE PLANT") == Placeholder("RESOURCE PLANT", 0)
    assert hand.add_hidden("GOLD FUNGI") == Placeholder("GOLD FUNGI", 1)


def test_card_that_the_client_saw_when_it_was_drawn_has_no_placeholder() -> None:
    hand = ClientHand(("RESOURCE PLANT",))
    hand.add_known("R12")
    assert hand.remove("R12") is None
    assert hand.remove("R13") == Placeholder("RESOURCE PLANT", 0)
    assert hand.remove("S01") is None, "a starter is in no hand"
