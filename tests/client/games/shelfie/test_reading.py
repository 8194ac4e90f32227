"""Test My Shelfie in sentences."""

from msgspec.structs import replace

from client.games.drawing import Marks
from client.games.shelfie.reading import read_board, read_own, read_scores
from tests.client.games.shelfie.tables import placing_view, shelfie_view

NAMES = ("ada", "bob")


def test_board_reads_rows_goals_and_the_shelves_of_others() -> None:
    assert read_board(shelfie_view(), NAMES) == [
        "It is your turn.",
        "The bag has 50 tiles.",
        "Row b: b4 cat free, b5 book free.",
        "Row c: c4 game free, c5 frame free, c6 trophy free.",
        "Goal: five equal tiles in the form of an X (8 points).",
        "Goal: two squares of 2 x 2 equal tiles (8 points).",
        "bob's shelf is empty.",
        "Nobody has the end token; the first full shelf takes it.",
    ]


def test_enclosed_tile_is_not_free() -> None:
    rows = list(shelfie_view().board)
    rows[3] = "  ..P... "
    board = read_board(shelfie_view(board=tuple(rows)), NAMES)
    assert "Row c: c4 game free, c5 frame, c6 trophy free." in board


def test_own_things_are_hand_columns_missing_tiles_of_the_goal_and_progress() -> None:
    own = read_own(placing_view(), NAMES, Marks())
    assert own[:2] == [
        "Your hand, lowest first: cat, book.",
        "Your column 1 from the bottom: cat, book, cat.",
    ]
    assert "Your secret goal needs: trophy in column 3, place 1 from the bottom." in own
    assert own[-1] == "Your progress for five equal tiles in the form of an X: 2 of 5."
    assert read_own(shelfie_view(seat=None, personal=()), NAMES, Marks()) == []


def test_complete_goal_and_player_who_left_have_one_sentence() -> None:
    view = shelfie_view()
    players = (replace(view.players[0], shelf=view.personal), replace(view.players[1], gone=True))
    view = replace(view, players=players)
    assert "Your secret goal is complete." in read_own(view, NAMES, Marks())
    assert "bob has left the match." in read_board(view, NAMES)


def test_scores_say_that_the_secret_goals_of_others_are_not_known() -> None:
    assert read_scores(shelfie_view(), NAMES) == [
        "You have 0 points.",
        "bob has 0 points without the secret goal.",
    ]
