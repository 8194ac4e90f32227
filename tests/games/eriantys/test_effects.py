"""The effect of each character (rules digest, 10.3); more in test_tricky_cases.py."""

from typing import Any

from msgspec.structs import replace

from games.eriantys import ERIANTYS
from games.eriantys.effects import THIEF_LIMIT, no_immediate_effect, thief
from games.eriantys.islands import influence
from games.eriantys.state import Card, State, tally
from messages.eriantys.actions import MoveMotherNature, MoveStudent, UseCharacterCard
from messages.eriantys.table import (
    CardRefilled,
    CharacterUsed,
    CoinTaken,
    NoEntryPlaced,
    ProfessorMoved,
    StepStarted,
    StudentMoved,
    StudentsReturned,
    StudentsSwapped,
)
from tests.games.eriantys.boards import (
    BLACK,
    WHITE,
    bag,
    board,
    do,
    island,
    island_of,
    kinds,
    professors,
    students,
)


def rich(card: Card, *, seat0: dict[str, Any] | None = None, **fields: Any) -> State:
    """Return seat 0's turn with this card and nine coins."""
    schools = {0: {"coins": 9, **(seat0 or {})}, **fields.pop("others", {})}
    return board(characters=[card], schools=schools, **fields)


def test_monk_moves_a_student_and_draws_another_without_resolving() -> None:
    state = rich(
        Card("MONK", students=students(red=2, blue=2)),
        bag=bag("pink", "red"),
        professors=professors(red=0),
    )
    step = do(state, UseCharacterCard(asset="MONK", color="RED", island_position=0))
    assert step.changes == (
        CharacterUsed(0, "MONK", 1, "RED", 0),
        StudentMoved(0, "RED", "CARD", "ISLAND", 0, "MONK"),
        CardRefilled("MONK", "PINK", 1),
    )
    assert island_of(step.state, 0) == island(red=1)
    assert step.state.characters[0].students == students(red=1, blue=2, pink=1)
    assert step.state.students_left == 3


def test_monk_with_an_empty_bag_is_not_refilled() -> None:
    state = rich(Card("MONK", students=students(red=1)), bag=b"", last_round=True)
    step = do(state, UseCharacterCard(asset="MONK", color="RED", island_position=3))
    assert step.state.characters[0].students == students()
    assert kinds(step.changes) == ["CharacterUsed", "StudentMoved"]


def test_princess_moves_a_student_to_the_dining_room_takes_the_professor_and_is_refilled() -> None:
    state = rich(Card("PRINCESS", students=students(red=4)), bag=bag("pink", "red"))
    step = do(state, UseCharacterCard(asset="PRINCESS", color="RED"))
    assert step.changes == (
        CharacterUsed(0, "PRINCESS", 2, "RED"),
        StudentMoved(0, "RED", "CARD", "SCHOOL", None, "PRINCESS"),
        ProfessorMoved("RED", 0),
        CardRefilled("PRINCESS", "PINK", 1),
    )
    assert step.state.schools[0].dining == students(red=1)
    assert step.state.schools[0].entrance == state.schools[0].entrance
    assert step.state.characters[0].students == students(red=3, pink=1)


def test_princess_that_draws_the_last_student_announces_the_last_round() -> None:
    state = rich(Card("PRINCESS", students=students(red=4)), bag=bag("pink"))
    step = do(state, UseCharacterCard(asset="PRINCESS", color="RED"))
    assert step.state.last_round
    assert kinds(step.changes)[-1] == "LastRound"


def test_farmer_takes_a_professor_on_a_tie_reached_later_in_the_turn() -> None:
    state = rich(
        Card("FARMER"), others={1: {"dining": students(red=1)}}, professors=professors(red=1)
    )
    state = do(state, UseCharacterCard(asset="FARMER")).state
    assert state.professors == professors(red=1)
    step = do(state, MoveStudent(move_to="SCHOOL", color="RED"))
    assert ProfessorMoved("RED", 0, 1) in step.changes


def test_farmer_does_not_change_a_tie_of_influence() -> None:
    state = board(
        effect="FARMER", islands={0: island(red=1, blue=1)}, professors=professors(red=0, blue=1)
    )
    assert influence(state, 0) == [1, 1]


