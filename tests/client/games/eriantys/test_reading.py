"""Test the Eriantys board in sentences."""

from msgspec.structs import replace

from client.games.drawing import Marks
from client.games.eriantys.reading import read_board, read_own, read_scores
from tests.client.games.eriantys.tables import full_view

NAMES = ("ada", "bob")
VIEW = full_view()


def test_island_is_read_with_towers_students_and_influence() -> None:
    board = read_board(VIEW, NAMES)
    assert "Island 3: no students." in board
    assert "Island 8: pink 1." in board
    assert (
        "Islands 5 to 7, three black towers: red 1, pink 1. Influence: white 1, black 3." in board
    )
    assert any(fact.startswith("Islands 1 to 2, two white towers, no entry: ") for fact in board)
    assert "Mother nature is on island 6." in board


def test_clouds_characters_and_the_schools_of_others_are_read_with_colours_as_words() -> None:
    board = read_board(VIEW, NAMES)
    assert {"Cloud 0: blue 1, red 2.", "Cloud 1: no students."} <= set(board)
    monk = "The monk costs 1 coin: one of its students to an island. On it: red 2, pink 2."
    assert monk in board
    assert board[-5:] == [
        "bob's entrance: green 4, pink 3.",
        "bob's dining room: yellow 1, green 10.",
        "bob has the professor of green.",
        "bob's assistant in this round: 4.",
        "bob has 1 coin.",
    ]
    assert not any(fact.startswith("Your") for fact in board)


def test_own_things_are_the_school_and_the_assistants() -> None:
    own = read_own(VIEW, NAMES, Marks())
    assert own[0] == "Your entrance: yellow 2, blue 1, red 3."
    assert own[2] == "You have the professor of red."
    assert own[-1] == "Your assistants: 1, 2, 4, 6, 7, 9, 10."
    assert read_own(replace(VIEW, seat=None), NAMES, Marks()) == []
    nobody = read_own(replace(VIEW, professors={}, expert=False), NAMES, Marks())
    assert nobody[2] == "You have no professor."
    assert not any("coin" in fact for fact in nobody)


def test_scores_are_the_towers_that_each_party_has_left() -> None:
    assert read_scores(VIEW, NAMES) == [
        "White, you: six white towers left to build.",
        "Black, bob: one black tower left to build.",
    ]


def test_player_who_left_has_one_sentence() -> None:
    schools = (VIEW.schools[0], replace(VIEW.schools[1], gone=True))
    assert read_board(replace(VIEW, schools=schools), NAMES)[-1] == "bob has left the match."
