"""The tricky cases of the rules digest, A.13, by their numbers."""

from itertools import combinations

import pytest
from msgspec.structs import replace

from games.shelfie import SHELFIE
from games.shelfie.scoring import adjacency_points, is_goal_met, result_of
from games.shelfie.shelf import free_spaces, max_tiles
from games.shelfie.state import NOBODY, State
from games.shelfie.tiles import CELLS, parse_tiles, takeable_cells, takeable_runs
from messages.errors import ErrorCode
from messages.shelfie.actions import SHELFIE_GOALS
from messages.shelfie.table import (
    ShelfieBoardRefilled,
    ShelfieEndTokenTaken,
    ShelfieTokenTaken,
)
from tests.games.shelfie.tables import (
    ALMOST,
    NONE,
    A,
    B,
    C,
    do,
    kinds,
    only,
    place,
    refusal,
    table,
    take,
)

NO = ErrorCode.ACTIONNONVALID


def without(players: int, *cells: int) -> State:
    """Return a state with a full living room in which these cells are empty."""
    return table(*[NONE] * players, cells=[c for c in CELLS[players] if c not in cells])


def test_case_01_taking_a_tile_freed_only_by_the_same_pick_is_refused() -> None:
    assert refusal(table(NONE, NONE), take(14, 24)) == NO


def test_case_02_tiles_beside_unplayable_cells_can_be_taken() -> None:
    state = do(table(NONE, NONE), take(13, 23)).state
    assert state.step == "PLACE"
    assert len(state.hand) == 2


@pytest.mark.parametrize(("players", "free_sides", "pairs"), [(2, 16, 8), (3, 20, 12), (4, 20, 8)])
def test_case_03_opening_has_free_tiles_and_pairs_but_no_triple(
    players: int, free_sides: int, pairs: int
) -> None:
    state = table(*[NONE] * players)
    assert len(takeable_cells(state.board, players)) == free_sides
    assert len([run for run in takeable_runs(state.board, players, 3) if len(run) == 2]) == pairs
    for cells in combinations(takeable_cells(state.board, players), 3):
        assert refusal(state, take(*cells)) == NO


def test_case_04_line_of_three_can_be_taken_and_a_corner_or_a_gap_is_refused() -> None:
    state = without(2, 13, 14)
    assert do(state, take(23, 24, 25)).state.step == "PLACE"
    assert refusal(state, take(23, 24, 34)) == NO
    assert refusal(without(2, 13, 14, 24), take(23, 25)) == NO


def test_case_05_tile_in_the_middle_of_three_needs_a_free_side_too() -> None:
    assert refusal(table(*[NONE] * 4), take(13, 14, 15)) == NO
    assert do(without(4, 3, 4), take(13, 14, 15)).state.step == "PLACE"


def test_case_06_tiles_are_limited_to_the_emptiest_column_and_placed_only_there() -> None:
    shelf = ".C..C CT.BT TBCGB CTBFP GPTBC BCPFG"
    state = table(shelf, NONE, cells=[c for c in CELLS[2] if c not in (13, 14)])
    assert [free_spaces(state.shelves[A], column) for column in range(5)] == [1, 0, 2, 1, 0]
    assert max_tiles(state.shelves[A]) == 2
    assert refusal(state, take(23, 24, 25)) == NO
    two = do(state, take(23, 24)).state
    assert {action.column for action in SHELFIE.legal(two, A)} == {2}  # type: ignore[union-attr]
    for column in (0, 1, 3, 4):
        assert refusal(two, place(column)) == NO


def without_top(shelf: str = NONE) -> State:
    """Return a state of two players in which 23, 24 and 25 can be taken together."""
    return table(
        shelf,
        NONE,
        cells=[cell for cell in CELLS[2] if cell not in (13, 14)],
        on={23: "C", 24: "B", 25: "G"},
    )


def test_case_07_first_tile_of_the_hand_or_of_the_given_order_falls_lowest() -> None:
    taken = do(without_top(), take(23, 24, 25)).state
    assert do(taken, place(4)).state.shelves[A] == parse_tiles(
        "..... ..... ..... ....G ....B ....C",
    )
    assert do(taken, place(0, 2, 0, 1)).state.shelves[A] == parse_tiles(
        "..... ..... ..... B.... C.... G....",
    )


def test_case_08_too_small_column_or_incomplete_order_is_refused_and_another_column_accepted() -> (
    None
):
    taken = do(without_top("..... ..... T.... P.... F.... TP..."), take(23, 24, 25)).state
    assert refusal(taken, place(0)) == NO
    assert refusal(taken, place(0, 0, 1)) == ErrorCode.CHOICENOTVALID  # all tiles or none
    shelf = do(taken, place(1)).state.shelves[A]
    assert shelf == parse_tiles("..... ..... TG... PB... FC... TP...")


