"""What is offered at a Codex Naturalis table."""

from client.games.codex.commands_offer import explain, offer
from messages.codex.actions import (
    CODEX_SOURCES,
    ChooseCodexColor,
    ChooseCodexObjective,
    DrawCodexCard,
    PlaceCodexCard,
)
from tests.client.games.codex.tables import codex_view


def test_a_placement_is_a_command_of_three_words() -> None:
    view = codex_view()
    spots = view.players[0].area.spots
    actions = [PlaceCodexCard(card, "BACK", s.x, s.y) for card in view.hand for s in spots]
    actions += [PlaceCodexCard("R02", "FRONT", s.x, s.y) for s in spots]
    found = offer(view, actions)
    assert found.numbers == {}
    assert found.lines == (
        "  place CARD SIDE SPOT: 1 R02 front/back, 2 G07 back, 3 G02 back",
        "  spots 1 to 8",
    )


def test_draws_have_the_numbers_of_the_board() -> None:
    view = codex_view(slots=("R05", "", "G35", "G20"))
    sources = [source for source in CODEX_SOURCES if source != "SLOT_2"]
    found = offer(view, [DrawCodexCard(source) for source in sources])
    assert list(found.numbers) == [1, 3, 4, 5, 6]
    assert found.numbers[6] == DrawCodexCard("GOLD")
    assert found.lines[0] == "  1  R05 fungi  [xQ/PF]"
    assert found.lines[-2:] == ("  5  resource deck, 2 left", "  6  gold deck, 1 left")


def test_decisions_are_counted_from_1() -> None:
    found = offer(codex_view(), [ChooseCodexColor("BLUE"), ChooseCodexColor("GREEN")])
    assert found.lines == ("  1  color blue", "  2  color green")
    found = offer(codex_view(), [ChooseCodexObjective("O13")])
    assert found.lines == ("  1  O13 3 per set of Q1 K1 M1",)


def test_what_an_action_would_do() -> None:
    view = codex_view()
    spot = view.players[0].area.spots[0]
    assert explain(view, PlaceCodexCard("R09", "FRONT", spot.x, spot.y)) == "+1"
    assert explain(view, PlaceCodexCard("G35", "FRONT", spot.x, spot.y)) == "+2"
    assert explain(view, PlaceCodexCard("R09", "BACK", spot.x, spot.y)) == ""
    assert explain(view, DrawCodexCard("SLOT_4")) == "G20 p [../xx] 5 points if P5"
    assert explain(view, DrawCodexCard("GOLD")) == "gold deck, 1 left"
    assert explain(view, ChooseCodexColor("RED")) == ""
