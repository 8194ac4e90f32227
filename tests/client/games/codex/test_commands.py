"""Typed Codex Naturalis commands, in both directions."""

import random
from itertools import islice

import pytest

from client.games.codex.commands import command_text, explain, offer, parse, unavailable_choices
from client.games.codex.text import EMPTY, HELP, LEGEND
from client.games.parsing import CommandError
from client.games.registry import ui_of
from client.tui.choices import list_choices
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
from tests.client.games.random_matches import play

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
def test_line_is_parsed_as_action(line: str, action: CodexAction) -> None:
    assert parse(line, VIEW) == action


def test_offered_objective_is_chosen_by_its_number() -> None:
    view = codex_view(phase="SETUP", secrets=("", ""))
    assert parse("objective 2", view) == ChooseCodexObjective(view.offer[1])


@pytest.mark.parametrize("word", ["\N{SUPERSCRIPT TWO}", "0000000015"])
def test_word_of_digits_that_is_no_offered_number_is_an_id(word: str) -> None:
    view = codex_view(phase="SETUP", secrets=("", ""))
    assert parse(f"objective {word}", view) == ChooseCodexObjective(word)


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
def test_invalid_line_raises_a_command_error_with_reason_or_usage(line: str, help: str) -> None:
    with pytest.raises(CommandError, match=help):
        parse(line, VIEW)


def test_spot_number_without_a_view_is_refused() -> None:
    with pytest.raises(CommandError, match="1 to 0"):
        parse("place r01 front 1")


@pytest.mark.parametrize("players", [2, 3])
def test_every_legal_action_of_a_random_match_survives_a_round_trip_through_text(
    players: int,
) -> None:
    game, rng = GAMES["codex"], random.Random(2)
    state = game.start(players, game.options(True, {}), Rng(bytes(16))).state
    while game.result(state) is None:
        seat = rng.choice(sorted(game.active(state)))
        view, actions = game.view(state, seat), game.legal(state, seat)
        commands = ui_of(view).commands(view, ())
        for action in actions:
            assert commands.parse(commands.text(action), view) == action
        state = game.apply(state, seat, rng.choice(actions)).state


@pytest.mark.parametrize("players", [2, 4])
def test_every_incomplete_command_of_the_menu_has_a_continuation(players: int) -> None:
    for position in islice(play("codex", players, 6), 0, None, 4):
        commands = ui_of(position.view).commands(position.view, ())
        texts = [commands.text(action) for action in position.legal]
        paths: list[tuple[str, ...]] = [()]
        complete: set[str] = set()
        for path in paths:
            choices = list_choices(texts, path)
            assert choices, f"nothing follows {path}"
            complete |= {" ".join(choice.words) for choice in choices if choice.is_complete}
            paths += [choice.words for choice in choices if not choice.is_complete]
        assert complete == set(texts)


def test_placement_text_has_the_spot_number_of_the_board_or_coordinates_if_unknown() -> None:
    view = codex_view()
    spot = view.players[0].area.spots[3]
    action = PlaceCodexCard("R02", "FRONT", spot.x, spot.y)
    assert ui_of(view).commands(view, ()).text(action) == "place 1 front 4"
    assert command_text(action) == f"place r02 front at {spot.x} {spot.y}"
    assert command_text(PlaceCodexCard("R02", "FRONT", 9, 9), view) == "place r02 front at 9 9"


def test_help_and_legend_fit_80_columns_and_a_slot_is_drawn_by_number() -> None:
    assert max(map(len, (*HELP, *LEGEND))) <= 80
    assert command_text(DrawCodexCard("SLOT_1")) == "draw 1"


def test_placements_are_summarized_by_card_side_and_spot_without_offer_numbers() -> None:
    view = codex_view()
    spots = view.players[0].area.spots
    actions = [PlaceCodexCard(card, "BACK", s.x, s.y) for card in view.hand for s in spots]
    actions += [PlaceCodexCard("R02", "FRONT", s.x, s.y) for s in spots]
    offered = offer(view, actions)
    assert offered.numbers == {}
    assert offered.lines == (
        "  place CARD SIDE SPOT: 1 R02 front/back, 2 G07 back, 3 G02 back",
        "  spots 1 to 8",
    )