def test_case_09_two_goals_in_one_turn_give_eight_each_and_the_next_player_four_each() -> None:
    # Seven cats, and one tile in the first column makes stairs.
    shelf = "..... ....C ...BC ..CGC .CTPB .BCFC"
    state = table(shelf, shelf, on={13: "C", 14: "C"}, goals=("STAIRS", "EIGHT"))
    step = do(state, take(13), place(0))
    assert [(c.goal, c.points) for c in step.changes if isinstance(c, ShelfieTokenTaken)] == [
        ("STAIRS", 8),
        ("EIGHT", 8),
    ]
    step = do(step.state, take(14), place(0))
    assert [c.points for c in step.changes if isinstance(c, ShelfieTokenTaken)] == [4, 4]
    assert step.state.tokens == ((8, 8), (4, 4))
    assert step.state.stacks == ((), ())


def test_case_10_goal_met_again_gives_no_second_token() -> None:
    cats = "..... ..... ..... ..... CCCC. CCCC."
    state = table(cats, NONE, goals=("EIGHT",), tokens=((8,), (0,)), stacks=((4,),))
    step = do(state, take(13), place(0))
    assert kinds(step) == ["TilesPlaced", "TurnStarted"]
    assert step.state.stacks == ((4,),)
    assert step.state.tokens == ((8,), (0,))


def test_case_11_four_players_who_meet_a_goal_get_eight_six_four_and_two() -> None:
    # Eight equal tiles each, of a type of their own.
    shelves = [f"..... ..... ..... ..... {t * 4}. {t * 4}." for t in "CBGF"]
    state, points = table(*shelves, goals=("EIGHT",)), []
    for cell in (3, 4, 40, 48):
        step = do(state, take(cell), place(4))
        points.append(only(step, ShelfieTokenTaken).points)
        state = step.state
    assert points == [8, 6, 4, 2]
    assert state.stacks == ((),)


@pytest.mark.parametrize(("filler", "others"), [(A, [B, C]), (B, [C]), (C, [])])
def test_case_12_full_shelf_takes_the_end_token_and_the_round_is_played_to_the_last_seat(
    filler: int, others: list[int]
) -> None:
    shelves = [ALMOST if seat == filler else NONE for seat in range(3)]
    state = table(*shelves, turn=filler)
    step = do(state, take(3), place(0))
    assert only(step, ShelfieEndTokenTaken).seat == filler
    for seat in others:
        assert step.state.turn == seat
        cell = takeable_cells(step.state.board, 3)[0]
        step = do(step.state, take(cell), place(0))
    assert kinds(step)[-1] == "GameEnded"
    assert SHELFIE.active(step.state) == frozenset()
    assert step.state.filler == filler


def test_case_13_second_full_shelf_takes_no_end_token() -> None:
    step = do(table(ALMOST, ALMOST), take(13), place(0))
    assert step.state.filler == A
    step = do(step.state, take(14), place(0))
    assert kinds(step) == ["TilesPlaced", "GameEnded"]
    assert [result.end for result in step.state.results] == [1, 0]


@pytest.mark.parametrize(("refill", "drawn"), [("keep", 27), ("return", 29)])
def test_case_14_living_room_without_adjacent_tiles_is_refilled_keeping_or_returning_the_rest(
    refill: str, drawn: int
) -> None:
    options = {"refill": refill}
    state = table(NONE, NONE, cells=(33, 44, 54), options=options)
    step = do(state, take(54), place(0))
    assert only(step, ShelfieBoardRefilled).bag == len(step.state.bag)
    assert sum(map(bool, step.state.board)) == 29
    returned = 0 if refill == "keep" else 2
    assert len(step.state.bag) == len(state.bag) + returned - drawn
    kept = [step.state.board[cell] == state.board[cell] for cell in (33, 44)]
    assert refill == "return" or all(kept)


def test_case_14_adjacent_tiles_prevent_a_refill_and_an_empty_living_room_gets_one() -> None:
    step = do(table(NONE, NONE, cells=(44, 45, 33)), take(33), place(0))
    assert kinds(step) == ["TilesPlaced", "TurnStarted"]
    step = do(table(NONE, NONE, cells=(44,)), take(44), place(0))
    assert kinds(step) == ["TilesPlaced", "BoardRefilled", "TurnStarted"]
    assert sum(map(bool, step.state.board)) == 29


