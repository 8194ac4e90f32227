"""Test the UNO table in sentences."""

from msgspec.structs import replace

from client.games.drawing import Marks
from client.games.uno.reading import read_board, read_own, read_scores
from tests.client.games.uno.tables import uno_view

NAMES = ("ada", "bob", "carol")
VIEW = uno_view(("RED 7", "WILD WILD"), 1, 4)


def test_board_has_one_sentence_for_the_top_card_each_pile_and_each_player() -> None:
    assert read_board(VIEW, NAMES) == [
        "Round 1, to 500 points.",
        "It is your turn.",
        "The top card is red 5.",
        "The draw pile has 60 cards.",
        "The discard pile has 9 cards.",
        "The order of play: you, bob, carol.",
        "You have 2 cards.",
        "bob has 1 card.",
        "carol has 4 cards.",
    ]


def test_named_colour_pending_cards_direction_and_uno_are_read() -> None:
    players = (VIEW.players[0], replace(VIEW.players[1], said_uno=True), VIEW.players[2])
    view = replace(
        VIEW, players=players, top="BLUE DRAW_4", color="BLUE", pending=4, clockwise=False, turn=2
    )
    board = read_board(replace(view, uno_window=2), NAMES)
    assert "It is the turn of carol." in board
    assert "The top card is wild draw 4, the colour is blue." in board
    assert "4 cards must be drawn or answered." in board
    assert "The order of play: carol, bob, you." in board
    assert "bob has 1 card and said UNO." in board
    assert "carol has 4 cards and has not said UNO yet." in board


def test_player_who_left_is_read_once_and_two_players_have_no_order() -> None:
    players = (*VIEW.players[:2], replace(VIEW.players[2], gone=True))
    view = replace(VIEW, players=players)
    assert read_board(view, NAMES)[-1] == "carol has left the match."
    assert not any("order of play" in fact for fact in read_board(view, NAMES))
    assert read_scores(view, NAMES) == ["You have 0 points.", "bob has 10 points."]


def test_own_cards_have_the_numbers_that_play_them() -> None:
    own = ["The top card is red 5.", "Your cards: 1 red 7, 2 wild."]
    assert read_own(VIEW, NAMES, Marks()) == own
    assert read_own(replace(VIEW, hand=()), NAMES, Marks()) == ["Your hand is empty."]
    assert read_own(replace(VIEW, seat=None), NAMES, Marks()) == []