def test_draw_sources_are_offered_by_board_number_with_card_or_deck_size_and_no_empty_slot() -> (
    None
):
    view = codex_view(slots=("R05", "", "G35", "G20"))
    sources = [source for source in CODEX_SOURCES if source != "SLOT_2"]
    offered = offer(view, [DrawCodexCard(source) for source in sources])
    assert list(offered.numbers) == [1, 3, 4, 5, 6]
    assert offered.numbers[6] == DrawCodexCard("GOLD")
    assert offered.lines[0] == "  1  R05 fungi  [xQ/PF]"
    assert offered.lines[-2:] == ("  5  resource deck, 2 left", "  6  gold deck, 1 left")


def test_colors_and_objectives_are_offered_with_numbers_from_1() -> None:
    offered = offer(codex_view(), [ChooseCodexColor("BLUE"), ChooseCodexColor("GREEN")])
    assert offered.lines == ("  1  color blue", "  2  color green")
    offered = offer(codex_view(), [ChooseCodexObjective("O13")])
    assert offered.lines == ("  1  O13 3 per set of Q1 K1 M1",)


def test_explanation_shows_points_of_a_front_the_source_of_a_draw_and_nothing_for_a_color() -> None:
    view = codex_view()
    spot = view.players[0].area.spots[0]
    assert explain(view, PlaceCodexCard("R09", "FRONT", spot.x, spot.y)) == "+1"
    assert explain(view, PlaceCodexCard("G35", "FRONT", spot.x, spot.y)) == "+2"
    assert explain(view, PlaceCodexCard("R09", "BACK", spot.x, spot.y)) == ""
    assert explain(view, DrawCodexCard("SLOT_4")) == "G20 p [../xx] 5 points if P5"
    assert explain(view, DrawCodexCard("GOLD")) == "gold deck, 1 left"
    assert explain(view, ChooseCodexColor("RED")) == ""


def test_fronts_are_unavailable_without_the_symbols_that_their_reasons_name() -> None:
    view = codex_view()
    spot = view.players[0].area.spots[0]
    actions: list[CodexAction] = [
        PlaceCodexCard(card, "BACK", spot.x, spot.y) for card in view.hand
    ]
    actions.append(PlaceCodexCard("R02", "FRONT", spot.x, spot.y))
    assert [command for command, _ in unavailable_choices(view, actions)] == [
        "place 2 front",
        "place 3 front",
    ]
    assert all(reason.startswith("it needs F") for _, reason in unavailable_choices(view, actions))


def test_empty_decks_are_unavailable_for_a_draw_and_nothing_while_a_color_is_chosen() -> None:
    draws = [DrawCodexCard(source) for source in ("SLOT_1", "SLOT_2", "SLOT_3", "SLOT_4")]
    assert unavailable_choices(codex_view(), draws) == [
        ("draw resource", EMPTY),
        ("draw gold", EMPTY),
    ]
    assert unavailable_choices(codex_view(), [ChooseCodexColor("RED")]) == []


def test_placement_text_has_numbers_of_hand_card_and_open_spot_or_else_card_and_coordinates() -> (
    None
):
    view = codex_view()
    spot = view.players[0].area.spots[3]
    assert (
        command_text(PlaceCodexCard(view.hand[1], "BACK", spot.x, spot.y), view) == "place 2 back 4"
    )
    assert command_text(PlaceCodexCard("R01", "BACK", 7, 7), view) == "place r01 back at 7 7"


def test_explanation_shows_the_condition_of_an_objective_and_nothing_for_a_color() -> None:
    view = codex_view()
    assert explain(view, ChooseCodexObjective("O13")).endswith("per set of Q1 K1 M1")
    assert explain(view, ChooseCodexColor("RED")) == ""
