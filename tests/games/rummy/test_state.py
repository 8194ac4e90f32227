"""Who sits next, and values by seat."""

from msgspec.structs import replace

from games.rummy.state import after, put
from tests.games.rummy.tables import table


def test_the_next_seat_skips_those_who_left() -> None:
    state = replace(table("2H", "3H", "4H", "5H"), seated=(0, 2, 3))
    assert [after(state, seat) for seat in range(4)] == [2, 2, 3, 0]


def test_one_value_changes() -> None:
    assert put((1, 2, 3), 1, 9) == (1, 9, 3)
