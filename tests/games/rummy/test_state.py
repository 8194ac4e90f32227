"""Who sits next."""

from msgspec.structs import replace

from games.rummy.state import after
from tests.games.rummy.tables import table


def test_the_next_seat_skips_those_who_left() -> None:
    state = replace(table("2H", "3H", "4H", "5H"), seated=(0, 2, 3))
    assert [after(state, seat) for seat in range(4)] == [2, 2, 3, 0]
