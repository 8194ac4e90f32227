"""TurnClock: deadlines, reminders and expired seats."""

import pytest

from server.rooms.turn_clock import TurnClock


def test_seat_expires_after_its_seconds() -> None:
    clock = TurnClock(60)
    clock.update([1], [1], 100.0)
    assert clock.expired_seats(159.9) == []
    assert clock.expired_seats(160.0) == [1]


def test_seat_is_reminded_once_when_half_the_time_is_left() -> None:
    clock = TurnClock(60)
    clock.update([1], [1], 100.0)
    assert clock.take_due_reminders(129.0) == []
    assert clock.take_due_reminders(130.0) == [(1, 30)]
    assert clock.take_due_reminders(131.0) == []


@pytest.mark.parametrize(("chosen", "left"), [(45, 45), (10, 10), (60, 30), (90, 30), (0, 30)])
def test_seat_is_reminded_at_its_chosen_time_or_after_half_of_a_shorter_limit(
    chosen: int, left: int
) -> None:
    clock = TurnClock(60)
    clock.update([1], [1], 100.0)
    assert clock.take_due_reminders(159.0 - left, lambda seat: chosen) == []
    assert clock.take_due_reminders(160.0 - left, lambda seat: chosen) == [(1, left)]


def test_new_decision_of_the_same_seat_restarts_its_time_and_reminder() -> None:
    clock = TurnClock(60)
    clock.update([1], [1], 100.0)
    clock.take_due_reminders(130.0)
    clock.update([1], [1], 150.0)
    assert clock.expired_seats(205.0) == []
    assert clock.take_due_reminders(180.0) == [(1, 30)]


def test_decisions_of_other_seats_do_not_restart_the_time() -> None:
    clock = TurnClock(60)
    clock.update([1], [1], 100.0)
    clock.update([1], [2], 150.0)
    assert clock.expired_seats(160.0) == [1]


def test_seat_that_has_decided_does_not_expire_but_another_that_waits_does() -> None:
    clock = TurnClock(60)
    clock.update([1, 2], [1, 2], 100.0)
    clock.update([2], [1], 110.0)
    assert clock.expired_seats(1000.0) == [2]
