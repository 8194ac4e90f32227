"""The order of seats."""

from msgspec.structs import replace

from games.shelfie.state import next_seat, turn_position
from tests.games.shelfie.tables import NONE, A, B, C, D, table


def test_the_next_seat_is_clockwise_among_those_seated() -> None:
    state = table(NONE, NONE, NONE, NONE)
    assert [next_seat(replace(state, turn=seat)) for seat in range(4)] == [B, C, D, A]
    state = replace(state, seated=(A, C))
    assert [next_seat(replace(state, turn=seat)) for seat in range(4)] == [C, C, A, A]


def test_turn_position_counts_from_the_first_player() -> None:
    state = table(NONE, NONE, NONE, first=B)
    assert [turn_position(state, seat) for seat in range(3)] == [2, 0, 1]
