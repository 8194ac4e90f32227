"""The turn clock: numbers in, reminders and expiries out."""

from server.rooms.turn_clock import TurnClock


def test_a_decision_has_its_seconds_and_not_more() -> None:
    clock = TurnClock(60)
    clock.update([1], [1], 100.0)
    assert clock.expired_seats(159.9) == []
    assert clock.expired_seats(160.0) == [1]


def test_one_reminder_comes_when_half_the_time_is_left() -> None:
    clock = TurnClock(60)
    clock.update([1], [1], 100.0)
    assert clock.due_reminders(129.0) == []
    assert clock.due_reminders(130.0) == [(1, 30)]
    assert clock.due_reminders(131.0) == []


def test_the_next_decision_of_the_same_seat_starts_afresh() -> None:
    clock = TurnClock(60)
    clock.update([1], [1], 100.0)
    clock.due_reminders(130.0)
    clock.update([1], [1], 150.0)
    assert clock.expired_seats(205.0) == []
    assert clock.due_reminders(180.0) == [(1, 30)]


def test_what_others_do_does_not_give_more_time() -> None:
    clock = TurnClock(60)
    clock.update([1], [1], 100.0)
    clock.update([1], [2], 150.0)
    assert clock.expired_seats(160.0) == [1]


def test_a_seat_that_is_not_waited_for_has_no_clock() -> None:
    clock = TurnClock(60)
    clock.update([1, 2], [1, 2], 100.0)
    clock.update([2], [1], 110.0)
    assert clock.expired_seats(1000.0) == [2]