def test_case_15_short_bag_fills_what_it_can_and_an_empty_one_nothing() -> None:
    left = [13, 24, 33, 35, 42, 44, 46, 53, 55]
    state = table(NONE, NONE, cells=[*left, 65], bag=3)
    step = do(state, take(65), place(0))
    assert sum(map(bool, step.state.board)) == len(left) + 3
    assert step.state.bag == b""
    assert step.state.turn == B
    empty = do(replace(step.state, board=state.board), take(13), place(0))
    assert kinds(empty) == ["TilesPlaced", "TurnStarted"]


def test_case_16_separate_regions_of_one_type_score_each() -> None:
    assert adjacency_points(parse_tiles("..... ..... C.... C.... CTCC. BTCC.")) == 2 + 3


def test_case_17_shelf_of_one_type_scores_eight_and_meets_seven_goals() -> None:
    shelf = parse_tiles("C" * 30)
    assert adjacency_points(shelf) == 8
    reached = {goal for goal in SHELFIE_GOALS if is_goal_met(goal, shelf, True)}
    assert reached == {"EIGHT", "CORNERS", "X", "DIAG", "COLS3", "ROWS3", "SQUARES"}


@pytest.mark.parametrize(
    ("rows", "different", "same"),
    [("CCTBB CCPBB", True, False), ("CCC.. CCC..", False, False), ("CCCC. CCCC.", True, True)],
)
def test_case_18_squares_need_two_separate_ones_of_any_type_or_with_the_option_of_the_same(
    rows: str, different: bool, same: bool
) -> None:
    shelf = parse_tiles(f"..... ..... ..... ..... {rows}")
    assert is_goal_met("SQUARES", shelf, False) is different
    assert is_goal_met("SQUARES", shelf, True) is same


def test_case_19_one_large_region_does_not_meet_the_goal_of_pairs() -> None:
    assert not is_goal_met("PAIRS", parse_tiles("..... ..... ..... CC... CCCCC CCCCC"), False)


def test_case_20_final_shelf_scores_six_two_eight_and_no_end_token_sixteen_in_total() -> None:
    shelf = "..... ..... G.... GGB.. GTBBF PTTBF"
    state = table(shelf, NONE, goals=("X",), tokens=((6,), (0,)))
    result = result_of(state, A)
    assert (result.common, result.personal, result.adjacency, result.end) == (6, 2, 8, 0)
    assert result.total == 16


@pytest.mark.parametrize(
    ("points", "winner"), [((30, 30, 20), B), ((30, 20, 30), C), ((25, 25, 25), C)]
)
def test_case_21_tie_goes_to_the_last_in_turn_order_or_with_tie_none_to_nobody(
    points: tuple[int, ...], winner: int
) -> None:
    # B has the end token, which is the last point of B.
    tokens = tuple((total - (seat == B),) for seat, total in enumerate(points))
    state = table(NONE, NONE, NONE, goals=("X",), tokens=tokens, turn=C, filler=B)
    step = do(state, take(3), place(0))
    assert step.state.winners == (winner,)
    assert [result.total for result in step.state.results] == list(points)
    rules = replace(state.options, tie="none")
    assert do(replace(state, options=rules), take(3), place(0)).state.winners == ()


def test_case_22_token_for_stairs_is_kept_when_a_later_tile_breaks_them() -> None:
    before = "..... BT... GPC.. FCBT. TBGPC CTFBG"
    state = table(before, NONE, goals=("STAIRS",))
    step = do(state, take(13), place(0))
    assert only(step, ShelfieTokenTaken).points == 8
    assert step.state.filler == NOBODY
    state = replace(step.state, turn=A)
    step = do(state, take(14), place(4))
    assert kinds(step) == ["TilesPlaced", "TurnStarted"]
    assert step.state.tokens[A] == (8,)


def test_case_23_last_tile_can_bring_a_goal_token_and_the_end_token() -> None:
    state = table(ALMOST, NONE, on={13: "G"}, goals=("CORNERS",))
    shelf = parse_tiles(".CTBG PFCTB BPFCT BGPFC TBGPF GTBCG")
    step = do(replace(state, shelves=(shelf, parse_tiles(NONE))), take(13), place(0))
    assert kinds(step)[:3] == ["TilesPlaced", "TokenTaken", "EndTokenTaken"]


def test_case_24_shelf_with_one_free_space_takes_one_tile_in_that_column_only() -> None:
    state = table(ALMOST, NONE)
    assert refusal(state, take(13, 14)) == NO
    one = do(state, take(13)).state
    for column in (1, 2, 3, 4):
        assert refusal(one, place(column)) == NO
    assert do(one, place(0)).state.filler == A


def test_every_tricky_case_from_1_to_24_has_a_test() -> None:
    prefix = "test_case_"
    numbers = {name.removeprefix(prefix)[:2] for name in globals() if name.startswith(prefix)}
    assert numbers == {f"{number:02}" for number in range(1, 25)}
