"""What is offered at a My Shelfie table."""

from client.games.shelfie.commands_offer import explain, offer
from messages.shelfie.actions import MarkShelfieTiles, PlaceShelfieTiles, TakeShelfieTiles
from tests.client.games.shelfie.tables import placing_view, shelfie_view


def test_several_tiles_have_numbers_and_single_ones_their_cells() -> None:
    actions = [TakeShelfieTiles(cells=cells) for cells in ((13,), (14,), (13, 14), (13, 23))]
    found = offer(shelfie_view(), actions)
    assert found.numbers == {1: actions[2], 2: actions[3]}
    assert found.lines == (
        "  1 b4 b5 (CB)  2 b4 c4 (CG)",
        "  or any tile with a capital letter, like b4",
    )


def test_single_tiles_only() -> None:
    found = offer(shelfie_view(), [TakeShelfieTiles(cells=(25,))])
    assert found.numbers == {}
    assert found.lines == ("  or any tile with a capital letter, like c6",)


def test_a_number_is_a_column_and_the_shelf_is_shown() -> None:
    actions = [
        PlaceShelfieTiles(column=column, order=order) for column in (0, 3) for order in ((), (1, 0))
    ]
    found = offer(placing_view(), actions)
    assert found.numbers == {1: actions[0], 4: actions[2]}
    assert found.lines[-2:] == ("   column 1     column 4", "  another order: place 4 2 1")
    assert len(found.lines) == 8


def test_one_tile_has_no_other_order() -> None:
    found = offer(placing_view(), [PlaceShelfieTiles(column=2)])
    assert found.lines[-1] == "   column 3"


def test_every_choice_says_what_comes_of_it() -> None:
    assert explain(shelfie_view(), TakeShelfieTiles(cells=(13, 14))) == "cat, book"
    assert explain(placing_view(), PlaceShelfieTiles(column=0)) == ". B C C B C"
    assert explain(placing_view(), PlaceShelfieTiles(column=4, order=(1, 0))) == ". . . . C B"
    assert explain(shelfie_view(), MarkShelfieTiles()) == ""
