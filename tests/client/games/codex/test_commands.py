"""Codex Naturalis by typing."""

import random

import pytest

from client.games.codex.commands import explain, offer, parse, text, unavailable
from client.games.codex.text import EMPTY, HELP, LEGEND
from client.games.parsing import CommandError
from client.games.registry import ui_of
from games.registry import GAMES
from games.rng import Rng
from messages.codex.actions import (
    CODEX_SOURCES,
    ChooseCodexColor,
    ChooseCodexObjective,
    CodexAction,
    DrawCodexCard,
    PlaceCodexCard,
    PlaceCodexStarter,
)
from tests.client.games.codex.tables import codex_view

VIEW = codex_view()


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("starter front", PlaceCodexStarter("FRONT")),
        ("S B", PlaceCodexStarter("BACK")),
        ("color red", ChooseCodexColor("RED")),
        ("colour yellow", ChooseCodexColor("YELLOW")),
        ("objective o05", ChooseCodexObjective("O05")),
        ("place 1 front 3", PlaceCodexCard("R02", "FRONT", -2, 0)),
        ("p 3 b 1", PlaceCodexCard("G02", "BACK", -3, 1)),
        ("place r02 back at -1 -1", PlaceCodexCard("R02", "BACK", -1, -1)),
        ("draw 3", DrawCodexCard("SLOT_3")),
        ("draw 6", DrawCodexCard("GOLD")),
        ("draw gold", DrawCodexCard("GOLD")),
        ("d res", DrawCodexCard("RESOURCE")),
    ],
)
def test_what_people_type(line: str, action: CodexAction) -> None:
    assert parse(line, VIEW) == action


def test_an_offered_objective_by_its_number() -> None:
    view = codex_view(phase="SETUP", secrets=("", ""))
    assert parse("objective 2", view) == ChooseCodexObjective(view.offer[1])


@pytest.mark.parametrize(
    ("line", "help"),
    [
        ("", "Type a command"),
        ("fly", "is no command"),
        ("starter", "Like this: starter front"),
        ("starter up", "is no side"),
        ("color black", "is no colour"),
        ("objective", "Like this: objective O05"),
        ("place", "Like this: place 2 front 4"),
        ("place 1 front", "Like this: place 2 front 4"),
        ("place 1 front 1 at 2", "Like this: place 2 front 4"),
        ("place 4 front 1", "numbers 1 to 3"),
        ("place 0 front 1", "numbers 1 to 3"),
        ("place 1 up 1", "is no side"),
        ("place 1 front 9", "numbers 1 to 8"),
        ("place 1 front x", "is no spot"),
        ("place 1 front at 1 y", "is no coordinate"),
        ("draw", "Like this: draw 3"),
        ("draw 7", "is no place to draw from"),
    ],
)
def test_nonsense_is_explained(line: str, help: str) -> None:
    with pytest.raises(CommandError, match=help):
        parse(line, VIEW)


def test_without_a_view_spots_have_no_numbers() -> None:
    with pytest.raises(CommandError, match="1 to 0"):
        parse("place r01 front 1")


@pytest.mark.parametrize("players", [2, 3])
def test_every_action_of_a_match_can_be_typed(players: int) -> None:
    game, choices = GAMES["codex"], random.Random(2)
    state = game.start(players, game.options(True, {}), Rng(bytes(16))).state
    while game.result(state) is None:
        seat = choices.choice(sorted(game.active(state)))
        view, actions = game.view(state, seat), game.legal(state, seat)
        commands = ui_of(view).commands(view, ())
        for action in actions:
            assert commands.parse(commands.text(action), view) == action
        state = game.apply(state, seat, choices.choice(actions)).state


def test_a_spot_has_the_number_that_it_has_on_the_board() -> None:
    view = codex_view()
    spot = view.players[0].area.spots[3]
    action = PlaceCodexCard("R02", "FRONT", spot.x, spot.y)
    assert ui_of(view).commands(view, ()).text(action) == "place 1 front 4"
    assert text(action) == f"place r02 front at {spot.x} {spot.y}"
    assert text(PlaceCodexCard("R02", "FRONT", 9, 9), view) == "place r02 front at 9 9"


def test_help_fits_the_screen() -> None:
    assert max(map(len, (*HELP, *LEGEND))) <= 80
    assert text(DrawCodexCard("SLOT_1")) == "draw 1"


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


def test_fronts_say_what_they_need() -> None:
    view = codex_view()
    spot = view.players[0].area.spots[0]
    actions: list[CodexAction] = [
        PlaceCodexCard(card, "BACK", spot.x, spot.y) for card in view.hand
    ]
    actions.append(PlaceCodexCard("R02", "FRONT", spot.x, spot.y))
    assert [command for command, _ in unavailable(view, actions)] == [
        "place 2 front",
        "place 3 front",
    ]
    assert all(why.startswith("it needs F") for _, why in unavailable(view, actions))


def test_an_empty_place_cannot_be_drawn_from() -> None:
    draws = [DrawCodexCard(source) for source in ("SLOT_1", "SLOT_2", "SLOT_3", "SLOT_4")]
    assert unavailable(codex_view(), draws) == [("draw resource", EMPTY), ("draw gold", EMPTY)]
    assert unavailable(codex_view(), [ChooseCodexColor("RED")]) == []


def test_a_placement_is_named_as_on_the_board() -> None:
    view = codex_view()
    spot = view.players[0].area.spots[3]
    assert text(PlaceCodexCard(view.hand[1], "BACK", spot.x, spot.y), view) == "place 2 back 4"
    assert text(PlaceCodexCard("R01", "BACK", 7, 7), view) == "place r01 back at 7 7"


def test_an_objective_says_what_it_is() -> None:
    view = codex_view()
    assert explain(view, ChooseCodexObjective("O13")).endswith("per set of Q1 K1 M1")
    assert explain(view, ChooseCodexColor("RED")) == ""
