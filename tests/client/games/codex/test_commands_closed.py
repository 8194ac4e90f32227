"""What is dimmed in Codex Naturalis, and the reason beside it."""

from client.games.codex.commands import text
from client.games.codex.commands_closed import closed
from client.games.codex.commands_offer import explain
from client.games.codex.text_typing import EMPTY
from messages.codex.actions import (
    ChooseCodexColor,
    ChooseCodexObjective,
    CodexAction,
    DrawCodexCard,
    PlaceCodexCard,
)
from tests.client.games.codex.tables import codex_view


def test_fronts_say_what_they_need() -> None:
    view = codex_view()
    spot = view.players[0].area.spots[0]
    actions: list[CodexAction] = [
        PlaceCodexCard(card, "BACK", spot.x, spot.y) for card in view.hand
    ]
    actions.append(PlaceCodexCard("R02", "FRONT", spot.x, spot.y))
    assert [command for command, _ in closed(view, actions)] == ["place 2 front", "place 3 front"]
    assert all(why.startswith("it needs F") for _, why in closed(view, actions))


def test_an_empty_place_cannot_be_drawn_from() -> None:
    draws = [DrawCodexCard(source) for source in ("SLOT_1", "SLOT_2", "SLOT_3", "SLOT_4")]
    assert closed(codex_view(), draws) == [("draw resource", EMPTY), ("draw gold", EMPTY)]
    assert closed(codex_view(), [ChooseCodexColor("RED")]) == []


def test_a_placement_is_named_as_on_the_board() -> None:
    view = codex_view()
    spot = view.players[0].area.spots[3]
    assert text(PlaceCodexCard(view.hand[1], "BACK", spot.x, spot.y), view) == "place 2 back 4"
    assert text(PlaceCodexCard("R01", "BACK", 7, 7), view) == "place r01 back at 7 7"


def test_an_objective_says_what_it_is() -> None:
    view = codex_view()
    assert explain(view, ChooseCodexObjective("O13")).endswith("per set of Q1 K1 M1")
    assert explain(view, ChooseCodexColor("RED")) == ""
