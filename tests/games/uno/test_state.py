"""Who sits beside whom, and positions as values."""

from msgspec import msgpack

from games.uno.state import State, nothing_to_draw, ring
from tests.games.uno.tables import A, table


def test_the_next_seat_follows_the_direction() -> None:
    backwards, clockwise = ring((0, 1, 2, 3), 4)
    assert list(clockwise) == [1, 2, 3, 0]
    assert list(backwards) == [3, 0, 1, 2]


def test_empty_seats_are_passed_over_and_can_be_looked_from() -> None:
    backwards, clockwise = ring((0, 3), 5)
    assert list(clockwise) == [3, 3, 3, 0, 0]
    assert list(backwards) == [3, 0, 0, 0, 3]
    assert list(ring((2,), 3)[True]) == [2, 2, 2]


def test_there_is_something_to_draw_while_discards_lie_under_the_top_card() -> None:
    assert not nothing_to_draw(table("RED 5", "BLUE 3"))
    assert not nothing_to_draw(table("RED 5", "BLUE 3", under="RED 6", rest=A))
    assert nothing_to_draw(table("RED 5", "BLUE 3", rest=A))


def test_a_position_survives_being_written_down() -> None:
    state = table("RED 5", "BLUE 3")
    assert msgpack.decode(msgpack.encode(state), type=State) == state