def test_herald_resolves_an_island_without_moving_mother_nature_or_changing_the_phase() -> None:
    state = rich(Card("HERALD"), islands={7: island(red=1)}, professors=professors(red=1))
    step = do(state, UseCharacterCard(asset="HERALD", island_position=7))
    assert island_of(step.state, 7).owner == BLACK
    assert step.state.mother_nature == 0
    assert (step.state.phase, step.state.students_left) == ("STUDENTS", 3)


def test_herald_may_resolve_the_island_of_mother_nature() -> None:
    state = rich(Card("HERALD"), islands={0: island(red=1)}, professors=professors(red=0))
    after = do(state, UseCharacterCard(asset="HERALD", island_position=0)).state
    assert island_of(after, 0).owner == WHITE


def test_herald_can_end_the_game_in_the_middle_of_a_turn() -> None:
    state = rich(
        Card("HERALD"), islands={7: island(red=1)}, professors=professors(red=1), yards=(3, 1)
    )
    step = do(state, UseCharacterCard(asset="HERALD", island_position=7))
    assert step.state.phase == "OVER"
    assert step.state.winners == (1,)
    assert kinds(step.changes)[-1] == "GameOver"
    assert step.turns == ()
    assert ERIANTYS.legal(step.state, 0) == ()


def test_herald_at_the_end_of_a_turn_without_clouds_can_end_the_game() -> None:
    state = rich(
        Card("HERALD"),
        islands={7: island(red=1)},
        professors=professors(red=1),
        yards=(3, 1),
        phase="END_TURN",
        students_left=0,
        clouds_closed=True,
        last_round=True,
    )
    step = do(state, UseCharacterCard(asset="HERALD", island_position=7))
    assert kinds(step.changes)[-1] == "GameOver"
    assert "TurnEnded" not in kinds(step.changes)


def test_postman_while_students_move_reports_two_more_steps_and_allows_them() -> None:
    state = rich(Card("POSTMAN"))
    step = do(state, UseCharacterCard(asset="POSTMAN"))
    assert step.changes[-1] == StepStarted(0, "STUDENTS", 3, 5)
    waiting = replace(step.state, phase="MOTHER_NATURE", students_left=0)
    assert do(waiting, MoveMotherNature(steps=5)).state.mother_nature == 5


def test_postman_before_mother_nature_moves_reports_the_new_limit() -> None:
    state = rich(Card("POSTMAN"), phase="MOTHER_NATURE", students_left=0)
    step = do(state, UseCharacterCard(asset="POSTMAN"))
    assert step.changes[-1] == StepStarted(0, "MOTHER_NATURE", 0, 5)


def test_postman_after_mother_nature_moved_is_accepted_and_reports_no_limit() -> None:
    state = rich(Card("POSTMAN"), phase="CLOUD", students_left=0)
    step = do(state, UseCharacterCard(asset="POSTMAN"))
    assert kinds(step.changes) == ["CharacterUsed"]
    assert step.state.phase == "CLOUD"


def test_grandma_puts_a_second_no_entry_tile_on_an_island() -> None:
    state = rich(Card("GRANDMA", no_entry=3), islands={4: island(no_entry=1)})
    step = do(state, UseCharacterCard(asset="GRANDMA", island_position=4))
    assert island_of(step.state, 4).no_entry == 2
    assert step.state.characters[0].no_entry == 2
    assert step.changes[-1] == NoEntryPlaced(4)


def test_no_entry_tile_is_put_under_mother_nature_without_resolving() -> None:
    state = rich(Card("GRANDMA", no_entry=4), islands={0: island(red=1)})
    step = do(state, UseCharacterCard(asset="GRANDMA", island_position=0))
    assert island_of(step.state, 0) == island(no_entry=1, red=1)


def test_knight_builds_on_an_island_where_nobody_has_influence() -> None:
    state = rich(Card("KNIGHT"), phase="MOTHER_NATURE", students_left=0)
    state = do(state, UseCharacterCard(asset="KNIGHT")).state
    assert island_of(do(state, MoveMotherNature(steps=1)).state, 1).owner == WHITE


def test_mushroom_hunter_excludes_a_color_from_influence_and_moves_no_professor() -> None:
    state = rich(
        Card("MUSHROOM_HUNTER"),
        phase="MOTHER_NATURE",
        students_left=0,
        islands={1: island(red=3, blue=1)},
        professors=professors(red=1, blue=0),
    )
    state = do(state, UseCharacterCard(asset="MUSHROOM_HUNTER", color="RED")).state
    assert state.professors == professors(red=1, blue=0)
    assert island_of(do(state, MoveMotherNature(steps=1)).state, 1).owner == WHITE


