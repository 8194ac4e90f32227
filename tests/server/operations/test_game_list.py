"""The list of games for browsers has everything that a form for a new match needs."""

from msgspec import json

from client.bots import strategies_by_game
from games.registry import GAMES
from messages.registry import describe_game
from server.operations.game_list import PATH, game_list_json


def test_list_has_all_games_in_order_with_players_wizards_and_computer_players() -> None:
    games = json.decode(game_list_json(GAMES, strategies_by_game()))
    assert PATH == "/games.json"
    assert [game["game"] for game in games] == list(GAMES)
    eriantys = games[0]
    assert (eriantys["title"], eriantys["players"], eriantys["usualPlayers"]) == (
        "Eriantys",
        [2, 4],
        2,
    )
    assert eriantys["wizards"] == ["KING", "WITCH", "SAGE", "DRUID"]
    assert eriantys["strategies"] == list(strategies_by_game()["eriantys"])
    assert eriantys["expert"] == "with coins"


def test_list_has_the_options_that_the_forms_of_the_terminal_offer() -> None:
    games = json.decode(game_list_json(GAMES, {}))
    for entry in games:
        options = describe_game(entry["game"]).options
        assert [option["name"] for option in entry["options"]] == [o.name for o in options]
        for option in entry["options"]:
            assert option["default"] in option["values"]
            assert option["text"]
        assert entry["strategies"] == []


def test_every_option_of_the_list_is_accepted_by_the_rules() -> None:
    for entry in json.decode(game_list_json(GAMES, {})):
        for option in entry["options"]:
            for value in option["values"]:
                GAMES[entry["game"]].options(False, {option["name"]: value})
