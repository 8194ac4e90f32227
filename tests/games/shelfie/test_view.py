"""Views and prompts; hidden information is tested in test_hidden."""

from games.base import Seating
from games.shelfie import SHELFIE
from games.shelfie.view import view as view_of
from messages.shelfie.actions import SelectShelfieColumn, SelectShelfieTiles
from tests.games.shelfie.tables import ALMOST, NONE, A, B, do, place, table, take

SHELF = "..... ..... ..... ..... C.... BT..."


def test_view_has_shelves_tokens_goals_bag_turn_and_only_a_seats_personal_goal() -> None:
    state = table(SHELF, NONE, goals=("X", "EIGHT"), tokens=((8, 0), (0, 0)), bag=7)
    view = view_of(state, B)
    assert view.seat == B
    assert view.players[A].shelf == tuple(SHELF.split())
    assert view.players[A].tokens == (8, 0)
    assert view.goals == ("X", "EIGHT")
    assert view.bag == 7
    assert (view.turn, view.step) == (A, "PICK")
    assert view.personal == (".....", ".P...", "C.G..", "....B", "...T.", "....F")
    assert view_of(state, None).personal == ()


def test_prompt_before_taking_has_limit_and_takeable_cells_and_off_turn_there_is_none() -> None:
    prompt = SHELFIE.prompt(table(ALMOST, NONE, cells=(44, 45)), A)
    assert prompt == SelectShelfieTiles(limit=1, cells=(44, 45))
    assert SHELFIE.prompt(table(NONE, NONE), B) is None


def test_prompt_after_taking_has_hand_and_fitting_columns_and_the_view_the_picked_cells() -> None:
    shelf = "CC... CC... TB... GF... CT... BP..."
    state = do(table(shelf, NONE, cells=(44, 45), on={44: "P", 45: "G"}), take(45, 44)).state
    assert SHELFIE.prompt(state, A) == SelectShelfieColumn(hand="GP", columns=(2, 3, 4))
    view = view_of(state, B)
    assert (view.step, view.picked, view.hand) == ("PLACE", (45, 44), "GP")
    assert view.board[4] == " ....... "


def test_finished_game_has_no_prompt_and_a_view_with_winners_and_results() -> None:
    state = do(table(ALMOST, NONE, first=B), take(13), place(0)).state
    assert SHELFIE.prompt(state, A) is None
    view = view_of(state, None)
    assert (view.turn, view.step, view.winners) == (None, "OVER", (A,))
    assert view.results[A].end == 1


def test_opening_has_nicknames_match_and_game() -> None:
    (info,) = SHELFIE.opening(table(NONE, NONE), Seating(4, ("ada", "bob")))
    assert (info.game, info.player_nicknames, info.match) == (  # type: ignore[attr-defined]
        "shelfie",
        ("ada", "bob"),
        4,
    )