def test_jester_swaps_students_of_card_and_entrance_without_drawing() -> None:
    state = rich(
        Card("JESTER", students=students(red=3, pink=3)), seat0={"entrance": students(blue=7)}
    )
    swap = UseCharacterCard(asset="JESTER", taken=("RED", "PINK"), given=("BLUE", "BLUE"))
    step = do(state, swap)
    assert step.state.schools[0].entrance == students(blue=5, red=1, pink=1)
    assert step.state.characters[0].students == students(red=2, pink=2, blue=2)
    assert step.state.bag == state.bag
    assert step.changes[-1] == StudentsSwapped(0, "CARD", ("RED", "PINK"), ("BLUE", "BLUE"))


def test_minstrel_swaps_students_moves_both_professors_and_earns_a_coin() -> None:
    state = rich(
        Card("MINSTREL"),
        seat0={"entrance": students(blue=7), "dining": students(blue=2, pink=2)},
        others={1: {"dining": students(blue=2, pink=1)}},
        professors=professors(blue=1, pink=0),
    )
    step = do(
        state, UseCharacterCard(asset="MINSTREL", taken=("PINK", "PINK"), given=("BLUE", "BLUE"))
    )
    assert step.state.schools[0].entrance == students(blue=5, pink=2)
    assert step.state.schools[0].dining == students(blue=4)
    assert step.state.professors == professors(blue=0, pink=1)
    assert CoinTaken(0, 1) in step.changes
    assert step.state.schools[0].coins == 9


def test_minstrel_swapping_a_color_with_itself_earns_nothing() -> None:
    state = rich(
        Card("MINSTREL"),
        seat0={"entrance": students(blue=7), "dining": students(blue=3)},
        professors=professors(blue=0),
    )
    step = do(state, UseCharacterCard(asset="MINSTREL", taken=("BLUE",), given=("BLUE",)))
    assert kinds(step.changes) == ["CharacterUsed", "StudentsSwapped"]
    assert step.state.schools[0].dining == students(blue=3)


def test_thief_returns_up_to_three_students_of_each_player_to_the_bag() -> None:
    state = rich(
        Card("THIEF"),
        players=3,
        seat0={"dining": students(red=5, blue=1)},
        others={1: {"dining": students(red=2)}},
        professors=professors(red=0, blue=0),
    )
    step = do(state, UseCharacterCard(asset="THIEF", color="RED"))
    rooms = [school.dining for school in step.state.schools]
    assert rooms == [students(red=2, blue=1), students(), students()]
    assert step.changes[-1] == StudentsReturned("RED", (3, 2, 0), len(state.bag) + 5)
    returned = tally(step.state.bag)[3] - tally(state.bag)[3]
    assert returned == 5


def test_effect_of_the_thief_takes_no_coins_and_leaves_the_card() -> None:
    """The price is taken by whoever calls the effect (10.2)."""
    state = rich(Card("THIEF"), seat0={"dining": students(red=THIEF_LIMIT + 1)})
    after, changes = thief(state, 0, 0, UseCharacterCard(asset="THIEF", color="RED"))
    assert changes[0] == StudentsReturned("RED", (THIEF_LIMIT, 0), len(after.bag))
    assert after.schools[0].dining == students(red=1)
    assert after.schools[0].coins == state.schools[0].coins
    assert after.characters == state.characters


def test_knight_has_no_immediate_effect() -> None:
    state = rich(Card("KNIGHT"))
    assert no_immediate_effect(state, 0, 0, UseCharacterCard(asset="KNIGHT")) == (state, ())


def test_thief_inserts_students_at_random_and_keeps_the_order_of_the_others() -> None:
    seen = set()
    state = rich(Card("THIEF"), seat0={"dining": students(red=3)}, bag=bytes((0, 1, 2)) * 4)
    for _ in range(20):
        step = do(state, UseCharacterCard(asset="THIEF", color="RED"))
        seen.add(step.state.bag)
        assert step.state.bag.replace(b"\x03", b"") == state.bag
        state = replace(state, rng=step.state.rng)
    assert len(seen) > 10


def test_thief_of_a_color_that_nobody_has_is_accepted_and_returns_nothing() -> None:
    state = rich(Card("THIEF"))
    step = do(state, UseCharacterCard(asset="THIEF", color="PINK"))
    assert step.changes[-1] == StudentsReturned("PINK", (0, 0), len(state.bag))
    assert step.state.bag == state.bag
